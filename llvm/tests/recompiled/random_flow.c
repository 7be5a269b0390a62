/* SPDX-License-Identifier: MIT */
/* random_flow.c: makes control flow by chance.
 *
 * Registers: R0 and R1 are given; R3 is where the lane writes to; R4 is its way so far; R5 counts
 * turns, a channel for each loop; R6 is what is tested; R7 is a constant, now and then another. */
#include "llvm/tests/recompiled/random_flow.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"

enum { OWN = 0x40000, PLACE = 3, WAY, TURNS, TESTED, SETTLED, DEPTH_MAX = 3, TURNS_MAX = 4 };

struct flow {
    struct program *p;
    struct chance *chance;
    const struct hw_chip *chip;
    unsigned depth, loops;
    bool meets; /* has barriers, and no counted loops */
};

static uint32_t below(struct flow *f, uint32_t count)
{
    return chance_below(f->chance, count);
}

static unsigned pick(struct flow *f, const unsigned *rows, unsigned count)
{
    return rows[below(f, count)];
}

/* ---- clauses ---- */

static void step_way(struct flow *f)
{
    op(f->p, HW_ALU_OP_MULADD_UINT24, WAY, 0, r(WAY, 0), lit(5), lit(1 + below(f, 100)));
}

/* Returns the operand of a test: the lane's number, the group's, the way, turns, or a constant. */
static struct src tested(struct flow *f)
{
    const struct src rows[] = {r(0, 0),       r(0, 0),
                               r(1, 0),       r(WAY, 0),
                               r(WAY, 0),     r(TURNS, below(f, 4)),
                               r(SETTLED, 0), special(HW_SRC_KCACHE0 + below(f, 4), below(f, 4))};
    return rows[below(f, COUNT(rows))];
}

/* Lanes with some of the low bits go on. */
static void test(struct flow *f)
{
    static const int rows[] = {HW_ALU_OP_PRED_SETE_INT, HW_ALU_OP_PRED_SETNE_INT,
                               HW_ALU_OP_PRED_SETGT_INT};
    const struct src what = tested(f);
    if (below(f, 4)) {
        op(f->p, HW_ALU_OP_AND_INT, TESTED, 0, what, lit(1 + below(f, 7)), r(0, 0));
        alu_predicate(f->p, rows[below(f, COUNT(rows))], r(TESTED, 0), lit(below(f, 3)));
    } else { /* alike in all lanes, where that is */
        alu_predicate(f->p, rows[below(f, COUNT(rows))], what, lit(below(f, 3)));
    }
}

static void other_folded(struct flow *f)
{
    const struct src rows[] = {lit(below(f, 3)), special(HW_SRC_KCACHE0 + below(f, 4), 0),
                               r(WAY, 0), r(SETTLED, 0)};
    op(f->p, HW_ALU_OP_ADD_INT, SETTLED, 0, rows[below(f, COUNT(rows))], lit(below(f, 2)), r(0, 0));
}

static bool has(const struct flow *f, unsigned cf_op)
{
    return hw_cf_exists(cf_op, f->chip->vliw);
}

static void clause(struct flow *f, unsigned cf_op, bool tests)
{
    alu_begin(f->p);
    step_way(f);
    if (!below(f, 4))
        other_folded(f);
    if (tests)
        test(f);
    alu_end(f->p, has(f, cf_op) ? cf_op : HW_CF_ALU);
}

static void plain(struct flow *f)
{
    clause(f, HW_CF_ALU, !below(f, 8));
}

static void store(struct flow *f)
{
    rat(f->p, HW_CF_MEM_RAT, HW_RAT_STORE_RAW, 0, WAY, PLACE, 1);
}

static void barrier(struct flow *f)
{
    if (!f->meets)
        return;
    alu_begin(f->p);
    group(f->p, &(struct alu){.op = HW_ALU_OP_GROUP_BARRIER, .masked = true}, 1);
    alu_end(f->p, HW_CF_ALU);
}

/* ---- well nested ---- */

static void block(struct flow *f);

static void branch(struct flow *f)
{
    const bool jumps = below(f, 4), has_else = jumps && below(f, 2);
    clause(f, HW_CF_ALU_PUSH_BEFORE, true);
    const uint32_t jump = here(f->p);
    if (jumps)
        cf(f->p, HW_CF_JUMP, 0, has_else ? 0 : 1);
    block(f);
    const uint32_t other = here(f->p);
    if (has_else) {
        cf(f->p, HW_CF_ELSE, 0, 1);
        block(f);
    }
    if (below(f, 3))
        cf(f->p, HW_CF_POP, here(f->p) + 1, 1);
    else
        clause(f, HW_CF_ALU_POP_AFTER, false);
    if (jumps)
        patch(f->p, jump, has_else ? other : here(f->p));
    if (has_else)
        patch(f->p, other, here(f->p));
}

/* Leaves the loop, or its turn: by a clause, in a branch, or all at once. Returns the instruction
 * whose target is the loop's end; 0: none. */
static uint32_t leave(struct flow *f)
{
    const bool breaks = below(f, 3);
    uint32_t skip = 0;
    const unsigned how = below(f, 8);
    if (how < 3 && has(f, HW_CF_ALU_BREAK)) {
        clause(f, breaks ? HW_CF_ALU_BREAK : HW_CF_ALU_CONTINUE, true);
        return 0;
    }
    if (how < 7) {
        clause(f, HW_CF_ALU_PUSH_BEFORE, true);
        skip = here(f->p);
        cf(f->p, HW_CF_JUMP, 0, 1);
    }
    const uint32_t jump = here(f->p);
    cf(f->p, breaks ? HW_CF_LOOP_BREAK : HW_CF_LOOP_CONTINUE, 0, 0);
    if (how < 7) {
        cf(f->p, HW_CF_POP, here(f->p) + 1, 1);
        patch(f->p, skip, here(f->p));
    }
    return jump;
}

/* Lanes that have had their turns leave the loop. */
static void count_turn(struct flow *f, unsigned chan)
{
    alu_begin(f->p);
    op(f->p, HW_ALU_OP_ADD_INT, TURNS, chan, r(TURNS, chan), special(HW_SRC_1_INT, 0), r(0, 0));
    alu_predicate(f->p, HW_ALU_OP_PRED_SETGT_INT, below(f, 2) ? lit(below(f, 5)) : r(TESTED, 0),
                  r(TURNS, chan));
    alu_end(f->p, HW_CF_ALU_BREAK);
}

static void loop(struct flow *f)
{
    static const unsigned starts[] = {HW_CF_LOOP_START_DX10, HW_CF_LOOP_START_DX10,
                                      HW_CF_LOOP_START_DX10, HW_CF_LOOP_START,
                                      HW_CF_LOOP_START_NO_AL};
    const uint32_t start = here(f->p);
    const unsigned chan = f->loops++ % 4;
    uint32_t jumps[3];
    cf(f->p, pick(f, starts, f->meets ? 1 : COUNT(starts)), 0, 0);
    if (has(f, HW_CF_ALU_BREAK) && below(f, 8))
        count_turn(f, chan);
    for (unsigned i = 0; i < COUNT(jumps); i++) {
        jumps[i] = below(f, 3) ? 0 : leave(f);
        block(f);
    }
    const uint32_t end = here(f->p);
    cf(f->p, HW_CF_LOOP_END, start + 1, 0);
    patch(f->p, start, here(f->p));
    for (unsigned i = 0; i < COUNT(jumps); i++)
        if (jumps[i])
            patch(f->p, jumps[i], end);
    f->loops--;
}

static void block(struct flow *f)
{
    static void (*const rows[])(struct flow *) = {plain,  plain, store, barrier,
                                                  branch, loop,  loop,  branch};
    f->depth++;
    for (unsigned i = f->depth == 1 ? 2 + below(f, 4) : below(f, 3); i; i--)
        rows[below(f, f->depth > DEPTH_MAX ? 3 : COUNT(rows))](f);
    f->depth--;
}

/* ---- words by chance ---- */

static const unsigned jumps[] = {HW_CF_PUSH,       HW_CF_POP,
                                 HW_CF_ELSE,       HW_CF_JUMP,
                                 HW_CF_JUMP,       HW_CF_LOOP_START_DX10,
                                 HW_CF_LOOP_START, HW_CF_LOOP_START_NO_AL,
                                 HW_CF_LOOP_END,   HW_CF_LOOP_END,
                                 HW_CF_LOOP_BREAK, HW_CF_LOOP_CONTINUE,
                                 HW_CF_NOP,        HW_CF_LOOP_START_DX10};
static const unsigned clauses[] = {HW_CF_ALU,
                                   HW_CF_ALU_PUSH_BEFORE,
                                   HW_CF_ALU_POP_AFTER,
                                   HW_CF_ALU_POP2_AFTER,
                                   HW_CF_ALU_ELSE_AFTER,
                                   HW_CF_ALU_BREAK,
                                   HW_CF_ALU_CONTINUE};

static void words(struct flow *f)
{
    const uint32_t first = here(f->p), count = 3 + below(f, 12);
    while (here(f->p) < first + count)
        switch (below(f, 8)) {
        case 0:
            store(f);
            break;
        case 1:
        case 2:
            clause(f, pick(f, clauses, COUNT(clauses)), below(f, 2));
            break;
        default:
            cf(f->p, pick(f, jumps, COUNT(jumps)), first + below(f, count + 1),
               below(f, 4) ? 0 : below(f, 3));
        }
}

/* Changes a word from `first` on. */
static void damage(struct flow *f, uint32_t first)
{
    const uint32_t count = here(f->p) - first, i = first + below(f, count);
    uint32_t *w = f->p->cf + (size_t)i * 2;
    const struct hw_cf_info *info = hw_cf_find(hw_cf_op_of(w[1]));
    const unsigned clause_op = pick(f, clauses, COUNT(clauses));
    if (f->p->clause_of[i] >= 0 && has(f, clause_op) && !below(f, 3))
        w[1] = (w[1] & ~HW_SET(CF_ALU_WORD1, CF_INST, 15)) |
               HW_SET(CF_ALU_WORD1, CF_INST, clause_op - HW_CF_ALU_BIT);
    else if (info->kind != HW_CF_KIND_JUMP && info->op != HW_CF_NOP)
        return;
    else if (info->op != HW_CF_NOP && below(f, 6))
        w[0] = HW_SET(CF_WORD0, ADDR, first + below(f, count + 1));
    else
        w[1] = HW_SET(CF_WORD1, CF_INST, pick(f, jumps, COUNT(jumps))) |
               HW_SET(CF_WORD1, POP_COUNT, below(f, 3)) | HW_SET(CF_WORD1, BARRIER, 1) |
               HW_SET(CF_WORD1, CF_CONST, below(f, 4)) |
               HW_SET(CF_WORD1, END_OF_PROGRAM, f->chip->vliw != HW_VLIW4 && !below(f, 6));
}

/* ---- the whole ---- */

static void prepare(struct machine *m, struct chance *chance)
{
    static const uint32_t stacks[] = {8, 8, 8, 8, 8, 8, 3, 1};
    uint32_t turns[5] = {HW_CS_LOOP_CONST};
    m->gprs = 16;
    m->stack = stacks[chance_below(chance, COUNT(stacks))];
    m->local[0] = (uint32_t[]){16, m->wave_size, 5, 40}[chance_below(chance, 4)];
    m->groups[0] = 1 + chance_below(chance, 2);
    memset(m->pool + OWN, 0, 0x1000);
    for (unsigned i = 0; i < 16; i++)
        m->consts[i] = chance_below(chance, 4);
    for (unsigned i = 1; i < COUNT(turns); i++)
        turns[i] = chance_below(chance, TURNS_MAX);
    emit_state(m);
    emit_packet(m, HW_PKT3_SET_LOOP_CONST, turns, COUNT(turns));
}

static void start(struct program *p, const struct machine *m)
{
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, PLACE, 0, r(1, 0), lit(m->local[0]), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, WAY, 0, r(PLACE, 0), lit(1), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, PLACE, 0, r(PLACE, 0), lit(OWN / 4), r(0, 0));
    op(p, HW_ALU_OP_AND_INT, TESTED, 0, r(0, 0), lit(3), r(0, 0));
    op(p, HW_ALU_OP_MOV, SETTLED, 0, special(HW_SRC_1_INT, 0), r(0, 0), r(0, 0));
    for (unsigned c = 0; c < 4; c++)
        op(p, HW_ALU_OP_MOV, TURNS, c, special(HW_SRC_0, 0), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU);
}

void random_flow(struct program *p, struct machine *m, const struct hw_chip *chip,
                 struct chance *chance)
{
    struct flow f = {.p = p, .chance = chance, .chip = chip, .meets = !chance_below(chance, 6)};
    const unsigned kind = below(&f, 4);
    memset(p, 0, sizeof(*p));
    p->has_cf_end = chip->vliw == HW_VLIW4;
    prepare(m, chance);
    start(p, m);
    const uint32_t first = here(p);
    if (kind)
        block(&f);
    else
        words(&f);
    plain(&f);
    for (unsigned i = kind > 1 ? 1 + below(&f, 3) : 0; i; i--)
        damage(&f, first);
    store(&f);
    finish(p);
}
