/* SPDX-License-Identifier: MIT */
/* read.cl: read_image{f,i,ui}, with a sampler through SAMPLE, without one through LD. */
#include "image/sample.h"

/* The coordinate type is part of the instruction, so a sampler that is only known at run time needs
 * both; the branch folds away for a constant one. */
#define SAMPLE(image, sampler, coord, normalized)                                                  \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? __rootle_tex_sample(coord, TEXTURE(image), __rootle_sampler_id(sampler), normalized)    \
         : __rootle_tex_sample(coord, TEXTURE(image), __rootle_sampler_id(sampler), 0))

/* Integer coordinates go with unnormalized nearest samplers only. (float)i is exactly texel i for
 * every size an image can have, and SAMPLE keeps the sampler's addressing mode. */
#define SAMPLE_INT(image, sampler, coord)                                                          \
    __rootle_tex_sample(convert_float4(coord), TEXTURE(image), __rootle_sampler_id(sampler), 0)

/* The value that a kernel sees of a texel, and of a texel that is sampled. Files of libclc/faults/
 * have others for float4. */
#ifndef SEEN_float4
#define SEEN_float4(value) (value)
#endif
#define SEEN_int4(value)  (value)
#define SEEN_uint4(value) (value)
#ifndef SEEN_float
#define SEEN_float(value) (SEEN_float4((float4)(value)).x)
#endif
#define SEEN(texel, raw) SEEN_##texel(FROM_##texel(raw))
#ifndef SAMPLE_float4
#define SAMPLE_float4 SAMPLE
#endif
#define SAMPLE_int4  SAMPLE
#define SAMPLE_uint4 SAMPLE
#define SAMPLE_float SAMPLE_float4

#define DEFINE_READ(name, texel, image_type, int_type, float_type, shape)                          \
    texel OVERLOAD NAMED(name)(read_only image_type image, sampler_t sampler, int_type coord)             \
    {                                                                                              \
        return SEEN(texel, SAMPLE_INT(image, sampler, INT_##shape(coord)));                        \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_only image_type image, sampler_t sampler, float_type coord)           \
    {                                                                                              \
        return SEEN(texel, SAMPLE_##texel(image, sampler, FLOAT_##shape(coord),                    \
                                          NORMALIZED_##shape));                                    \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_only image_type image, int_type coord)                                \
    {                                                                                              \
        return SEEN(texel, __rootle_tex_ld(INT_##shape(coord), TEXTURE(image)));                   \
    }

/* From an image that the kernel writes, too: after the writes before it. */
#define DEFINE_READ_WRITTEN(name, texel, image_type, int_type, shape)                              \
    texel OVERLOAD NAMED(name)(read_write image_type image, int_type coord)                               \
    {                                                                                              \
        return FROM_##texel(__rootle_tex_ld_ordered(                                               \
            INT_##shape(coord), WRITTEN_TEXTURE(image)));       \
    }

#define DEFINE_READ_BUFFER(name, texel)                                                            \
    texel OVERLOAD NAMED(name)(read_only image1d_buffer_t image, int coord)                               \
    {                                                                                              \
        return as_##texel(__rootle_buffer_ld(coord, TEXTURE(image)));                              \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_write image1d_buffer_t image, int coord)                              \
    {                                                                                              \
        return as_##texel(__rootle_buffer_ld_ordered(                                              \
            coord, WRITTEN_TEXTURE(image)));                    \
    }

#define DEFINE_ALL(name, texel)                                                                    \
    DEFINE_READ(name, texel, image1d_t, int, float, 1D)                                            \
    DEFINE_READ(name, texel, image1d_array_t, int2, float2, 1D_ARRAY)                              \
    DEFINE_READ(name, texel, image2d_t, int2, float2, 2D)                                          \
    DEFINE_READ(name, texel, image2d_array_t, int4, float4, 2D_ARRAY)                              \
    DEFINE_READ(name, texel, image3d_t, int4, float4, 3D)                                          \
    DEFINE_READ_BUFFER(name, texel)                                                                \
    DEFINE_READ_WRITTEN(name, texel, image1d_t, int, 1D)                                           \
    DEFINE_READ_WRITTEN(name, texel, image1d_array_t, int2, 1D_ARRAY)                              \
    DEFINE_READ_WRITTEN(name, texel, image2d_t, int2, 2D)                                          \
    DEFINE_READ_WRITTEN(name, texel, image2d_array_t, int4, 2D_ARRAY)                              \
    DEFINE_READ_WRITTEN(name, texel, image3d_t, int4, 3D)

#define DEFINE_DEPTH(image_type, int_type, float_type, shape)                                      \
    DEFINE_READ(read_imagef, float, image_type, int_type, float_type, shape)                       \
    DEFINE_READ_WRITTEN(read_imagef, float, image_type, int_type, shape)

DEFINE_DEPTH(image2d_depth_t, int2, float2, 2D)
DEFINE_DEPTH(image2d_array_depth_t, int4, float4, 2D_ARRAY)

DEFINE_ALL(read_imagef, float4)
DEFINE_ALL(read_imagei, int4)
DEFINE_ALL(read_imageui, uint4)
