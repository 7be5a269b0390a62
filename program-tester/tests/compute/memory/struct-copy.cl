// SPDX-License-Identifier: MIT
/*!
# Whole structures copied between buffers and private memory, changed in between.

[config]
name: compute memory struct copy
kernel_name: shift
global_size: 3 0 0

[test]
name: three records
arg_out: 0 buffer int[18] 2 1 3 4 5 -6 8 7 9 10 11 -12 14 13 15 16 17 -18
arg_in:  1 buffer int[18] 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18
!*/

struct item {
    int pair[2];
    struct {
        int x, y, z;
    } point;
    int last;
};

kernel void shift(global struct item *out, global const struct item *in)
{
    int i = get_global_id(0);
    struct item it = in[i];
    int t = it.pair[0];
    it.pair[0] = it.pair[1];
    it.pair[1] = t;
    it.last = -it.last;
    out[i] = it;
}
