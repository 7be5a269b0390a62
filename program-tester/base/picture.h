/* SPDX-License-Identifier: MIT */
/* picture.h: pictures in PNG files as texels of 8 bits a channel, and texels as pictures. */
#pragma once

#include "program-tester/base/pixel.h"

/* Whether this tester was built with libpng, without which there are no pictures. */
bool pt_pictures_known(void);

/* Why texels of a format cannot be those of a picture (to free()), or NULL: they have 8 bits a
 * channel, without sign. */
char *pt_picture_refuses(struct pt_format format);

/* Reads a picture of that size as texels, each channel as the file has it: red, green, blue and
 * alpha by the format's order, of which grey is all three. Returns them (to free()), or NULL with
 * *why (to free()). */
unsigned char *pt_picture_load(const char *path, struct pt_format format, size_t width,
                               size_t height, char **why);

/* Writes texels as a picture; channels that the format lacks are 0, alpha 255. NULL, or a message
 * to free(). */
char *pt_picture_save(const char *path, struct pt_format format, size_t width, size_t height,
                      const unsigned char *texels);
