// SPDX-License-Identifier: MIT
/*!
# lgamma_r of zeros and negative whole numbers is infinite, and stores 0 for the sign (OpenCL 1.2, 7.5.1).

[config]
name: compute math gamma poles
kernel_name: signs
global_size: 2

[test]
name: zeros, poles, and between
arg_out: 0 buffer float4[2] inf inf inf inf  0 0 inf inf tolerance 2 ulp
arg_out: 1 buffer int4[2] 0 0 0 0  1 1 0 0
arg_in:  2 buffer float4[2] 0 -0 -1 -2  1 2 -3 -16777216

[test]
name: signs between poles
arg_out: 0 buffer float4[2] repeat 1.2655121 0.86004702 -0.056243716 0.2846829 tolerance 0.001
arg_out: 1 buffer int4[2] repeat -1 1 -1 1
arg_in:  2 buffer float4[2] repeat -0.5 -1.5 -2.5 2.5
!*/

kernel void signs(global float4 *out, global int4 *sign, global const float4 *in)
{
    size_t i = get_global_id(0);
    int4 s;
    out[i] = lgamma_r(in[i], &s);
    sign[i] = s;
}
