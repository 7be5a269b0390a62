/*!
[config]
name: vstore_half of less than the smallest half, rounded up and down (6.12.7)
kernel_name: store
clc_version_min: 12

[test]
arg_in:  0 buffer half[4] repeat 77
arg_out: 0 buffer half[4] 0x1p-24 -0 0 -0x1p-24 signed_zero
arg_in:  1 buffer float2[1] 0x1p-30 -0x1p-30
!*/

kernel void store(global half *memory, global const float2 *values)
{
    vstore_half2_rtp(values[0], 0, memory);
    vstore_half2_rtn(values[0], 1, memory);
}
