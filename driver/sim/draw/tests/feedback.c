/* SPDX-License-Identifier: MIT */
/* feedback.c: vertices that are written to buffers, indirect draws, and draws on conditions. */
#include "driver/sim/raster/tests/scene.h"

enum { ROOM = 4096 };
static const char taken[] = "#version 330\n"
                            "layout(location = 0) in vec4 position;\n"
                            "layout(location = 1) in vec4 color;\n"
                            "flat out vec4 one;\nout vec3 part;\nout float number;\n"
                            "void main() { gl_Position = position; one = color; part = color.bgr;\n"
                            "    number = float(gl_VertexID); }\n";

/* A buffer of `size` bytes, each 0x5a, that takes what is captured. */
static GLuint capture_to(GLuint index, GLsizeiptr size)
{
    static char bytes[ROOM];
    GLuint buffer;
    for (int i = 0; i < ROOM; i++)
        bytes[i] = 0x5a;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, bytes, GL_STATIC_DRAW);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, index, buffer);
    return buffer;
}

static void write_buffer(GLuint buffer, GLsizeiptr size)
{
    static char bytes[ROOM];
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, size, bytes);
    scene_check("glGetBufferSubData");
    scene_write_bytes(bytes, (size_t)size);
}

static void write_result(GLuint query)
{
    GLuint result;
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &result);
    scene_write_bytes(&result, sizeof(result));
}

/* Draws a ring, and writes what was captured and the numbers of primitives. */
static void capture(GLenum primitive, GLenum mode, unsigned buffers, GLsizeiptr size)
{
    GLuint buffer[4], query[2];
    for (unsigned i = 0; i < buffers; i++)
        buffer[i] = capture_to(i, size);
    glGenQueries(2, query);
    glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query[0]);
    glBeginQuery(GL_PRIMITIVES_GENERATED, query[1]);
    glBeginTransformFeedback(primitive);
    glDrawArrays(mode, 0, SCENE_RING);
    glEndTransformFeedback();
    glEndQuery(GL_PRIMITIVES_GENERATED);
    glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    for (unsigned i = 0; i < buffers; i++)
        write_buffer(buffer[i], size);
    write_result(query[0]);
    write_result(query[1]);
    scene_end();
}

static void captured(void)
{
    static const char *const names[] = {"part", "gl_Position", "number"};
    scene_begin();
    scene_capture(names, 3, GL_INTERLEAVED_ATTRIBS);
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    capture(GL_TRIANGLES, GL_TRIANGLE_STRIP, 1, ROOM);
}

static void captured_first(void)
{
    static const char *const names[] = {"number"};
    scene_begin();
    scene_capture(names, 1, GL_INTERLEAVED_ATTRIBS);
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    capture(GL_TRIANGLES, GL_TRIANGLE_STRIP, 1, ROOM);
}

/* Buffers have room for some of the lines. */
static void captured_apart(void)
{
    static const char *const names[] = {"number", "gl_Position"};
    scene_begin();
    scene_capture(names, 2, GL_SEPARATE_ATTRIBS);
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    capture(GL_LINES, GL_LINE_LOOP, 2, 160);
}

static void captured_skipping(void)
{
    static const char *const names[] = {"gl_SkipComponents2", "number", "gl_NextBuffer", "part",
                                        "gl_SkipComponents1"};
    scene_begin();
    scene_capture(names, 5, GL_INTERLEAVED_ATTRIBS);
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    glEnable(GL_RASTERIZER_DISCARD);
    capture(GL_POINTS, GL_POINTS, 2, ROOM);
    glDisable(GL_RASTERIZER_DISCARD);
}

static void captured_geometry(void)
{
    static const char *const names[] = {"gl_Position", "one"};
    scene_begin();
    scene_capture(names, 2, GL_INTERLEAVED_ATTRIBS);
    scene_programs(
        taken,
        "#version 330\nlayout(points) in;\n"
        "layout(triangle_strip, max_vertices = 5) out;\n"
        "in float number[];\nflat out vec4 one;\n"
        "void main() {\n"
        "    for (int i = 0; i < 5; i++) {\n"
        "        gl_Position = gl_in[0].gl_Position + vec4(i % 2, i / 2, 0, 0) * 0.125;\n"
        "        one = vec4(number[0], i, 0, 1); EmitVertex(); }\n"
        "}\n",
        scene_flat);
    scene_ring(0.47f);
    capture(GL_TRIANGLES, GL_POINTS, 1, ROOM);
}

/* Two streams of points, one of which is drawn, in one colour: Mesa counts what the other one has
 * as parameters that it does not export. */
static void captured_streams(void)
{
    static const char *const names[] = {"one", "gl_NextBuffer", "other"};
    scene_begin();
    scene_capture(names, 3, GL_INTERLEAVED_ATTRIBS);
    scene_programs(taken,
                   "#version 330\n#extension GL_ARB_gpu_shader5 : require\n"
                   "layout(points) in;\nlayout(points, max_vertices = 3) out;\n"
                   "in float number[];\n"
                   "layout(stream = 0) flat out vec4 one;\nlayout(stream = 1) out vec2 other;\n"
                   "void main() {\n"
                   "    gl_Position = gl_in[0].gl_Position; one = vec4(number[0] / 16.0);\n"
                   "    EmitStreamVertex(0);\n"
                   "    for (int i = 0; i < int(number[0]) % 3; i++) {\n"
                   "        other = vec2(number[0], i); EmitStreamVertex(1); }\n"
                   "}\n",
                   "#version 330\nout vec4 result;\n"
                   "void main() { result = vec4(0.25, 0.5, 1.0, 1.0); }\n");
    scene_ring(0.47f);
    capture(GL_POINTS, GL_POINTS, 2, ROOM);
}

/* Draws twice into a buffer, and then as many vertices as are in it. */
static void captured_drawn(void)
{
    static const char *const names[] = {"gl_Position", "one"};
    GLuint feedback, buffer;
    scene_begin();
    scene_capture(names, 2, GL_INTERLEAVED_ATTRIBS);
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    glGenTransformFeedbacks(1, &feedback);
    glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
    buffer = capture_to(0, ROOM);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_TRIANGLES);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glPauseTransformFeedback();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glResumeTransformFeedback();
    glDrawArrays(GL_TRIANGLES, 9, 3);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 32, (void *)0);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 32, (void *)16);
    glDrawTransformFeedback(GL_TRIANGLES, feedback);
    scene_end();
}

static void indirect_arguments(const GLuint *numbers, GLsizeiptr size)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glBufferData(GL_DRAW_INDIRECT_BUFFER, size, numbers, GL_STATIC_DRAW);
}

static const char moved[] = "#version 330\n"
                            "layout(location = 0) in vec4 position;\n"
                            "layout(location = 1) in vec4 color;\n"
                            "flat out vec4 one;\n"
                            "void main() { one = color * (1.0 - 0.25 * float(gl_InstanceID));\n"
                            "    gl_Position = position + vec4(0.125 * float(gl_InstanceID)); }\n";

static void indirect(void)
{
    static const GLuint numbers[] = {0, 6, 3, 4, 0};
    scene_begin();
    scene_program(moved, scene_flat);
    scene_ring(0.47f);
    indirect_arguments(numbers, sizeof(numbers));
    glDrawArraysIndirect(GL_TRIANGLES, (const void *)4);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    scene_end();
}

static void indirect_indexed(void)
{
    static const GLuint numbers[] = {6, 2, 2, 1, 0};
    static const GLushort indices[] = {0, 0, 1, 3, 5, 7, 9, 10};
    scene_begin();
    scene_program(moved, scene_flat);
    scene_ring(0.47f);
    scene_indices(indices, sizeof(indices));
    indirect_arguments(numbers, sizeof(numbers));
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_SHORT, NULL);
    scene_end();
}

/* Draws what depends on a query of a triangle that is seen, and of one that is not. */
static void conditional(void)
{
    GLuint query[2];
    scene_begin();
    scene_program(taken, scene_flat);
    scene_ring(0.47f);
    glGenQueries(2, query);
    glEnable(GL_CULL_FACE);
    for (int i = 0; i < 2; i++) {
        glCullFace(i ? GL_FRONT_AND_BACK : GL_BACK);
        glBeginQuery(GL_SAMPLES_PASSED, query[i]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glEndQuery(GL_SAMPLES_PASSED);
    }
    glDisable(GL_CULL_FACE);
    for (int i = 0; i < 2; i++) {
        glBeginConditionalRender(query[i], GL_QUERY_WAIT);
        glDrawArrays(GL_TRIANGLES, 3 + i * 3, 3);
        glEndConditionalRender();
    }
    scene_end();
}

/* Statistics that the specification defines. A strip is cut in two, of two instances; clears do
 * not count. */
static void statistics(void)
{
    static const GLenum targets[] = {
        GL_VERTICES_SUBMITTED_ARB, GL_PRIMITIVES_SUBMITTED_ARB, GL_GEOMETRY_SHADER_INVOCATIONS,
        GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB, GL_CLIPPING_INPUT_PRIMITIVES_ARB};
    static const unsigned short indices[] = {0, 1, 2, 3, 4, 0xffff, 5, 6, 7, 8};
    enum { TARGETS = sizeof(targets) / sizeof(*targets) };
    GLuint query[TARGETS];
    scene_begin();
    scene_programs(taken,
                   "#version 330\nlayout(triangles) in;\n"
                   "layout(triangle_strip, max_vertices = 4) out;\n"
                   "flat in vec4 one[];\nflat out vec4 chosen;\n"
                   "void main() { for (int i = 0; i < 4; i++) { chosen = one[0];\n"
                   "    gl_Position = gl_in[i % 3].gl_Position; EmitVertex(); } }\n",
                   "#version 330\nflat in vec4 chosen;\nout vec4 result;\n"
                   "void main() { result = chosen; }\n");
    scene_ring(0.47f);
    scene_indices(indices, sizeof(indices));
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0xffff);
    glGenQueries(TARGETS, query);
    for (unsigned i = 0; i < TARGETS; i++)
        glBeginQuery(targets[i], query[i]);
    glDrawElementsInstanced(GL_TRIANGLE_STRIP, 10, GL_UNSIGNED_SHORT, NULL, 2);
    glClear(GL_COLOR_BUFFER_BIT);
    for (unsigned i = 0; i < TARGETS; i++)
        glEndQuery(targets[i]);
    glDisable(GL_PRIMITIVE_RESTART);
    for (unsigned i = 0; i < TARGETS; i++)
        write_result(query[i]);
}

const struct scene scene_feedback[] = {{"captured", captured},
                                       {"captured-first", captured_first},
                                       {"captured-apart", captured_apart},
                                       {"captured-skipping", captured_skipping},
                                       {"captured-geometry", captured_geometry},
                                       {"captured-streams", captured_streams},
                                       {"captured-drawn", captured_drawn},
                                       {"statistics", statistics},
                                       {"indirect", indirect},
                                       {"indirect-indexed", indirect_indexed},
                                       {"conditional", conditional},
                                       {0}};
