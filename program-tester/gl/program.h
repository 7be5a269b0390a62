/* SPDX-License-Identifier: MIT */
/* program.h: compute programs, and which bindings their uniforms use. */
#pragma once

#include "program-tester/gl/target.h"

/* A texture or image that a program uses. */
struct pt_gl_use {
    unsigned unit; /* the binding, which is the argument's index */
    const struct pt_gl_target *target;
    bool image; /* of an image unit; else a texture unit */
};

enum { PT_GL_MOST_USES = 32 };

struct pt_gl_program {
    GLuint name; /* 0: none */
    struct pt_gl_use uses[PT_GL_MOST_USES];
    unsigned use_count;
    GLint group[3]; /* work-items of a work-group */
};

/* Compiles and links. On failure returns false with nothing to finish; *log is what the compiler or
 * linker said, or NULL, to free(), also on success. */
bool pt_gl_program_make(struct pt_gl_program *program, const char *source, size_t size, char **log);
void pt_gl_program_finish(struct pt_gl_program *program);

/* The first use of a binding, or NULL. */
const struct pt_gl_use *pt_gl_program_use(const struct pt_gl_program *program, unsigned unit);
