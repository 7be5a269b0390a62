// SPDX-License-Identifier: MIT
/*!
# __constant pointers as arguments.

[config]
name: compute memory constant arguments
kernel_name: blend
global_size: 6 0 0

[test]
name: weights
arg_out: 0 buffer float[6] -1 1.5 0.5 2.5 2 3.5
arg_in:  1 buffer float[6] 0 0.25 0.5 0.75 1 1.25
arg_in:  2 buffer float2[2] 3 -1 2 1
!*/

kernel void blend(global float *out, constant float *in, constant float2 *weights)
{
    int i = get_global_id(0);
    out[i] = in[i] * weights[i % 2].x + weights[i % 2].y;
}
