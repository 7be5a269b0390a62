/* SPDX-License-Identifier: MIT */
/* mir_eval.c: runs machine IR on the tests' machine before and after passes: mir-eval FILE.mir
 *
 * The passes are those of the file's first line "; RUN: --run-pass=LIST". What is expected stands
 * in comments, on lines of their own, which concern the function that they stand in, or all of them
 * in front of the first:
 *
 *     ; SAME                  the code stores the same before and after, for 200 random inputs
 *     ; SAME FLOATS           and for floats that matter as first input: NaN, infinities, zeros ...
 *     ; STORES: IN OUT, ...   after the passes address 0 holds OUT where the first input is IN;
 *                             numbers are integers, or floats that have a point or are nan or inf
 *
 * mir_machine.h says what the machine knows. Exit status: 0 where all holds, 1 where something does
 * not, or is expected nowhere. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "llvm/evergreen/mir/mir_text.h"
#include "llvm/evergreen/passes.h"
#include "llvm/evergreen/tests/mir_machine.h"

enum { RUNS = 200, NAME_BYTES = 64 };

static const float floats[] = {NAN,   -INFINITY,     -3.0f,     -1.0f,    -0x1p-149f,
                               -0.0f, 0.0f,          0x1p-149f, 0.25f,    0.5f,
                               1.0f,  0x1.000002p0f, 3.0f,      0x1p127f, INFINITY};

enum { INPUTS = RUNS + COUNT(floats) };

/* One function's test. */
struct test {
    const char *path, *passes;
    size_t passes_length;
    struct mir_function *f;
    bool same, same_floats;
    char error[256];
};

static bool fail(const struct test *t, const char *what)
{
    fprintf(stderr, "%s: function %s: %s\n", t->path, t->f->name, what);
    return false;
}

static bool run_passes(struct test *t)
{
    const char *list = t->passes, *end = list + t->passes_length;
    while (list < end) {
        char name[NAME_BYTES];
        size_t length = strcspn(list, ", \n");
        snprintf(name, sizeof(name), "%.*s", (int)length, list);
        const struct evg_pass_info *pass = evg_find_pass(name);
        if (!pass || !pass->run || !(pass->takes & MIR_SSA))
            return fail(t, "a pass that takes no code in SSA form");
        pass->run(t->f);
        if (mir_verify(t->f, t->error, sizeof(t->error)))
            return fail(t, t->error);
        list += length + 1;
    }
    return true;
}

/* Input number i: random, or a float. */
static bool run_input(struct test *t, unsigned i, struct machine *m)
{
    machine_fill(m, i);
    if (i >= RUNS)
        machine_set_input(m, t->f, float_bits(floats[i - RUNS]));
    return machine_run(m, t->f, t->error, sizeof(t->error)) || fail(t, t->error);
}

static bool check_same(struct test *t)
{
    static struct machine before[INPUTS], after;
    const unsigned inputs = t->same_floats ? INPUTS : t->same ? RUNS : 0;
    for (unsigned i = 0; i < inputs; i++)
        if (!run_input(t, i, &before[i]))
            return false;
    if (!run_passes(t))
        return false;
    for (unsigned i = 0; i < inputs; i++) {
        if (!run_input(t, i, &after))
            return false;
        for (unsigned d = 0; d < MACHINE_MEMORY_DWORDS; d++)
            if (before[i].memory[d] != after.memory[d]) {
                snprintf(t->error, sizeof(t->error),
                         "input %u: dword %u is 0x%x before the passes and 0x%x after them", i, d,
                         before[i].memory[d], after.memory[d]);
                return fail(t, t->error);
            }
    }
    return true;
}

/* A number's bits. */
static uint32_t read_number(const char **at)
{
    char *end;
    *at += strspn(*at, " ");
    size_t length = strcspn(*at, " ,\n");
    const char *digits = **at == '-' ? *at + 1 : *at;
    bool is_float = isalpha((unsigned char)*digits) || memchr(*at, '.', length);
    uint32_t bits = is_float ? float_bits(strtof(*at, &end)) : (uint32_t)strtoll(*at, &end, 0);
    *at = end;
    return bits;
}

static bool check_stores(struct test *t, const char *at)
{
    static struct machine m;
    do {
        const uint32_t input = read_number(&at), wanted = read_number(&at);
        machine_fill(&m, 1);
        machine_set_input(&m, t->f, input);
        if (!machine_run(&m, t->f, t->error, sizeof(t->error)))
            return fail(t, t->error);
        if (m.memory[0] != wanted) {
            snprintf(t->error, sizeof(t->error), "of 0x%x it stores 0x%x, not 0x%x", input,
                     m.memory[0], wanted);
            return fail(t, t->error);
        }
    } while (*at++ == ',');
    return true;
}

/* The line's rest if it begins with the words. */
static const char *directive(const char *line, const char *words)
{
    line += strspn(line, " ");
    if (*line != ';')
        return NULL;
    line += 1 + strspn(line + 1, " ");
    return strncmp(line, words, strlen(words)) ? NULL : line + strlen(words);
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* Sets what the lines up to `end` say of whole functions. */
static void read_marks(struct test *t, const char *line, const char *end)
{
    for (; line < end; line = next_line(line)) {
        const char *rest = directive(line, "SAME");
        if (!rest)
            continue;
        t->same = true;
        t->same_floats |= !strncmp(rest, " FLOATS\n", strlen(" FLOATS\n"));
    }
}

/* Holds the function against the STORES lines up to `end`; *checks counts them. */
static bool check_lines(struct test *t, const char *line, const char *end, unsigned *checks)
{
    for (; line < end; line = next_line(line)) {
        const char *stores = directive(line, "STORES:");
        *checks += stores != NULL;
        if (stores && !check_stores(t, stores))
            return false;
    }
    return true;
}

static const char *find_function(const char *text)
{
    while (*text && strncmp(text, "function ", strlen("function ")) != 0)
        text = next_line(text);
    return text;
}

static bool check_file(const char *path, const char *text)
{
    struct test head = {.path = path};
    const char *head_start = text, *head_end = find_function(text), *start = head_end;
    unsigned line = 1, checks = 0;
    bool good = true;
    for (const char *at = text; at < start && !head.passes; at = next_line(at))
        head.passes = directive(at, "RUN: --run-pass=");
    head.passes_length = head.passes ? strcspn(head.passes, " \n") : 0;
    read_marks(&head, text, start);
    while (*text && head.passes) {
        struct arena arena = {0};
        struct test t = head;
        t.f = mir_parse(&arena, &text, &line, t.error, sizeof(t.error));
        if (!t.f) {
            fprintf(stderr, "%s:%s\n", path, t.error);
            return false;
        }
        read_marks(&t, start, text);
        checks += t.same;
        good &= check_same(&t) && check_lines(&t, head_start, head_end, &checks) &&
                check_lines(&t, start, text, &checks);
        start = find_function(text);
        arena_finish(&arena);
    }
    if (!checks)
        fprintf(stderr, "%s: nothing is expected\n", path);
    return good && checks;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!file || getdelim(&text, &room, '\0', file) < 0) {
        perror(path);
        exit(2);
    }
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: mir-eval FILE.mir\n", stderr);
        return 2;
    }
    char *text = read_file(argv[1]);
    bool good = check_file(argv[1], text);
    free(text);
    return good ? 0 : 1;
}
