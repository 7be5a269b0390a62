/* SPDX-License-Identifier: MIT */
/* multisample.c: four samples a pixel: which of them primitives cover, their depths and stencils,
 * and what programs read of them; second colours and stencils that programs export. */
#include <stdlib.h>

#include "driver/sim/raster/tests/scene.h"

enum { SAMPLES = 4 };

static GLuint multisampled;

static void attach(GLenum target, GLenum attachment, GLenum format)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    if (target == GL_TEXTURE_2D_MULTISAMPLE)
        glTexImage2DMultisample(target, SAMPLES, format, SCENE_SIZE, SCENE_SIZE, GL_TRUE);
    else
        glTexImage3DMultisample(target, SAMPLES, format, SCENE_SIZE, SCENE_SIZE, 3, GL_TRUE);
    if (target == GL_TEXTURE_2D_MULTISAMPLE)
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, target, texture, 0);
    else
        glFramebufferTextureLayer(GL_FRAMEBUFFER, attachment, texture, 0, 1);
}

/* A grey target of several samples, with a depth buffer unless its format is GL_NONE. */
static void begin(GLenum target, GLenum color, GLenum depth)
{
    glGenFramebuffers(1, &multisampled);
    glBindFramebuffer(GL_FRAMEBUFFER, multisampled);
    if (depth != GL_NONE)
        attach(target,
               depth == GL_DEPTH24_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT,
               depth);
    if (color != GL_NONE)
        attach(target, GL_COLOR_ATTACHMENT0, color);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        abort();
    glViewport(0, 0, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.25f, 0.25f, 1);
    glClearDepth(0.6);
    glClearStencil(3);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

/* Writes the mean of samples. */
static void resolve(void)
{
    scene_check("drawing");
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled);
    glBlitFramebuffer(0, 0, SCENE_SIZE, SCENE_SIZE, 0, 0, SCENE_SIZE, SCENE_SIZE,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    GLint drawn;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)drawn);
    scene_end();
}

static const char screen[] = "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID % 2 * 4 - "
                             "1, gl_VertexID / 2 * 4 - 1, 0, 1); }\n";

/* Writes each sample of the texture that is bound, by a program of pixels that reads it. */
static void samples(const char *fragment)
{
    scene_check("drawing");
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    const GLuint program = scene_program(screen, fragment);
    glDisableVertexAttribArray(0);
    glDisableVertexAttribArray(1);
    for (int i = 0; i < SAMPLES; i++) {
        glUniform1i(glGetUniformLocation(program, "number"), i);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        scene_end();
    }
}

static const char colors[] =
    "#version 330\nuniform sampler2DMS image;\nuniform int number;\nout vec4 result;\n"
    "void main() { result = texelFetch(image, ivec2(gl_FragCoord.xy), number); }\n";

static void covered(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_triangle(scene_flat);
    samples(colors);
}

static void resolved(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_perspective(scene_shade);
    scene_triangle(scene_flat);
    resolve();
}

static void off(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glDisable(GL_MULTISAMPLE);
    scene_triangle(scene_flat);
    samples(colors);
}

/* Texels of one byte, and of eight. */
static void narrow(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_R8, GL_NONE);
    scene_triangle(scene_flat);
    samples(colors);
}

static void wide(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA16F, GL_NONE);
    scene_triangle(scene_flat);
    samples(colors);
}

static void blended(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    scene_triangle(scene_flat);
    scene_perspective(scene_flat);
    glDisable(GL_BLEND);
    samples(colors);
}

static void layer(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_RGBA8, GL_NONE);
    scene_triangle(scene_flat);
    samples("#version 330\nuniform sampler2DMSArray image;\nuniform int number;\nout vec4 result;\n"
            "void main() { result = texelFetch(image, ivec3(gl_FragCoord.xy, 1), number);\n"
            "    result.a = float(textureSize(image).z) / 8; }\n");
}

static void deep(GLenum format)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, format);
    glEnable(GL_DEPTH_TEST);
    scene_perspective(scene_flat);
    scene_triangle(scene_flat);
    samples(colors);
}

static void depths(void)
{
    deep(GL_DEPTH_COMPONENT24);
}

static void depths_float(void)
{
    deep(GL_DEPTH_COMPONENT32F);
}

static void depths_read(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_NONE, GL_DEPTH_COMPONENT24);
    glDrawBuffer(GL_NONE);
    glEnable(GL_DEPTH_TEST);
    scene_perspective(scene_flat);
    samples(colors);
}

static void stencils(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_DEPTH24_STENCIL8);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 3, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    scene_triangle(scene_flat);
    scene_perspective(scene_flat);
    samples(colors);
}

static void masked(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glEnable(GL_SAMPLE_MASK);
    glSampleMaski(0, 5);
    scene_triangle(scene_flat);
    glDisable(GL_SAMPLE_MASK);
    samples(colors);
}

/* Alphas that stand for whole numbers of samples. */
static void alpha(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    scene_triangle("#version 330\nout vec4 result;\n"
                   "void main() { result = vec4(1, 0.5, 0, int(gl_FragCoord.x) % 5 / 4.0); }\n");
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    resolve();
}

static void numbers(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_triangle(
        "#version 330\n#extension GL_ARB_sample_shading : require\nout vec4 result;\n"
        "void main() { result = vec4((gl_SampleID + 1) / 8.0, gl_SamplePosition, 1); }\n");
    samples(colors);
}

static void at_samples(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glEnable(GL_SAMPLE_SHADING);
    glMinSampleShading(1);
    scene_perspective(scene_shade);
    glDisable(GL_SAMPLE_SHADING);
    samples(colors);
}

static void program_masks(void)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_triangle("#version 330\n#extension GL_ARB_sample_shading : require\n"
                   "flat in vec4 one;\nout vec4 result;\n"
                   "void main() { result = one; gl_SampleMask[0] = int(gl_FragCoord.y) % 16; }\n");
    samples(colors);
}

/* Colours that a corner's would be far beyond, were they not those of what is covered. */
static void centroids(void)
{
    static const float position[] = {-0.93f, -0.9f, 0, 1, 0.91f, 0.87f, 0, 1, 0.93f, 0.9f, 0, 1};
    static const float value[] = {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_program("#version 330\nlayout(location = 0) in vec4 position;\n"
                  "layout(location = 1) in vec4 color;\ncentroid out vec4 shade;\n"
                  "void main() { gl_Position = position; shade = color; }\n",
                  "#version 330\ncentroid in vec4 shade;\nout vec4 result;\n"
                  "void main() { float at = shade.x;\n"
                  "    result = vec4(at < -0.001 || at > 1.001, 1, 0, 1); }\n");
    scene_attribute(0, 4, position, 12);
    scene_attribute(1, 4, value, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    samples(colors);
}

static void strokes(GLenum primitive)
{
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    scene_triangle(scene_flat); /* for its program */
    scene_ring(0.5f);
    glLineWidth(3);
    glPointSize(5);
    glDrawArrays(primitive, 0, SCENE_RING);
    samples(colors);
}

static void lines(void)
{
    strokes(GL_LINE_LOOP);
}

static void points(void)
{
    strokes(GL_POINTS);
}

static void counted(void)
{
    GLuint query, count = 0;
    begin(GL_TEXTURE_2D_MULTISAMPLE, GL_RGBA8, GL_NONE);
    glGenQueries(1, &query);
    glBeginQuery(GL_SAMPLES_PASSED, query);
    scene_triangle(scene_flat);
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    scene_write_bytes(&count, sizeof(count));
}

/* One sample. */
static void second_colors(void)
{
    scene_begin();
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC1_COLOR, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_ALPHA,
                        GL_ONE_MINUS_SRC1_ALPHA);
    scene_triangle("#version 330\nflat in vec4 one;\n"
                   "layout(location = 0, index = 0) out vec4 first;\n"
                   "layout(location = 0, index = 1) out vec4 second;\n"
                   "void main() { first = one; second = vec4(0.25, 0.5, 0.75, 0.5); }\n");
    scene_end();
}

const struct scene scene_multisample[] = {{"samples-covered", covered},
                                          {"samples-resolved", resolved},
                                          {"samples-off", off},
                                          {"samples-narrow", narrow},
                                          {"samples-wide", wide},
                                          {"samples-blended", blended},
                                          {"samples-layer", layer},
                                          {"samples-depths", depths},
                                          {"samples-depths-float", depths_float},
                                          {"samples-depths-read", depths_read},
                                          {"samples-stencils", stencils},
                                          {"samples-masked", masked},
                                          {"samples-alpha", alpha},
                                          {"samples-numbers", numbers},
                                          {"samples-shaded", at_samples},
                                          {"samples-of-program", program_masks},
                                          {"samples-centroids", centroids},
                                          {"samples-lines", lines},
                                          {"samples-points", points},
                                          {"samples-counted", counted},
                                          {"second-colors", second_colors},
                                          {0}};
