// SPDX-License-Identifier: MIT
// A loop without an end compiles: the launch's time limit ends it.
// RUN: %s
// CHECK: ; kernel spin:
// CHECK: LOOP

kernel void spin(volatile global int *o)
{
    while (1)
        o[0]++;
}
