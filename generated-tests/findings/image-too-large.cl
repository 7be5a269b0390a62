// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.1: CL_INVALID_IMAGE_SIZE "if image dimensions specified in image_desc exceed the minimum maximum image dimensions described
# in the table of allowed values for param_name for clGetDeviceInfo for all devices in context". The same in OpenCL 3.0.

[config]
name: an image that is larger than the device's images
need_image_support: true
clc_version_min: 12

[test]
name: 2^28 texels wide
arg_in: 0 image uchar NULL image_type 2d image_width 268435456 image_height 1 \
          image_channel_order R image_channel_data_type UNSIGNED_INT8 image_access read image_error CL_INVALID_IMAGE_SIZE
arg_in: 1 buffer uchar[1] 7
read: 1 7
!*/
