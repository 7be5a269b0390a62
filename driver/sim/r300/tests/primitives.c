/* SPDX-License-Identifier: MIT */
/* primitives.c: clears, vertices, primitives. */
#include <math.h>

#include "driver/sim/r300/tests/scenes.h"

static void clear(void)
{
    r300_begin();
    r300_end();
}

static void clear_part(void)
{
    r300_begin();
    glEnable(GL_SCISSOR_TEST);
    glScissor(3, 5, 21, 30);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glClearColor(1.0f, 1.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    r300_end();
}

static void clear_formats(void)
{
    static const GLenum formats[] = {GL_RGBA8,  GL_RGB5_A1, GL_RGB565,  GL_RGBA4,
                                     GL_RGBA16, GL_RGBA16F, GL_RGBA32F, GL_RG8};
    for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        scene_target(formats[i], 48, 24);
        glClearColor(1.0f, 0.0f, 1.0f, 0.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        scene_write(48, 24, GL_RGBA, GL_UNSIGNED_BYTE);
    }
}

static void corner(int i, float radius)
{
    const float angle = (float)i * 0.6f + 0.1f;
    glColor4f((float)(i % 3) / 2, (float)(i % 5) / 4, (float)(i % 2), 1.0f);
    glVertex2f(radius * cosf(angle), radius * sinf(angle));
}

static void many(GLenum primitive, int count)
{
    glBegin(primitive);
    for (int i = 0; i < count; i++)
        corner(i, i % 2 ? 0.9f : 0.5f);
    glEnd();
}

static void constant(void)
{
    r300_begin();
    glColor3f(1.0f, 0.0f, 0.0f);
    glBegin(GL_TRIANGLES);
    glVertex2f(-0.8f, -0.8f);
    glVertex2f(0.8f, -0.7f);
    glVertex2f(0.1f, 0.8f);
    glEnd();
    r300_end();
}

static void smooth(void)
{
    r300_begin();
    many(GL_TRIANGLES, 9);
    r300_end();
}

static void flat(void)
{
    r300_begin();
    glShadeModel(GL_FLAT);
    many(GL_TRIANGLES, 3);
    many(GL_TRIANGLE_STRIP, 8);
    many(GL_TRIANGLE_FAN, 6);
    r300_end();
}

static void polygons(void)
{
    r300_begin();
    glShadeModel(GL_FLAT);
    many(GL_QUADS, 8);
    many(GL_QUAD_STRIP, 6);
    many(GL_POLYGON, 7);
    r300_end();
}

static void perspective(void)
{
    r300_begin();
    glMatrixMode(GL_PROJECTION);
    glFrustum(-1.0, 1.0, -1.0, 1.0, 1.0, 10.0);
    glMatrixMode(GL_MODELVIEW);
    glTranslatef(0.0f, 0.0f, -2.5f);
    glRotatef(60.0f, 1.0f, 0.3f, 0.0f);
    many(GL_TRIANGLES, 9);
    r300_end();
}

/* Vertices before the near plane, behind the eye and far to the sides. */
static void clipped(void)
{
    r300_begin();
    glMatrixMode(GL_PROJECTION);
    glFrustum(-1.0, 1.0, -1.0, 1.0, 1.0, 10.0);
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0, 0);
    glVertex3f(-2.0f, -2.0f, -4.0f);
    glColor3f(0, 1, 0);
    glVertex3f(90.0f, 1.0f, -3.0f);
    glColor3f(0, 0, 1);
    glVertex3f(0.0f, 1.0f, 2.0f);
    glEnd();
    r300_end();
}

static void clip_plane(void)
{
    static const GLdouble plane[4] = {1, 2, 0, 0.3};
    r300_begin();
    glClipPlane(GL_CLIP_PLANE0, plane);
    glEnable(GL_CLIP_PLANE0);
    glColor3f(1, 1, 0);
    r300_square(0.8f, 0);
    r300_end();
}

static void culled(void)
{
    r300_begin();
    glEnable(GL_CULL_FACE);
    many(GL_TRIANGLES, 12);
    glCullFace(GL_FRONT);
    glFrontFace(GL_CW);
    glTranslatef(0.2f, 0.2f, 0.0f);
    glColor3f(1, 1, 1);
    r300_square(0.3f, 0);
    r300_end();
}

/* Lines and points that were triangles. */
static void outlines(void)
{
    r300_begin();
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glBegin(GL_TRIANGLES);
    glColor3f(1, 0, 0);
    glVertex2f(-0.9f, -0.8f);
    glVertex2f(0.3f, -0.9f);
    glVertex2f(-0.2f, 0.7f);
    glEnd();
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    glTranslatef(0.41f, 0.3f, 0.0f);
    r300_square(0.4f, 0);
    r300_end();
}

/* Front faces are lines, and back faces points, both of the colour of the provoking vertex. */
static void outlines_flat(void)
{
    r300_begin();
    glShadeModel(GL_FLAT);
    glPolygonMode(GL_FRONT, GL_LINE);
    glPolygonMode(GL_BACK, GL_POINT);
    many(GL_QUADS, 8);
    many(GL_TRIANGLES, 9);
    r300_end();
}

/* A square whose back faces were lines, and three corners of which are far outside. */
static void outlines_outside(void)
{
    r300_begin();
    glPolygonMode(GL_BACK, GL_LINE);
    glBegin(GL_QUADS);
    glColor3f(0, 0, 1);
    glVertex2f(-3.0f, -3.0f);
    glVertex2f(1.0f, -3.0f);
    glVertex2f(1.0f, 1.0f);
    glVertex2f(-3.0f, 1.0f);
    glEnd();
    r300_end();
}

static void elements(GLenum type, const void *indices)
{
    static const float position[] = {-0.9f, -0.9f, 0.9f, -0.8f, -0.7f, 0.9f, 0.8f, 0.7f, 0, 0};
    static const GLubyte color[] = {255, 0,   0,   255, 0, 255, 0, 255, 0,   0,
                                    255, 255, 255, 255, 0, 255, 9, 99,  199, 255};
    r300_begin();
    glVertexPointer(2, GL_FLOAT, 0, position);
    glColorPointer(4, GL_UNSIGNED_BYTE, 0, color);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glDrawElements(GL_TRIANGLES, 6, type, indices);
    r300_end();
}

static void elements_byte(void)
{
    static const GLubyte indices[] = {0, 1, 4, 2, 3, 4};
    elements(GL_UNSIGNED_BYTE, indices);
}

static void elements_short(void)
{
    static const GLushort indices[] = {0, 1, 4, 2, 3, 4};
    elements(GL_UNSIGNED_SHORT, indices);
}

static void elements_int(void)
{
    static const GLuint indices[] = {0, 1, 4, 2, 3, 4};
    elements(GL_UNSIGNED_INT, indices);
}

/* Indices of more than 24 bits, and what leaves small ones of them. */
static void elements_offset(void)
{
    enum { MUCH = 0x7654321 };
    static const float position[] = {-0.9f, -0.9f, 0.9f, -0.8f, -0.7f, 0.9f};
    static const GLuint indices[] = {MUCH + 1, MUCH, MUCH + 2};
    r300_begin();
    glVertexPointer(2, GL_FLOAT, 0, position);
    glEnableClientState(GL_VERTEX_ARRAY);
    glColor3f(0.2f, 1.0f, 0.6f);
    glDrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_INT, indices, -MUCH);
    r300_end();
}

/* Buffers of vertices, and of indices that begin at an odd one. */
static void buffers(void)
{
    static const GLshort position[] = {0, 0, -28000, -29000, 31000, -27000, 2000, 30000, 0, 0};
    static const GLushort indices[] = {9, 1, 2, 3, 0, 0, 0};
    GLuint buffer[2];
    r300_begin();
    glGenBuffers(2, buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(position), position, GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    glVertexPointer(2, GL_SHORT, 0, NULL);
    glEnableClientState(GL_VERTEX_ARRAY);
    glScalef(1 / 32000.0f, 1 / 32000.0f, 1);
    glColor3f(0.0f, 1.0f, 0.5f);
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (const void *)2);
    r300_end();
}

/* Corners far to all sides: nothing is drawn beyond the viewport, though no scissor is set. */
static void sides(void)
{
    r300_begin();
    glViewport(12, 20, 32, 24);
    glColor3f(0, 1, 0);
    glBegin(GL_TRIANGLES);
    glVertex2f(-30, -0.5f);
    glVertex2f(20, 0.25f);
    glVertex2f(1, 400);
    glEnd();
    r300_end();
}

static void points(void)
{
    r300_begin();
    glPointSize(1.0f);
    many(GL_POINTS, 6);
    glPointSize(7.0f);
    glScalef(0.6f, 0.6f, 1.0f);
    many(GL_POINTS, 9);
    r300_end();
}

static void lines(void)
{
    r300_begin();
    glColor3f(1, 1, 1);
    glBegin(GL_LINES);
    for (int i = 0; i < 9; i++) {
        const float angle = (float)i * 0.67f + 0.05f;
        glVertex2f(0.1f * cosf(angle), 0.1f * sinf(angle));
        glVertex2f(0.9f * cosf(angle), 0.9f * sinf(angle));
    }
    glEnd();
    r300_end();
}

static void line_loop(void)
{
    r300_begin();
    glColor3f(1, 1, 1);
    glLineWidth(3.0f);
    glBegin(GL_LINE_LOOP);
    glVertex2f(-0.7f, -0.6f);
    glVertex2f(0.8f, -0.5f);
    glVertex2f(0.1f, 0.7f);
    glEnd();
    r300_end();
}

/* Many triangles that are long, and cover next to nothing. */
static void slivers(void)
{
    enum { LARGE = 2048, MANY = 200000 };
    scene_target(GL_RGBA8, LARGE, LARGE);
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < MANY; i++) {
        glVertex2f(-1, -1);
        glVertex2f(1, 1);
        glVertex2f(1, 1 - 1e-4f);
    }
    glEnd();
}

const struct scene r300_primitives[] = {{"clear", clear},
                                        {"clear-part", clear_part},
                                        {"clear-formats", clear_formats},
                                        {"triangle", constant},
                                        {"triangle-smooth", smooth},
                                        {"triangle-flat", flat},
                                        {"polygons", polygons},
                                        {"perspective", perspective},
                                        {"clipped", clipped},
                                        {"clip-plane", clip_plane},
                                        {"culled", culled},
                                        {"outlines", outlines},
                                        {"outlines-flat", outlines_flat},
                                        {"outlines-outside", outlines_outside},
                                        {"elements-byte", elements_byte},
                                        {"elements-short", elements_short},
                                        {"elements-int", elements_int},
                                        {"elements-offset", elements_offset},
                                        {"buffers", buffers},
                                        {"sides", sides},
                                        {"points", points},
                                        {"lines", lines},
                                        {"line-loop", line_loop},
                                        {"slow-slivers", slivers},
                                        {0}};
