// SPDX-License-Identifier: MIT
/*!
# A pointer chosen at run time among different buffers: global memory is one flat space
# (OpenCL C 1.2, 6.5).

[config]
name: compute memory mixed pointers
kernel_name: gather
global_size: 12 0 0

[test]
name: three buffers
arg_out: 0 buffer int[12] 100 201 302 103 204 305 106 207 308 109 210 311
arg_in:  1 buffer int[12] 100 101 102 103 104 105 106 107 108 109 110 111
arg_in:  2 buffer int[12] 200 201 202 203 204 205 206 207 208 209 210 211
arg_in:  3 buffer int[12] 300 301 302 303 304 305 306 307 308 309 310 311
!*/

kernel void gather(global int *out, global const int *a, global const int *b, global const int *c)
{
    int i = get_global_id(0);
    global const int *from = i % 3 == 0 ? a : i % 3 == 1 ? b : c;
    out[i] = from[i];
}
