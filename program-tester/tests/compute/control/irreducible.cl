// SPDX-License-Identifier: MIT
/*!
# A loop entered at two places, and left from the middle of a switch.

[config]
name: compute control irreducible
kernel_name: jump
global_size: 8

[test]
name: eight starts
arg_out: 0 buffer int[8] 42 50 42 90 50 42 90 42
arg_in:  1 buffer int[8] 0 1 2 3 4 5 6 7
!*/

kernel void jump(global int *out, global const int *in)
{
    int x = in[get_global_id(0)];
    if (x > 3)
        goto second;
first:
    x += 3;
    if (x > 40)
        goto end;
second:
    x *= 2;
    switch (x) {
    case 10:
        x = 18;
        goto first;
    case 14:
        goto end;
    default:
        if (x < 30)
            goto first;
    }
end:
    out[get_global_id(0)] = x > 40 ? x : x * 3;
}
