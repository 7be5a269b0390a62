/* SPDX-License-Identifier: MIT */
/* texture.h: makes textures, and moves texels to them and back. */
#pragma once

#include "program-tester/gl/format.h"
#include "program-tester/gl/target.h"

struct pt_gl_texture {
    const struct pt_gl_target *target;
    struct pt_gl_format format;
    size_t texel; /* bytes */
    struct pt_image image;
    GLuint name;    /* 0: none */
    GLuint backing; /* the buffer of a buffer texture */
};

/* Makes the texture with its texels. False: OpenGL says no, which glGetError then tells, or there
 * is no such format; *why is set (to free()). pt_gl_texture_finish is for the caller, in any case.
 */
bool pt_gl_texture_make(struct pt_gl_texture *texture, const struct pt_image *image,
                        const struct pt_gl_target *target, const void *texels, char **why);
/* Reads all texels of all levels back, tightly packed. */
void pt_gl_texture_read(const struct pt_gl_texture *texture, void *texels);
/* Extents of a level in texels, faces of cubes as layers. */
void pt_gl_texture_level(const struct pt_gl_texture *texture, size_t level, size_t extents[3]);
void pt_gl_texture_finish(struct pt_gl_texture *texture);
