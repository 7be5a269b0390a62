// SPDX-License-Identifier: MIT
/*!
# Buffers whose size is not a multiple of four bytes.

[config]
name: buffer sub dword sizes
kernel_name: copy
global_size: 5 0 0

[test]
name: five bytes
arg_out: 0 buffer uchar[5] 5 4 3 2 1
arg_in:  1 buffer uchar[5] 5 4 3 2 1
!*/

kernel void copy(global uchar *out, global const uchar *in)
{
    size_t i = get_global_id(0);
    out[i] = in[i];
}
