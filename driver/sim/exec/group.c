/* SPDX-License-Identifier: MIT */
/* group.c: makes the wavefronts of a work-group, runs them from barrier to barrier, and ends them.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/deadline.h"
#include "driver/base/free_all.h"
#include "driver/sim/decode/operands.h"
#include "driver/sim/exec/group.h"
#include "driver/sim/exec/observe.h"
#include "driver/sim/exec/shares.h"

/* Without barriers wavefronts run one after the other, so the memory of one serves all, and stays
 * in the host's cache. */
unsigned sim_resident_waves(const struct sim_launch *launch)
{
    return launch->program->barriers || launch->together ? launch->waves : 1;
}

/* A wavefront is one part, or as many as recompiled code makes of it. */
static unsigned part_count(const struct sim_launch *launch)
{
    return launch->part_lanes ? SIM_LANES / launch->part_lanes : 1;
}

static bool reserve(void **memory, size_t *room, size_t bytes)
{
    if (*room < bytes) {
        free(*memory);
        *room = 0;
        *memory = aligned_alloc(SIM_VECTOR_ALIGN, (bytes + 63) / 64 * 64);
        if (!*memory)
            return false;
        *room = bytes;
    }
    return true;
}

/* Clears the masks and hints that the wavefront before it left in the same memory and launch. */
static void forget(struct sim_wave *wave)
{
    wave->masked = 0;
    memset(wave->lane_mask, 0, sizeof(wave->lane_mask));
    memset(wave->hints, 0, sizeof(wave->hints));
    wave->frame = NULL;
}

/* Recompiled code keeps none of the old values, but for registers that are indexed. */
static bool may_read_old(const struct sim_launch *launch)
{
    const struct sim_program *p = launch->program;
    bool indexed = false;
    for (uint32_t i = 0; i < p->accessing_count; i++)
        indexed |= sim_op_indexed(&p->ops[p->accessing[i]]);
    return indexed || !sim_launch_is_native(launch);
}

/* Registers start a launch as zeros: a program that reads what it never wrote sees the same in
 * every run with one thread. */
static bool prepare(struct sim_worker *worker, const struct sim_launch *launch)
{
    const unsigned waves = sim_resident_waves(launch), parts = waves * part_count(launch);
    const size_t vector_bytes = (size_t)launch->program->vector_count * sizeof(sim_vector) * waves;
    /* Adds room behind the end: recompiled programs read whole host vectors, and drop lanes behind
     * it. */
    const size_t lds_bytes = HW_LDS_DWORDS * sizeof(uint32_t) + SIM_VECTOR_ALIGN;
    const size_t range_bytes = sim_native_ranges(launch) * sizeof(struct sim_native_range);
    if (!worker->lds)
        worker->lds = aligned_alloc(SIM_VECTOR_ALIGN, lds_bytes);
    if (!worker->lds ||
        !reserve((void **)&worker->waves, &worker->wave_room, parts * sizeof(struct sim_wave)) ||
        !reserve((void **)&worker->vectors, &worker->vector_room, vector_bytes) ||
        !reserve((void **)&worker->frame.ranges, &worker->range_room, range_bytes + 1))
        return false;
    if (may_read_old(launch))
        memset(worker->vectors, 0, vector_bytes);
    worker->frame = sim_native_begin(launch, worker->frame.ranges);
    worker->takes_whole = false;
    for (unsigned i = 0; i < parts; i++)
        forget(&worker->waves[i]);
    memset(worker->lds, 0, launch->lds_dwords * sizeof(uint32_t));
    return true;
}

void sim_worker_finish(struct sim_worker *worker)
{
    FREE_ALL(worker->waves, worker->vectors, worker->lds, worker->frame.ranges);
}

static uint64_t low_bits(unsigned count)
{
    return count >= 64 ? ~0ull : (1ull << count) - 1;
}

static unsigned count_lanes(const struct sim_launch *launch, unsigned index)
{
    const unsigned left = launch->local_size - index * launch->wave_size;
    return left < launch->wave_size ? left : launch->wave_size;
}

/* R0 and R1, as the interpreter finds them. */
static void start_registers(const struct sim_wave *wave)
{
    const struct sim_launch *launch = wave->launch;
    uint32_t *r0 = wave->base[SIM_SPACE_WAVE], *r1 = r0 + 4 * SIM_LANES;
    memcpy(r0, launch->local_ids + (size_t)wave->index * 3 * SIM_LANES, 3 * sizeof(sim_vector));
    for (unsigned c = 0; c < 3; c++)
        launch->lanes->alu->fill(r1 + c * SIM_LANES, wave->group->id[c], wave->n);
}

static void start_wave(struct sim_wave *wave, struct sim_worker *worker, struct sim_group *group,
                       unsigned index, unsigned place)
{
    const struct sim_launch *launch = group->launch;
    const unsigned lanes = count_lanes(launch, index);
    wave->group = group;
    wave->launch = launch;
    wave->base[SIM_SPACE_LITERAL] = launch->program->literals;
    wave->base[SIM_SPACE_WAVE] =
        worker->vectors + (size_t)place * launch->program->vector_count * SIM_LANES;
    wave->base[SIM_SPACE_CONST] = launch->consts;
    wave->n = (lanes + SIM_LANE_STEP - 1) / SIM_LANE_STEP * SIM_LANE_STEP;
    wave->live = wave->exec = wave->branch = low_bits(lanes);
    wave->continued = wave->broken = wave->predicate = wave->wrong = wave->killed = 0;
    wave->cf = wave->op = 0;
    wave->first = 0;
    wave->cf_index[0] = wave->cf_index[1] = 0;
    wave->index = index;
    wave->slot = worker->index * sim_resident_waves(launch) + place;
    wave->depth = wave->loops = wave->back_edges = 0;
    assert(lanes > 0 && wave->n <= SIM_LANES && wave->n % SIM_LANE_STEP == 0);
    assert((uintptr_t)wave->base[SIM_SPACE_WAVE] % SIM_VECTOR_ALIGN == 0 &&
           (uintptr_t)launch->consts % SIM_VECTOR_ALIGN == 0);
}

/* Makes a part of a wavefront that has been started a wavefront of its own, which shares its
 * vectors. */
static void keep_part(struct sim_wave *wave, unsigned part)
{
    wave->n = wave->launch->part_lanes;
    wave->first = part * wave->n;
    wave->live = wave->live >> wave->first & low_bits(wave->n);
    wave->exec = wave->branch = wave->live;
    wave->base[SIM_SPACE_WAVE] += wave->first;
}

/* Starts the parts of wavefront `index`, from part place * part_count on. It clears their
 * registers: recompiled code keeps none of the old values. */
static void begin_wave(struct sim_worker *worker, struct sim_group *group, unsigned index,
                       unsigned place, sim_native_fn native)
{
    const struct sim_launch *launch = group->launch;
    const unsigned parts = part_count(launch);
    struct sim_wave *first = &worker->waves[place * parts];
    if (native && first->frame) {
        sim_native_again(first, index, low_bits(count_lanes(launch, index)));
        return;
    }
    if (launch->part_lanes)
        memset(worker->vectors + (size_t)place * launch->program->vector_count * SIM_LANES, 0,
               (size_t)launch->program->vector_count * sizeof(sim_vector));
    for (unsigned i = 0; i < parts; i++) {
        start_wave(&first[i], worker, group, index, place);
        if (!native)
            start_registers(&first[i]);
        if (launch->part_lanes)
            keep_part(&first[i], i);
    }
    sim_observe_wave(first);
    if (native)
        sim_native_start(first, &worker->frame);
}

/* How many wavefronts have run, and how many of these wait at a barrier. */
struct progress {
    unsigned ran, wait;
};

/* Runs those of `count` wavefronts that live, each to the next barrier or its end. False after a
 * fault. */
static bool run_once(struct sim_wave *waves, unsigned count, sim_native_fn native,
                     struct progress *progress)
{
    *progress = (struct progress){0};
    for (unsigned i = 0; i < count; i++) {
        if (!waves[i].live)
            continue;
        const enum sim_next next =
            native ? (enum sim_next)sim_native_wave(&waves[i], native) : sim_wave_run(&waves[i]);
        if (next == SIM_NEXT_FAULT)
            return false;
        progress->ran++;
        if (next == SIM_NEXT_END)
            waves[i].live = 0;
        else
            progress->wait++;
    }
    return true;
}

/* Whether wavefronts that met at a barrier go on. */
static bool may_go_on(struct sim_wave *waves, uint64_t meetings, sim_native_fn native)
{
    if (!native)
        return true;
    while (!waves->live)
        waves++;
    return sim_native_may_meet(waves, meetings);
}

/* Runs each wavefront to its next barrier, then each to the one after it, and so on. A wavefront
 * that has ended counts as waiting at every barrier. Code that takes a group whole ends all with
 * the first one, and the others have no lanes from then on. */
static bool run_together(struct sim_worker *worker, struct sim_group *group, sim_native_fn native)
{
    const unsigned waves = group->launch->waves, parts = waves * part_count(group->launch);
    struct progress progress = {.wait = 1};
    uint64_t meetings = 0;
    if (native && worker->takes_whole) /* code does not change while a launch runs */
        return sim_native_straight(worker->waves, 0, low_bits(count_lanes(group->launch, 0)),
                                   native);
    if (waves > 1)
        group->more = 0;
    for (unsigned i = 0; i < waves; i++)
        begin_wave(worker, group, i, i, native);
    while (progress.wait) {
        if (!run_once(worker->waves, parts, native, &progress) ||
            (progress.wait && !may_go_on(worker->waves, ++meetings, native)))
            return false;
        sim_observe_meeting(worker->waves, parts);
    }
    worker->takes_whole = native && !meetings && progress.ran < waves;
    return true;
}

/* Nothing waits in programs without barriers. Code may go on to the group's last wavefront. */
static bool run_in_turn(struct sim_worker *worker, struct sim_group *group, sim_native_fn native)
{
    const struct sim_launch *launch = group->launch;
    struct sim_wave *waves = worker->waves;
    struct progress progress;
    bool sound = true;
    for (unsigned i = 0; sound && i < launch->waves; i = waves->index + 1) {
        if (native && waves->frame) {
            sound = sim_native_straight(waves, i, low_bits(count_lanes(launch, i)), native);
            continue;
        }
        begin_wave(worker, group, i, 0, native);
        sound = run_once(waves, part_count(launch), native, &progress);
    }
    return sound;
}

/* Finds out which group one is: by its number, or as the next one. */
static void place_group(struct sim_group *group, uint64_t index)
{
    const struct sim_launch *launch = group->launch;
    const uint64_t row = (group->index = index) / launch->groups[0];
    group->id[0] = (uint32_t)(index % launch->groups[0]) + launch->start[0];
    group->id[1] = (uint32_t)(row % launch->groups[1]) + launch->start[1];
    group->id[2] = (uint32_t)(row / launch->groups[1]) + launch->start[2];
}

static void place_next(struct sim_group *group)
{
    if (++group->id[0] - group->launch->start[0] < group->launch->groups[0])
        group->index++;
    else
        place_group(group, group->index + 1);
}

static bool run_group(struct sim_worker *worker, struct sim_group *group, sim_native_fn native)
{
    const struct sim_launch *launch = group->launch;
    sim_observe_group(group);
    return launch->program->barriers || launch->together ? run_together(worker, group, native)
                                                         : run_in_turn(worker, group, native);
}

/* Returns the recompiled program, NULL while there is none. Asked before each group: until there is
 * one, each takes long. */
static sim_native_fn look_for_native(const struct sim_worker *worker, struct sim_launch *launch,
                                     uint64_t index)
{
    if (!launch->native)
        return NULL;
    const sim_native_fn native = atomic_load_explicit(&launch->native->run, memory_order_acquire);
    if (!native && !worker->index && index && launch->engine)
        launch->engine->poll(launch->engine, launch);
    return native;
}

/* How many groups behind one, up to another, code may go on to: those of its row. */
static uint32_t count_more(const struct sim_group *group, uint64_t end)
{
    const struct sim_launch *launch = group->launch;
    assert(group->index < end && group->id[0] - launch->start[0] < launch->groups[0]);
    const uint64_t left = end - group->index - 1,
                   row = launch->groups[0] - 1 - (group->id[0] - launch->start[0]);
    return launch->watch ? 0 : (uint32_t)(left < row ? left : row);
}

static bool run_groups(struct sim_worker *worker, struct sim_launch *launch)
{
    struct sim_group group = {.launch = launch, .lds = worker->lds};
    uint64_t i, end;
    while (sim_shares_take(launch->shares, worker->index, &i, &end)) {
        worker->groups += end - i;
        place_group(&group, i);
        for (; group.index < end; place_next(&group)) {
            group.more = count_more(&group, end);
            if (atomic_load_explicit(&launch->stop, memory_order_relaxed) ||
                !run_group(worker, &group, look_for_native(worker, launch, group.index)))
                return true;
        }
        if (worker->end_ns != INT64_MAX && clock_ns(CLOCK_MONOTONIC) > worker->end_ns)
            return false;
    }
    return true;
}

bool sim_worker_run(struct sim_worker *worker, struct sim_launch *launch)
{
    if (!prepare(worker, launch)) {
        sim_launch_fail(launch, "out of memory for wavefronts");
        return true;
    }
    const bool ended = run_groups(worker, launch);
    sim_native_end();
    return ended;
}
