// SPDX-License-Identifier: MIT
/*!
# A loop with two exits that lead to different code after it.

[config]
name: compute control goto free loop exits
kernel_name: exits
global_size: 24 0 0
local_size: 24 0 0

[test]
name: both exits
arg_out: 0 buffer int[24] 1 2 3 4 6 8 10 107 16 19 117 27 31 130 41 46 146 58 64 165 78 85 187 101
!*/

kernel void exits(global int *out)
{
    int x = get_global_id(0);
    int sum = 0;
    for (;;) {
        sum += x;
        x -= 3;
        if (x <= 0) {
            sum += 1;
            break;
        }
        if (x == 4) {
            sum += 100;
            break;
        }
    }
    out[get_global_id(0)] = sum;
}
