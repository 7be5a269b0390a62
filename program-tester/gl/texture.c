/* SPDX-License-Identifier: MIT */
/* texture.c: makes textures, and moves texels to them and back. Texels go through image
 * units where a format allows it, bit by bit as unsigned integers of the same size: that needs
 * neither drawing nor copying of a driver. Others go by the calls that are there for it. */
#include "program-tester/gl/texture.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/copy.h"
#include "program-tester/parse/layout.h"

void pt_gl_texture_level(const struct pt_gl_texture *texture, size_t level, size_t extents[3])
{
    const struct pt_image one = pt_image_level(&texture->image, level);

    pt_image_region(&one, extents);
}

/* The extents of a level, as glTexSubImage takes them; its texels are returned. */
static size_t storage_of(const struct pt_gl_texture *texture, size_t level, GLsizei extents[3])
{
    size_t given[3];

    pt_gl_texture_level(texture, level, given);
    for (unsigned i = 0; i < 3; i++)
        extents[i] = i < texture->target->dimensions ? (GLsizei)given[i] : 1;
    return given[0] * given[1] * given[2];
}

static size_t levels_of(const struct pt_gl_texture *texture)
{
    return texture->image.levels ? texture->image.levels : 1;
}

static void allocate(const struct pt_gl_texture *texture)
{
    const GLsizei levels = (GLsizei)levels_of(texture);
    GLenum target = texture->target->target, internal = texture->format.internal;
    GLsizei extents[3];

    storage_of(texture, 0, extents);
    if (texture->target->dimensions == 1)
        glTexStorage1D(target, levels, internal, extents[0]);
    else if (texture->target->dimensions == 2)
        glTexStorage2D(target, levels, internal, extents[0], extents[1]);
    else
        glTexStorage3D(target, levels, internal, extents[0], extents[1], extents[2]);
}

/* Without a sampler object: no filter, and all levels. */
static void set_defaults(const struct pt_gl_texture *texture)
{
    const GLenum target = texture->target->target;

    glTexParameteri(target, GL_TEXTURE_MIN_FILTER,
                    levels_of(texture) > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE);
}

static void upload_cube(const struct pt_gl_texture *texture, GLint level, const GLsizei extents[3],
                        const unsigned char *texels)
{
    size_t face = texture->texel * (size_t)extents[0] * (size_t)extents[1];

    for (unsigned i = 0; i < 6; i++)
        glTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, level, 0, 0, extents[0], extents[1],
                        texture->format.format, texture->format.type, texels + i * face);
}

/* One level, by the calls that are there for it. */
static void upload(const struct pt_gl_texture *texture, GLint level, const GLsizei extents[3],
                   const void *texels)
{
    GLenum target = texture->target->target, format = texture->format.format;
    GLenum type = texture->format.type;

    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (target == GL_TEXTURE_CUBE_MAP)
        upload_cube(texture, level, extents, texels);
    else if (texture->target->dimensions == 1)
        glTexSubImage1D(target, level, 0, extents[0], format, type, texels);
    else if (texture->target->dimensions == 2)
        glTexSubImage2D(target, level, 0, 0, extents[0], extents[1], format, type, texels);
    else
        glTexSubImage3D(target, level, 0, 0, 0, extents[0], extents[1], extents[2], format, type,
                        texels);
}

static void write_levels(const struct pt_gl_texture *texture, const unsigned char *texels)
{
    for (size_t level = 0; level < levels_of(texture); level++) {
        GLsizei extents[3];
        size_t count = storage_of(texture, level, extents);

        if (texture->format.storable)
            pt_gl_copy_in(texture, level, texels);
        else
            upload(texture, (GLint)level, extents, texels);
        texels += count * texture->texel;
    }
}

static void read_levels(const struct pt_gl_texture *texture, unsigned char *texels)
{
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glBindTexture(texture->target->target, texture->name);
    for (size_t level = 0; level < levels_of(texture); level++) {
        GLsizei extents[3];
        size_t count = storage_of(texture, level, extents);

        if (texture->format.storable)
            pt_gl_copy_out(texture, level, texels);
        else
            glGetTexImage(texture->target->target, (GLint)level, texture->format.format,
                          texture->format.type, texels);
        texels += count * texture->texel;
    }
}

static void make_buffer_texture(struct pt_gl_texture *texture, const void *texels)
{
    size_t size = texture->texel * texture->image.width;

    glGenBuffers(1, &texture->backing);
    glBindBuffer(GL_TEXTURE_BUFFER, texture->backing);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)size, texels, GL_DYNAMIC_READ);
    glTexBuffer(GL_TEXTURE_BUFFER, texture->format.internal, texture->backing);
}

static bool check_faces(const struct pt_gl_texture *texture, char **why)
{
    unsigned faces = texture->target->faces;
    bool exact = texture->target->dimensions == 2;
    size_t layers = texture->image.layers;

    if (!faces || (exact ? layers == faces : layers % faces == 0))
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
    texture->image = *image;
    texture->texel = pt_format_size(image->format);
    if (!pt_gl_format(image->format, &texture->format)) {
        *why = pt_format("OpenGL has no format %s %s", image->format.order->name,
                         image->format.type->name);
        return false;
    }
    if (!check_faces(texture, why))
        return false;
    glGenTextures(1, &texture->name);
    glBindTexture(target->target, texture->name);
    if (target->target == GL_TEXTURE_BUFFER) {
        make_buffer_texture(texture, texels);
        return true;
    }
    allocate(texture);
    set_defaults(texture);
    write_levels(texture, texels);
    return true;
}

void pt_gl_texture_read(const struct pt_gl_texture *texture, void *texels)
{
    GLenum target = texture->target->target;

    if (target == GL_TEXTURE_BUFFER) {
        size_t size = texture->texel * texture->image.width;

        glBindBuffer(GL_TEXTURE_BUFFER, texture->backing);
        glGetBufferSubData(GL_TEXTURE_BUFFER, 0, (GLsizeiptr)size, texels);
    } else {
        read_levels(texture, texels);
    }
}

void pt_gl_texture_finish(struct pt_gl_texture *texture)
{
    glDeleteTextures(1, &texture->name);
    glDeleteBuffers(1, &texture->backing);
    memset(texture, 0, sizeof(*texture));
}
