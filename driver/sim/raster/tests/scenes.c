/* SPDX-License-Identifier: MIT */
/* scenes.c: draws scenes without a window, each in a context of its own, and writes their pixels to
 * files of their names: draw-scenes FOLDER [NAME...]. Standard error has what draws, and before
 * each scene its name. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/raster/tests/scene.h"

static FILE *output;

/* The outputs that the next program has captured. */
static struct {
    const char *const *names;
    GLsizei count;
    GLenum mode;
} captured;

void scene_capture(const char *const *names, GLsizei count, GLenum mode)
{
    captured.names = names;
    captured.count = count;
    captured.mode = mode;
}

void scene_write_bytes(const void *bytes, size_t count)
{
    fwrite(bytes, 1, count, output);
}

static void die(const char *what, const char *more)
{
    fprintf(stderr, "draw-scenes: %s%s%s\n", what, more ? ": " : "", more ? more : "");
    exit(2);
}

void scene_check(const char *what)
{
    if (glGetError() != GL_NO_ERROR)
        die(what, "an error of OpenGL");
}

GLuint scene_target(GLenum format, int width, int height)
{
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        die("a framebuffer is not complete", NULL);
    glViewport(0, 0, width, height);
    return texture;
}

void scene_write(int width, int height, GLenum format, GLenum type)
{
    const size_t bytes = (size_t)width * (size_t)height * 16;
    char *pixels = calloc(1, bytes);
    const size_t texel =
        (format == GL_DEPTH_COMPONENT ? 1u : 4u) * (type == GL_UNSIGNED_BYTE ? 1u : 4u);
    if (!pixels)
        die("out of memory", NULL);
    glReadPixels(0, 0, width, height, format, type, pixels);
    scene_check("glReadPixels");
    fwrite(pixels, texel, (size_t)width * (size_t)height, output);
    free(pixels);
}

static GLuint compile(GLenum type, const char *source)
{
    char log[4096] = "";
    GLint sound;
    const GLuint shader = glCreateShader(type);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &sound);
    glGetShaderInfoLog(shader, sizeof(log), NULL, log);
    if (!sound)
        die("a shader does not compile", log);
    return shader;
}

/* Sources, by stage: those that are NULL are left out. */
static GLuint link(const char *const source[5])
{
    static const GLenum types[5] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER,
                                    GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER,
                                    GL_FRAGMENT_SHADER};
    char log[4096] = "";
    GLint sound;
    const GLuint program = glCreateProgram();
    for (int i = 0; i < 5; i++)
        if (source[i])
            glAttachShader(program, compile(types[i], source[i]));
    if (captured.count)
        glTransformFeedbackVaryings(program, captured.count, captured.names, captured.mode);
    captured.count = 0;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &sound);
    glGetProgramInfoLog(program, sizeof(log), NULL, log);
    if (!sound)
        die("a program does not link", log);
    glUseProgram(program);
    return program;
}

GLuint scene_patches(const char *vertex, const char *control, const char *evaluation,
                     const char *fragment)
{
    return link((const char *const[5]){vertex, control, evaluation, NULL, fragment});
}

GLuint scene_programs(const char *vertex, const char *geometry, const char *fragment)
{
    return link((const char *const[5]){vertex, NULL, NULL, geometry, fragment});
}

GLuint scene_program(const char *vertex, const char *fragment)
{
    return scene_programs(vertex, NULL, fragment);
}

GLuint scene_attribute(GLuint index, int size, const float *values, size_t count)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof(*values)), values, GL_STATIC_DRAW);
    glVertexAttribPointer(index, size, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(index);
    return buffer;
}

static EGLDisplay open_display(void)
{
    EGLint major, minor;
    EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor) ||
        !eglBindAPI(EGL_OPENGL_API))
        die("there is no EGL without a surface", NULL);
    return display;
}

static EGLContext open_context(EGLDisplay display)
{
    GLuint array;
    EGLContext context =
        eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, scene_context);
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        die("there is no OpenGL of this version", NULL);
    if (scene_context[0] != EGL_NONE) { /* of a core profile */
        glGenVertexArrays(1, &array);
        glBindVertexArray(array);
    }
    return context;
}

static void draw_scene(EGLDisplay display, const struct scene *scene, const char *folder)
{
    char path[4096];
    EGLContext context = open_context(display);
    snprintf(path, sizeof(path), "%s/%s", folder, scene->name);
    output = fopen(path, "wb");
    if (!output)
        die("cannot be written", path);
    fprintf(stderr, "scene %s: %s\n", scene->name, (const char *)glGetString(GL_RENDERER));
    scene->draw();
    glFinish();
    fclose(output);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(display, context);
}

static bool is_wanted(const char *name, char **names)
{
    for (char **wanted = names; *wanted; wanted++)
        if (!strcmp(*wanted, name))
            return true;
    return !*names && strncmp(name, "slow-", 5) != 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("usage: draw-scenes FOLDER [NAME...]", NULL);
    EGLDisplay display = open_display();
    for (size_t i = 0; scene_lists[i]; i++)
        for (const struct scene *scene = scene_lists[i]; scene->name; scene++)
            if (is_wanted(scene->name, argv + 2))
                draw_scene(display, scene, argv[1]);
    eglTerminate(display);
    return 0;
}
