/* SPDX-License-Identifier: MIT */
/* attributes.cl: get_image_*, from the implicit arguments behind each image argument. */
#include "image/image.h"

/* The size's third element is the depth, or the number of layers of a 2D array. */
#define DEFINE_COMMON(type)                                                                        \
    int OVERLOAD get_image_width(type image)                                                       \
    {                                                                                              \
        return __rootle_image_size(image).x;                                                       \
    }                                                                                              \
    int OVERLOAD get_image_channel_data_type(type image)                                           \
    {                                                                                              \
        return __rootle_image_format(image).x;                                                     \
    }                                                                                              \
    int OVERLOAD get_image_channel_order(type image)                                               \
    {                                                                                              \
        return __rootle_image_format(image).y;                                                     \
    }

#define DEFINE_HEIGHT(type)                                                                        \
    int OVERLOAD get_image_height(type image)                                                      \
    {                                                                                              \
        return __rootle_image_size(image).y;                                                       \
    }

#define DEFINE_DIM2(type)                                                                          \
    int2 OVERLOAD get_image_dim(type image)                                                        \
    {                                                                                              \
        return __rootle_image_size(image).xy;                                                      \
    }

#define DEFINE_LAYERS(type, element)                                                               \
    size_t OVERLOAD get_image_array_size(type image)                                               \
    {                                                                                              \
        return (size_t)__rootle_image_size(image).element;                                         \
    }

#define DEFINE_VOLUME(type)                                                                        \
    int OVERLOAD get_image_depth(type image)                                                       \
    {                                                                                              \
        return __rootle_image_size(image).z;                                                       \
    }                                                                                              \
    int4 OVERLOAD get_image_dim(type image)                                                        \
    {                                                                                              \
        return (int4)(__rootle_image_size(image), 0);                                              \
    }

#define DEFINE_ALL(access)                                                                         \
    DEFINE_COMMON(access image1d_t)                                                                \
    DEFINE_COMMON(access image1d_buffer_t)                                                         \
    DEFINE_COMMON(access image1d_array_t)                                                          \
    DEFINE_LAYERS(access image1d_array_t, y)                                                       \
    DEFINE_COMMON(access image2d_t)                                                                \
    DEFINE_HEIGHT(access image2d_t)                                                                \
    DEFINE_DIM2(access image2d_t)                                                                  \
    DEFINE_COMMON(access image2d_array_t)                                                          \
    DEFINE_HEIGHT(access image2d_array_t)                                                          \
    DEFINE_DIM2(access image2d_array_t)                                                            \
    DEFINE_LAYERS(access image2d_array_t, z)                                                       \
    DEFINE_COMMON(access image2d_depth_t)                                                          \
    DEFINE_HEIGHT(access image2d_depth_t)                                                          \
    DEFINE_DIM2(access image2d_depth_t)                                                            \
    DEFINE_COMMON(access image2d_array_depth_t)                                                    \
    DEFINE_HEIGHT(access image2d_array_depth_t)                                                    \
    DEFINE_DIM2(access image2d_array_depth_t)                                                      \
    DEFINE_LAYERS(access image2d_array_depth_t, z)                                                 \
    DEFINE_COMMON(access image3d_t)                                                                \
    DEFINE_HEIGHT(access image3d_t)                                                                \
    DEFINE_VOLUME(access image3d_t)

DEFINE_ALL(read_only)
DEFINE_ALL(write_only)
DEFINE_ALL(read_write)
