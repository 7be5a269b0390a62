/* SPDX-License-Identifier: MIT */
/* compile.c: from a program's source to its binary: every pass, in order. */
#include "llvm/compile.h"

#include <assert.h>
#include <llvm-c/Analysis.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/fault.h"
#include "driver/base/times.h"
#include "driver/compiler/options.h"
#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"
#include "rootle_version.h"
#include "llvm/config.h"
#include "llvm/frontend/activity.h"
#include "llvm/frontend/frontend.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/ir/variables.h"
#include "llvm/object.h"
#include "llvm/target.h"

void compile_print_module(LLVMModuleRef module, FILE *out)
{
    char *text = LLVMPrintModuleToString(module);
    fputs(text, out);
    LLVMDisposeMessage(text);
}

int compile_verify_module(struct pass_state *state, const char *after)
{
    char *message = NULL;
    LLVMBool broken = LLVMVerifyModule(state->module, LLVMReturnStatusAction, &message);
    if (broken)
        fprintf(state->log,
                "internal error: the IR is broken after %s: %s\n"
                "Please report it: rootle-report-bug FILE.cl collects what a report needs.\n",
                after, message);
    LLVMDisposeMessage(message);
    return broken ? -1 : 0;
}

static int run_step(struct pass_state *state, struct frontend *frontend,
                    const struct ir_pass_info *step)
{
    if (step != &target_link_builtins) {
        assert(step->run); /* a part of a pass stands in no order */
        activity_set("in pass", step->name);
        return step->run(state);
    }
    activity_set("linking the builtins", "");
    return frontend_link_builtins(frontend, state->module, state->log);
}

static int run_passes(const struct target *target, struct pass_state *state,
                      struct frontend *frontend, const struct compiler_settings *settings)
{
    for (size_t i = 0; i < target->order_count; i++) {
        const char *name = target->order[i]->name;
        if (run_step(state, frontend, target->order[i]))
            return -1;
        times_mark(name);
        if (compiler_settings_has(settings, DEBUG_ll)) {
            fprintf(stderr, "; ---- after %s ----\n", name);
            compile_print_module(state->module, stderr);
        }
        if (compiler_settings_has(settings, DEBUG_verify) && compile_verify_module(state, name))
            return -1;
    }
    return 0;
}

/* Every kernel of the module becomes machine code. */
static int emit_kernels(const struct target *target, struct pass_state *state,
                        const struct compiler_settings *settings)
{
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (!ir_is_kernel(f))
            continue;
        struct rootle_kernel *kernel = pass_kernel(state, ir_name(f));
        if (!kernel)
            return -1;
        activity_set("generating code for kernel", kernel->name);
        result |= target->compile(state, settings, f, kernel);
    }
    return result;
}

/* Builtins, passes, then code. */
static enum compiler_status finish_module(const struct target *target, struct pass_state *state,
                                          struct frontend *frontend, const struct compile_job *job)
{
    times_mark("front end");
    if (run_passes(target, state, frontend, job->settings))
        return COMPILER_BUILD_FAILED;
    if (job->stop == COMPILE_IR) {
        compile_print_module(state->module, job->out);
        return COMPILER_OK;
    }
    return emit_kernels(target, state, job->settings) ? COMPILER_BUILD_FAILED : COMPILER_OK;
}

struct rootle_binary *compile_new_binary(const struct hw_chip *chip, uint32_t image_access)
{
    struct rootle_binary *binary = rootle_binary_create();
    if (!binary)
        return NULL;
    binary->chip = strdup(chip->name);
    binary->compiler = strdup("rootle-cc " ROOTLE_VERSION ", LLVM " ROOTLE_LLVM_VERSION);
    binary->image_access = image_access;
    if (binary->chip && binary->compiler)
        return binary;
    rootle_binary_destroy(binary);
    return NULL;
}

/* Who reads debug information of variables, if they are wanted. */
static const struct ir_variable_reader *variables_of(const struct compile_job *job)
{
    return compiler_settings_has(job->settings, DEBUG_variables) ? job->variables : NULL;
}

static LLVMModuleRef get_module(struct frontend *frontend, const struct compile_job *job,
                                const struct build_options *options)
{
    const struct frontend_source source = {.name = job->name,
                                           .text = job->source,
                                           .size = job->source_size,
                                           .headers = job->inputs,
                                           .header_count = job->input_count,
                                           .folders = job->folders,
                                           .folder_count = job->folder_count,
                                           .version = (int)job->settings->version,
                                           .extensions = job->settings->extensions,
                                           .no_lines =
                                               compiler_settings_has(job->settings, DEBUG_nolines),
                                           .variables = variables_of(job) || job->settings->guarded,
                                           .outside = job->outside};
    activity_set(job->action == COMPILER_LINK ? "linking" : "parsing", "");
    if (job->action == COMPILER_LINK)
        return object_link(frontend->context, frontend->chip, job->inputs, job->input_count,
                           job->log);
    if (job->il) /* the builtins are for the chip */
        return job->il->read(frontend->context, job->source, job->source_size, frontend->own,
                             options->exact_division, job->log);
    return frontend_compile(frontend, &source, options, job->log);
}

enum compiler_status compile_translate(struct compile_job *job, const struct il_reader *il,
                                       const char *translator, confine_fn *confine, void **bitcode)
{
    if (!il) {
        fprintf(job->log, "error: this compiler takes no programs in SPIR-V (ROOTLE_SPIRV=OFF)\n");
        return COMPILER_UNAVAILABLE;
    }
    enum compiler_status status = il->translate(translator, job->source, job->source_size, confine,
                                                bitcode, &job->source_size, job->log);
    job->source = *bitcode;
    job->il = il;
    return status;
}

/* Section 5.6.4.2: the program's build fails where CL_DEVICE_SINGLE_FP_CONFIG lacks this. */
static bool can_divide(const struct frontend *frontend, const struct compile_job *job,
                       const struct build_options *options)
{
    if (!options->exact_division || frontend->chip->fma)
        return true;
    fprintf(job->log, "error: -cl-fp32-correctly-rounded-divide-sqrt: %s cannot round so\n",
            frontend->chip->name);
    return false;
}

bool compile_guard(const struct compiler_settings *settings, const struct guard *own,
                   const struct guard **guard, FILE *log)
{
    *guard = settings->guarded ? own : NULL;
    if (!settings->guarded || own)
        return true;
    fprintf(log, "error: this compiler guards no programs (ROOTLE_CHECKER=OFF)\n");
    return false;
}

static enum compiler_status compile_with_options(struct frontend *frontend,
                                                 const struct compile_job *job,
                                                 const struct build_options *options,
                                                 struct rootle_binary **binary)
{
    const struct target *target = target_of(frontend->chip, job->log);
    const struct guard *guard;
    assert(target); /* its builtins are open */
    if (!compile_guard(job->settings, job->guard, &guard, job->log))
        return COMPILER_UNAVAILABLE;
    LLVMModuleRef module =
        can_divide(frontend, job, options) ? get_module(frontend, job, options) : NULL;
    if (!module)
        return COMPILER_BUILD_FAILED;
    if (options->noopt)
        object_disable_optimisation(module);
    enum compiler_status status = COMPILER_NO_MEMORY;
    struct pass_state state = {
        .module = module,
        .context = frontend->context,
        .chip = frontend->chip,
        .refuse = target->refuse,
        .log = job->log,
        .guard = guard,
        .variables = variables_of(job),
        .watch = variables_of(job) ? variables_of(job)->watch : NULL,
        .noopt = compiler_settings_has(job->settings, DEBUG_noopt) || object_is_unoptimised(module),
        .binary = compile_new_binary(frontend->chip, frontend->image_access)};
    if (state.binary && (job->action == COMPILER_COMPILE || options->library))
        status = object_store(module, options->library, state.binary);
    else if (state.binary)
        status = finish_module(target, &state, frontend, job);
    LLVMDisposeModule(module);
    if (status == COMPILER_OK && job->stop == COMPILE_BINARY)
        *binary = state.binary;
    else
        rootle_binary_destroy(state.binary);
    return status;
}

/* LLVM's own diagnostics (of the linker, of passes) belong into the log; by default they go to
 * stderr, or end the process. */
static void log_diagnostic(LLVMDiagnosticInfoRef info, void *log)
{
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    fprintf(log, "error: %s\n", text);
    LLVMDisposeMessage(text);
}

enum option_list compile_options(const struct compile_job *job)
{
    return job->action == COMPILER_LINK ? OPTIONS_OF_LINKER : OPTIONS_OF_COMPILER;
}

enum compiler_status compile_program(struct frontend *frontend, const struct compile_job *job,
                                     struct rootle_binary **binary)
{
    struct build_options options;
    *binary = NULL;
    enum compiler_status status = build_options_parse(&options, compile_options(job), job->options,
                                                      job->option_count, job->log);
    if (status != COMPILER_OK)
        return status;
    fault_set(job->settings->faults);
    LLVMContextSetDiagnosticHandler(frontend->context, log_diagnostic, job->log);
    status = compile_with_options(frontend, job, &options, binary);
    build_options_finish(&options);
    return status;
}
