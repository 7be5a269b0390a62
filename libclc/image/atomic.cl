/* SPDX-License-Identifier: MIT */
/* atomic.cl: image_atomic_*, our extension (rootle_image_atomics.h): RAT atomics that return the
 * old value. What a RAT does outside of its surface is no concern, as nothing goes there. */
#include "image/image.h"

#define INSIDE_1D(c, size) ((uint)(c) < (uint)(size).x)
#define INSIDE_1D_ARRAY(c, size) ((uint)(c).x < (uint)(size).x && (uint)(c).y < (uint)(size).y)
#define INSIDE_2D(c, size) INSIDE_1D_ARRAY(c, size)
#define INSIDE_2D_ARRAY(c, size) INSIDE_3D(c, size)
#define INSIDE_3D(c, size)                                                                         \
    ((uint)(c).x < (uint)(size).x && (uint)(c).y < (uint)(size).y && (uint)(c).z < (uint)(size).z)

#define ATOMIC(op, image, shape, coord, value, compare)                                            \
    (INSIDE_##shape(coord, __rootle_image_size(image))                                             \
         ? __rootle_rat_atomic(op, (uint)(value), (uint)(compare), INT_##shape(coord),             \
                               __rootle_image_id(image) + ABI_RAT_IMAGES)                          \
         : 0)

#define DEFINE_OP(name, op, texel, image_type, int_type, shape)                                    \
    texel OVERLOAD image_atomic_##name(image_type image, int_type coord, texel value)              \
    {                                                                                              \
        return (texel)ATOMIC(op, image, shape, coord, value, 0);                                   \
    }

#define DEFINE_SIGNED(texel, sign, image_type, int_type, shape)                                    \
    DEFINE_OP(add, ATOMIC_ADD, texel, image_type, int_type, shape)                                 \
    DEFINE_OP(sub, ATOMIC_SUB, texel, image_type, int_type, shape)                                 \
    DEFINE_OP(and, ATOMIC_AND, texel, image_type, int_type, shape)                                 \
    DEFINE_OP(or, ATOMIC_OR, texel, image_type, int_type, shape)                                   \
    DEFINE_OP(xor, ATOMIC_XOR, texel, image_type, int_type, shape)                                 \
    DEFINE_OP(min, ATOMIC_MIN_##sign, texel, image_type, int_type, shape)                          \
    DEFINE_OP(max, ATOMIC_MAX_##sign, texel, image_type, int_type, shape)                          \
    DEFINE_OP(xchg, ATOMIC_XCHG, texel, image_type, int_type, shape)                               \
    texel OVERLOAD image_atomic_cmpxchg(image_type image, int_type coord, texel compare,           \
                                        texel value)                                               \
    {                                                                                              \
        return (texel)ATOMIC(ATOMIC_CMPXCHG, image, shape, coord, value, compare);                 \
    }

#define DEFINE(image_type, int_type, shape)                                                        \
    DEFINE_SIGNED(int, INT, write_only image_type, int_type, shape)                                \
    DEFINE_SIGNED(uint, UINT, write_only image_type, int_type, shape)                              \
    DEFINE_SIGNED(int, INT, read_write image_type, int_type, shape)                                \
    DEFINE_SIGNED(uint, UINT, read_write image_type, int_type, shape)

DEFINE(image1d_t, int, 1D)
DEFINE(image1d_buffer_t, int, 1D)
DEFINE(image1d_array_t, int2, 1D_ARRAY)
DEFINE(image2d_t, int2, 2D)
DEFINE(image2d_array_t, int4, 2D_ARRAY)
DEFINE(image3d_t, int4, 3D)
