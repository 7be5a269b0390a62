// SPDX-License-Identifier: MIT
/*!
# The texels that a kernel writes into an image, the next one reads. A normalized number that is read is within 1.5
# ulp (OpenCL 1.2, 8.3.1.1) of the stored one, which is within two places of the nearest float.

[config]
name: a kernel reads what another has written
clc_version_min: 12
need_image_support: true
dimensions: 2
global_size: 4 2

[test]
name: floats
arg_in:  0 image float4 repeat 9 image_type 2d image_width 4 image_height 2 \
           image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 1 buffer float4[8] 0 0 0.5 1  0.25 0 0.5 1  0.5 0 0.5 1  0.75 0 0.5 1 \
                            0 0.25 0.5 1  0.25 0.25 0.5 1  0.5 0.25 0.5 1  0.75 0.25 0.5 1
arg_out: 2 buffer float4[8] texels_of 0
launch: paint args 0
launch: look args 1 0
launch: look args 2 0

[test]
name: normalized, and a box changed by the host between the launches
arg_out: 0 image values float 0..0.004 0..0 0.498..0.502 1  0.25..0.252 0 0.498..0.502 1 \
           0.49..0.51 0 0.49..0.51 1  1 1 1 1  0 0.24..0.26 0.49..0.51 1 \
           0.24..0.26 0.24..0.26 0.49..0.51 1  0.49..0.51 0.24..0.26 0.49..0.51 1  1 1 1 1 \
           image_type 2d image_width 4 image_height 2 \
           image_channel_order RGBA image_channel_data_type UNORM_INT8
arg_out: 1 buffer float4[8] texels_of 0 tolerance 2 ulp
launch: paint args 0
fill: 0 origin 3 0 1 1 1 1
launch: look args 1 0
!*/

kernel void paint(write_only image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(image, at, (float4)(at.x * 0.25f, at.y * 0.25f, 0.5f, 1.0f));
}

kernel void look(global float4 *out, read_only image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    out[at.y * get_global_size(0) + at.x] = read_imagef(image, at);
}
