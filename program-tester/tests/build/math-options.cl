// SPDX-License-Identifier: MIT
/*!
# Options that allow less exact arithmetic are accepted and leave exact cases exact (OpenCL 1.2, 5.6.4.2).

[config]
name: build math options
kernel_name: sums
global_size: 4 0 0
build_options: -cl-mad-enable -cl-no-signed-zeros -cl-fast-relaxed-math -cl-single-precision-constant -cl-denorms-are-zero

[test]
name: small integers
arg_out: 0 buffer float[4] 2 5 10 17
arg_in:  1 buffer float[4] 1 2 3 4
!*/

kernel void sums(global float *out, global const float *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i] * in[i] + 1.0;
}
