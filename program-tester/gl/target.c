/* SPDX-License-Identifier: MIT */
/* target.c: the kinds of textures, by the types of the uniforms that use them. */
#include "program-tester/gl/target.h"

enum {
    TARGET_1D,
    TARGET_2D,
    TARGET_3D,
    TARGET_RECT,
    TARGET_CUBE,
    TARGET_BUFFER,
    TARGET_1D_ARRAY,
    TARGET_2D_ARRAY,
    TARGET_CUBE_ARRAY,
};

static const struct pt_gl_target targets[] = {
    [TARGET_1D] = {GL_TEXTURE_1D, "1D", CL_MEM_OBJECT_IMAGE1D, 1, 0, "int(p.x)"},
    [TARGET_2D] = {GL_TEXTURE_2D, "2D", CL_MEM_OBJECT_IMAGE2D, 2, 0, "ivec2(p.xy)"},
    [TARGET_3D] = {GL_TEXTURE_3D, "3D", CL_MEM_OBJECT_IMAGE3D, 3, 0, "ivec3(p)"},
    [TARGET_RECT] = {GL_TEXTURE_RECTANGLE, "2DRect", CL_MEM_OBJECT_IMAGE2D, 2, 0, "ivec2(p.xy)"},
    [TARGET_CUBE] = {GL_TEXTURE_CUBE_MAP, "Cube", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, 6, "ivec3(p)"},
    [TARGET_BUFFER] = {GL_TEXTURE_BUFFER, "Buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1, 0, "int(p.x)"},
    [TARGET_1D_ARRAY] = {GL_TEXTURE_1D_ARRAY, "1DArray", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2, 0,
                         "ivec2(p.xy)"},
    [TARGET_2D_ARRAY] = {GL_TEXTURE_2D_ARRAY, "2DArray", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3, 0,
                         "ivec3(p)"},
    [TARGET_CUBE_ARRAY] = {GL_TEXTURE_CUBE_MAP_ARRAY, "CubeArray", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3,
                           6, "ivec3(p)"},
};

#define ROWS(name, suffix)                                                                         \
    {GL_SAMPLER_##suffix, TARGET_##name, false}, {GL_INT_SAMPLER_##suffix, TARGET_##name, false},  \
        {GL_UNSIGNED_INT_SAMPLER_##suffix, TARGET_##name, false},                                  \
        {GL_IMAGE_##suffix, TARGET_##name, true}, {GL_INT_IMAGE_##suffix, TARGET_##name, true},    \
    {                                                                                              \
        GL_UNSIGNED_INT_IMAGE_##suffix, TARGET_##name, true                                        \
    }

static const struct {
    GLenum type;
    unsigned char target;
    bool image;
} types[] = {
    ROWS(1D, 1D),
    ROWS(2D, 2D),
    ROWS(3D, 3D),
    ROWS(RECT, 2D_RECT),
    ROWS(CUBE, CUBE),
    ROWS(BUFFER, BUFFER),
    ROWS(1D_ARRAY, 1D_ARRAY),
    ROWS(2D_ARRAY, 2D_ARRAY),
    ROWS(CUBE_ARRAY, CUBE_MAP_ARRAY),
};

const struct pt_gl_target *pt_gl_target_of(GLenum uniform_type, bool *image)
{
    for (size_t i = 0; i < PT_COUNT(types); i++) {
        if (types[i].type == uniform_type) {
            *image = types[i].image;
            return &targets[types[i].target];
        }
    }
    return NULL;
}
