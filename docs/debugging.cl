/*!
[config]
name: smooth
kernel_name: smooth

[test]
name: sums of three neighbours
arg_out: 0 buffer int[8] 4 6 9 12 15 18 21 23
arg_in:  1 buffer int[8] 1 2 3 4 5 6 7 8
global_size: 8 0 0
local_size:  4 0 0
!*/

/* The bug of docs/debugging.md: the test fails. */
kernel void smooth(global int *out, global const int *in)
{
    local int tile[6];
    int g = get_global_id(0);
    int l = get_local_id(0);
    tile[l + 1] = in[g];
    if (l == 0)
        tile[0] = in[max(g - 1, 0)];
    if (l == 4)
        tile[5] = in[min(g + 1, 7)];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = tile[l] + tile[l + 1] + tile[l + 2];
    out[g] = sum;
}
