// SPDX-License-Identifier: MIT
/*!
# Tables at program scope in the constant address space, indexed at run time: scalars, vectors, structures.

[config]
name: compute memory program constants
kernel_name: look_up
global_size: 5 0 0

[test]
name: four tables
arg_out: 0 buffer int[5] 11 7 5 3 2
arg_out: 1 buffer float4[5] 0 0.5 0 1 1 1.5 -1 1 2 2.5 -2 1 0 0 0 0 0 0 0 0
arg_out: 2 buffer int[5] 82 222 333 464 540
arg_out: 3 buffer int[5] 10 21 10 21 10
!*/

constant int primes[5] = {2, 3, 5, 7, 11};
constant float4 points[5] = {(float4)(0, 0.5f, 0, 1), (float4)(1, 1.5f, -1, 1), (float4)(2, 2.5f, -2, 1)};
constant char name[] = "Rootle";
constant struct {
    char small;
    int large;
} pairs[2] = {{0, 10}, {1, 20}};

kernel void look_up(global int *out, global float4 *vec, global int *letters, global int *sums)
{
    int i = get_global_id(0);
    out[i] = primes[4 - i];
    vec[i] = points[i];
    letters[i] = name[i] * (i + 1);
    sums[i] = pairs[i % 2].small + pairs[i % 2].large;
}
