/* SPDX-License-Identifier: MIT */
/* evergreen.c: the compile, as a list of passes. */
#include "llvm/evergreen/evergreen.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/times.h"
#include "llvm/evergreen/asm/asm.h"
#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/sched/code.h"
#include "llvm/evergreen/select/select.h"

static const char *const pass_names[EVG_PASS_COUNT] = {
#define PASS(name) #name,
    EVG_PASSES(PASS)
#undef PASS
};

struct compile {
    struct mir_function f;
    const struct evg_options *options;
    char *error;
    size_t error_size;
};

/* After every pass: print and check, as asked. */
static int finish_pass(const struct compile *c, const char *name)
{
    times_mark(name);
    if (c->options->dump)
        mir_print(&c->f, name, c->options->dump);
    return c->options->verify ? mir_verify(&c->f, c->error, c->error_size) : 0;
}

static bool wants(const struct compile *c, enum evg_pass pass)
{
    return !(c->options->without >> pass & 1);
}

static int optimise(struct compile *c, bool order)
{
    static const struct {
        enum evg_pass pass;
        void (*run)(struct mir_function *f);
    } passes[] = {
        {EVG_PASS_simplify, mir_simplify},  {EVG_PASS_flatten, mir_flatten},
        {EVG_PASS_peephole, mir_peephole},  {EVG_PASS_narrow, mir_narrow},
        {EVG_PASS_simplify, mir_simplify},  {EVG_PASS_combine, mir_combine},
        {EVG_PASS_share, mir_share},        {EVG_PASS_stores, mir_merge_stores},
        {EVG_PASS_address, mir_address},    {EVG_PASS_muladd, mir_muladd},
        {EVG_PASS_share, mir_share},        {EVG_PASS_dot, mir_dot},
        {EVG_PASS_scale, mir_output_scale}, {EVG_PASS_clamp, mir_clamp},
        {EVG_PASS_dead, mir_remove_dead},   {EVG_PASS_order, mir_order},
    };
    for (size_t i = 0; i < COUNT(passes); i++) {
        if (!wants(c, passes[i].pass) || (passes[i].pass == EVG_PASS_order && !order))
            continue;
        passes[i].run(&c->f);
        if (finish_pass(c, pass_names[passes[i].pass]))
            return -1;
    }
    return 0;
}

/* Values that may be alive at once; NO_SPILLS: as many as there are. */
enum { NO_SPILLS = UINT32_MAX };

static int merge(struct compile *c)
{
    if (!wants(c, EVG_PASS_merge))
        return 0;
    mir_coalesce(&c->f);
    return finish_pass(c, "merging");
}

static int leave_ssa(struct compile *c, uint32_t values)
{
    mir_leave_ssa(&c->f);
    if (finish_pass(c, "leaving SSA form"))
        return -1;
    /* What one variable became is spilled as one. */
    if (values != NO_SPILLS && merge(c))
        return -1;
    if (values != NO_SPILLS) {
        mir_spill(&c->f, values);
        if (finish_pass(c, "spilling"))
            return -1;
    }
    mir_constrain(&c->f);
    if (finish_pass(c, "constraints"))
        return -1;
    return merge(c);
}

static int plan(struct compile *c)
{
    if (!wants(c, EVG_PASS_plan))
        return 0;
    mir_plan(&c->f);
    return finish_pass(c, "planning");
}

static unsigned gpr_limit(const struct evg_options *options)
{
    unsigned limit = options->max_gprs ? options->max_gprs : MIR_USABLE_GPRS;
    limit = limit < EVG_LEAST_GPRS ? EVG_LEAST_GPRS : limit;
    return limit < MIR_USABLE_GPRS ? limit : MIR_USABLE_GPRS;
}

/* Up to register allocation. `*spent` is set when it is registers that do not suffice. */
static int build_mir(struct compile *c, LLVMValueRef kernel, bool order, uint32_t values,
                     bool *spent)
{
    evg_arena_finish(c->f.arena);
    c->f = (struct mir_function){
        .arena = c->f.arena, .chip = c->options->chip, .gpr_limit = gpr_limit(c->options)};
    *spent = false;
    if (evg_select(kernel, &c->f, c->error, c->error_size) || finish_pass(c, "selection"))
        return -1;
    if (optimise(c, order) || leave_ssa(c, values) || (order && plan(c)))
        return -1;
    *spent = mir_allocate(&c->f, wants(c, EVG_PASS_spread), c->error, c->error_size);
    return *spent ? -1 : finish_pass(c, "register allocation");
}

/* Ordering trades registers for fewer clauses. Where registers do not suffice without it either,
 * values are spilled, more of them each time: what must share a GPR leaves gaps that cannot be
 * foreseen. */
static int build_to_fit(struct compile *c, LLVMValueRef kernel)
{
    enum { CHANNELS = 4, STEPS = 8 };
    bool spent = false;
    uint32_t room = gpr_limit(c->options) * CHANNELS;
    int result = build_mir(c, kernel, true, NO_SPILLS, &spent);
    if (spent)
        result = build_mir(c, kernel, false, NO_SPILLS, &spent);
    room -= c->f.array_dwords;
    for (uint32_t step = STEPS; spent && step > 0; step--)
        result = build_mir(c, kernel, false, room * step / (STEPS + 1), &spent);
    return result;
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
        *(cf->insts[i]->kind == MIR_TEX ? &program->tex_ops : &program->vtx_ops) += 1;
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

static int build_program(struct compile *c, struct evg_program *program)
{
    struct evg_code code = {.f = &c->f};
    const struct evg_emit_options options = {.pack = wants(c, EVG_PASS_pack),
                                             .predicate = wants(c, EVG_PASS_predicate),
                                             .exits = wants(c, EVG_PASS_exits),
                                             .masks = wants(c, EVG_PASS_masks)};
    if (evg_emit(&code, &options, c->error, c->error_size))
        return -1;
    times_mark("clauses");
    program->code = evg_encode(&code, &program->code_dwords, c->error, c->error_size);
    if (!program->code)
        return -1;
    times_mark("encoding");
    count(&code, program);
    return 0;
}

int evg_compile(LLVMValueRef kernel, const struct evg_options *options, struct evg_program *program,
                char *error, size_t error_size)
{
    struct evg_arena arena = {0};
    struct compile c = {
        .f = {.arena = &arena}, .options = options, .error = error, .error_size = error_size};
    *program = (struct evg_program){0};
    int result = build_to_fit(&c, kernel);
    if (!result)
        result = build_program(&c, program);
    if (!result && options->verify)
        result = evg_verify(program->code, program->code_dwords, program->gprs, error, error_size);
    if (result)
        evg_program_finish(program);
    evg_arena_finish(&arena);
    return result;
}

void evg_program_finish(struct evg_program *program)
{
    free(program->code);
    program->code = NULL;
}

const char *evg_parse_passes(const char *list, uint32_t *passes)
{
    *passes = 0;
    while (*list) {
        size_t length = strcspn(list, ",");
        unsigned pass = 0;
        while (pass < EVG_PASS_COUNT &&
               (strncmp(pass_names[pass], list, length) != 0 || pass_names[pass][length] != '\0'))
            pass++;
        if (pass == EVG_PASS_COUNT)
            return list;
        *passes |= 1u << pass;
        list += length + (list[length] == ',');
    }
    return NULL;
}
