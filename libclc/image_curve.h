/* SPDX-License-Identifier: MIT */
/* image_curve.h: what typed stores store of a colour that is written to an image. */
#ifndef ROOTLE_LIBCLC_IMAGE_CURVE_H
#define ROOTLE_LIBCLC_IMAGE_CURVE_H

#include "image.h"
#include "srgb.h"

/* Of sRGB images, which only write_imagef of four channels writes, what is stored is not light. */
#define CURVED_float4(image, value) with_curve(value, (uint)__rootle_image_format(image).y)
#define CURVED_int4(image, value)   (value)
#define CURVED_uint4(image, value)  (value)
#define CURVED_float(image, value)  (value)

#endif
