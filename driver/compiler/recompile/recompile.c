/* SPDX-License-Identifier: MIT */
/* recompile.c: asks the compiler process for objects of the simulator's programs. */
#include "driver/compiler/recompile/recompile.h"

#include <stdio.h>

#include "driver/base/env.h"
#include "driver/compiler.h"

/* The limit of address space for one program; the compiler itself takes about a tenth of it. */
enum { RECOMPILE_MIB = 2048 };

bool compiler_recompile(const struct sim_compile *what, void **object, size_t *size, char *why,
                        size_t room)
{
    const struct compiler_request request = {.action = COMPILER_RECOMPILE,
                                             .source = what->job,
                                             .source_size = what->job_size,
                                             .options = what->host,
                                             .chip = env_get(ENV_CHIP),
                                             .background = what->background,
                                             .kept_only = what->kept_only,
                                             .seconds = env_number(ENV_EXEC_TIMEOUT),
                                             .memory_mib = RECOMPILE_MIB,
                                             .unwanted = &what->unwanted};
    struct compiler_result result;
    compiler_build(&request, &result);
    const bool done = result.status == COMPILER_OK;
    if (done) {
        *object = result.image;
        *size = result.image_size;
        result.image = NULL;
    } else {
        snprintf(why, room, "%s", result.log ? result.log : "out of memory");
    }
    compiler_result_finish(&result);
    return done;
}
