// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: "fmin ... If one argument is a NaN, fmin() returns the other argument": 1 here, which fmax leaves.

[config]
name: fmin of NaN and 1, then fmax with 0
kernel_name: bounded
global_size: 4

[test]
name: between 0 and 1
arg_out: 0 buffer float[4] 1 1 0 0.5
arg_in:  1 buffer float[4] nan 2 -1 0.5
!*/

kernel void bounded(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = fmax(fmin(in[i], 1.0f), 0.0f);
}
