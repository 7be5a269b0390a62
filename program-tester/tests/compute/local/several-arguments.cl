// SPDX-License-Identifier: MIT
/*!
# Two local arguments and a local variable do not overlap, whatever their sizes and alignments.

[config]
name: compute local several arguments
kernel_name: separate
global_size: 8 0 0
local_size: 8 0 0

[test]
name: char, float4 and int
arg_out: 0 buffer float4[8] 0.5 0.25 0 71 1.5 1.25 -1 60 2.5 2.25 -2 53 3.5 3.25 -3 42 4.5 4.25 -4 \
        35 5.5 5.25 -5 24 6.5 6.25 -6 17 7.5 7.25 -7 6
arg_in:  1 buffer char[9] NULL
arg_in:  2 buffer float4[8] NULL
!*/

kernel void separate(global float4 *out, local char *bytes, local float4 *vectors)
{
    local int words[8];
    int i = get_local_id(0);
    bytes[i] = i;
    vectors[i] = (float4)(i + 0.5f, i + 0.25f, -i, 0.0f);
    words[i] = i * 10;
    barrier(CLK_LOCAL_MEM_FENCE);
    vectors[i].w = words[7 - i] + bytes[i ^ 1];
    out[i] = vectors[i];
}
