// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.12.2: remquo "calculates the lower seven bits of the integral quotient x/y, and gives that value the same sign as x/y": 9 by 1
# is 9, -9 by 1 is -9, and 100 by 1 is 100.

[config]
name: how many bits of the quotient remquo stores

[test]
name: quotients of seven bits
kernel_name: quotients
global_size: 4 0 0
arg_out: 0 buffer int[4] 3 9 -9 100
arg_in:  1 buffer float[4] 3 9 -9 100
!*/

kernel void quotients(global int *out, global const float *in)
{
    const size_t i = get_global_id(0);
    int quotient;
    remquo(in[i], 1.0f, &quotient);
    out[i] = quotient;
}
