/* SPDX-License-Identifier: MIT */
/* image_use.h: images of a launch, for reports. */
#pragma once

#include <stdio.h>

#include "driver/clover/explain/explain.h"

/* The image that an access is of. */
void image_use_print(const struct clover_guide *guide, const struct guide_fault *fault, FILE *out);

/* Slots of struct guide. */
unsigned char *image_use_unwritten(const struct guide *guide, enum guide_space space,
                                   uint32_t number);
bool image_use_mismatches(const struct guide *guide, const struct guide_fault *fault,
                          char text[GUIDE_WHAT_SIZE]);
bool image_use_stays_inside(const struct guide *guide, uint32_t sampler);
