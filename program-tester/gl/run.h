/* SPDX-License-Identifier: MIT */
/* run.h: a runner of OpenGL tests, for its own files. */
#pragma once

#include "program-tester/gl/program.h"
#include "program-tester/gl/texture.h"
#include "program-tester/run/judge.h"

struct pt_runner {
    const struct pt_run_options *options;
    const struct pt_device *device;
    const struct pt_plan *plan; /* the one that is prepared, or NULL */
    struct pt_gl_program program;
    struct pt_result prepared; /* status, message and log of requirements and build */
};

/* An argument's object: from arg_in, arg_out or both. */
struct pt_gl_binding {
    const struct pt_arg *in, *out; /* both NULL: no argument has this index */
    GLuint buffer, sampler;
    struct pt_gl_texture texture;
};

/* The argument that describes the object. */
static inline const struct pt_arg *pt_gl_binding_arg(const struct pt_gl_binding *binding)
{
    return binding->in ? binding->in : binding->out;
}

/* Makes the object with its contents. On failure the result is set. */
bool pt_gl_binding_make(struct pt_runner *runner, struct pt_gl_binding *binding,
                        struct pt_result *result);
/* Binds it for the program: the argument's index is the binding, a uniform's location; a sampler is
 * that of the texture before it, `texture_unit`. */
void pt_gl_binding_use(const struct pt_runner *runner, const struct pt_gl_binding *binding,
                       unsigned texture_unit);
/* Reads all of a buffer or image back, as many bytes as the argument's size. */
void pt_gl_binding_read(const struct pt_gl_binding *binding, void *memory);
void pt_gl_binding_finish(struct pt_gl_binding *binding);

/* The target of a launch of a fragment program. */
struct pt_gl_drawing {
    GLuint framebuffer, vertices;
    GLuint colours[PT_GL_MOST_OUTPUTS]; /* textures, by the program's outputs */
    GLsizei extents[2];
};

/* Makes the target of `extents` fragments, whose colours begin as the buffers of `bindings` that
 * are the outputs'. On failure the result is set. pt_gl_drawing_finish is for the caller, in any
 * case. */
bool pt_gl_drawing_make(struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                        const struct pt_gl_binding *bindings, unsigned binding_count,
                        const GLuint extents[3], struct pt_result *result);
/* Draws one fragment a pixel by the program in use; colours are in their buffers then. */
void pt_gl_draw(const struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                const struct pt_gl_binding *bindings);
void pt_gl_drawing_finish(struct pt_gl_drawing *drawing);

/* Carries out a test's launches and compares. */
void pt_gl_execute(struct pt_runner *runner, const struct pt_test *test, struct pt_result *result);
