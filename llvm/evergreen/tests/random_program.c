/* SPDX-License-Identifier: MIT */
/* random_program.c: see random_program.h. */
#include "llvm/evergreen/tests/random_program.h"

#include <stdio.h>
#include <stdlib.h>

enum statement_kind { ASSIGN, IF, LOOP, BREAK, CONTINUE, STATEMENT_KINDS };
enum { MAX_DEPTH = 4, MAX_STATEMENTS = 60 };

struct statement {
    enum statement_kind kind;
    unsigned op, target, left,
        right; /* ASSIGN: target = left op right; IF, LOOP: condition or bound */
    struct statement *body, *orelse, *next;
};

struct random_program {
    struct statement *first;
    uint32_t random;
    unsigned count;
};

static uint32_t next_random(struct random_program *p)
{
    p->random ^= p->random << 13;
    p->random ^= p->random >> 17;
    p->random ^= p->random << 5;
    return p->random;
}

static struct statement *make_list(struct random_program *p, unsigned depth, unsigned loops);

static struct statement *make_statement(struct random_program *p, unsigned depth, unsigned loops)
{
    struct statement *s = calloc(1, sizeof(*s));
    uint32_t choice = next_random(p) % 10;
    p->count++;
    s->op = next_random(p) % 5;
    s->target = next_random(p) % RANDOM_VARIABLES;
    s->left = next_random(p) % RANDOM_VARIABLES;
    s->right = next_random(p) % RANDOM_VARIABLES;
    s->kind = ASSIGN;
    if (depth >= MAX_DEPTH || p->count > MAX_STATEMENTS)
        return s;
    if (choice >= 7) {
        s->kind = IF;
        s->body = make_list(p, depth + 1, loops);
        if (choice == 9)
            s->orelse = make_list(p, depth + 1, loops);
    } else if (choice == 6) {
        s->kind = LOOP;
        s->body = make_list(p, depth + 1, loops + 1);
    } else if (choice == 5 && loops) {
        s->kind = next_random(p) % 2 ? BREAK : CONTINUE;
    }
    return s;
}

static struct statement *make_list(struct random_program *p, unsigned depth, unsigned loops)
{
    struct statement *first = NULL, **tail = &first;
    for (unsigned n = 1 + next_random(p) % 4; n > 0; n--) {
        *tail = make_statement(p, depth, loops);
        /* Nothing after a jump: it would never run. */
        if ((*tail)->kind == BREAK || (*tail)->kind == CONTINUE)
            break;
        tail = &(*tail)->next;
    }
    return first;
}

struct random_program *random_program_create(uint32_t seed)
{
    struct random_program *p = calloc(1, sizeof(*p));
    p->random = seed * 2654435761u + 1;
    p->first = make_list(p, 0, 0);
    return p;
}

static void destroy_list(struct statement *s)
{
    while (s) {
        struct statement *next = s->next;
        destroy_list(s->body);
        destroy_list(s->orelse);
        free(s);
        s = next;
    }
}

void random_program_destroy(struct random_program *p)
{
    destroy_list(p->first);
    free(p);
}

/* --- Running --- */

static uint32_t compute(unsigned op, uint32_t left, uint32_t right)
{
    switch (op) {
    case 0:
        return left + right;
    case 1:
        return left - right;
    case 2:
        return left ^ right;
    case 3:
        return left * 3 + 1;
    default:
        return left >> (right & 7);
    }
}

/* Returns what stopped the list: ASSIGN for its end, BREAK or CONTINUE. */
static enum statement_kind run_list(const struct statement *s, uint32_t *v)
{
    for (; s; s = s->next) {
        enum statement_kind stopped = ASSIGN;
        switch (s->kind) {
        case ASSIGN:
            v[s->target] = compute(s->op, v[s->left], v[s->right]);
            break;
        case IF:
            stopped = run_list((v[s->left] & 3) > (v[s->right] & 3) ? s->body : s->orelse, v);
            break;
        case LOOP:
            for (uint32_t i = 0, bound = v[s->left] & 3; i < bound; i++)
                if (run_list(s->body, v) == BREAK)
                    break;
            break;
        default:
            stopped = s->kind;
        }
        if (stopped != ASSIGN)
            return stopped;
    }
    return ASSIGN;
}

void random_program_run(const struct random_program *p, uint32_t v[RANDOM_VARIABLES])
{
    run_list(p->first, v);
}

/* --- Printing --- */

struct printer {
    FILE *out;
    unsigned names;
};

static void print_assign(struct printer *p, const struct statement *s)
{
    unsigned n = p->names++;
    fprintf(
        p->out,
        "  %%l%u = load i32, ptr addrspace(5) %%v%u\n  %%r%u = load i32, ptr addrspace(5) %%v%u\n",
        n, s->left, n, s->right);
    static const char *const simple[] = {"add", "sub", "xor"};
    if (s->op < 3)
        fprintf(p->out, "  %%t%u = %s i32 %%l%u, %%r%u\n", n, simple[s->op], n, n);
    else if (s->op == 3)
        fprintf(p->out, "  %%m%u = mul i32 %%l%u, 3\n  %%t%u = add i32 %%m%u, 1\n", n, n, n, n);
    else
        fprintf(p->out, "  %%m%u = and i32 %%r%u, 7\n  %%t%u = lshr i32 %%l%u, %%m%u\n", n, n, n, n,
                n);
    fprintf(p->out, "  store i32 %%t%u, ptr addrspace(5) %%v%u\n", n, s->target);
}

static void print_masked(struct printer *p, const char *name, unsigned n, unsigned variable)
{
    fprintf(p->out, "  %%%sv%u = load i32, ptr addrspace(5) %%v%u\n  %%%s%u = and i32 %%%sv%u, 3\n",
            name, n, variable, name, n, name, n);
}

static void print_list(struct printer *p, const struct statement *s, int loop);

static void print_if(struct printer *p, const struct statement *s, int loop)
{
    unsigned n = p->names++;
    print_masked(p, "a", n, s->left);
    print_masked(p, "b", n, s->right);
    fprintf(
        p->out,
        "  %%c%u = icmp ugt i32 %%a%u, %%b%u\n  br i1 %%c%u, label %%yes%u, label %%no%u\nyes%u:\n",
        n, n, n, n, n, n, n);
    print_list(p, s->body, loop);
    fprintf(p->out, "  br label %%join%u\nno%u:\n", n, n);
    print_list(p, s->orelse, loop);
    fprintf(p->out, "  br label %%join%u\njoin%u:\n", n, n);
}

static void print_loop(struct printer *p, const struct statement *s)
{
    unsigned n = p->names++;
    print_masked(p, "bound", n, s->left);
    fprintf(p->out, "  store i32 0, ptr addrspace(5) %%i%u\n  br label %%head%u\nhead%u:\n", n, n,
            n);
    fprintf(p->out,
            "  %%n%u = load i32, ptr addrspace(5) %%i%u\n  %%c%u = icmp ult i32 %%n%u, %%bound%u\n",
            n, n, n, n, n);
    fprintf(p->out, "  br i1 %%c%u, label %%body%u, label %%exit%u\nbody%u:\n", n, n, n, n);
    print_list(p, s->body, (int)n);
    fprintf(p->out, "  br label %%latch%u\nlatch%u:\n  %%k%u = add i32 %%n%u, 1\n", n, n, n, n);
    fprintf(p->out, "  store i32 %%k%u, ptr addrspace(5) %%i%u\n  br label %%head%u\nexit%u:\n", n,
            n, n, n);
}

static void print_list(struct printer *p, const struct statement *s, int loop)
{
    for (; s; s = s->next) {
        if (s->kind == ASSIGN) {
            print_assign(p, s);
        } else if (s->kind == IF) {
            print_if(p, s, loop);
        } else if (s->kind == LOOP) {
            print_loop(p, s);
        } else {
            fprintf(p->out, "  br label %%%s%d\ndead%u:\n", s->kind == BREAK ? "exit" : "latch",
                    loop, p->names);
            p->names++;
        }
    }
}

char *random_program_ir(const struct random_program *program)
{
    char *text = NULL;
    size_t size;
    struct printer p = {.out = open_memstream(&text, &size)};
    fputs(
        "target datalayout = \"e-p:32:32-i64:64-A5-G1\"\ntarget triple = \"r600--\"\n"
        "declare i32 @llvm.r600.read.tidig.x()\ndeclare i32 @llvm.r600.read.tgid.x()\n"
        "define void @random() {\n"
        "  %data = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7))\n"
        "  %size = load i32, ptr addrspace(7) inttoptr (i32 24 to ptr addrspace(7))\n"
        "  %tid = call i32 @llvm.r600.read.tidig.x()\n  %group = call i32 "
        "@llvm.r600.read.tgid.x()\n"
        "  %base = mul i32 %group, %size\n  %gid = add i32 %base, %tid\n",
        p.out);
    for (unsigned i = 0; i <= MAX_STATEMENTS * 4; i++)
        fprintf(p.out, "  %%i%u = alloca i32, addrspace(5)\n", i);
    for (unsigned i = 0; i < RANDOM_VARIABLES; i++)
        fprintf(p.out,
                "  %%v%u = alloca i32, addrspace(5)\n"
                "  %%p%u = getelementptr [%d x i32], ptr addrspace(1) %%data, i32 %%gid, i32 %u\n"
                "  %%in%u = load i32, ptr addrspace(1) %%p%u\n  store i32 %%in%u, ptr addrspace(5) "
                "%%v%u\n",
                i, i, RANDOM_VARIABLES, i, i, i, i, i);
    print_list(&p, program->first, -1);
    for (unsigned i = 0; i < RANDOM_VARIABLES; i++)
        fprintf(p.out,
                "  %%out%u = load i32, ptr addrspace(5) %%v%u\n"
                "  store i32 %%out%u, ptr addrspace(1) %%p%u, align 4\n",
                i, i, i, i);
    fputs("  ret void\n}\n", p.out);
    fclose(p.out);
    return text;
}
