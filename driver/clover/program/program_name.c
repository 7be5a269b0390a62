/* SPDX-License-Identifier: MIT */
/* program_name.c: the name of a program's source in messages. The compiler never learns it, so that
 * programs of the same text share their code in caches, whatever they are called. */
#include "driver/clover/program/program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cl_int CL_API_CALL clSetProgramNameROOTLE(cl_program program, const char *name)
{
    CLOVER_CALL;
    if (!clover_is(program, &clover_program_class))
        return CL_INVALID_PROGRAM;
    if (!name)
        return CL_INVALID_VALUE;
    char *copy = strdup(name);
    if (!copy)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&program->lock);
    char *old = program->name;
    program->name = copy;
    pthread_mutex_unlock(&program->lock);
    free(old);
    return CL_SUCCESS;
}

/* Whether a place in the source stands at `at`: "<source>:7", as the first word or behind another.
 */
static bool is_place(const char *log, const char *at)
{
    const char *behind = at + strlen(ROOTLE_SOURCE_NAME);

    return (at == log || isspace((unsigned char)at[-1])) && behind[0] == ':' &&
           isdigit((unsigned char)behind[1]);
}

/* A copy of a log with that name for the source, to be freed; NULL when memory is short. */
static char *name_log(const char *log, const char *name)
{
    char *named = NULL;
    size_t size;
    FILE *out = open_memstream(&named, &size);
    const char *from = log;

    if (!out)
        return NULL;
    for (const char *at = log; (at = strstr(at, ROOTLE_SOURCE_NAME)); at++) {
        if (!is_place(log, at))
            continue;
        fwrite(from, 1, (size_t)(at - from), out);
        fputs(name, out);
        from = at + strlen(ROOTLE_SOURCE_NAME);
    }
    fputs(from, out);
    if (!fclose(out))
        return named;
    free(named);
    return NULL;
}

void clover_name_outcome(cl_program program, struct clover_build *build, char **log)
{
    char *named = program->name && *log ? name_log(*log, program->name) : NULL;

    if (named) {
        free(*log);
        *log = named;
    }
    if (build && program->name &&
        !build->name) /* the binary that the program was given is built again */
        build->name = strdup(program->name);
}
