/* SPDX-License-Identifier: MIT */
/* run_passes.c: the table of passes over fragment IR: listed, left out by name, run in order. */
#include "llvm/r500/run_passes.h"

#include <assert.h>
#include <string.h>

#include "driver/base/count.h"
#include "llvm/r500/opt/opt.h"

static const struct {
    const char *name, *place; /* the file, of a part */
    void (*run)(struct fir_program *p);
    uint8_t takes, leaves; /* enum fir_form */
    bool optional;
    const char *help;
} passes[R500_PASS_COUNT] = {
#define FIR_PASS(name, takes, leaves, optional, help)                                              \
    {#name, NULL, fir_##name, takes, leaves, optional, help},
#define FIR_PART(name, place, help) {#name, place, NULL, FIR_SAME, FIR_SAME, true, help},
#include "llvm/r500/fir/passes.def"
#undef FIR_PASS
#undef FIR_PART
};

/* ---- by name ---- */

static int find_pass(const char *name, size_t length)
{
    for (size_t i = 0; i < COUNT(passes); i++)
        if (passes[i].optional && strlen(passes[i].name) == length &&
            !strncmp(passes[i].name, name, length))
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
            snprintf(error, error_size, "there is no pass '%.*s' of R500 that can be left out",
                     (int)length, list);
            return -1;
        }
        *mask |= 1u << pass;
        list += length + (list[length] == ',');
    }
    return 0;
}

static void print_forms(unsigned forms, FILE *out)
{
    static const char *const names[] = {"selected", "counted", "guarded", "folded"};
    char text[64] = "";
    for (size_t form = 0; form < COUNT(names); form++) {
        if (!(forms >> form & 1))
            continue;
        strcat(text, *text ? "|" : "");
        strcat(text, names[form]);
    }
    fprintf(out, " %-16s", text);
}

void r500_list_passes(FILE *out)
{
    for (size_t i = 0; i < COUNT(passes); i++) {
        fprintf(out, "%-20s %-8s", passes[i].name, passes[i].optional ? "optional" : "");
        print_forms(passes[i].takes, out);
        print_forms(passes[i].leaves ? passes[i].leaves : passes[i].takes, out);
        fprintf(out, " %s%s%s%s\n", passes[i].help, passes[i].place ? " (" : "",
                passes[i].place ? passes[i].place : "", passes[i].place ? ")" : "");
    }
}

/* ---- in order ---- */

/* Every pass between selection and scheduling. */
static const enum r500_pass order[] = {
    R500_PASS_long_loops, R500_PASS_dead,    R500_PASS_combine, R500_PASS_coalesce, R500_PASS_flow,
    R500_PASS_combine,    R500_PASS_outputs, R500_PASS_guard,   R500_PASS_presub,
};

static size_t common_passes(void)
{
    size_t count = 0;
    while (count < COUNT(order) && !(R500_VARIED >> order[count] & 1))
        count++;
    return count;
}

void r500_finish_pass(const struct fir_program *p, const char *name, struct r500_run *run)
{
    char fault[256];
    if (run->dump)
        fir_print(p, name, run->dump);
    if (run->verify && !*run->fault && !fir_verify(p, fault, sizeof(fault)))
        snprintf(run->fault, sizeof(run->fault),
                 "kernel %.32s: internal error: fragment IR after %s: %.200s", p->name, name,
                 fault);
}

static void run_passes(struct fir_program *p, uint32_t without, struct r500_run *run, size_t from,
                       size_t to)
{
    assert(!(without & ~(uint32_t)R500_OPTIONAL_PASSES));
    for (size_t i = from; i < to; i++) {
        const enum r500_pass pass = order[i];
        if (without >> pass & 1)
            continue;
        assert(passes[pass].run && passes[pass].takes & p->form);
        passes[pass].run(p);
        if (passes[pass].leaves)
            p->form = passes[pass].leaves;
        r500_finish_pass(p, passes[pass].name, run);
    }
}

void r500_run_common(struct fir_program *p, uint32_t without, struct r500_run *run)
{
    run_passes(p, without, run, 0, common_passes());
}

void r500_run_varied(struct fir_program *p, uint32_t without, struct r500_run *run)
{
    run_passes(p, without, run, common_passes(), COUNT(order));
}
