// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.2.2: CL_INVALID_VALUE "if buffer_slice_pitch is not 0 and is less than region[1] * buffer_row_pitch".

[config]
name: a rectangle of a buffer whose slices are less than its rows
clc_version_min: 12

[test]
name: one row
arg_in: 0 buffer uchar[8] 1 2 3 4  5 6 7 8
write: 0 origin 0 0 0 region 4 1 1 row_pitch 4 slice_pitch 3 error CL_INVALID_VALUE
read: 0 1 2 3 4  5 6 7 8

[test]
name: two rows
arg_in: 0 buffer uchar[8] 1 2 3 4  5 6 7 8
write: 0 origin 0 0 0 region 4 2 1 row_pitch 4 slice_pitch 7 error CL_INVALID_VALUE
read: 0 1 2 3 4  5 6 7 8
!*/
