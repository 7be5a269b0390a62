// SPDX-License-Identifier: MIT
/*!
# Filters read many texels around a place: rows that neighbouring work-items share, that begin at any column, and
# that leave the image on all sides. What is read must be what the address mode says (OpenCL 1.2, table 8.1); a
# buffer has the same texels.

[config]
name: image read rows
dimensions: 2
global_size: 96 8 0
need_image_support: true

[test]
for: name kernel local_size local_size2 in \
       ("R UNSIGNED_INT32, rows of 16 work-items"  edge    16  "2 0") \
       ("R UNSIGNED_INT32, squares of work-items"  edge    8   "8 0") \
       ("R UNSIGNED_INT32, border"                 border  32  "1 0")
name: $name
kernel_name: clamp_$kernel
local_size: $local_size $local_size2
arg_out: 0 buffer uint[768] repeat 0
arg_in:  1 image uint repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 image_type 2d image_width 96 \
        image_height 8 image_channel_order R image_channel_data_type UNSIGNED_INT32
arg_in:  2 buffer uint[768] repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6

[test]
name: RGBA UNORM_INT8
kernel_name: normalized
local_size: 32 1 0
arg_out: 0 buffer uint[768] repeat 0
arg_in:  1 image uchar4 repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 38 32 79 50 28 84 19 71 69 39 93 \
        image_type 2d image_width 96 image_height 8 image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_in:  2 buffer uchar4[768] repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 38 32 79 50 28 84 19 71 69 39 93

[test]
name: RG UNSIGNED_INT16, repeated
kernel_name: repeated
local_size: 48 1 0
arg_out: 0 buffer uint[768] repeat 0
arg_in:  1 image ushort2 repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 5 image_type 2d \
        image_width 96 image_height 8 image_channel_order RG image_channel_data_type UNSIGNED_INT16
arg_in:  2 buffer ushort2[768] repeat 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 5
!*/

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t wrap = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

// Each kernel counts the texels that are not what the buffer has.
kernel void clamp_edge(global uint *wrong, read_only image2d_t image, global const uint *texels)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            const int2 at = clamp(place + (int2)(dx, dy), (int2)(0, 0), (int2)(95, 7));
            count += read_imageui(image, edge, place + (int2)(dx, dy)).x != texels[at.y * 96 + at.x];
        }
    // Far from one another, and in one column.
    count += read_imageui(image, edge, place + (int2)(40, 0)).x != texels[place.y * 96 + min(place.x + 40, 95)];
    count += read_imageui(image, edge, place - (int2)(40, 0)).x != texels[place.y * 96 + max(place.x - 40, 0)];
    count += read_imageui(image, edge, (int2)(17, place.y)).x != texels[place.y * 96 + 17];
    wrong[place.y * 96 + place.x] = count;
}

kernel void clamp_border(global uint *wrong, read_only image2d_t image, global const uint *texels)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint count = 0;
    for (int d = -8; d <= 8; d++) {
        const int x = place.x + d, y = place.y + d;
        const uint across = x < 0 || x > 95 ? 0 : texels[place.y * 96 + x];
        const uint down = y < 0 || y > 7 ? 0 : texels[y * 96 + place.x];
        count += read_imageui(image, border, (int2)(x, place.y)).x != across;
        count += read_imageui(image, border, (int2)(place.x, y)).x != down;
    }
    wrong[place.y * 96 + place.x] = count;
}

kernel void normalized(global uint *wrong, read_only image2d_t image, global const uchar4 *texels)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint count = 0;
    for (int dx = -3; dx <= 3; dx++) {
        const int4 expected = convert_int4(texels[place.y * 96 + clamp(place.x + dx, 0, 95)]);
        const float4 texel = read_imagef(image, edge, place + (int2)(dx, 0));
        count += any(convert_int4_rte(texel * 255.0f) != expected);
    }
    // In the lanes that take part alone.
    if (place.x % 3)
        count += any(convert_int4_rte(read_imagef(image, edge, place).wzyx * 255.0f) !=
                     convert_int4(texels[place.y * 96 + place.x].wzyx));
    wrong[place.y * 96 + place.x] = count;
}

kernel void repeated(global uint *wrong, read_only image2d_t image, global const ushort2 *texels)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    uint count = 0;
    for (int dx = -1; dx <= 1; dx++) {
        const float2 at = (convert_float2(place + (int2)(dx, 0)) + 0.5f) / (float2)(96.0f, 8.0f);
        const ushort2 expected = texels[place.y * 96 + (place.x + dx + 96) % 96];
        count += any(convert_ushort2(read_imageui(image, wrap, at).xy) != expected);
    }
    wrong[place.y * 96 + place.x] = count;
}
