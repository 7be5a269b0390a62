/* SPDX-License-Identifier: MIT */
/* build.c: a job to IR. Its bytes are not trusted. */
#include <llvm-c/Analysis.h>

#include "llvm/recompile/clauses.h"
#include "llvm/recompile/emit.h"
#include "llvm/recompile/lockstep.h"

static void lane_function(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
                          unsigned n)
{
    (void)d, (void)a, (void)b, (void)c, (void)n;
}
static const struct sim_alu_lanes operations = {.alu = {
#define SIM_OP(name, in, out, expression) [HW_ALU_OP_##name] = lane_function,
#define SIM_SAME_OP(name, other)          [HW_ALU_OP_##name] = lane_function,
#include "driver/sim/lanes/alu_ops.def"
                                                }};

const struct sim_lanes *recompile_lanes(void)
{
    static const struct sim_lanes lanes = {.alu = &operations};
    return &lanes;
}

static LLVMModuleRef emit(const struct recompiler *recompiler, const struct recompile_job *job,
                          struct sim_program *program, const char **why)
{
    clauses_join(program);
    if (!lockstep_wait(program)) {
        *why = "out of memory";
        return NULL;
    }
    return recompile_emit(recompiler, job, program, why);
}

/* Builds the job's program. NULL with a line in the log. */
static LLVMModuleRef build(const struct recompiler *recompiler, const struct recompile_job *job,
                           FILE *log)
{
    char error[256];
    const char *why = NULL;
    LLVMModuleRef module = NULL;
    struct sim_program *program =
        sim_program_decode(job->code, job->code_bytes / sizeof(*job->code), &job->mode, job->chip,
                           recompile_lanes(), error, sizeof(error));
    if (!program)
        fprintf(log, "error: %s\n", error);
    else if (!recompile_job_fits(job, program))
        fprintf(log, "error: the state is none of this program\n");
    else if (!(module = emit(recompiler, job, program, &why)))
        fprintf(log, "%s\n", why);
    sim_program_destroy(program);
    return module;
}

/* Whether what was built is sound: an assertion, but one that packages make, too. */
static bool is_sound(LLVMModuleRef module, FILE *log)
{
    char *message = NULL;
    const bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (broken)
        fprintf(log, "error: %s\n", message);
    LLVMDisposeMessage(message);
    return !broken;
}

LLVMModuleRef recompile_build(const struct recompiler *recompiler, const void *bytes, size_t size,
                              FILE *log)
{
    struct recompile_job job;
    const char *why;
    LLVMModuleRef module = NULL;
    if (!recompile_job_read(&job, bytes, size, &why))
        fprintf(log, "error: a job that cannot be read: %s\n", why);
    else
        module = build(recompiler, &job, log);
    recompile_job_finish(&job);
    if (module && !is_sound(module, log)) {
        LLVMDisposeModule(module);
        module = NULL;
    }
    return module;
}
