// SPDX-License-Identifier: MIT
/*!
# Boxes of images (OpenCL 1.2, 5.3.3 to 5.3.6): everything else stays as it was.

[config]
name: boxes of images read, written, mapped, filled and copied
clc_version_min: 12
need_image_support: true

[test]
name: rows with pitches
arg_in:  0 image uchar4 repeat 1 2 3 4  5 6 7 8  9 10 11 12 \
           image_type 2d image_width 3 image_height 2 image_channel_order RGBA \
           image_channel_data_type UNORM_INT8 image_access read
read: 0 origin 1 1 region 2 1 5 6 7 8  9 10 11 12
read: 0 host_row_pitch 20 repeat 1 2 3 4  5 6 7 8  9 10 11 12
write: 0 origin 2 0 region 1 2 host_row_pitch 8 91 92 93 94  95 96 97 98
read: 0 1 2 3 4  5 6 7 8  91 92 93 94  1 2 3 4  5 6 7 8  95 96 97 98

[test]
name: slices with pitches
arg_in:  0 image float 0 1  2 3   4 5  6 7   8 9  10 11 \
           image_type 3d image_width 2 image_height 2 image_depth 3 image_channel_order R \
           image_channel_data_type FLOAT image_access read
arg_out: 0 image float 0 1  2 3   4 -5  6 -7   8 -9  10 -11 \
           image_type 3d image_width 2 image_height 2 image_depth 3 image_channel_order R \
           image_channel_data_type FLOAT
read: 0 origin 1 0 1 region 1 2 2 host_row_pitch 8 host_slice_pitch 20 5 7  9 11
write: 0 origin 1 0 1 region 1 2 2 host_row_pitch 12 host_slice_pitch 28 -5 -7  -9 -11

[test]
name: layers of rows
arg_in:  0 image int 0 1 2  10 11 12  20 21 22 image_type 1d_array image_width 3 image_array_size 3 \
           image_channel_order R image_channel_data_type SIGNED_INT32 image_access read
read: 0 origin 1 1 region 2 2 11 12  21 22
read: 0 origin 0 2 region 3 1 20 21 22
write: 0 origin 0 1 region 1 1 -10
map: 0 read region 2 3 0 1  -10 11  20 21

[test]
name: mapped
arg_in:  0 image ushort2 0 1  2 3  4 5   10 11  12 13  14 15   20 21  22 23  24 25 \
           image_type 2d image_width 3 image_height 3 image_channel_order RG \
           image_channel_data_type UNSIGNED_INT16 image_access read
map: 0 read origin 1 1 region 2 2 12 13  14 15   22 23  24 25
map: 0 write origin 0 0 region 2 2 90 91  92 93   94 95  96 97
map: 0 invalidate origin 2 2 region 1 1 98 99
read: 0 90 91  92 93  4 5   94 95  96 97  14 15   20 21  22 23  98 99

[test]
name: filled
arg_in:  0 image uchar4 repeat 0 image_type 2d_array image_width 2 image_height 1 image_array_size 2 \
           image_channel_order BGRA image_channel_data_type UNORM_INT8 image_access read
fill: 0 origin 1 0 1 region 1 1 1 1 0.2 0.4 0.6
read: 0 0 0 0 0  0 0 0 0   0 0 0 0  102 51 255 153

[test]
name: integers filled
arg_in:  0 image char2 repeat 0 image_type 1d image_width 3 image_channel_order RG \
           image_channel_data_type SIGNED_INT8 image_access read
fill: 0 origin 1 region 2 -7 1000 0 0
read: 0 0 0  -7 127  -7 127

[test]
name: copied
arg_in:  0 image uchar 0 1 2 3  4 5 6 7  8 9 10 11 image_type 2d image_width 4 image_height 3 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in:  1 image uchar repeat 0 image_type 3d image_width 3 image_height 2 image_depth 2 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 origin 1 1 region 3 2 to 1 origin 0 0 1
read: 1 repeat 0 0 0 0 0 0  5 6 7 9 10 11
copy: 1 origin 0 1 1 region 2 1 1 to 1 origin 1 0 0
read: 1 0 9 10  0 0 0  5 6 7  9 10 11
copy: 0 region 1 2 to 0 origin 2 0
read: 0 0 1 0 3  4 5 4 7  8 9 10 11

[test]
name: to and from a buffer
arg_in:  0 image ushort 0 1 2 3  4 5 6 7 image_type 2d image_width 4 image_height 2 \
           image_channel_order R image_channel_data_type UNORM_INT16 image_access read
arg_in:  1 buffer ushort[8] repeat 77
copy: 0 origin 2 0 region 2 2 to 1 offset 6
read: 1 77 77 77 2 3 6 7 77
copy: 1 offset 4 to 0 origin 0 1 region 3 1
read: 0 0 1 2 3  77 2 3 7

# 5.3.3: regions must lie within, copies need one format and must not overlap.
[test]
name: refused
arg_in:  0 image uchar repeat 1 2 image_type 2d image_width 4 image_height 2 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in:  1 image uchar repeat 0 image_type 2d image_width 4 image_height 2 \
           image_channel_order R image_channel_data_type UNORM_INT8 image_access read
arg_in:  2 buffer uchar[7] repeat 0
read: 0 origin 1 0 region 4 2 error CL_INVALID_VALUE
read: 0 region 4 3 error CL_INVALID_VALUE
write: 0 origin 0 2 region 1 1 error CL_INVALID_VALUE
map: 0 read origin 4 0 region 1 1 error CL_INVALID_VALUE
fill: 0 region 5 1 1 1 1 1 error CL_INVALID_VALUE
copy: 0 to 1 error CL_IMAGE_FORMAT_MISMATCH
copy: 0 region 2 2 to 0 origin 1 0 error CL_MEM_COPY_OVERLAP
copy: 0 region 2 2 to 0 origin 3 0 error CL_INVALID_VALUE
copy: 0 to 2 error CL_INVALID_VALUE
read: 0 repeat 1 2
!*/
