/* SPDX-License-Identifier: MIT */
/* image_read.cl: read_image{f,i,ui}, with a sampler through SAMPLE, without one through LD. */
#include "image.h"

/* Coordinates as the texture unit takes them: x, y, z (depth or layer), 0. The layer of an array is
 * rounded to the nearest even here, as the unit expects; it clamps it (OpenCL 1.2, section 8.4). */
#define FLOAT_1D(c) ((float4)((c), 0.0f, 0.0f, 0.0f))
#define FLOAT_1D_ARRAY(c) ((float4)((c).x, 0.0f, rint((c).y), 0.0f))
#define FLOAT_2D(c) ((float4)((c), 0.0f, 0.0f))
#define FLOAT_2D_ARRAY(c) ((float4)((c).xy, rint((c).z), 0.0f))
#define FLOAT_3D(c) ((float4)((c).xyz, 0.0f))

#define INT_1D(c) ((int4)((c), 0, 0, 0))
#define INT_1D_ARRAY(c) ((int4)((c).x, 0, (c).y, 0))
#define INT_2D(c) ((int4)((c), 0, 0))
#define INT_XYZ(c) ((int4)((c).xyz, 0))

/* The coordinate type is part of the instruction, so a sampler that is only known at run time needs
 * both; the branch folds away for a constant one. */
#define SAMPLE(image, sampler, coord)                                                              \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? __rootle_tex_sample(coord, __rootle_image_id(image) + FIRST_TEXTURE,                    \
                               __rootle_sampler_id(sampler), 1)                                    \
         : __rootle_tex_sample(coord, __rootle_image_id(image) + FIRST_TEXTURE,                    \
                               __rootle_sampler_id(sampler), 0))

/* Integer coordinates go with unnormalized nearest samplers only. (float)i is exactly texel i for
 * every size an image can have, and SAMPLE keeps the sampler's addressing mode. */
#define SAMPLE_INT(image, sampler, coord)                                                          \
    __rootle_tex_sample(convert_float4(coord), __rootle_image_id(image) + FIRST_TEXTURE,           \
                        __rootle_sampler_id(sampler), 0)

#define LD(image, coord) __rootle_tex_ld(coord, __rootle_image_id(image) + FIRST_TEXTURE)

#define DEFINE_READ_SAMPLED(name, texel, as_texel, image_type, int_type, INT, float_type, FLOAT)   \
    texel OVERLOAD name(read_only image_type image, sampler_t sampler, int_type coord)             \
    {                                                                                              \
        return as_texel(SAMPLE_INT(image, sampler, INT(coord)));                                   \
    }                                                                                              \
    texel OVERLOAD name(read_only image_type image, sampler_t sampler, float_type coord)           \
    {                                                                                              \
        return as_texel(SAMPLE(image, sampler, FLOAT(coord)));                                     \
    }

#define DEFINE_READ_DIRECT(name, texel, as_texel, image_type, int_type, INT)                       \
    texel OVERLOAD name(read_only image_type image, int_type coord)                                \
    {                                                                                              \
        return as_texel(LD(image, INT(coord)));                                                    \
    }

#define DEFINE_READ(name, texel, as_texel, image_type, int_type, INT, float_type, FLOAT)           \
    DEFINE_READ_SAMPLED(name, texel, as_texel, image_type, int_type, INT, float_type, FLOAT)       \
    DEFINE_READ_DIRECT(name, texel, as_texel, image_type, int_type, INT)

#define DEFINE_ALL(name, texel, as_texel)                                                          \
    DEFINE_READ(name, texel, as_texel, image1d_t, int, INT_1D, float, FLOAT_1D)                    \
    DEFINE_READ_DIRECT(name, texel, as_texel, image1d_buffer_t, int, INT_1D)                       \
    DEFINE_READ(name, texel, as_texel, image1d_array_t, int2, INT_1D_ARRAY, float2,                \
                FLOAT_1D_ARRAY)                                                                    \
    DEFINE_READ(name, texel, as_texel, image2d_t, int2, INT_2D, float2, FLOAT_2D)                  \
    DEFINE_READ(name, texel, as_texel, image2d_array_t, int4, INT_XYZ, float4, FLOAT_2D_ARRAY)     \
    DEFINE_READ(name, texel, as_texel, image3d_t, int4, INT_XYZ, float4, FLOAT_3D)

DEFINE_ALL(read_imagef, float4, as_float4)
DEFINE_ALL(read_imagei, int4, as_int4)
DEFINE_ALL(read_imageui, uint4, as_uint4)
