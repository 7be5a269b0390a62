/*!
[config]
name: abs_diff of longs that are more than 2^63 - 1 apart (6.12.3)
kernel_name: difference
clc_version_min: 12

[test]
arg_out: 0 buffer ulong[1] 0x8000000000000001
arg_in:  1 long 0x7fffffffffffffff
arg_in:  2 long -2
!*/

kernel void difference(global ulong *out, long a, long b)
{
    *out = abs_diff(a, b);
}
