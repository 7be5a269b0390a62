// SPDX-License-Identifier: MIT
/*!
# C99, 7.12.11.3: nextafter returns "y if x equals y", and zeros of both signs are equal. OpenCL's functions are C99's but for what it says
# (OpenCL 1.2, 7.5).

[config]
name: nextafter from a zero to the other

[test]
name: gives the second
global_size: 2 0 0
kernel_name: next
arg_out: 0 buffer float[2] 0.0 -0.0 signed_zero
arg_in:  1 buffer float[2] -0.0 0.0
arg_in:  2 buffer float[2] 0.0 -0.0
!*/

kernel void next(global float *out, global const float *x, global const float *y)
{
    const size_t i = get_global_id(0);
    out[i] = nextafter(x[i], y[i]);
}
