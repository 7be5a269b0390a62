/* SPDX-License-Identifier: MIT */
/* spill_code.c: stores and loads of spilled values. */
#include <assert.h>
#include <string.h>

#include "llvm/evergreen/alloc/spill_code.h"
#include "llvm/evergreen/mir/values.h"

enum {
    REUSE = 8, /* a loaded value is used again within so many instructions; behind them it is loaded
                  anew */
    REUSE_ROUNDS =
        4, /* so many rounds of spilling reuse; in later ones each use has a load of its own */
    MAX_OFFSET =
        4095, /* the largest offset that the instruction holds; a larger one goes into its index */
    NO_SLOT = UINT32_MAX
};

struct rewriter {
    struct spill *spill;
    struct mir_function *f;
    uint32_t count; /* of registers before the rewrite */
    uint32_t *slot; /* by register: dword of scratch memory */
    uint32_t
        *copy; /* by register: the register with its value at this point of the walk; 0: none */
    uint32_t *copied_at; /* by register: the number of the instruction that `copy` was made for */
    uint32_t now;
    struct mir_block *block;
};

static void set_bit(uint64_t *set, uint32_t bit)
{
    set[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* --- What can be computed anew --- */

static bool has_constant_sources(const struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind != MIR_LITERAL && inst->src[i].kind != MIR_KCACHE)
            return false;
    return !(hw_alu_info[inst->op].flags & HW_ALU_PREV);
}

/* Whether an instruction can be rematerialised: it computes from constants, or loads from a slot
 * that an earlier round stored to. A slot does not change while a register that was loaded from it
 * is live. */
static bool can_redo(const struct spill *spill, const struct mir_inst *inst, uint32_t v)
{
    return (inst->kind == MIR_ALU && has_constant_sources(inst)) ||
           (inst->kind == MIR_SCRATCH_LOAD && v >= spill->first_load);
}

static void find_origins(struct spill *spill)
{
    struct mir_function *f = spill->f;
    uint64_t *defined = arena_array(f->arena, f->vreg_count / 64 + 1, sizeof(*defined));
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            for (unsigned d = 0; d < inst->dst_count; d++) {
                uint32_t v = inst->dst[d];
                bool single = !mir_bit(defined, v);
                spill->origin[v] = single && can_redo(spill, inst, v) ? inst : NULL;
                set_bit(defined, v);
            }
}

static void grow_fixed(struct spill *spill)
{
    uint32_t words = spill->f->vreg_count / 64 + 1;
    uint64_t *fixed = arena_array(spill->f->arena, words, sizeof(*fixed));
    if (spill->fixed_words)
        memcpy(fixed, spill->fixed, spill->fixed_words * sizeof(*fixed));
    spill->fixed = fixed;
    spill->fixed_words = words;
}

void spill_prepare(struct spill *spill)
{
    struct mir_function *f = spill->f;
    spill->chosen = arena_array(f->arena, f->vreg_count / 64 + 1, sizeof(*spill->chosen));
    spill->origin = arena_array(f->arena, f->vreg_count, sizeof(struct mir_inst *));
    grow_fixed(spill);
    find_origins(spill);
}

/* --- Rewriting --- */

static bool is_moved(const struct rewriter *r, uint32_t v)
{
    return v && v < r->count && mir_bit(r->spill->chosen, v);
}

static void set_address(const struct rewriter *r, struct mir_inst *inst, uint32_t v)
{
    assert(r->slot[v] != NO_SLOT);
    bool fits = r->slot[v] <= MAX_OFFSET;
    inst->src[0] = mir_literal(fits ? 0 : r->slot[v]);
    inst->offset = fits ? r->slot[v] : 0;
}

static void give_slot(struct rewriter *r, uint32_t v)
{
    assert(r->f->scratch_bytes % 4 == 0);
    r->slot[v] = r->f->scratch_bytes / 4;
    r->f->scratch_bytes += 4;
}

static struct mir_inst *clone(struct mir_function *f, const struct mir_inst *inst)
{
    struct mir_inst *copy = mir_new_inst(f, inst->kind, inst->op, inst->src_count);
    struct mir_operand *src = copy->src;
    *copy = *inst;
    copy->src = src;
    memcpy(src, inst->src, inst->src_count * sizeof(*src));
    memset(copy->kept, 0, sizeof(copy->kept));
    return copy;
}

/* The value in a register, made before an instruction. */
static void load_into(struct rewriter *r, struct mir_inst *before, uint32_t v, uint32_t into)
{
    assert(!is_moved(r, into)); /* the load's result would be stored again */
    struct mir_inst *load;
    if (r->spill->origin[v]) {
        load = clone(r->f, r->spill->origin[v]);
    } else {
        load = mir_new_inst(r->f, MIR_SCRATCH_LOAD, 0, 1);
        load->dst_count = 1;
        set_address(r, load, v);
    }
    load->dst[0] = into;
    mir_insert_before(r->block, before, load);
}

static void store_before(struct rewriter *r, struct mir_inst *before, uint32_t v,
                         struct mir_operand value)
{
    struct mir_inst *store = mir_new_inst(r->f, MIR_SCRATCH_STORE, 0, 2);
    set_address(r, store, v);
    store->src[1] = value;
    mir_insert_before(r->block, before, store);
}

/* Inputs lie in their registers from the start: nothing may come between them. Returns what is
 * behind them. */
static struct mir_inst *store_inputs(struct rewriter *r)
{
    struct mir_inst *behind = r->block->first;
    while (behind && behind->kind == MIR_INPUT)
        behind = behind->next;
    for (struct mir_inst *inst = r->block->first; inst != behind && inst->kind == MIR_INPUT;
         inst = inst->next)
        if (is_moved(r, inst->dst[0]))
            store_before(r, behind, inst->dst[0], mir_vreg_operand(inst->dst[0]));
    return behind;
}

static bool can_reuse(const struct rewriter *r, uint32_t v)
{
    if (!r->copy[v])
        return false;
    if (r->copied_at[v] == r->now)
        return true;
    return !r->spill->origin[v] && r->spill->rounds < REUSE_ROUNDS &&
           r->now - r->copied_at[v] <= REUSE;
}

static void rewrite_source(struct rewriter *r, struct mir_inst *before, struct mir_operand *operand)
{
    if (operand->kind != MIR_VREG || !is_moved(r, operand->value))
        return;
    uint32_t v = operand->value;
    if (!can_reuse(r, v)) {
        r->copy[v] = mir_new_vreg(r->f);
        load_into(r, before, v, r->copy[v]);
    }
    r->copied_at[v] = r->now;
    operand->value = r->copy[v];
}

/* A copy between a moved register and another becomes a load or a store, without a register in
 * between. Returns whether the instruction was such a copy. */
static bool rewrite_copy(struct rewriter *r, struct mir_inst *inst)
{
    if (!mir_is_copy(inst))
        return false;
    uint32_t to = inst->dst[0], from = inst->src[0].kind == MIR_VREG ? inst->src[0].value : 0;
    if (is_moved(r, to) == is_moved(r, from) || r->spill->origin[to])
        return false;
    if (is_moved(r, to))
        store_before(r, inst, to, inst->src[0]);
    else
        load_into(r, inst, from, to);
    if (is_moved(r, to))
        r->copy[to] = 0;
    mir_remove(r->block, inst);
    return true;
}

static void rewrite_inst(struct rewriter *r, struct mir_inst *inst)
{
    if (rewrite_copy(r, inst))
        return;
    for (uint32_t i = 0; i < inst->src_count; i++)
        rewrite_source(r, inst, &inst->src[i]);
    for (unsigned d = 0; d < inst->dst_count; d++) {
        uint32_t v = inst->dst[d];
        if (!is_moved(r, v))
            continue;
        r->copy[v] = 0;
        if (r->spill->origin[v])
            mir_remove(r->block, inst);
        else
            store_before(r, inst->next, v, mir_vreg_operand(v));
    }
}

static void rewrite_block(struct rewriter *r)
{
    memset(r->copy, 0, r->count * sizeof(*r->copy));
    for (struct mir_inst *inst = store_inputs(r), *next; inst; inst = next) {
        next = inst->next;
        r->now++;
        rewrite_inst(r, inst);
    }
    r->now++;
    rewrite_source(r, NULL, &r->block->cond);
    rewrite_source(r, NULL, &r->block->cond_other);
}

/* Registers that were loaded for one use cannot be shorter. One that serves several uses may be
 * spilled again; then each use gets a load of its own. */
static void fix_short(struct rewriter *r)
{
    struct mir_function *f = r->f;
    uint32_t *uses = arena_array(f->arena, f->vreg_count, sizeof(*uses));
    for (uint32_t b = 0; b < f->block_count; b++) {
        const struct mir_block *block = f->blocks[b];
        for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
            for (uint32_t i = 0; i < inst->src_count; i++)
                uses[inst->src[i].kind == MIR_VREG ? inst->src[i].value : 0]++;
    }
    grow_fixed(r->spill);
    for (uint32_t v = 1; v < f->vreg_count; v++)
        if (is_moved(r, v) || (v >= r->count && uses[v] < 2))
            set_bit(r->spill->fixed, v);
}

void spill_rewrite(struct spill *spill)
{
    struct mir_function *f = spill->f;
    struct rewriter r = {.spill = spill, .f = f, .count = f->vreg_count};
    r.slot = arena_array(f->arena, r.count, sizeof(*r.slot));
    r.copy = arena_array(f->arena, r.count, sizeof(*r.copy));
    r.copied_at = arena_array(f->arena, r.count, sizeof(*r.copied_at));
    for (uint32_t v = 1; v < r.count; v++) {
        r.slot[v] = NO_SLOT;
        if (is_moved(&r, v) && !spill->origin[v])
            give_slot(&r, v);
    }
    for (uint32_t b = 0; b < f->block_count; b++) {
        r.block = f->blocks[b];
        rewrite_block(&r);
    }
    for (uint32_t i = 0; i < f->carrier_count; i++)
        if (is_moved(&r, f->carriers[i].vreg))
            f->carriers[i].vreg = 0;
    fix_short(&r);
}
