/* SPDX-License-Identifier: MIT */
/* format.h: image formats as OpenGL names them. */
#pragma once

#include <epoxy/gl.h>

#include "program-tester/base/pixel.h"

struct pt_gl_format {
    GLenum internal;     /* sized */
    GLenum format, type; /* of pixels in memory, as the test format stores them */
    bool storable;       /* image units take it: OpenGL 4.5, table 8.26 */
};

/* False if OpenGL's core profile has no such format. */
bool pt_gl_format(struct pt_format format, struct pt_gl_format *found);
