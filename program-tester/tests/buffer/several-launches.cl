// SPDX-License-Identifier: MIT
/*!
# Commands of one in-order queue follow each other: each sees what those before have written (OpenCL 1.2, 5.11).

[config]
name: several launches in one test
clc_version_min: 12

[test]
name: a kernel feeds another
arg_out: 0 buffer int[4] 1 2 3 4
arg_out: 1 buffer int[4] 10 20 30 40
arg_in:  2 int 10
launch: count args 0 global_size 4
launch: times args 1 0 2 global_size 4

[test]
name: there and back
arg_in:  0 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 27 54 81 108
arg_in:  1 buffer int[4] repeat 0
arg_in:  2 int 3
launch: times args 1 0 2 global_size 4
launch: times args 0 1 2 global_size 4 local_size 2
launch: times args 1 0 2 global_size 4 local_size NULL
copy: 1 to 0

[test]
name: one buffer as both arguments
kernel_name: times
global_size: 2
arg_in:  0 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 25 50 3 4
arg_in:  1 int 5
launch: times args 0 0 1
launch: times args 0 0 1

[test]
name: part of the work-items at a time
arg_in:  0 buffer int[4] repeat 7
launch: count args 0 global_offset 2 global_size 2
read: 0 7 7 3 4
launch: count args 0 global_size 1
read: 0 1 7 3 4

[test]
name: work-groups that do not fit
arg_out: 0 buffer int[4] 7 7 7 7
fill: 0 7
launch: count args 0 global_size 4 local_size 3 error CL_INVALID_WORK_GROUP_SIZE
!*/

kernel void count(global int *out)
{
    out[get_global_id(0)] = get_global_id(0) + 1;
}

kernel void times(global int *out, global const int *in, int factor)
{
    int i = get_global_id(0);
    out[i] = in[i] * factor;
}
