/* SPDX-License-Identifier: MIT */
/* host_code.h: makes machine code for the host, of programs that the driver's simulator runs. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "driver/compiler.h"

struct host_compiler {
    /* Gets ready for the best host that this processor is, with what lies in `folder` (with the
     * slash), so that a child forked from here need not. Called again, it does nothing. */
    void (*prepare)(const char *folder);
    void (*finish)(void);
    /* Makes an ELF object, malloc'ed, of a job (driver/sim/recompile/job.h) for a host: v2, v3 or
     * v4. Once in a process. */
    enum compiler_status (*compile)(const void *job, size_t job_size, const char *host,
                                    const char *folder, void **object, uint32_t *object_size,
                                    FILE *log);
};
