/* SPDX-License-Identifier: MIT */
/* copy.h: texels between memory and textures, through image units. */
#pragma once

#include "program-tester/gl/texture.h"

/* Tightly packed texels of a level of a texture whose format is storable. Errors stay for
 * glGetError. */
void pt_gl_copy_in(const struct pt_gl_texture *texture, size_t level, const void *texels);
void pt_gl_copy_out(const struct pt_gl_texture *texture, size_t level, void *texels);
