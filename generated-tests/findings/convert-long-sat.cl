/*!
[config]
name: convert_long_sat and convert_ulong_sat of floats at the end of the range (6.2.3.3)
kernel_name: convert
clc_version_min: 12

[test]
arg_out: 0 buffer long4[1] 9223372036854775807 -9223372036854775808 9223372036854775807 9223371487098961920
arg_out: 1 buffer ulong4[1] 18446744073709551615 0 18446744073709551615 18446742974197923840
arg_in:  2 buffer float4[1] 0x1p63 -0x1p63 inf 0x1.fffffep62
arg_in:  3 buffer float4[1] 0x1p64 -1 inf 0x1.fffffep63
!*/

kernel void convert(global long4 *signs, global ulong4 *plains, global const float4 *a,
                    global const float4 *b)
{
    signs[0] = convert_long4_sat(a[0]);
    plains[0] = convert_ulong4_sat(b[0]);
}
