/* SPDX-License-Identifier: MIT */
/* image_write.cl: write_image{f,i,ui}: typed stores to a RAT, which converts to the format. */
#include "image.h"

/* The index register is x, y, z; the layer of a 1D array is in z too. */
#define INT_1D(c) ((int4)((c), 0, 0, 0))
#define INT_1D_ARRAY(c) ((int4)((c).x, 0, (c).y, 0))
#define INT_2D(c) ((int4)((c), 0, 0))
#define INT_XYZ(c) ((int4)((c).xyz, 0))

#define DEFINE_WRITE(name, texel, image_type, int_type, INT)                                       \
    void OVERLOAD name(write_only image_type image, int_type coord, texel value)                   \
    {                                                                                              \
        __rootle_rat_store_typed(as_uint4(value), INT(coord),                                      \
                                 __rootle_image_id(image) + FIRST_RAT);                            \
    }

#define DEFINE_ALL(name, texel)                                                                    \
    DEFINE_WRITE(name, texel, image1d_t, int, INT_1D)                                              \
    DEFINE_WRITE(name, texel, image1d_buffer_t, int, INT_1D)                                       \
    DEFINE_WRITE(name, texel, image1d_array_t, int2, INT_1D_ARRAY)                                 \
    DEFINE_WRITE(name, texel, image2d_t, int2, INT_2D)                                             \
    DEFINE_WRITE(name, texel, image2d_array_t, int4, INT_XYZ)                                      \
    DEFINE_WRITE(name, texel, image3d_t, int4, INT_XYZ)

DEFINE_ALL(write_imagef, float4)
DEFINE_ALL(write_imagei, int4)
DEFINE_ALL(write_imageui, uint4)
