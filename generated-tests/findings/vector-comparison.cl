// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.3.d: relational operators give, of vectors, "0 if the specified relation is false and -1 (i.e. all bits set) if the
# specified relation is true".

[config]
name: what comparisons of vectors give
clc_version_min: 10
global_size: 2 1 1

[test]
for: name kernel type expected in \
       ("of vectors made of a scalar each"  splats   int2  "0 0 -1 -1") \
       ("its lowest bits"                   lowest   int2  "0 0 1 1") \
       (negated                             negated  int2  "0 0 1 1") \
       ("all of it"                         of_all   int   "0 1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer $type[2] $expected
arg_in:  1 buffer int[3] 3 5 4
!*/

kernel void splats(global int2 *result, global const int *given)
{
    uint id = get_global_id(0);
    result[id] = (int2)(given[id]) > (int2)(given[2]);
}

kernel void lowest(global int2 *result, global const int *given)
{
    uint id = get_global_id(0);
    result[id] = ((int2)(given[id], given[id] + 1) > (int2)(4, 5)) & 1;
}

kernel void negated(global int2 *result, global const int *given)
{
    uint id = get_global_id(0);
    result[id] = -((int2)(given[id], given[id] + 1) > (int2)(4, 5));
}

kernel void of_all(global int *result, global const int *given)
{
    uint id = get_global_id(0);
    result[id] = all((int2)(given[id]) > (int2)(given[2]));
}
