/* SPDX-License-Identifier: MIT */
/* emit_regions.c: one call takes all blocks of a group from barrier to barrier, in turns, where it
 * is known that all of them come to the same barriers in the same order (meets.c).
 *
 * A region is what is written behind a barrier, or at the start. Each block runs it in turn, and
 * the last one goes on to the region behind the barrier that it has come to. What differs from
 * block to block lies in a frame on the stack meanwhile. Of what all blocks share one copy, as it
 * was when the region began, serves all of them: each block computes the next one anew. */
#include "llvm/ir/ir.h"
#include "llvm/recompile/emitter.h"

/* Blocks of a group, and vectors that live across barriers, at the most: a frame has 32 KiB. */
enum { MOST_BLOCKS = 16, MOST_CROSSING = 32 };

/* Whether a vector lives across a barrier of a clause. */
static bool crosses(const struct emitter *e, uint32_t vector, uint32_t index)
{
    return e->used[vector] && flow_lives(&e->flow, e->program, index, vector);
}

static bool has_barrier(const struct emitter *e, uint32_t index)
{
    const struct sim_cf *cf = &e->program->cf[index];
    bool has = false;
    for (uint32_t i = cf->first; cf->items == SIM_ITEMS_OPS && i < cf->first + cf->count; i++)
        has |= e->program->ops[i].action == SIM_ACTION_BARRIER;
    return has && e->flow.at[index].reached;
}

/* Whether a vector lives across any barrier. */
static bool crosses_any(const struct emitter *e, uint32_t vector)
{
    for (uint32_t i = 0; i < e->program->cf_count; i++)
        if (has_barrier(e, i) && crosses(e, vector, i))
            return true;
    return false;
}

bool emit_has_regions(const struct emitter *e)
{
    unsigned crossing = 0;
    if (!e->program->barriers || !e->flow.meets || e->indexed || e->predicated ||
        e->state->scratch_dwords || e->state->blocks > MOST_BLOCKS)
        return false;
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        crossing += crosses_any(e, v);
    return crossing <= MOST_CROSSING;
}

/* ---- the block whose turn it is ---- */

/* Its number, which LLVM does not see to be a counter: its reduction of strengths would take longer
 * for it than all else. An empty piece of assembly hides that. But LLVM is told how many blocks
 * there are: so places in local memory that a block's lanes have by their number lie inside. */
static void begin_turn(struct emitter *e)
{
    static const char same[] = "=r,0";
    LLVMTypeRef type = LLVMFunctionType(e->i32, &e->i32, 1, false);
    ssa hide = LLVMGetInlineAsm(type, "", 0, same, sizeof(same) - 1, false, false,
                                LLVMInlineAsmDialectATT, false),
        done = emit_load(e, e->i32, e->done),
        number = LLVMBuildCall2(e->builder, type, hide, &done, 1, "");
    ir_bound(number, e->state->blocks);
    emit_store(e, number, e->number);
}

ssa emit_find_part(struct emitter *e, ssa block, uint64_t bytes)
{
    block = emit_wide(e, block);
    ssa wave = emit_op(e, LLVMLShr, block, emit_i64(e, 2)),
        part = emit_op(e, LLVMAnd, block, emit_i64(e, SIM_NATIVE_BLOCKS - 1));
    _Static_assert(SIM_NATIVE_BLOCKS == 4, "a wavefront's number is a block's without two bits");
    return emit_op(e, LLVMAdd, emit_op(e, LLVMMul, wave, emit_i64(e, bytes)),
                   emit_op(e, LLVMMul, part, emit_i64(e, sizeof(sim_native_vector))));
}

ssa emit_block_wave(struct emitter *e)
{
    if (!e->regions && !e->apart)
        return e->wave;
    ssa number = e->regions ? emit_load(e, e->i32, e->number) : emit_part_number(e);
    return emit_own(e, e->enter, e->wave, e->frame, number);
}

/* The function that tells a block's wavefront which of its blocks runs, and returns the wavefront:
 * whoever is asked by it looks there. */
void emit_enter(struct emitter *e)
{
    static const char *const rare[] = {"noinline", "cold", NULL};
    if (!e->regions && e->abreast == 1)
        return;
    e->enter = emit_function(e, "enter", e->ptr, "ppi", rare);
    ssa block = LLVMGetParam(e->enter, 2),
        number = emit_wide(e, emit_op(e, LLVMLShr, block, emit_i32(e, 2))),
        lane = emit_op(e, LLVMShl, emit_op(e, LLVMAnd, block, emit_i32(e, SIM_NATIVE_BLOCKS - 1)),
                       emit_i32(e, 4)),
        bytes = emit_op(e, LLVMMul, number, emit_i64(e, sizeof(struct sim_wave))),
        wave = emit_further(e, LLVMGetParam(e->enter, 0), bytes),
        vectors = emit_field(e, e->ptr, wave, offsetof(struct sim_wave, vectors)),
        own = emit_further(e, vectors, emit_op(e, LLVMShl, emit_wide(e, lane), emit_i64(e, 2)));
    emit_store(e, lane, emit_behind(e, wave, offsetof(struct sim_wave, first)));
    emit_store(e, own, emit_behind(e, wave, offsetof(struct sim_wave, base[SIM_SPACE_WAVE])));
    emit_store(e, emit_i64(e, (1u << SIM_NATIVE_LANES) - 1),
               emit_behind(e, wave, offsetof(struct sim_wave, live)));
    LLVMBuildRet(e->builder, wave);
}

/* ---- turns ---- */

void emit_start_regions(struct emitter *e)
{
    LLVMTypeRef blocks = LLVMArrayType2(e->lanes, e->state->blocks);
    if (!e->regions)
        return;
    e->done = emit_variable(e, e->i32);
    e->number = emit_variable(e, e->i32);
    e->region = emit_variable(e, e->i32);
    emit_store(e, emit_i32(e, 0), e->done);
    emit_store(e, emit_i32(e, 0), e->region);
    e->ended = emit_variable(e, e->i1);
    emit_store(e, LLVMConstInt(e->i1, false, false), e->ended);
    e->again = emit_new_block(e);
    for (uint32_t i = 0; i < e->program->fetch_count + e->program->store_count; i++) {
        e->group_at[i] = emit_variable(e, e->ptr);
        emit_store(e, LLVMConstNull(e->ptr), e->group_at[i]);
    }
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (crosses_any(e, v)) {
            e->kept[v] = emit_variable(e, blocks);
            LLVMSetAlignment(e->kept[v], sizeof(sim_native_vector));
            e->kept_first[v] = emit_variable(e, e->i32);
        }
}

void emit_begin_regions(struct emitter *e)
{
    e->turn = emit_new_block(e);
    emit_go(e, e->turn);
    emit_begin_block(e, e->turn);
    begin_turn(e);
    ssa number = emit_load(e, e->i32, e->number);
    e->of[0].ids = emit_further(e, e->first_ids, emit_find_part(e, number, 3 * sizeof(sim_vector)));
    emit_take_all(e);
}

ssa emit_line_ids(struct emitter *e, unsigned axis)
{
    const bool columns = e->state->line == RECOMPILE_LINE_Y;
    ssa lane[SIM_NATIVE_LANES], number = emit_load(e, e->i32, e->number);
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        lane[i] = emit_i32(e, i);
    if (axis)
        return axis == 1 && columns ? emit_spread(e, number) : emit_splat(e, 0);
    ssa first =
        columns ? emit_i32(e, 0) : emit_op(e, LLVMMul, number, emit_i32(e, SIM_NATIVE_LANES));
    return emit_op(e, LLVMAdd, emit_spread(e, first), LLVMConstVector(lane, SIM_NATIVE_LANES));
}

/* Where the next block's turn in a region begins. */
static LLVMBasicBlockRef head_of(const struct emitter *e, uint32_t region)
{
    return region == SIM_FLOW_MANY ? e->again : region ? e->resume[region - 1] : e->turn;
}

/* The next block's turn, if there is one, in the same region: else goes on. */
static void take_turns(struct emitter *e, uint32_t region)
{
    LLVMBasicBlockRef last = emit_new_block(e);
    /* By the sum and its limit the compiler knows that the turns end (cycles.c). */
    ssa done = emit_load(e, e->i32, e->done), next = emit_op(e, LLVMAdd, done, emit_i32(e, 1));
    emit_store(e, next, e->done);
    ssa left = emit_test(e, LLVMIntULT, next, emit_i32(e, e->state->blocks)),
        ended = emit_load(e, e->i1, e->ended);
    emit_branch(e, emit_op(e, LLVMAnd, left, LLVMBuildNot(e->builder, ended, "")),
                head_of(e, region), last);
    emit_begin_block(e, last);
}

/* The region that the program ends in. */
static uint32_t last_region(const struct emitter *e)
{
    uint32_t last = SIM_FLOW_MANY, ends = 0;
    for (uint32_t i = 0; i < e->program->cf_count; i++)
        if (e->program->cf[i].end && e->flow.at[i].reached) {
            const uint32_t region = flow_region_behind(&e->flow, e->program, i, UINT32_MAX);
            last = !ends++ || last == region ? region : SIM_FLOW_MANY;
        }
    return last;
}

void emit_end_regions(struct emitter *e)
{
    if (!e->regions)
        return;
    take_turns(e, last_region(e));
    emit_end_group(e);
}

void emit_end_group(struct emitter *e)
{
    const unsigned waves = (e->state->blocks + SIM_NATIVE_BLOCKS - 1) / SIM_NATIVE_BLOCKS;
    for (unsigned i = 1; i < waves; i++)
        emit_store(
            e, emit_i64(e, 0),
            emit_behind(e, e->wave, i * sizeof(struct sim_wave) + offsetof(struct sim_wave, live)));
    emit_store(e, emit_i32(e, (SIM_NATIVE_BLOCKS - 1) * SIM_NATIVE_LANES),
               emit_behind(e, e->wave, offsetof(struct sim_wave, first)));
}

/* ---- barriers ---- */

/* How a vector that lives across a barrier is kept: not at all, as the block's number says all; by
 * lane 0 of the first block, where it is affine over all of the group; by lane 0 of each block; by
 * all lanes. */
enum keeps { KEEPS_NOTHING, KEEPS_SHARED, KEEPS_FIRST, KEEPS_ALL };

static enum keeps find_keeps(const struct emitter *e, uint32_t vector)
{
    const struct affine_form form = affine_vector(&e->forms, vector * SIM_LANES);
    if (form.basis || !(form.bits == 32 || (form.bits && form.bounded)))
        return KEEPS_ALL;
    return form.counted ? KEEPS_NOTHING : form.shared ? KEEPS_SHARED : KEEPS_FIRST;
}

/* Removes the bits from there up of a number, or of one in each lane, where a form holds modulo a
 * power of two. */
static ssa below(struct emitter *e, uint32_t vector, ssa value)
{
    const unsigned bits = e->forms.at[vector].bits;
    LLVMTypeRef type = LLVMTypeOf(value);
    if (bits == 32)
        return value;
    ssa mask = LLVMGetTypeKind(type) == LLVMVectorTypeKind
                   ? emit_splat(e, UINT32_MAX >> (32 - bits))
                   : emit_i32(e, UINT32_MAX >> (32 - bits));
    return emit_op(e, LLVMAnd, value, mask);
}

static ssa kept_at(struct emitter *e, uint32_t vector)
{
    ssa block = emit_wide(e, emit_load(e, e->i32, e->number));
    return emit_further(e, e->kept[vector], emit_op(e, LLVMShl, block, emit_i64(e, 6)));
}

/* Copies values that differ from block to block to the frame, for the block that has come to a
 * barrier. */
static void keep_own(struct emitter *e)
{
    for (uint32_t v = 0; v < e->program->vector_count; v++) {
        const enum keeps keeps = find_keeps(e, v);
        if (keeps == KEEPS_FIRST && crosses(e, v, e->cf))
            emit_store(e, emit_load(e, e->i32, e->first[v]), kept_at(e, v));
        else if (keeps == KEEPS_ALL && crosses(e, v, e->cf))
            emit_copy_lanes(e, e->vector[v], kept_at(e, v));
    }
}

/* Keeps lane 0 of the first block of values that all share, behind the last turn. */
static void keep_shared(struct emitter *e)
{
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (find_keeps(e, v) == KEEPS_SHARED && crosses(e, v, e->cf)) {
            ssa number = emit_load(e, e->i32, e->number),
                back = emit_op(e, LLVMMul, number, emit_i32(e, e->forms.at[v].apart));
            emit_store(e, emit_op(e, LLVMSub, emit_load(e, e->i32, e->first[v]), back),
                       e->kept_first[v]);
        }
}

static void take_affine(struct emitter *e, uint32_t vector, ssa first)
{
    ssa lane[SIM_NATIVE_LANES];
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        lane[i] = emit_i32(e, i * e->forms.at[vector].step);
    ssa value = emit_op(e, LLVMAdd, emit_spread(e, first), LLVMConstVector(lane, SIM_NATIVE_LANES));
    emit_store(e, below(e, vector, value), e->vector[vector]);
    emit_store(e, first, e->first[vector]);
}

static void take_shared(struct emitter *e, uint32_t vector)
{
    ssa done = emit_load(e, e->i32, e->number),
        way = emit_op(e, LLVMMul, done, emit_i32(e, e->forms.at[vector].apart));
    ssa first = emit_op(e, LLVMAdd, emit_load(e, e->i32, e->kept_first[vector]), way);
    take_affine(e, vector, below(e, vector, first));
}

/* Powers of which each is twice the one before are one part of the number, which is shifted. */
static void take_counted(struct emitter *e, uint32_t vector)
{
    const struct affine_form form = e->forms.at[vector];
    ssa number = emit_load(e, e->i32, e->number), first = emit_i32(e, form.least);
    for (unsigned i = 0, end; i < SIM_COUNTED_BITS; i = end) {
        for (end = i + 1; end < SIM_COUNTED_BITS && form.powers[end] == form.powers[i] + (end - i);)
            end++;
        if (!form.powers[i]) {
            end = i + 1;
            continue;
        }
        const unsigned power = form.powers[i] - 1u;
        ssa part = emit_op(e, LLVMAnd, number, emit_i32(e, (1u << end) - (1u << i)));
        part = power >= i ? emit_op(e, LLVMShl, part, emit_i32(e, power - i))
                          : emit_op(e, LLVMLShr, part, emit_i32(e, i - power));
        first = emit_op(e, LLVMAdd, first, part);
    }
    take_affine(e, vector, first);
}

static void take_all(struct emitter *e, uint32_t vector)
{
    ssa value = emit_load_lanes(e, kept_at(e, vector));
    emit_store(e, value, e->vector[vector]);
    emit_set_first(e, vector, value);
}

static void take_kept(struct emitter *e, uint32_t vector)
{
    switch (find_keeps(e, vector)) {
    case KEEPS_NOTHING:
        take_counted(e, vector);
        break;
    case KEEPS_SHARED:
        take_shared(e, vector);
        break;
    case KEEPS_FIRST:
        take_affine(e, vector, emit_load(e, e->i32, kept_at(e, vector)));
        break;
    case KEEPS_ALL:
        take_all(e, vector);
    }
}

/* As they are where all lanes run, and did when the stack's entries and the loops began. */
static void set_masks(struct emitter *e)
{
    const struct flow_state *s = &e->at;
    ssa all = emit_all_lanes(e), none = emit_no_lanes(e);
    emit_set_mask(e, MASK_EXEC, all);
    emit_set_mask(e, MASK_BRANCH, all);
    emit_set_mask(e, MASK_BEFORE, all);
    emit_set_mask(e, MASK_CONTINUED, none);
    emit_set_mask(e, MASK_BROKEN, none);
    for (int d = 0; d < s->depth; d++)
        emit_store(e, all, e->stack[d]);
    for (int l = 0; l < s->loops; l++)
        for (unsigned i = 0; i < LOOP_MASKS; i++)
            emit_store(
                e, i + MASK_BRANCH == MASK_CONTINUED || i + MASK_BRANCH == MASK_BROKEN ? none : all,
                e->loop[l].mask[i]);
}

void emit_resumes(struct emitter *e)
{
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder);
    emit_begin_block(e, e->again);
    ssa choice = LLVMBuildSwitch(e->builder, emit_load(e, e->i32, e->region), e->turn, 0);
    for (uint32_t i = 0; i < e->program->cf_count; i++)
        emit_resume(e, choice, i);
    LLVMPositionBuilderAtEnd(e->builder, before);
}

void emit_meeting(struct emitter *e, const struct sim_alu_op *op)
{
    const uint32_t number = (uint32_t)(op - e->program->ops);
    keep_own(e);
    take_turns(e, flow_region_behind(&e->flow, e->program, e->cf, number));
    keep_shared(e);
    emit_store(e, emit_i32(e, number + 1), e->region);
    emit_store(e, emit_i32(e, 0), e->done);
    emit_store(e, LLVMConstInt(e->i1, false, false), e->ended);
    emit_go_back(e, e->resume[number]);
    emit_begin_block(e, e->resume[number]);
    begin_turn(e);
    for (uint32_t v = 0; v < e->program->vector_count; v++)
        if (crosses(e, v, e->cf))
            take_kept(e, v);
    set_masks(e);
}
