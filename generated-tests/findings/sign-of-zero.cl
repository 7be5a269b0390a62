/*!
[config]
name: sign of a zero is that zero, of NaN 0.0 (6.12.4)
kernel_name: apply
global_size: 4

[test]
name: zeros and NaN
arg_out: 0 buffer float[4] 0 -0 0 -1 signed_zero
arg_in:  1 buffer float[4] 0 -0 nan -5
!*/

kernel void apply(global float *result, global const float *x)
{
    size_t i = get_global_id(0);
    result[i] = sign(x[i]);
}
