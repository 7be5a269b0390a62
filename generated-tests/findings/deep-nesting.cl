// SPDX-License-Identifier: MIT
/*!
# C99, 6.8.4.1: the substatement of an if "is executed if the expression compares unequal to 0", and 5.2.4.1: a compiler takes "127 nesting
# levels of blocks" (OpenCL 1.2, 6: OpenCL C is C99 but for what it says).

[config]
name: conditions in conditions
kernel_name: nested
global_size: 4

[test]
name: a hundred
arg_out: 0 buffer int[4] 1 50 90 100
arg_in:  1 buffer int[4] 1 50 90 1000
!*/

#define OPEN(n) if (given[i] > n) { out[i] += 1;
#define TEN(t) \
    OPEN(t##0) OPEN(t##1) OPEN(t##2) OPEN(t##3) OPEN(t##4) \
    OPEN(t##5) OPEN(t##6) OPEN(t##7) OPEN(t##8) OPEN(t##9)
#define CLOSE }}}} }}}} }}

kernel void nested(global volatile int *out, global const volatile int *given)
{
    int i = get_global_id(0);
    out[i] = 0;
    TEN() TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
    CLOSE CLOSE CLOSE CLOSE CLOSE CLOSE CLOSE CLOSE CLOSE CLOSE
}
