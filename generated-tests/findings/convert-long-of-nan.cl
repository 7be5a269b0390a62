// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.2.3.3: in saturated mode "NaN should be converted to 0".

[config]
name: saturated conversions of floats to 64 bits
global_size: 4

[test]
name: to long
kernel_name: to_long
arg_out: 0 buffer long[4] 0 9223372036854775807 -9223372036854775808 1
arg_in:  1 buffer float[4] nan inf -inf 1

[test]
name: to ulong
kernel_name: to_ulong
arg_out: 0 buffer ulong[4] 0 18446744073709551615 0 1
arg_in:  1 buffer float[4] nan inf -inf 1
!*/

kernel void to_long(global long *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = convert_long_sat(in[i]);
}

kernel void to_ulong(global ulong *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = convert_ulong_sat(in[i]);
}
