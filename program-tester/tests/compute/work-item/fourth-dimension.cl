// SPDX-License-Identifier: MIT
/*!
# A dimension index of 3 or more: sizes and numbers of groups are 1, ids and offsets 0 (OpenCL C 1.2, 6.12.1).

[config]
name: compute work item fourth dimension
kernel_name: beyond
dimensions: 3
global_size: 2 2 2
local_size: 2 2 2
global_offset: 1 1 1

[test]
name: constant index
kernel_name: beyond
arg_out: 0 buffer uint[7] 1 1 1 0 0 0 0
arg_in:  1 uint 3

[test]
name: index from an argument
kernel_name: beyond_argument
arg_out: 0 buffer uint[7] 1 1 1 0 0 0 0
arg_in:  1 uint 1000
!*/

#define BEYOND(NAME, D)                              \
    kernel void NAME(global uint *out, uint d)       \
    {                                                \
        out[0] = get_global_size(D);                 \
        out[1] = get_local_size(D);                  \
        out[2] = get_num_groups(D);                  \
        out[3] = get_global_id(D);                   \
        out[4] = get_local_id(D);                    \
        out[5] = get_group_id(D);                    \
        out[6] = get_global_offset(D);               \
    }

BEYOND(beyond, 3)
BEYOND(beyond_argument, d)
