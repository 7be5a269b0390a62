// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.5: clEnqueueCopyImageToBuffer gives CL_INVALID_MEM_OBJECT "if src_image is a 1D image buffer object created from
# dst_buffer", clEnqueueCopyBufferToImage "if dst_image is a 1D image buffer object created from src_buffer". The same in OpenCL 3.0.

[config]
name: a 1D image buffer is not copied to and from its own buffer
need_image_support: true
clc_version_min: 12

[test]
name: to the buffer
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 4 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 1 origin 0 region 1 to 0 offset 2 error CL_INVALID_MEM_OBJECT

[test]
name: from the buffer
arg_in: 0 buffer uchar[4] 1 2 3 4
arg_in: 1 image uchar NULL image_type 1d_buffer image_width 4 image_over 0 image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
copy: 0 offset 2 to 1 origin 0 region 1 error CL_INVALID_MEM_OBJECT
!*/
