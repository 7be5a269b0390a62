// SPDX-License-Identifier: MIT
/*!
# Math builtins on vectors work per component.

[config]
name: compute math vectors
kernel_name: apply

[test]
name: float4
arg_out: 0 buffer float4[3] 1 2 3 4  2 -3 4 -4  1 8 27 64 tolerance 16 ulp
arg_in:  1 float4 1 4 9 16
arg_in:  2 float4 1.5 -2.5 3.5 -4.25
!*/

kernel void apply(global float4 *out, float4 squares, float4 v)
{
    out[0] = sqrt(squares);
    out[1] = round(v);
    out[2] = pow(squares, (float4)(1.5f));
}
