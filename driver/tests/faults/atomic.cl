// SPDX-License-Identifier: MIT
// an atomic operation past the end
// arg_in: none
// functions: kern

kernel void kern(global int *out)
{
    int i = get_global_id(0);
    /*@*/atomic_add(out + i * 1000, 2);
}
