/* SPDX-License-Identifier: MIT */
/* host.c: the recompiler of this process. */
#include "llvm/recompile/recompile.h"

static struct recompiler own;

static void prepare(const char *folder)
{
    if (!own.host)
        recompiler_prepare(&own, folder);
}

static void finish(void)
{
    recompiler_finish(&own);
}

static enum compiler_status compile(const void *job, size_t job_size, const char *host,
                                    const char *folder, void **object, uint32_t *object_size,
                                    FILE *log)
{
    return recompile(&own, job, job_size, host, folder, object, object_size, log);
}

const struct host_compiler recompile_host = {prepare, finish, compile};
