/* SPDX-License-Identifier: MIT */
/* plain.c: clears and blits. */
#include "driver/sim/raster/tests/scene.h"

static void clear(void)
{
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.5f, 0.75f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void clear_part(void)
{
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.5f, 0.75f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(3, 5, 21, 30);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glClearColor(1.0f, 1.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void clear_formats(void)
{
    static const GLenum formats[] = {GL_R8,     GL_RG8,     GL_RGBA8,       GL_R16,     GL_RG16,
                                     GL_RGBA16, GL_R16F,    GL_RG16F,       GL_RGBA16F, GL_R32F,
                                     GL_RG32F,  GL_RGBA32F, GL_RGBA8_SNORM, GL_R8_SNORM};
    for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        scene_target(formats[i], 16, 8);
        glClearColor(0.25f, 0.5f, 0.75f, 0.125f);
        glClear(GL_COLOR_BUFFER_BIT);
        scene_write(16, 8, GL_RGBA, GL_FLOAT);
    }
}

static void clear_integers(void)
{
    static const GLenum formats[] = {GL_R8UI,     GL_RG8UI, GL_RGBA8UI, GL_R16UI,
                                     GL_RGBA16UI, GL_R32UI, GL_RG32UI,  GL_RGBA32UI};
    static const GLuint color[4] = {1, 200, 77, 255};
    for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        scene_target(formats[i], 16, 8);
        glClearBufferuiv(GL_COLOR, 0, color);
        scene_write(16, 8, GL_RGBA_INTEGER, GL_UNSIGNED_INT);
    }
}

/* Large enough for Mesa to clear it by CMASK. */
static void clear_large(void)
{
    enum { LARGE = 320 };
    scene_target(GL_RGBA8, LARGE, LARGE);
    glClearColor(0.25f, 0.5f, 0.75f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(13, 150, 101, 33);
    glClearColor(1.0f, 0.0f, 1.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_write(LARGE, LARGE, GL_RGBA, GL_UNSIGNED_BYTE);
}

/* A target with something on it. */
static void pattern(int size)
{
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < size; i++) {
        const float part = (float)i / (float)size;
        glScissor(i, 0, 1, size);
        glClearColor(part, 1 - part, (float)(i % 3) / 2, (float)(i % 5) / 4);
        glClear(GL_COLOR_BUFFER_BIT);
        glScissor(i, i, 1, 3);
        glClearColor(1 - part, part, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

static void blit_to(int x0, int y0, int x1, int y1, GLenum filter)
{
    GLint from, to;
    scene_target(GL_RGBA8, 32, 32);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &from);
    pattern(32);
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &to);
    glClearColor(0, 0, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)from);
    glBlitFramebuffer(0, 0, 32, 32, x0, y0, x1, y1, GL_COLOR_BUFFER_BIT, filter);
    scene_check("glBlitFramebuffer");
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)to);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void blit(void)
{
    blit_to(4, 8, 36, 40, GL_NEAREST);
}

static void blit_mirrored(void)
{
    blit_to(60, 2, 28, 34, GL_NEAREST);
}

static void blit_scaled(void)
{
    blit_to(0, 0, SCENE_SIZE, SCENE_SIZE, GL_NEAREST);
}

static void blit_linear(void)
{
    blit_to(0, 0, SCENE_SIZE, 48, GL_LINEAR);
}

static void copy_to_texture(void)
{
    GLuint texture = scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    pattern(SCENE_SIZE);
    scene_target(GL_RGBA16F, SCENE_SIZE, SCENE_SIZE);
    pattern(SCENE_SIZE);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 5, 7, 11, 13, 20, 30);
    scene_check("glCopyTexSubImage2D");
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

const struct scene scene_plain[] = {{"clear", clear},
                                    {"clear-part", clear_part},
                                    {"clear-large", clear_large},
                                    {"clear-formats", clear_formats},
                                    {"clear-integers", clear_integers},
                                    {"blit", blit},
                                    {"blit-mirrored", blit_mirrored},
                                    {"blit-scaled", blit_scaled},
                                    {"blit-linear", blit_linear},
                                    {"copy-to-texture", copy_to_texture},
                                    {0}};
