/* SPDX-License-Identifier: MIT */
/* textures.c: look-ups of texture units. */
#include "driver/sim/r300/tests/scenes.h"

#include <stdbool.h>
#include <string.h>

enum { SIDE = 16 };

static void fill(GLubyte *texels, int width, int height, int seed)
{
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width;
        texels[i * 4] = (GLubyte)(x * 255 / width);
        texels[i * 4 + 1] = (GLubyte)(y * 255 / height);
        texels[i * 4 + 2] = (GLubyte)((x + y + seed) % 2 * 255);
        texels[i * 4 + 3] = (GLubyte)(seed * 40);
    }
}

static GLuint texture(GLenum target)
{
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(target, name);
    glEnable(target);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    return name;
}

static void filters(GLenum target, GLint min, GLint mag)
{
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, min);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, mag);
}

static void plain(GLint filter, GLint wrap, int width, int height)
{
    static GLubyte texels[32 * 32 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    fill(texels, width, height, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_2D, filter, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glMatrixMode(GL_TEXTURE);
    glScalef(2.3f, 1.7f, 1);
    glTranslatef(-0.31f, -0.23f, 0);
    r300_square(0.9f, 0);
    r300_end();
}

static void nearest(void)
{
    plain(GL_NEAREST, GL_REPEAT, SIDE, SIDE);
}

static void linear(void)
{
    plain(GL_LINEAR, GL_REPEAT, SIDE, SIDE);
}

static void mirrored(void)
{
    plain(GL_NEAREST, GL_MIRRORED_REPEAT, SIDE, SIDE);
}

static void edges(void)
{
    plain(GL_LINEAR, GL_CLAMP_TO_EDGE, SIDE, SIDE);
}

static void odd(void)
{
    plain(GL_NEAREST, GL_CLAMP_TO_EDGE, 13, 9);
}

static void border(void)
{
    static const GLfloat color[4] = {1, 0.5f, 0, 1};
    static GLubyte texels[SIDE * SIDE * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    fill(texels, SIDE, SIDE, 2);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
    glMatrixMode(GL_TEXTURE);
    glScalef(1.6f, 1.4f, 1);
    glTranslatef(-0.2f, -0.13f, 0);
    r300_square(0.9f, 0);
    r300_end();
}

/* Black and white texels, and a border that shows how each format has it. */
static void borders(void)
{
    static const GLenum kinds[] = {GL_R3_G3_B2,          GL_LUMINANCE4_ALPHA4,
                                   GL_R8_SNORM,          GL_RG8_SNORM,
                                   GL_DEPTH_COMPONENT24, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT};
    static const GLfloat red[4] = {1, 0, 0, 1}, near[4] = {0.25f, 0, 0, 1};
    static GLubyte texels[4 * 4 * 4];
    r300_begin();
    for (int i = 0; i < 4 * 4 * 4; i++)
        texels[i] = i % 4 == 3 || i / 4 % 3 == 0 ? 255 : 0;
    for (int i = 0; i < 6; i++) {
        const bool depth = kinds[i] == GL_DEPTH_COMPONENT24;
        texture(GL_TEXTURE_2D);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)kinds[i], 4, 4, 0,
                     depth ? GL_DEPTH_COMPONENT : GL_RGBA, GL_UNSIGNED_BYTE, texels);
        filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, depth ? near : red);
        glMatrixMode(GL_TEXTURE);
        glLoadIdentity();
        glScalef(2.2f, 2.2f, 1);
        glTranslatef(-0.27f, -0.27f, 0);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0.6f * (float)(i % 3) - 0.6f, 0.9f * (float)(i / 3) - 0.45f, 0);
        r300_square(0.27f, 0);
    }
    r300_end();
}

/* A black level and white ones, drawn in its own size. */
static void whole_level(void)
{
    static GLubyte texels[32 * 32 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int level = 0, side = 32; side; level++, side /= 2) {
        memset(texels, level ? 255 : 0, sizeof(texels));
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
    }
    filters(GL_TEXTURE_2D, GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    r300_square(0.5f, 0);
    r300_end();
}

/* A least level, but a filter that has the first one all the same. */
static void least_level(void)
{
    static GLubyte texels[32 * 32 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int level = 0, side = 32; side; level++, side /= 2) {
        memset(texels, 250 - level * 40, sizeof(texels));
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
    }
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 2);
    r300_square(0.5f, 0);
    r300_end();
}

/* Alphas beside luminances of sRGB, which are no sRGB. */
static void srgb_alpha(void)
{
    static GLubyte texels[16 * 16 * 2];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int i = 0; i < 16 * 16; i++) {
        texels[2 * i] = i % 3 ? 255 : 0;
        texels[2 * i + 1] = (GLubyte)i;
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SLUMINANCE8_ALPHA8, 16, 16, 0, GL_LUMINANCE_ALPHA,
                 GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    r300_square(0.5f, 0);
    r300_end();
}

static void levels_by(GLint min)
{
    static GLubyte texels[32 * 32 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int level = 0, side = 32; side; level++, side /= 2) {
        for (int i = 0; i < side * side; i++) {
            texels[i * 4] = (GLubyte)(level * 40);
            texels[i * 4 + 1] = (GLubyte)(255 - level * 40);
            texels[i * 4 + 2] = (GLubyte)(99 + level * 20);
            texels[i * 4 + 3] = 255;
        }
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
    }
    filters(GL_TEXTURE_2D, min, GL_NEAREST);
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < 10; i++) {
        const float s = (float)(i / 2) * (float)(i / 2) * 0.33f;
        glTexCoord2f(i & 1 ? s + 0.5f : 0, s);
        glVertex2f(i & 1 ? 0.9f : -0.9f, -0.9f + 0.4f * (float)(i / 2));
    }
    glEnd();
    r300_end();
}

static void levels(void)
{
    levels_by(GL_NEAREST_MIPMAP_NEAREST);
}

static void between_levels(void)
{
    levels_by(GL_LINEAR_MIPMAP_LINEAR);
}

static void volume(void)
{
    static GLubyte texels[4 * 4 * 4 * 4];
    r300_begin();
    texture(GL_TEXTURE_3D);
    for (int z = 0; z < 4; z++)
        fill(texels + z * 64, 4, 4, z);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_3D, GL_NEAREST, GL_NEAREST);
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i < 4; i++) {
        glTexCoord3f(i & 1 ? 0.93f : 0.07f, i & 2 ? 0.96f : 0.02f, (float)i * 0.3f + 0.03f);
        glVertex2f(i & 1 ? 0.9f : -0.9f, i & 2 ? 0.9f : -0.9f);
    }
    glEnd();
    r300_end();
}

static void cube(void)
{
    static GLubyte texels[8 * 8 * 4];
    r300_begin();
    texture(GL_TEXTURE_CUBE_MAP);
    for (int face = 0; face < 6; face++) {
        fill(texels, 8, 8, face);
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, 0, GL_RGBA8, 8, 8, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, texels);
    }
    filters(GL_TEXTURE_CUBE_MAP, GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    for (int i = 0; i < 2; i++) {
        const float side = i ? -1.0f : 1.0f;
        glBegin(GL_TRIANGLE_STRIP);
        for (int k = 0; k < 4; k++) {
            const float x = k & 1 ? 1.7f : -1.6f, y = k & 2 ? 1.8f : -1.5f;
            glTexCoord3f(x * side, y, side);
            glVertex2f((k & 1 ? 0.9f : 0.05f) - (i ? 0.95f : 0.0f), k & 2 ? 0.9f : -0.9f);
        }
        glEnd();
    }
    r300_end();
}

/* Levels of a cube, each of one colour, of which the first is seen: quads that lie on two faces
 * take it, too. */
static void cube_levels(void)
{
    static GLubyte texels[8 * 8 * 4];
    r300_begin();
    texture(GL_TEXTURE_CUBE_MAP);
    for (int level = 0; level < 4; level++)
        for (int face = 0; face < 6; face++) {
            memset(texels, 40 * level + 5 * face, sizeof(texels));
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, level, GL_RGBA8, 8 >> level,
                         8 >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        }
    filters(GL_TEXTURE_CUBE_MAP, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    glBegin(GL_TRIANGLE_STRIP);
    for (int k = 0; k < 4; k++) {
        const float x = k & 1 ? 1.7f : -1.6f, y = k & 2 ? 1.8f : -1.5f;
        glTexCoord3f(x, y, 1.0f);
        glVertex2f(k & 1 ? 0.53f : -0.51f, k & 2 ? 0.54f : -0.55f);
    }
    glEnd();
    r300_end();
}

static void formats(void)
{
    static const GLenum kinds[] = {GL_RGB565,  GL_RGBA4,      GL_RGB5_A1,      GL_LUMINANCE8,
                                   GL_ALPHA8,  GL_INTENSITY8, GL_RGBA16F,      GL_LUMINANCE8_ALPHA8,
                                   GL_RGBA32F, GL_RG8,        GL_SRGB8_ALPHA8, GL_RGBA8_SNORM};
    static GLubyte texels[8 * 8 * 4];
    r300_begin();
    fill(texels, 8, 8, 3);
    for (int i = 0; i < 12; i++) {
        texture(GL_TEXTURE_2D);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint)kinds[i], 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
        glLoadIdentity();
        glTranslatef(0.45f * (float)(i % 4) - 0.68f, 0.6f * (float)(i / 4) - 0.6f, 0);
        r300_square(0.2f, 0);
    }
    r300_end();
}

static void rectangle(void)
{
    static GLubyte texels[20 * 10 * 4];
    r300_begin();
    texture(GL_TEXTURE_RECTANGLE);
    fill(texels, 20, 10, 1);
    glTexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA8, 20, 10, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_RECTANGLE, GL_NEAREST, GL_NEAREST);
    glMatrixMode(GL_TEXTURE);
    glScalef(20, 10, 1);
    r300_square(0.77f, 0);
    r300_end();
}

static void sprites(void)
{
    static GLubyte texels[8 * 8 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    fill(texels, 8, 8, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    glEnable(GL_POINT_SPRITE);
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
    glPointSize(21);
    glBegin(GL_POINTS);
    glVertex2f(-0.4f, -0.3f);
    glVertex2f(0.5f, 0.4f);
    glEnd();
    r300_end();
}

static void biased(void)
{
    static GLubyte texels[32 * 32 * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int level = 0, side = 32; side; level++, side /= 2) {
        for (int i = 0; i < side * side * 4; i++)
            texels[i] = (GLubyte)(level * 40 + i % 4 * 10);
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     texels);
    }
    filters(GL_TEXTURE_2D, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    scene_program(
        "#version 120\nvarying vec2 at;\nvoid main() {\n"
        "    at = gl_MultiTexCoord0.xy;\n    gl_Position = gl_Vertex;\n}\n",
        "#version 120\nvarying vec2 at;\nuniform sampler2D t;\nvoid main() {\n"
        "    gl_FragColor = at.x < 0.5 ? texture2D(t, at, 2.25) : texture2D(t, at, 0.75);\n}\n");
    r300_square(0.9f, 0);
    r300_end();
}

static void projected(void)
{
    static GLubyte texels[SIDE * SIDE * 4];
    r300_begin();
    texture(GL_TEXTURE_2D);
    fill(texels, SIDE, SIDE, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    scene_program("#version 120\nvarying vec4 at;\nvoid main() {\n"
                  "    at = vec4(gl_MultiTexCoord0.xy, 0.0, 1.0 + gl_Vertex.y * 0.4);\n"
                  "    gl_Position = gl_Vertex;\n}\n",
                  "#version 120\nvarying vec4 at;\nuniform sampler2D t;\nvoid main() {\n"
                  "    gl_FragColor = texture2DProj(t, at);\n}\n");
    r300_square(0.83f, 0);
    r300_end();
}

static void shadow(void)
{
    static GLfloat texels[SIDE * SIDE];
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int i = 0; i < SIDE * SIDE; i++)
        texels[i] = (GLfloat)((i * 37) % 101) / 100.0f;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SIDE, SIDE, 0, GL_DEPTH_COMPONENT,
                 GL_FLOAT, texels);
    filters(GL_TEXTURE_2D, GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    scene_program("#version 120\nvarying vec3 at;\nvoid main() {\n"
                  "    at = vec3(gl_MultiTexCoord0.xy, 0.505);\n    gl_Position = gl_Vertex;\n}\n",
                  "#version 120\nvarying vec3 at;\nuniform sampler2DShadow t;\nvoid main() {\n"
                  "    gl_FragColor = shadow2D(t, at);\n}\n");
    r300_square(0.83f, 0);
    r300_end();
}

/* A compressed texture of rows that are not whole blocks, and of levels. */
static void compressed(GLenum format, GLsizei block, int width, int levels)
{
    static GLubyte blocks[16 * 8 * 16];
    for (size_t i = 0; i < sizeof(blocks); i++)
        blocks[i] = (GLubyte)(i * i * 7 + i * 61 + i / 5);
    r300_begin();
    texture(GL_TEXTURE_2D);
    for (int i = 0; i < levels; i++)
        glCompressedTexImage2D(GL_TEXTURE_2D, i, format, width >> i, SIDE >> i, 0,
                               ((width >> i) + 3) / 4 * (((SIDE >> i) + 3) / 4) * block, blocks);
    filters(GL_TEXTURE_2D, levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
    scene_check("a compressed texture");
    glMatrixMode(GL_TEXTURE);
    glScalef(levels > 1 ? 5.3f : 1.3f, 1.7f, 1);
    r300_square(0.9f, 0);
    r300_end();
}

static void dxt(void)
{
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, SIDE, 1);
    compressed(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, 22, 1);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 16, SIDE, 1);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, 22, 1);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, 2 * SIDE, 5);
}

const struct scene r300_textures[] = {{"textured", nearest},
                                      {"textured-linear", linear},
                                      {"mirrored", mirrored},
                                      {"edges", edges},
                                      {"odd", odd},
                                      {"border", border},
                                      {"borders", borders},
                                      {"whole-level", whole_level},
                                      {"least-level", least_level},
                                      {"srgb-alpha", srgb_alpha},
                                      {"levels", levels},
                                      {"between-levels", between_levels},
                                      {"volume", volume},
                                      {"cube", cube},
                                      {"cube-levels", cube_levels},
                                      {"formats", formats},
                                      {"rectangle", rectangle},
                                      {"sprites", sprites},
                                      {"biased", biased},
                                      {"projected", projected},
                                      {"shadow", shadow},
                                      {"dxt", dxt},
                                      {0}};
