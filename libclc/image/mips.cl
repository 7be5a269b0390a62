/* SPDX-License-Identifier: MIT */
/* mips.cl: cl_khr_mipmap_image and _writes: reads whose level of detail is given or follows
 * from gradients, writes to a level, and how many levels there are. */
#include "image/curve.h"
#include "image/levels.h"
#include "image/sample.h"

/* ---- reading ---- */

/* The level of detail is the fourth coordinate. The coordinate type is part of the instruction: see
 * SAMPLE of read.cl. */
#define SAMPLE_AT(ordered, texture, sampler, coord, normalized)                                    \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? __rootle_tex_sample_l##ordered(coord, texture, __rootle_sampler_id(sampler),            \
                                          normalized)                                              \
         : __rootle_tex_sample_l##ordered(coord, texture, __rootle_sampler_id(sampler), 0))

#define SAMPLE_BY(ordered, texture, sampler, coord, x, y, normalized)                              \
    (__rootle_sampler_value(sampler) & CLK_NORMALIZED_COORDS_TRUE                                  \
         ? __rootle_tex_sample_g##ordered(coord, x, y, texture, __rootle_sampler_id(sampler),      \
                                          normalized)                                              \
         : __rootle_tex_sample_g##ordered(coord, x, y, texture, __rootle_sampler_id(sampler), 0))

/* A gradient as an operand of instructions. */
#define STEP_1D(g)       ((float4)((g), 0, 0, 0))
#define STEP_1D_ARRAY(g) STEP_1D(g)
#define STEP_2D(g)       ((float4)((g), 0, 0))
#define STEP_2D_ARRAY(g) STEP_2D(g)
#define STEP_3D(g)       ((float4)((g).xyz, 0))

#define DEFINE_READS(access, ordered, texture, name, texel, type, coord_type, step_type, shape)    \
    texel OVERLOAD name(access type image, sampler_t sampler, coord_type coord, float lod)         \
    {                                                                                              \
        float4 place = FLOAT_##shape(coord);                                                       \
        place.w = lod;                                                                             \
        return FROM_##texel(                                                                       \
            SAMPLE_AT(ordered, texture(image), sampler, place, NORMALIZED_##shape));               \
    }                                                                                              \
    texel OVERLOAD name(access type image, sampler_t sampler, coord_type coord,                    \
                        step_type gradient_x, step_type gradient_y)                                \
    {                                                                                              \
        return FROM_##texel(SAMPLE_BY(ordered, texture(image), sampler, FLOAT_##shape(coord),      \
                                      STEP_##shape(gradient_x), STEP_##shape(gradient_y),          \
                                      NORMALIZED_##shape));                                        \
    }
#define DEFINE_READ(name, texel, type, coord_type, step_type, shape)                               \
    DEFINE_READS(read_only, , TEXTURE, name, texel, type, coord_type, step_type, shape)            \
    DEFINE_READS(read_write, _ordered, WRITTEN_TEXTURE, name, texel, type, coord_type, step_type,  \
                 shape)

#define DEFINE_READ_ALL(name, texel)                                                               \
    DEFINE_READ(name, texel, image1d_t, float, float, 1D)                                          \
    DEFINE_READ(name, texel, image1d_array_t, float2, float, 1D_ARRAY)                             \
    DEFINE_READ(name, texel, image2d_t, float2, float2, 2D)                                        \
    DEFINE_READ(name, texel, image2d_array_t, float4, float2, 2D_ARRAY)                            \
    DEFINE_READ(name, texel, image3d_t, float4, float4, 3D)

DEFINE_READ_ALL(read_imagef, float4)
DEFINE_READ_ALL(read_imagei, int4)
DEFINE_READ_ALL(read_imageui, uint4)
DEFINE_READ(read_imagef, float, image2d_depth_t, float2, float2, 2D)
DEFINE_READ(read_imagef, float, image2d_array_depth_t, float4, float2, 2D_ARRAY)

/* ---- writing ---- */

#define SIZE_1D(size)       ((uint3)((size).x, 1, 1))
#define SIZE_1D_ARRAY(size) ((uint3)((size).x, 1, (size).y))
#define SIZE_2D(size)       ((uint3)((size).xy, 1))
#define SIZE_2D_ARRAY(size) (size)
#define SIZE_3D(size)       (size)
#define VOLUME_1D           false
#define VOLUME_1D_ARRAY     false
#define VOLUME_2D           false
#define VOLUME_2D_ARRAY     false
#define VOLUME_3D           true

#define DEFINE_WRITE_LEVEL(access, name, texel, type, int_type, shape)                             \
    void OVERLOAD name(access type image, int_type coord, int lod, texel value)                    \
    {                                                                                              \
        const uint3 size = as_uint3(__rootle_image_size(image));                                   \
        const int4 place = __rootle_level_place(INT_##shape(coord), (uint)lod, SIZE_##shape(size), \
                                                VOLUME_##shape, __rootle_image_levels(image));     \
        __rootle_rat_store_typed(TO_##texel(CURVED_##texel(image, value)), place,                  \
                                 __rootle_image_chain(image) + ABI_RAT_IMAGES);                    \
    }
#define DEFINE_WRITE(name, texel, type, int_type, shape)                                           \
    DEFINE_WRITE_LEVEL(write_only, name, texel, type, int_type, shape)                             \
    DEFINE_WRITE_LEVEL(read_write, name, texel, type, int_type, shape)
#define DEFINE_WRITE_ALL(name, texel)                                                              \
    DEFINE_WRITE(name, texel, image1d_t, int, 1D)                                                  \
    DEFINE_WRITE(name, texel, image1d_array_t, int2, 1D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image2d_t, int2, 2D)                                                 \
    DEFINE_WRITE(name, texel, image2d_array_t, int4, 2D_ARRAY)                                     \
    DEFINE_WRITE(name, texel, image3d_t, int4, 3D)

/* Depth images have one level (cl_khr_mipmap_image). */
#define DEFINE_WRITE_DEPTH(access, type, int_type)                                                 \
    void OVERLOAD write_imagef(access type image, int_type coord, int lod, float value)            \
    {                                                                                              \
        write_imagef(image, coord, value);                                                         \
    }

DEFINE_WRITE_ALL(write_imagef, float4)
DEFINE_WRITE_ALL(write_imagei, int4)
DEFINE_WRITE_ALL(write_imageui, uint4)
DEFINE_WRITE_DEPTH(write_only, image2d_depth_t, int2)
DEFINE_WRITE_DEPTH(write_only, image2d_array_depth_t, int4)
DEFINE_WRITE_DEPTH(read_write, image2d_depth_t, int2)
DEFINE_WRITE_DEPTH(read_write, image2d_array_depth_t, int4)

/* ---- attributes ---- */

#define DEFINE_COUNT(access, type)                                                                 \
    int OVERLOAD get_image_num_mip_levels(access type image)                                       \
    {                                                                                              \
        return __rootle_image_levels(image) & ABI_LEVELS_COUNT_MASK;                               \
    }
#define DEFINE_COUNTS(access)                                                                      \
    DEFINE_COUNT(access, image1d_t)                                                                \
    DEFINE_COUNT(access, image1d_array_t)                                                          \
    DEFINE_COUNT(access, image2d_t)                                                                \
    DEFINE_COUNT(access, image2d_array_t)                                                          \
    DEFINE_COUNT(access, image2d_depth_t)                                                          \
    DEFINE_COUNT(access, image2d_array_depth_t)                                                    \
    DEFINE_COUNT(access, image3d_t)

DEFINE_COUNTS(read_only)
DEFINE_COUNTS(write_only)
DEFINE_COUNTS(read_write)
