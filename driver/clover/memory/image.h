/* SPDX-License-Identifier: MIT */
/* image.h: what transfers and launches ask about images. */
#pragma once

#include "driver/clover/memory/memory.h"

/* Width, height, depth in texels, with the layers of an array in the first dimension that it does
 * not use otherwise; 1 where there is nothing. */
void clover_image_size(cl_mem image, uint32_t size[3]);
/* A box as in clEnqueue*Image: CL_INVALID_MIP_LEVEL when its origin names a level that a mipmapped
 * image does not have (such origins have a fourth coordinate where levels need one),
 * CL_INVALID_VALUE when it is empty or not inside the image. */
cl_int clover_check_image_box(cl_mem image, const size_t origin[3], const size_t region[3]);
