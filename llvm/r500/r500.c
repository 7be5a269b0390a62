/* SPDX-License-Identifier: MIT */
/* r500.c: the compile to R500, as a list of passes. */
#include "llvm/r500/r500.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/arena.h"
#include "driver/base/count.h"
#include "driver/base/free_all.h"
#include "llvm/ir/ir.h"
#include "llvm/r500/emit/emit.h"
#include "llvm/r500/select/select.h"

static const struct {
    const char *name, *help;
} passes[] = {
#define R500_PASS(name, help) {#name, help},
#include "llvm/r500/passes.def"
#undef R500_PASS
};

static int find_pass(const char *name, size_t length)
{
    for (size_t i = 0; i < COUNT(passes); i++)
        if (strlen(passes[i].name) == length && !strncmp(passes[i].name, name, length))
            return (int)i;
    return -1;
}

int r500_parse_passes(const char *list, uint32_t *mask, char *error, size_t error_size)
{
    *mask = 0;
    while (*list) {
        const size_t length = strcspn(list, ",");
        const int pass = find_pass(list, length);
        if (pass < 0) {
            snprintf(error, error_size, "there is no pass '%.*s' of R500", (int)length, list);
            return -1;
        }
        *mask |= 1u << pass;
        list += length + (list[length] == ',');
    }
    return 0;
}

void r500_list_passes(FILE *out)
{
    for (size_t i = 0; i < COUNT(passes); i++)
        fprintf(out, "%-20s %s\n", passes[i].name, passes[i].help);
}

/* The passes over the program, in order. */
static const struct {
    enum r500_pass pass;
    void (*run)(struct fir_program *p);
} order[] = {
    {R500_PASS_combine, fir_combine},   {R500_PASS_coalesce, r500_coalesce},
    {R500_PASS_flow, fir_flow_cleanup}, {R500_PASS_combine, fir_combine},
    {R500_PASS_outputs, fir_outputs},   {R500_PASS_guard, fir_guard},
    {R500_PASS_presub, fir_presub},
};

static void run_passes(struct fir_program *p, const struct r500_options *options, uint32_t without)
{
    fir_long_loops(p);
    fir_dead(p);
    if (options->dump)
        fir_print(p, "selection", options->dump);
    for (size_t i = 0; i < COUNT(order); i++) {
        if (without >> order[i].pass & 1)
            continue;
        order[i].run(p);
        if (options->dump)
            fir_print(p, passes[order[i].pass].name, options->dump);
    }
}

/* Look-ups at once, where none are asked for; fewer where that takes fewer registers, as a chip has
 * the more pixels under way then. */
enum { TEX_GROUP = 8, NARROW_TEX_GROUP = 2 };

/* The choices of one compile. */
struct choice {
    uint32_t without;
    unsigned tex_group;
    struct r500_taste taste;
    bool wraps;
    const struct r500_program *next; /* goes behind it */
};

/* The result of one compile. */
struct made {
    struct r500_program program;
    uint32_t rows;
    bool looks_up, may_wrap, guarded;
    struct choice choice;
};

/* One compile, from the start. */
static int attempt(LLVMValueRef kernel, const struct r500_options *options,
                   const struct choice *choice, struct made *made, char *error, size_t error_size)
{
    struct evg_arena arena = {0};
    struct fir_program p = {
        .arena = &arena,
        .name = ir_name(kernel),
        .circles = !(choice->without >> R500_PASS_circle & 1),
        .predicates = !(choice->without >> R500_PASS_predicate & 1),
        .wraps = choice->wraps,
        .samplers = {options->samplers, options->sampler_count, options->sampler_arguments}};
    struct r500_code code = {.p = &p,
                             .tex_group = choice->tex_group,
                             .pair = !(choice->without >> R500_PASS_pair & 1),
                             .taste = choice->taste};
    if (choice->next) {
        code.next = choice->next->code;
        code.next_bytes = choice->next->bytes;
    }
    *made = (struct made){.choice = *choice};
    int result = r500_select(kernel, &p, error, error_size);
    if (!result) {
        run_passes(&p, options, choice->without);
        result = r500_schedule(&code, error, error_size);
    }
    if (!result)
        result = r500_allocate(&code, error, error_size);
    if (!result) {
        made->program.code = r500_encode(&code, &made->program.bytes, error, error_size);
        if (made->program.code)
            made->program.lines =
                r500_pack_lines(&code, made->program.bytes, &made->program.line_bytes);
        made->program.registers = code.registers;
        made->rows = (uint32_t)code.count;
        made->looks_up = p.texture_count != 0;
        made->may_wrap = p.may_wrap;
        made->guarded = p.guarded;
        result = made->program.code ? 0 : -1;
    }
    evg_arena_finish(&arena);
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

/* Puts a program behind the best that wraps by itself, if it fits. */
static int add_wrapping(LLVMValueRef kernel, const struct r500_options *options, struct made *best,
                        char *error, size_t error_size)
{
    struct choice choice = best->choice;
    struct made wrapping, both;
    char later[256];
    choice.wraps = true;
    int failed = attempt(kernel, options, &choice, &wrapping, later, sizeof(later));
    for (unsigned i = 0; failed && i < CHOICES; i++) {
        if (!make_choice(options, i, best, best->guarded, &choice))
            continue;
        choice.wraps = true;
        failed = attempt(kernel, options, &choice, &wrapping, later, sizeof(later));
    }
    if (failed)
        return 0;
    choice = best->choice;
    choice.next = &wrapping.program;
    failed = attempt(kernel, options, &choice, &both, error, error_size);
    drop(&wrapping);
    if (failed)
        return -1;
    drop(best);
    *best = both;
    return 0;
}

int r500_compile(LLVMValueRef kernel, const struct r500_options *options,
                 struct r500_program *program, char *error, size_t error_size)
{
    /* Rows of a program of which more choices are tried, and of which fewer are. */
    enum { SMALL = 32, LONG = 160 };
    struct made best = {.rows = 0};
    bool guards = false; /* some choice does */
    for (unsigned i = 0; i < CHOICES * SEEDS && (i < CHOICES || best.rows <= SMALL); i++) {
        struct choice choice;
        struct made made = {.rows = 0};
        char later[256];
        const bool first = !best.program.code;
        if (!make_choice(options, i, &best, guards && best.rows <= LONG, &choice))
            continue;
        if (attempt(kernel, options, &choice, &made, first ? error : later,
                    first ? error_size : sizeof(later))) {
            if (first)
                return -1;
            continue;
        }
        guards |= made.guarded;
        if (is_better(&made, &best)) {
            drop(&best);
            best = made;
        } else {
            drop(&made);
        }
    }
    if (best.may_wrap && add_wrapping(kernel, options, &best, error, error_size)) {
        drop(&best);
        return -1;
    }
    *program = best.program;
    return 0;
}
