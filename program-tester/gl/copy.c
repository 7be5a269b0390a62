/* SPDX-License-Identifier: MIT */
/* copy.c: texels between memory and textures, through image units. A texel is written and read as
 * unsigned integers of its size, which is an image format that is compatible with every other of
 * that size (OpenGL 4.5, 8.26), so that nothing is converted. */
#include "program-tester/gl/copy.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/program.h"

enum { GROUP = 64, SLOT = 16 }; /* SLOT: bytes that a texel takes in the buffer, those of a uvec4 */

struct raw {
    size_t texel; /* bytes */
    GLenum format;
    const char *name;
};

static const struct raw raws[] = {{1, GL_R8UI, "r8ui"},
                                  {2, GL_R16UI, "r16ui"},
                                  {4, GL_R32UI, "r32ui"},
                                  {8, GL_RG32UI, "rg32ui"},
                                  {16, GL_RGBA32UI, "rgba32ui"}};

static const struct raw *raw_of(size_t texel)
{
    const struct raw *raw = raws;

    while (raw->texel != texel)
        raw++;
    return raw;
}

static char *source_of(const struct pt_gl_target *target, const struct raw *raw, bool in)
{
    char *statement = in ? pt_format("imageStore(texels, %s, data[i]);", target->position)
                         : pt_format("data[i] = imageLoad(texels, %s);", target->position);
    char *source =
        pt_format("#version 430\n"
                  "layout(local_size_x = %d) in;\n"
                  "layout(binding = 0, %s) uniform %s uimage%s texels;\n"
                  "layout(std430, binding = 0) buffer Data { uvec4 data[]; };\n"
                  "layout(location = 0) uniform uvec3 extents;\n"
                  "void main()\n"
                  "{\n"
                  "    uint i = gl_GlobalInvocationID.x, area = extents.x * extents.y;\n"
                  "    uvec3 p = uvec3(i %% extents.x, i / extents.x %% extents.y, i / area);\n"
                  "    if (p.z < extents.z)\n"
                  "        %s\n"
                  "}\n",
                  GROUP, raw->name, in ? "writeonly" : "readonly", target->name, statement);

    free(statement);
    return source;
}

/* Programs that copy, by their source; they are kept until the process ends. */
static struct kept {
    char *source;
    struct pt_gl_program program;
} *kept;
static size_t kept_count, kept_capacity;

/* The program that copies so; NULL if the driver does not compile it, with an error for glGetError.
 */
static const struct pt_gl_program *program_for(const struct pt_gl_texture *texture, bool in)
{
    char *source = source_of(texture->target, raw_of(texture->texel), in), *log = NULL;
    struct kept *one = kept;

    while (one < kept + kept_count && strcmp(one->source, source))
        one++;
    if (one < kept + kept_count) {
        free(source);
        return &one->program;
    }
    kept = pt_grow(kept, &kept_capacity, kept_count + 1, sizeof(*kept));
    one = &kept[kept_count];
    bool made = pt_gl_program_make(&one->program, GL_COMPUTE_SHADER, source, strlen(source), &log);
    if (!made && log)
        pt_complain("the driver does not compile a program of the tester: %s", log);
    free(log);
    if (!made) {
        free(source);
        return NULL;
    }
    one->source = source;
    kept_count++;
    return &one->program;
}

static size_t texels_of(const struct pt_gl_texture *texture, size_t level)
{
    size_t extents[3];

    pt_gl_texture_level(texture, level, extents);
    return extents[0] * extents[1] * extents[2];
}

/* Copies between a level of the texture and a buffer of as many slots. */
static void dispatch(const struct pt_gl_texture *texture, size_t level, GLuint buffer, bool in)
{
    const struct pt_gl_program *program = program_for(texture, in);
    const GLuint groups = (GLuint)((texels_of(texture, level) + GROUP - 1) / GROUP);
    size_t extents[3];

    pt_gl_texture_level(texture, level, extents);
    glUseProgram(program ? program->name : 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glBindImageTexture(0, texture->name, (GLint)level, GL_TRUE, 0,
                       in ? GL_WRITE_ONLY : GL_READ_ONLY, raw_of(texture->texel)->format);
    glUniform3ui(0, (GLuint)extents[0], (GLuint)extents[1], (GLuint)extents[2]);
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
}

static GLuint make_buffer(const void *data, size_t size)
{
    GLuint buffer = 0;

    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)size, data, GL_DYNAMIC_READ);
    return buffer;
}

void pt_gl_copy_in(const struct pt_gl_texture *texture, size_t level, const void *texels)
{
    size_t count = texels_of(texture, level);
    unsigned char *slots = pt_alloc(count, SLOT);

    for (size_t i = 0; i < count; i++)
        memcpy(slots + i * SLOT, (const char *)texels + i * texture->texel, texture->texel);
    GLuint buffer = make_buffer(slots, count * SLOT);
    dispatch(texture, level, buffer, true);
    glDeleteBuffers(1, &buffer);
    free(slots);
}

void pt_gl_copy_out(const struct pt_gl_texture *texture, size_t level, void *texels)
{
    size_t count = texels_of(texture, level);
    unsigned char *slots = pt_alloc(count, SLOT);
    GLuint buffer = make_buffer(slots, count * SLOT);

    dispatch(texture, level, buffer, false);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)(count * SLOT), slots);
    for (size_t i = 0; i < count; i++)
        memcpy((char *)texels + i * texture->texel, slots + i * SLOT, texture->texel);
    glDeleteBuffers(1, &buffer);
    free(slots);
}
