// SPDX-License-Identifier: MIT
/*!
# Variables at program scope in global memory (OpenCL C 3.0, 6.7.1): they begin with their initial
# values, or with zeros, and live as long as the program: the next launch and other kernels see what was
# written.

[config]
name: program-scope variables
clc_version_min: 30
require_features: __opencl_c_program_scope_global_variables
global_size: 4

[test]
name: what they begin with, and what stays
launch: begin global_size 1
launch: change
launch: change
launch: end global_size 1
arg_out: 0 buffer int[5] 10 5 7 0 8
arg_out: 1 buffer int[6] 18 6 8 1 8 2
!*/

global int counter = 10;
global int values[3] = {5, 6, 7};
global int *global pointer = &values[2];
int without_space; /* is in global memory, too */
constant int eight = 8;

static int calls(void)
{
    static global int count;
    return ++count;
}

kernel void begin(global int *first, global int *last)
{
    first[0] = counter;
    first[1] = values[0];
    first[2] = *pointer;
    first[3] = without_space;
    first[4] = eight;
    calls();
}

kernel void change(global int *first, global int *last)
{
    atomic_inc(&counter);
    if (get_global_id(0))
        return;
    values[0] = 6;
    values[2] = 8;
    without_space = 1;
}

kernel void end(global int *first, global int *last)
{
    last[0] = counter;
    last[1] = values[0];
    last[2] = *pointer;
    last[3] = without_space;
    last[4] = eight;
    last[5] = calls();
}
