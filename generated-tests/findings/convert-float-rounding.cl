/*!
[config]
name: convert_float of the largest integers in every rounding mode (6.2.3.2)
kernel_name: convert
clc_version_min: 12

[test]
arg_out: 0 buffer float8[1] 0x1p32 0x1.fffffep31 0x1p32 0x1.fffffep31 \
                            0x1p64 0x1.fffffep63 0x1p64 0x1.fffffep63
arg_in:  1 uint 0xffffffff
arg_in:  2 ulong 0xffffffffffffffff
!*/

kernel void convert(global float8 *result, uint a, ulong b)
{
    result[0] = (float8)(convert_float_rte(a), convert_float_rtz(a), convert_float_rtp(a),
                         convert_float_rtn(a), convert_float_rte(b), convert_float_rtz(b),
                         convert_float_rtp(b), convert_float_rtn(b));
}
