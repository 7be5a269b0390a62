// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.2.2: region is "the (width, height, depth) in bytes of the 2D or 3D rectangle being copied".

[config]
name: rectangles with as many rows as a row pitch has bytes

[test]
name: write
arg_in: 0 buffer uchar[16] repeat 0
write: 0 origin 0 0 0 region 2 4 1 row_pitch 4 host_row_pitch 4 1 2 3 4 5 6 7 8
read: 0 1 2 0 0  3 4 0 0  5 6 0 0  7 8 0 0

[test]
name: copy
arg_in: 0 buffer uchar[16] 1 2 3 4  5 6 7 8  9 10 11 12  13 14 15 16
arg_in: 1 buffer uchar[16] repeat 0
copy: 0 origin 0 0 0 region 2 4 1 row_pitch 4 to 1 origin 0 0 0 row_pitch 4
read: 1 1 2 0 0  5 6 0 0  9 10 0 0  13 14 0 0

[test]
name: read
arg_in: 0 buffer uchar[16] 1 2 3 4  5 6 7 8  9 10 11 12  13 14 15 16
read: 0 origin 0 0 0 region 2 4 1 row_pitch 4 host_row_pitch 4  1 2  5 6  9 10  13 14
!*/
