/* SPDX-License-Identifier: MIT */
/* texture.h: makes textures, and moves texels to them and back. */
#ifndef PT_GL_TEXTURE_H
#define PT_GL_TEXTURE_H

#include "program-tester/gl/format.h"
#include "program-tester/gl/target.h"

struct pt_gl_texture {
    const struct pt_gl_target *target;
    struct pt_gl_format format;
    size_t texel;       /* bytes */
    GLsizei extents[3]; /* of storage, as glTexStorage takes them; 1 where there are fewer */
    size_t layers[3];   /* the same in texels, faces of cubes as layers */
    GLuint name;        /* 0: none */
    GLuint backing;     /* the buffer of a buffer texture */
};

/* Makes the texture with its texels. False: OpenGL says no, which glGetError then tells, or there
 * is no such format; *why is set (to free()). pt_gl_texture_finish is for the caller, in any case.
 */
bool pt_gl_texture_make(struct pt_gl_texture *texture, const struct pt_image *image,
                        const struct pt_gl_target *target, const void *texels, char **why);
/* Reads all texels back, tightly packed. */
void pt_gl_texture_read(const struct pt_gl_texture *texture, void *texels);
void pt_gl_texture_finish(struct pt_gl_texture *texture);

#endif
