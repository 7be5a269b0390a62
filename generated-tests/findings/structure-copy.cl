// SPDX-License-Identifier: MIT
/*!
# C99, 6.7.8: of a structure that another is initialized with, "the initial value of the object ... is that of the expression"
# (OpenCL 1.2, 6: OpenCL C is C99 but for what it says). What becomes of the first then does not change the second.

[config]
name: a copy of a structure keeps what it was copied from
clc_version_min: 10
global_size: 2 1 1

[test]
name: when the first is changed
kernel_name: changed
arg_out: 0 buffer uchar2[2] 3 9 8 9
arg_in:  1 buffer uint[2] 3 8

[test]
name: when it is changed itself
kernel_name: changed_itself
arg_out: 0 buffer uchar2[2] 252 3 247 8
arg_in:  1 buffer uint[2] 3 8

[test]
name: without change
kernel_name: unchanged
arg_out: 0 buffer uchar2[2] 3 3 8 8
arg_in:  1 buffer uint[2] 3 8
!*/

struct both {
    uchar small;
    uint large;
};

kernel void changed(global uchar2 *result, global const uint *given)
{
    uint id = get_global_id(0);
    struct both first = {(uchar)given[id], given[id]}, second = first;
    first.small = 9;
    result[id] = (uchar2)(second.small, first.small);
}

kernel void changed_itself(global uchar2 *result, global const uint *given)
{
    uint id = get_global_id(0);
    struct both first = {(uchar)given[id], given[id]}, second = first;
    second.small ^= 255;
    result[id] = (uchar2)(second.small, first.small);
}

kernel void unchanged(global uchar2 *result, global const uint *given)
{
    uint id = get_global_id(0);
    struct both first = {(uchar)given[id], given[id]}, second = first;
    result[id] = (uchar2)(second.small, first.small);
}
