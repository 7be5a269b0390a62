/*!
[config]
name: convert_int_rtp and _rtn round towards positive and negative infinity (6.2.3.2)
clc_version_min: 12

[test]
name: rtp
kernel_name: convert_rtp
arg_out: 0 buffer int4[1] 0 -1 1 2
arg_in:  1 buffer float4[1] -0.25 -1.5 0.25 1.5

[test]
name: rtn
kernel_name: convert_rtn
arg_out: 0 buffer int4[1] -1 -2 0 1
arg_in:  1 buffer float4[1] -0.25 -1.5 0.25 1.5
!*/

kernel void convert_rtp(global int4 *result, global const float4 *a)
{
    result[0] = convert_int4_rtp(a[0]);
}

kernel void convert_rtn(global int4 *result, global const float4 *a)
{
    result[0] = convert_int4_rtn(a[0]);
}
