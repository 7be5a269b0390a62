/* SPDX-License-Identifier: MIT */
/* native.c: runs recompiled programs, and carries out for them what is not recompiled. */
#include "driver/sim/exec/native.h"

#include <limits.h>
#include <string.h>

#include "driver/sim/exec/wave.h"

/* Makes `found` the elements of an access that lie in a range of the view's object. False: none do.
 */
static bool find_elements(const struct sim_view *view, const struct sim_access *access,
                          const struct sim_range *within, struct sim_native_range *found)
{
    const uint64_t scale = access->scale, offset = access->offset, bytes = access->bytes;
    const uint64_t start = within->start > view->bo_offset ? within->start - view->bo_offset : 0,
                   last = view->bo_offset + view->size,
                   end = (within->end < last ? within->end : last) - view->bo_offset;
    const uint64_t first = start > offset ? (start - offset + scale - 1) / scale : 0;
    if (within->end < view->bo_offset || end < offset + first * scale + bytes)
        return false;
    uint64_t count = (end - bytes - offset - first * scale) / scale + 1;
    const uint64_t most = (INT_MAX - bytes) / scale; /* offsets have 31 bits */
    count = count < most ? count : most;
    if (first > UINT32_MAX - count)
        return false;
    *found = (struct sim_native_range){view->memory + offset + first * scale, (uint32_t)first,
                                       (uint32_t)count};
    return true;
}

/* The view of a fetch whose elements are plain dwords or parts of them, and its access. NULL: it is
 * no such fetch, or none is bound. */
static const struct sim_view *view_fetch(const struct sim_launch *launch,
                                         const struct sim_fetch *fetch, struct sim_access *access)
{
    const struct sim_buffer *buffer = &launch->buffers[fetch->resource % HW_CS_RESOURCES];
    if (fetch->kind != SIM_FETCH_BUFFER || fetch->const_fields || fetch->resource_index_mode ||
        fetch->resource >= HW_CS_RESOURCES ||
        launch->resource_type[fetch->resource] != HW_TYPE_BUFFER || !buffer->stride)
        return NULL;
    *access = (struct sim_access){.scale = buffer->stride,
                                  .offset = fetch->offset,
                                  .bytes = fetch->format.bytes,
                                  .word = fetch->word,
                                  .object = sim_provenance_fetch(launch, fetch)};
    return &buffer->view;
}

/* The same of a store, or an atomic operation. */
static const struct sim_view *view_store(const struct sim_launch *launch,
                                         const struct sim_store *store, struct sim_access *access)
{
    const bool raw = store->rat_op == HW_RAT_STORE_RAW;
    const struct sim_rat *rat = &launch->rats[store->rat % HW_RATS];
    const struct sim_provenance *object = sim_provenance_store(launch, store);
    if (store->cf_op == HW_CF_MEM_SCRATCH || (object && object->constant) ||
        (raw && !store->comp_mask) || store->rat_index_mode || store->rat_op == HW_RAT_NOP ||
        store->rat >= HW_RATS || !rat->bound || rat->type != HW_RAT_BUFFER)
        return NULL;
    *access = (struct sim_access){
        .scale = 4,
        .bytes = raw ? 4 * (32u - (unsigned)__builtin_clz(store->comp_mask)) : 4,
        .store = true,
        .word = store->word,
        .object = object};
    return &rat->view;
}

/* Notes the elements in the allocation that an access met last. */
static void note_range(const struct sim_wave *wave, const struct sim_view *view,
                       const struct sim_access *access, struct sim_native_range *range)
{
    const struct sim_range_hint *hint = &wave->hints[access->word / 2 % SIM_HINTS];
    struct sim_native_range found;
    if (!view || !view->ranges || hint->ranges != view->ranges || hint->object != access->object ||
        !find_elements(view, access, &hint->range, &found) ||
        (range->first == found.first && range->count == found.count))
        return;
    range[1] = range[0];
    range[0] = found;
}

/* Notes those that are known before the launch runs: of the object that the access belongs to. */
static void foresee_range(const struct sim_view *view, const struct sim_access *access,
                          struct sim_native_range *range)
{
    struct sim_range within = {0, UINT64_MAX};
    if (!view || (view->ranges && !access->object))
        return;
    if (view->ranges) {
        const struct sim_range *live = sim_ranges_find(view->ranges, access->object->start);
        if (!live)
            return;
        within.start = access->object->start;
        within.end = live->end < access->object->end ? live->end : access->object->end;
    }
    find_elements(view, access, &within, range);
}

static bool ask_fetch(struct sim_wave *wave, uint32_t index, uint32_t exec)
{
    const struct sim_fetch *fetch = &wave->launch->program->fetches[index];
    const struct sim_cf clause = {.first = index, .count = 1};
    struct sim_access access;
    wave->exec = exec;
    if (!sim_exec_fetches(wave, &clause))
        return false;
    const struct sim_view *view = view_fetch(wave->launch, fetch, &access);
    note_range(wave, view, &access, &wave->frame->ranges[2 * index]);
    return true;
}

static bool ask_store(struct sim_wave *wave, uint32_t index, uint32_t exec)
{
    const struct sim_program *program = wave->launch->program;
    const struct sim_store *store = &program->stores[index];
    struct sim_access access;
    wave->exec = exec;
    if (!sim_exec_store(wave, store))
        return false;
    const struct sim_view *view = view_store(wave->launch, store, &access);
    note_range(wave, view, &access, &wave->frame->ranges[2 * (program->fetch_count + index)]);
    return true;
}

static bool ask_operation(struct sim_wave *wave, uint32_t index, uint32_t exec)
{
    const struct sim_cf clause = {.first = index, .count = 1};
    wave->exec = exec;
    wave->op = 0;
    return sim_exec_alu(wave, &clause) == SIM_NEXT;
}

size_t sim_native_ranges(const struct sim_launch *launch)
{
    return launch->native ? 2 * (size_t)sim_program_accesses(launch->program) : 0;
}

static struct sim_native_range range_of(struct sim_span span)
{
    return (struct sim_native_range){NULL, span.low, span.high - span.low};
}

static void begin_ranges(const struct sim_launch *launch, struct sim_native_range *ranges)
{
    const struct sim_program *p = launch->program;
    struct sim_native_range *range = ranges;
    struct sim_access access;
    memset(ranges, 0, sim_native_ranges(launch) * sizeof(*ranges));
    for (uint32_t i = 0; i < p->fetch_count; i++, range += 2) {
        if (p->fetches[i].kind == SIM_FETCH_SCRATCH)
            *range = range_of(sim_scratch_span(launch, sim_provenance_fetch(launch, &p->fetches[i]),
                                               p->fetches[i].elem_dwords));
        else
            foresee_range(view_fetch(launch, &p->fetches[i], &access), &access, range);
    }
    for (uint32_t i = 0; i < p->store_count; i++, range += 2) {
        if (p->stores[i].cf_op == HW_CF_MEM_SCRATCH)
            *range = range_of(sim_scratch_span(launch, sim_provenance_store(launch, &p->stores[i]),
                                               p->stores[i].elem_dwords));
        else
            foresee_range(view_store(launch, &p->stores[i], &access), &access, range);
    }
    for (uint32_t i = 0; i < p->accessing_count; i++) {
        const struct sim_alu_op *op = &p->ops[p->accessing[i]];
        if (op->action == SIM_ACTION_LDS)
            ranges[2 * op->access] = range_of(sim_lds_span(launch, op));
    }
}

struct sim_native_frame sim_native_begin(const struct sim_launch *launch,
                                         struct sim_native_range *ranges)
{
    struct sim_native_frame frame = {.fetch = ask_fetch,
                                     .store = ask_store,
                                     .operation = ask_operation,
                                     .poll = sim_wave_may_go_on,
                                     .special = sim_wave_special,
                                     .ranges = ranges};
    if (launch->native) {
        frame.texels = *launch->native->texels;
        begin_ranges(launch, ranges);
    }
    return frame;
}

/* x86-64 orders such stores by this alone; other hosts order them as they do all stores. */
void sim_native_end(void)
{
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#endif
}

enum { ENDED = UINT32_MAX };

void sim_native_start(struct sim_wave *wave, const struct sim_native_frame *frame)
{
    wave->frame = frame;
    wave->vectors = wave->base[SIM_SPACE_WAVE];
    wave->lds = wave->group->lds;
    wave->block = &wave->blocks[0];
    wave->n = SIM_NATIVE_LANES;
    sim_native_again(wave, wave->index, wave->live);
}

void sim_native_again(struct sim_wave *wave, unsigned index, uint64_t lanes)
{
    wave->index = index;
    wave->whole = wave->live = lanes;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i++)
        wave->blocks[i].resume = wave->whole >> i * SIM_NATIVE_LANES ? 0 : ENDED;
}

/* The word of the clause that has an operation. */
static uint32_t clause_word(const struct sim_program *p, uint32_t number)
{
    if (number >= p->op_count) /* of a store where lanes wait (llvm/recompile/lockstep.h) */
        return p->stores[number - p->op_count].word;
    for (uint32_t i = 0; i < p->cf_count; i++) {
        const struct sim_cf *cf = &p->cf[i];
        if (cf->items == SIM_ITEMS_OPS && number - cf->first < cf->count)
            return i * 2;
    }
    return 0;
}

uint32_t sim_native_word(const struct sim_wave *wave)
{
    unsigned i = 0;
    while (i + 1 < SIM_NATIVE_BLOCKS && wave->blocks[i].resume == ENDED)
        i++;
    return clause_word(wave->launch->program, wave->blocks[i].resume - 1);
}

/* Clang's sanitizer of calls looks for a word in front of the function, which recompiled code has
 * none of. */
#ifdef __clang__
#define CALLS_ANY_CODE __attribute__((no_sanitize("function")))
#else
#define CALLS_ANY_CODE
#endif

/* Tells a wavefront which of its blocks runs. */
static inline void turn_to(struct sim_wave *wave, unsigned block)
{
    wave->first = block * SIM_NATIVE_LANES;
    wave->live = wave->whole >> wave->first & ((1u << SIM_NATIVE_LANES) - 1);
    wave->base[SIM_SPACE_WAVE] = wave->vectors + wave->first;
    wave->ids = wave->launch->local_ids + (size_t)wave->index * 3 * SIM_LANES + wave->first;
}

/* Each of its blocks, to where it waits or ends. */
CALLS_ANY_CODE static uint32_t run_blocks(struct sim_wave *wave, sim_native_fn run)
{
    uint32_t result = SIM_NEXT_END;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i = wave->first / SIM_NATIVE_LANES + 1) {
        wave->first = i * SIM_NATIVE_LANES;
        wave->block = &wave->blocks[i];
        if (wave->block->resume == ENDED)
            continue; /* lanes of one that waits are left in `live` */
        turn_to(wave, i);
        const uint32_t next = run(wave, wave->frame);
        if (next == SIM_NEXT_FAULT)
            return next;
        if (next == SIM_NEXT_END)
            wave->block->resume = ENDED;
        else
            result = next;
    }
    return result;
}

CALLS_ANY_CODE bool sim_native_straight(struct sim_wave *wave, unsigned index, uint64_t lanes,
                                        sim_native_fn run)
{
    wave->index = index;
    wave->whole = lanes;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS && lanes >> i * SIM_NATIVE_LANES;
         i = wave->first / SIM_NATIVE_LANES + 1) {
        turn_to(wave, i);
        if (run(wave, wave->frame) == SIM_NEXT_FAULT)
            return false;
    }
    return true;
}

bool sim_native_may_meet(struct sim_wave *wave, uint64_t meetings)
{
    enum { MEETINGS_PER_POLL = 64 };
    return meetings % MEETINGS_PER_POLL || sim_wave_may_go_on(wave, sim_native_word(wave));
}

/* Blocks that wait for their wavefront alone go on when all of them have come. */
uint32_t sim_native_wave(struct sim_wave *wave, sim_native_fn run)
{
    uint32_t next = run_blocks(wave, run);
    for (uint64_t meetings = 1; next == SIM_NEXT_LOCKSTEP; meetings++)
        next = sim_native_may_meet(wave, meetings) ? run_blocks(wave, run) : SIM_NEXT_FAULT;
    return next;
}
