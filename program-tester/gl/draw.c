/* SPDX-License-Identifier: MIT */
/* draw.c: launches of fragment programs: a triangle over a target of as many pixels as there are
 * fragments. */
#include <string.h>

#include "program-tester/gl/run.h"

/* How a colour of that type lies in a texture, and in its buffer. */
static const struct colour {
    GLenum type, internal, format, component;
} colours[] = {
    {GL_FLOAT_VEC4, GL_RGBA32F, GL_RGBA, GL_FLOAT},
    {GL_INT_VEC4, GL_RGBA32I, GL_RGBA_INTEGER, GL_INT},
    {GL_UNSIGNED_INT_VEC4, GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT},
};
enum { COLOUR_SIZE = 16 };

static const struct colour *colour_of(GLenum type)
{
    for (size_t i = 0; i < PT_COUNT(colours); i++) {
        if (colours[i].type == type)
            return &colours[i];
    }
    return NULL;
}

static bool check_extents(const GLuint extents[3], struct pt_result *result)
{
    GLint most[2] = {0, 0};

    glGetIntegerv(GL_MAX_FRAMEBUFFER_WIDTH, &most[0]);
    glGetIntegerv(GL_MAX_FRAMEBUFFER_HEIGHT, &most[1]);
    if (extents[2] == 1 && extents[0] <= (GLuint)most[0] && extents[1] <= (GLuint)most[1])
        return true;
    pt_result_set(result, PT_ERROR, "a fragment program has a global_size of up to %d %d", most[0],
                  most[1]);
    return false;
}

/* Whether the argument of an output is a buffer of its colours. */
static bool check_output(const struct pt_gl_output *output, const struct pt_gl_binding *bindings,
                         unsigned binding_count, size_t count, struct pt_result *result)
{
    const struct pt_arg *arg =
        output->location < binding_count ? pt_gl_binding_arg(&bindings[output->location]) : NULL;

    if (output->location >= PT_GL_MOST_OUTPUTS || !colour_of(output->type))
        pt_result_set(result, PT_ERROR,
                      "the output at location %u is no vec4, ivec4 or uvec4 of the first %d",
                      output->location, PT_GL_MOST_OUTPUTS);
    else if (!arg || arg->kind != PT_ARG_BUFFER || arg->size != count * COLOUR_SIZE)
        pt_result_set(result, PT_ERROR,
                      "the output at location %u needs a buffer of %zu bytes as argument %u",
                      output->location, count * COLOUR_SIZE, output->location);
    else
        return true;
    return false;
}

static bool check(const struct pt_gl_program *program, const struct pt_gl_binding *bindings,
                  unsigned binding_count, const GLuint extents[3], struct pt_result *result)
{
    size_t count = (size_t)extents[0] * extents[1];

    if (!check_extents(extents, result))
        return false;
    for (unsigned i = 0; i < program->output_count; i++) {
        if (!check_output(&program->outputs[i], bindings, binding_count, count, result))
            return false;
    }
    return true;
}

/* Attaches a texture that begins as the buffer, so that a pixel which is not drawn stays as it was.
 */
static void attach(struct pt_gl_drawing *drawing, unsigned number,
                   const struct pt_gl_output *output, GLuint buffer)
{
    const struct colour *colour = colour_of(output->type);

    glGenTextures(1, &drawing->colours[number]);
    glBindTexture(GL_TEXTURE_2D, drawing->colours[number]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)colour->internal, drawing->extents[0],
                 drawing->extents[1], 0, colour->format, colour->component, NULL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + output->location, GL_TEXTURE_2D,
                           drawing->colours[number], 0);
}

/* Without outputs there is no texture, and the target has a size alone. */
static bool make_target(struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                        const struct pt_gl_binding *bindings)
{
    GLenum drawn[PT_GL_MOST_OUTPUTS] = {GL_NONE};

    glGenFramebuffers(1, &drawing->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, drawing->framebuffer);
    for (unsigned i = 0; i < program->output_count; i++) {
        const struct pt_gl_output *output = &program->outputs[i];

        attach(drawing, i, output, bindings[output->location].buffer);
        drawn[output->location] = GL_COLOR_ATTACHMENT0 + output->location;
    }
    if (!program->output_count) {
        glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_WIDTH, drawing->extents[0]);
        glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_HEIGHT, drawing->extents[1]);
    }
    glDrawBuffers(PT_GL_MOST_OUTPUTS, drawn);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

bool pt_gl_drawing_make(struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                        const struct pt_gl_binding *bindings, unsigned binding_count,
                        const GLuint extents[3], struct pt_result *result)
{
    memset(drawing, 0, sizeof(*drawing));
    if (!check(program, bindings, binding_count, extents, result))
        return false;
    drawing->extents[0] = (GLsizei)extents[0];
    drawing->extents[1] = (GLsizei)extents[1];
    glGenVertexArrays(1, &drawing->vertices);
    if (make_target(drawing, program, bindings))
        return true;
    pt_result_set(result, PT_FAIL, "the driver cannot draw to such colours");
    return false;
}

static void read_colours(const struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                         const struct pt_gl_binding *bindings)
{
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (unsigned i = 0; i < program->output_count; i++) {
        const struct pt_gl_output *output = &program->outputs[i];
        const struct colour *colour = colour_of(output->type);

        glReadBuffer(GL_COLOR_ATTACHMENT0 + output->location);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, bindings[output->location].buffer);
        glReadPixels(0, 0, drawing->extents[0], drawing->extents[1], colour->format,
                     colour->component, NULL);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    }
}

void pt_gl_draw(const struct pt_gl_drawing *drawing, const struct pt_gl_program *program,
                const struct pt_gl_binding *bindings)
{
    glBindVertexArray(drawing->vertices);
    glViewport(0, 0, drawing->extents[0], drawing->extents[1]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    read_colours(drawing, program, bindings);
}

void pt_gl_drawing_finish(struct pt_gl_drawing *drawing)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &drawing->framebuffer);
    glDeleteTextures(PT_GL_MOST_OUTPUTS, drawing->colours);
    glDeleteVertexArrays(1, &drawing->vertices);
    memset(drawing, 0, sizeof(*drawing));
}
