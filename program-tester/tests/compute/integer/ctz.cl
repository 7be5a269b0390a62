// SPDX-License-Identifier: MIT
/*!
# ctz (OpenCL C 2.0, 6.13.3): how many zeros lie below the lowest one; of 0, the width of the type.

[config]
name: trailing zeros
clc_version_min: 30

[test]
name: of all types
kernel_name: count
arg_in:  1 buffer int[4] 0 1 0x8000 -16
arg_out: 0 buffer int4[6] 8 0 8 4  16 0 15 4  32 0 15 4  32 0 15 4  64 0 15 4  64 1 16 5
!*/

kernel void count(global int4 *out, global int4 *in)
{
    int4 x = in[0];
    out[0] = convert_int4(ctz(convert_char4(x)));
    out[1] = convert_int4(ctz(convert_ushort4(x)));
    out[2] = ctz(x);
    out[3] = (int4)(ctz(x.x), ctz(x.y), ctz(x.z), ctz(x.w));
    out[4] = convert_int4(ctz(convert_long4(x)));
    out[5] = convert_int4(ctz(convert_ulong4(convert_long4(x) * 2)));
}
