// SPDX-License-Identifier: MIT
/*!
# C99, 6.8.4.2 (OpenCL 1.2, 6.8): a switch "causes control to jump to, into, or past the statement that is the switch body", into a loop too.

[config]
name: a switch that leads into a loop
kernel_name: count
global_size: 8

[test]
name: counts
arg_in:  0 buffer int[8] 1 2 3 4 5 9 12 13
arg_out: 1 buffer int[8] 1 2 3 4 5 9 12 13
!*/

kernel void count(global const int *in, global int *out)
{
    int n = in[get_global_id(0)], rounds = (n + 3) / 4, counted = 0;
    switch (n & 3) {
    case 0: do { counted++;
    case 3:      counted++;
    case 2:      counted++;
    case 1:      counted++;
            } while (--rounds > 0);
    }
    out[get_global_id(0)] = counted;
}
