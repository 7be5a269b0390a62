/* SPDX-License-Identifier: MIT */
/* long_loops.c: R500 counts 255 turns of a loop, and then goes on behind it. A loop that may have
 * more is put into another one, which pixels leave that have left the inner one by a break:
 *
 *     loop { loop { body; break where x } break where x }
 *
 * where x is a predicate that the loop's only break has tested; or, where there are several, a flag
 * that every turn that ends sets. Loops end after 65025 turns even so. */
#include "driver/hw/r500/r500.h"
#include "llvm/r500/opt/opt.h"

enum { FIR_MAX_DEPTH = 64 };

/* The block that ends the loop which block `begin` begins. */
static size_t loop_end(const struct fir_program *p, size_t begin)
{
    size_t depth = 0;
    for (size_t b = begin + 1; b < p->block_count; b++) {
        if (p->blocks[b].flow == FIR_FLOW_ENDLOOP && !depth)
            return b;
        depth += p->blocks[b].flow == FIR_FLOW_LOOP;
        depth -= p->blocks[b].flow == FIR_FLOW_ENDLOOP;
    }
    return p->block_count - 1;
}

/* How many of the loop's own blocks end in a flow, and the last of them. */
static size_t count_own(const struct fir_program *p, size_t begin, size_t end, enum fir_flow flow,
                        size_t *last)
{
    size_t depth = 0, count = 0;
    for (size_t b = begin + 1; b <= end; b++) {
        depth += p->blocks[b].flow == FIR_FLOW_LOOP;
        depth -= p->blocks[b].flow == FIR_FLOW_ENDLOOP && b != end;
        if (depth || p->blocks[b].flow != flow)
            continue;
        *last = b;
        count++;
    }
    return count;
}

static struct fir_op *add_move(struct fir_program *p, struct fir_block *block, struct fir_src src)
{
    struct fir_op *op = fir_add(p, block, FIR_MAD);
    op->src[0] = src;
    op->src[1] = fir_literal(1.0f);
    op->src[2] = fir_literal(0.0f);
    return op;
}

/* Makes room for `count` blocks in front of block `at`. */
static void insert_blocks(struct fir_program *p, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fir_new_block(p);
    for (size_t b = p->block_count; b-- > at + count;)
        p->blocks[b] = p->blocks[b - count];
    for (size_t i = 0; i < count; i++)
        p->blocks[at + i] = (struct fir_block){.always = true};
}

/* The loop's only break, if it tests something. */
static bool only_break(const struct fir_program *p, size_t begin, size_t end, size_t *at)
{
    return count_own(p, begin, end, FIR_FLOW_BREAK, at) == 1 && !p->blocks[*at].always;
}

/* Loops around a loop that are two already, each of which has a predicate. */
static size_t long_loops_around(const struct fir_program *p, size_t begin)
{
    size_t open = 0, two = 0;
    bool is_two[FIR_MAX_DEPTH] = {false};
    for (size_t b = 0; b < begin; b++) {
        if (p->blocks[b].flow == FIR_FLOW_LOOP && open < FIR_MAX_DEPTH) {
            is_two[open] = p->blocks[b].wrapper;
            two += is_two[open++];
        } else if (p->blocks[b].flow == FIR_FLOW_ENDLOOP && open) {
            two -= is_two[--open];
        }
    }
    return two;
}

/* Lets the break test a predicate, which keeps its value behind the break. */
static void test_predicate(struct fir_program *p, size_t at, uint8_t predicate)
{
    struct fir_block *block = &p->blocks[at];
    for (size_t i = 0; i < block->count; i++)
        if (block->ops[i].test)
            block->ops[i].predicate = predicate;
    block->predicate = predicate;
}

/* The flag is 0 in a turn that has not ended. Breaks within the test's block come behind it. */
static struct fir_src add_flag(struct fir_program *p, size_t begin, size_t end)
{
    const struct fir_src flag = fir_var(fir_new_var(p));
    size_t depth = 0;
    for (size_t b = begin + 1; b <= end; b++) {
        depth += p->blocks[b].flow == FIR_FLOW_LOOP;
        depth -= p->blocks[b].flow == FIR_FLOW_ENDLOOP && b != end;
        if (!depth && (p->blocks[b].flow == FIR_FLOW_CONTINUE || b == end))
            add_move(p, &p->blocks[b], fir_literal(1.0f))->dst[0] = flag.a.var;
    }
    /* In front of what the first block does. */
    insert_blocks(p, begin + 1, 1);
    add_move(p, &p->blocks[begin + 1], fir_literal(0.0f))->dst[0] = flag.a.var;
    return flag;
}

static void wrap(struct fir_program *p, size_t begin)
{
    const size_t around = long_loops_around(p, begin);
    size_t end = loop_end(p, begin), leave;
    uint8_t predicate = 0;
    struct fir_src flag = {0};
    if (p->predicates && around < FIR_PREDICATES && only_break(p, begin, end, &leave)) {
        /* Alpha first: what is tested is a scalar. */
        predicate = (uint8_t)FIR_PREDICATE(FIR_PREDICATES - 1 - around);
        test_predicate(p, leave, predicate);
    } else {
        flag = add_flag(p, begin, end++);
    }
    insert_blocks(p, end + 1, 2);
    struct fir_block *again = &p->blocks[end + 1];
    if (!predicate) {
        struct fir_op *test = add_move(p, again, flag);
        test->test = true;
        test->test_op = HW_R500_TEST_EQ;
    }
    again->flow = FIR_FLOW_BREAK;
    again->always = false;
    again->predicate = predicate;
    p->blocks[end + 2].flow = FIR_FLOW_ENDLOOP;
    insert_blocks(p, begin + 1, 1);
    p->blocks[begin + 1].flow = FIR_FLOW_LOOP;
    p->blocks[begin].turns = p->blocks[begin + 1].turns = FIR_MAX_TURNS;
    p->blocks[begin].wrapper = predicate != 0;
}

void fir_long_loops(struct fir_program *p)
{
    for (size_t b = 0; b < p->block_count; b++)
        if (p->blocks[b].flow == FIR_FLOW_LOOP &&
            (!p->blocks[b].turns || p->blocks[b].turns > FIR_MAX_TURNS))
            wrap(p, b);
}
