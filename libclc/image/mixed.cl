/* SPDX-License-Identifier: MIT */
/* mixed.cl: read_image{f,i,ui} and write_image{f,i,ui} for devices that bind images of some
 * formats typed, and those of others raw: each image says which, and all work-items go one way. Both
 * are read.cl and write.cl, and raw_*.cl, under names of their own. */
#include "image/image.h"

#define LOWERED(image) (__rootle_image_levels(image) & ABI_LEVELS_LOWERED)

/* A function of these parameters, which has these arguments. */
#define CHOOSE(texel, name, parameters, arguments)                                                 \
    texel OVERLOAD __rootle_typed_##name parameters;                                               \
    texel OVERLOAD __rootle_raw_##name parameters;                                                 \
    texel OVERLOAD name parameters                                                                 \
    {                                                                                              \
        if (LOWERED(image))                                                                        \
            return __rootle_raw_##name arguments;                                                  \
        return __rootle_typed_##name arguments;                                                    \
    }

/* ---- reading ---- */

#define CHOOSE_READ(name, texel, access, image_type, int_type)                                     \
    CHOOSE(texel, name, (access image_type image, int_type coord), (image, coord))

#define CHOOSE_SAMPLE(name, texel, image_type, coord_type)                                         \
    CHOOSE(texel, name, (read_only image_type image, sampler_t sampler, coord_type coord),         \
           (image, sampler, coord))

#define DEFINE_READ(name, texel, image_type, int_type, float_type)                                 \
    CHOOSE_SAMPLE(name, texel, image_type, int_type)                                               \
    CHOOSE_SAMPLE(name, texel, image_type, float_type)                                             \
    CHOOSE_READ(name, texel, read_only, image_type, int_type)                                      \
    CHOOSE_READ(name, texel, read_write, image_type, int_type)

#define DEFINE_READS(name, texel)                                                                  \
    DEFINE_READ(name, texel, image1d_t, int, float)                                                \
    DEFINE_READ(name, texel, image1d_array_t, int2, float2)                                        \
    DEFINE_READ(name, texel, image2d_t, int2, float2)                                              \
    DEFINE_READ(name, texel, image2d_array_t, int4, float4)                                        \
    DEFINE_READ(name, texel, image3d_t, int4, float4)                                              \
    CHOOSE_READ(name, texel, read_only, image1d_buffer_t, int)                                     \
    CHOOSE_READ(name, texel, read_write, image1d_buffer_t, int)

DEFINE_READ(read_imagef, float, image2d_depth_t, int2, float2)
DEFINE_READ(read_imagef, float, image2d_array_depth_t, int4, float4)

DEFINE_READS(read_imagef, float4)
DEFINE_READS(read_imagei, int4)
DEFINE_READS(read_imageui, uint4)

/* ---- writing ---- */

#define DEFINE_WRITE_AS(access, name, texel, image_type, int_type, shape)                          \
    CHOOSE(void, name, (access image_type image, int_type coord, texel value),                     \
           (image, coord, value))

#include "image/write.h"
