/* SPDX-License-Identifier: MIT */
/* triangles.c: programs of vertices and pixels, primitives, and what becomes of pixels. */
#include <math.h>

#include "driver/sim/draw/tests/scene.h"

static const char plain_vertex[] =
    "#version 330\n"
    "layout(location = 0) in vec4 position;\n"
    "layout(location = 1) in vec4 color;\n"
    "out vec4 shade;\n"
    "flat out vec4 one;\n"
    "noperspective out vec4 screen;\n"
    "void main() { gl_Position = position; shade = color; one = color;\n"
    "    screen = color; }\n";
static const char shade_fragment[] = "#version 330\n"
                                     "in vec4 shade;\n"
                                     "out vec4 result;\n"
                                     "void main() { result = shade; }\n";
static const char flat_fragment[] = "#version 330\n"
                                    "flat in vec4 one;\n"
                                    "out vec4 result;\n"
                                    "void main() { result = one; }\n";

static void begin(void)
{
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.25f, 0.25f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

static void end(void)
{
    scene_check("drawing");
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static const float corners[] = {-0.9f, -0.83f, 0, 1, 0.87f, -0.71f, 0, 1, 0.13f, 0.91f, 0, 1};
static const float colors[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5f};

static void triangle_with(const char *fragment)
{
    scene_program(plain_vertex, fragment);
    scene_attribute(0, 4, corners, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void triangle(void)
{
    begin();
    triangle_with("#version 330\nout vec4 result;\nvoid main() { result = vec4(1, 0.5, 0, 1); }\n");
    end();
}

static void triangle_flat(void)
{
    begin();
    triangle_with(flat_fragment);
    end();
}

static void triangle_smooth(void)
{
    begin();
    triangle_with(shade_fragment);
    end();
}

/* Points of a circle around which vertices go, with colours of their own. */
enum { RING = 12 };

static void ring(float inner)
{
    float position[RING * 4], color[RING * 4];
    for (int i = 0; i < RING; i++) {
        const float angle = (float)i * 6.2831853f / RING + 0.1f;
        const float radius = inner > 0 && i % 2 ? inner : 0.93f;
        position[i * 4] = radius * cosf(angle);
        position[i * 4 + 1] = radius * sinf(angle);
        position[i * 4 + 2] = 0;
        position[i * 4 + 3] = 1;
        for (int c = 0; c < 4; c++)
            color[i * 4 + c] = (float)((i * 5 + c * 3) % 8) / 7;
    }
    scene_attribute(0, 4, position, RING * 4);
    scene_attribute(1, 4, color, RING * 4);
}

static void ring_of(GLenum primitive, float inner)
{
    begin();
    scene_program(plain_vertex, flat_fragment);
    ring(inner);
    glDrawArrays(primitive, 0, RING);
    end();
}

static void list(void)
{
    ring_of(GL_TRIANGLES, 0);
}

static void strip(void)
{
    ring_of(GL_TRIANGLE_STRIP, 0.5f);
}

static void fan(void)
{
    ring_of(GL_TRIANGLE_FAN, 0);
}

static void first_provokes(void)
{
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    ring_of(GL_TRIANGLE_STRIP, 0.5f);
}

static void indexed(GLenum type, const void *indices, size_t bytes, int count)
{
    GLuint buffer;
    begin();
    scene_program(plain_vertex, flat_fragment);
    ring(0.5f);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, indices, GL_STATIC_DRAW);
    glDrawElements(GL_TRIANGLES, count, type, NULL);
    end();
}

static void indexed_short(void)
{
    static const GLushort indices[] = {0, 2, 4, 5, 7, 9, 10, 11, 1};
    indexed(GL_UNSIGNED_SHORT, indices, sizeof(indices), 9);
}

static void indexed_int(void)
{
    static const GLuint indices[] = {0, 2, 4, 5, 7, 9, 10, 11, 1};
    indexed(GL_UNSIGNED_INT, indices, sizeof(indices), 9);
}

static void indexed_restart(void)
{
    static const GLushort indices[] = {0, 1, 2, 3, 0xffff, 5, 6, 7, 8, 9};
    GLuint buffer;
    begin();
    scene_program(plain_vertex, flat_fragment);
    ring(0.5f);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0xffff);
    glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 10, GL_UNSIGNED_SHORT, NULL, 1);
    end();
}

static void instances(void)
{
    static const float shifts[] = {0.5f, 0.1f, -0.4f, 0.3f, 0.2f, -0.6f};
    begin();
    scene_program(
        "#version 330\n"
        "layout(location = 0) in vec4 position;\n"
        "layout(location = 1) in vec4 color;\n"
        "layout(location = 2) in vec2 shift;\n"
        "flat out vec4 one;\n"
        "void main() {\n"
        "    gl_Position = vec4(position.xy * 0.3 + shift, 0, 1);\n"
        "    one = color * (0.5 + 0.25 * float(gl_InstanceID)) + 0.1 * float(gl_VertexID);\n"
        "}\n",
        flat_fragment);
    scene_attribute(0, 4, corners, 12);
    scene_attribute(1, 4, colors, 12);
    scene_attribute(2, 2, shifts, 6);
    glVertexAttribDivisor(2, 1);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 3);
    end();
}

static void cull(void)
{
    begin();
    scene_program(plain_vertex, flat_fragment);
    ring(0.5f);
    glEnable(GL_CULL_FACE);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 6);
    glCullFace(GL_FRONT);
    glDrawArrays(GL_TRIANGLE_FAN, 6, 6);
    glFrontFace(GL_CW);
    glDrawArrays(GL_TRIANGLES, 3, 6);
    end();
}

static void facing(void)
{
    begin();
    scene_program(plain_vertex, "#version 330\nout vec4 result;\n"
                                "void main() { result = gl_FrontFacing ? vec4(0, 1, 0, 1)\n"
                                "                                      : vec4(1, 0, 0, 1); }\n");
    ring(0.5f);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glFrontFace(GL_CW);
    glDrawArrays(GL_TRIANGLES, 6, 6);
    end();
}

static void perspective_with(const char *fragment)
{
    static const float far[] = {-0.9f, -0.8f, 0.1f, 1, 3.1f, -2.3f, 1, 4, 0.3f, 1.9f, -0.5f, 2.1f};
    scene_program(plain_vertex, fragment);
    scene_attribute(0, 4, far, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void perspective(void)
{
    begin();
    perspective_with(shade_fragment);
    end();
}

static void noperspective(void)
{
    begin();
    perspective_with("#version 330\n"
                     "noperspective in vec4 screen;\nout vec4 result;\n"
                     "void main() { result = screen; }\n");
    end();
}

static void fragment_position(void)
{
    begin();
    perspective_with("#version 330\nout vec4 result;\n"
                     "void main() { result = vec4(gl_FragCoord.xy / 64.0, gl_FragCoord.zw); }\n");
    end();
}

static void clipped(void)
{
    static const float far[] = {-0.9f, -0.8f, -3, 1, 5.1f, 0.3f, 2, -1, 0.3f, 1.9f, 0.5f, 2.1f};
    begin();
    scene_program(plain_vertex, shade_fragment);
    scene_attribute(0, 4, far, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    end();
}

static void discarded(void)
{
    begin();
    triangle_with("#version 330\n"
                  "in vec4 shade;\nout vec4 result;\n"
                  "void main() { if (shade.x > 0.4) discard; result = shade; }\n");
    end();
}

static void gradients(void)
{
    begin();
    triangle_with("#version 330\n"
                  "in vec4 shade;\nout vec4 result;\n"
                  "void main() { result = abs(vec4(dFdx(shade.x), dFdy(shade.y),\n"
                  "                                fwidth(shade.z), 0.1)) * 10.0; }\n");
    end();
}

static void uniforms(void)
{
    begin();
    const GLuint program =
        scene_program(plain_vertex, "#version 330\nuniform vec4 values[8];\nuniform int number;\n"
                                    "out vec4 result;\n"
                                    "void main() { vec4 sum = vec4(0);\n"
                                    "    for (int i = 0; i < number; i++) sum += values[i];\n"
                                    "    result = sum; }\n");
    float values[32];
    for (int i = 0; i < 32; i++)
        values[i] = (float)i / 128;
    glUniform4fv(glGetUniformLocation(program, "values"), 8, values);
    glUniform1i(glGetUniformLocation(program, "number"), 5);
    scene_attribute(0, 4, corners, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    end();
}

static void textured_with(GLenum filter, GLenum wrap)
{
    unsigned char texels[8 * 8 * 4];
    GLuint texture;
    for (int i = 0; i < 8 * 8 * 4; i++)
        texels[i] = (unsigned char)(i * 37 % 251);
    begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)wrap);
    triangle_with("#version 330\n"
                  "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                  "void main() { result = texture(image, shade.xy * 2.03 - 0.41); }\n");
    end();
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
    begin();
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
    perspective_with("#version 330\n"
                     "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                     "void main() { result = texture(image, shade.xy * 3.1, -0.5); }\n");
    end();
}

static void blend(void)
{
    begin();
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_DST_ALPHA);
    triangle_with(flat_fragment);
    glBlendColor(0.2f, 0.4f, 0.6f, 0.8f);
    glBlendFunc(GL_CONSTANT_COLOR, GL_DST_COLOR);
    glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, RING);
    end();
}

static void targets(void)
{
    static const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    GLuint second;
    begin();
    glGenTextures(1, &second);
    glBindTexture(GL_TEXTURE_2D, second);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA16F, SCENE_SIZE, SCENE_SIZE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, second, 0);
    glDrawBuffers(2, both);
    glClear(GL_COLOR_BUFFER_BIT);
    triangle_with("#version 330\nlayout(location = 0) out vec4 first;\n"
                  "layout(location = 1) out vec4 second;\nflat in vec4 one;\n"
                  "void main() { first = one; second = one.yzxw * 0.5; }\n");
    end();
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
    perspective_with(shade_fragment);
    triangle_with(flat_fragment);
    end();
}

static void depth_float(void)
{
    depth_target(GL_DEPTH_COMPONENT32F);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GEQUAL);
    perspective_with(shade_fragment);
    triangle_with(flat_fragment);
    end();
}

static void stencil(void)
{
    depth_target(GL_DEPTH24_STENCIL8);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 3, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    triangle_with(flat_fragment);
    glStencilFunc(GL_EQUAL, 4, 0xff);
    glStencilOp(GL_ZERO, GL_INVERT, GL_INVERT);
    ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, RING);
    end();
}

const struct scene scene_triangles[] = {{"triangle", triangle},
                                        {"triangle-flat", triangle_flat},
                                        {"triangle-smooth", triangle_smooth},
                                        {"list", list},
                                        {"strip", strip},
                                        {"fan", fan},
                                        {"first-provokes", first_provokes},
                                        {"indexed-short", indexed_short},
                                        {"indexed-int", indexed_int},
                                        {"indexed-restart", indexed_restart},
                                        {"instances", instances},
                                        {"cull", cull},
                                        {"facing", facing},
                                        {"perspective", perspective},
                                        {"noperspective", noperspective},
                                        {"fragment-position", fragment_position},
                                        {"clipped", clipped},
                                        {"discard", discarded},
                                        {"gradients", gradients},
                                        {"uniforms", uniforms},
                                        {"textured", textured},
                                        {"textured-linear", textured_linear},
                                        {"levels", levels},
                                        {"blend", blend},
                                        {"targets", targets},
                                        {"depth", depth},
                                        {"depth-float", depth_float},
                                        {"stencil", stencil},
                                        {0}};
