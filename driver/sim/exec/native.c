/* SPDX-License-Identifier: MIT */
/* native.c: runs recompiled programs, and carries out for them what is not recompiled. */
#include "driver/sim/exec/native.h"

#include <limits.h>
#include <string.h>

#include "driver/sim/exec/wave.h"

/* Makes `range` the elements of the view that lie in the allocation that the instruction met last:
 * `bytes` bytes each at index * scale + offset. */
static void widen(const struct sim_wave *wave, const struct sim_view *view,
                  const struct sim_provenance *object, uint32_t scale, uint32_t offset,
                  uint32_t bytes, uint32_t word, struct sim_native_range *range)
{
    const struct sim_range_hint *hint = &wave->hints[word / 2 % SIM_HINTS];
    uint64_t start = 0, end = view->size;
    if (view->ranges) {
        if (hint->ranges != view->ranges || hint->object != object)
            return;
        const uint64_t last = view->bo_offset + view->size;
        start = hint->range.start > view->bo_offset ? hint->range.start - view->bo_offset : 0;
        end = (hint->range.end < last ? hint->range.end : last) - view->bo_offset;
    }
    const uint64_t first = start > offset ? (start - offset + scale - 1) / scale : 0;
    if (end < offset + first * scale + bytes)
        return;
    uint64_t count = (end - bytes - offset - first * scale) / scale + 1;
    const uint64_t most = (INT_MAX - bytes) / scale; /* offsets have 31 bits */
    count = count < most ? count : most;
    if (first > UINT32_MAX - count || (range->first == first && range->count == count))
        return;
    range[1] = range[0];
    *range = (struct sim_native_range){view->memory + offset + first * scale, (uint32_t)first,
                                       (uint32_t)count};
}

static bool ask_fetch(struct sim_wave *wave, uint32_t index, uint32_t exec)
{
    const struct sim_program *program = wave->launch->program;
    const struct sim_fetch *fetch = &program->fetches[index];
    const struct sim_cf clause = {.first = index, .count = 1};
    wave->exec = exec;
    if (!sim_exec_fetches(wave, &clause))
        return false;
    if (fetch->kind == SIM_FETCH_BUFFER && !fetch->const_fields && !fetch->resource_index_mode) {
        const struct sim_buffer *buffer = &wave->launch->buffers[fetch->resource];
        if (buffer->stride)
            widen(wave, &buffer->view, sim_provenance_fetch(wave->launch, fetch), buffer->stride,
                  fetch->offset, fetch->format.bytes, fetch->word, &wave->frame->ranges[2 * index]);
    }
    return true;
}

static bool ask_store(struct sim_wave *wave, uint32_t index, uint32_t exec)
{
    const struct sim_program *program = wave->launch->program;
    const struct sim_store *store = &program->stores[index];
    wave->exec = exec;
    if (!sim_exec_store(wave, store))
        return false;
    if (store->cf_op == HW_CF_MEM_SCRATCH)
        return true;
    const bool raw = store->rat_op == HW_RAT_STORE_RAW;
    const struct sim_provenance *object = sim_provenance_store(wave->launch, store);
    if (object && object->constant)
        return true;
    if ((store->comp_mask || !raw) && !store->rat_index_mode && store->rat_op != HW_RAT_NOP &&
        wave->launch->rats[store->rat].type == HW_RAT_BUFFER)
        widen(wave, &wave->launch->rats[store->rat].view, object, 4, 0,
              raw ? 4 * (32u - (unsigned)__builtin_clz(store->comp_mask)) : 4, store->word,
              &wave->frame->ranges[2 * (program->fetch_count + index)]);
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
    memset(ranges, 0, sim_native_ranges(launch) * sizeof(*ranges));
    for (uint32_t i = 0; i < p->fetch_count; i++)
        if (p->fetches[i].kind == SIM_FETCH_SCRATCH)
            ranges[2 * i] = range_of(sim_scratch_span(
                launch, sim_provenance_fetch(launch, &p->fetches[i]), p->fetches[i].elem_dwords));
    for (uint32_t i = 0; i < p->store_count; i++)
        if (p->stores[i].cf_op == HW_CF_MEM_SCRATCH)
            ranges[2 * (p->fetch_count + i)] = range_of(sim_scratch_span(
                launch, sim_provenance_store(launch, &p->stores[i]), p->stores[i].elem_dwords));
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
    wave->n = SIM_NATIVE_LANES;
    sim_native_again(wave, wave->index, wave->live);
}

void sim_native_again(struct sim_wave *wave, unsigned index, uint64_t lanes)
{
    wave->index = index;
    wave->whole = wave->live = lanes;
    wave->back_edges = 0;
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

/* Each of its blocks, to where it waits or ends. */
CALLS_ANY_CODE static uint32_t run_blocks(struct sim_wave *wave, sim_native_fn run)
{
    uint32_t result = SIM_NEXT_END;
    for (unsigned i = 0; i < SIM_NATIVE_BLOCKS; i = wave->first / SIM_NATIVE_LANES + 1) {
        wave->first = i * SIM_NATIVE_LANES;
        wave->block = &wave->blocks[i];
        if (wave->block->resume == ENDED)
            continue;
        wave->live = wave->whole >> wave->first & ((1u << SIM_NATIVE_LANES) - 1);
        wave->base[SIM_SPACE_WAVE] = wave->vectors + wave->first;
        wave->ids = wave->launch->local_ids + (size_t)wave->index * 3 * SIM_LANES + wave->first;
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
