// SPDX-License-Identifier: MIT
/*!
[config]
name: slice_pitch of transfers need not be a multiple of row_pitch (5.3.3)
need_image_support: true
clc_version_min: 12

[test]
name: rows of 8 bytes, slices of 20
arg_in: 0 image int 1 2 3 4 image_type 3d image_width 1 image_height 2 image_depth 2 \
           image_channel_order R image_channel_data_type SIGNED_INT32 image_access read
read: 0 host_row_pitch 8 host_slice_pitch 20 1 2 3 4

[test]
name: layers of 8 bytes
arg_in: 0 image int 1 2 3 4 image_type 1d_array image_width 2 image_array_size 2 \
           image_channel_order R image_channel_data_type SIGNED_INT32 image_access read
read: 0 host_slice_pitch 12 1 2 3 4
!*/
