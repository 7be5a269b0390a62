/* SPDX-License-Identifier: MIT */
/* target.c: R500 as the compiler's target. Its kernels are image programs. */
#include <string.h>

#include "driver/base/count.h"
#include "driver/compiler/settings.h"
#include "driver/hw/chips.h"
#include "llvm/r500/emit/text.h"
#include "llvm/r500/passes/passes.h"
#include "llvm/r500/r500.h"
#include "llvm/target.h"

/* ---- passes over LLVM IR ---- */

enum {
#define IR_PASS(name, after, optional, help) OWN_##name,
#include "llvm/r500/passes/passes.def"
#undef IR_PASS
};

static const struct ir_pass_info own[] = {
#define IR_PASS(name, after, optional, help) {#name, pass_##name, after, optional, help},
#include "llvm/r500/passes/passes.def"
#undef IR_PASS
};

#define PASS(name) &ir_passes[IR_PASS_##name]
#define OWN(name)  &own[OWN_##name]

/* For image programs: what is not one is refused behind the last. */
/* clang-format off */
static const struct ir_pass_info *const order[] = {
    &target_link_builtins,
    PASS(argument_sizes),
    PASS(inline_all),
    PASS(split_aggregates),
    PASS(promote),
    PASS(check_builtins),
    PASS(split_vectors),
    PASS(image_type_lowering),
    PASS(sampler_lowering),
    OWN(optimise_r500),
    PASS(argument_layout),
    PASS(release_jumps),
    OWN(structurise_r500),
};
/* clang-format on */

/* Returns why a device lacks the function that a kernel calls; NULL: it has it. */
static const char *refuse(const char *name, size_t length)
{
    static const char *const of_integers[] = {"read_imagei", "read_imageui", "write_imagei",
                                              "write_imageui"};
    for (size_t i = 0; i < COUNT(of_integers); i++)
        if (length == strlen(of_integers[i]) && !strncmp(name, of_integers[i], length))
            return "R500 has no images of integers, but of floats and normalised integers alone";
    return NULL;
}

/* ---- code ---- */

/* Constant samplers have the slots behind those of arguments. */
static void give_samplers(struct r500_options *options, const struct rootle_kernel *kernel)
{
    options->samplers = kernel->samplers;
    options->sampler_count = kernel->sampler_count;
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        options->sampler_arguments += kernel->args[i].kind == ROOTLE_ARG_SAMPLER;
}

/* All that Evergreen's statistics would say is in the code. */
static void fill_kernel(struct rootle_kernel *kernel, const struct r500_program *program)
{
    kernel->code = program->code;
    kernel->code_bytes = program->bytes;
    kernel->lines = program->lines;
    kernel->line_bytes = program->line_bytes;
    kernel->gprs = program->registers;
}

static int compile_kernel(struct pass_state *state, const struct compiler_settings *settings,
                          LLVMValueRef function, struct rootle_kernel *kernel)
{
    struct r500_options options = {.dump =
                                       compiler_settings_has(settings, DEBUG_ll) ? stderr : NULL,
                                   .verify = compiler_settings_has(settings, DEBUG_verify),
                                   .tex_group = settings->tex_group};
    struct r500_program program;
    char error[1024] = "";
    give_samplers(&options, kernel);
    if (r500_parse_passes(settings->disable, &options.without, error, sizeof(error))) {
        fprintf(state->log, "error: ROOTLE_DISABLE: %s\n", error);
        return -1;
    }
    if (state->noopt)
        options.without = R500_OPTIONAL_PASSES;
    if (r500_compile(function, &options, &program, error, sizeof(error))) {
        fprintf(state->log, "error: %s\n", error);
        return -1;
    }
    fill_kernel(kernel, &program);
    return 0;
}

/* ---- text ---- */

static void describe(const struct rootle_kernel *kernel, FILE *out)
{
    fprintf(out, "; kernel %s: %u registers\n", kernel->name, kernel->gprs);
}

static int disassemble(const struct rootle_kernel *kernel, const struct target_notes *notes,
                       FILE *out)
{
    return r500_disassemble(kernel->code, kernel->code_bytes, notes->note, notes->data, out);
}

static void count(const struct rootle_kernel *kernel, FILE *out)
{
    struct r500_counts counts;
    if (r500_count(kernel->code, kernel->code_bytes, &counts))
        fprintf(out,
                "pstat: %s: %u instructions, %u vector, %u scalar, %u flow control, "
                "%u presubtract, %u tex, %u registers\n",
                kernel->name, counts.instructions, counts.vector, counts.scalar, counts.flow,
                counts.presubtract, counts.tex, counts.registers);
}

static void list_passes(FILE *out)
{
    fputs(
        "Over fragment IR, for rv515 whose form changes (optional: ROOTLE_DISABLE may name it):\n",
        out);
    r500_list_passes(out);
}

const struct target target_r500 = {
    .name = "R500",
    .frontend = {.builtins = {[HW_IMAGES_NATIVE] = "rootle-r500.bc",
                              [HW_IMAGES_LOWERED] = "rootle-r500.bc",
                              [HW_IMAGES_MIXED] = "rootle-r500.bc"},
                 .cpu = HW_CHIP_DEFAULT, /* Clang has no R500 */
                 .image_programs_only = true},
    .order = order,
    .order_count = COUNT(order),
    .passes = own,
    .pass_count = COUNT(own),
    .refuse = refuse,
    .compile = compile_kernel,
    .describe = describe,
    .disassemble = disassemble,
    .count = count,
    .list_passes = list_passes,
};
