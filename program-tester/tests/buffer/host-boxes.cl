// SPDX-License-Identifier: MIT
/*!
# Parts of buffers, in one piece and as rectangles (OpenCL 1.2, 5.2.2 to 5.2.4).

[config]
name: parts of buffers read, written, mapped, filled and copied
clc_version_min: 12

[test]
name: in one piece
arg_in:  0 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 1 20 3 40
write: 0 offset 4 size 4 20
write: 0 offset 12 40
read: 0 offset 4 size 8 20 3
read: 0 offset 5 size 2 uchar 0 0

[test]
name: a rectangle
arg_in:  0 buffer uchar[16] 0 1 2 3  10 11 12 13  20 21 22 23  30 31 32 33
arg_out: 0 buffer uchar[16] 0 1 2 3  10 91 92 13  20 93 94 23  30 31 32 33
read: 0 origin 1 1 0 region 2 2 1 row_pitch 4 11 12  21 22
write: 0 origin 1 1 0 region 2 2 1 row_pitch 4 host_row_pitch 5 91 92  93 94

[test]
name: slices of a rectangle
arg_in:  0 buffer uchar[24] 0 1 2 3  4 5 6 7  8 9 10 11  12 13 14 15  16 17 18 19  20 21 22 23
read: 0 origin 1 0 0 region 2 2 2 row_pitch 4 slice_pitch 12 host_row_pitch 3 host_slice_pitch 9 \
        1 2  5 6   13 14  17 18
read: 0 origin 0 1 1 region 4 1 1 row_pitch 4 slice_pitch 12 16 17 18 19

[test]
name: mapped
arg_in:  0 buffer short[6] 1 2 3 4 5 6
arg_out: 0 buffer short[6] 1 -2 -3 4 -5 6
map: 0 read offset 2 size 4 2 3
map: 0 write offset 2 size 4 -2 -3
map: 0 invalidate offset 8 size 2 -5

[test]
name: filled
arg_in:  0 buffer int[6] 1 2 3 4 5 6
arg_out: 0 buffer int[6] 1 7 8 7 8 6
fill: 0 offset 4 size 16 7
fill: 0 offset 8 size 16 int2 8 7
write: 0 offset 12 size 12 7 8 6
fill: 0 offset 3 size 1 uchar 0

[test]
name: copied
arg_in:  0 buffer int[4] 1 2 3 4
arg_out: 1 buffer int[4] 5 3 4 5
fill: 1 5
copy: 0 offset 8 to 1 offset 4
copy: 0 offset 0 size 4 to 0 offset 12
read: 0 1 2 3 1

[test]
name: rectangles copied
arg_in:  0 buffer uchar[16] 0 1 2 3  4 5 6 7  8 9 10 11  12 13 14 15
arg_out: 1 buffer uchar[12] 5 9 13  6 10 14  0 0 0  0 0 0
fill: 1 0
copy: 0 origin 1 1 0 region 1 1 3 row_pitch 4 slice_pitch 4 to 1 origin 0 0 0 row_pitch 1 slice_pitch 1
copy: 0 origin 2 1 0 region 1 3 1 row_pitch 4 to 1 origin 0 3 0 row_pitch 1

[test]
name: refused
arg_in:  0 buffer int[4] 1 2 3 4
arg_in:  1 buffer int[4] 1 2 3 4
read: 0 offset 12 size 8 error CL_INVALID_VALUE
write: 0 offset 16 size 1 error CL_INVALID_VALUE
map: 0 read offset 0 size 17 error CL_INVALID_VALUE
copy: 0 offset 8 to 1 offset 12 size 8 error CL_INVALID_VALUE
copy: 0 offset 0 size 8 to 0 offset 4 error CL_MEM_COPY_OVERLAP
fill: 0 offset 2 size 4 7 error CL_INVALID_VALUE
read: 0 region 4 2 1 row_pitch 3 error CL_INVALID_VALUE
copy: 0 origin 0 0 0 region 4 2 1 row_pitch 8 to 0 origin 2 0 0 row_pitch 8 error CL_MEM_COPY_OVERLAP
read: 0 1 2 3 4
!*/
