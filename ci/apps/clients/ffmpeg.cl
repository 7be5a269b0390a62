// SPDX-License-Identifier: MIT
/* Kernels for ffmpeg's program_opencl and openclsrc, which give the image and the number of the frame. */

constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void invert(write_only image2d_t out, unsigned int frame, read_only image2d_t in)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, place, 1 - read_imagef(in, texels, place));
}

kernel void position(write_only image2d_t out, unsigned int frame)
{
    const int2 place = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, place, (float4)(place.x, place.y, frame, 255) / 255);
}
