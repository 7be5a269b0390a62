// SPDX-License-Identifier: MIT
/*!
# Sums of products that may be computed in any order (OpenCL 1.2, 5.6.4.2), all of them exact.

[config]
name: compute math sums of products
kernel_name: sums
build_options: -cl-fast-relaxed-math

[test]
name: float
arg_out: 0 buffer float[6] 100 28 55 -4 204 0.5
arg_in:  1 buffer float[8] 1 2 3 4 5 6 7 8
!*/

kernel void sums(global float *out, global const float *in)
{
    float a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
    out[0] = a * b + c * d + e * f + g * h;
    out[1] = a + b + e + f + g + g;
    out[2] = a * a + b * b + c * c + d * d + e * e;
    out[3] = a * b - c * d + a * f;
    out[4] = a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h;
    out[5] = 0.25f * a + 0.5f * b - 0.125f * f;
}
