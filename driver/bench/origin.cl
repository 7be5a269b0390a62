// SPDX-License-Identifier: MIT
// The kernel that this project began with, in our spelling: samples one image, reads another,
// writes a third, and asks all three for their attributes.

int matches(int order, int wanted_order, int type, int wanted_type)
{
    return (order == wanted_order) | (type == wanted_type) << 1;
}

kernel void origin(read_only image2d_t sampled, read_only image2d_t read,
                   write_only image2d_t written, sampler_t linear, sampler_t nearest,
                   global int *numbers, global float *samples)
{
    int column = get_global_id(0), row = get_global_id(1);

    if (column == row && column < 10) {
        float x = (0.5f + column * 0.1f) / get_image_width(sampled);
        samples[column] = read_imagef(sampled, linear, (float2)(x, 0.0f)).x;
    }

    int k = 100 * column + row;
    write_imageui(written, (int2)(column, row), (uint4)(k & 0xff, k >> 8, 0, 0));

    if (column != 0 || row != 0)
        return;
    numbers[0] = get_image_width(sampled);
    numbers[1] = get_image_height(sampled);
    numbers[2] = get_image_width(read);
    numbers[3] = get_image_height(read);
    numbers[4] = matches(get_image_channel_order(sampled), CLK_INTENSITY,
                         get_image_channel_data_type(sampled), CLK_FLOAT) |
                 matches(get_image_channel_order(read), CLK_RGBA, get_image_channel_data_type(read),
                         CLK_UNSIGNED_INT8) << 2 |
                 matches(get_image_channel_order(written), CLK_RGBA,
                         get_image_channel_data_type(written), CLK_UNSIGNED_INT8) << 4;
    uint4 texel = read_imageui(read, nearest, (int2)(1, 2));
    vstore4(as_int4(texel), 0, numbers + 5);
}
