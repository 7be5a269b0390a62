// SPDX-License-Identifier: MIT
/*!
# A do-while loop runs its body at least once.

[config]
name: compute control do while
kernel_name: again
global_size: 32 0 0
local_size: 32 0 0

[test]
name: thirty-two starts
arg_out: 0 buffer int[32] 301 1001 1701 2004 1802 813 1502 405 1202 1110 902 503 602 213 1 701 \
        1401 104 1614 1308 1910 103 1305 808 2003 1904 1107 1605 1613 401 1101 1801
!*/

kernel void again(global int *out)
{
    int x = get_global_id(0);
    int count = 0;
    do {
        x = (x * 7 + 3) % 101;
        count++;
    } while (x > 20 && count < 50);
    out[get_global_id(0)] = x * 100 + count;
}
