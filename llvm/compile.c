/* SPDX-License-Identifier: MIT */
/* compile.c: from a program's source to its binary: every pass, in order. */
#include "llvm/compile.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/base/times.h"
#include "driver/compiler/options.h"
#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"
#include "rootle_version.h"
#include "llvm/config.h"
#include "llvm/emit.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/frontend/activity.h"
#include "llvm/frontend/frontend.h"
#include "llvm/object.h"
#include "llvm/passes/table.h"
#include "llvm/r500/r500.h"

enum { LINK_BUILTINS = IR_PASS_COUNT };

/* Every step from Clang's IR to what the code generator takes, in order. Images are lowered before
 * optimisation, when every builtin's call is still there by itself; arguments after it, as it knows
 * more about parameters than about loads. */
static const unsigned order_of_evergreen[] = {
    IR_PASS_mark_undefined,
    IR_PASS_mark_promises,
    IR_PASS_store_parts,
    IR_PASS_printf_calls,
    IR_PASS_declare_double,
    LINK_BUILTINS,
    IR_PASS_argument_sizes,
    IR_PASS_double_operations,
    IR_PASS_null_pointers,
    IR_PASS_fill_padding,
    IR_PASS_inline_all,
    IR_PASS_split_aggregates,
    IR_PASS_promote,
    IR_PASS_hold_indices,
    IR_PASS_generic_pointers,
    IR_PASS_check_builtins,
    IR_PASS_split_vectors,
    IR_PASS_image_type_lowering,
    IR_PASS_sampler_lowering,
    IR_PASS_optimise,
    IR_PASS_give_undefined,
    IR_PASS_legalise_widths,
    IR_PASS_argument_layout,
    IR_PASS_local_memory_layout,
    IR_PASS_rodata_layout,
    IR_PASS_printf_buffer,
    IR_PASS_copy_loops,
    IR_PASS_legalise_memory,
    IR_PASS_check_chosen,
    IR_PASS_check_alignment,
    IR_PASS_legalise_arithmetic,
    IR_PASS_legalise_division,
    IR_PASS_linearise,
    IR_PASS_release_jumps,
    IR_PASS_structurise,
    IR_PASS_split_aggregates, /* phis of an exchange's two results */
    IR_PASS_check_legal,
};

/* For image programs: what is not one is refused behind the last. */
static const unsigned order_of_r500[] = {
    LINK_BUILTINS,
    IR_PASS_argument_sizes,
    IR_PASS_inline_all,
    IR_PASS_split_aggregates,
    IR_PASS_promote,
    IR_PASS_check_builtins,
    IR_PASS_split_vectors,
    IR_PASS_image_type_lowering,
    IR_PASS_sampler_lowering,
    IR_PASS_optimise_r500,
    IR_PASS_argument_layout,
    IR_PASS_release_jumps,
    IR_PASS_structurise_r500,
};

static void print_module(LLVMModuleRef module, FILE *out)
{
    char *text = LLVMPrintModuleToString(module);
    fputs(text, out);
    LLVMDisposeMessage(text);
}

static int verify(struct pass_state *state, const char *after)
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
                    const struct compile_job *job, unsigned step)
{
    if (step != LINK_BUILTINS) {
        activity_set("in pass", ir_passes[step].name);
        return ir_passes[step].run(state);
    }
    activity_set("linking the builtins", "");
    return frontend_link_builtins(frontend, state->module, job->log);
}

static int run_passes(struct pass_state *state, struct frontend *frontend,
                      const struct compile_job *job)
{
    const bool r500 = state->chip->family == HW_FAMILY_R500;
    const unsigned *order = r500 ? order_of_r500 : order_of_evergreen;
    const size_t steps = r500 ? COUNT(order_of_r500) : COUNT(order_of_evergreen);
    for (size_t i = 0; i < steps; i++) {
        const char *name =
            order[i] == LINK_BUILTINS ? "linking builtins" : ir_passes[order[i]].name;
        if (run_step(state, frontend, job, order[i]))
            return -1;
        times_mark(name);
        if (compiler_settings_has(job->settings, DEBUG_ll)) {
            fprintf(stderr, "; ---- after %s ----\n", name);
            print_module(state->module, stderr);
        }
        if (compiler_settings_has(job->settings, DEBUG_verify) && verify(state, name))
            return -1;
    }
    return 0;
}

/* Builtins, passes, then code. */
static enum compiler_status finish_module(struct pass_state *state, struct frontend *frontend,
                                          const struct compile_job *job)
{
    times_mark("front end");
    if (run_passes(state, frontend, job))
        return COMPILER_BUILD_FAILED;
    if (job->stop == COMPILE_IR) {
        print_module(state->module, job->out);
        return COMPILER_OK;
    }
    return emit_kernels(state, job) ? COMPILER_BUILD_FAILED : COMPILER_OK;
}

static struct rootle_binary *new_binary(const struct hw_chip *chip, uint32_t image_access)
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
                                           .outside = job->outside};
    activity_set(job->action == COMPILER_LINK ? "linking" : "parsing", "");
    if (job->action == COMPILER_LINK)
        return object_link(frontend->context, frontend->chip, job->inputs, job->input_count,
                           job->log);
    if (job->is_bitcode)
        return frontend_read(frontend, &source, options, job->log);
    return frontend_compile(frontend, &source, options, job->log);
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

static enum compiler_status compile_with_options(struct frontend *frontend,
                                                 const struct compile_job *job,
                                                 const struct build_options *options,
                                                 struct rootle_binary **binary)
{
    LLVMModuleRef module =
        can_divide(frontend, job, options) ? get_module(frontend, job, options) : NULL;
    if (!module)
        return COMPILER_BUILD_FAILED;
    if (options->noopt)
        object_disable_optimisation(module);
    enum compiler_status status = COMPILER_NO_MEMORY;
    struct pass_state state = {.module = module,
                               .context = frontend->context,
                               .chip = frontend->chip,
                               .log = job->log,
                               .guarded = job->settings->guarded,
                               .noopt = compiler_settings_has(job->settings, DEBUG_noopt) ||
                                        object_is_unoptimised(module),
                               .binary = new_binary(frontend->chip, frontend->image_access)};
    if (state.binary && (job->action == COMPILER_COMPILE || options->library))
        status = object_store(module, options->library, state.binary);
    else if (state.binary)
        status = finish_module(&state, frontend, job);
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

/* ---- single passes, for developers ---- */

static LLVMModuleRef read_ir(LLVMContextRef context, const char *path, FILE *log)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
        LLVMParseIRInContext(context, buffer, &module, &message)) {
        fprintf(log, "%s: %s\n", path, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    return module;
}

static void print_binary(const struct rootle_binary *binary, FILE *out)
{
    for (uint32_t i = 0; i < binary->kernel_count; i++) {
        const struct rootle_kernel *kernel = &binary->kernels[i];
        fprintf(out, "; kernel %s: input bytes %u, lds bytes %u\n", kernel->name,
                kernel->input_bytes, kernel->lds_bytes);
        for (uint32_t a = 0; a < kernel->arg_count; a++)
            fprintf(out, "; arg %u: kind %u, offset %u, size %u, slot %u, align %u\n", a,
                    kernel->args[a].kind, kernel->args[a].offset, kernel->args[a].size,
                    kernel->args[a].slot, kernel->args[a].align);
        for (uint32_t s = 0; s < kernel->sampler_count; s++)
            fprintf(out, "; sampler %u: 0x%x\n", s, kernel->samplers[s]);
    }
    if (binary->rodata_bytes)
        fprintf(out, "; rodata:");
    for (uint32_t i = 0; i < binary->rodata_bytes; i++)
        fprintf(out, " %02x", ((const unsigned char *)binary->rodata)[i]);
    for (uint32_t i = 0; i < binary->relocation_count; i++)
        fprintf(out, "%s %u", i ? "" : "\n; relocations:", binary->relocations[i]);
    if (binary->rodata_bytes)
        fputc('\n', out);
}

void compile_list_passes(FILE *out)
{
    fputs("Over LLVM IR (optional: noopt builds do without):\n", out);
    ir_list_passes(out);
    fputs("\nOver machine IR, whose form changes (optional: ROOTLE_DISABLE may name it):\n", out);
    evg_list_passes(out);
    fputs("\nOver fragment IR, for rv515 (ROOTLE_DISABLE may name each):\n", out);
    r500_list_passes(out);
}

static bool is_machine_ir(const char *path)
{
    static const char ending[] = ".mir";
    size_t length = strlen(path);
    return length >= strlen(ending) && !strcmp(path + length - strlen(ending), ending);
}

static int run_machine_passes(const char *names, const char *path, FILE *out, FILE *log)
{
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        fprintf(log, "%s: %s\n", path, message);
        LLVMDisposeMessage(message);
        return -1;
    }
    int result = evg_run_text(names, path, LLVMGetBufferStart(buffer), out, log);
    LLVMDisposeMemoryBuffer(buffer);
    return result;
}

int compile_run_pass(const char *name, const char *path, const struct hw_chip *chip, bool guarded,
                     FILE *out, FILE *log)
{
    if (is_machine_ir(path))
        return run_machine_passes(name, path, out, log);
    const struct ir_pass_info *pass = ir_find_pass(name);
    if (!pass || !pass->run) {
        fprintf(log, "error: there is no pass '%s'; --list-passes names them\n", name);
        return -1;
    }
    LLVMContextRef context = LLVMContextCreate();
    struct pass_state state = {.context = context,
                               .chip = chip,
                               .log = log,
                               .guarded = guarded,
                               .binary = new_binary(chip, false)};
    int result = -1;
    state.module = read_ir(context, path, log);
    if (state.module && state.binary) {
        result = pass->run(&state);
        if (!result)
            result = verify(&state, name);
        if (!result) {
            print_module(state.module, out);
            print_binary(state.binary, out);
        }
    }
    rootle_binary_destroy(state.binary);
    if (state.module)
        LLVMDisposeModule(state.module);
    LLVMContextDispose(context);
    return result;
}
