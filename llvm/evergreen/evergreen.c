/* SPDX-License-Identifier: MIT */
/* evergreen.c: the compile, as a list of passes. */
#include "llvm/evergreen/evergreen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"
#include "driver/base/count.h"
#include "driver/base/times.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/mir/mir_text.h"
#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/passes.h"
#include "llvm/evergreen/sched/code.h"
#include "llvm/evergreen/select/select.h"
#include "llvm/evergreen/select/variables.h"
#include "llvm/ir/variables.h"

struct compile {
    struct mir_function f;
    struct arena *arena, *attempt_arena;
    const struct evg_options *options;
    enum mir_form form;
    LLVMValueRef kernel;
    char *error;
    size_t error_size;
};

/* Prints the code, reads it back and goes on with what was read: the text must say all that
 * matters. */
static int reread(struct compile *c, const char *name)
{
    char *text = mir_to_text(&c->f, name);
    const char *at = text;
    unsigned line = 1;
    struct mir_function *again = mir_parse(c->f.arena, &at, &line, c->error, c->error_size);
    char *second = again ? mir_to_text(again, name) : NULL;
    int result = second && !strcmp(text, second) ? 0 : -1;
    if (!result)
        c->f = *again;
    else if (again)
        snprintf(c->error, c->error_size,
                 "kernel %s: internal error: machine IR after %s reads back as another", c->f.name,
                 name);
    free(second);
    free(text);
    return result;
}

/* After every pass: print and check, as asked. */
static int finish_pass(struct compile *c, const char *name)
{
    times_mark(name);
    if (c->options->dump)
        mir_print(&c->f, name, c->options->dump);
    if (!c->options->verify)
        return 0;
    if (mir_verify(&c->f, c->error, c->error_size))
        return -1;
    return c->f.values ? 0 : reread(c, name); /* text does not say what is for debuggers */
}

static bool wants(const struct compile *c, enum evg_pass pass)
{
    return !evg_passes[pass].optional || !(c->options->without >> pass & 1);
}

/* The attempts at a kernel that a pass is for. */
enum attempts {
    EVERY,
    FIRST,   /* a pass that costs registers: where they do not suffice, it is left out */
    SPILLING /* some values go to memory */
};

/* Every pass between selection and emission, in order. */
static const struct {
    enum evg_pass pass;
    enum attempts attempts;
} order[] = {
    {EVG_PASS_simplify, EVERY},
    {EVG_PASS_flatten, EVERY},
    {EVG_PASS_peephole, EVERY},
    {EVG_PASS_narrow, EVERY},
    {EVG_PASS_simplify, EVERY}, /* what peephole and narrow left */
    {EVG_PASS_combine, EVERY},
    {EVG_PASS_share, EVERY},
    {EVG_PASS_merge_stores, EVERY},
    {EVG_PASS_address, EVERY},
    {EVG_PASS_muladd, EVERY},
    {EVG_PASS_share, EVERY}, /* what address made equal */
    {EVG_PASS_dot, EVERY},
    {EVG_PASS_output_scale, EVERY},
    {EVG_PASS_clamp, EVERY},
    {EVG_PASS_dead, EVERY},
    {EVG_PASS_cluster_fetches, FIRST},
    {EVG_PASS_leave_ssa, EVERY},
    {EVG_PASS_coalesce, SPILLING}, /* what one variable became is spilled as one */
    {EVG_PASS_spill, SPILLING},
    {EVG_PASS_constrain, EVERY},
    {EVG_PASS_coalesce, EVERY},
    {EVG_PASS_preschedule, FIRST},
    {EVG_PASS_regalloc, EVERY},
};

enum { PASSES = COUNT(order) };

static int run_pass(struct compile *c, enum evg_pass pass)
{
    const struct evg_pass_info *info = &evg_passes[pass];
    if (!wants(c, pass))
        return 0;
    if (!(info->takes & c->form)) {
        snprintf(c->error, c->error_size, "kernel %s: internal error: pass %s comes too %s",
                 c->f.name, info->name, info->takes < (unsigned)c->form ? "late" : "early");
        return -1;
    }
    info->run(&c->f);
    if (info->leaves)
        c->form = info->leaves;
    return c->f.out_of_gprs ? 0 : finish_pass(c, info->name);
}

/* Passes from the start that every attempt has in common: they run once. */
static size_t common_passes(void)
{
    size_t count = 0;
    assert(order[0].attempts == EVERY && order[PASSES - 1].pass == EVG_PASS_regalloc);
    while (order[count].attempts == EVERY)
        count++;
    return count;
}

static int run_passes(struct compile *c, enum attempts attempt, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (order[i].attempts == EVERY || order[i].attempts == attempt)
            if (run_pass(c, order[i].pass))
                return -1;
    return 0;
}

static unsigned gpr_limit(const struct evg_options *options)
{
    unsigned limit = options->max_gprs ? options->max_gprs : MIR_USABLE_GPRS;
    limit = limit < EVG_LEAST_GPRS ? EVG_LEAST_GPRS : limit;
    return limit < MIR_USABLE_GPRS ? limit : MIR_USABLE_GPRS;
}

static uint32_t fetch_limit(const struct evg_options *options)
{
    unsigned limit = options->tex_group;
    return limit && limit < HW_FETCH_CLAUSE_MAX ? limit : HW_FETCH_CLAUSE_MAX;
}

static int select_and_optimise(struct compile *c, LLVMValueRef kernel)
{
    c->f = (struct mir_function){.arena = c->arena,
                                 .chip = c->options->chip,
                                 .gpr_limit = gpr_limit(c->options),
                                 .fetch_limit = fetch_limit(c->options),
                                 .no_spread = !wants(c, EVG_PASS_spread)};
    c->form = MIR_SSA;
    if (evg_select(kernel, c->options->variables, &c->f, c->error, c->error_size) ||
        finish_pass(c, "selection"))
        return -1;
    return run_passes(c, EVERY, 0, common_passes());
}

/* From optimised code to register allocation. When registers do not suffice, f.out_of_gprs is set
 * and the code is of no use. */
static int attempt(struct compile *c, const struct mir_function *optimised, enum attempts attempt,
                   uint32_t value_limit)
{
    assert(optimised->ssa && optimised->arena == c->arena);
    arena_finish(c->attempt_arena);
    c->f = mir_copy(optimised, c->attempt_arena);
    c->f.value_limit = value_limit;
    c->form = MIR_SSA;
    return run_passes(c, attempt, common_passes(), PASSES);
}

/* Clustering trades registers for fewer clauses. Where registers do not suffice without it either,
 * values are spilled, more of them each time: what must share a GPR leaves gaps that cannot be
 * foreseen. */
static int build_to_fit(struct compile *c, LLVMValueRef kernel)
{
    enum { CHANNELS = 4, STEPS = 8 };
    if (select_and_optimise(c, kernel))
        return -1;
    const struct mir_function optimised = c->f;
    int result = attempt(c, &optimised, FIRST, 0);
    if (!result && c->f.out_of_gprs)
        result = attempt(c, &optimised, EVERY, 0);
    uint32_t room = gpr_limit(c->options) * CHANNELS - c->f.array_dwords;
    for (uint32_t step = STEPS; !result && c->f.out_of_gprs && step > 0; step--)
        result = attempt(c, &optimised, SPILLING, room * step / (STEPS + 1));
    if (result || !c->f.out_of_gprs)
        return result;
    snprintf(c->error, c->error_size,
             "kernel %s: too many values are alive at once for %u registers", c->f.name,
             c->f.gpr_limit);
    return -1;
}

static void count_alu_clause(const struct evg_cf *cf, struct evg_program *program)
{
    for (uint32_t g = 0; g < cf->count; g++)
        for (unsigned slot = 0; slot < EVG_SLOTS; slot++)
            program->slot_ops[slot] += cf->groups[g]->slot[slot].used;
    program->groups += cf->count;
}

static void count_fetch_clause(const struct evg_cf *cf, struct evg_program *program)
{
    for (uint32_t i = 0; i < cf->count; i++)
        *(cf->insts[i]->kind == MIR_TEX ? &program->tex_ops : &program->vtx_ops) +=
            mir_fetch_count(cf->insts[i]);
}

static void count(const struct evg_code *code, struct evg_program *program)
{
    program->without_denormals = code->f->scales_output;
    program->gprs = code->f->gprs;
    program->stack_entries = code->stack_entries;
    program->scratch_bytes = code->f->scratch_bytes;
    program->array_bytes = code->f->array_dwords * 4;
    program->cf_ops = code->cf_count;
    for (uint32_t i = 0; i < code->cf_count; i++) {
        const struct evg_cf *cf = &code->cf[i];
        if (evg_is_alu_clause(cf))
            count_alu_clause(cf, program);
        else if (evg_is_fetch_clause(cf))
            count_fetch_clause(cf, program);
        else if (cf->count && cf->op != HW_CF_MEM_SCRATCH)
            program->rat_ops++;
    }
    for (unsigned slot = 0; slot < EVG_SLOTS; slot++)
        program->scalar_ops += program->slot_ops[slot];
}

static void pack_lines(const struct mir_function *f, const struct evg_words *words,
                       struct evg_program *program)
{
    if (!f->lines || !f->lines->count)
        return;
    const struct rootle_lines lines = {.line = f->lines->line,
                                       .line_count = f->lines->count,
                                       .word = words->line,
                                       .word_count = words->count};
    program->lines = rootle_lines_pack(&lines, &program->line_bytes);
}

/* -1 when memory is short. */
static int list_accesses(const struct compile *c, const struct evg_words *words,
                         struct evg_program *program)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < words->count; i++)
        count += words->object[i] != 0;
    program->accesses = calloc(count + (size_t)1, sizeof(*program->accesses));
    if (!program->accesses)
        return snprintf(c->error, c->error_size, "out of memory"), -1;
    for (uint32_t i = 0; i < words->count; i++)
        if (words->object[i])
            program->accesses[program->access_count++] =
                (struct evg_access){i, words->space[i], words->object[i] - 1};
    return 0;
}

/* -1 when memory is short. */
static int name_variables(const struct compile *c, struct evg_program *program)
{
    const struct mir_function *f = &c->f;
    program->variables = calloc(f->variable_count + (size_t)1, sizeof(*program->variables));
    for (uint32_t i = 0; program->variables && i < f->variable_count; i++) {
        program->variables[i] = f->variables[i];
        program->variables[i].name = strdup(f->variables[i].name);
        if (!program->variables[i].name)
            return snprintf(c->error, c->error_size, "out of memory"), -1;
        program->variable_count++;
    }
    return 0;
}

static int build_program(struct compile *c, struct evg_program *program)
{
    assert(c->form == MIR_PLACED && !c->f.out_of_gprs);
    struct evg_code code = {.f = &c->f, .overlap = wants(c, EVG_PASS_overlap)};
    const struct evg_emit_options options = {.schedule = wants(c, EVG_PASS_schedule),
                                             .predicate = wants(c, EVG_PASS_predicate),
                                             .exits = wants(c, EVG_PASS_exits),
                                             .masks = wants(c, EVG_PASS_masks)};
    mir_values_settle(&c->f);
    if (evg_emit(&code, &options, c->error, c->error_size))
        return -1;
    times_mark("clauses");
    struct evg_words words;
    program->code = evg_encode(&code, &program->code_dwords, &words, c->error, c->error_size);
    if (!program->code)
        return -1;
    assert(words.count * 2 == program->code_dwords);
    pack_lines(&c->f, &words, program);
    const struct evg_variables *finds = c->f.values ? c->options->variables->generator : NULL;
    if (finds)
        program->places = finds->places(c->kernel, &c->f, &words, &program->place_bytes);
    times_mark("encoding");
    count(&code, program);
    return list_accesses(c, &words, program) ? -1 : name_variables(c, program);
}

int evg_compile(LLVMValueRef kernel, const struct evg_options *options, struct evg_program *program,
                char *error, size_t error_size)
{
    struct arena arena = {0}, attempt_arena = {0};
    struct compile c = {.arena = &arena,
                        .attempt_arena = &attempt_arena,
                        .options = options,
                        .kernel = kernel,
                        .error = error,
                        .error_size = error_size};
    *program = (struct evg_program){0};
    int result = build_to_fit(&c, kernel);
    if (!result)
        result = build_program(&c, program);
    if (!result && options->verify)
        result = evg_verify(program->code, program->code_dwords, program->gprs, options->chip->vliw,
                            error, error_size);
    if (result)
        evg_program_finish(program);
    arena_finish(&attempt_arena);
    arena_finish(&arena);
    return result;
}

void evg_program_finish(struct evg_program *program)
{
    free(program->code);
    free(program->lines);
    free(program->places);
    free(program->accesses);
    for (uint32_t i = 0; i < program->variable_count; i++)
        free(program->variables[i].name);
    free(program->variables);
    program->variables = NULL;
    program->variable_count = 0;
    program->code = NULL;
    program->lines = NULL;
    program->places = NULL;
    program->accesses = NULL;
    program->access_count = 0;
}
