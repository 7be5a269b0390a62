// SPDX-License-Identifier: MIT
/*!
# OpenCL 2.0, 5.3.3: copies between "any combinations of source and destination types". OpenCL 1.2 lists pairs, which this one
# is not among; all drivers that were tried take it.

[config]
name: a layer of a 1D array copied to the second row of a 2D image
clc_version_min: 12
need_image_support: true

[test]
name: copy
arg_in: 0 image uchar 1 2  3 4 image_type 1d_array image_width 2 image_array_size 2 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
arg_in: 1 image uchar 5 6  7 8 image_type 2d image_width 2 image_height 2 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 origin 0 1 region 2 1 to 1 origin 0 1
read: 1 5 6  3 4
!*/
