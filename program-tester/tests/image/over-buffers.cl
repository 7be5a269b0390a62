/*!
[config]
name: images of every type over buffers
need_image_support: true
require_device_extensions: cl_ext_image_from_buffer

# A row has 3 texels and 5 bytes behind them; a slice 2 rows and the room of a third.
[test]
name: slices with gaps are read
arg_in:  0 buffer uchar[48] 0 1 2 3 4 5 6 7  8 9 10 11 12 13 14 15  16 17 18 19 20 21 22 23 \
           24 25 26 27 28 29 30 31  32 33 34 35 36 37 38 39  40 41 42 43 44 45 46 47
arg_in:  1 image uchar NULL image_type 3d image_width 3 image_height 2 image_depth 2 image_row_pitch 8 image_slice_pitch 24 \
           image_channel_order R image_channel_data_type UNSIGNED_INT8 image_over 0 image_access read
arg_out: 2 buffer uint[12] 0 1 2  8 9 10  24 25 26  32 33 34
launch: volume args 1 2 global_size 3 2 2

[test]
for: type extents in (1d_array "image_width 2 image_array_size 3") (2d "image_width 2 image_height 3")
name: what is written to a $type lies between what stays
arg_in:  0 buffer uint[6] 10 11 12 13 14 15
arg_in:  1 image uint NULL image_type $type $extents image_row_pitch 8 \
           image_channel_order R image_channel_data_type UNSIGNED_INT32 image_over 0 image_access read_write
write: 1 origin 1 1 region 1 2  70 71
read:  0 10 11 12 70 14 71
fill:  1 origin 0 0 region 2 1  5 0 0 0
read:  0 5 5 12 70 14 71

[test]
name: a texel of the buffer is missing
arg_in:  0 buffer uint[5] 10 11 12 13 14
arg_in:  1 image uint NULL image_type 2d_array image_width 1 image_height 2 image_array_size 3 \
           image_channel_order R image_channel_data_type UNSIGNED_INT32 image_over 0 image_error CL_INVALID_IMAGE_SIZE
read:  0 10 11 12 13 14
!*/

kernel void volume(read_only image3d_t image, global uint *seen)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);

    seen[(z * 2 + y) * 3 + x] = read_imageui(image, (int4)(x, y, z, 0)).x;
}
