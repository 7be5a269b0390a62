/* SPDX-License-Identifier: MIT */
/* pixels.c: tests of pixels, blending, queries. */
#include "driver/sim/r300/tests/scenes.h"

static void with_depth(GLenum format)
{
    GLuint buffer;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, SCENE_SIZE, SCENE_SIZE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
    if (format == GL_DEPTH24_STENCIL8)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffer);
    glClearDepth(0.75);
    glClearStencil(5);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
}

static void slanted(void)
{
    glBegin(GL_TRIANGLES);
    glVertex3f(-0.9f, -0.9f, -1);
    glVertex3f(0.9f, -0.8f, 0.9f);
    glVertex3f(0.0f, 0.9f, 0.3f);
    glEnd();
}

static void depth(GLenum format)
{
    static const GLenum functions[] = {GL_LESS, GL_GREATER, GL_LEQUAL, GL_GEQUAL, GL_NOTEQUAL};
    r300_begin();
    with_depth(format);
    glColor3f(1, 0, 0);
    slanted();
    for (int i = 0; i < 5; i++) {
        glDepthFunc(functions[i]);
        glDepthMask(i % 2 == 0);
        glColor3f(0, (float)i / 5, 1);
        glTranslatef(0.05f, -0.03f, 0.02f);
        r300_square(0.5f - 0.06f * (float)i, 0.1f * (float)i - 0.2f);
    }
    r300_end();
}

static void depth_16(void)
{
    depth(GL_DEPTH_COMPONENT16);
}

static void depth_24(void)
{
    depth(GL_DEPTH24_STENCIL8);
}

static void stencil(void)
{
    r300_begin();
    with_depth(GL_DEPTH24_STENCIL8);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_ALWAYS, 7, 0xff);
    glStencilOp(GL_KEEP, GL_INCR, GL_REPLACE);
    glColor3f(1, 0, 0);
    slanted();
    glStencilFunc(GL_EQUAL, 7, 0xff);
    glStencilOp(GL_DECR, GL_KEEP, GL_INVERT);
    glDisable(GL_DEPTH_TEST);
    glColor3f(0, 1, 0);
    r300_square(0.6f, 0);
    glStencilFunc(GL_LESS, 4, 0x0f);
    glStencilMask(0x3);
    glColor3f(1, 1, 0);
    r300_square(0.3f, 0);
    r300_end();
}

static void stencil_faces(void)
{
    r300_begin();
    with_depth(GL_DEPTH24_STENCIL8);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_ZERO);
    slanted();
    glScalef(-1, 1, 1);
    glTranslatef(0.3f, 0.4f, 0);
    slanted();
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glLoadIdentity();
    for (int i = 0; i < 8; i++) {
        glStencilFunc(GL_EQUAL, i, 0xff);
        glColor3f((float)i / 8, 1 - (float)i / 8, 0);
        r300_square(1, 0);
    }
    r300_end();
}

static void offset(void)
{
    r300_begin();
    with_depth(GL_DEPTH24_STENCIL8);
    glColor3f(1, 0, 0);
    slanted();
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(-1, -1);
    glColor3f(0, 1, 0);
    glScissor(0, 0, 32, 64);
    glEnable(GL_SCISSOR_TEST);
    slanted();
    r300_end();
}

/* One unit is a step of a depth that lies between two. */
static void offset_units(void)
{
    static const struct {
        float left, units, red, green;
    } squares[] = {{-0.5f, 0, 1, 1}, {-0.5f, -1, 0, 1}, {0.5f, 1, 1, 1}, {0.5f, 0, 1, 0}};
    r300_begin();
    with_depth(GL_DEPTH24_STENCIL8);
    glDepthFunc(GL_LESS);
    glEnable(GL_POLYGON_OFFSET_FILL);
    for (int i = 0; i < 4; i++) {
        glLoadIdentity();
        glTranslatef(squares[i].left, 0, 0);
        glPolygonOffset(0, squares[i].units);
        glColor3f(squares[i].red, squares[i].green, i % 2 ? 0 : 1);
        r300_square(0.4f, 0);
    }
    r300_end();
}

/* Targets of two channels, each of which is written alone. */
static void masked(void)
{
    static const GLenum kinds[] = {GL_RG8, GL_RG16, GL_RG32F};
    for (int i = 0; i < 6; i++) {
        scene_target(kinds[i / 2], SCENE_SIZE, SCENE_SIZE);
        glColorMask(1, 1, 1, 1);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glColorMask(i % 2 == 0, i % 2 == 1, 0, 0);
        glColor3f(1, 1, 1);
        r300_square(0.5f, 0);
        r300_end();
    }
}

static void blend(void)
{
    static const GLenum factors[][2] = {{GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
                                        {GL_ONE, GL_ONE},
                                        {GL_DST_COLOR, GL_ZERO},
                                        {GL_CONSTANT_COLOR, GL_ONE_MINUS_CONSTANT_ALPHA},
                                        {GL_SRC_ALPHA_SATURATE, GL_ONE_MINUS_DST_ALPHA},
                                        {GL_ONE_MINUS_DST_COLOR, GL_SRC_COLOR}};
    r300_begin();
    glEnable(GL_BLEND);
    glBlendColor(0.25f, 0.5f, 0.75f, 0.125f);
    for (int i = 0; i < 6; i++) {
        glBlendFunc(factors[i][0], factors[i][1]);
        glBlendEquation(i == 1 ? GL_FUNC_REVERSE_SUBTRACT : GL_FUNC_ADD);
        glColor4f(0.9f, 0.1f * (float)i, 0.4f, 0.3f + 0.1f * (float)i);
        glLoadIdentity();
        glTranslatef(0.3f * (float)(i % 3) - 0.3f, 0.4f * (float)(i / 3) - 0.3f, 0);
        r300_square(0.35f, 0);
    }
    glBlendEquationSeparate(GL_MIN, GL_MAX);
    r300_square(0.2f, 0);
    r300_end();
}

static void alpha_test(void)
{
    r300_begin();
    glEnable(GL_ALPHA_TEST);
    for (int i = 0; i < 8; i++) {
        glAlphaFunc(GL_NEVER + (GLenum)i, 0.5f);
        glBegin(GL_TRIANGLE_STRIP);
        for (int k = 0; k < 4; k++) {
            glColor4f(1, (float)i / 8, 0, k & 1 ? 0.0f : 1.0f);
            glVertex2f(k & 1 ? 0.9f : -0.9f, -0.9f + 0.22f * (float)i + (k & 2 ? 0.2f : 0.0f));
        }
        glEnd();
    }
    r300_end();
}

static void logic(void)
{
    r300_begin();
    glEnable(GL_COLOR_LOGIC_OP);
    for (int i = 0; i < 16; i++) {
        glLogicOp(GL_CLEAR + (GLenum)i);
        glColor4f(0.31f, 0.71f, 0.11f, 0.61f);
        glLoadIdentity();
        glTranslatef(0.4f * (float)(i % 4) - 0.6f, 0.4f * (float)(i / 4) - 0.6f, 0);
        r300_square(0.25f, 0);
    }
    r300_end();
}

static void count(void)
{
    GLuint query, passed[2];
    glGenQueries(1, &query);
    r300_begin();
    with_depth(GL_DEPTH24_STENCIL8);
    for (int i = 0; i < 2; i++) {
        glBeginQuery(GL_SAMPLES_PASSED, query);
        r300_square(0.5f, 0.25f);
        glEndQuery(GL_SAMPLES_PASSED);
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &passed[i]);
    }
    scene_write_bytes(passed, sizeof(passed));
}

static void fogged(void)
{
    static const GLfloat color[4] = {1, 1, 0, 1};
    r300_begin();
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogf(GL_FOG_START, -1);
    glFogf(GL_FOG_END, 1);
    glFogfv(GL_FOG_COLOR, color);
    glColor3f(1, 0, 0);
    slanted();
    r300_end();
}

static void lit(void)
{
    static const GLfloat place[4] = {0.5f, 0.7f, 1, 0}, shine[4] = {1, 1, 1, 1};
    r300_begin();
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glLightfv(GL_LIGHT0, GL_POSITION, place);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, shine);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, 9);
    glNormal3f(0.1f, 0.2f, 0.9f);
    slanted();
    glScalef(-0.5f, 0.5f, 1);
    slanted();
    r300_end();
}

const struct scene r300_pixels[] = {{"depth-16", depth_16},
                                    {"depth-24", depth_24},
                                    {"stencil", stencil},
                                    {"stencil-faces", stencil_faces},
                                    {"offset", offset},
                                    {"offset-units", offset_units},
                                    {"masked", masked},
                                    {"blend", blend},
                                    {"alpha-test", alpha_test},
                                    {"logic", logic},
                                    {"count", count},
                                    {"fog", fogged},
                                    {"lit", lit},
                                    {0}};
