/* SPDX-License-Identifier: MIT */
/* context.h: this process's OpenGL context, which has no window, and what the driver says. */
#pragma once

#include <epoxy/gl.h>

#include "program-tester/base/util.h"

/* Makes a context of the core profile with compute shaders (OpenGL 4.3) current, unless there is
 * one. False: *why is one line to free(). */
bool pt_gl_open(char **why);
void pt_gl_close(void);

/* The driver's error messages so far, one after the other (NULL when none is left), to free(). */
char *pt_gl_take_message(void);

/* The name of what glGetError gives, "" for GL_NO_ERROR; older errors are dropped with it. */
const char *pt_gl_error(void);
