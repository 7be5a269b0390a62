// SPDX-License-Identifier: MIT
/*!
# OpenCL 1.2, 5.5.1: clCreateSampler gives "CL_INVALID_VALUE if addressing_mode, filter_mode or normalized_coords or combination of these
# argument values are not valid".

[config]
name: samplers of modes that there are not are refused
need_image_support: true
clc_version_min: 12

[test]
for: addressing filter in (invalid nearest) (repeat invalid)
name: addressing $addressing, filter $filter
arg_in: 0 sampler normalized_coords true addressing_mode $addressing filter_mode $filter sampler_error CL_INVALID_VALUE
arg_in: 1 buffer uchar[1] 7
read: 1 7
!*/
