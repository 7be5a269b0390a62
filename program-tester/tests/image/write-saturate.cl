// SPDX-License-Identifier: MIT
/*!
# Integers out of range saturate when stored in 8- and 16-bit formats (OpenCL 1.2, 8.3.4: convert_T_sat).

[config]
name: image write saturate
global_size: 4 0 0
need_image_support: true

[test]
for: kernel type data of given expected in \
       (signed  char4  SIGNED_INT8  int4  "1000 -1000 5 -5" \
        "127 -128 5 -5 127 -128 5 -5 127 -128 5 -5 127 -128 5 -5") \
       (signed  short4  SIGNED_INT16  int4  "100000 -100000 1000 -1000" \
        "32767 -32768 1000 -1000 32767 -32768 1000 -1000 32767 -32768 1000 -1000 32767 -32768 1000 -1000") \
       (unsigned  uchar4  UNSIGNED_INT8  uint4  "256 4294967295 5 0" \
        "255 255 5 0 255 255 5 0 255 255 5 0 255 255 5 0") \
       (unsigned  ushort4  UNSIGNED_INT16  uint4  "65536 4294967295 1000 0" \
        "65535 65535 1000 0 65535 65535 1000 0 65535 65535 1000 0 65535 65535 1000 0")
name: $data
kernel_name: write_$kernel
arg_out: 0 image $type $expected image_type 2d image_width 4 image_height 1 image_channel_order RGBA \
        image_channel_data_type $data
arg_in:  1 $of $given
!*/

kernel void write_signed(write_only image2d_t image, int4 v)
{
    write_imagei(image, (int2)(get_global_id(0), 0), v);
}

kernel void write_unsigned(write_only image2d_t image, uint4 v)
{
    write_imageui(image, (int2)(get_global_id(0), 0), v);
}
