// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.3.7: clGetImageInfo gives "CL_INVALID_MEM_OBJECT if image is a not a valid image object".

[config]
name: a buffer is asked for what images have
need_image_support: true
clc_version_min: 12

[test]
for: fact in width row_pitch element_size
name: $fact
arg_in: 0 buffer uchar[4] 0 0 0 0
info: 0 $fact error CL_INVALID_MEM_OBJECT
!*/
