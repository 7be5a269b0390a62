/* SPDX-License-Identifier: MIT */
/* binding.c: the buffers, textures, samplers and uniforms behind a test's arguments. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/gl/context.h"
#include "program-tester/gl/run.h"

static bool check_calls(const struct pt_arg *arg, struct pt_result *result)
{
    const char *error = pt_gl_error();

    return !*error || pt_judge_stop_arg(result, PT_FAIL, arg, "making it gave %s", error);
}

static void make_buffer(struct pt_gl_binding *binding, const void *contents)
{
    size_t size = pt_gl_binding_arg(binding)->size;

    glGenBuffers(1, &binding->buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, binding->buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)size, contents, GL_DYNAMIC_READ);
}

/* Makes the texture, of the kind that the program uses the image as. */
static bool make_texture(struct pt_runner *runner, struct pt_gl_binding *binding,
                         const void *contents, struct pt_result *result)
{
    const struct pt_arg *arg = pt_gl_binding_arg(binding);
    const struct pt_gl_use *use = pt_gl_program_use(&runner->program, arg->index);
    char *why = NULL;

    if (!use)
        return pt_judge_stop_arg(result, PT_ERROR, arg,
                                 "the program uses no texture or image with this binding");
    if (use->target->type != arg->image.type)
        return pt_judge_stop_arg(
            result, PT_ERROR, arg,
            "the program uses it as a texture%s, for which the type is another", use->target->name);
    if (pt_gl_texture_make(&binding->texture, &arg->image, use->target, contents, &why))
        return true;
    pt_judge_stop_arg(result, PT_ERROR, arg, "%s", why);
    free(why);
    return false;
}

static GLint wrap_of(cl_addressing_mode addressing)
{
    switch (addressing) {
    case CL_ADDRESS_CLAMP:
        return GL_CLAMP_TO_BORDER;
    case CL_ADDRESS_REPEAT:
        return GL_REPEAT;
    case CL_ADDRESS_MIRRORED_REPEAT:
        return GL_MIRRORED_REPEAT;
    default:
        return GL_CLAMP_TO_EDGE;
    }
}

/* The filter of levels behind the first one's. */
static GLint minifying(const struct pt_sampler *sampler)
{
    const bool linear = sampler->filter == CL_FILTER_LINEAR;

    switch (sampler->mip_filter) {
    case CL_FILTER_NEAREST:
        return linear ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
    case CL_FILTER_LINEAR:
        return linear ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
    default:
        return linear ? GL_LINEAR : GL_NEAREST;
    }
}

static void make_sampler(struct pt_gl_binding *binding)
{
    const struct pt_sampler *sampler = &binding->in->sampler;
    GLint filter = sampler->filter == CL_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST;
    GLint wrap = wrap_of(sampler->addressing);

    glGenSamplers(1, &binding->sampler);
    glSamplerParameteri(binding->sampler, GL_TEXTURE_MIN_FILTER, minifying(sampler));
    glSamplerParameteri(binding->sampler, GL_TEXTURE_MAG_FILTER, filter);
    if (sampler->bounded) {
        glSamplerParameterf(binding->sampler, GL_TEXTURE_MIN_LOD, sampler->lod_min);
        glSamplerParameterf(binding->sampler, GL_TEXTURE_MAX_LOD, sampler->lod_max);
    }
    glSamplerParameteri(binding->sampler, GL_TEXTURE_WRAP_S, wrap);
    glSamplerParameteri(binding->sampler, GL_TEXTURE_WRAP_T, wrap);
    glSamplerParameteri(binding->sampler, GL_TEXTURE_WRAP_R, wrap);
}

static bool make_memory(struct pt_runner *runner, struct pt_gl_binding *binding,
                        struct pt_result *result)
{
    unsigned char *contents = pt_initial_contents(runner->options, binding->in, binding->out);
    bool made = true;

    if (pt_gl_binding_arg(binding)->kind == PT_ARG_BUFFER)
        make_buffer(binding, contents);
    else
        made = make_texture(runner, binding, contents, result);
    free(contents);
    return made;
}

bool pt_gl_binding_make(struct pt_runner *runner, struct pt_gl_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_gl_binding_arg(binding);

    switch (arg->kind) {
    case PT_ARG_BUFFER:
    case PT_ARG_IMAGE:
        if (!make_memory(runner, binding, result))
            return false;
        break;
    case PT_ARG_SAMPLER:
        make_sampler(binding);
        break;
    case PT_ARG_LOCAL:
        return pt_judge_stop_arg(result, PT_ERROR, arg, "GLSL programs have no local arguments");
    case PT_ARG_VALUE:
        if (arg->type.width > 4 || (arg->type.scalar != PT_FLOAT && arg->type.scalar != PT_INT &&
                                    arg->type.scalar != PT_UINT))
            return pt_judge_stop_arg(result, PT_ERROR, arg,
                                     "uniforms are float, int or uint, up to four of them");
        break;
    }
    return check_calls(arg, result);
}

static void set_uniform(const struct pt_runner *runner, const struct pt_arg *arg)
{
    typedef void set_floats(GLuint, GLint, GLsizei, const GLfloat *);
    typedef void set_ints(GLuint, GLint, GLsizei, const GLint *);
    typedef void set_uints(GLuint, GLint, GLsizei, const GLuint *);
    set_floats *const floats[] = {glProgramUniform1fv, glProgramUniform2fv, glProgramUniform3fv,
                                  glProgramUniform4fv};
    set_ints *const ints[] = {glProgramUniform1iv, glProgramUniform2iv, glProgramUniform3iv,
                              glProgramUniform4iv};
    set_uints *const uints[] = {glProgramUniform1uiv, glProgramUniform2uiv, glProgramUniform3uiv,
                                glProgramUniform4uiv};
    unsigned which = arg->type.width - 1;
    GLint location = (GLint)arg->index;
    unsigned char value[4 * 8];

    pt_arg_expand(arg, runner->options->seed, value);
    if (arg->type.scalar == PT_FLOAT)
        floats[which](runner->program.name, location, 1, (const GLfloat *)(const void *)value);
    else if (arg->type.scalar == PT_INT)
        ints[which](runner->program.name, location, 1, (const GLint *)(const void *)value);
    else
        uints[which](runner->program.name, location, 1, (const GLuint *)(const void *)value);
}

static void use_texture(const struct pt_runner *runner, const struct pt_gl_binding *binding)
{
    const struct pt_gl_texture *texture = &binding->texture;
    unsigned unit = pt_gl_binding_arg(binding)->index;

    for (unsigned i = 0; i < runner->program.use_count; i++) {
        const struct pt_gl_use *use = &runner->program.uses[i];

        if (use->unit != unit)
            continue;
        if (use->image) {
            glBindImageTexture(unit, texture->name, (GLint)texture->image.bound_level, GL_TRUE, 0,
                               GL_READ_WRITE, texture->format.internal);
        } else {
            glActiveTexture(GL_TEXTURE0 + unit);
            glBindTexture(texture->target->target, texture->name);
        }
    }
}

void pt_gl_binding_use(const struct pt_runner *runner, const struct pt_gl_binding *binding,
                       unsigned texture_unit)
{
    const struct pt_arg *arg = pt_gl_binding_arg(binding);

    switch (arg->kind) {
    case PT_ARG_BUFFER:
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, arg->index, binding->buffer);
        break;
    case PT_ARG_IMAGE:
        use_texture(runner, binding);
        break;
    case PT_ARG_SAMPLER:
        glBindSampler(texture_unit, binding->sampler);
        break;
    case PT_ARG_VALUE:
        set_uniform(runner, arg);
        break;
    case PT_ARG_LOCAL:
        break;
    }
}

void pt_gl_binding_read(const struct pt_gl_binding *binding, void *memory)
{
    const struct pt_arg *arg = pt_gl_binding_arg(binding);

    if (arg->kind == PT_ARG_IMAGE) {
        pt_gl_texture_read(&binding->texture, memory);
        return;
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, binding->buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)arg->size, memory);
}

void pt_gl_binding_finish(struct pt_gl_binding *binding)
{
    glDeleteBuffers(1, &binding->buffer);
    glDeleteSamplers(1, &binding->sampler);
    pt_gl_texture_finish(&binding->texture);
    memset(binding, 0, sizeof(*binding));
}
