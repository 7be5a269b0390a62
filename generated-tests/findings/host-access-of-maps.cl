// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.6: CL_INVALID_OPERATION "if image has been created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_WRITE or
# CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags", and with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ.
# The same in OpenCL 3.0.

[config]
name: an image that the host may not use so is not mapped
need_image_support: true
clc_version_min: 12

[test]
for: access in read none
name: to be invalidated, host access $access
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 image_host_access $access \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 invalidate error CL_INVALID_OPERATION

[test]
for: access in read none
name: to be written, host access $access
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 image_host_access $access \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 write error CL_INVALID_OPERATION

[test]
for: access in write none
name: to be read, host access $access
arg_in: 0 image uchar 0 image_type 2d image_width 1 image_height 1 image_host_access $access \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read
map: 0 read error CL_INVALID_OPERATION
!*/
