/* SPDX-License-Identifier: MIT */
/* context.c: this process's OpenGL context, which has no window: EGL's surfaceless platform. */
#include "program-tester/gl/context.h"

#include <epoxy/egl.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 32, MOST_ERRORS = 16 };

static EGLDisplay display = EGL_NO_DISPLAY;
static EGLContext context = EGL_NO_CONTEXT;
static char *messages[MOST_MESSAGES];
static size_t message_count;

static void take_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                         const GLchar *text, const void *data)
{
    (void)source;
    (void)id;
    (void)severity;
    (void)length;
    (void)data;
    if (type == GL_DEBUG_TYPE_ERROR && message_count < MOST_MESSAGES)
        messages[message_count++] = pt_copy(text, strlen(text));
}

char *pt_gl_take_message(void)
{
    char *first = message_count ? messages[0] : NULL;

    if (first)
        memmove(messages, messages + 1, --message_count * sizeof(*messages));
    return first;
}

static bool fail(char **why, const char *what)
{
    *why = pt_format("there is no OpenGL 4.3 driver: %s (EGL error 0x%x)", what,
                     (unsigned)eglGetError());
    pt_gl_close();
    return false;
}

static bool make_context(char **why)
{
    static const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        4,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        3,
                                        EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                        EGL_CONTEXT_OPENGL_DEBUG,
                                        EGL_TRUE,
                                        EGL_NONE};

    if (!eglBindAPI(EGL_OPENGL_API))
        return fail(why, "EGL has no OpenGL");
    context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT)
        return fail(why, "eglCreateContext failed");
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        return fail(why, "eglMakeCurrent failed");
    return true;
}

bool pt_gl_open(char **why)
{
    EGLint major, minor;

    if (context != EGL_NO_CONTEXT)
        return true;
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        return fail(why, "EGL has no surfaceless platform");
    display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor))
        return fail(why, "eglInitialize failed");
    if (!make_context(why))
        return false;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(take_message, NULL);
    return true;
}

void pt_gl_close(void)
{
    char *message;

    while ((message = pt_gl_take_message()))
        free(message);
    if (context != EGL_NO_CONTEXT) {
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(display, context);
    }
    if (display != EGL_NO_DISPLAY)
        eglTerminate(display);
    context = EGL_NO_CONTEXT;
    display = EGL_NO_DISPLAY;
}

const char *pt_gl_error(void)
{
    static const struct {
        GLenum error;
        const char *name;
    } errors[] = {
        {GL_NO_ERROR, ""},
        {GL_INVALID_ENUM, "GL_INVALID_ENUM"},
        {GL_INVALID_VALUE, "GL_INVALID_VALUE"},
        {GL_INVALID_OPERATION, "GL_INVALID_OPERATION"},
        {GL_INVALID_FRAMEBUFFER_OPERATION, "GL_INVALID_FRAMEBUFFER_OPERATION"},
        {GL_OUT_OF_MEMORY, "GL_OUT_OF_MEMORY"},
    };
    GLenum error = glGetError();

    for (int i = 0; error && i < MOST_ERRORS && glGetError(); i++)
        continue;
    for (size_t i = 0; i < PT_COUNT(errors); i++) {
        if (errors[i].error == error)
            return errors[i].name;
    }
    return "an unknown error";
}
