// SPDX-License-Identifier: MIT
/*!
# switch with fall-through, sparse and negative cases and a default.

[config]
name: compute control switch
kernel_name: choose
global_size: 8 0 0
local_size: 8 0 0

[test]
name: every case
arg_out: 0 buffer int[8] 10 25 20 -1 70 33 -1 -1
arg_in:  1 buffer int[8] 0 1 2 3 7 -3 8 1000000
!*/

kernel void choose(global int *out, global const int *in)
{
    size_t i = get_global_id(0);
    int r = 0;
    switch (in[i]) {
    case 0:
        r = 10;
        break;
    case 1:
        r = 5; /* falls through */
    case 2:
        r += 20;
        break;
    case 7:
        r = 70;
        break;
    case -3:
        r = 33;
        break;
    default:
        r = -1;
    }
    out[i] = r;
}
