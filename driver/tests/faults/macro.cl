// SPDX-License-Identifier: MIT
/*!
[config]
name: a fault in what a macro stands for is where the macro is used
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
arg_in: 1 buffer int[16] 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!*/
// functions: kern

#define AT(p, i) ((p)[(i) * 100])
#define TWICE(x) ((x) + (x))

kernel void kern(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = /*@*/TWICE(AT(in, i + 1));
}
