// SPDX-License-Identifier: MIT
/*!
# A large structure is assigned to itself, which C99, 6.5.16.1, allows: an exact overlap.

[config]
name: compute self-assignment

[test]
name: exact overlap
kernel_name: same_place
arg_out: 0 buffer int[300] repeat 3
arg_in:  1 buffer int[1] 0
!*/

struct large {
    int values[300];
};

kernel void same_place(global struct large *out, global const int *in)
{
    for (int i = 0; i < 300; i++)
        out->values[i] = 3;
    out[in[0]] = out[0];
}
