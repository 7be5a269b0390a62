// SPDX-License-Identifier: MIT
/*!
[config]
name: an atomic operation past the end
kernel_name: kern

[test]
name: faults
global_size: 16 0 0
arg_out: 0 buffer int[16] 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
!*/
// functions: kern

kernel void kern(global int *out)
{
    int i = get_global_id(0);
    /*@*/atomic_add(out + i * 1000, 2);
}
