// SPDX-License-Identifier: MIT
/*!
# Doubles across control flow that work-items take in different ways, and through a barrier.

[config]
name: compute double control
global_size: 8 0 0
local_size: 8 0 0
require_device_extensions: cl_khr_fp64

[test]
name: loops
kernel_name: loops
# 1 + 1/2 + ... + 1/2^(n-1)
arg_out: 0 buffer double[8] 0 1 1.5 1.75 1.875 1.9375 1.96875 1.984375

[test]
name: branches
kernel_name: branches
arg_out: 0 buffer double[8] -0.5 0.5 1.5 2.5 16 25 36 49

[test]
name: sum of the group
kernel_name: group_sum
arg_out: 0 buffer double[8] repeat 3.5
arg_in:  1 buffer double[8] 0.125 0.25 0.375 0.5 0.5 0.5 0.75 0.5

[test]
name: copied by the group
kernel_name: copied
arg_out: 0 buffer double[8] 8 7 6 5 4 3 2 1
arg_in:  1 buffer double[8] 1 2 3 4 5 6 7 8

[test]
name: constants
kernel_name: constants
arg_out: 0 buffer double[8] 1 -2.5 1e300 5e-324 0.1 3.141592653589793 -0 1024
!*/
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void loops(global double *out)
{
    int n = get_global_id(0);
    double sum = 0.0, part = 1.0;
    while (n-- > 0) {
        sum += part;
        part *= 0.5;
    }
    out[get_global_id(0)] = sum;
}

kernel void branches(global double *out)
{
    size_t i = get_global_id(0);
    double x = (double)i, y;
    if (x < 3.5)
        y = x - 0.5;
    else
        y = x * x;
    out[i] = y;
}

kernel void group_sum(global double *out, global const double *in)
{
    local double part[8];
    size_t i = get_local_id(0);
    part[i] = in[i];
    for (size_t step = 4; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] += part[i + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = part[0];
}

kernel void copied(global double *out, global const double *in)
{
    local double copy[8];
    size_t i = get_local_id(0);
    event_t event = async_work_group_copy(copy, in, 8, 0);
    wait_group_events(1, &event);
    out[i] = copy[7 - i];
}

constant double table[8] = {1.0, -2.5, 1e300, 5e-324, 0.1, M_PI, -0.0, 0x1p10};

kernel void constants(global double *out)
{
    out[get_global_id(0)] = table[get_global_id(0)];
}
