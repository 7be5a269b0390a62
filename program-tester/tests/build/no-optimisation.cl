// SPDX-License-Identifier: MIT
/*!
# -cl-opt-disable gives the same results.

[config]
name: build no optimisation
kernel_name: triangle
global_size: 6 0 0
build_options: -cl-opt-disable

[test]
name: sums
arg_out: 0 buffer int[6] 0 1 3 6 10 15
!*/

int upto(int n)
{
    int sum = 0;
    for (int i = 0; i <= n; i++)
        sum += i;
    return sum;
}

kernel void triangle(global int *out)
{
    out[get_global_id(0)] = upto(get_global_id(0));
}
