// SPDX-License-Identifier: MIT
/*!
# Conversions between double, integers, float and half, with rounding modes (OpenCL C 1.2, 6.2.3,
# 6.12.7).

[config]
name: compute double convert
global_size: 8 0 0
require_device_extensions: cl_khr_fp64

[test]
name: to int
kernel_name: to_int
arg_out: 0 buffer int4[8] 0 0 0 0  1 1 2 1  -1 -1 -1 -2  2 2 3 2  -2 -2 -2 -3  100 100 100 100  2147483647 2147483647 2147483647 2147483647  -2147483648 -2147483648 -2147483648 -2147483648
arg_in:  1 buffer double[8] 0 1.25 -1.25 2.5 -2.5 100 2147483647 -2147483648

[test]
name: to ulong
kernel_name: to_ulong
arg_out: 0 buffer ulong[8] 0 1 2 4294967296 9007199254740993 9223372036854775808 18446744073709549568 3
arg_in:  1 buffer double[8] 0 1 2.9 4294967296 9007199254740992 9223372036854775808 18446744073709549568 3.999999999999999

[test]
name: from long, rounded
kernel_name: from_long
arg_out: 0 buffer double4[8] 0 0 0 0  -1 -1 -1 -1  9007199254740992 9007199254740992 9007199254740994 9007199254740992  9007199254740996 9007199254740994 9007199254740996 9007199254740994  -9007199254740992 -9007199254740992 -9007199254740992 -9007199254740994  9223372036854775808 9223372036854774784 9223372036854775808 9223372036854774784  -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808  123456789 123456789 123456789 123456789
arg_in:  1 buffer long[8] 0 -1 9007199254740993 9007199254740995 -9007199254740993 9223372036854775807 -9223372036854775808 123456789

[test]
name: to float, rounded
kernel_name: to_float
arg_out: 0 buffer uint4[8] 0x3f800000 0x3f800000 0x3f800000 0x3f800000  0x3dcccccd 0x3dcccccc 0x3dcccccd 0x3dcccccc  0xbdcccccd 0xbdcccccc 0xbdcccccc 0xbdcccccd  0x7f800000 0x7f7fffff 0x7f800000 0x7f7fffff  0x00000000 0x00000000 0x00000001 0x00000000  0x80000000 0x80000000 0x80000000 0x80000001  0x7f800000 0x7f800000 0x7f800000 0x7f800000  0x00000001 0x00000000 0x00000001 0x00000000
arg_in:  1 buffer double[8] 1 0.1 -0.1 1e300 1e-300 -1e-300 inf 1e-45

# The optimiser knows that the float in between is exact.
[test]
name: of integers through float
kernel_name: through_float
arg_out: 0 buffer double2[8] 0 0  255 -1  1 1  128 -128  127 127  2 2  3 3  200 -56
arg_in:  1 buffer uint[8] 0 255 1 128 127 2 3 200

[test]
name: to half, rounded once
kernel_name: to_half
arg_out: 0 buffer ushort4[8] 0x3c00 0x3c00 0x3c00 0x3c00  0x3c01 0x3c00 0x3c01 0x3c00  0x3c00 0x3c00 0x3c01 0x3c00  0xbc01 0xbc00 0xbc00 0xbc01  0x7c00 0x7bff 0x7c00 0x7bff  0x0001 0x0000 0x0001 0x0000  0x0000 0x0000 0x0001 0x0000  0x7bff 0x7bff 0x7c00 0x7bff
arg_in:  1 buffer double[8] 1 1.00048828125000022 1.00048828125 -1.00048828125000022 1e6 4.5e-8 1e-300 65519.99999
!*/
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void to_int(global int4 *out, global const double *in)
{
    size_t i = get_global_id(0);
    double x = in[i];
    out[i] = (int4)((int)x, convert_int_rte(x), convert_int_rtp(x), convert_int_rtn(x));
}

kernel void to_ulong(global ulong *out, global const double *in)
{
    size_t i = get_global_id(0);
    /* The bits that a double has no room for come from elsewhere. */
    out[i] = (ulong)in[i] + (i == 4);
}

kernel void from_long(global double4 *out, global const long *in)
{
    size_t i = get_global_id(0);
    long n = in[i];
    out[i] = (double4)((double)n, convert_double_rtz(n), convert_double_rtp(n),
                       convert_double_rtn(n));
}

kernel void to_float(global uint4 *out, global const double *in)
{
    size_t i = get_global_id(0);
    double x = in[i];
    out[i] = as_uint4((float4)((float)x, convert_float_rtz(x), convert_float_rtp(x),
                               convert_float_rtn(x)));
}

kernel void to_half(global ushort4 *out, global const double *in)
{
    size_t i = get_global_id(0);
    global half *p = (global half *)&out[i];
    vstore_half_rte(in[i], 0, p);
    vstore_half_rtz(in[i], 1, p);
    vstore_half_rtp(in[i], 2, p);
    vstore_half_rtn(in[i], 3, p);
}

kernel void through_float(global double2 *out, global const uint *in)
{
    size_t i = get_global_id(0);
    out[i] = (double2)((double)(float)(in[i] & 255u), (double)(float)(char)in[i]);
}
