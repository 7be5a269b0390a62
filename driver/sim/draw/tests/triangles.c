/* SPDX-License-Identifier: MIT */
/* triangles.c: programs of vertices and pixels, primitives, and what becomes of pixels. */
#include <math.h>

#include "driver/sim/raster/tests/scene.h"

static const char plain_vertex[] =
    "#version 330\n"
    "layout(location = 0) in vec4 position;\n"
    "layout(location = 1) in vec4 color;\n"
    "out vec4 shade;\n"
    "flat out vec4 one;\n"
    "noperspective out vec4 screen;\n"
    "void main() { gl_Position = position; shade = color; one = color;\n"
    "    screen = color; }\n";
const char scene_shade[] = "#version 330\n"
                           "in vec4 shade;\n"
                           "out vec4 result;\n"
                           "void main() { result = shade; }\n";
const char scene_flat[] = "#version 330\n"
                          "flat in vec4 one;\n"
                          "out vec4 result;\n"
                          "void main() { result = one; }\n";

void scene_begin(void)
{
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glClearColor(0.25f, 0.25f, 0.25f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

void scene_end(void)
{
    scene_check("drawing");
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_UNSIGNED_BYTE);
}

static const float corners[] = {-0.9f, -0.83f, 0, 1, 0.87f, -0.71f, 0, 1, 0.13f, 0.91f, 0, 1};
static const float colors[] = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5f};

void scene_triangle(const char *fragment)
{
    scene_program(plain_vertex, fragment);
    scene_attribute(0, 4, corners, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void triangle(void)
{
    scene_begin();
    scene_triangle(
        "#version 330\nout vec4 result;\nvoid main() { result = vec4(1, 0.5, 0, 1); }\n");
    scene_end();
}

static void triangle_flat(void)
{
    scene_begin();
    scene_triangle(scene_flat);
    scene_end();
}

static void triangle_smooth(void)
{
    scene_begin();
    scene_triangle(scene_shade);
    scene_end();
}

void scene_indices(const void *indices, size_t bytes)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, indices, GL_STATIC_DRAW);
}

void scene_ring(float inner)
{
    float position[SCENE_RING * 4], color[SCENE_RING * 4];
    for (int i = 0; i < SCENE_RING; i++) {
        const float angle = (float)i * 6.2831853f / SCENE_RING + 0.1f;
        const float radius = inner > 0 && i % 2 ? inner : 0.93f;
        position[i * 4] = radius * cosf(angle);
        position[i * 4 + 1] = radius * sinf(angle);
        position[i * 4 + 2] = 0;
        position[i * 4 + 3] = 1;
        for (int c = 0; c < 4; c++)
            color[i * 4 + c] = (float)((i * 5 + c * 3) % 8) / 7;
    }
    scene_attribute(0, 4, position, SCENE_RING * 4);
    scene_attribute(1, 4, color, SCENE_RING * 4);
}

static void ring_of(GLenum primitive, float inner)
{
    scene_begin();
    scene_program(plain_vertex, scene_flat);
    scene_ring(inner);
    glDrawArrays(primitive, 0, SCENE_RING);
    scene_end();
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
    scene_begin();
    scene_program(plain_vertex, scene_flat);
    scene_ring(0.5f);
    scene_indices(indices, bytes);
    glDrawElements(GL_TRIANGLES, count, type, NULL);
    scene_end();
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
    scene_begin();
    scene_program(plain_vertex, scene_flat);
    scene_ring(0.5f);
    scene_indices(indices, sizeof(indices));
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0xffff);
    glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 10, GL_UNSIGNED_SHORT, NULL, 1);
    scene_end();
}

static void instances(void)
{
    static const float shifts[] = {0.5f, 0.1f, -0.4f, 0.3f, 0.2f, -0.6f};
    scene_begin();
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
        scene_flat);
    scene_attribute(0, 4, corners, 12);
    scene_attribute(1, 4, colors, 12);
    scene_attribute(2, 2, shifts, 6);
    glVertexAttribDivisor(2, 1);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 3);
    scene_end();
}

static void cull(void)
{
    scene_begin();
    scene_program(plain_vertex, scene_flat);
    scene_ring(0.5f);
    glEnable(GL_CULL_FACE);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 6);
    glCullFace(GL_FRONT);
    glDrawArrays(GL_TRIANGLE_FAN, 6, 6);
    glFrontFace(GL_CW);
    glDrawArrays(GL_TRIANGLES, 3, 6);
    scene_end();
}

static void facing(void)
{
    scene_begin();
    scene_program(plain_vertex, "#version 330\nout vec4 result;\n"
                                "void main() { result = gl_FrontFacing ? vec4(0, 1, 0, 1)\n"
                                "                                      : vec4(1, 0, 0, 1); }\n");
    scene_ring(0.5f);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glFrontFace(GL_CW);
    glDrawArrays(GL_TRIANGLES, 6, 6);
    scene_end();
}

void scene_perspective(const char *fragment)
{
    static const float far[] = {-0.9f, -0.8f, 0.1f, 1, 3.1f, -2.3f, 1, 4, 0.3f, 1.9f, -0.5f, 2.1f};
    scene_program(plain_vertex, fragment);
    scene_attribute(0, 4, far, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void perspective(void)
{
    scene_begin();
    scene_perspective(scene_shade);
    scene_end();
}

static void noperspective(void)
{
    scene_begin();
    scene_perspective("#version 330\n"
                      "noperspective in vec4 screen;\nout vec4 result;\n"
                      "void main() { result = screen; }\n");
    scene_end();
}

static void fragment_position(void)
{
    scene_begin();
    scene_perspective("#version 330\nout vec4 result;\n"
                      "void main() { result = vec4(gl_FragCoord.xy / 64.0, gl_FragCoord.zw); }\n");
    scene_end();
}

static void clipped(void)
{
    static const float far[] = {-0.9f, -0.8f, -3, 1, 5.1f, 0.3f, 2, -1, 0.3f, 1.9f, 0.5f, 2.1f};
    scene_begin();
    scene_program(plain_vertex, scene_shade);
    scene_attribute(0, 4, far, 12);
    scene_attribute(1, 4, colors, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    scene_end();
}

static void discarded(void)
{
    scene_begin();
    scene_triangle("#version 330\n"
                   "in vec4 shade;\nout vec4 result;\n"
                   "void main() { if (shade.x > 0.4) discard; result = shade; }\n");
    scene_end();
}

/* Pixels beside the triangle, which run for differences alone. */
static void helpers(void)
{
    scene_begin();
    scene_triangle("#version 450\n"
                   "out vec4 result;\n"
                   "void main() { float helper = float(gl_HelperInvocation); result =\n"
                   "    vec4(abs(dFdxFine(helper)), abs(dFdyFine(helper)), helper, 1); }\n");
    scene_end();
}

static void gradients(void)
{
    scene_begin();
    scene_triangle("#version 330\n"
                   "in vec4 shade;\nout vec4 result;\n"
                   "void main() { result = abs(vec4(dFdx(shade.x), dFdy(shade.y),\n"
                   "                                fwidth(shade.z), 0.1)) * 10.0; }\n");
    scene_end();
}

static void uniforms(void)
{
    scene_begin();
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
    scene_end();
}

/* Small integers are denormals where they are taken for floats. */
static void flat_integers(void)
{
    scene_begin();
    scene_program("#version 330\n"
                  "layout(location = 0) in vec4 position;\n"
                  "flat out ivec4 one;\n"
                  "void main() { gl_Position = position; one = ivec4(1, -1, 200, 77) * "
                  "(gl_VertexID / 3 + 1); }\n",
                  "#version 330\n"
                  "flat in ivec4 one;\n"
                  "out vec4 result;\n"
                  "void main() { result = vec4(one & 255) / 255.0; }\n");
    scene_attribute(0, 4, corners, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    scene_end();
}

/* Two distances clip each triangle of a ring, and one culls some of them. */
static void distances(void)
{
    scene_begin();
    scene_program("#version 330\n"
                  "#extension GL_ARB_cull_distance : require\n"
                  "layout(location = 0) in vec4 position;\n"
                  "layout(location = 1) in vec4 color;\n"
                  "flat out vec4 one;\n"
                  "out float gl_ClipDistance[2];\n"
                  "out float gl_CullDistance[1];\n"
                  "void main() { gl_Position = position; one = color;\n"
                  "    gl_ClipDistance[0] = position.x + 0.515;\n"
                  "    gl_ClipDistance[1] = 0.77 - position.y * position.x;\n"
                  "    gl_CullDistance[0] = position.y + 0.4; }\n",
                  scene_flat);
    scene_ring(0.5f);
    glEnable(GL_CLIP_DISTANCE0);
    glEnable(GL_CLIP_DISTANCE1);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
}

static void ring_by_mode(GLenum mode, const char *fragment)
{
    scene_begin();
    glPolygonMode(GL_FRONT_AND_BACK, mode);
    glPointSize(3);
    scene_program(plain_vertex, fragment);
    scene_ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
}

static void outline(void)
{
    ring_by_mode(GL_LINE, scene_flat);
}

static void outline_smooth(void)
{
    ring_by_mode(GL_LINE, scene_shade);
}

static void corner_points(void)
{
    ring_by_mode(GL_POINT, scene_flat);
}

static void outline_of_front(void)
{
    scene_begin();
    glEnable(GL_CULL_FACE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    scene_program(plain_vertex, "#version 330\nout vec4 result;\nvoid main() { result = "
                                "gl_FrontFacing ? vec4(1, 0, 0, 1) : vec4(0, 1, 0, 1); }\n");
    scene_ring(0);
    for (int i = 0; i + 3 <= SCENE_RING; i += 3)
        glDrawArrays(GL_TRIANGLES, i, 3);
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glDrawArrays(GL_TRIANGLES, 1, 9);
    scene_end();
}

static const char by_number[] = "#version 330\nout vec4 result;\nvoid main() { "
                                "result = vec4(gl_PrimitiveID & 3, gl_PrimitiveID >> 2 & 3, "
                                "gl_PrimitiveID >> 4, 3) / 3; }\n";

static void primitive_numbers(void)
{
    static const unsigned short indices[] = {0, 1, 2, 3, 4, 0xffff, 5, 6, 7, 8, 9, 10};
    scene_begin();
    scene_program(plain_vertex, by_number);
    scene_ring(0.5f);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
    glDrawArrays(GL_TRIANGLE_FAN, 0, SCENE_RING);
    scene_end();
    glDrawArraysInstanced(GL_LINE_LOOP, 0, SCENE_RING, 2);
    scene_end();
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0xffff);
    scene_indices(indices, sizeof(indices));
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    glDrawElements(GL_TRIANGLE_STRIP, 12, GL_UNSIGNED_SHORT, NULL);
    scene_end();
}

/* Buffers of constants that a number chooses. */
static void chosen_uniforms(void)
{
    static const float values[3][64] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
    GLuint buffers[3];
    scene_begin();
    const GLuint program =
        scene_program(plain_vertex, "#version 330\n#extension GL_ARB_gpu_shader5 : require\n"
                                    "uniform Values { vec4 one; } values[3];\n"
                                    "uniform int number;\nout vec4 result;\n"
                                    "void main() { result = values[number].one; }\n");
    scene_ring(0);
    glGenBuffers(3, buffers);
    for (GLuint i = 0; i < 3; i++) {
        const char name[] = {'V', 'a', 'l', 'u', 'e', 's', '[', (char)('0' + i), ']', 0};
        glBindBuffer(GL_UNIFORM_BUFFER, buffers[i]);
        glBufferData(GL_UNIFORM_BUFFER, sizeof(values[i]), values[i], GL_STATIC_DRAW);
        glBindBufferBase(GL_UNIFORM_BUFFER, i, buffers[i]);
        glUniformBlockBinding(program, glGetUniformBlockIndex(program, name), i);
    }
    for (int i = 0; i < 3; i++) {
        glUniform1i(glGetUniformLocation(program, "number"), i);
        glDrawArrays(GL_TRIANGLES, i * 3, 3);
    }
    scene_end();
}

/* Triangles from corner to corner of a large target, which cover hardly any pixel. */
static void slivers(void)
{
    enum { LARGE = 8192, MANY = 20000 };
    static float position[MANY * 12], color[MANY * 12];
    for (int i = 0; i < MANY * 3; i++) {
        position[i * 4] = i % 3 ? 1 : -1;
        position[i * 4 + 1] = i % 3 == 0 ? -1 : i % 3 == 1 ? 1 : 1 - 1e-5f;
        position[i * 4 + 3] = 1;
    }
    scene_target(GL_R8, LARGE, LARGE);
    scene_program(plain_vertex, scene_flat);
    scene_attribute(0, 4, position, MANY * 12);
    scene_attribute(1, 4, color, MANY * 12);
    glDrawArrays(GL_TRIANGLES, 0, MANY * 3);
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
                                        {"helpers", helpers},
                                        {"uniforms", uniforms},
                                        {"flat-integers", flat_integers},
                                        {"distances", distances},
                                        {"outline", outline},
                                        {"outline-smooth", outline_smooth},
                                        {"corner-points", corner_points},
                                        {"outline-of-front", outline_of_front},
                                        {"primitive-numbers", primitive_numbers},
                                        {"chosen-uniforms", chosen_uniforms},
                                        {"slow-slivers", slivers},
                                        {0}};
