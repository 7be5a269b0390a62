/* SPDX-License-Identifier: MIT */
/* program.h: compute and fragment programs, and which bindings their uniforms use. */
#pragma once

#include "program-tester/gl/target.h"

/* A texture or image that a program uses. */
struct pt_gl_use {
    unsigned unit; /* the binding, which is the argument's index */
    const struct pt_gl_target *target;
    bool image; /* of an image unit; else a texture unit */
};

/* A colour that a fragment program gives. */
struct pt_gl_output {
    unsigned location; /* which is the argument's index */
    GLenum type; /* GL_FLOAT_VEC4, GL_INT_VEC4, GL_UNSIGNED_INT_VEC4, or one that is refused */
};

enum { PT_GL_MOST_USES = 32, PT_GL_MOST_OUTPUTS = 8 };

struct pt_gl_program {
    GLuint name; /* 0: none */
    struct pt_gl_use uses[PT_GL_MOST_USES];
    unsigned use_count;
    struct pt_gl_output outputs[PT_GL_MOST_OUTPUTS];
    unsigned output_count;
    bool draws;     /* a fragment program */
    GLint group[3]; /* work-items of a work-group; a fragment is one by itself */
};

/* Compiles and links a program of that stage: GL_COMPUTE_SHADER or GL_FRAGMENT_SHADER, which gets
 * the vertices of a triangle over all of the target. On failure returns false with nothing to
 * finish; *log is what the compiler or linker said, or NULL, to free(), also on success. */
bool pt_gl_program_make(struct pt_gl_program *program, GLenum stage, const char *source,
                        size_t size, char **log);
void pt_gl_program_finish(struct pt_gl_program *program);

/* The first use of a binding, or NULL. */
const struct pt_gl_use *pt_gl_program_use(const struct pt_gl_program *program, unsigned unit);
