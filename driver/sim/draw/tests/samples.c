/* SPDX-License-Identifier: MIT */
/* samples.c: depth textures, comparisons, gathers and offsets; private and shared memory of pixels.
 */
#include <stdbool.h>
#include <string.h>

#include "driver/sim/raster/tests/scene.h"

enum { SIDE = 16 };

static void wrap(GLenum filter, GLenum mode)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                    filter == GL_LINEAR ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (GLint)mode);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, (GLint)mode);
}

/* A texture of depths, far from the numbers that scenes compare with. */
static void depth_texture(GLenum format, GLenum filter, GLenum function)
{
    float depths[SIDE * SIDE];
    GLuint texture;
    for (int i = 0; i < SIDE * SIDE; i++)
        depths[i] = (float)(i * 7 % 10) / 10 + 0.05f;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, SIDE, SIDE, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                 depths);
    wrap(filter, GL_REPEAT);
    if (function != GL_NONE)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    if (function != GL_NONE)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, (GLint)function);
    scene_check("a depth texture");
}

static const char compared[] =
    "#version 330\n"
    "in vec4 shade;\nuniform sampler2DShadow image;\nout vec4 result;\n"
    "void main() { vec2 at = shade.xy * 1.93 - 0.31; result = vec4(\n"
    "    texture(image, vec3(at, 0.5)), textureLod(image, vec3(at, 0.3), 0),\n"
    "    textureProj(image, vec4(at * 2, 1.4, 2)), 1); }\n";

static void shadow(void)
{
    depth_texture(GL_DEPTH_COMPONENT24, GL_NEAREST, GL_LEQUAL);
    scene_triangle(compared);
    scene_end();
}

static void shadow_linear(void)
{
    depth_texture(GL_DEPTH_COMPONENT16, GL_LINEAR, GL_GREATER);
    scene_triangle(compared);
    scene_end();
}

static void shadow_float(void)
{
    depth_texture(GL_DEPTH_COMPONENT32F, GL_LINEAR, GL_LESS);
    scene_triangle(compared);
    scene_end();
}

static void depth_sampled(void)
{
    depth_texture(GL_DEPTH_COMPONENT24, GL_LINEAR, GL_NONE);
    scene_triangle("#version 330\n"
                   "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texture(image, shade.xy * 1.93 - 0.31); }\n");
    scene_end();
}

/* A depth buffer that was drawn to, as a texture. */
static void depth_drawn(void)
{
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, SCENE_SIZE, SCENE_SIZE, 0, GL_DEPTH_STENCIL,
                 GL_UNSIGNED_INT_24_8, NULL);
    wrap(GL_NEAREST, GL_CLAMP_TO_EDGE);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, texture, 0);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    scene_perspective(scene_shade);
    glDisable(GL_DEPTH_TEST);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
    scene_triangle("#version 330\nuniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }\n");
    scene_end();
}

/* Depths of all levels of a texture, as a program has them in memory: with a stencil in the dword
 * or behind it, or of 16 bits. */
static void depths_uploaded(GLenum format, GLenum layout, GLenum type)
{
    static GLuint texels[64 * 32 * 2];
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int level = 0; level < 7; level++) {
        const int width = 64 >> level, height = level < 5 ? 32 >> level : 1;
        for (int i = 0; i < width * height; i++) {
            const float depth = (float)((i * 7 + level * 3) % 10) / 10 + 0.05f;
            if (type == GL_UNSIGNED_SHORT)
                ((GLushort *)texels)[i] = (GLushort)(depth * 65535);
            else if (type == GL_UNSIGNED_INT_24_8)
                texels[i] = (GLuint)(depth * 0xffffff) << 8 | 0x5a;
            else
                memcpy(&texels[2 * i], &depth, sizeof(depth));
        }
        glTexImage2D(GL_TEXTURE_2D, level, (GLint)format, width, height, 0, layout, type, texels);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    scene_check("levels of depths");
}

static const char by_rows[] =
    "#version 330\n"
    "uniform sampler2D image;\nout vec4 result;\n"
    "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int level = at.y / 10;\n"
    "    result = texelFetch(image, at % textureSize(image, level), level); }\n";

static void depth_levels(void)
{
    depths_uploaded(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT);
    scene_triangle(by_rows);
    scene_end();
}

static void depth_levels_stencil(void)
{
    depths_uploaded(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8);
    scene_triangle(by_rows);
    scene_end();
}

static void depth_levels_float(void)
{
    depths_uploaded(GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
    scene_triangle(by_rows);
    scene_end();
}

/* Stencils, fetched and sampled. The texture is so wide that Mesa 22.3.6 has the pitch right
 * (docs/findings.md). */
static void stencils_sampled(void)
{
    enum { WIDTH = 256, HEIGHT = 32 };
    static GLuint texels[WIDTH * HEIGHT];
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        texels[i] = i * 7 % 251;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, WIDTH, HEIGHT, 0, GL_DEPTH_STENCIL,
                 GL_UNSIGNED_INT_24_8, texels);
    wrap(GL_NEAREST, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    scene_check("stencils");
    scene_triangle("#version 330\n"
                   "uniform usampler2D image;\nout vec4 result;\n"
                   "void main() { ivec2 at = ivec2(gl_FragCoord.xy);\n"
                   "    uint one = texelFetch(image, at % textureSize(image, 0), 0).x;\n"
                   "    uint other = texture(image, gl_FragCoord.xy / 37).x;\n"
                   "    result = vec4(one, other, 255, 255) / 255; }\n");
    scene_end();
}

/* Comparisons at levels that differences tell, by a program of vertices. */
static void shadow_vertices(void)
{
    depths_uploaded(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    scene_program(
        "#version 330\n"
        "uniform sampler2DShadow image;\nflat out float lit;\n"
        "void main() { vec2 at = vec2(gl_VertexID % 64, gl_VertexID / 64) + 0.5;\n"
        "    float step = exp2(float(gl_VertexID % 4));\n"
        "    lit = textureGrad(image, vec3(at * 0.37, 0.5), vec2(step / 64, 0), vec2(0));\n"
        "    gl_Position = vec4(at / 32 - 1, 0, 1); }\n",
        "#version 330\nflat in float lit;\nout vec4 result;\n"
        "void main() { result = vec4(lit); }\n");
    glDrawArrays(GL_POINTS, 0, SCENE_SIZE * SCENE_SIZE);
    scene_end();
}

static void depth_read(void)
{
    GLuint buffer;
    scene_target(GL_RGBA8, SCENE_SIZE, SCENE_SIZE);
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, SCENE_SIZE, SCENE_SIZE);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffer);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < 8; i++) {
        glScissor(i * 5, i * 3, 20, 30);
        glClearDepth(0.13 + i * 0.1);
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT);
}

static void colour_texture(void)
{
    unsigned char texels[SIDE * SIDE * 4];
    GLuint texture;
    for (int i = 0; i < SIDE * SIDE * 4; i++)
        texels[i] = (unsigned char)(i * 37 % 251);
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    wrap(GL_NEAREST, GL_REPEAT);
}

/* Blocks of a compressed texture of three levels, its last two smaller than a block in one
 * direction, or of one level; it begins with its level `first`. */
static void compressed_from(int first, GLenum format, GLsizei block, GLenum filter, int levels)
{
    enum { WIDTH = 28, HEIGHT = 12 };
    static unsigned char blocks[(WIDTH + 4) / 4 * HEIGHT / 4 * 16];
    GLuint texture;
    for (size_t i = 0; i < sizeof(blocks); i++)
        blocks[i] = (unsigned char)(i * i * 7 + i * 61 + i / 5);
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int i = 0; i < levels; i++) {
        const GLsizei width = WIDTH >> i, height = HEIGHT >> i;
        glCompressedTexImage2D(GL_TEXTURE_2D, i, format, width, height, 0,
                               (width + 3) / 4 * ((height + 3) / 4) * block, blocks);
    }
    wrap(filter, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, first);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
    scene_check("a compressed texture");
    scene_triangle(
        "#version 330\n"
        "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
        "void main() { vec2 at = shade.xy * 1.93 - 0.31; result = textureLod(image, at,\n"
        "    int(gl_FragCoord.x) / 16 % 3); }\n");
    scene_end();
}

static void compressed(GLenum format, GLsizei block, GLenum filter, int levels)
{
    compressed_from(0, format, block, filter, levels);
}

static void dxt(void)
{
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 8, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 16, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16, GL_NEAREST, 1);
}

static void dxt_levels(void)
{
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, GL_NEAREST_MIPMAP_NEAREST, 3);
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 16, GL_LINEAR, 1);
    compressed_from(1, GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 8, GL_NEAREST_MIPMAP_NEAREST, 3);
}

static void rgtc(void)
{
    compressed(GL_COMPRESSED_RED_RGTC1, 8, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_SIGNED_RED_RGTC1, 8, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_RG_RGTC2, 16, GL_NEAREST, 1);
    compressed(GL_COMPRESSED_SIGNED_RG_RGTC2, 16, GL_NEAREST, 1);
}

static void gathered(void)
{
    colour_texture();
    scene_triangle("#version 330\n#extension GL_ARB_texture_gather : require\n"
                   "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = textureGather(image, shade.xy * 1.93 - 0.31); }\n");
    scene_end();
}

static void gathered_integers(void)
{
    static GLbyte texels[32 * 32 * 4];
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (unsigned i = 0; i < sizeof(texels); i++)
        texels[i] = (GLbyte)(i * 7 % 251);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8I, 32, 32, 0, GL_RGBA_INTEGER, GL_BYTE, texels);
    wrap(GL_NEAREST, GL_REPEAT);
    scene_check("integers");
    scene_triangle("#version 330\n#extension GL_ARB_gpu_shader5 : require\n"
                   "uniform isampler2D image;\nout vec4 result;\n"
                   "void main() { vec2 at = (gl_FragCoord.xy + 0.2) / 37;\n"
                   "    result = (textureGather(image, at, 2) + 128) / 255.0; }\n");
    scene_end();
}

static void gathered_depths(void)
{
    depth_texture(GL_DEPTH_COMPONENT24, GL_LINEAR, GL_GEQUAL);
    scene_triangle("#version 330\n#extension GL_ARB_gpu_shader5 : require\n"
                   "in vec4 shade;\nuniform sampler2DShadow image;\nout vec4 result;\n"
                   "void main() { result = textureGather(image, shade.xy * 1.93 - 0.31, 0.5); }\n");
    scene_end();
}

static void offsets(void)
{
    colour_texture();
    scene_triangle("#version 330\n"
                   "in vec4 shade;\nuniform sampler2D image;\nout vec4 result;\n"
                   "void main() { vec2 at = shade.xy * 1.93 - 0.31;\n"
                   "    result = textureOffset(image, at, ivec2(3, -5)) * 0.5\n"
                   "        + textureLodOffset(image, at, 0, ivec2(-8, 7)) * 0.25; }\n");
    scene_end();
}

/* Draws a triangle of its own, as the program needs a number that the compiler does not know. */
static void private_memory(void)
{
    static const float corners[] = {-0.9f, -0.8f, 0, 1, 0.9f, -0.3f, 0, 1, -0.2f, 0.9f, 0, 1};
    scene_begin();
    const GLuint program =
        scene_program("#version 330\nlayout(location = 0) in vec4 position;\n"
                      "void main() { gl_Position = position; }\n",
                      "#version 330\nout vec4 result;\nuniform int count;\n"
                      "void main() { vec4 many[150];\n"
                      "    for (int i = 0; i < count; i++) many[(i * 7) % count] =\n"
                      "        vec4(i, count - i, i / 2, count) / 255.0;\n"
                      "    int at = int(gl_FragCoord.x) * 2 + int(gl_FragCoord.y) / 8;\n"
                      "    result = many[at]; }\n");
    glUniform1i(glGetUniformLocation(program, "count"), 150);
    scene_attribute(0, 4, corners, 12);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    scene_end();
}

/* A cube with a level of `side` texels, and all below it. */
static void cube(int side, void (*fill)(unsigned char *texels, int face, int level, int count))
{
    unsigned char texels[128 * 128 * 4];
    GLuint texture;
    scene_begin();
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_CUBE_MAP, texture);
    for (int face = 0; face < 6; face++)
        for (int level = 0, size = side; size; level++, size /= 2) {
            fill(texels, face, level, size * size);
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, level, GL_RGBA8, size, size,
                         0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        }
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    scene_check("a cube");
}

static void fill_by_texels(unsigned char *texels, int face, int level, int count)
{
    (void)level;
    for (int i = 0; i < count * 4; i++)
        texels[i] = (unsigned char)((face + 1) * (i + 1) * 37 % 251);
}

static void fill_by_levels(unsigned char *texels, int face, int level, int count)
{
    for (int i = 0; i < count * 4; i++)
        texels[i] = (unsigned char)(face * 40 + level * 5);
}

/* Filters of a cube, seen from its centre, so that edges and corners are in the picture. */
static void cube_edges(void)
{
    cube(4, fill_by_texels);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    scene_triangle("#version 330\n"
                   "uniform samplerCube image;\nout vec4 result;\n"
                   "void main() { vec2 at = gl_FragCoord.xy / 20 - 1.55;\n"
                   "    result = texture(image, gl_FragCoord.x + gl_FragCoord.y > 50 ?\n"
                   "        vec3(at, 1) : vec3(-1, at.x, -at.y)); }\n");
    scene_end();
}

/* Where a face ends to within a float's precision, its last row of texels is there, and not its
 * first. */
static void cube_nearest(void)
{
    cube(4, fill_by_texels);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_T, GL_REPEAT);
    scene_triangle("#version 330\n"
                   "uniform samplerCube image;\nout vec4 result;\n"
                   "void main() { float edge = gl_FragCoord.x < 32 ? 0.99999994 : -0.99999994;\n"
                   "    result = texture(image, vec3(1, edge, gl_FragCoord.y / 32 - 1)); }\n");
    scene_end();
}

/* Where a level is the nearest one all over, on three faces. */
static void cube_levels(void)
{
    cube(128, fill_by_levels);
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    scene_triangle("#version 330\n"
                   "uniform samplerCube image;\nout vec4 result;\n"
                   "void main() { result = texture(image, vec3((gl_FragCoord.xy / 32 - 1) * 1.1, "
                   "1), -0.25); }\n");
    scene_end();
}

/* A target of floats of 10 and 11 bits that is blended, and its texels. All sums are such floats:
 * they may be rounded either way. */
static void narrow_floats(void)
{
    static const float color[] = {0.25f, 4, 32, 1};
    const GLuint texture = scene_target(GL_R11F_G11F_B10F, SCENE_SIZE, SCENE_SIZE);
    glClearBufferfv(GL_COLOR, 0, color);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    scene_triangle("#version 330\n"
                   "out vec4 result;\n"
                   "void main() { result = vec4(gl_FragCoord.xy * vec2(0.5, 8), 0.5 - "
                   "gl_FragCoord.x, 0); }\n");
    glDisable(GL_BLEND);
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_FLOAT);
    scene_target(GL_RGBA32F, SCENE_SIZE, SCENE_SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    glBindTexture(GL_TEXTURE_2D, texture);
    scene_triangle("#version 330\n"
                   "uniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texelFetch(image, ivec2(gl_FragCoord.yx), 0); }\n");
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_FLOAT);
}

static void shared_exponents(void)
{
    GLuint texels[16 * 16], texture;
    for (GLuint i = 0; i < 16 * 16; i++)
        texels[i] = i / 8 << 27 | (i * 7 % 512) << 18 | (i * 11 % 512) << 9 | (i * 13 % 512);
    scene_target(GL_RGBA32F, SCENE_SIZE, SCENE_SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB9_E5, 16, 16, 0, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV,
                 texels);
    wrap(GL_NEAREST, GL_REPEAT);
    scene_triangle("#version 330\n"
                   "uniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texture(image, gl_FragCoord.xy / 16); }\n");
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, GL_FLOAT);
}

/* Blocks of numbers that follow no rule, so that all modes are there. */
static void bptc(GLenum format)
{
    static unsigned char blocks[SCENE_SIZE * SCENE_SIZE];
    const bool colors = format == GL_COMPRESSED_RGBA_BPTC_UNORM;
    unsigned number = 41;
    GLuint texture;
    for (size_t i = 0; i < sizeof(blocks); i++) {
        number = number * 1103515245u + 12345u;
        blocks[i] = (unsigned char)(number >> 16);
        if (i % 16 == 0 && colors)
            blocks[i] = (unsigned char)((blocks[i] | 1) << i / 16 % 9);
    }
    scene_target(colors ? GL_RGBA8 : GL_RGBA32F, SCENE_SIZE, SCENE_SIZE);
    glClear(GL_COLOR_BUFFER_BIT);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, format, SCENE_SIZE, SCENE_SIZE, 0, sizeof(blocks),
                           blocks);
    wrap(GL_NEAREST, GL_REPEAT);
    scene_check("BPTC");
    scene_triangle("#version 330\n"
                   "uniform sampler2D image;\nout vec4 result;\n"
                   "void main() { result = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }\n");
    scene_write(SCENE_SIZE, SCENE_SIZE, GL_RGBA, colors ? GL_UNSIGNED_BYTE : GL_FLOAT);
}

static void bptc_colors(void)
{
    bptc(GL_COMPRESSED_RGBA_BPTC_UNORM);
}

static void bptc_floats(void)
{
    bptc(GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT);
}

static void bptc_signed(void)
{
    bptc(GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT);
}

/* Half of each triangle lies outside of its texture. */
static void bordered(GLint format, GLenum channels, const GLint *swizzle, const char *fragment)
{
    static const GLfloat color[4] = {0.2f, 0.4f, 0.6f, 0.8f};
    static const GLuint numbers[4] = {51, 102, 153, 3};
    static const GLubyte texels[4 * 4 * 4] = {1, 2, 3};
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, format, 4, 4, 0, channels, GL_UNSIGNED_BYTE, texels);
    wrap(GL_NEAREST, GL_CLAMP_TO_BORDER);
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    if (channels == GL_RGBA_INTEGER)
        glTexParameterIuiv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, numbers);
    else
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
    scene_check("a texture with a border");
    scene_triangle(fragment);
}

static void borders_of(const GLint *formats, int count, GLenum channels, const char *fragment)
{
    static const GLint swizzles[2][4] = {{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA},
                                         {GL_BLUE, GL_GREEN, GL_RED, GL_ALPHA}};
    scene_begin();
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < 2 * count; i++) {
        glScissor(8 * i, 0, 8, SCENE_SIZE);
        bordered(formats[i / 2], channels, swizzles[i % 2], fragment);
    }
    scene_end();
}

static void borders(void)
{
    static const GLint formats[] = {GL_RGBA4, GL_RGB5, GL_RGBA8};
    borders_of(formats, 3, GL_RGBA,
               "#version 330\nuniform sampler2D image;\nout vec4 result;\n"
               "void main() { result = texture(image, gl_FragCoord.xy / 31 - 0.5); }\n");
}

static void borders_integers(void)
{
    static const GLint formats[] = {GL_RGBA8UI, GL_RGBA16UI, GL_RGB10_A2UI};
    borders_of(formats, 3, GL_RGBA_INTEGER,
               "#version 330\nuniform usampler2D image;\nout vec4 result;\n"
               "void main() { result = texture(image, gl_FragCoord.xy / 31 - 0.5) / 255.0; }\n");
}

const struct scene scene_samples[] = {{"shadow", shadow},
                                      {"shadow-linear", shadow_linear},
                                      {"shadow-float", shadow_float},
                                      {"depth-sampled", depth_sampled},
                                      {"depth-drawn", depth_drawn},
                                      {"depth-levels", depth_levels},
                                      {"depth-levels-stencil", depth_levels_stencil},
                                      {"depth-levels-float", depth_levels_float},
                                      {"stencils-sampled", stencils_sampled},
                                      {"shadow-vertices", shadow_vertices},
                                      {"depth-read", depth_read},
                                      {"dxt", dxt},
                                      {"dxt-levels", dxt_levels},
                                      {"rgtc", rgtc},
                                      {"gathered", gathered},
                                      {"gathered-integers", gathered_integers},
                                      {"gathered-depths", gathered_depths},
                                      {"offsets", offsets},
                                      {"private-memory", private_memory},
                                      {"cube-edges", cube_edges},
                                      {"cube-nearest", cube_nearest},
                                      {"cube-levels", cube_levels},
                                      {"narrow-floats", narrow_floats},
                                      {"shared-exponents", shared_exponents},
                                      {"borders", borders},
                                      {"borders-integers", borders_integers},
                                      {"bptc", bptc_colors},
                                      {"bptc-floats", bptc_floats},
                                      {"bptc-signed", bptc_signed},
                                      {0}};
