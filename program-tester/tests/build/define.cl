// SPDX-License-Identifier: MIT
/*!
# -D defines macros, with and without a value (OpenCL 1.2, 5.6.4.1).

[config]
name: build define
kernel_name: options
build_options: -D VALUE=42 -DFLAG -D NAME=options

[test]
name: three macros
arg_out: 0 buffer int[2] 42 1
!*/

#if FLAG != 1
#error FLAG must be 1
#endif

kernel void NAME(global int *out)
{
    out[0] = VALUE;
    out[1] = FLAG;
}
