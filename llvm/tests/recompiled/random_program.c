/* SPDX-License-Identifier: MIT */
/* random_program.c: makes clauses and control flow by chance.
 *
 * Registers: R0 and R1 are given; R2 is where the lane writes to; R4 and R5 hold floats, R6 and R7
 * integers; R8 and R9 are addresses; R10 counts iterations; R12 is what is stored. */
#include "llvm/tests/recompiled/random_program.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "llvm/tests/recompiled/random_group.h"

enum { INPUT_BYTES = 0x40000, OWN = 0x40000, SHARED = 0x70000, OWN_DWORDS = 16, LDS_DWORDS = 1024 };
enum { ADDRESSES = 8, INDEX = 9, COUNTS = 10, STORED = 12, DEPTH_MAX = 2 };

/* ---- clauses ---- */

static const int predicates[] = {
    HW_ALU_OP_PRED_SETE_INT,  HW_ALU_OP_PRED_SETGT_INT,  HW_ALU_OP_PRED_SETGE_INT,
    HW_ALU_OP_PRED_SETNE_INT, HW_ALU_OP_PRED_SETGT_UINT, HW_ALU_OP_PRED_SETE,
    HW_ALU_OP_PRED_SETGT,     HW_ALU_OP_PRED_SETGE,      HW_ALU_OP_PRED_SETNE};

static void predicate(struct maker *k, bool exec)
{
    const int alu_op = predicates[chance_below(k->chance, COUNT(predicates))];
    const bool real = hw_alu_info[alu_op].types == HW_TYPES_FF;
    const bool same = one_in(k, 3); /* in all lanes */
    const struct src constant =
        special(HW_SRC_KCACHE0 + chance_below(k->chance, 16), chance_below(k->chance, 4));
    group(k->p,
          &(struct alu){
              .op = alu_op,
              .masked = true,
              .exec = exec,
              .pred = true,
              .src = {same ? constant : register_of(k, real ? FLOATS : INTEGERS),
                      same || one_in(k, 2) ? lit(number(k->chance)) : register_of(k, INTEGERS)}},
          1);
    memset(k->known, 0, sizeof(k->known));
}

static void random_clause(struct maker *k)
{
    const unsigned count = 1 + chance_below(k->chance, 5);
    const bool predicated = one_in(k, 5);
    begin_clause(k);
    if (predicated)
        predicate(k, false);
    else
        own(k, HW_ALU_OP_MOV, INTEGERS, 0, r(INTEGERS, 0), r(0, 0), r(0, 0));
    for (unsigned i = 0; i < count; i++)
        random_group(k, predicated && one_in(k, 2) ? HW_PRED_SEL_ZERO + chance_below(k->chance, 2)
                                                   : HW_PRED_SEL_OFF);
    alu_end(k->p, HW_CF_ALU);
}

/* R12 = R`gpr` with one form of NaN. */
static void keep_floats(struct maker *k, unsigned gpr)
{
    for (unsigned c = 0; c < 4; c++) {
        own(k, HW_ALU_OP_SETNE_DX10, STORED + 1, c, r(gpr, c), r(gpr, c), r(0, 0));
        own(k, HW_ALU_OP_CNDE_INT, STORED, c, r(STORED + 1, c), r(gpr, c), lit(NAN_BITS));
    }
}

/* ---- memory ---- */

/* Where lanes begin that lie equally far apart. Seldom the last ones are outside of the buffer, or
 * the first ones, whose addresses wrap around. */
static uint32_t random_start(struct maker *k)
{
    if (!one_in(k, 8))
        return chance_below(k->chance, 64);
    return one_in(k, 2) ? POOL_BYTES - 4 * chance_below(k->chance, 300)
                        : 0u - 4 * chance_below(k->chance, 64);
}

/* Where lanes lie that do as those of another value do, in units of which an element has as many as
 * `shift` says, at the first channel of a register: as a step of a sort has them, exchanged, some
 * of them at one place, or far from each other. */
static void random_places(struct maker *k, unsigned gpr, unsigned shift)
{
    static const int rows[] = {HW_ALU_OP_XOR_INT, HW_ALU_OP_OR_INT, HW_ALU_OP_AND_INT,
                               HW_ALU_OP_MULLO_INT};
    const bool sort = one_in(k, 2), early = one_in(k, 2);
    const uint32_t by = sort ? (1u << chance_below(k->chance, 6)) - 1 : chance_below(k->chance, 40);
    own(k, HW_ALU_OP_MOV, gpr, 1, lit(early ? by << shift : by), r(0, 0), r(0, 0));
    own(k, HW_ALU_OP_LSHL_INT, gpr, 0, r(0, 0), lit(early ? shift : 0), r(0, 0));
    if (sort) {
        own(k, HW_ALU_OP_AND_INT, gpr, 1, r(gpr, 0), r(gpr, 1), r(0, 0));
        own(k, HW_ALU_OP_SUB_INT, gpr, 0, r(gpr, 0), r(gpr, 1), r(0, 0));
        own(k, HW_ALU_OP_LSHL_INT, gpr, 0, r(gpr, 0), lit(1), r(0, 0));
        own(k, HW_ALU_OP_ADD_INT, gpr, 0, r(gpr, 0), r(gpr, 1), r(0, 0));
    } else {
        own(k, rows[chance_below(k->chance, COUNT(rows))], gpr, 0, r(gpr, 0), r(gpr, 1), r(0, 0));
    }
    if (!early)
        own(k, HW_ALU_OP_LSHL_INT, gpr, 0, r(gpr, 0), lit(shift), r(0, 0));
}

static void random_load(struct maker *k)
{
    static const struct {
        unsigned format, components, shift; /* shift: bytes of an element, as a power of two */
    } rows[] = {{HW_FMT_32, 1, 2},     {HW_FMT_32_32, 2, 3}, {HW_FMT_32_32_32_32, 4, 4},
                {HW_FMT_8, 1, 0},      {HW_FMT_16, 1, 1},    {HW_FMT_16_16, 2, 2},
                {HW_FMT_8_8_8_8, 4, 2}};
    const unsigned row = chance_below(k->chance, COUNT(rows));
    const uint32_t mask = one_in(k, 30) ? 0x1ffff0 : INPUT_BYTES - 16;
    begin_clause(k);
    if (one_in(k, 2)) {
        if (one_in(k, 2)) /* side by side, or two or four times as far apart */
            own(k, HW_ALU_OP_LSHL_INT, ADDRESSES, 0, r(0, 0),
                lit(rows[row].shift + chance_below(k->chance, 3)), r(0, 0));
        else
            random_places(k, ADDRESSES, rows[row].shift);
        own(k, HW_ALU_OP_ADD_INT, ADDRESSES, 0, r(ADDRESSES, 0), lit(random_start(k)), r(0, 0));
    } else {
        own(k, HW_ALU_OP_AND_INT, ADDRESSES, 0, one_in(k, 3) ? r(2, 0) : register_of(k, INTEGERS),
            lit(mask), r(0, 0));
    }
    alu_end(k->p, HW_CF_ALU);
    fetch_begin(k->p);
    load(k->p, (row < 3 && one_in(k, 2) ? FLOATS : INTEGERS) + chance_below(k->chance, 2),
         ADDRESSES, 0, rows[row].format, rows[row].components);
    fetch_end(k->p);
}

/* To a place of the lane's own, or near it. */
static void random_store(struct maker *k)
{
    static const unsigned masks[] = {1, 3, 7, 15};
    begin_clause(k);
    if (one_in(k, 3)) { /* equally far apart, and once in a while over what others write */
        own(k, HW_ALU_OP_ADD_INT, INDEX, 0, r(2, 1), lit(chance_below(k->chance, 13)), r(0, 0));
        if (one_in(k, 2)) {
            const int32_t start = (int32_t)random_start(k);
            const uint32_t first =
                (uint32_t)(start / 4) + (start >= 0 && start < POOL_BYTES / 2 ? OWN / 4 : 0);
            if (one_in(k, 2))
                own(k, HW_ALU_OP_LSHL_INT, INDEX, 0, r(0, 0), lit(chance_below(k->chance, 5)),
                    r(0, 0));
            else
                random_places(k, INDEX, chance_below(k->chance, 3));
            own(k, HW_ALU_OP_ADD_INT, INDEX, 0, r(INDEX, 0), lit(first), r(0, 0));
        }
    } else {
        own(k, HW_ALU_OP_AND_INT, INDEX, 0, register_of(k, INTEGERS),
            lit(one_in(k, 4) ? OWN_DWORDS * 2 - 1 : OWN_DWORDS - 4), r(0, 0));
        own(k, HW_ALU_OP_ADD_INT, INDEX, 0, r(INDEX, 0), r(2, 1), r(0, 0));
    }
    if (one_in(k, 2))
        keep_floats(k, FLOATS + chance_below(k->chance, 2));
    else
        for (unsigned c = 0; c < 4; c++)
            own(k, HW_ALU_OP_MOV, STORED, c, register_of(k, INTEGERS), r(0, 0), r(0, 0));
    alu_end(k->p, HW_CF_ALU);
    rat(k->p, one_in(k, 2) ? HW_CF_MEM_RAT : HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, STORED,
        INDEX, masks[chance_below(k->chance, COUNT(masks))]);
}

static void random_atomic(struct maker *k)
{
    static const unsigned rows[] = {HW_RAT_ADD, HW_RAT_SUB,      HW_RAT_AND,    HW_RAT_OR,
                                    HW_RAT_XOR, HW_RAT_MIN_UINT, HW_RAT_MAX_INT};
    begin_clause(k);
    own(k, HW_ALU_OP_AND_INT, INDEX, 0, register_of(k, INTEGERS), lit(7), r(0, 0));
    own(k, HW_ALU_OP_ADD_INT, INDEX, 0, r(INDEX, 0), lit(SHARED / 4), r(0, 0));
    own(k, HW_ALU_OP_MOV, STORED, 0, register_of(k, INTEGERS), r(0, 0), r(0, 0));
    alu_end(k->p, HW_CF_ALU);
    rat(k->p, HW_CF_MEM_RAT, rows[chance_below(k->chance, COUNT(rows))], 0, STORED, INDEX, 1);
}

static void lds(struct maker *k, unsigned lds_op, struct src a)
{
    group(k->p,
          &(struct alu){
              .op = HW_ALU_OP_LDS_IDX_OP, .lds_op = lds_op, .src = {r(ADDRESSES, 1), a, r(0, 0)}},
          1);
    memset(k->known, 0, sizeof(k->known));
}

static void random_lds(struct maker *k)
{
    static const unsigned rows[] = {HW_LDS_READ_RET, HW_LDS_READ_RET, HW_LDS_ADD_RET},
                          silent[] = {HW_LDS_WRITE, HW_LDS_ADD, HW_LDS_MIN_UINT};
    begin_clause(k);
    if (one_in(k, 2)) {
        /* Dwords one, two or four apart, those of the most work-items up to the end. */
        own(k, HW_ALU_OP_LSHL_INT, ADDRESSES, 1, r(0, 0), lit(2 + chance_below(k->chance, 3)),
            r(0, 0));
        own(k, HW_ALU_OP_ADD_INT, ADDRESSES, 1, r(ADDRESSES, 1),
            lit((LDS_DWORDS - 100 * 4 + chance_below(k->chance, 4)) * 4), r(0, 0));
    } else {
        own(k, HW_ALU_OP_MOV, ADDRESSES, 1, register_of(k, INTEGERS), r(0, 0), r(0, 0));
        own(k, HW_ALU_OP_AND_INT, ADDRESSES, 1, r(ADDRESSES, 1), lit(LDS_DWORDS * 4 - 4), r(0, 0));
    }
    if (one_in(k, 2)) {
        lds(k, silent[chance_below(k->chance, COUNT(silent))], register_of(k, INTEGERS));
    } else {
        lds(k, rows[chance_below(k->chance, COUNT(rows))], register_of(k, INTEGERS));
        own(k, HW_ALU_OP_MOV, INTEGERS + chance_below(k->chance, 2), chance_below(k->chance, 4),
            special(HW_SRC_LDS_OQ_A_POP, 0), r(0, 0), r(0, 0));
    }
    alu_end(k->p, HW_CF_ALU);
}

/* Parts of dwords, and two dwords at a time. */
static void random_lds_part(struct maker *k)
{
    static const struct {
        unsigned op;
        bool reads, pair;
        uint32_t align;
    } rows[] = {{HW_LDS_BYTE_WRITE, false, false, 1},    {HW_LDS_SHORT_WRITE, false, false, 2},
                {HW_LDS_UBYTE_READ_RET, true, false, 1}, {HW_LDS_SHORT_READ_RET, true, false, 2},
                {HW_LDS_READ2_RET, true, true, 4},       {HW_LDS_WRITE_REL, false, false, 4}};
    const unsigned row = chance_below(k->chance, COUNT(rows));
    begin_clause(k);
    for (unsigned c = 1; c < 3; c++)
        own(k, HW_ALU_OP_AND_INT, ADDRESSES, c, register_of(k, INTEGERS),
            lit(LDS_DWORDS * 4 - rows[row].align), r(0, 0));
    lds(k, rows[row].op, rows[row].pair ? r(ADDRESSES, 2) : register_of(k, INTEGERS));
    for (unsigned i = 0; rows[row].reads && i < (rows[row].pair ? 2u : 1u); i++)
        own(k, HW_ALU_OP_MOV, INTEGERS + i, chance_below(k->chance, 4),
            special(i ? HW_SRC_LDS_OQ_B_POP : HW_SRC_LDS_OQ_A_POP, 0), r(0, 0), r(0, 0));
    alu_end(k->p, HW_CF_ALU);
}

static void barrier(struct maker *k)
{
    begin_clause(k);
    group(k->p, &(struct alu){.op = HW_ALU_OP_GROUP_BARRIER, .masked = true}, 1);
    alu_end(k->p, HW_CF_ALU);
}

/* ---- control flow ---- */

static void random_block(struct maker *k, unsigned most);

/* Instructions do nothing where no lane runs: a branch need not jump over them. */
static void branch(struct maker *k)
{
    const bool uniform = k->uniform, has_else = one_in(k, 2), jumps = has_else || one_in(k, 2);
    k->uniform = false;
    begin_clause(k);
    predicate(k, true);
    alu_end(k->p, HW_CF_ALU_PUSH_BEFORE);
    const uint32_t jump = here(k->p);
    if (jumps)
        cf(k->p, HW_CF_JUMP, 0, has_else ? 0 : 1);
    random_block(k, 3);
    const uint32_t other = here(k->p);
    if (has_else) {
        cf(k->p, HW_CF_ELSE, 0, 1);
        random_block(k, 2);
    }
    cf(k->p, HW_CF_POP, here(k->p) + 1, 1);
    if (jumps)
        patch(k->p, jump, has_else ? other : here(k->p));
    if (has_else)
        patch(k->p, other, here(k->p));
    k->uniform = uniform;
}

/* Leaves the loop, or goes on with its next turn, in the lanes that the clause which ends here
 * tests. Returns the instruction whose target is the loop's end. */
static uint32_t leave_by(struct maker *k, unsigned cf_op)
{
    alu_end(k->p, HW_CF_ALU_PUSH_BEFORE);
    const uint32_t skip = here(k->p);
    cf(k->p, HW_CF_JUMP, 0, 1);
    const uint32_t jump = here(k->p);
    cf(k->p, cf_op, 0, 0);
    cf(k->p, HW_CF_POP, here(k->p) + 1, 1);
    patch(k->p, skip, here(k->p));
    return jump;
}

static uint32_t leave(struct maker *k)
{
    begin_clause(k);
    predicate(k, true);
    return leave_by(k, one_in(k, 2) ? HW_CF_LOOP_BREAK : HW_CF_LOOP_CONTINUE);
}

/* Counts a turn; lanes without another leave the loop. Returns the instruction whose target is the
 * loop's end; 0: none. */
static uint32_t count_turn(struct maker *k, unsigned chan)
{
    const bool breaks = hw_cf_exists(HW_CF_ALU_BREAK, k->chip->vliw);
    const struct src left = r(COUNTS, chan), none = special(HW_SRC_0, 0);
    begin_clause(k);
    own(k, HW_ALU_OP_SUB_INT, COUNTS, chan, left, special(HW_SRC_1_INT, 0), r(0, 0));
    alu_predicate(k->p, breaks ? HW_ALU_OP_PRED_SETGE_INT : HW_ALU_OP_PRED_SETGT_INT,
                  breaks ? left : none, breaks ? none : left);
    if (!breaks)
        return leave_by(k, HW_CF_LOOP_BREAK);
    alu_end(k->p, HW_CF_ALU_BREAK);
    return 0;
}

/* At most eight turns, by lane. */
static void loop(struct maker *k)
{
    const bool uniform = k->uniform, leaves = one_in(k, 2);
    const unsigned chan = k->loops++;
    uint32_t jump = 0;
    k->uniform = false;
    begin_clause(k);
    own(k, HW_ALU_OP_AND_INT, COUNTS, chan, register_of(k, INTEGERS), lit(7), r(0, 0));
    alu_end(k->p, HW_CF_ALU);
    const uint32_t start = here(k->p);
    cf(k->p, HW_CF_LOOP_START_DX10, 0, 0);
    const uint32_t last = count_turn(k, chan);
    random_block(k, 3);
    if (leaves) {
        jump = leave(k);
        random_block(k, 1);
    }
    const uint32_t end = here(k->p);
    cf(k->p, HW_CF_LOOP_END, start + 1, 0);
    patch(k->p, start, here(k->p));
    if (leaves)
        patch(k->p, jump, end);
    if (last)
        patch(k->p, last, end);
    k->loops--;
    k->uniform = uniform;
}

static void random_block(struct maker *k, unsigned most)
{
    static void (*const leaves[])(struct maker *) = {random_clause, random_clause,   random_clause,
                                                     random_load,   random_store,    random_atomic,
                                                     random_lds,    random_lds_part, barrier};
    static void (*const inner[])(struct maker *) = {branch, branch, loop};
    k->depth++;
    for (unsigned i = 1 + chance_below(k->chance, most); i > 0; i--)
        if (k->depth <= DEPTH_MAX && one_in(k, 3))
            inner[chance_below(k->chance, COUNT(inner))](k);
        else
            leaves[chance_below(k->chance, COUNT(leaves) - !k->uniform)](k);
    k->depth--;
}

/* ---- the whole ---- */

void random_machine(struct machine *m, struct chance *chance)
{
    m->gprs = GPRS;
    m->stack = STACK;
    m->lds_dwords = LDS_DWORDS;
    m->local[0] = (uint32_t[]){m->wave_size, 100, 1, 20}[chance_below(chance, 4)];
    m->groups[0] = 1 + chance_below(chance, 3);
    for (unsigned i = 0; i < INPUT_BYTES / 4; i += 1 + chance_below(chance, 64))
        pool_words(m, 0)[i] = number(chance);
    memset(m->pool + OWN, 0, POOL_BYTES - OWN);
    for (unsigned i = 0; i < CONST_BYTES / 4; i++)
        m->consts[i] = number(chance);
}

static void start(struct maker *k, const struct machine *m)
{
    begin_clause(k);
    own(k, HW_ALU_OP_MULLO_INT, 2, 2, r(1, 0), lit(m->local[0]), r(0, 0));
    own(k, HW_ALU_OP_ADD_INT, 2, 2, r(2, 2), r(0, 0), r(0, 0));
    own(k, HW_ALU_OP_LSHL_INT, 2, 0, r(2, 2), lit(6), r(0, 0));
    own(k, HW_ALU_OP_LSHL_INT, 2, 1, r(2, 2), lit(4), r(0, 0));
    own(k, HW_ALU_OP_ADD_INT, 2, 1, r(2, 1), lit(OWN / 4), r(0, 0));
    for (unsigned gpr = 3; gpr < GPRS; gpr++)
        for (unsigned c = 0; c < 4; c++)
            own(k, HW_ALU_OP_MOV, gpr, c, special(HW_SRC_0, 0), r(0, 0), r(0, 0));
    alu_end(k->p, HW_CF_ALU);
    for (unsigned i = 0; i < 4; i++) {
        begin_clause(k);
        own(k, HW_ALU_OP_ADD_INT, ADDRESSES, 0, r(2, 0), lit(16 * i), r(0, 0));
        alu_end(k->p, HW_CF_ALU);
        fetch_begin(k->p);
        load(k->p, FLOATS + i, ADDRESSES, 0, HW_FMT_32_32_32_32, 4);
        fetch_end(k->p);
    }
}

static void store_all(struct maker *k)
{
    for (unsigned i = 0; i < 4; i++) {
        begin_clause(k);
        own(k, HW_ALU_OP_ADD_INT, INDEX, 0, r(2, 1), lit(4 * i), r(0, 0));
        if (i < 2)
            keep_floats(k, FLOATS + i);
        for (unsigned c = 0; i >= 2 && c < 4; c++)
            own(k, HW_ALU_OP_MOV, STORED, c, r(INTEGERS + i - 2, c), r(0, 0), r(0, 0));
        alu_end(k->p, HW_CF_ALU);
        rat(k->p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, STORED, INDEX, 15);
    }
}

void random_program(struct program *p, const struct machine *m, const struct hw_chip *chip,
                    struct chance *chance)
{
    struct maker k = {.p = p, .chance = chance, .chip = chip, .uniform = true};
    memset(p, 0, sizeof(*p));
    p->has_cf_end = chip->vliw == HW_VLIW4;
    start(&k, m);
    random_block(&k, 5);
    store_all(&k);
    finish(p);
}
