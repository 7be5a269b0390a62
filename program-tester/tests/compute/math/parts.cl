// SPDX-License-Identifier: MIT
/*!
# frexp, ldexp, modf, ilogb, logb and nextafter take numbers apart exactly (OpenCL C 1.2, 6.12.2).

[config]
name: compute math parts
kernel_name: parts
global_size: 5 0 0

[test]
name: five numbers
arg_out: 0 buffer float[5] 0.75 -0.75 0.78125 0.5 0.8
arg_out: 1 buffer int[5] 1 -1 7 1 -3
arg_out: 2 buffer float[5] 1.5 -0.75 4e+02 8 1.6
arg_out: 3 buffer float[5] 0.5 -0.375 0 0 0.1
arg_out: 4 buffer int[5] 0 -2 6 0 -4
arg_out: 5 buffer float[5] 0 -2 6 0 -4
arg_out: 6 buffer float[5] 1.5000001 -0.37499997 100.00001 1.0000001 0.10000001
arg_in:  7 buffer float[5] 1.5 -0.375 1e+02 1 0.1
!*/

kernel void parts(global float *mantissa, global int *exponent, global float *scaled,
                  global float *fraction, global int *log_int, global float *log_float,
                  global float *next, global const float *in)
{
    size_t i = get_global_id(0);
    int e;
    float whole;
    mantissa[i] = frexp(in[i], &e);
    exponent[i] = e;
    scaled[i] = ldexp(in[i], (int)i);
    fraction[i] = modf(in[i], &whole);
    log_int[i] = ilogb(in[i]);
    log_float[i] = logb(in[i]);
    next[i] = nextafter(in[i], 1000.0f);
}
