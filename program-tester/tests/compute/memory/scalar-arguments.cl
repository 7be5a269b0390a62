// SPDX-License-Identifier: MIT
/*!
# Arguments of every size in one signature: each at its own alignment, signs kept.

[config]
name: compute memory scalar arguments
kernel_name: take

[test]
name: mixed
arg_out: 0 buffer int[8] -1 255 -2 65535 -3 1 2 3
arg_out: 1 buffer float[8] 0.5 1 2 3 4 5 6 7
arg_in:  2 char -1
arg_in:  3 uchar 255
arg_in:  4 float 0.5
arg_in:  5 short -2
arg_in:  6 float4 1 2 3 4
arg_in:  7 ushort 65535
arg_in:  8 int -3
arg_in:  9 float3 5 6 7
arg_in:  10 char3 1 2 3
!*/

kernel void take(global int *out, global float *outf, char c, uchar uc, float f, short s, float4 f4,
                 ushort us, int i, float3 f3, char3 c3)
{
    out[0] = c;
    out[1] = uc;
    out[2] = s;
    out[3] = us;
    out[4] = i;
    out[5] = c3.x;
    out[6] = c3.y;
    out[7] = c3.z;
    outf[0] = f;
    vstore4(f4, 0, outf + 1);
    vstore3(f3, 0, outf + 5);
}
