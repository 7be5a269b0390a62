// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 6.5.3: variables at program scope in the constant address space "must be initialized", with constant expressions, of which
# addresses of such variables are some (C99, 6.6: "an address constant").

[config]
name: constants that point to constants

[test]
name: from an array
kernel_name: from_array
arg_in:  1 int 0
arg_out: 0 buffer int[1] 2
!*/

constant int numbers[2] = {1, 2};
constant int *constant pointers[1] = {numbers};

kernel void from_array(global int *out, int zero)
{
    out[0] = pointers[zero][1];
}
