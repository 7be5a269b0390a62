/* SPDX-License-Identifier: MIT */
/* target.c: Evergreen and Northern Islands, as the compiler's target. */
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/compiler/settings.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/evergreen.h"
#include "llvm/target.h"

/* ---- passes over LLVM IR ---- */

#define PASS(name) &ir_passes[IR_PASS_##name]

/* Every step from Clang's IR to what the code generator takes, in order. Images are lowered before
 * optimisation, when every builtin's call is still there by itself; arguments after it, as it knows
 * more about parameters than about loads. */
/* clang-format off */
static const struct ir_pass_info *const order[] = {
    PASS(guard_source),
    PASS(mark_assumptions),
    PASS(store_parts),
    PASS(printf_calls),
    PASS(declare_double),
    &target_link_builtins,
    PASS(argument_sizes),
    PASS(double_operations),
    PASS(null_pointers),
    PASS(guard_copies),
    PASS(inline_all),
    PASS(required_size),
    PASS(split_aggregates),
    PASS(promote),
    PASS(hold_indices),
    PASS(guard_indices),
    PASS(generic_pointers),
    PASS(check_builtins),
    PASS(split_vectors),
    PASS(image_type_lowering),
    PASS(sampler_lowering),
    PASS(optimise),
    PASS(guard_values),
    PASS(legalise_widths),
    PASS(argument_layout),
    PASS(local_memory_layout),
    PASS(rodata_layout),
    PASS(printf_buffer),
    PASS(copy_loops),
    PASS(guard_fences),
    PASS(legalise_memory),
    PASS(check_selected),
    PASS(check_alignment),
    PASS(legalise_arithmetic),
    PASS(legalise_division),
    PASS(linearise),
    PASS(release_jumps),
    PASS(structurise),
    PASS(split_aggregates), /* phis of an exchange's two results */
    PASS(check_legal),
};
/* clang-format on */

/* ---- code ---- */

static void fill_kernel(struct rootle_kernel *kernel, struct evg_program *program)
{
    kernel->code = program->code;
    kernel->code_bytes = program->code_dwords * 4;
    program->code = NULL;
    kernel->lines = program->lines;
    kernel->line_bytes = program->line_bytes;
    program->lines = NULL;
    kernel->places = program->places;
    kernel->place_bytes = program->place_bytes;
    program->places = NULL;
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

static int compile_kernel(struct pass_state *state, const struct compiler_settings *settings,
                          LLVMValueRef function, struct rootle_kernel *kernel)
{
    struct evg_options options = {.chip = state->chip,
                                  .verify = compiler_settings_has(settings, DEBUG_verify),
                                  .dump = compiler_settings_has(settings, DEBUG_ll) ? stderr : NULL,
                                  .max_gprs = settings->max_gprs,
                                  .tex_group = settings->tex_group,
                                  .variables = state->variables};
    struct evg_program program = {0};
    char error[1024] = "";
    if (evg_parse_passes(settings->disable, &options.without, error, sizeof(error))) {
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

/* ---- text ---- */

static void describe(const struct rootle_kernel *kernel, FILE *out)
{
    fprintf(out, "; kernel %s: %u registers, %u stack entries, %u bytes of LDS, %u of scratch\n",
            kernel->name, kernel->gprs, kernel->stack_entries, kernel->lds_bytes,
            kernel->scratch_bytes);
}

static int disassemble_code(const uint32_t *code, size_t dwords, const struct target_notes *notes,
                            FILE *out)
{
    const struct asm_notes asm_notes = {notes->note, notes->data};
    char error[256];
    if (!evg_disassemble_noted(code, dwords, &asm_notes, out, error, sizeof(error)))
        return 0;
    fprintf(out, "; damaged: %s\n", error);
    return -1;
}

static int disassemble(const struct rootle_kernel *kernel, const struct target_notes *notes,
                       FILE *out)
{
    return disassemble_code(kernel->code, kernel->code_bytes / 4, notes, out);
}

static void count(const struct rootle_kernel *kernel, FILE *out)
{
    const double per_group = kernel->groups ? (double)kernel->scalar_ops / kernel->groups : 0.0;
    unsigned hidden, exposed;
    evg_count_hidden(kernel->code, kernel->code_bytes / 4, &hidden, &exposed);
    fprintf(out,
            "pstat: %s: %u groups, %u scalar operations (%.2f a group; x %u y %u z %u w %u t %u), "
            "%u tex, %u vtx, %u rat, %u cf, %u registers, %u stack entries, %u lds bytes, "
            "%u scratch bytes, %u code bytes, %u line bytes, %u fetches hidden, %u exposed\n",
            kernel->name, kernel->groups, kernel->scalar_ops, per_group, kernel->slot_ops[0],
            kernel->slot_ops[1], kernel->slot_ops[2], kernel->slot_ops[3], kernel->slot_ops[4],
            kernel->tex_ops, kernel->vtx_ops, kernel->rat_ops, kernel->cf_ops, kernel->gprs,
            kernel->stack_entries, kernel->lds_bytes, kernel->scratch_bytes, kernel->code_bytes,
            kernel->line_bytes, hidden, exposed);
}

static void list_passes(FILE *out)
{
    fputs("Over machine IR, whose form changes (optional: ROOTLE_DISABLE may name it):\n", out);
    evg_list_passes(out);
}

const struct target target_evergreen = {
    .name = "Evergreen",
    .frontend = {.builtins = {[HW_IMAGES_NATIVE] = "rootle-evergreen.bc",
                              [HW_IMAGES_LOWERED] = "rootle-evergreen-raw.bc",
                              [HW_IMAGES_MIXED] = "rootle-evergreen-mixed.bc"},
                 .libclc = true},
    .order = order,
    .order_count = COUNT(order),
    .compile = compile_kernel,
    .describe = describe,
    .disassemble = disassemble,
    .disassemble_code = disassemble_code,
    .count = count,
    .list_passes = list_passes,
    .run_text = evg_run_text,
};
