/*!
[config]
name: convert_float of a long beyond the middle of two floats
clc_version_min: 12

# OpenCL 1.2, 6.2.3.2: rounded to the nearest. 2^53 + 2^29 + 1 is nearer to 2^53 + 2^30; 2^53 + 2^29, which a
# double on the way there makes of it, is half way.

[test]
name: one rounding
kernel_name: to_float
global_size: 2 1 1
arg_out: 0 buffer float[2] 0x1.000002p+53 -0x1.000002p+53
arg_in: 1 buffer long[2] 9007199791611905 -9007199791611905
!*/

kernel void to_float(global float *out, global const long *in)
{
    size_t i = get_global_id(0);
    out[i] = convert_float(in[i]);
}
