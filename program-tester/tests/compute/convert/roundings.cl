// SPDX-License-Identifier: MIT
/*!
# Every rounding mode between float and 32 and 64 bits, and saturation (OpenCL C 1.2, 6.2.3): without a
# mode, to the nearest even for float, towards zero for integers; a NaN saturates to 0.

[config]
name: roundings of conversions
global_size: 10

[test]
name: int to float
kernel_name: float_of_int
arg_out: 0 buffer float[10] 0 0x1.0000000000000p+24 -0x1.0000000000000p+24 0x1.0000040000000p+24 \
        -0x1.0000040000000p+24 0x1.0000000000000p+31 -0x1.0000000000000p+31 0x1.0000000000000p+25 \
        -0x1.0000020000000p+25 0x1.d6f3460000000p+26
arg_out: 1 buffer float[10] 0 0x1.0000000000000p+24 -0x1.0000000000000p+24 0x1.0000040000000p+24 \
        -0x1.0000040000000p+24 0x1.0000000000000p+31 -0x1.0000000000000p+31 0x1.0000000000000p+25 \
        -0x1.0000020000000p+25 0x1.d6f3460000000p+26
arg_out: 2 buffer float[10] 0 0x1.0000000000000p+24 -0x1.0000000000000p+24 0x1.0000020000000p+24 \
        -0x1.0000020000000p+24 0x1.fffffe0000000p+30 -0x1.0000000000000p+31 0x1.0000000000000p+25 \
        -0x1.0000000000000p+25 0x1.d6f3440000000p+26
arg_out: 3 buffer float[10] 0 0x1.0000020000000p+24 -0x1.0000000000000p+24 0x1.0000040000000p+24 \
        -0x1.0000020000000p+24 0x1.0000000000000p+31 -0x1.0000000000000p+31 0x1.0000020000000p+25 \
        -0x1.0000000000000p+25 0x1.d6f3460000000p+26
arg_out: 4 buffer float[10] 0 0x1.0000000000000p+24 -0x1.0000020000000p+24 0x1.0000020000000p+24 \
        -0x1.0000040000000p+24 0x1.fffffe0000000p+30 -0x1.0000000000000p+31 0x1.0000000000000p+25 \
        -0x1.0000020000000p+25 0x1.d6f3440000000p+26
arg_in:  5 buffer int[10] 0 16777217 -16777217 16777219 -16777219 2147483647 -2147483648 33554433 \
        -33554435 123456789

[test]
name: long to float
kernel_name: float_of_long
arg_out: 0 buffer float[10] 0 0x1.0000000000000p+53 -0x1.0000000000000p+53 0x1.0000000000000p+63 \
        -0x1.0000000000000p+63 0x1.0000000000000p+40 0x1.0000020000000p+40 -0x1.0000040000000p+40 \
        0x1.0000000000000p+24 -0x1.0000040000000p+24
arg_out: 1 buffer float[10] 0 0x1.0000000000000p+53 -0x1.0000000000000p+53 0x1.0000000000000p+63 \
        -0x1.0000000000000p+63 0x1.0000000000000p+40 0x1.0000020000000p+40 -0x1.0000040000000p+40 \
        0x1.0000000000000p+24 -0x1.0000040000000p+24
arg_out: 2 buffer float[10] 0 0x1.0000000000000p+53 -0x1.0000000000000p+53 0x1.fffffe0000000p+62 \
        -0x1.0000000000000p+63 0x1.0000000000000p+40 0x1.0000000000000p+40 -0x1.0000020000000p+40 \
        0x1.0000000000000p+24 -0x1.0000020000000p+24
arg_out: 3 buffer float[10] 0 0x1.0000020000000p+53 -0x1.0000000000000p+53 0x1.0000000000000p+63 \
        -0x1.0000000000000p+63 0x1.0000020000000p+40 0x1.0000020000000p+40 -0x1.0000020000000p+40 \
        0x1.0000020000000p+24 -0x1.0000020000000p+24
arg_out: 4 buffer float[10] 0 0x1.0000000000000p+53 -0x1.0000020000000p+53 0x1.fffffe0000000p+62 \
        -0x1.0000000000000p+63 0x1.0000000000000p+40 0x1.0000000000000p+40 -0x1.0000040000000p+40 \
        0x1.0000000000000p+24 -0x1.0000040000000p+24
arg_in:  5 buffer long[10] 0 9007199254740993 -9007199254740993 9223372036854775807 \
        -9223372036854775808 1099511693312 1099511693313 -1099511824384 16777217 -16777219

[test]
for: kernel type in \
       (int_of_float   int) \
       (long_of_float  long)
name: float to $type
kernel_name: $kernel
arg_out: 0 buffer $type[10] 0 0 1 -1 2 -2 25165824 -7 -2147483648 0
arg_out: 1 buffer $type[10] 0 0 2 -2 2 -2 25165824 -8 -2147483648 0
arg_out: 2 buffer $type[10] 0 0 1 -1 2 -2 25165824 -7 -2147483648 0
arg_out: 3 buffer $type[10] 1 0 2 -1 3 -2 25165824 -7 -2147483648 1
arg_out: 4 buffer $type[10] 0 -1 1 -2 2 -3 25165824 -8 -2147483648 0
arg_in:  5 buffer float[10] 0.5 -0.5 1.5 -1.5 2.5 -2.5 0x1.8p+24 -7.75 -0x1p+31 0.25

[test]
name: float to long and ulong, saturated
kernel_name: saturated
arg_out: 0 buffer long[10] 9223372036854775807 -9223372036854775808 9223372036854775807 \
        9223372036854775807 -9223372036854775808 9223372036854775807 -9223372036854775808 \
        5000000000 -1 0
arg_out: 1 buffer ulong[10] 9223372036854775808 0 18446744073709551615 18446742974197923840 0 \
        18446744073709551615 0 5000000000 0 0
arg_in:  2 buffer float[10] 0x1p+63 -0x1p+63 0x1p+64 0x1.fffffep+63 -0x1p+80 inf -inf 5e9 -1 nan

[test]
name: long to narrower types
kernel_name: narrowed
arg_out: 0 buffer int[10] 0 1 -1 -1 0 65536 65537 -196608 16777217 -16777219
arg_out: 1 buffer int[10] 0 2147483647 -2147483648 2147483647 -2147483648 2147483647 2147483647 \
        -2147483648 16777217 -16777219
arg_out: 2 buffer uint[10] 0 4294967295 0 4294967295 0 4294967295 4294967295 0 16777217 0
arg_out: 3 buffer ulong[10] 0 9007199254740993 0 9223372036854775807 0 1099511693312 1099511693313 \
        0 16777217 0
arg_out: 4 buffer char[10] 0 127 -128 127 -128 127 127 -128 127 -128
arg_in:  5 buffer long[10] 0 9007199254740993 -9007199254740993 9223372036854775807 \
        -9223372036854775808 1099511693312 1099511693313 -1099511824384 16777217 -16777219
!*/

#define CONVERT(TO, FROM)                                                                        \
    kernel void TO##_of_##FROM(global TO *usual, global TO *rte, global TO *rtz, global TO *rtp, \
                               global TO *rtn, global const FROM *in)                            \
    {                                                                                            \
        size_t i = get_global_id(0);                                                             \
        usual[i] = convert_##TO(in[i]);                                                          \
        rte[i] = convert_##TO##_rte(in[i]);                                                      \
        rtz[i] = convert_##TO##_rtz(in[i]);                                                      \
        rtp[i] = convert_##TO##_rtp(in[i]);                                                      \
        rtn[i] = convert_##TO##_rtn(in[i]);                                                      \
    }

CONVERT(float, int)
CONVERT(float, long)
CONVERT(int, float)
CONVERT(long, float)

kernel void saturated(global long *l, global ulong *u, global const float *in)
{
    size_t i = get_global_id(0);
    l[i] = convert_long_sat(in[i]);
    u[i] = convert_ulong_sat(in[i]);
}

kernel void narrowed(global int *low, global int *near, global uint *no_sign, global ulong *no_sign_64,
                     global char *byte, global const long *in)
{
    size_t i = get_global_id(0);
    low[i] = convert_int(in[i]);
    near[i] = convert_int_sat(in[i]);
    no_sign[i] = convert_uint_sat(in[i]);
    no_sign_64[i] = convert_ulong_sat(in[i]);
    byte[i] = convert_char_sat(in[i]);
}
