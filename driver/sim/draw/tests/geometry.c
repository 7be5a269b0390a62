/* SPDX-License-Identifier: MIT */
/* geometry.c: points, lines, and programs of geometry. */
#include "driver/sim/raster/tests/scene.h"

static const char placed[] = "#version 330\n"
                             "layout(location = 0) in vec4 position;\n"
                             "layout(location = 1) in vec4 color;\n"
                             "flat out vec4 one;\nout vec4 shade;\n"
                             "void main() { gl_Position = position; one = shade = color; }\n";

/* Vertices of a ring, whose colours are handed on as they are, or smoothly. */
static void ring_of(GLenum mode, const char *fragment)
{
    scene_begin();
    scene_program(placed, fragment);
    scene_ring(0.47f);
    glDrawArrays(mode, 0, SCENE_RING);
}

static void points(void)
{
    ring_of(GL_POINTS, scene_flat);
    scene_end();
}

static void points_large(void)
{
    scene_begin();
    glEnable(GL_PROGRAM_POINT_SIZE);
    scene_program("#version 330\n"
                  "layout(location = 0) in vec4 position;\n"
                  "layout(location = 1) in vec4 color;\n"
                  "flat out vec4 one;\n"
                  "void main() { gl_Position = position; one = color;\n"
                  "    gl_PointSize = 3.0 + float(gl_VertexID); }\n",
                  scene_flat);
    scene_ring(0.47f);
    glDrawArrays(GL_POINTS, 0, SCENE_RING);
    scene_end();
}

static void sprites(void)
{
    scene_begin();
    glPointSize(16);
    scene_program(placed, "#version 330\nout vec4 result;\n"
                          "void main() { result = vec4(gl_PointCoord, 0, 1); }\n");
    scene_ring(0.47f);
    glDrawArrays(GL_POINTS, 0, SCENE_RING);
    scene_end();
}

static void lines(void)
{
    ring_of(GL_LINES, scene_flat);
    scene_end();
}

static void line_strip(void)
{
    ring_of(GL_LINE_STRIP, scene_flat);
    scene_end();
}

static void line_loop(void)
{
    ring_of(GL_LINE_LOOP, scene_flat);
    scene_end();
}

/* Lines along an axis, on which each pixel has one place. */
static void lines_smooth(void)
{
    static const float ends[] = {-0.9f, -0.48f, 0, 1, 0.7f,  -0.48f, 0, 1,
                                 0.33f, 0.9f,   0, 1, 0.33f, -0.8f,  0, 1};
    static const float colors[] = {1, 0, 0.2f, 1, 0, 0.9f, 0, 1, 0, 0.1f, 1, 1, 0.8f, 1, 0.5f, 1};
    scene_begin();
    scene_program(placed, scene_shade);
    scene_attribute(0, 4, ends, 16);
    scene_attribute(1, 4, colors, 16);
    glDrawArrays(GL_LINES, 0, 4);
    scene_end();
}

static void line_ends(void)
{
    static float position[64 * 4], color[64 * 4];
    scene_begin();
    scene_program(placed, scene_flat);
    for (int i = 0; i < 64; i++) {
        const int line = i / 2;
        const float x = (float)(line % 8) * 0.23f - 0.93f, y = (float)(line / 8) * 0.43f - 0.83f;
        position[i * 4] = x + (float)(i % 2) * (float)(line % 5 - 2) * 0.077f;
        position[i * 4 + 1] = y + (float)(i % 2) * (float)(line % 7 - 3) * 0.071f;
        position[i * 4 + 3] = 1;
        color[i * 4 + line % 3] = color[i * 4 + 3] = 1;
    }
    scene_attribute(0, 4, position, 256);
    scene_attribute(1, 4, color, 256);
    glDrawArrays(GL_LINES, 0, 64);
    scene_end();
}

/* A program with one of geometry between vertices and pixels. */
static void geometry(const char *source, const char *fragment)
{
    scene_begin();
    scene_programs("#version 330\n"
                   "layout(location = 0) in vec4 position;\n"
                   "layout(location = 1) in vec4 color;\n"
                   "out vec4 colored;\n"
                   "void main() { gl_Position = position; colored = color; }\n",
                   source, fragment);
    scene_ring(0.47f);
}

static void shrunk(void)
{
    geometry("#version 330\nlayout(triangles) in;\n"
             "layout(triangle_strip, max_vertices = 3) out;\n"
             "in vec4 colored[];\nflat out vec4 one;\n"
             "void main() {\n"
             "    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position\n"
             "        + gl_in[2].gl_Position) / 3.0;\n"
             "    for (int i = 0; i < 3; i++) {\n"
             "        gl_Position = mix(middle, gl_in[i].gl_Position, 0.8125);\n"
             "        one = colored[gl_PrimitiveIDIn % 3]; EmitVertex(); }\n"
             "}\n",
             scene_flat);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    scene_end();
}

/* Points become two strips each, or none. */
static void strips(void)
{
    geometry("#version 330\nlayout(points) in;\n"
             "layout(triangle_strip, max_vertices = 8) out;\n"
             "in vec4 colored[];\nflat out vec4 one;\n"
             "void main() {\n"
             "    if (gl_PrimitiveIDIn % 3 == 2) return;\n"
             "    for (int i = 0; i < 8; i++) {\n"
             "        gl_Position = gl_in[0].gl_Position + vec4(float(i % 2) * 0.13,\n"
             "            float(i / 2) * 0.07 + float(i / 4) * 0.03, 0, 0);\n"
             "        one = colored[0] * (1.0 - 0.25 * float(i / 4)); EmitVertex();\n"
             "        if (i == 3) EndPrimitive(); }\n"
             "}\n",
             scene_flat);
    glDrawArrays(GL_POINTS, 0, SCENE_RING);
    scene_end();
}

static void neighbours(void)
{
    geometry("#version 330\nlayout(triangles_adjacency) in;\n"
             "layout(line_strip, max_vertices = 4) out;\n"
             "in vec4 colored[];\nflat out vec4 one;\n"
             "void main() {\n"
             "    for (int i = 0; i < 4; i++) {\n"
             "        gl_Position = gl_in[(i * 2 + 1) % 6].gl_Position * 0.93;\n"
             "        one = colored[i]; EmitVertex(); }\n"
             "}\n",
             scene_flat);
    glDrawArrays(GL_TRIANGLE_STRIP_ADJACENCY, 0, SCENE_RING);
    scene_end();
}

static void invocations(void)
{
    geometry("#version 330\n#extension GL_ARB_gpu_shader5 : require\n"
             "layout(lines, invocations = 3) in;\n"
             "layout(points, max_vertices = 2) out;\n"
             "in vec4 colored[];\nflat out vec4 one;\n"
             "void main() {\n"
             "    for (int i = 0; i < 2; i++) {\n"
             "        gl_Position = mix(gl_in[0].gl_Position, gl_in[1].gl_Position,\n"
             "            float(gl_InvocationID) * 0.31 + float(i) * 0.11);\n"
             "        one = colored[i]; EmitVertex(); EndPrimitive(); }\n"
             "}\n",
             scene_flat);
    glDrawArrays(GL_LINE_LOOP, 0, SCENE_RING);
    scene_end();
}

/* Triangles choose one of four layers, and one of two viewports. */
static void layers(void)
{
    GLuint texture;
    geometry("#version 330\n#extension GL_ARB_viewport_array : require\n"
             "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n"
             "in vec4 colored[];\nflat out vec4 one;\n"
             "void main() {\n"
             "    for (int i = 0; i < 3; i++) {\n"
             "        gl_Position = gl_in[i].gl_Position; one = colored[0];\n"
             "        gl_Layer = gl_PrimitiveIDIn % 4;\n"
             "        gl_ViewportIndex = gl_PrimitiveIDIn / 5; EmitVertex(); }\n"
             "}\n",
             scene_flat);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, SCENE_SIZE, SCENE_SIZE, 4);
    glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glViewportIndexedf(1, 16, 8, 40, 24);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, SCENE_RING);
    for (int layer = 0; layer < 4; layer++) {
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, layer);
        scene_end();
    }
}

const struct scene scene_geometry[] = {{"points", points},         {"points-large", points_large},
                                       {"sprites", sprites},       {"lines", lines},
                                       {"line-strip", line_strip}, {"line-loop", line_loop},
                                       {"line-ends", line_ends},   {"lines-smooth", lines_smooth},
                                       {"shrunk", shrunk},         {"strips", strips},
                                       {"neighbours", neighbours}, {"invocations", invocations},
                                       {"layers", layers},         {0}};
