/* SPDX-License-Identifier: MIT */
/* write.h: write_image* for all types of images, by DEFINE_WRITE_AS(access, name, texel,
 * image_type, int_type, shape) of who includes it. */
#define DEFINE_WRITE(name, texel, image_type, int_type, shape)                                     \
    DEFINE_WRITE_AS(write_only, name, texel, image_type, int_type, shape)                          \
    DEFINE_WRITE_AS(read_write, name, texel, image_type, int_type, shape)

#define DEFINE_ALL(name, texel)                                                                    \
    DEFINE_WRITE(name, texel, image1d_t, int, 1D)                                                  \
    DEFINE_WRITE(name, texel, image1d_buffer_t, int, 1D)                                           \
    DEFINE_WRITE(name, texel, image1d_array_t, int2, 1D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image2d_t, int2, 2D)                                                 \
    DEFINE_WRITE(name, texel, image2d_array_t, int4, 2D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image3d_t, int4, 3D)

DEFINE_WRITE(write_imagef, float, image2d_depth_t, int2, 2D)
DEFINE_WRITE(write_imagef, float, image2d_array_depth_t, int4, 2D_ARRAY)

DEFINE_ALL(write_imagef, float4)
DEFINE_ALL(write_imagei, int4)
DEFINE_ALL(write_imageui, uint4)
