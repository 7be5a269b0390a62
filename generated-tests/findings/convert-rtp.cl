/*!
[config]
name: convert_int_rtp rounds towards positive infinity (6.2.3.2)
kernel_name: convert
clc_version_min: 12

[test]
arg_out: 0 buffer int4[1] 0 -1 1 2
arg_in:  1 buffer float4[1] -0.25 -1.5 0.25 1.5
!*/

kernel void convert(global int4 *result, global const float4 *a)
{
    result[0] = convert_int4_rtp(a[0]);
}
