// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.5.3: as constant-pointers.cl. A structure in constant memory may point to another that points back.

[config]
name: constants that point to each other
kernel_name: from_ring

[test]
name: from structures
arg_in:  1 int 0
arg_out: 0 buffer int[1] 2
!*/

struct ring {
    int number;
    constant struct ring *next;
};
constant struct ring ring[2] = {{1, &ring[1]}, {2, &ring[0]}};

kernel void from_ring(global int *out, int zero)
{
    out[0] = ring[zero].next->number;
}
