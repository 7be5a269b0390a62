// SPDX-License-Identifier: MIT
/*!
# A hundred jumps to one place, of loops that are continued and of loops that are left: more than compilers
# look at one by one. A value v below 100 ends each of two turns at jump v, so that x is 2 (v + 1); or it
# leaves the loop there, so that y is v + 1.

[config]
name: many jumps
kernel_name: jumps
global_size: 4 0 0

[test]
name: of a loop
arg_out: 0 buffer int[4] 2 116 200 200
arg_out: 1 buffer int[4] 1 58 100 200
arg_in:  2 buffer int[4] 0 57 99 1000
arg_in:  3 buffer int[1] 1
!*/

#define TEN(a, leave) \
    STEP(a, 0, leave) STEP(a, 1, leave) STEP(a, 2, leave) STEP(a, 3, leave) STEP(a, 4, leave) \
    STEP(a, 5, leave) STEP(a, 6, leave) STEP(a, 7, leave) STEP(a, 8, leave) STEP(a, 9, leave)
#define HUNDRED(leave) \
    TEN(0, leave) TEN(1, leave) TEN(2, leave) TEN(3, leave) TEN(4, leave) \
    TEN(5, leave) TEN(6, leave) TEN(7, leave) TEN(8, leave) TEN(9, leave)
#define STEP(a, b, leave)  \
    sum += *one;           \
    if (v == a * 10 + b)   \
        leave;

kernel void jumps(global int *x, global int *y, global const int *values, global volatile int *one)
{
    int i = get_global_id(0), v = values[i], sum = 0;
    for (int turn = 0; turn < 2; turn++) {
        HUNDRED(continue)
    }
    x[i] = sum;
    sum = 0;
    for (int turn = 0; turn < 2; turn++) {
        HUNDRED(break)
    }
    y[i] = sum;
}
