/* SPDX-License-Identifier: MIT */
/* guard.c: choices become writes under a predicate. What an if has left of a value is
 *
 *     n = ...; v = cmp n, k, t        (t >= 0 ? n : k)
 *
 * and is one operation less where n is written over k, for the pixels of which t holds:
 *
 *     test t >= 0 to a; a: k = ...
 *
 * The test costs an operation where nothing that makes t can do it, and each channel has one
 * predicate; those of loops stay theirs. */
#include "driver/hw/r500/r500.h"
#include "llvm/r500/opt/opt.h"

struct guard {
    struct fir_program *p;
    struct fir_use *uses;
    size_t block;
    uint8_t free; /* predicates, as bits */
};

/* A choice that can go: what is written and what is kept, operands 0 and 1 in either order. */
struct choice {
    struct fir_op *cmp, *maker;
    uint32_t kept;
    bool inverse;
};

static size_t index_of(const struct guard *g, const struct fir_op *op)
{
    return (size_t)(op - g->p->blocks[g->block].ops);
}

static bool touches(const struct fir_op *op, uint32_t var)
{
    for (unsigned d = 0; d < FIR_MAX_DST; d++)
        if (op->dst[d] == var)
            return true;
    for (unsigned s = 0; s < fir_operands(op); s++)
        if ((op->src[s].a.kind == FIR_VAR && op->src[s].a.var == var) ||
            (op->src[s].b.kind == FIR_VAR && op->src[s].b.var == var))
            return true;
    return false;
}

static bool writes(const struct fir_op *op, uint32_t var)
{
    for (unsigned d = 0; d < FIR_MAX_DST; d++)
        if (op->dst[d] == var)
            return true;
    return false;
}

/* Where in the block a variable is first written that is written there alone, before `end`, and
 * read once; `end`: it is not so. */
static size_t first_write(const struct guard *g, uint32_t var, size_t end)
{
    const struct fir_block *block = &g->p->blocks[g->block];
    size_t first = end, count = 0;
    for (size_t i = 0; i < end; i++) {
        if (!writes(&block->ops[i], var))
            continue;
        first = count++ ? first : i;
    }
    return count == g->uses[var].writes && g->uses[var].reads == 1 ? first : end;
}

/* Whether what is kept and what is chosen can be one variable, where `maker` makes the other value
 * in the choice's place: what it reads must still be there. */
static bool can_be_one(const struct guard *g, const struct fir_op *cmp, const struct fir_op *maker,
                       uint32_t kept)
{
    const struct fir_block *block = &g->p->blocks[g->block];
    const size_t end = index_of(g, cmp);
    const uint32_t chosen = cmp->dst[0];
    if (kept == chosen)
        return true;
    if (touches(maker, chosen))
        return false;
    const size_t begin = first_write(g, kept, end);
    for (size_t i = begin; i < end; i++)
        if (touches(&block->ops[i], chosen))
            return false;
    return begin < end;
}

static bool find_choice(const struct guard *g, struct fir_op *cmp, struct choice *choice)
{
    if (cmp->code != FIR_CMP || cmp->out || cmp->test || cmp->omod || cmp->clamp || cmp->guard ||
        cmp->dst[0] == FIR_NO_VAR)
        return false;
    for (unsigned taken = 0; taken < 2; taken++) {
        const struct fir_src *n = &cmp->src[taken], *k = &cmp->src[!taken];
        if (!fir_is_plain_var(n) || !fir_is_plain_var(k) || g->uses[n->a.var].reads != 1)
            continue;
        struct fir_op *maker = fir_maker(g->p, g->uses, n->a.var, g->block);
        if (!maker || maker > cmp || maker->circle || maker->guard || maker->group ||
            !fir_keeps_operands(maker, cmp) || !can_be_one(g, cmp, maker, k->a.var))
            continue;
        *choice = (struct choice){cmp, maker, k->a.var, taken};
        return true;
    }
    return false;
}

static void rename_var(struct fir_program *p, uint32_t from, uint32_t to)
{
    for (size_t b = 0; b < p->block_count; b++)
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            struct fir_op *op = &p->blocks[b].ops[i];
            for (unsigned s = 0; s < fir_operands(op); s++) {
                if (op->src[s].a.kind == FIR_VAR && op->src[s].a.var == from)
                    op->src[s].a.var = to;
                if (op->src[s].b.kind == FIR_VAR && op->src[s].b.var == from)
                    op->src[s].b.var = to;
            }
            for (unsigned d = 0; d < FIR_MAX_DST; d++)
                op->dst[d] = op->dst[d] == from ? to : op->dst[d];
        }
}

static void write_guarded(struct guard *g, const struct choice *choice, uint8_t predicate)
{
    struct fir_op *cmp = choice->cmp, *maker = choice->maker;
    const uint32_t chosen = cmp->dst[0];
    *cmp = *maker;
    cmp->dst[0] = chosen;
    cmp->guard = predicate;
    cmp->guard_inverse = choice->inverse;
    maker->dst[0] = FIR_NO_VAR;
    if (choice->kept != chosen)
        rename_var(g->p, choice->kept, chosen);
    g->p->guarded = true;
}

/* Counts the block's selects by one test that can become guarded moves. */
static unsigned count_choices(const struct guard *g, const struct fir_src *test)
{
    const struct fir_block *block = &g->p->blocks[g->block];
    struct choice choice;
    unsigned count = 0;
    for (size_t i = 0; i < block->count; i++)
        if (block->ops[i].code == FIR_CMP && fir_same_src(&block->ops[i].src[2], test))
            count += find_choice(g, &block->ops[i], &choice);
    return count;
}

/* The operation that makes what is tested, which may do that, too. */
static struct fir_op *find_tester(const struct guard *g, const struct fir_src *test)
{
    struct fir_op *maker =
        test->negative != test->absolute ? NULL : fir_maker(g->p, g->uses, test->a.var, g->block);
    return maker && !maker->guard && !maker->circle && !maker->group &&
                   fir_codes[maker->code].kind == FIR_ELEMENT
               ? maker
               : NULL;
}

/* t >= 0, or -|t| >= 0. */
static void set_test(struct fir_op *op, const struct fir_src *test, uint8_t predicate)
{
    op->test = true;
    op->test_op = test->absolute ? HW_R500_TEST_EQ : HW_R500_TEST_GE;
    op->predicate = predicate;
}

/* A test of its own, in front of operation `at`. */
static void insert_test(struct guard *g, size_t at, struct fir_src test, uint8_t predicate)
{
    struct fir_block *block = &g->p->blocks[g->block];
    struct fir_op *op = fir_add(g->p, block, FIR_MAD);
    struct fir_op made = *op;
    made.src[0] = test;
    made.src[1] = fir_literal(1.0f);
    made.src[2] = fir_literal(0.0f);
    made.line = block->ops[at].line;
    set_test(&made, &test, predicate);
    if (test.absolute)
        made.src[0].absolute = made.src[0].negative = false;
    for (size_t i = block->count - 1; i > at; i--)
        block->ops[i] = block->ops[i - 1];
    block->ops[at] = made;
}

/* All choices by the test that the operation at `at` chooses by. */
static bool guard_test(struct guard *g, size_t at)
{
    struct fir_block *block = &g->p->blocks[g->block];
    const struct fir_src test = block->ops[at].src[2];
    uint8_t predicate = 1;
    if (!g->free || test.a.kind != FIR_VAR || test.presub != FIR_PRESUB_NONE ||
        (test.absolute && !test.negative) || g->uses[test.a.var].writes != 1)
        return false;
    struct fir_op *tester = find_tester(g, &test);
    if (count_choices(g, &test) < (tester ? 1u : 2u))
        return false;
    /* Alpha's comes first, as scalars lie there. */
    for (predicate = FIR_PREDICATES; !(g->free >> (predicate - 1) & 1); predicate--)
        ;
    g->free &= (uint8_t)~(1u << (predicate - 1));
    if (tester)
        set_test(tester, &test, predicate);
    else
        insert_test(g, at, test, predicate);
    for (size_t i = at; i < block->count; i++) {
        struct choice choice;
        g->uses = fir_find_uses(g->p);
        if (block->ops[i].code == FIR_CMP && fir_same_src(&block->ops[i].src[2], &test) &&
            find_choice(g, &block->ops[i], &choice) && choice.maker != tester)
            write_guarded(g, &choice, predicate);
    }
    return true;
}

/* Predicates that no loop has, as bits. */
static uint8_t free_predicates(const struct fir_program *p)
{
    uint8_t taken = 0;
    for (size_t b = 0; b < p->block_count; b++)
        for (size_t i = 0; i < p->blocks[b].count; i++)
            if (p->blocks[b].ops[i].predicate)
                taken |= (uint8_t)(1u << (p->blocks[b].ops[i].predicate - 1));
    return (uint8_t)(~taken & ((1u << FIR_PREDICATES) - 1));
}

void fir_guard(struct fir_program *p)
{
    const uint8_t free = free_predicates(p);
    for (size_t b = 0; b < p->block_count; b++) {
        struct guard g = {.p = p, .block = b, .free = free};
        for (size_t i = 0; i < p->blocks[b].count; i++) {
            g.uses = fir_find_uses(p);
            if (p->blocks[b].ops[i].code == FIR_CMP && !p->blocks[b].ops[i].guard)
                guard_test(&g, i);
        }
    }
    fir_dead(p);
}
