/* SPDX-License-Identifier: MIT */
/* fuzz_parser.c: a libFuzzer target: any bytes parse without a crash, every plan can be expanded,
 * and a file that is refused has an error with a line. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALL = 1 << 16 };

static void expand(const struct pt_arg *arg)
{
    if (arg->size > SMALL || arg->kind == PT_ARG_SAMPLER)
        return;
    void *memory = pt_alloc(arg->size, 1);
    pt_arg_expand(arg, 1, memory);
    free(memory);
}

static void expand_all(const struct pt_test *test)
{
    for (size_t i = 0; i < test->in.count; i++)
        expand(&test->in.items[i]);
    for (size_t i = 0; i < test->out.count; i++)
        expand(&test->out.items[i]);
    for (size_t i = 0; i < test->step_count; i++)
        expand(&test->steps[i].contents);
}

/* The line and column must be in the text, or at its end. */
static void check_places(const struct pt_diags *diags)
{
    bool placed = !diags->count;

    for (size_t i = 0; i < diags->count; i++) {
        size_t offset = diags->items[i].offset;

        if (offset != PT_NOWHERE && offset > diags->text->size)
            abort();
        placed |= offset != PT_NOWHERE;
    }
    if (!placed)
        abort();
}

/* The first byte chooses the kind of file and the rules. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    const struct pt_parse_options options = {.piglit = data[0] & 1};
    const char *name = data[0] & 2 ? "a.cl" : "a.program_test";
    struct pt_text text = {pt_copy(name, strlen(name)), pt_copy((const char *)data + 1, size - 1),
                           size - 1};
    struct pt_diags diags = {0};
    struct pt_plan *plan = pt_plan_parse(&text, name, &options, &diags);
    char *shown = NULL;
    size_t shown_size;
    FILE *file = open_memstream(&shown, &shown_size);

    pt_diags_sort(&diags);
    check_places(&diags);
    pt_diags_print(&diags, file);
    fclose(file);
    free(shown);
    for (size_t i = 0; i < plan->test_count; i++)
        expand_all(&plan->tests[i]);
    pt_diags_finish(&diags);
    pt_plan_free(plan);
    return 0;
}
