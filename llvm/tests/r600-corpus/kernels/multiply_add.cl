/* SPDX-License-Identifier: MIT */
#pragma OPENCL FP_CONTRACT OFF

kernel void multiply_add(global float *out, global const float *a, global const float *b, float c)
{
    size_t i = get_global_id(0);
    out[i] = a[i] * c - b[i];
}
