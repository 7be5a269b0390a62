// SPDX-License-Identifier: MIT
/*!
# fma rounds once (OpenCL 1.2, 7.4: correctly rounded).

[config]
name: compute math fma
kernel_name: fuse
global_size: 4 0 0

[test]
name: cancellation
arg_out: 0 buffer float[4] 1.4210855e-14 2.9802322e-08 1.4901161e-08 1.474969e+12
arg_in:  1 buffer float[4] 1.0000001 3 0.1 16777216
arg_in:  2 buffer float[4] 1.0000001 0.33333334 1e+01 16777216
arg_in:  3 buffer float[4] -1.0000002 -1 -1 -2.8e+14
!*/

kernel void fuse(global float *out, global const float *a, global const float *b, global const float *c)
{
    size_t i = get_global_id(0);
    out[i] = fma(a[i], b[i], c[i]);
}
