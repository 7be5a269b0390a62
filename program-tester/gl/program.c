/* SPDX-License-Identifier: MIT */
/* program.c: compiles compute programs and asks which bindings their uniforms use. */
#include "program-tester/gl/program.h"

#include <stdlib.h>
#include <string.h>

typedef void get_number(GLuint object, GLenum what, GLint *value);
typedef void get_log(GLuint object, GLsizei room, GLsizei *length, GLchar *log);

/* The log without the blanks at its end; NULL if there is none. */
static char *log_of(GLuint object, get_number *number, get_log *text)
{
    GLint room = 0;

    number(object, GL_INFO_LOG_LENGTH, &room);
    char *log = pt_alloc((size_t)room + 1, 1);
    text(object, room, NULL, log);
    size_t length = strlen(log);
    while (length && strchr(" \n\r\t", log[length - 1]))
        log[--length] = '\0';
    if (length)
        return log;
    free(log);
    return NULL;
}

/* 0 if it does not compile. */
static GLuint compile(const char *source, size_t size, char **log)
{
    GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
    GLint length = (GLint)size, good = 0;

    glShaderSource(shader, 1, &source, &length);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    *log = log_of(shader, glGetShaderiv, glGetShaderInfoLog);
    if (good)
        return shader;
    glDeleteShader(shader);
    return 0;
}

static void collect_uses(struct pt_gl_program *program)
{
    GLint count = 0;

    glGetProgramiv(program->name, GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; i < count && program->use_count < PT_GL_MOST_USES; i++) {
        char name[256];
        GLenum type;
        GLint size, unit = 0;
        struct pt_gl_use *use = &program->uses[program->use_count];

        glGetActiveUniform(program->name, (GLuint)i, sizeof(name), NULL, &size, &type, name);
        use->target = pt_gl_target_of(type, &use->image);
        if (!use->target)
            continue;
        glGetUniformiv(program->name, glGetUniformLocation(program->name, name), &unit);
        use->unit = (unsigned)unit;
        program->use_count++;
    }
}

bool pt_gl_program_make(struct pt_gl_program *program, const char *source, size_t size, char **log)
{
    GLuint shader = compile(source, size, log);
    GLint good = 0;

    memset(program, 0, sizeof(*program));
    if (!shader)
        return false;
    program->name = glCreateProgram();
    glAttachShader(program->name, shader);
    glLinkProgram(program->name);
    glDeleteShader(shader);
    glGetProgramiv(program->name, GL_LINK_STATUS, &good);
    if (!good) {
        free(*log);
        *log = log_of(program->name, glGetProgramiv, glGetProgramInfoLog);
        pt_gl_program_finish(program);
        return false;
    }
    glGetProgramiv(program->name, GL_COMPUTE_WORK_GROUP_SIZE, program->group);
    collect_uses(program);
    return true;
}

void pt_gl_program_finish(struct pt_gl_program *program)
{
    glDeleteProgram(program->name);
    memset(program, 0, sizeof(*program));
}

const struct pt_gl_use *pt_gl_program_use(const struct pt_gl_program *program, unsigned unit)
{
    for (unsigned i = 0; i < program->use_count; i++) {
        if (program->uses[i].unit == unit)
            return &program->uses[i];
    }
    return NULL;
}
