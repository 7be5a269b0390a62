/* SPDX-License-Identifier: MIT */
/* emit.c: kernels of legal IR become machine code in the binary. */
#include "llvm/emit.h"

#include <stdlib.h>
#include <string.h>

#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"
#include "llvm/compile.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/frontend/activity.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"
#include "llvm/r500/r500.h"

static void fill_kernel(struct rootle_kernel *kernel, struct evg_program *program)
{
    kernel->code = program->code;
    kernel->code_bytes = program->code_dwords * 4;
    program->code = NULL;
    kernel->lines = program->lines;
    kernel->line_bytes = program->line_bytes;
    program->lines = NULL;
    kernel->gprs = program->gprs;
    kernel->stack_entries = program->stack_entries;
    kernel->without_denormals = program->without_denormals;
    kernel->scratch_bytes = program->scratch_bytes;
    kernel->private_bytes = program->scratch_bytes + program->array_bytes;
    kernel->groups = program->groups;
    kernel->scalar_ops = program->scalar_ops;
    kernel->tex_ops = program->tex_ops;
    kernel->vtx_ops = program->vtx_ops;
    kernel->rat_ops = program->rat_ops;
    kernel->cf_ops = program->cf_ops;
    memcpy(kernel->slot_ops, program->slot_ops, sizeof(kernel->slot_ops));
}

/* Adds the variables in private memory, behind those of local memory. */
static int add_variables(struct pass_state *state, struct rootle_kernel *kernel,
                         const struct evg_program *program)
{
    for (uint32_t i = 0; i < program->variable_count; i++)
        if (pass_add_variable(state, &kernel->variables, &kernel->variable_count,
                              &program->variables[i]))
            return -1;
    return 0;
}

/* The number of a variable, as struct rootle_access has it; UINT32_MAX: there is none. */
static uint32_t variable_number(const struct pass_state *state, const struct rootle_kernel *kernel,
                                const struct evg_access *access)
{
    const bool own = access->space != ROOTLE_ADDRESS_CONSTANT;
    const struct rootle_variable *list = own ? kernel->variables : state->binary->variables;
    const uint32_t count = own ? kernel->variable_count : state->binary->variable_count;
    for (uint32_t i = 0; i < count; i++)
        if (list[i].offset == access->offset && list[i].size &&
            (!own || list[i].space == access->space))
            return own ? i : kernel->variable_count + i;
    return UINT32_MAX;
}

static int add_accesses(const struct pass_state *state, struct rootle_kernel *kernel,
                        const struct evg_program *program)
{
    kernel->accesses = calloc(program->access_count + (size_t)1, sizeof(*kernel->accesses));
    if (!kernel->accesses)
        return -1;
    for (uint32_t i = 0; i < program->access_count; i++) {
        const uint32_t variable = variable_number(state, kernel, &program->accesses[i]);
        if (variable != UINT32_MAX)
            kernel->accesses[kernel->access_count++] =
                (struct rootle_access){program->accesses[i].word, variable};
    }
    return 0;
}

static int emit_kernel(struct pass_state *state, const struct compile_job *job,
                       LLVMValueRef function)
{
    struct rootle_kernel *kernel = pass_kernel(state, ir_name(function));
    struct evg_options options = {.chip = state->chip,
                                  .verify = compiler_settings_has(job->settings, DEBUG_verify),
                                  .dump = compiler_settings_has(job->settings, DEBUG_ll) ? stderr
                                                                                         : NULL,
                                  .max_gprs = job->settings->max_gprs,
                                  .tex_group = job->settings->tex_group};
    struct evg_program program = {0};
    char error[1024] = "";
    if (!kernel)
        return -1;
    activity_set("generating code for kernel", kernel->name);
    if (evg_parse_passes(job->settings->disable, &options.without, error, sizeof(error))) {
        fprintf(state->log, "error: ROOTLE_DISABLE: %s\n", error);
        return -1;
    }
    if (state->noopt)
        options.without = EVG_OPTIONAL_PASSES;
    if (evg_compile(function, &options, &program, error, sizeof(error))) {
        fprintf(state->log, "error: %s\n", error);
        return -1;
    }
    fill_kernel(kernel, &program);
    int result = add_variables(state, kernel, &program);
    if (!result)
        result = add_accesses(state, kernel, &program);
    evg_program_finish(&program);
    return result;
}

/* Constant samplers have the slots behind those of arguments. */
static void give_samplers(struct r500_options *options, const struct rootle_kernel *kernel)
{
    options->samplers = kernel->samplers;
    options->sampler_count = kernel->sampler_count;
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        options->sampler_arguments += kernel->args[i].kind == ROOTLE_ARG_SAMPLER;
}

/* An image program: all that Evergreen's statistics would say is in its code. */
static int emit_image_program(struct pass_state *state, const struct compile_job *job,
                              LLVMValueRef function)
{
    struct rootle_kernel *kernel = pass_kernel(state, ir_name(function));
    struct r500_options options = {.dump = compiler_settings_has(job->settings, DEBUG_ll) ? stderr
                                                                                          : NULL,
                                   .tex_group = job->settings->tex_group};
    struct r500_program program;
    char error[1024] = "";
    if (!kernel)
        return -1;
    give_samplers(&options, kernel);
    activity_set("generating code for kernel", kernel->name);
    if (r500_parse_passes(job->settings->disable, &options.without, error, sizeof(error))) {
        fprintf(state->log, "error: ROOTLE_DISABLE: %s\n", error);
        return -1;
    }
    if (state->noopt)
        options.without = UINT32_MAX;
    if (r500_compile(function, &options, &program, error, sizeof(error))) {
        fprintf(state->log, "error: %s\n", error);
        return -1;
    }
    kernel->code = program.code;
    kernel->code_bytes = program.bytes;
    kernel->lines = program.lines;
    kernel->line_bytes = program.line_bytes;
    kernel->gprs = program.registers;
    return 0;
}

int emit_kernels(struct pass_state *state, const struct compile_job *job)
{
    const bool r500 = state->chip->family == HW_FAMILY_R500;
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        if (ir_is_kernel(f))
            result |= r500 ? emit_image_program(state, job, f) : emit_kernel(state, job, f);
    return result;
}
