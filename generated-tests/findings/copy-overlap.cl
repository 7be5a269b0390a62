// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.3: CL_MEM_COPY_OVERLAP "if src_image and dst_image are the same image object and the source and
# destination regions overlap".

[config]
name: a copy of an image onto itself
clc_version_min: 12
need_image_support: true

[test]
name: copy
arg_in: 0 image uchar 1 2 3 4 image_type 1d image_width 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 region 3 to 0 origin 1 error CL_MEM_COPY_OVERLAP
read: 0 1 2 3 4
!*/
