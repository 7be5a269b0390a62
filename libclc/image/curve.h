/* SPDX-License-Identifier: MIT */
/* curve.h: what typed stores store of a colour that is written to an image. */
#pragma once

#include "image/image.h"
#include "image/srgb.h"

/* Only write_imagef of four channels writes to images of sRGB, or of orders with padding. */
#define CURVED_float4(image, value) stored_colour(value, (uint)__rootle_image_format(image).y)
#define CURVED_int4(image, value)   (value)
#define CURVED_uint4(image, value)  (value)
#define CURVED_float(image, value)  (value)
