// SPDX-License-Identifier: MIT
/*!
# A half becomes a double of the same value (OpenCL C 1.2, 6.2.2: such conversions are exact), by an
# implicit conversion, a cast to a vector, and in an expression of doubles.

[config]
name: half to double
require_device_extensions: cl_khr_fp16 cl_khr_fp64
global_size: 8

[test]
for: name kernel type expected in \
       (implicit  implicit  double  "1.5 -2 0x1.aacp-13 0x1p-24 -0x1.ff8p-15 65504 -0.0") \
       ("cast to a vector"  cast  double2 \
        "1.5 1.5 -2 -2 0x1.aacp-13 0x1.aacp-13 0x1p-24 0x1p-24 -0x1.ff8p-15 -0x1.ff8p-15 65504 65504 -0.0 -0.0 -inf") \
       ("in an expression"  expression  double  "2.5 -1 0x1.000d56p+0 0x1.000001p+0 0x1.fff802p-1 65505 1")
name: $name
kernel_name: $kernel
arg_in:  1 buffer half[8] 1.5 -2 0x1.aacp-13 0x1p-24 -0x1.ff8p-15 65504 -0.0 -inf
arg_out: 0 buffer $type[8] $expected -inf

[test]
name: vectors
kernel_name: vectors
global_size: 2
arg_in:  1 buffer half4[2] 1.5 -2 0x1.aacp-13 0x1p-24 -0x1.ff8p-15 65504 -0.0 -inf
arg_out: 0 buffer double4[2] 1.5 -2 0x1.aacp-13 0x1p-24 -0x1.ff8p-15 65504 -0.0 -inf
!*/

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void implicit(global double *out, global const half *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i];
}

kernel void cast(global double2 *out, global const half *in)
{
    size_t i = get_global_id(0);
    out[i] = (double2)in[i];
}

kernel void expression(global double *out, global const half *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i] + 1.0;
}

kernel void vectors(global double4 *out, global const half4 *in)
{
    size_t i = get_global_id(0);
    out[i] = convert_double4(in[i]);
}
