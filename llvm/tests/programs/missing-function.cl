// SPDX-License-Identifier: MIT
// RUN: %s
// EXIT: 1
// CHECK: missing-function.cl:17: error: kernel 'first': function 'absent' is neither defined
// CHECK: missing-function.cl:23: error: kernel 'second': function 'missing' is neither defined
// RUN: --emit=ll -DUNREACHED %s
// CHECK: define amdgpu_kernel void @first()

int absent(int n), missing(int n);

kernel void first(global int *o)
{
#ifdef UNREACHED
    if (0)
        o[0] = absent(1);
#else
    o[0] = absent(o[1]);
#endif
}
#ifndef UNREACHED
kernel void second(global int *o)
{
    o[0] = missing(o[1]);
}
#endif
