/* SPDX-License-Identifier: MIT */
/* r500.c: the compile to R500: a kernel is selected once, and what comes then is done in many ways.
 */
#include "llvm/r500/r500.h"

#include <assert.h>
#include <stdlib.h>

#include "driver/base/arena.h"
#include "driver/base/free_all.h"
#include "llvm/ir/ir.h"
#include "llvm/r500/emit/emit.h"
#include "llvm/r500/run_passes.h"
#include "llvm/r500/select/select.h"

/* Look-ups at once, where none are asked for; fewer where that takes fewer registers, as a chip has
 * the more pixels under way then. */
enum { TEX_GROUP = 8, NARROW_TEX_GROUP = 2 };

/* The choices of one way of a compile. */
struct choice {
    uint32_t without; /* bit mask of passes to skip; but those of R500_VARIED as in the options */
    unsigned tex_group;
    struct r500_taste taste;
    const struct r500_program *next; /* goes behind it */
};

/* The result of one compile. */
struct made {
    struct r500_program program;
    uint32_t rows;
    bool looks_up, may_wrap, guarded;
    struct choice choice;
};

/* A kernel as far as all ways have it in common. */
struct common {
    struct arena arena;
    struct fir_program p;
    const struct r500_options *options;
    struct r500_run *run;
};

/* Selects a kernel, with look-ups that repeat and mirror by themselves or not. To be finished by
 * arena_finish, even if it fails. */
static int begin(struct common *c, LLVMValueRef kernel, const struct r500_options *options,
                 struct r500_run *run, bool wraps, char *error, size_t error_size)
{
    *c = (struct common){.options = options, .run = run};
    c->p = (struct fir_program){
        .arena = &c->arena,
        .name = ir_name(kernel),
        .form = FIR_SELECTED,
        .circles = !(options->without >> R500_PASS_circle & 1),
        .predicates = !(options->without >> R500_PASS_predicate & 1),
        .wraps = wraps,
        .samplers = {options->samplers, options->sampler_count, options->sampler_arguments}};
    if (r500_select(kernel, &c->p, error, error_size))
        return -1;
    r500_finish_pass(&c->p, "selection", run);
    r500_run_common(&c->p, options->without, run);
    return 0;
}

static int encode(struct r500_code *code, struct made *made, char *error, size_t error_size)
{
    made->program.code = r500_encode(code, &made->program.bytes, error, error_size);
    if (!made->program.code)
        return -1;
    made->program.lines = r500_pack_lines(code, made->program.bytes, &made->program.line_bytes);
    made->program.registers = code->registers;
    made->rows = (uint32_t)code->count;
    made->looks_up = code->p->texture_count != 0;
    made->may_wrap = code->p->may_wrap;
    made->guarded = code->p->guarded;
    return 0;
}

/* One way, from what is common. */
static int attempt(const struct common *c, const struct choice *choice, struct made *made,
                   char *error, size_t error_size)
{
    struct arena arena = {0};
    struct fir_program p = fir_copy(&c->p, &arena);
    struct r500_code code = {.p = &p,
                             .tex_group = choice->tex_group,
                             .pair = !(choice->without >> R500_PASS_pair & 1),
                             .taste = choice->taste};
    assert(((choice->without ^ c->options->without) & ~(uint32_t)R500_VARIED) == 0);
    if (choice->next) {
        code.next = choice->next->code;
        code.next_bytes = choice->next->bytes;
    }
    *made = (struct made){.choice = *choice};
    r500_run_varied(&p, choice->without, c->run);
    int result = r500_schedule(&code, error, error_size);
    if (!result)
        result = r500_allocate(&code, error, error_size);
    if (!result)
        result = encode(&code, made, error, error_size);
    arena_finish(&arena);
    return result;
}

static void drop(struct made *made)
{
    FREE_ALL(made->program.code, made->program.lines);
}

/* Fewer instructions, then fewer registers. */
static bool is_better(const struct made *made, const struct made *best)
{
    return !best->program.code || made->rows < best->rows ||
           (made->rows == best->rows && made->program.registers < best->program.registers);
}

/* Choices by number: presubtracts or not; what was begun first or what takes longest; many look-ups
 * or few at once; writes under predicates or not; then the same with other scalars in alpha. */
enum { CHOICES = 16, SEEDS = 9 };

/* False: there is no such choice, or it is another one again. */
static bool make_choice(const struct r500_options *options, unsigned number,
                        const struct made *best, bool guards, struct choice *choice)
{
    assert(number < CHOICES * SEEDS);
    const bool no_presub = number & 1, deep = number & 2, narrow = number & 4;
    const bool no_guard = number & 8;
    const uint32_t presub = 1u << R500_PASS_presub, search = 1u << R500_PASS_search;
    const uint32_t guard = 1u << R500_PASS_guard;
    *choice = (struct choice){.without = options->without | (no_presub ? presub : 0) |
                                         (no_guard ? guard : 0),
                              .tex_group = options->tex_group,
                              .taste = {.deep = deep, .seed = number / CHOICES}};
    if (!options->tex_group)
        choice->tex_group = narrow ? NARROW_TEX_GROUP : TEX_GROUP;
    return !(no_presub && options->without & presub) &&
           !(no_guard && (options->without & guard || !guards)) &&
           !(narrow && (options->tex_group || !best->looks_up)) &&
           !(number > 1 && options->without & search);
}

/* The program that wraps by itself, the best's way if it fits so, or the first way that fits. */
static int make_wrapping(const struct common *c, const struct made *best, struct made *wrapping)
{
    assert(best->program.code);
    struct choice choice = best->choice;
    char later[256];
    int failed = attempt(c, &choice, wrapping, later, sizeof(later));
    for (unsigned i = 0; failed && i < CHOICES; i++)
        if (make_choice(c->options, i, best, best->guarded, &choice))
            failed = attempt(c, &choice, wrapping, later, sizeof(later));
    return failed;
}

/* Puts a program behind the best that wraps by itself, if it fits. */
static int add_wrapping(LLVMValueRef kernel, const struct common *plain, struct made *best,
                        char *error, size_t error_size)
{
    struct common wraps;
    struct made wrapping = {.rows = 0}, both;
    char later[256];
    int failed = begin(&wraps, kernel, plain->options, plain->run, true, later, sizeof(later));
    if (!failed)
        failed = make_wrapping(&wraps, best, &wrapping);
    arena_finish(&wraps.arena);
    if (failed)
        return 0;
    struct choice choice = best->choice;
    choice.next = &wrapping.program;
    failed = attempt(plain, &choice, &both, error, error_size);
    drop(&wrapping);
    if (failed)
        return -1;
    drop(best);
    *best = both;
    return 0;
}

/* Rows of a program of which more ways are tried, and of which fewer are. */
enum { SMALL = 32, LONG = 160 };

/* Tries ways; the best is the caller's to drop, even if it fails. */
static int find_best(const struct common *c, struct made *best, char *error, size_t error_size)
{
    bool guards = false; /* some way does */
    *best = (struct made){.rows = 0};
    for (unsigned i = 0; i < CHOICES * SEEDS && (i < CHOICES || best->rows <= SMALL); i++) {
        struct choice choice;
        struct made made = {.rows = 0};
        char later[256];
        const bool first = !best->program.code;
        if (!make_choice(c->options, i, best, guards && best->rows <= LONG, &choice))
            continue;
        if (attempt(c, &choice, &made, first ? error : later, first ? error_size : sizeof(later))) {
            if (first)
                return -1;
            continue;
        }
        guards |= made.guarded;
        if (is_better(&made, best)) {
            drop(best);
            *best = made;
        } else {
            drop(&made);
        }
    }
    return 0;
}

int r500_compile(LLVMValueRef kernel, const struct r500_options *options,
                 struct r500_program *program, char *error, size_t error_size)
{
    struct common plain;
    struct made best = {.rows = 0};
    struct r500_run run = {.dump = options->dump, .verify = options->verify};
    int result = begin(&plain, kernel, options, &run, false, error, error_size);
    if (!result)
        result = find_best(&plain, &best, error, error_size);
    if (!result && best.may_wrap)
        result = add_wrapping(kernel, &plain, &best, error, error_size);
    arena_finish(&plain.arena);
    if (*run.fault) {
        snprintf(error, error_size, "%s", run.fault);
        result = -1;
    }
    if (result)
        drop(&best);
    else
        *program = best.program;
    return result;
}
