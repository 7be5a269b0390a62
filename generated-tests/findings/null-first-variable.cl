// SPDX-License-Identifier: MIT
/*!
# C99, 6.3.2.3 (OpenCL 1.2, 6: OpenCL C is C99 but for what it says): a null pointer "is guaranteed to compare unequal to a pointer to any
# object", the first one in private or local memory too.

[config]
name: pointers to the first variable are not null

[test]
for: kernel in private local
name: in $kernel memory
kernel_name: in_$kernel
arg_in:  1 int 0
arg_out: 0 buffer int[1] 0
!*/

kernel void in_private(global int *out, int zero)
{
    int cells[2], *at = &cells[zero];
    *at = 3;
    out[0] = at == 0;
}

kernel void in_local(global int *out, int zero)
{
    local int cells[2], *at;
    at = &cells[zero];
    *at = 3;
    out[0] = at == 0;
}
