/* SPDX-License-Identifier: MIT */
/* recompile.h: machine code for the host, of programs that the driver's simulator runs. */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "llvm/ir/host_code.h"

/* A kind of processor: its name here, which files of lane operations have, and LLVM's, with what it
 * has beyond. v2 to v4 are levels of x86-64, neon is any aarch64, rv64 any riscv64 that runs a
 * Linux. */
struct recompiler_host {
    const char *name, *cpu, *features;
};

/* Whether it has 32 registers of 16 lanes each, picks lanes out of two of them, and has masks. */
static inline bool recompiler_has_avx512(const struct recompiler_host *host)
{
    return strcmp(host->name, "v4") == 0;
}

/* Whether it picks lanes out of registers of eight at least. */
static inline bool recompiler_has_avx2(const struct recompiler_host *host)
{
    return recompiler_has_avx512(host) || strcmp(host->name, "v3") == 0;
}

/* Whether it has fused multiplications and additions. */
static inline bool recompiler_fuses(const struct recompiler_host *host)
{
    return recompiler_has_avx2(host);
}

/* The start of every recompile: the lane operations for a host, opened, and LLVM's generator of
 * code for it. Zeros: nothing. */
struct recompiler {
    LLVMContextRef context;
    LLVMModuleRef library; /* function bodies are read when they are linked */
    LLVMTargetMachineRef machine;
    const struct recompiler_host *host;
};

/* The attribute of a program's function that LLVM's scheduler leaves as it is, on hosts without
 * AVX-512: where groups go at once, it has more vectors live than these have registers for. */
#define RECOMPILE_IN_ORDER "in-order"

/* Makes it ready for the best host that this processor is, and fills LLVM's tables, so that a child
 * forked from here need not. The operations lie in `folder` (with the slash). What fails is tried,
 * and reported, by recompile. */
void recompiler_prepare(struct recompiler *recompiler, const char *folder);
void recompiler_finish(struct recompiler *recompiler);

/* Makes an ELF object of a job (driver/sim/recompile/job.h), linked with the lane operations for a
 * host. It uses up the recompiler, which may be for another host, or zeros, and leaves to
 * recompiler_finish, or to the end of the process, what it has made. The object is malloc'ed. What
 * is wrong stands in the log as an error; a program that cannot be carried, as the reason alone. */
enum compiler_status recompile(struct recompiler *recompiler, const void *job, size_t job_size,
                               const char *host, const char *folder, void **object,
                               uint32_t *object_size, FILE *log);

/* The recompiler that serves requests of the driver, which is the process's. */
extern const struct host_compiler recompile_host;
