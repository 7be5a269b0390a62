// SPDX-License-Identifier: MIT
/*!
# clamp(x, 0, 1) is fmin(fmax(x, 0), 1) (OpenCL C 1.2, 6.12.4), where fmax() gives the number when
# its other argument is NaN (6.12.2); comparisons with NaN are false (6.3), zeros keep their sign.

[config]
name: compute math saturate float
global_size: 8 0 0

[test]
for: name kernel expected given in \
       (clamp            by_clamp        "0 0 0 0.25 1 1 1 0"    "-inf -3 0 0.25 1 1.5 inf nan") \
       ("minimum first"  minimum_first   "0 0 0 0.25 1 1 1 1"    "-inf -3 0 0.25 1 1.5 inf nan") \
       (comparisons      by_comparisons  "0 0 0 0.25 1 1 1 0"    "-inf -3 -0.0 0.25 1 1.5 inf nan") \
       ("NaN passes"     nan_passes      "0 0 0 0.25 1 1 1 nan"  "-inf -3 0 0.25 1 1.5 inf nan") \
       ("a sum"          of_sum          "0 0 0 0.25 1 1 1 0"    "-inf -4 -1 -0.75 0 0.5 inf nan")
name: $name
kernel_name: $kernel
arg_out: 0 buffer float[8] $expected
arg_in:  1 buffer float[8] $given
!*/

kernel void by_clamp(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = clamp(in[i], 0.0f, 1.0f);
}

kernel void minimum_first(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = fmax(fmin(in[i], 1.0f), 0.0f);
}

kernel void by_comparisons(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i];
    out[i] = x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

kernel void nan_passes(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i];
    out[i] = x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
}

kernel void of_sum(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = clamp(in[i] + 1.0f, 0.0f, 1.0f);
}
