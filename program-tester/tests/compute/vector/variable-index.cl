// SPDX-License-Identifier: MIT
/*!
# A vector indexed through a pointer to its first component, with an index known only at run time.

[config]
name: compute vector variable index
kernel_name: pick
global_size: 8 0 0

[test]
name: int8
arg_out: 0 buffer int[8] 80 70 60 50 40 30 20 10
arg_in:  1 int8 10 20 30 40 50 60 70 80
arg_in:  2 buffer int[8] 7 6 5 4 3 2 1 0
!*/

kernel void pick(global int *out, int8 v, global const int *index)
{
    size_t i = get_global_id(0);
    out[i] = ((int *)&v)[index[i]];
}
