/* SPDX-License-Identifier: MIT */
/* program.c: compiles programs and asks which bindings their uniforms use. */
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

/* Attaches a shader of that stage. False: it does not compile. */
static bool attach(GLuint program, GLenum stage, const char *source, size_t size, char **log)
{
    GLuint shader = glCreateShader(stage);
    GLint length = (GLint)size, good = 0;

    glShaderSource(shader, 1, &source, &length);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    *log = log_of(shader, glGetShaderiv, glGetShaderInfoLog);
    if (good)
        glAttachShader(program, shader);
    glDeleteShader(shader);
    return good;
}

/* Attaches what makes the fragments: a triangle around the whole target. */
static bool attach_vertices(GLuint program, char **log)
{
    static const char source[] = "#version 430\n"
                                 "void main()\n"
                                 "{\n"
                                 "    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);\n"
                                 "    gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);\n"
                                 "}\n";

    free(*log);
    return attach(program, GL_VERTEX_SHADER, source, strlen(source), log);
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

/* Outputs without a location, as gl_FragDepth, get nothing. */
static void collect_outputs(struct pt_gl_program *program)
{
    static const GLenum asked[] = {GL_LOCATION, GL_TYPE};
    GLint count = 0;

    glGetProgramInterfaceiv(program->name, GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, &count);
    for (GLint i = 0; i < count && program->output_count < PT_GL_MOST_OUTPUTS; i++) {
        GLint facts[2] = {-1, 0};

        glGetProgramResourceiv(program->name, GL_PROGRAM_OUTPUT, (GLuint)i, 2, asked, 2, NULL,
                               facts);
        if (facts[0] >= 0)
            program->outputs[program->output_count++] =
                (struct pt_gl_output){(unsigned)facts[0], (GLenum)facts[1]};
    }
}

static void describe(struct pt_gl_program *program)
{
    if (program->draws) {
        collect_outputs(program);
        for (unsigned i = 0; i < PT_COUNT(program->group); i++)
            program->group[i] = 1;
    } else {
        glGetProgramiv(program->name, GL_COMPUTE_WORK_GROUP_SIZE, program->group);
    }
    collect_uses(program);
}

static bool link_program(GLuint program, char **log)
{
    GLint good = 0;

    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (good)
        return true;
    free(*log);
    *log = log_of(program, glGetProgramiv, glGetProgramInfoLog);
    return false;
}

bool pt_gl_program_make(struct pt_gl_program *program, GLenum stage, const char *source,
                        size_t size, char **log)
{
    memset(program, 0, sizeof(*program));
    program->draws = stage == GL_FRAGMENT_SHADER;
    program->name = glCreateProgram();
    if (attach(program->name, stage, source, size, log) &&
        (!program->draws || attach_vertices(program->name, log)) &&
        link_program(program->name, log)) {
        describe(program);
        return true;
    }
    pt_gl_program_finish(program);
    return false;
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
