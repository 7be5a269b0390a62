/* SPDX-License-Identifier: MIT */
/* image.cl: look-ups, the write of the pixel, and what is known of images. */
#include "builtins.h"

uint __rootle_sampler_id(sampler_t sampler) __asm("llvm.OpenCL.sampler.get.resource.id") PURE;
float4 PURE __rootle_look_up(float4 coord, uint dimensions, uint image, uint sampler);
void __attribute__((nomerge)) __rootle_write_pixel(float4 value, int2 coord, uint image);

/* `sampler` of a look-up without one. */
#define NO_SAMPLER 0xffffffffu

/* Texel i is sampled in its middle. */
#define FLOAT_2D(c) ((float4)((c), 0.0f, 0.0f))
#define FLOAT_3D(c) ((float4)((c).xyz, 0.0f))
#define INT_2D(c)   FLOAT_2D(__builtin_convertvector(c, float2) + 0.5f)
#define INT_3D(c)   FLOAT_3D(__builtin_convertvector(c, float4) + 0.5f)

#define DEFINE_GETTERS(suffix, type)                                                               \
    int3 OVERLOAD __rootle_image_size(type image) __asm("llvm.OpenCL.image.get.size." suffix)      \
        PURE;                                                                                      \
    uint OVERLOAD __rootle_image_id(type image) __asm("llvm.OpenCL.image.get.resource.id." suffix) \
        PURE;                                                                                      \
    FUNCTION(int, get_image_width, (type image), __rootle_image_size(image).x)                     \
    FUNCTION(int, get_image_height, (type image), __rootle_image_size(image).y)

#define DEFINE_DIM_2D(type)                                                                        \
    FUNCTION(int2, get_image_dim, (type image), __rootle_image_size(image).xy)

DEFINE_GETTERS("2d.read", read_only image2d_t)
DEFINE_GETTERS("2d.write", write_only image2d_t)
DEFINE_GETTERS("3d.read", read_only image3d_t)
DEFINE_DIM_2D(read_only image2d_t)
DEFINE_DIM_2D(write_only image2d_t)

int OVERLOAD get_image_depth(read_only image3d_t image)
{
    return __rootle_image_size(image).z;
}

int4 OVERLOAD get_image_dim(read_only image3d_t image)
{
    return (int4)(__rootle_image_size(image), 0);
}

#define DEFINE_READ(image_type, int_type, float_type, shape, dimensions)                           \
    float4 OVERLOAD read_imagef(read_only image_type image, sampler_t sampler, int_type coord)     \
    {                                                                                              \
        return __rootle_look_up(INT_##shape(coord), dimensions, __rootle_image_id(image),          \
                                __rootle_sampler_id(sampler));                                     \
    }                                                                                              \
    float4 OVERLOAD read_imagef(read_only image_type image, sampler_t sampler, float_type coord)   \
    {                                                                                              \
        return __rootle_look_up(FLOAT_##shape(coord), dimensions, __rootle_image_id(image),        \
                                __rootle_sampler_id(sampler));                                     \
    }                                                                                              \
    float4 OVERLOAD read_imagef(read_only image_type image, int_type coord)                        \
    {                                                                                              \
        return __rootle_look_up(INT_##shape(coord), dimensions, __rootle_image_id(image),          \
                                NO_SAMPLER);                                                       \
    }

DEFINE_READ(image2d_t, int2, float2, 2D, 2)
DEFINE_READ(image3d_t, int4, float4, 3D, 3)

void OVERLOAD write_imagef(write_only image2d_t image, int2 coord, float4 value)
{
    __rootle_write_pixel(value, coord, __rootle_image_id(image));
}
