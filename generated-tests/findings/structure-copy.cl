// SPDX-License-Identifier: MIT
/*!
# C99, 6.7.8: of a structure that another is initialized with, "the initial value of the object ... is that of the expression"
# (OpenCL 1.2, 6: OpenCL C is C99 but for what it says). What becomes of the first then does not change the second.

[config]
name: a copy of a structure keeps what it was copied from
clc_version_min: 10
global_size: 2 1 1

[test]
for: name kernel expected in \
       ("when the first is changed"  changed         "3 9 8 9") \
       ("when it is changed itself"  changed_itself  "252 3 247 8") \
       ("without change"             unchanged       "3 3 8 8")
name: $name
kernel_name: $kernel
arg_out: 0 buffer uchar2[2] $expected
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
