// SPDX-License-Identifier: MIT
/*!
# Products with 2, 4 and 0.5 of what was just computed, exact in any order, with leave to take
# denormals for zeros (OpenCL 1.2, 5.6.4.2) and with NaN and infinities as they are.

[config]
name: compute math scaled results
kernel_name: scaled
global_size: 4 0 0
build_options: -cl-denorms-are-zero -cl-no-signed-zeros

[test]
name: float
arg_out: 0 buffer float4[4] 7 18 0.75 26 -2 0 -1.5 17 inf inf inf inf nan nan nan nan
arg_in:  1 buffer float[4] 2.5 -2 inf nan
!*/

kernel void scaled(global float4 *out, global const float *in)
{
    size_t i = get_global_id(0);
    float x = in[i];
    out[i] = (float4)((x + 1.0f) * 2.0f, (2.0f + x) * 4.0f, (x - 1.0f) * 0.5f,
                      (x * x) * 4.0f + 1.0f);
}
