/* SPDX-License-Identifier: MIT */
/* sample.h: coordinates as the texture unit takes them, for reads with a sampler. */
#pragma once

#include "image/image.h"

/* The layer of an array is rounded to the nearest even here, as the texture unit expects; it clamps
 * it (OpenCL 1.2, section 8.4). Files of libclc/faults/ round it otherwise. */
#ifndef ROUND_LAYER
#define ROUND_LAYER(layer) rint(layer)
#endif
#define FLOAT_1D(c)       ((float4)((c), 0.0f, 0.0f, 0.0f))
#define FLOAT_1D_ARRAY(c) ((float4)((c).x, 0.0f, ROUND_LAYER((c).y), 0.0f))
#define FLOAT_2D(c)       ((float4)((c), 0.0f, 0.0f))
#define FLOAT_2D_ARRAY(c) ((float4)((c).xy, ROUND_LAYER((c).z), 0.0f))
#define FLOAT_3D(c)       ((float4)((c).xyz, 0.0f))

#define TEXTURE(image)         (__rootle_image_id(image) + ABI_RESOURCE_IMAGES)
#define WRITTEN_TEXTURE(image) (__rootle_image_id(image) + ABI_RESOURCE_READ_WRITE_IMAGES)
