/* SPDX-License-Identifier: MIT */
/* image.cl: read_imageh and write_imageh: what is read is rounded to half, and what is written is
 * exact as float. */
#include "half/half.h"

#define READ_SAMPLED(image_type, coord_type)                                                       \
    half4 OVERLOAD read_imageh(read_only image_type image, sampler_t sampler, coord_type coord)    \
    {                                                                                              \
        return narrow(read_imagef(image, sampler, coord));                                         \
    }
#define READ(access, image_type, coord_type)                                                       \
    half4 OVERLOAD read_imageh(access image_type image, coord_type coord)                          \
    {                                                                                              \
        return narrow(read_imagef(image, coord));                                                  \
    }
#define WRITE(access, image_type, coord_type)                                                      \
    void OVERLOAD write_imageh(access image_type image, coord_type coord, half4 colour)            \
    {                                                                                              \
        write_imagef(image, coord, wide(colour));                                                  \
    }
#define PLAIN(image_type, int_type)                                                                \
    READ(read_only, image_type, int_type)                                                          \
    READ(read_write, image_type, int_type)                                                         \
    WRITE(write_only, image_type, int_type)                                                        \
    WRITE(read_write, image_type, int_type)
#define IMAGE(image_type, int_type, float_type)                                                    \
    READ_SAMPLED(image_type, int_type)                                                             \
    READ_SAMPLED(image_type, float_type)                                                           \
    PLAIN(image_type, int_type)

IMAGE(image1d_t, int, float)
IMAGE(image1d_array_t, int2, float2)
IMAGE(image2d_t, int2, float2)
IMAGE(image2d_array_t, int4, float4)
IMAGE(image3d_t, int4, float4)
PLAIN(image1d_buffer_t, int)
