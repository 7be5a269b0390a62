/*!
[config]
name: what images ask of buffers
need_image_support: true
require_device_extensions: cl_ext_image_requirements_info cl_ext_image_from_buffer

[test]
name: a slice that was not asked for is none of the size
arg_in: 0 image uchar4 NULL image_type 2d image_width 64 image_height 3 image_row_pitch 1024 \
          image_channel_order RGBA image_channel_data_type UNORM_INT8
ask: 0 size 3072
ask: 0 size holds

[test]
for: requirement in row_pitch_alignment slice_pitch_alignment base_address_alignment max_width max_height max_depth
name: $requirement of volumes
arg_in: 0 image uint NULL image_type 3d image_width 3 image_height 2 image_depth 4 \
          image_channel_order R image_channel_data_type UNSIGNED_INT32
ask: 0 $requirement holds
ask: 0 $requirement without format holds
ask: 0 max_array_size error CL_INVALID_IMAGE_DESCRIPTOR

[test]
for: part in format description
name: no size without $part
arg_in: 0 image uint NULL image_type 1d image_width 3 image_channel_order R image_channel_data_type UNSIGNED_INT32
ask: 0 size without $part error CL_INVALID_VALUE
ask: 0 size 12
!*/
