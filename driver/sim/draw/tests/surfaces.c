/* SPDX-License-Identifier: MIT */
/* surfaces.c: textures, and what becomes of pixels: blending, targets, depth, stencils, counts. */
#include <stdio.h>
#include <time.h>

#include "driver/sim/raster/tests/scene.h"

static void small_texture(GLenum filter, GLenum wrap)
{
    unsigned char texels[8 * 8 * 4];
    GLuint texture;
    for (int i = 0; i < 8 * 8 * 4; i++)
        texels[i] = (unsigned char)(i * 37 % 251);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wrap);
}

static void textured_with(GLenum filter, GLenum wrap)
{
    scene_begin();
    small_texture(filter, wrap);
    scene_triangle("#version 330\n"
                   "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texture(image, shade.xy * 2.03 - 0.41); }\n");
    scene_end();
}

/* Processor time of all threads: others may keep the machine busy. */
static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* A textured triangle that covers a target of 256 x 256 pixels, and the least time of 20 that it
 * takes, on standard error. */
static void timed(void)
{
    enum { SIZE = 256, TIMES = 20 };
    static const float corners[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    double least = 1e9;
    scene_target(GL_RGBA8, SIZE, SIZE);
    small_texture(GL_NEAREST, GL_REPEAT);
    scene_program("#version 330\n"
                  "layout(location = 0) in vec4 position;\nout vec2 where;\n"
                  "void main() { gl_Position = position; where = position.xy; }\n",
                  "#version 330\n"
                  "in vec2 where;\nuniform sampler2D image;\nout vec4 result;\n"
                  "void main() { result = texture(image, where); }\n");
    scene_attribute(0, 4, corners, sizeof(corners) / sizeof(corners[0]));
    for (int i = 0; i < TIMES; i++) {
        const double began = milliseconds();
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glFinish();
        const double took = milliseconds() - began;
        least = took < least ? took : least;
    }
    fprintf(stderr, "a textured triangle of %d x %d pixels: %.2f ms\n", SIZE, SIZE, least);
    scene_write(SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void textured(void)
{
    textured_with(GL_NEAREST, GL_REPEAT);
}

static void textured_linear(void)
{
    textured_with(GL_LINEAR, GL_CLAMP_TO_EDGE);
}

/* A texture of eight levels, each of one colour, and filters that differ. */
static void levels(void)
{
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int level = 0; level < 8; level++) {
        unsigned char texels[128 * 128 * 4];
        const int size = 128 >> level;
        for (int i = 0; i < size * size * 4; i++)
            texels[i] = (unsigned char)(level * 30 + i % 4 * 10 + (i / 4 + i / 4 / size) % 2 * 5);
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    scene_perspective("#version 330\n"
                      "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                      "void main() { result = texture(image, shade.xy * 3.1, -0.5); }\n");
    scene_end();
}

static void blend(void)
{
    scene_begin();
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_DST_ALPHA);
    scene_triangle(scene_flat);
    glBlendColor(0.2f, 0.4f, 0.6f, 0.8f);
    glBlendFunc(GL_CONSTANT_COLOR, GL_DST_COLOR);
    glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    scene_ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
}

static void logic_with(GLenum operation)
{
    glLogicOp(operation);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
}

static void logic(void)
{
    scene_begin();
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(GL_XOR);
    scene_triangle(scene_flat);
    scene_ring(0.5f);
    logic_with(GL_AND_REVERSE);
    logic_with(GL_OR_INVERTED);
    logic_with(GL_EQUIV);
    scene_end();
}

static void targets(void)
{
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLuint second;
    scene_begin();
    glGenTextures(1, &second);
    glBindTexture(GL_TEXTURE_2D, second);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA16F, SCENE_SIZE, SCENE_SIZE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, second, 0);
    glDrawBuffers(2, both);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_triangle("#version 330\nlayout(location = 0) out vec4 first;\n"
                   "layout(location = 1) out vec4 second;\nflat in vec4 one;\n"
                   "void main() { first = one; second = one.yzxw * 0.5; }\n");
    scene_end();
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void depth_target(GLenum format)
{
    GLuint buffer;
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, SCENE_SIZE, SCENE_SIZE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER,
                              format == GL_DEPTH24_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT
                                                            : GL_DEPTH_ATTACHMENT,
                              GL_RENDERBUFFER, buffer);
    glClearColor(0.25f, 0.25f, 0.25f, 1);
    glClearDepth(0.625);
    glClearStencil(3);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

static void depth(void)
{
    depth_target(GL_DEPTH_COMPONENT24);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    scene_perspective(scene_shade);
    scene_triangle(scene_flat);
    scene_end();
}

/* A triangle on itself: nearer, and so seen, or not. */
static void offset(void)
{
    depth_target(GL_DEPTH_COMPONENT24);
    glEnable(GL_DEPTH_TEST);
    glClearDepth(1);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDepthFunc(GL_LESS);
    scene_perspective(scene_flat);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(0, 4);
    scene_perspective("#version 330\nout vec4 result;\nvoid main() { result = vec4(1); }\n");
    scene_end();
    glPolygonOffset(0.5f, -4);
    scene_perspective("#version 330\nout vec4 result;\nvoid main() { result = vec4(0); }\n");
    scene_end();
}

static void depth_float(void)
{
    depth_target(GL_DEPTH_COMPONENT32F);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    scene_perspective(scene_shade);
    scene_triangle(scene_flat);
    scene_end();
}

static void stencil(void)
{
    depth_target(GL_DEPTH24_STENCIL8);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 3, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    scene_triangle(scene_flat);
    glStencilFunc(GL_EQUAL, 4, 0xff);
    glStencilOp(GL_ZERO, GL_INVERT, GL_INVERT);
    scene_ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
}

/* Counts the pixels of a triangle of which only some can be seen: the answer is the colour. */
static void count_with(GLenum target)
{
    GLuint query, count = 0;
    depth_target(GL_DEPTH_COMPONENT24);
    glEnable(GL_DEPTH_TEST);
    scene_perspective(scene_shade);
    glGenQueries(1, &query);
    glBeginQuery(target, query);
    scene_triangle(scene_flat);
    glEndQuery(target);
    scene_triangle(scene_flat);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    glClearColor((float)(count & 255u) / 255, (float)(count >> 8 & 255u) / 255, count ? 1 : 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    scene_end();
}

static void count(void)
{
    count_with(GL_SAMPLES_PASSED);
}

static void count_any(void)
{
    count_with(GL_ANY_SAMPLES_PASSED);
}

/* Numbers with a sign are blended from -1 on: colours and the constant beyond are cut. */
static void blend_signed(void)
{
    static const GLenum factors[] = {GL_CONSTANT_COLOR, GL_ONE_MINUS_SRC_COLOR,
                                     GL_ONE_MINUS_CONSTANT_COLOR, GL_SRC_COLOR};
    scene_target(GL_RGBA8_SNORM, SCENE_SIZE, SCENE_SIZE);
    glClearColor(-0.6f, 0.4f, 0.8f, -0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glEnable(GL_SCISSOR_TEST);
    glBlendColor(2, -1.8f, 0.4f, 0.6f);
    for (int i = 0; i < 4; i++) {
        glScissor(16 * i, 0, 16, SCENE_SIZE);
        glBlendFunc(factors[i], i % 2 ? GL_ONE : GL_ZERO);
        scene_triangle("#version 330\nout vec4 result;\n"
                       "void main() { result = vec4(-1.5, 1.75, 0.5, -0.75); }\n");
    }
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_BYTE);
}

/* A cube that is six layers of an array, and one layer of it with all its levels. */
static void views(void)
{
    unsigned char texels[8 * 16 * 16 * 4];
    GLuint array, cube, layer;
    scene_begin();
    glGenTextures(1, &array);
    glBindTexture(GL_TEXTURE_2D_ARRAY, array);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 5, GL_RGBA8, 16, 16, 8);
    for (int level = 0; level < 5; level++) {
        for (int i = 0; i < (int)sizeof(texels); i++)
            texels[i] = (unsigned char)((i + 50 * level) * 37 % 251);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, level, 0, 0, 0, 16 >> level, 16 >> level, 8, GL_RGBA,
                        GL_UNSIGNED_BYTE, texels);
    }
    glGenTextures(1, &cube);
    glTextureView(cube, GL_TEXTURE_CUBE_MAP, array, GL_RGBA8, 0, 1, 2, 6);
    glGenTextures(1, &layer);
    glTextureView(layer, GL_TEXTURE_2D_ARRAY, array, GL_RGBA8, 0, 5, 0, 1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, layer);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    scene_triangle("#version 330\nuniform sampler2DArray image;\nout vec4 result;\n"
                   "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int level = at.x % 5;\n"
                   "    result = texelFetch(image, ivec3(at % (16 >> level), 0), level); }\n");
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, SCENE_SIZE / 2, SCENE_SIZE);
    scene_triangle("#version 330\nuniform samplerCube image;\nout vec4 result;\n"
                   "void main() { vec3 at = vec3(0.1, 0.2, 0.3); int row = int(gl_FragCoord.y);\n"
                   "    at[row % 3] = row % 2 == 0 ? 1.0 : -1.0;\n"
                   "    result = texture(image, at); }\n");
    scene_check("views");
    scene_end();
}

const struct scene scene_surfaces[] = {{"textured", textured},
                                       {"textured-linear", textured_linear},
                                       {"levels", levels},
                                       {"blend", blend},
                                       {"blend-signed", blend_signed},
                                       {"views", views},
                                       {"logic", logic},
                                       {"targets", targets},
                                       {"depth", depth},
                                       {"offset", offset},
                                       {"depth-float", depth_float},
                                       {"stencil", stencil},
                                       {"count", count},
                                       {"count-any", count_any},
                                       {"slow-timed", timed},
                                       {0}};
