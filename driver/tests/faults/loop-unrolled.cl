// SPDX-License-Identifier: MIT
// a fault in a loop that is unrolled
// global_size: 1 0 0
// functions: kern

kernel void kern(global int *out, global const int *in)
{
    int sum = 0;
    for (int k = 0; k < 5; k++)
        sum = sum * 3 + /*@*/in[k * 4];
    out[0] = sum;
}
