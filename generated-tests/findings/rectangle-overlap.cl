// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.2.2: CL_MEM_COPY_OVERLAP "if src_buffer and dst_buffer are the same buffer or sub-buffer object and the
# source and destination regions overlap".

[config]
name: a rectangle of a buffer copied onto itself
clc_version_min: 12

[test]
name: a row
arg_in: 0 buffer uchar[8] 1 2 3 4  5 6 7 8
copy: 0 origin 0 0 0 region 2 1 1 row_pitch 4 slice_pitch 8 to 0 origin 1 0 0 row_pitch 4 slice_pitch 8 error CL_MEM_COPY_OVERLAP
read: 0 1 2 3 4  5 6 7 8

[test]
name: two rows
arg_in: 0 buffer uchar[8] 1 2 3 4  5 6 7 8
copy: 0 origin 0 0 0 region 2 2 1 row_pitch 4 slice_pitch 8 to 0 origin 1 0 0 row_pitch 4 slice_pitch 8 error CL_MEM_COPY_OVERLAP
read: 0 1 2 3 4  5 6 7 8

[test]
name: two rows onto themselves
arg_in: 0 buffer uchar[8] 1 2 3 4  5 6 7 8
copy: 0 origin 0 0 0 region 2 2 1 row_pitch 4 slice_pitch 8 to 0 origin 0 0 0 row_pitch 4 slice_pitch 8 error CL_MEM_COPY_OVERLAP
read: 0 1 2 3 4  5 6 7 8
!*/
