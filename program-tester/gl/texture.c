/* SPDX-License-Identifier: MIT */
/* texture.c: makes textures, and moves texels to them and back. Texels go through image
 * units where a format allows it, bit by bit as unsigned integers of the same size: that needs
 * neither drawing nor copying of a driver. Others go by the calls that are there for it. */
#include "program-tester/gl/texture.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/copy.h"
#include "program-tester/parse/layout.h"

/* Sets the extents, as glTexStorage takes them and in texels. */
static void set_extents(struct pt_gl_texture *texture, const struct pt_image *image)
{
    size_t given[3], *layers = texture->layers;
    unsigned dimensions = texture->target->dimensions;

    pt_image_region(image, given);
    for (unsigned i = 0; i < 3; i++) {
        layers[i] = given[i];
        texture->extents[i] = i < dimensions ? (GLsizei)given[i] : 1;
    }
}

static void allocate(const struct pt_gl_texture *texture)
{
    const GLsizei *extents = texture->extents;
    GLenum target = texture->target->target, internal = texture->format.internal;

    if (texture->target->dimensions == 1)
        glTexStorage1D(target, 1, internal, extents[0]);
    else if (texture->target->dimensions == 2)
        glTexStorage2D(target, 1, internal, extents[0], extents[1]);
    else
        glTexStorage3D(target, 1, internal, extents[0], extents[1], extents[2]);
}

/* Without a sampler object: no filter, no level but the first. */
static void set_defaults(GLenum target)
{
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
}

static void upload_cube(const struct pt_gl_texture *texture, const unsigned char *texels)
{
    const GLsizei *extents = texture->extents;
    size_t face = texture->texel * (size_t)extents[0] * (size_t)extents[1];

    for (unsigned i = 0; i < 6; i++)
        glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, 0, 0, extents[0], extents[1],
                        texture->format.format, texture->format.type, texels + i * face);
}

/* By the calls that are there for it. */
static void upload(const struct pt_gl_texture *texture, const void *texels)
{
    const GLsizei *extents = texture->extents;
    GLenum target = texture->target->target, format = texture->format.format;
    GLenum type = texture->format.type;

    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (target == GL_TEXTURE_CUBE_MAP)
        upload_cube(texture, texels);
    else if (texture->target->dimensions == 1)
        glTexSubImage1D(target, 0, 0, extents[0], format, type, texels);
    else if (texture->target->dimensions == 2)
        glTexSubImage2D(target, 0, 0, 0, extents[0], extents[1], format, type, texels);
    else
        glTexSubImage3D(target, 0, 0, 0, 0, extents[0], extents[1], extents[2], format, type,
                        texels);
}

static void make_buffer_texture(struct pt_gl_texture *texture, const void *texels)
{
    size_t size = texture->texel * texture->layers[0];

    glGenBuffers(1, &texture->backing);
    glBindBuffer(GL_TEXTURE_BUFFER, texture->backing);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)size, texels, GL_DYNAMIC_READ);
    glTexBuffer(GL_TEXTURE_BUFFER, texture->format.internal, texture->backing);
}

static bool check_faces(const struct pt_gl_texture *texture, char **why)
{
    unsigned faces = texture->target->faces;
    bool exact = texture->target->dimensions == 2;

    if (!faces || (exact ? texture->layers[2] == faces : texture->layers[2] % faces == 0))
        return true;
    *why = pt_format("a texture%s needs %s6 layers", texture->target->name,
                     exact ? "" : "a multiple of ");
    return false;
}

bool pt_gl_texture_make(struct pt_gl_texture *texture, const struct pt_image *image,
                        const struct pt_gl_target *target, const void *texels, char **why)
{
    memset(texture, 0, sizeof(*texture));
    texture->target = target;
    texture->texel = pt_format_size(image->format);
    if (!pt_gl_format(image->format, &texture->format)) {
        *why = pt_format("OpenGL has no format %s %s", image->format.order->name,
                         image->format.type->name);
        return false;
    }
    set_extents(texture, image);
    if (!check_faces(texture, why))
        return false;
    glGenTextures(1, &texture->name);
    glBindTexture(target->target, texture->name);
    if (target->target == GL_TEXTURE_BUFFER) {
        make_buffer_texture(texture, texels);
        return true;
    }
    allocate(texture);
    set_defaults(target->target);
    if (texture->format.storable)
        pt_gl_copy_in(texture, texels);
    else
        upload(texture, texels);
    return true;
}

void pt_gl_texture_read(const struct pt_gl_texture *texture, void *texels)
{
    GLenum target = texture->target->target;

    if (target == GL_TEXTURE_BUFFER) {
        size_t size = texture->texel * texture->layers[0];

        glBindBuffer(GL_TEXTURE_BUFFER, texture->backing);
        glGetBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)size, texels);
    } else if (texture->format.storable) {
        pt_gl_copy_out(texture, texels);
    } else {
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glBindTexture(target, texture->name);
        glGetTexImage(target, 0, texture->format.format, texture->format.type, texels);
    }
}

void pt_gl_texture_finish(struct pt_gl_texture *texture)
{
    glDeleteTextures(1, &texture->name);
    glDeleteBuffers(1, &texture->backing);
    memset(texture, 0, sizeof(*texture));
}
