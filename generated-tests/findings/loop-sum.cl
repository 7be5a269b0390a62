/*!
[config]
name: a sum over a loop (6.8)
kernel_name: add
clc_version_min: 12

[test]
arg_out: 0 buffer int[1] 45
arg_in:  1 int 10
!*/

kernel void add(global int *out, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += i;
    *out = sum;
}
