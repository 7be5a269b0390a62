/* SPDX-License-Identifier: MIT */
/* write.cl: write_image{f,i,ui}: typed stores to a RAT, which converts to the format, but for
 * the curve of sRGB. */
#include "image/curve.h"

/* The value that is stored of a colour. Files of libclc/faults/ have others for float4. */
#ifndef STORED_float4
#define STORED_float4(value) (value)
#endif
#define STORED_int4(value)  (value)
#define STORED_uint4(value) (value)
#define STORED_float(value) (STORED_float4((float4)(value)).x)

#define DEFINE_WRITE_AS(access, name, texel, image_type, int_type, shape)                          \
    void OVERLOAD NAMED(name)(access image_type image, int_type coord, texel value)                       \
    {                                                                                              \
        __rootle_rat_store_typed(TO_##texel(CURVED_##texel(image, STORED_##texel(value))),         \
                                 INT_##shape(coord), __rootle_image_id(image) + ABI_RAT_IMAGES);   \
    }

#include "image/write.h"
