/*!
[config]
name: vstorea_half3 writes three halves; the fourth of the stride is not its own (6.12.7)
kernel_name: store
clc_version_min: 12

[test]
arg_in:  0 buffer half[8] repeat 77
arg_out: 0 buffer half[8] 1 2 3 77 4 5 6 77
arg_in:  1 buffer float3[2] 1 2 3 4 5 6
!*/

kernel void store(global half *memory, global const float3 *values)
{
    vstorea_half3(values[0], 0, memory);
    vstorea_half3(values[1], 1, memory);
}
