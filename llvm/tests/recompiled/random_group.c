/* SPDX-License-Identifier: MIT */
/* random_group.c: see random_group.h. */
#include "llvm/tests/recompiled/random_group.h"

#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/decode/program.h"

uint32_t chance_bits(struct chance *chance)
{
    uint64_t x = chance->state += 0x9e3779b97f4a7c15u; /* SplitMix64 (Steele et al., 2014) */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((x ^ x >> 31) >> 32);
}

uint32_t chance_below(struct chance *chance, uint32_t count)
{
    return (uint32_t)((uint64_t)chance_bits(chance) * count >> 32);
}

bool one_in(struct maker *k, uint32_t count)
{
    return !chance_below(k->chance, count);
}

uint32_t number(struct chance *chance)
{
    static const uint32_t rows[] = {0,          1,          2,          31,         32,
                                    0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000,
                                    0x3f000000, 0x40490fdb, 0x7f800000, 0xff800000, NAN_BITS,
                                    0x00000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0x4f000000,
                                    0xcf000000, 0x4b000000, 0x33800000, 0xff,       0xffff};
    const uint32_t bits = chance_bits(chance);
    if (chance_below(chance, 3) == 0)
        return rows[chance_below(chance, COUNT(rows))];
    if (chance_below(chance, 2) == 0)
        return bits % 1000;
    return chance_below(chance, 2) ? bits : 0x3f000000 + bits % 0x3000000;
}

/* ---- what the decoder says ---- */

/* Whether the program is accepted if it ends here. */
static bool is_legal(const struct maker *k)
{
    static struct program p;
    char error[256];
    const struct sim_program_mode mode = {
        .gprs = GPRS, .stack_entries = STACK, .double_denormals = true, .strict = true};
    p = *k->p;
    finish(&p);
    struct sim_program *program = sim_program_decode(p.words, p.word_count, &mode, k->chip,
                                                     sim_lanes_select(), error, sizeof(error));
    sim_program_destroy(program);
    return program != NULL;
}

/* ---- operands ---- */

struct src register_of(struct maker *k, unsigned first)
{
    return r(first + chance_below(k->chance, 2), chance_below(k->chance, 4));
}

/* A source of an operation: floats, too, or integers alone. */
static struct src source(struct maker *k, bool real)
{
    const unsigned previous = chance_below(k->chance, 5);
    switch (chance_below(k->chance, 8)) {
    case 0:
        return lit(number(k->chance));
    case 1:
        return special((unsigned[]){HW_SRC_0, HW_SRC_1, HW_SRC_1_INT, HW_SRC_M_1_INT,
                                    HW_SRC_0_5}[chance_below(k->chance, 5)],
                       0);
    case 2:
        return special(HW_SRC_KCACHE0 + chance_below(k->chance, 16), chance_below(k->chance, 4));
    case 3:
        if (!k->known[previous] || (k->real[previous] && !real))
            return register_of(k, INTEGERS);
        return previous < 4 ? special(HW_SRC_PV, previous) : special(HW_SRC_PS, 0);
    case 4:
        return one_in(k, 4) ? r(0, 0) : register_of(k, INTEGERS);
    default:
        return register_of(k, real && !one_in(k, 3) ? FLOATS : INTEGERS);
    }
}

static bool is_plain(const struct maker *k, int alu_op)
{
    const struct hw_alu_info *info = &hw_alu_info[alu_op];
    static const char *const others[] = {"NOP",   "INTERP", "STORE", "LOAD",
                                         "GROUP", "SET_",   "LDS",   "MBCNT"};
    for (unsigned i = 0; i < COUNT(others); i++)
        if (!strncmp(info->name, others[i], strlen(others[i])))
            return false;
    return hw_alu_slots(alu_op, k->chip->vliw) != HW_SLOTS_NONE &&
           !(info->flags &
             (HW_ALU_PRED | HW_ALU_KILL | HW_ALU_F64 | HW_ALU_REDUCE | HW_ALU_PREV | HW_ALU_MOVA));
}

static const struct hw_alu_info *pick_op(struct maker *k, struct alu *a)
{
    do
        a->op = (int)chance_below(k->chance, HW_ALU_OP_COUNT);
    while (!is_plain(k, a->op));
    return &hw_alu_info[a->op];
}

/* An instruction by chance for a slot; returns whether its result is a float. */
static bool pick(struct maker *k, unsigned slot, struct alu *a)
{
    *a = (struct alu){.chan = slot < 4 ? slot : chance_below(k->chance, 4)};
    const struct hw_alu_info *info = pick_op(k, a);
    const unsigned types = info->types;
    const bool raw = types == HW_TYPES_FR || types == HW_TYPES_IR || types == HW_TYPES_RR;
    const bool takes_real = types == HW_TYPES_FF || types == HW_TYPES_FI || types == HW_TYPES_FR;
    const bool real = raw ? one_in(k, 2) : types == HW_TYPES_FF || types == HW_TYPES_IF;
    a->gpr = (real ? FLOATS : INTEGERS) + chance_below(k->chance, 2);
    for (unsigned i = 0; i < info->nsrc; i++) {
        const bool first = i == 0 && types != HW_TYPES_RR;
        a->src[i] = source(k, raw && !first ? real : takes_real);
        if (takes_real && (!raw || first)) {
            a->src[i].neg = one_in(k, 4);
            a->src[i].abs = !info->op3 && one_in(k, 6);
        }
    }
    if (types == HW_TYPES_FF && one_in(k, 5)) {
        a->clamp = one_in(k, 2);
        a->omod = info->op3 ? 0 : chance_below(k->chance, 4);
    }
    return real;
}

/* ---- groups ---- */

/* Literals beyond the four that a group has become registers. */
static void limit_literals(struct alu *a, uint32_t literals[4], unsigned *count)
{
    for (unsigned s = 0; s < 3; s++) {
        unsigned i = 0;
        if (a->src[s].sel != HW_SRC_LITERAL)
            continue;
        while (i < *count && literals[i] != a->src[s].literal)
            i++;
        if (i == 4)
            a->src[s] = r(INTEGERS, 0);
        else if (i == *count)
            literals[(*count)++] = a->src[s].literal;
    }
}

/* The units that run an instruction which begins in one: several on cayman, where they share it. */
static unsigned units_of(const struct maker *k, int alu_op, unsigned unit)
{
    const enum hw_alu_slots slots = hw_alu_slots(alu_op, k->chip->vliw);
    return hw_alu_is_shared(slots) ? hw_alu_slot_mask(slots, unit) : 1u << unit;
}

/* The operations of a group, unit by unit. */
struct units {
    struct alu alu[5];
    bool known[5], real[5];
};

/* Instructions by chance in one or more units. */
static void fill_units(struct maker *k, unsigned predicate, struct units *u)
{
    const bool whole = one_in(k, 2);
    const unsigned all = k->chip->vliw == HW_VLIW4 ? 4 : 5;
    uint32_t literals[4];
    unsigned literal_count = 0;
    bool any = false;
    *u = (struct units){0};
    for (unsigned unit = 0; unit < all; unit++) {
        if (u->known[unit] || (whole ? one_in(k, 3) : any || !one_in(k, 3)))
            continue;
        struct alu a;
        const bool real = pick(k, unit, &a);
        limit_literals(&a, literals, &literal_count);
        a.pred_sel = predicate;
        any = true;
        for (unsigned other = 0, in = units_of(k, a.op, unit); in >> other; other++)
            if (in >> other & 1) {
                u->alu[other] = a;
                u->alu[other].chan = other < 4 ? other : a.chan;
                u->alu[other].masked = other != unit && one_in(k, 2);
                u->known[other] = true;
                u->real[other] = real;
            }
    }
}

/* Appends what is in the units in their order; returns whether there is any. */
static bool append_units(struct program *p, const struct units *u)
{
    struct alu rows[5];
    unsigned count = 0;
    for (unsigned unit = 0; unit < 5; unit++)
        if (u->known[unit])
            rows[count++] = u->alu[unit];
    if (count)
        group(p, rows, count);
    return count;
}

void random_group(struct maker *k, unsigned predicate)
{
    static struct program before;
    before = *k->p;
    for (unsigned attempt = 0; attempt < 30; attempt++) {
        struct units u;
        fill_units(k, predicate, &u);
        if (!append_units(k->p, &u))
            continue;
        const uint32_t words = k->p->cf_words;
        const int32_t clause = k->p->clause_of[words / 2];
        alu_end(k->p, HW_CF_ALU);
        const bool legal = is_legal(k);
        k->p->cf_words = words;
        k->p->clause_of[words / 2] = clause;
        if (legal) {
            memcpy(k->known, u.known, sizeof(u.known));
            memcpy(k->real, u.real, sizeof(u.real));
            return;
        }
        *k->p = before;
    }
}

void begin_clause(struct maker *k)
{
    memset(k->known, 0, sizeof(k->known));
    alu_begin(k->p);
}

void own(struct maker *k, int alu_op, unsigned gpr, unsigned chan, struct src a, struct src b,
         struct src c)
{
    struct units u = {0};
    for (unsigned unit = 0, in = units_of(k, alu_op, chan); in >> unit; unit++) {
        u.known[unit] = in >> unit & 1;
        u.alu[unit] = (struct alu){
            .op = alu_op, .gpr = gpr, .chan = unit, .masked = unit != chan, .src = {a, b, c}};
    }
    append_units(k->p, &u);
    memset(k->known, 0, sizeof(k->known));
}
