/* SPDX-License-Identifier: MIT */
/* affine.c: how lanes of results differ, by how those of the sources do. */
#include "llvm/recompile/affine.h"

#include <string.h>

#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"
#include "llvm/recompile/counted.h"
#include "llvm/recompile/flow.h"

static const struct affine_form unknown = {0}, uniform = {.bits = 32, .bounded = true},
                                shared = {.bits = 32, .bounded = true, .shared = true};

/* Lanes that differ as those of `like` do, by another step. A basis's multiple of 0 is left alone:
 * who knows that lanes are one computes the first one's of the sources'. */
static struct affine_form form(struct affine_form like, uint32_t step, unsigned bits, bool bounded)
{
    return like.basis && !step ? unknown
                               : (struct affine_form){.step = step,
                                                      .basis = like.basis,
                                                      .bits = (uint8_t)bits,
                                                      .bounded = bits == 32 || bounded};
}

/* Whether bases are runs. */
static bool in_runs(const struct affine_forms *forms)
{
    return forms->state->line == RECOMPILE_LINE_RUNS;
}

/* A result that lanes differ in by so much more for each lane, if it has a basis. */
static struct affine_form along(struct affine_form result, uint32_t step)
{
    result.along = result.basis ? step : 0;
    return result;
}

/* Blocks of the group differ by numbers, too. Where lanes are one, those beside have the same. */
static struct affine_form shared_by(struct affine_form form, bool known, uint32_t apart,
                                    uint32_t beside)
{
    const uint32_t bits = form.bits ? UINT32_MAX >> (32 - form.bits) : 0;
    form.shared = known && form.bits && !form.basis && (form.step || !(beside & bits));
    form.apart = form.shared ? apart & bits : 0;
    form.beside = form.shared ? beside & bits : 0;
    return form;
}

/* Lanes from one number to another; nothing is known where the latter is too large. */
static struct affine_form within(struct affine_form form, uint64_t least, uint64_t most)
{
    form.least = most < UINT32_MAX ? (uint32_t)least : 0;
    form.limit = most < UINT32_MAX ? (uint32_t)most + 1 : 0;
    return form;
}

/* All lanes are a number. */
static struct affine_form numbered(uint32_t number)
{
    struct affine_form form = within(shared, number, number);
    form.zeros = number ? (uint8_t)__builtin_ctz(number) : 32;
    form.counted = form.limit != 0;
    return form;
}

struct affine_form affine_vector(const struct affine_forms *forms, uint32_t place)
{
    return forms->at ? forms->at[place / SIM_LANES] : unknown;
}

struct affine_form affine_source(const struct affine_forms *forms, const struct sim_src *src)
{
    if (!forms->at || src->relative)
        return unknown;
    if (src->special)
        return uniform;
    if (src->space != SIM_SPACE_WAVE)
        return src->space == SIM_SPACE_LITERAL && !src->mods
                   ? numbered(forms->program->literals[src->offset])
                   : shared;
    const struct affine_form own = affine_vector(forms, src->offset);
    if (!src->mods)
        return own;
    return !affine_is_uniform(own) ? unknown : affine_is_repeated(own) ? shared : uniform;
}

bool affine_uniform_op(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++)
        if (!affine_is_uniform(affine_source(forms, &op->src[i])))
            return false;
    return true;
}

bool affine_repeated_op(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    const bool beside = recompile_along(forms->state) > 1;
    bool repeated = !forms->ragged;
    for (unsigned i = 0; i < 3; i++) {
        const struct affine_form source = affine_source(forms, &op->src[i]);
        repeated &= affine_is_repeated(source) && !(beside && source.beside);
    }
    return repeated;
}

bool affine_literal(const struct affine_forms *forms, const struct sim_src *src, uint32_t *value)
{
    if (src->space != SIM_SPACE_LITERAL || src->mods || src->special || src->relative)
        return false;
    *value = forms->program->literals[src->offset];
    return true;
}

static struct affine_form sum(struct affine_form a, struct affine_form b, bool minus)
{
    if (!a.bits || !b.bits || (a.step && b.step && a.basis != b.basis))
        return unknown;
    return shared_by(form(a.step ? a : b, minus ? a.step - b.step : a.step + b.step,
                          a.bits < b.bits ? a.bits : b.bits, false),
                     a.shared && b.shared, minus ? a.apart - b.apart : a.apart + b.apart,
                     minus ? a.beside - b.beside : a.beside + b.beside);
}

/* The same where one has a basis that is runs. */
static struct affine_form sum_of_runs(struct affine_form a, struct affine_form b, bool minus)
{
    const uint32_t one = a.basis ? a.step : 0, other = b.basis ? b.step : 0,
                   lane = a.basis ? a.along : a.step, by = b.basis ? b.along : b.step;
    if (!affine_follows(a) || !affine_follows(b) || (a.basis && b.basis && a.basis != b.basis))
        return unknown;
    return along(form(a.basis ? a : b, minus ? one - other : one + other,
                      a.bits < b.bits ? a.bits : b.bits, false),
                 minus ? lane - by : lane + by);
}

static struct affine_form sum_for(const struct affine_forms *forms, struct affine_form a,
                                  struct affine_form b, bool minus)
{
    return (in_runs(forms) && (a.basis || b.basis) ? sum_of_runs : sum)(a, b, minus);
}

static struct affine_form shift_left(struct affine_form a, uint32_t by)
{
    if (!a.bits || by > 31)
        return unknown;
    return along(shared_by(form(a, a.step << by, a.bits + by < 32 ? a.bits + by : 32, false),
                           a.shared, a.apart << by, a.beside << by),
                 a.along << by);
}

static struct affine_form shift_right(struct affine_form a, uint32_t by)
{
    const uint32_t lost = (1u << (by & 31)) - 1;
    if (a.bits != 32 || by > 31 || a.step & lost || a.step > INT32_MAX || a.along)
        return unknown;
    return shared_by(form(a, a.step >> by, 32 - by, true),
                     a.shared && !((a.apart | a.beside) & lost), a.apart >> by, a.beside >> by);
}

static struct affine_form mask(struct affine_form a, uint32_t by)
{
    const unsigned ones = by == UINT32_MAX ? 32 : (unsigned)__builtin_ctz(~by);
    if (!a.bits || !ones || (ones < 32 && by >> ones))
        return unknown;
    return along(shared_by(form(a, a.step, a.bits < ones ? a.bits : ones, a.bits >= ones), a.shared,
                           a.apart, a.beside),
                 a.along);
}

static struct affine_form product(struct affine_form a, uint32_t by)
{
    return a.bits ? along(shared_by(form(a, a.step * by, a.bits, false), a.shared, a.apart * by,
                                    a.beside * by),
                          a.along * by)
                  : unknown;
}

/* The result of an operation on one source and a literal, which is the first source if the order
 * does not matter. */
static struct affine_form by_literal(const struct affine_forms *forms, const struct sim_alu_op *op,
                                     const struct affine_form s[3])
{
    static struct affine_form (*const rules[SIM_AFFINE_COUNT])(struct affine_form, uint32_t) = {
        [SIM_AFFINE_LEFT] = shift_left,
        [SIM_AFFINE_RIGHT] = shift_right,
        [SIM_AFFINE_MASK] = mask,
        [SIM_AFFINE_PRODUCT] = product};
    const bool commutes = hw_alu_info[op->map].flags & HW_ALU_COMM;
    const unsigned rule = sim_op_traits(op).affine;
    uint32_t value;
    if (!rules[rule])
        return unknown;
    if (commutes && affine_literal(forms, &op->src[0], &value))
        return rules[rule](s[1], value);
    return affine_literal(forms, &op->src[1], &value) ? rules[rule](s[0], value) : unknown;
}

uint32_t affine_reach(struct affine_form own)
{
    const uint32_t reach = own.step * SIM_NATIVE_LANES;
    const bool fill = own.bits == 32 && !own.basis && own.step && own.step <= SIM_MOST_TURNED &&
                      !(own.step & (own.step - 1));
    return fill && own.zeros >= __builtin_ctz(reach) ? reach : 0;
}

/* Bits that lanes have none of are set, or turned, in all of them: those above what lanes differ
 * in, where lane 0 has none of these. */
static struct affine_form turn_bits(const struct affine_forms *forms, const struct sim_alu_op *op,
                                    const struct affine_form s[3])
{
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t reach = affine_reach(s[i]);
        uint32_t value;
        if (sim_op_traits(op).bits != SIM_BITS_INSERT &&
            affine_literal(forms, &op->src[1 - i], &value) && reach && !(value & (reach - 1)))
            return form(s[i], s[i].step, 32, true);
    }
    return unknown;
}

/* The lowest bits that lane 0 of an affine result has none of, as far as it is known. */
static uint8_t find_zeros(const struct affine_forms *forms, const struct sim_alu_op *op,
                          const struct affine_form s[3])
{
    const unsigned least = s[0].zeros < s[1].zeros ? s[0].zeros : s[1].zeros,
                   most = s[0].zeros + s[1].zeros - least, both = s[0].zeros + s[1].zeros;
    uint32_t by;
    switch ((enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0].zeros;
    case SIM_AFFINE_SUM:
    case SIM_AFFINE_DIFFERENCE:
        return (uint8_t)least;
    case SIM_AFFINE_LOOK:
        return sim_op_traits(op).bits == SIM_BITS_INSERT ? 0 : (uint8_t)least;
    case SIM_AFFINE_LEFT:
        return affine_literal(forms, &op->src[1], &by) && s[0].zeros + by < 32
                   ? (uint8_t)(s[0].zeros + by)
                   : 0;
    case SIM_AFFINE_MASK:
        return (uint8_t)most;
    case SIM_AFFINE_PRODUCT:
        return both < 32 ? (uint8_t)both : 32;
    case SIM_AFFINE_THIRD:
        return both < s[2].zeros ? (uint8_t)both : s[2].zeros;
    default:
        return 0;
    }
}

bool affine_makes_runs(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    uint32_t value;
    if (!in_runs(forms) || op->finish || op->map < 0 || sim_op_traits(op).affine != SIM_AFFINE_MASK)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        const struct affine_form own = affine_source(forms, &op->src[i]),
                                 by = affine_source(forms, &op->src[1 - i]);
        if (own.bits == 32 && !own.basis && own.step == 1 && affine_follows(own) &&
            affine_is_uniform(by) && affine_is_repeated(by) &&
            !affine_literal(forms, &op->src[1 - i], &value))
            return true;
    }
    return false;
}

/* A mask, or a shift to the right, of lanes that differ in bits alone that lane 0 has none of: all
 * of these are kept, or none. Blocks that go abreast rather know how they lie to each other. */
static struct affine_form part_bits(const struct affine_forms *forms, const struct sim_alu_op *op,
                                    const struct affine_form s[3])
{
    const bool masks = sim_op_traits(op).affine == SIM_AFFINE_MASK;
    for (unsigned i = 0; i < (masks ? 2 : 1) && forms->program->barriers; i++) {
        const uint32_t reach = affine_reach(s[i]);
        uint32_t by;
        if (!reach || !affine_literal(forms, &op->src[1 - i], &by))
            continue;
        const uint32_t kept = masks ? by & (reach - 1) : by < 32 ? (reach - 1) >> by : reach;
        if (!kept)
            return uniform;
        if (masks && kept == reach - 1)
            return form(s[i], s[i].step, 32, true);
    }
    return by_literal(forms, op, s);
}

static struct affine_form map_form(const struct affine_forms *forms, const struct sim_alu_op *op,
                                   const struct affine_form s[3])
{
    switch ((enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0];
    case SIM_AFFINE_SUM:
    case SIM_AFFINE_DIFFERENCE:
        return sum_for(forms, s[0], s[1], sim_op_traits(op).affine == SIM_AFFINE_DIFFERENCE);
    case SIM_AFFINE_THIRD: /* the product is what it is, in all lanes */
        if (!affine_is_uniform(s[0]) || !affine_is_uniform(s[1]))
            return unknown;
        return sum_for(forms,
                       affine_is_repeated(s[0]) && affine_is_repeated(s[1]) ? shared : uniform,
                       s[2], false);
    case SIM_AFFINE_LOOK:
        return turn_bits(forms, op, s);
    case SIM_AFFINE_MASK:
    case SIM_AFFINE_RIGHT:
        return part_bits(forms, op, s);
    default:
        return by_literal(forms, op, s);
    }
}

/* Where products lie; false: that is not known. */
static bool find_product(const struct affine_form s[3], uint64_t *least, uint64_t *most)
{
    enum { MOST_FACTOR = 1 << 23 }; /* operations of 24 bits, with a sign or without, keep it */
    const bool zero = s[0].limit == 1 || s[1].limit == 1, small = s[0].limit && s[1].limit &&
                                                                  s[0].limit <= MOST_FACTOR &&
                                                                  s[1].limit <= MOST_FACTOR;
    *least = zero ? 0 : (uint64_t)s[0].least * s[1].least;
    *most = zero ? 0 : (s[0].limit - 1ull) * (s[1].limit - 1ull);
    return zero || small;
}

/* Where lanes of a result lie, as far as it is known. */
static struct affine_form bound(struct affine_form result, const struct sim_alu_op *op,
                                const struct affine_form s[3])
{
    const bool known = s[0].limit && s[1].limit;
    const uint64_t most[] = {s[0].limit - 1u, s[1].limit - 1u};
    const uint32_t by = s[1].least, bits = (s[0].limit - 1) | (s[1].limit - 1) | 1;
    uint64_t low, high;
    switch ((enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0].limit ? within(result, s[0].least, most[0]) : result;
    case SIM_AFFINE_RIGHT:
        return known && by < 32 && most[1] == by ? within(result, s[0].least >> by, most[0] >> by)
                                                 : result;
    case SIM_AFFINE_MASK: /* of what is not known the most is UINT32_MAX */
        return within(result, 0, most[0] < most[1] ? most[0] : most[1]);
    case SIM_AFFINE_SUM:
        return known ? within(result, (uint64_t)s[0].least + s[1].least, most[0] + most[1])
                     : result;
    case SIM_AFFINE_LEFT:
        return known && by < 32 && most[1] == by
                   ? within(result, (uint64_t)s[0].least << by, most[0] << by)
                   : result;
    case SIM_AFFINE_PRODUCT:
        return find_product(s, &low, &high) ? within(result, low, high) : result;
    case SIM_AFFINE_THIRD:
        return find_product(s, &low, &high) && s[2].limit
                   ? within(result, low + s[2].least, high + s[2].limit - 1u)
                   : result;
    case SIM_AFFINE_LOOK: /* OR_INT or XOR_INT */
        return known && sim_op_traits(op).bits != SIM_BITS_INSERT
                   ? within(result, 0, UINT32_MAX >> __builtin_clz(bits))
                   : result;
    default:
        return result;
    }
}

struct affine_form affine_result(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    struct affine_form s[3];
    if (!forms->at || op->map < 0 || sim_op_traits(op).affine == SIM_AFFINE_OWN)
        return unknown;
    const bool same = affine_uniform_op(forms, op), repeated = affine_repeated_op(forms, op);
    for (unsigned i = 0; i < 3; i++)
        s[i] = affine_source(forms, &op->src[i]);
    struct affine_form result = op->finish ? unknown : map_form(forms, op, s);
    if (same && !affine_is_uniform(result))
        result = uniform;
    if (same && repeated)
        result = shared;
    if (!result.bits || result.basis)
        return result;
    const bool beside = !s[0].beside && !s[1].beside && !s[2].beside;
    result.shared = (result.shared && !forms->ragged) || (repeated && beside);
    result.least = result.limit = result.zeros = 0;
    if (!op->finish) {
        result = bound(result, op, s);
        result.zeros = find_zeros(forms, op, s);
        if (result.limit && !result.step && result.zeros < 32) /* the number is a multiple */
            result.limit = ((result.limit - 1) & UINT32_MAX << result.zeros) + 1;
    }
    return counted_result(forms, op, s, result);
}

uint32_t affine_basis(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    if (!forms->at || forms->looped || in_runs(forms) ||
        sim_op_traits(op).affine < SIM_AFFINE_SUM || op->finish || affine_result(forms, op).bits)
        return 0;
    for (unsigned i = 0; i < 3; i++)
        if (!affine_source(forms, &op->src[i]).bits)
            return 0;
    return (uint32_t)(op - forms->program->ops) + 1;
}

static struct affine_form result_or_basis(const struct affine_forms *forms,
                                          const struct sim_alu_op *op)
{
    const uint32_t basis = affine_makes_runs(forms, op) ? (uint32_t)(op - forms->program->ops) + 1
                                                        : affine_basis(forms, op);
    return basis ? (struct affine_form){.step = 1, .basis = basis, .bits = 32, .bounded = true}
                 : affine_result(forms, op);
}

/* Behind a barrier nobody knows what was looked at before it. */
static void forget_bases(struct affine_forms *forms)
{
    for (uint32_t v = 0; v < forms->program->vector_count; v++)
        if (forms->at[v].basis)
            forms->at[v] = unknown;
}

static void set(struct affine_forms *forms, uint32_t vector, struct affine_form value)
{
    forms->at[vector] = value;
    if (value.bits && (!value.basis || in_runs(forms)))
        forms->scalar[vector] = true;
}

/* Lanes that do not run keep what they had, if somebody reads that. */
static void assign(struct affine_forms *forms, uint32_t vector, struct affine_form value,
                   bool whole)
{
    set(forms, vector, whole || !forms->kept[vector] ? value : unknown);
}

bool affine_plain_lds(const struct sim_alu_op *op)
{
    return !op->predicate && !(op->flags & SIM_OP_SOURCES) &&
           (op->lds_op == HW_LDS_READ_RET || op->lds_op == HW_LDS_WRITE);
}

static bool is_uniform_read(const struct affine_forms *forms, const struct sim_alu_op *op)
{
    return op->lds_op == HW_LDS_READ_RET && affine_plain_lds(op) &&
           affine_is_uniform(affine_source(forms, &op->src[0]));
}

bool affine_uniform_fetch(const struct affine_forms *forms, const struct sim_fetch *fetch)
{
    return forms->state->fetches[fetch - forms->program->fetches].kind == RECOMPILE_FETCH_PLAIN &&
           affine_is_uniform(affine_vector(forms, sim_fetch_index(fetch) * SIM_LANES));
}

void affine_start(struct affine_forms *forms)
{
    if (!forms->at || !forms->state->rows)
        return;
    /* Blocks that go abreast are of one wavefront. */
    const bool columns = forms->state->line == RECOMPILE_LINE_Y,
               row = forms->state->line == RECOMPILE_LINE_X || in_runs(forms),
               rows = row || (forms->state->abreast > 1 &&
                              forms->state->rows == SIM_NATIVE_BLOCKS && !columns);
    /* Registers begin as zeros. Those that nobody wrote to are not kept where blocks meet. */
    const bool zeros = forms->program->barriers && !flow_indexed(forms->program);
    for (uint32_t v = 0; zeros && v < forms->program->vector_count; v++)
        set(forms, v, numbered(0));
    /* The work-items of a group whose blocks are counted. */
    const uint64_t items = (uint64_t)forms->state->blocks * SIM_NATIVE_LANES,
                   most = items ? items - 1 : UINT32_MAX;
    const bool several = columns && forms->state->across > 1;
    struct affine_form own = shared_by(form(uniform, 1, 32, true), rows || columns,
                                       rows ? SIM_NATIVE_LANES : 0, several ? SIM_NATIVE_LANES : 0);
    own.zeros = (uint8_t)__builtin_ctz(SIM_NATIVE_LANES);
    own = within(own, 0, most);
    struct affine_form y = within(shared_by(uniform, rows || columns, columns, 0), 0, most);
    const bool counts = items && items <= SIM_NATIVE_LANES << SIM_COUNTED_BITS;
    if (counts && row)
        own = counted_by(own, SIM_NATIVE_LANES);
    if (counts && columns && !several)
        y = counted_by(y, 1);
    set(forms, 0, own); /* R0: the work-item in its group, R1: the group */
    set(forms, 1, y);
    set(forms, 2, within(shared_by(uniform, rows || columns, 0, 0), 0, most));
    for (uint32_t v = 1; row && v <= 2; v++)
        set(forms, v, numbered(0)); /* the group is one row */
    for (uint32_t v = 4; v < 7; v++)
        set(forms, v, shared);
}

/* The affine form of what an operation writes, `whole` as for affine_op. */
static struct affine_form written(const struct affine_forms *forms, const struct sim_alu_op *op,
                                  enum sim_operand_kind kind, bool whole)
{
    if (kind == SIM_OPERAND_QUEUE)
        return whole && is_uniform_read(forms, op) ? uniform : unknown;
    return op->action != SIM_ACTION_NONE || op->predicate ? unknown : result_or_basis(forms, op);
}

void affine_op(struct affine_forms *forms, const struct sim_alu_op *op, bool whole)
{
    if (!forms->at)
        return;
    if (op->dst_relative) {
        for (uint32_t v = 0; v < sim_program_registers(forms->program); v++)
            forms->at[v] = unknown;
        return;
    }
    if (op->action == SIM_ACTION_BARRIER)
        forget_bases(forms);
    const struct sim_operands writes = sim_op_writes(op);
    SIM_FOR_OPERANDS(to, writes)
        assign(forms, to->vector, written(forms, op, to->kind, whole), whole);
}

void affine_fetch(struct affine_forms *forms, const struct sim_fetch *fetch, bool whole)
{
    if (!forms->at)
        return;
    const bool same = whole && affine_uniform_fetch(forms, fetch),
               once = same && forms->state->abreast > 1 && !forms->ragged &&
                      affine_is_repeated(affine_vector(forms, sim_fetch_index(fetch) * SIM_LANES));
    const struct sim_operands writes = sim_fetch_writes(fetch);
    SIM_FOR_OPERANDS(to, writes)
        assign(forms, to->vector, once ? shared : same ? uniform : unknown, whole);
}

bool affine_merge(struct affine_form *into, const struct affine_form *from, uint32_t count)
{
    bool changed = false;
    for (uint32_t v = 0; v < count; v++) {
        const struct affine_form a = into[v], b = from[v];
        const bool alike = a.step == b.step && a.basis == b.basis && a.along == b.along,
                   equally = a.shared && b.shared && a.apart == b.apart && a.beside == b.beside,
                   inside = !a.limit || (b.limit && a.least <= b.least && a.limit >= b.limit);
        const bool counted = inside && counted_alike(a, b);
        if (!a.bits ||
            (a.bits <= b.bits && (counted || !a.counted) && alike && a.bounded <= b.bounded &&
             a.shared <= equally && a.zeros <= b.zeros && inside))
            continue;
        into[v] = !alike || !b.bits
                      ? unknown
                      : form(a, a.step, a.bits < b.bits ? a.bits : b.bits, a.bounded && b.bounded);
        into[v] = along(shared_by(into[v], equally, a.apart, a.beside), a.along);
        into[v].zeros = !into[v].bits ? 0 : a.zeros < b.zeros ? a.zeros : b.zeros;
        if (into[v].bits && inside && a.limit)
            into[v] = within(into[v], a.least, a.limit - 1u);
        into[v].counted = counted && into[v].limit;
        memcpy(into[v].powers, a.powers, sizeof(a.powers));
        changed = true;
    }
    return changed;
}
