/* SPDX-License-Identifier: MIT */
/* emit_buffer.c: plain loads and stores of buffers. Where it is known how lanes lie to each other,
 * one comparison of the first and the last lane with the range, and host vectors; else each lane is
 * compared, and gathered or scattered. */
#include "llvm/recompile/emit_buffer.h"
#include "llvm/recompile/emit_runs.h"

/* ---- ranges ---- */

/* An index less the first one of a range. */
static ssa relative_to(struct emitter *e, ssa range, ssa index)
{
    ssa start = emit_field(e, e->i32, range, offsetof(struct sim_native_range, first));
    return emit_op(e, LLVMSub, index, start);
}

ssa emit_in_range(struct emitter *e, ssa range, const struct elements *of)
{
    ssa count = emit_field(e, e->i32, range, offsetof(struct sim_native_range, count)),
        last = LLVMBuildNUWAdd(e->builder, emit_wide(e, relative_to(e, range, of->first)), of->more,
                               "");
    LLVMSetNSW(last, true);
    ssa inside = emit_test(e, LLVMIntULT, last, emit_wide(e, count));
    return of->together ? emit_op(e, LLVMAnd, inside, emit_all(e)) : inside;
}

/* Whether those of the lanes that run, by an index in a variable, lie in the range. */
static ssa lanes_are_in_range(struct emitter *e, ssa range, ssa index)
{
    return emit_call(e, "sim_block_inside", range, index, e->mask_lanes);
}

/* Two ways: the lanes' elements, by an index, lie in one of an access's two ranges, which `found`
 * then has, or in none. */
static struct ways part_in_ranges(struct emitter *e, ssa range, ssa index)
{
    ssa before = emit_behind(e, range, sizeof(struct sim_native_range));
    emit_store(e, range, e->found);
    const struct ways ways = emit_part(e, lanes_are_in_range(e, range, index));
    emit_store(e, before, e->found);
    emit_come_back(e, ways, lanes_are_in_range(e, before, index));
    return ways;
}

/* Where pointers were chosen, some lanes may lie in one of the two ranges, and some in the other:
 * two ways again. On the slow one the simulator is asked for the lanes of each by themselves, so
 * that both ranges are noted. */
static struct ways part_in_either(struct emitter *e, ssa range, ssa index)
{
    if (!e->chooses)
        return (struct ways){0};
    const struct ways ways =
        emit_part(e, emit_call(e, "sim_block_inside_either", range, index, e->mask_lanes));
    e->apart_lanes = emit_call(e, "sim_block_inside_first", range, index);
    return ways;
}

/* Behind what the simulator is asked: whether there is another way. */
static bool leave_asked(struct emitter *e)
{
    e->apart_lanes = NULL;
    return e->chooses;
}

/* On the way where they do: what was found. */
static ssa turn_to_found(struct emitter *e, struct ways ways)
{
    emit_turn(e, ways);
    return emit_load(e, e->ptr, e->found);
}

/* The address of a dword of an element of the range. */
ssa emit_element_at(struct emitter *e, ssa range, ssa index, uint32_t stride, unsigned dword)
{
    ssa memory = emit_field(e, e->ptr, range, offsetof(struct sim_native_range, memory)),
        relative = emit_wide(e, relative_to(e, range, index)),
        bytes = emit_op(e, LLVMMul, relative, emit_i64(e, stride));
    return emit_further(e, memory, emit_op(e, LLVMAdd, bytes, emit_i64(e, dword * 4)));
}

/* Whether all blocks of a group come to an access in a region, once each, and their elements lie
 * equally far apart. */
static bool group_lies(const struct emitter *e, struct affine_form form)
{
    return e->regions && e->whole && !e->at.loops && !e->forms.ragged && form.shared &&
           !form.basis && form.apart <= MOST_APART;
}

/* The first block notes where its elements lie, if those of the whole group lie in the range. */
static void note_group(struct emitter *e, ssa at, ssa range, const struct elements *of,
                       uint32_t stride, uint32_t apart)
{
    const uint64_t more = (uint64_t)apart * (e->state->blocks - 1);
    const struct elements all = {of->first, emit_op(e, LLVMAdd, of->more, emit_i64(e, more)),
                                 false};
    ssa starts = emit_test(e, LLVMIntEQ, emit_load(e, e->i32, e->number), emit_i32(e, 0)),
        inside = emit_op(e, LLVMAnd, starts, emit_in_range(e, range, &all));
    emit_store(e,
               emit_select(e, inside, emit_element_at(e, range, of->first, stride, 0),
                           LLVMConstNull(e->ptr)),
               at);
}

/* The same two ways of elements at equal distances, of which `found` then has the first one's
 * address: what is compared with the range is most of that. Where the first block has found that
 * all of the group's lie there, others ask no more. */
static struct ways part_elements(struct emitter *e, uint32_t access, const struct elements *of,
                                 uint32_t stride, struct affine_form form)
{
    ssa range = emit_range(e, access),
        before = emit_behind(e, range, sizeof(struct sim_native_range));
    struct ways ways = {0};
    const bool group = group_lies(e, form);
    if (group) {
        ssa at = emit_load(e, e->ptr, e->group_at[access]),
            number = emit_wide(e, emit_load(e, e->i32, e->number)),
            bytes = emit_op(e, LLVMMul, number, emit_i64(e, (uint64_t)form.apart * stride));
        emit_store(e, emit_further(e, at, bytes), e->found);
        ways = emit_part(e, LLVMBuildIsNotNull(e->builder, at, ""));
        note_group(e, e->group_at[access], range, of, stride, form.apart);
    }
    emit_store(e, emit_element_at(e, range, of->first, stride, 0), e->found);
    if (group)
        emit_come_back(e, ways, emit_in_range(e, range, of));
    else
        ways = emit_part(e, emit_in_range(e, range, of));
    emit_store(e, emit_element_at(e, before, of->first, stride, 0), e->found);
    emit_come_back(e, ways, emit_in_range(e, before, of));
    return ways;
}

/* The address of an access's elements, where they are known to lie in a range; else NULL, and they
 * are noted for the turns that follow. */
static ssa find_unchecked(struct emitter *e, uint32_t access, const struct elements *of,
                          uint32_t stride)
{
    ssa at = e->apart ? NULL : emit_unchecked_at(e, access);
    if (!at && !e->apart)
        emit_note_steady(e, access, of, stride);
    return at;
}

/* Elements of so many bytes, at indices that count units of so many bytes. */
enum lie emit_lie_of(const struct emitter *e, struct affine_form form, uint32_t unit,
                     uint32_t bytes)
{
    const uint64_t apart = (uint64_t)form.step * unit;
    if (!form.bits || !apart || apart > MOST_APART || bytes > 16 || bytes & (bytes - 1))
        return SCATTERED;
    if (form.bits < 32 && (!form.bounded || (uint64_t)unit << form.bits < 1ull << 32))
        return SCATTERED;
    if (form.basis && e->wide.rare)
        return SCATTERED;
    if (form.basis)
        return apart * e->flow.units[form.basis - 1] == bytes && bytes >= 4 ? ON_BASIS : SCATTERED;
    return apart == bytes || (apart > bytes && bytes >= 8) ? STEPS : SCATTERED;
}

/* Asks memory for what comes soon: the elements 64 lanes on, which the next wavefront has, or the
 * next group in a row. Rows of groups are short pieces of memory, behind each of which hosts would
 * wait anew. Accesses to parts of elements share the lines that these lie in. Not in loops, which
 * may go through memory in another direction. */
void emit_ask_ahead(struct emitter *e, ssa at, uint32_t bytes, uint32_t apart, bool stores)
{
    enum { LINE = 64 };
    if ((e->at.loops && !emit_turn_updates(e)) || apart & (apart - 1) || apart > LINE ||
        (stores && e->state->streams))
        return;
    ssa number = LLVMBuildPtrToInt(e->builder, at, e->i64, ""),
        part = emit_op(e, LLVMAnd, number, emit_i64(e, apart - bytes)),
        share = emit_op(e, LLVMMul, part, emit_i64(e, SIM_NATIVE_LANES - 1)),
        from = emit_further(e, at, share);
    for (uint32_t i = 0; i < bytes * SIM_NATIVE_LANES; i += LINE)
        emit_intrinsic(e, "llvm.prefetch", e->ptr, emit_behind(e, from, SIM_LANES * apart + i),
                       emit_i32(e, stores), emit_i32(e, 3), emit_i32(e, 1));
}

/* ---- fetches ---- */

/* Makes values of the dwords in `texel`. */
void emit_decode(struct emitter *e, const struct sim_fetch *fetch)
{
    for (unsigned k = 0; k < 4; k++) {
        const struct sim_channel *how = &fetch->format.channel[k];
        if (!(sim_wanted_channels(fetch) >> k & 1u) || how->kind == SIM_CHANNEL_COPY)
            continue;
        emit_copy_lanes(e, e->texel[k], e->raw);
        emit_call(e, "sim_block_decode", e->texel[k], e->raw, emit_i32(e, how->kind),
                  emit_i32(e, how->shift), emit_i32(e, how->bits));
    }
}

void emit_deliver_fetch(struct emitter *e, const struct sim_fetch *fetch)
{
    emit_deliver(e, fetch, fetch->dst_sel, fetch->format.integer ? 1 : 0x3f800000u);
}

static void decode_and_deliver(struct emitter *e, const struct sim_fetch *fetch)
{
    emit_decode(e, fetch);
    emit_deliver_fetch(e, fetch);
}

/* `load`: sim_block_load or sim_block_load_either. */
static void own_fetch(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride, ssa range,
                      const char *load)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel <= HW_SEL_W)
            emit_call(e, load, e->texel[sel], range, e->vector[sim_fetch_index(fetch)],
                      e->mask_lanes, emit_i32(e, stride),
                      emit_i32(e, fetch->format.channel[sel].dword));
    }
    decode_and_deliver(e, fetch);
}

/* Elements of one or two bytes side by side. */
static void load_parts(struct emitter *e, const struct sim_fetch *fetch, ssa at)
{
    LLVMTypeRef part = LLVMIntTypeInContext(e->context, 8u * fetch->format.bytes);
    ssa all = emit_load(e, LLVMVectorType(part, SIM_NATIVE_LANES), at),
        wide = LLVMBuildZExt(e->builder, all, e->lanes, "");
    LLVMSetAlignment(all, 1);
    for (unsigned k = 0; k < 4; k++)
        if (sim_wanted_channels(fetch) >> k & 1u)
            emit_store(e, wide, e->texel[k]);
}

/* Loads the elements of all lanes at a fixed distance; the first lies at an address. */
void emit_load_steps(struct emitter *e, const struct sim_fetch *fetch, ssa at, uint32_t apart)
{
    ssa dword[4];
    if (fetch->format.bytes < 4) {
        load_parts(e, fetch, at);
        return;
    }
    emit_load_elements(e, fetch->format.bytes / 4, at, apart, dword);
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel <= HW_SEL_W)
            emit_store(e, dword[fetch->format.channel[sel].dword], e->texel[sel]);
    }
}

/* One element for all lanes, at an address. */
void emit_load_one(struct emitter *e, const struct sim_fetch *fetch, ssa at)
{
    for (unsigned c = 0; c < 4; c++) {
        const unsigned sel = fetch->dst_sel[c];
        if (sel > HW_SEL_W)
            continue;
        ssa value = emit_load(e, e->i32, emit_behind(e, at, fetch->format.channel[sel].dword * 4u));
        LLVMSetAlignment(value, 1);
        emit_store(e, emit_spread(e, value), e->texel[sel]);
    }
}

enum lie emit_fetch_lie(const struct emitter *e, const struct sim_fetch *fetch, uint32_t stride)
{
    if (e->whole && affine_uniform_fetch(&e->forms, fetch))
        return ONE_ELEMENT;
    return emit_lie_of(e, affine_vector(&e->forms, fetch->src + fetch->src_sel[0] * SIM_LANES),
                       stride, fetch->format.bytes);
}

void emit_write_first(struct emitter *e, const struct sim_fetch *fetch)
{
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t vector = fetch->dst / SIM_LANES + c;
        if (fetch->dst_sel[c] != HW_SEL_MASK && e->flow.scalar[vector])
            emit_set_first(e, vector, emit_load_lanes(e, e->vector[vector]));
    }
}

/* Every lane looked at. */
static void fetch_scattered(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride,
                            ssa range)
{
    ssa index = e->vector[sim_fetch_index(fetch)];
    emit_spread_exec(e);
    const struct ways ways = part_in_ranges(e, range, index);
    const struct ways either = part_in_either(e, range, index);
    emit_asked_fetch(e, fetch);
    if (leave_asked(e)) {
        emit_turn(e, either);
        own_fetch(e, fetch, stride, range, "sim_block_load_either");
        emit_join(e, either);
    }
    own_fetch(e, fetch, stride, turn_to_found(e, ways), "sim_block_load");
    emit_join(e, ways);
}

/* By the strides of its basis. Lanes that lie otherwise would look at the range before in vain. */
static void fetch_on_basis(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride,
                           ssa range)
{
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES;
    const struct strides strides = emit_begin_strides(e, affine_vector(&e->forms, index), index,
                                                      fetch->format.bytes / 4, false);
    const struct elements elements = {strides.first, strides.span, false};
    const struct ways ways = emit_part(e, emit_in_range(e, range, &elements));
    fetch_scattered(e, fetch, stride, range);
    emit_turn(e, ways);
    ssa at = emit_element_at(e, range, strides.first, stride, 0);
    const struct ways near = emit_part_strides(e, &strides);
    emit_load_steps(e, fetch, at, fetch->format.bytes);
    if (strides.near) {
        emit_turn(e, near);
        for (unsigned c = 0; c < 4; c++)
            if (fetch->dst_sel[c] <= HW_SEL_W)
                emit_load_near(e, &strides, at, fetch->dst_sel[c]);
        emit_join(e, near);
    }
    decode_and_deliver(e, fetch);
    emit_join(e, ways);
}

bool emit_fetches_together(const struct emitter *e, const struct sim_fetch *fetch)
{
    const struct recompile_fetch_state *state =
        &e->state->fetches[sim_fetch_access(e->program, fetch)];
    const struct affine_form form =
        affine_vector(&e->forms, fetch->src + fetch->src_sel[0] * SIM_LANES);
    if (e->abreast == 1 || !e->whole || state->kind != RECOMPILE_FETCH_PLAIN || !form.shared ||
        form.apart > MOST_APART || form.beside > MOST_APART)
        return false;
    const enum lie lie = emit_fetch_lie(e, fetch, state->stride);
    return lie == ONE_ELEMENT || lie == STEPS;
}

/* How many elements one block's are above another's: of the block a row further, and beside it. */
struct distances {
    uint64_t row, beside;
};

static uint64_t distance_of(const struct emitter *e, struct distances apart, unsigned part)
{
    return part / e->along * apart.row + part % e->along * apart.beside;
}

/* The first block abreast that reads what this one does. */
static unsigned first_like(const struct emitter *e, struct distances apart, unsigned part)
{
    const unsigned row = apart.row ? part / e->along : 0,
                   beside = apart.beside ? part % e->along : 0;
    return row * e->along + beside;
}

/* Blocks that read the same share one value: one host register. */
static void share_first(struct emitter *e, const struct sim_fetch *fetch, struct distances apart,
                        unsigned part)
{
    const struct emitter_abreast *from = &e->of[first_like(e, apart, part)];
    for (unsigned c = 0; c < 4; c++) {
        const uint32_t vector = fetch->dst / SIM_LANES + c;
        if (fetch->dst_sel[c] != HW_SEL_MASK)
            emit_copy_lanes(e, from->vector[vector], e->of[part].vector[vector]);
    }
}

/* By the simulator, of a block, or of each that goes abreast. */
static void ask_for_all(struct emitter *e, const struct sim_fetch *fetch, struct distances apart,
                        unsigned parts)
{
    for (unsigned i = 0; i < parts; i++) {
        if (parts > 1)
            emit_take_part(e, i);
        emit_asked_fetch(e, fetch);
    }
    if (parts > 1)
        emit_take_all(e);
    for (unsigned i = 1; i < parts; i++)
        share_first(e, fetch, apart, i);
}

/* Elements of a block, or of each that goes abreast, so many of `stride` bytes apart. */
static void load_for_all(struct emitter *e, const struct sim_fetch *fetch, ssa at, uint32_t step,
                         uint32_t stride, struct distances apart, unsigned parts)
{
    for (unsigned i = 0; i < parts; i++) {
        if (parts > 1)
            emit_take_part(e, i);
        if (first_like(e, apart, i) == i) {
            ssa own = emit_behind(e, at, distance_of(e, apart, i) * stride);
            step ? emit_load_steps(e, fetch, own, step) : emit_load_one(e, fetch, own);
            decode_and_deliver(e, fetch);
        } else {
            share_first(e, fetch, apart, i);
        }
        emit_write_first(e, fetch);
    }
    if (parts > 1)
        emit_take_all(e);
}

void emit_plain_fetch(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride)
{
    if (e->runs) {
        emit_runs_fetch(e, fetch);
        return;
    }
    if (e->wide.narrow) {
        emit_wide_fetch(e, fetch, stride);
        return;
    }
    const uint32_t index = fetch->src + fetch->src_sel[0] * SIM_LANES;
    const struct affine_form form = affine_vector(&e->forms, index);
    const unsigned parts = e->apart ? 1 : e->abreast;
    const enum lie lie = emit_fetch_lie(e, fetch, stride);
    ssa range = emit_range(e, sim_fetch_access(e->program, fetch));
    if (lie == SCATTERED || lie == ON_BASIS) {
        (lie == ON_BASIS ? fetch_on_basis : fetch_scattered)(e, fetch, stride, range);
        return;
    }
    const struct distances apart = {form.apart, e->along > 1 ? form.beside : 0};
    const uint64_t lanes = (uint64_t)form.step * (SIM_NATIVE_LANES - 1);
    e->column_pays |= parts > 1 && lie == STEPS && !apart.row && e->at.loops;
    const struct elements elements = {emit_first(e, index),
                                      emit_i64(e, lanes + distance_of(e, apart, parts - 1)), false};
    const uint32_t step = lie == STEPS ? form.step * stride : 0;
    ssa known = find_unchecked(e, sim_fetch_access(e->program, fetch), &elements, stride);
    if (known) {
        load_for_all(e, fetch, known, step, stride, apart, parts);
        return;
    }
    const struct ways ways =
        part_elements(e, sim_fetch_access(e->program, fetch), &elements, stride, form);
    ask_for_all(e, fetch, apart, parts);
    ssa at = turn_to_found(e, ways);
    if (lie == STEPS)
        emit_ask_ahead(e, at, fetch->format.bytes, form.step * stride, false);
    load_for_all(e, fetch, at, step, stride, apart, parts);
    emit_join(e, ways);
}

/* ---- stores ---- */

/* Stores the elements of some lanes, as bits, which lie in a range. */
static void store_lanes(struct emitter *e, const struct sim_store *store, ssa range, ssa bits,
                        const char *how)
{
    for (unsigned c = 0; c < 4; c++)
        if (store->comp_mask >> c & 1u)
            emit_call(e, how, e->vector[store->data / SIM_LANES + c], range,
                      e->vector[store->index / SIM_LANES], bits, emit_i32(e, c));
}

/* `how`: sim_block_store, which looks at how lanes lie, or sim_block_scatter, which does not. */
static void store_scattered(struct emitter *e, const struct sim_store *store, ssa range,
                            const char *how)
{
    ssa index = e->vector[store->index / SIM_LANES];
    emit_spread_exec(e);
    const struct ways ways = part_in_ranges(e, range, index);
    const struct ways either = part_in_either(e, range, index);
    emit_asked_store(e, store);
    if (leave_asked(e)) {
        emit_turn(e, either);
        ssa first = emit_call(e, "sim_block_inside_first", range, index), exec = emit_exec(e);
        store_lanes(e, store, range, emit_op(e, LLVMAnd, exec, first), "sim_block_scatter");
        store_lanes(e, store, emit_behind(e, range, sizeof(struct sim_native_range)),
                    emit_and_not(e, exec, first), "sim_block_scatter");
        emit_join(e, either);
    }
    ssa found = turn_to_found(e, ways);
    store_lanes(e, store, found, emit_exec(e), how);
    emit_join(e, ways);
}

/* Lanes equally far apart. Those that run alone are stored: dwords side by side by a mask; elements
 * of more are stored so if all lanes run. */
static void store_steps(struct emitter *e, const struct sim_store *store, unsigned dwords, ssa at,
                        uint32_t apart)
{
    ssa value[4];
    for (unsigned k = 0; k < dwords; k++)
        value[k] = emit_load_lanes(e, e->vector[store->data / SIM_LANES + k]);
    if (dwords == 1)
        emit_store_run(e, value[0], at, true);
    else
        emit_store_elements(e, dwords, at, apart, value);
}

/* By the strides of its basis. */
static void store_on_basis(struct emitter *e, const struct sim_store *store, unsigned dwords,
                           ssa range)
{
    const struct strides strides =
        emit_begin_strides(e, affine_vector(&e->forms, store->index), store->index, dwords, true);
    const struct elements elements = {strides.first, strides.span, dwords > 1};
    const struct ways ways = emit_part(e, emit_in_range(e, range, &elements));
    store_scattered(e, store, range, "sim_block_scatter");
    emit_turn(e, ways);
    ssa at = emit_element_at(e, range, strides.first, 4, 0);
    const struct ways near = emit_part_strides(e, &strides);
    store_steps(e, store, dwords, at, 4 * dwords);
    if (strides.near) {
        emit_turn(e, near);
        emit_store_near(e, &strides, at, store->data / SIM_LANES);
        emit_join(e, near);
    }
    emit_join(e, ways);
}

static void write_apart(struct emitter *e, const struct sim_store *store, unsigned dwords,
                        uint32_t step)
{
    ssa range = emit_range(e, sim_store_access(e->program, store));
    const struct elements elements = {emit_first(e, store->index),
                                      emit_i64(e, step * (SIM_NATIVE_LANES - 1)), dwords > 1};
    ssa known = find_unchecked(e, sim_store_access(e->program, store), &elements, 4);
    if (known) {
        store_steps(e, store, dwords, known, step * 4);
        return;
    }
    const struct ways ways = part_elements(e, sim_store_access(e->program, store), &elements, 4,
                                           affine_vector(&e->forms, store->index));
    if (dwords == 1 || e->part_number) /* a function of its own has no masks */
        emit_asked_store(e, store);
    else
        store_scattered(e, store, range, "sim_block_scatter");
    ssa at = turn_to_found(e, ways);
    emit_ask_ahead(e, at, 4 * dwords, step * 4, true);
    store_steps(e, store, dwords, at, step * 4);
    emit_join(e, ways);
}

/* Builds the function that stores so many dwords of each lane, and returns whether it could. It is
 * given the block's number, the first lane's index, all of these, and the dwords. */
static void build_put(struct emitter *e, const struct sim_store *store, unsigned dwords,
                      uint32_t step)
{
    static const char *const apart[] = {"noinline", "hot", NULL}, *const params[] = {
                                                                      "ppiivv", "ppiivvv",
                                                                      "ppiivvvv", "ppiivvvvv"};
    const uint32_t index = store->index / SIM_LANES, data = store->data / SIM_LANES,
                   count = 2 + dwords;
    struct emitter own = *e;
    ssa param[9], *given[6] = {&e->first[index], &e->vector[index]}, before[6];
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    for (unsigned k = 0; k < dwords; k++)
        given[2 + k] = &e->vector[data + k];
    e->put_dwords = emit_function(&own, "put", e->i1, params[dwords - 1], apart);
    LLVMGetParams(own.function, param);
    own.forms.at = NULL; /* lanes are those that it is given */
    own.wave = param[0];
    own.frame = param[1];
    own.part_number = param[2];
    own.found = emit_variable(&own, e->ptr);
    own.fault = emit_new_block(&own);
    for (unsigned i = 0; i < count; i++) {
        before[i] = *given[i];
        *given[i] = emit_variable(&own, LLVMTypeOf(param[3 + i]));
        emit_store(&own, param[3 + i], *given[i]);
    }
    write_apart(&own, store, dwords, step);
    e->streams |= own.streams;
    LLVMBuildRet(e->builder, LLVMConstInt(e->i1, true, false));
    emit_begin_block(&own, own.fault);
    LLVMBuildRet(e->builder, LLVMConstInt(e->i1, false, false));
    LLVMPositionBuilderAtEnd(e->builder, here);
    for (unsigned i = count; i-- > 0;) /* two may be one */
        *given[i] = before[i];
}

/* Blocks that go abreast share a function: to write it out for each would take its time to select,
 * and vectors whose addresses calls are given cannot stay in host registers in loops before. */
static void store_apart(struct emitter *e, const struct sim_store *store, unsigned dwords,
                        uint32_t step)
{
    if (!e->apart || !e->whole || e->at.loops) {
        write_apart(e, store, dwords, step);
        return;
    }
    if (!e->part)
        build_put(e, store, dwords, step);
    ssa args[9] = {e->wave, e->frame, emit_part_number(e), emit_first(e, store->index),
                   emit_load_lanes(e, e->vector[store->index / SIM_LANES])};
    for (unsigned k = 0; k < dwords; k++)
        args[5 + k] = emit_load_lanes(e, e->vector[store->data / SIM_LANES + k]);
    emit_go_on(e, emit_call_own(e, e->put_dwords, args, 5 + dwords));
}

void emit_plain_store(struct emitter *e, const struct sim_store *store)
{
    const unsigned dwords = emit_count_dwords(store);
    const struct affine_form form = affine_vector(&e->forms, store->index);
    const enum lie lie = dwords ? emit_lie_of(e, form, 4, 4 * dwords) : SCATTERED;
    ssa range = emit_range(e, sim_store_access(e->program, store));
    if (lie == SCATTERED)
        store_scattered(e, store, range, "sim_block_store");
    else if (lie == ON_BASIS)
        store_on_basis(e, store, dwords, range);
    else
        store_apart(e, store, dwords, form.step);
}
