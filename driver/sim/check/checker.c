/* SPDX-License-Identifier: MIT */
/* checker.c: the shadow of a launch, made and cleared. */
#include "driver/sim/check/checker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/checks.h"
#include "driver/base/free_all.h"
#include "driver/sim/check/check.h"
#include "driver/sim/exec/group.h"

static bool vector_init(struct check_vector *vector, size_t count)
{
    const size_t lanes = (count + 1) * SIM_LANES;
    vector->tags = calloc(lanes, sizeof(*vector->tags));
    vector->undefined = calloc(lanes, sizeof(*vector->undefined));
    vector->origins = calloc(lanes, sizeof(*vector->origins));
    vector->flags = calloc(count + 1, sizeof(*vector->flags));
    return vector->tags && vector->undefined && vector->origins && vector->flags;
}

static void vector_finish(struct check_vector *vector)
{
    FREE_ALL(vector->tags, vector->undefined, vector->origins, vector->flags);
}

/* Marks `count` vectors from one on as never written. */
static void forget(struct check_vector *all, enum guide_space space, size_t first, size_t count)
{
    memset(all->undefined + first * SIM_LANES, 0xff, count * sizeof(sim_vector));
    memset(all->tags + first * SIM_LANES, 0, count * SIM_LANES * sizeof(*all->tags));
    memset(all->flags + first, CHECK_HAS_UNDEFINED, count);
    for (size_t v = first; v < first + count; v++)
        for (unsigned i = 0; i < SIM_LANES; i++)
            all->origins[v * SIM_LANES + i] = check_origin(space, v * 4ull);
}

static void begin(struct sim_watch *watch, const struct sim_wave *wave)
{
    struct sim_check *check = (struct sim_check *)watch;
    struct check_wave *own = check_wave_of(check, wave);
    const struct sim_program *program = wave->launch->program;
    own->agent = own->copy_values = 0;
    own->copies = own->steps = 0;
    own->undefined_predicate = own->reached = own->unfenced = 0;
    memset(own->vectors.flags, 0, program->vector_count);
    memset(own->scratch.tags, 0,
           (size_t)wave->launch->scratch_dwords * SIM_LANES * sizeof(*own->scratch.tags));
    if (!check_does(check, CHECK_uninitialised))
        return;
    forget(&own->vectors, GUIDE_NOTHING, 0, program->mode.gprs * 4u);
    for (unsigned c = 0; c < 3; c++)
        own->vectors.flags[c] = own->vectors.flags[4 + c] = 0;
    forget(&own->scratch, GUIDE_PRIVATE, 0, wave->launch->scratch_dwords);
}

static bool waves_init(struct sim_check *check)
{
    const struct sim_launch *launch = check->launch;
    const unsigned count = sim_resident_waves(launch);
    check->waves = calloc(count, sizeof(*check->waves));
    if (!check->waves)
        return false;
    check->wave_count = count;
    for (unsigned i = 0; i < count; i++)
        if (!vector_init(&check->waves[i].vectors, launch->program->vector_count) ||
            !vector_init(&check->waves[i].scratch, launch->scratch_dwords))
            return false;
    return true;
}

/* The extent of the pool: of the object that live ranges belong to. */
static uint64_t pool_bytes(const struct sim_launch *launch)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < HW_CS_RESOURCES; i++) {
        const struct sim_view *view = &launch->buffers[i].view;
        if (launch->resource_type[i] == HW_TYPE_BUFFER && view->ranges &&
            view->bo_offset + view->size > bytes)
            bytes = view->bo_offset + view->size;
    }
    for (unsigned i = 0; i < HW_RATS; i++) {
        const struct sim_view *view = &launch->rats[i].view;
        if (launch->rats[i].bound && view->ranges && view->bo_offset + view->size > bytes)
            bytes = view->bo_offset + view->size;
    }
    return bytes;
}

/* The first bit from one on that is as wanted; `size` if there is none. */
static uint64_t find_bit(const unsigned char *bits, uint64_t at, uint64_t size, bool wanted)
{
    const unsigned char none = wanted ? 0 : 0xff;
    while (at < size) {
        if (at % 8 == 0 && bits[at / 8] == none)
            at += 8;
        else if ((bits[at / 8] >> at % 8 & 1u) == wanted)
            return at;
        else
            at++;
    }
    return size;
}

/* Calls back for each run of bytes of an object that nobody had written. */
static void each_unwritten(struct sim_check *check, const struct guide_object *object,
                           void (*call)(struct sim_check *, const struct guide_object *, uint64_t,
                                        uint64_t))
{
    assert(object->unwritten && object->start <= object->end);
    const uint64_t size = object->end - object->start;
    for (uint64_t end, at = find_bit(object->unwritten, 0, size, true); at < size;
         at = find_bit(object->unwritten, end, size, true)) {
        end = find_bit(object->unwritten, at, size, false);
        call(check, object, object->start + at, object->start + end);
    }
}

static void forget_run(struct sim_check *check, const struct guide_object *object, uint64_t start,
                       uint64_t end)
{
    (void)object;
    check_memory_forget(&check->pool, start, end);
}

/* Clears the bits of the bytes that the launch has written. */
static void keep_run(struct sim_check *check, const struct guide_object *object, uint64_t start,
                     uint64_t end)
{
    for (uint64_t at = start; at < end; at++) {
        uint16_t tag;
        uint32_t undefined;
        check_load_shadow(&check->pool, at, 1, &tag, &undefined);
        if (!undefined)
            __atomic_fetch_and(&object->unwritten[(at - object->start) / 8],
                               (unsigned char)~(1u << (at - object->start) % 8), __ATOMIC_RELAXED);
    }
}

static void each_object(struct sim_check *check,
                        void (*call)(struct sim_check *, const struct guide_object *, uint64_t,
                                     uint64_t))
{
    for (unsigned i = 0; i < check->object_count; i++) {
        const struct guide_object *object = &check->objects[i].is;
        if (object->unwritten && object->space == GUIDE_POOL &&
            check_does(check, CHECK_uninitialised))
            each_unwritten(check, object, call);
    }
}

static bool init(struct sim_check *check)
{
    check->doubts = calloc(CHECK_DOUBTS, sizeof(*check->doubts));
    if (!check->doubts || !check_objects_init(check) || !waves_init(check) ||
        !check_copies_init(check) || !check_cells_init(check) || !check_order_init(check) ||
        !check_texels_init(check) || !check_memory_init(&check->local, HW_LDS_DWORDS * 4) ||
        !check_memory_init(&check->pool, pool_bytes(check->launch)))
        return false;
    each_object(check, forget_run);
    return true;
}

/* Behind the last group: who debugs stops at its reports, too. */
static bool end_launch(struct sim_watch *watch)
{
    struct sim_check *check = (struct sim_check *)watch;
    check_doubts_end(check);
    check->ended = true;
    return false;
}

/* Frees the shadow. */
static void finish(struct sim_check *check)
{
    free(check->doubts);
    for (unsigned i = 0; i < check->wave_count; i++) {
        vector_finish(&check->waves[i].vectors);
        vector_finish(&check->waves[i].scratch);
    }
    check_memory_finish(&check->local);
    check_memory_finish(&check->pool);
    check_texels_finish(check);
    check_order_finish(check);
    check_copies_finish(check);
    FREE_ALL(check->cells.numbers, check->waves, check->objects, check->variables,
             check->constant_tags);
}

static void destroy(struct sim_watch *watch);

/* Who debugs has put the launch back to its beginning: what was noted has not happened. */
static void start_over(struct sim_check *check)
{
    finish(check);
    *check =
        (struct sim_check){.watch = check->watch, .launch = check->launch, .checks = check->checks};
    if (init(check))
        return;
    finish(check);
    *check = (struct sim_check){.watch = {.next = check->watch.next, .destroy = destroy},
                                .launch = check->launch};
    sim_launch_fail(check->launch, "out of memory for checks");
}

static void begin_group(struct sim_watch *watch, const struct sim_group *group)
{
    struct sim_check *check = (struct sim_check *)watch;
    const uint32_t bytes = group->launch->lds_dwords * 4;
    if (check->ended)
        start_over(check);
    if (!check->waves)
        return;
    check_doubts_end(check);
    check_order_group(check);
    check_copies_group(check);
    check->group = group->index;
    check->epoch = check->local_epoch = check->image_epoch = 0;
    for (size_t i = 0; i * CHECK_PAGE_BYTES < bytes; i++) {
        struct check_page *page = check_page_at(&check->local, i * CHECK_PAGE_BYTES);
        if (page && page->tags)
            memset(page->tags, 0, CHECK_PAGE_DWORDS * sizeof(*page->tags));
        if (page && page->readers)
            memset(page->readers, 0, sizeof(*page->readers));
        if (page && page->writers)
            memset(page->writers, 0, sizeof(*page->writers));
        if (page && page->changers)
            memset(page->changers, 0, sizeof(*page->changers));
    }
    if (check_does(check, CHECK_uninitialised))
        check_memory_forget(&check->local, 0, bytes);
}

static void destroy(struct sim_watch *watch)
{
    struct sim_check *check = (struct sim_check *)watch;
    if (check->doubts)
        check_doubts_end(check);
    if (check->waves)
        check_copies_group(check);
    if (check->pool.chunks)
        each_object(check, keep_run);
    finish(check);
    free(check);
}

static struct sim_watch *create(struct sim_launch *launch, const struct sim_stream *stream,
                                unsigned checks)
{
    struct sim_check *check = calloc(1, sizeof(*check));
    (void)stream;
    if (!check) {
        sim_launch_fail(launch, "out of memory for checks");
        return NULL;
    }
    check->watch = (struct sim_watch){.destroy = destroy,
                                      .group = begin_group,
                                      .begin = begin,
                                      .alu = check_alu,
                                      .fetch = check_fetch,
                                      .sample = check_sample,
                                      .store = check_store,
                                      .meet = check_meet,
                                      .again = end_launch};
    check->launch = launch;
    check->checks = checks;
    if (init(check))
        return &check->watch;
    destroy(&check->watch);
    sim_launch_fail(launch, "out of memory for checks");
    return NULL;
}

const struct sim_watcher sim_checker = {
    .wants = checks_are_watched, .create = create, .checks = true};
