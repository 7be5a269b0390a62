// SPDX-License-Identifier: MIT
// Code of many nested ifs takes time in proportion to it.
// RUN: %s --emit=pstat
// CHECK: pstat: nest:
#define IF(n) if (s > n) { p[i + n] = s; s += p[i];
#define IF8(n) IF(n) IF(n + 1) IF(n + 2) IF(n + 3) IF(n + 4) IF(n + 5) IF(n + 6) IF(n + 7)

kernel void nest(global int *p)
{
    int i = get_global_id(0), s = p[i];
    IF8(1) IF8(11) IF8(21) IF8(31) IF8(41) IF8(51) IF8(61) IF8(71)
    }}}}}}}} }}}}}}}} }}}}}}}} }}}}}}}} }}}}}}}} }}}}}}}} }}}}}}}} }}}}}}}}
    p[i] = s;
}
