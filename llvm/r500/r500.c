/* SPDX-License-Identifier: MIT */
/* r500.c: the compile to R500, as a list of passes. */
#include "llvm/r500/r500.h"

#include <stdlib.h>
#include <string.h>

#include "driver/base/arena.h"
#include "driver/base/count.h"
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
        fprintf(out, "%-20s optional %s\n", passes[i].name, passes[i].help);
}

/* What is done to the program, in order; NULL help: not to be left out. */
static const struct {
    enum r500_pass pass;
    void (*run)(struct fir_program *p);
} order[] = {
    {R500_PASS_combine, fir_combine},   {R500_PASS_coalesce, r500_coalesce},
    {R500_PASS_flow, fir_flow_cleanup}, {R500_PASS_combine, fir_combine},
    {R500_PASS_outputs, fir_outputs},   {R500_PASS_presub, fir_presub},
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

enum { TEX_GROUP = 8 }; /* look-ups at once, where none are asked for */

/* One compile, from the start. */
static int attempt(LLVMValueRef kernel, const struct r500_options *options, uint32_t without,
                   struct r500_program *program, uint32_t *rows, char *error, size_t error_size)
{
    struct evg_arena arena = {0};
    struct fir_program p = {.arena = &arena, .name = ir_name(kernel)};
    struct r500_code code = {.p = &p,
                             .tex_group = options->tex_group ? options->tex_group : TEX_GROUP,
                             .pair = !(without >> R500_PASS_pair & 1)};
    int result = r500_select(kernel, &p, error, error_size);
    if (!result) {
        run_passes(&p, options, without);
        result = r500_schedule(&code, error, error_size);
    }
    if (!result)
        result = r500_allocate(&code, error, error_size);
    if (!result) {
        program->code = r500_encode(&code, &program->bytes, error, error_size);
        program->registers = code.registers;
        *rows = (uint32_t)code.count;
        result = program->code ? 0 : -1;
    }
    evg_arena_finish(&arena);
    return result;
}

int r500_compile(LLVMValueRef kernel, const struct r500_options *options,
                 struct r500_program *program, char *error, size_t error_size)
{
    /* What helps most programs costs some an instruction: so both are made. */
    static const uint32_t choices[] = {0, 1u << R500_PASS_presub};
    uint32_t best = UINT32_MAX;
    int result = -1;
    *program = (struct r500_program){0};
    for (size_t i = 0; i < COUNT(choices); i++) {
        struct r500_program made = {0};
        uint32_t rows = 0;
        if (i && (options->without & choices[i]) == choices[i])
            break;
        if (attempt(kernel, options, options->without | choices[i], &made, &rows, error,
                    error_size))
            break;
        result = 0;
        if (rows < best || (rows == best && made.registers < program->registers)) {
            free(program->code);
            *program = made;
            best = rows;
        } else {
            free(made.code);
        }
    }
    return result;
}
