/* SPDX-License-Identifier: MIT */
/* confinement.h: the folders that a compile may read. */
#pragma once

#include "driver/compiler/options.h"
#include "llvm/compile.h"
#include "llvm/frontend/frontend.h"

struct confinement {
    struct build_options options; /* has the names of folders */
    const char **folders;
    char **opened; /* by macros, owned */
    size_t opened_count;
};

/* Gives the job its folders: the compiler's own, those that packages share, the one that the client
 * is in ("": none), and those that its options name. This process is in the client's folder. The
 * confinement lives as long as the job, and is finished even when this fails. COMPILER_OK;
 * COMPILER_INVALID_OPTIONS with a line in the job's log; or COMPILER_NO_MEMORY. */
enum compiler_status confinement_init(struct confinement *confinement,
                                      const struct frontend *frontend, const char *client_folder,
                                      struct compile_job *job);
void confinement_finish(struct confinement *confinement);
