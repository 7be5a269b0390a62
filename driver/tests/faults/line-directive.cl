// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in a line that #line renames
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern
// says: at made.y:1000:19 in kern

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
#line 1000 "made.y"
    out[i] = /*@*/in[i + 100];
}
