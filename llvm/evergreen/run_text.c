/* SPDX-License-Identifier: MIT */
/* run_text.c: passes over machine IR that is given as text, for developers and tests. */
#include <string.h>

#include "llvm/evergreen/mir/mir_text.h"
#include "llvm/evergreen/passes.h"

enum { NAME_BYTES = 64 };

/* The forms that the code may be in, as bits. Copies without tuples may need none. */
static unsigned forms_of(const struct mir_function *f)
{
    if (f->ssa)
        return MIR_SSA;
    if (f->gprs)
        return MIR_PLACED;
    if (f->planned_groups)
        return MIR_PLANNED;
    return f->tuple_count ? MIR_TUPLES : MIR_COPIES | MIR_TUPLES;
}

static int run_pass(struct mir_function *f, const char *name, char *error, size_t error_size)
{
    const struct evg_pass_info *pass = evg_find_pass(name);
    if (!pass || !pass->run) {
        snprintf(error, error_size,
                 "there is no pass '%s' over machine IR; --list-passes names them", name);
        return -1;
    }
    if (!(pass->takes & forms_of(f))) {
        snprintf(error, error_size, "the code is not in a form that %s takes; see --list-passes",
                 name);
        return -1;
    }
    pass->run(f);
    if (!f->out_of_gprs)
        return mir_verify(f, error, error_size);
    snprintf(error, error_size, "%s: %u registers do not suffice", name, f->gpr_limit);
    return -1;
}

static int run_list(struct mir_function *f, const char *list, char *error, size_t error_size)
{
    if (mir_verify(f, error, error_size))
        return -1;
    while (*list) {
        char name[NAME_BYTES];
        size_t length = strcspn(list, ",");
        snprintf(name, sizeof(name), "%.*s", (int)(length < NAME_BYTES ? length : NAME_BYTES),
                 list);
        if (run_pass(f, name, error, error_size))
            return -1;
        list += length + (list[length] == ',');
    }
    return 0;
}

int evg_run_text(const char *passes, const char *path, const char *text, FILE *out, FILE *log)
{
    unsigned line = 1;
    int result;
    do {
        struct arena arena = {0};
        char error[512] = "";
        struct mir_function *f = mir_parse(&arena, &text, &line, error, sizeof(error));
        result = f ? run_list(f, passes, error, sizeof(error)) : -1;
        if (!result)
            mir_print(f, passes, out);
        else
            fprintf(log, f ? "%s: error: %s\n" : "%s:%s\n", path, error);
        arena_finish(&arena);
    } while (!result && *text);
    return result;
}
