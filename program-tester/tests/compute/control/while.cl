// SPDX-License-Identifier: MIT
/*!
# A while loop whose trip count depends on data: steps of the Collatz sequence.

[config]
name: compute control while
kernel_name: collatz
global_size: 64 0 0
local_size: 64 0 0

[test]
name: 1 to 64
arg_out: 0 buffer uint[64] 0 1 7 2 5 8 16 3 19 6 14 9 9 17 17 4 12 20 20 7 7 15 15 10 23 10 111 18 \
        18 18 106 5 26 13 13 21 21 21 34 8 109 8 29 16 16 16 104 11 24 24 24 11 11 112 112 19 32 \
        19 32 19 19 107 107 6
!*/

kernel void collatz(global uint *out)
{
    uint n = get_global_id(0) + 1;
    uint steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    out[get_global_id(0)] = steps;
}
