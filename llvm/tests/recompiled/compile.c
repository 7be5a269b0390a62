/* SPDX-License-Identifier: MIT */
/* compile.c: see compile.h. */
#include "llvm/tests/recompiled/compile.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/compiler.h"

/* Seconds for one program, unless SECONDS says how many: large blocks of code can take LLVM very
 * long, and an emulator longer. */
static double limit(void)
{
    const char *wanted = getenv("SECONDS");
    return wanted ? strtod(wanted, NULL) : 8;
}

static atomic_uint made, late, refused;

/* Counts an outcome; a program that cannot be carried counts as none. True where it is wrong. */
static bool count(enum compiler_status status, const char *log)
{
    const bool wrong = status != COMPILER_OK && status != COMPILER_TIMEOUT &&
                       (status != COMPILER_BUILD_FAILED || !strncmp(log, "error: ", 7));
    if (status == COMPILER_OK)
        atomic_fetch_add(&made, 1);
    else if (status == COMPILER_TIMEOUT)
        atomic_fetch_add(&late, 1);
    else if (wrong)
        atomic_fetch_add(&refused, 1);
    return wrong;
}

bool recompiled_compile(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room)
{
    const struct compiler_request request = {.action = COMPILER_RECOMPILE,
                                             .source = what->job,
                                             .source_size = what->job_size,
                                             .options = what->host,
                                             .chip = "cypress",
                                             .background = what->background,
                                             .seconds = limit(),
                                             .unwanted = &what->unwanted};
    struct compiler_result result;
    compiler_build(&request, &result);
    const enum compiler_status status = result.status;
    snprintf(why, room, "%s", result.log ? result.log : "out of memory");
    if (count(status, why))
        printf("%s", why);
    if (status == COMPILER_OK) {
        *object = result.image;
        *size = result.image_size;
        result.image = NULL;
    }
    compiler_result_finish(&result);
    return status == COMPILER_OK;
}

struct recompiled_counts recompiled_counts(void)
{
    return (struct recompiled_counts){atomic_load(&made), atomic_load(&late),
                                      atomic_load(&refused)};
}
