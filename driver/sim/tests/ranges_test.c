/* SPDX-License-Identifier: MIT */
/* ranges_test.c: the elements that recompiled code may access without a call from its first
 * wavefront on. They are held against the check of each access, while what is live changes between
 * launches: buffers come and go, objects are parts of them, reach behind them, or are gone. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/tests/operands.h"

enum { POOL = 4096, STEP = 16, FETCHES = 6, STORES = 6, OBJECTS = 4, ROUNDS = 200 };

struct world {
    struct sim_gem gem;
    struct sim_bo *bo;
    uint32_t handle;
    struct sim_launch *launch;
    struct sim_wave *wave;
    struct sim_program program;
    struct sim_fetch fetches[FETCHES];
    struct sim_store stores[STORES];
    struct sim_provenance objects[OBJECTS];
    uint32_t by[FETCHES + STORES];
    struct sim_native native;
    struct sim_native_texels texels;
};

static int begin(void **state)
{
    struct world *w = calloc(1, sizeof(*w));
    assert_non_null(w);
    assert_int_equal(sim_gem_init(&w->gem, 1 << 20), 0);
    assert_int_equal(sim_gem_table_create(&w->gem, -1, POOL, 4096, 4, &w->handle), 0);
    w->bo = sim_gem_find(&w->gem, w->handle);
    w->launch = calloc(1, sizeof(*w->launch));
    w->wave = aligned_alloc(64, (sizeof(*w->wave) + 63) / 64 * 64);
    assert_true(w->bo && w->launch && w->wave);
    memset(w->wave, 0, sizeof(*w->wave));
    w->wave->launch = w->launch;
    w->wave->n = SIM_LANES;
    w->launch->lanes = sim_lanes_at(0);
    w->launch->check_memory = true;
    w->launch->program = &w->program;
    w->launch->provenance = w->objects;
    w->launch->provenance_by = w->by;
    w->launch->native = &w->native;
    w->native.texels = &w->texels;
    w->program = (struct sim_program){
        .fetches = w->fetches, .stores = w->stores, .fetch_count = FETCHES, .store_count = STORES};
    *state = w;
    return 0;
}

static int finish(void **state)
{
    struct world *w = *state;
    sim_bo_unreference(&w->gem, w->bo);
    sim_gem_finish(&w->gem);
    free(w->launch);
    free(w->wave);
    free(w);
    return 0;
}

/* Brings, or releases, some bytes of the pool. */
static void change_pool(struct world *w)
{
    const uint32_t start = random_below(POOL / STEP) * STEP, room = (POOL - start) / STEP;
    const uint32_t size = (1 + random_below(room < 40 ? room : 40)) * STEP;
    assert_int_equal(sim_gem_table_annotate(&w->gem, w->handle, start, size, random_below(3) != 0),
                     0);
}

/* Mostly the whole pool, which is what our own driver binds. */
static struct sim_view view_of(struct world *w, const struct sim_ranges *ranges)
{
    const uint32_t start = random_below(4) ? 0 : random_below(POOL / 4) * 4;
    const uint32_t size = random_below(4) ? POOL - start : 1 + random_below(POOL - start);
    return (struct sim_view){w->bo->map + start, size, start, random_below(8) ? ranges : NULL};
}

static void bind(struct world *w, const struct sim_ranges *ranges)
{
    static const uint32_t bytes[] = {1, 2, 4, 8, 12, 16};
    for (unsigned i = 0; i < OBJECTS; i++) {
        const uint32_t start = random_below(POOL),
                       size = random_below(3) ? 4 * random_below(200) : random_below(POOL);
        w->objects[i] = (struct sim_provenance){start,      start + size,         i + 1,
                                                GUIDE_POOL, random_below(6) == 0, false};
    }
    for (unsigned i = 0; i < FETCHES + STORES; i++)
        w->by[i] = random_below(OBJECTS + 1);
    for (unsigned i = 0; i < FETCHES; i++) {
        w->fetches[i] =
            (struct sim_fetch){.kind = SIM_FETCH_BUFFER,
                               .resource = (uint8_t)i,
                               .offset = (uint16_t)(random_below(2) ? 0 : random_below(64)),
                               .word = 2 * i};
        w->fetches[i].format.bytes = (uint8_t)bytes[random_below(6)];
        w->launch->resource_type[i] = random_below(8) ? HW_TYPE_BUFFER : 0;
        w->launch->buffers[i].stride = random_below(8) ? 1u << random_below(5) : 12;
        w->launch->buffers[i].view = view_of(w, ranges);
    }
    for (unsigned i = 0; i < STORES; i++) {
        w->stores[i] = (struct sim_store){.rat = (uint8_t)i,
                                          .rat_op = random_below(3)   ? HW_RAT_STORE_RAW
                                                    : random_below(2) ? HW_RAT_ADD
                                                                      : HW_RAT_NOP,
                                          .comp_mask = (uint8_t)random_below(16),
                                          .word = 2 * (FETCHES + i)};
        w->launch->rats[i].bound = random_below(8) != 0;
        w->launch->rats[i].type = random_below(8) ? HW_RAT_BUFFER : HW_RAT_2D;
        w->launch->rats[i].view = view_of(w, ranges);
    }
}

/* Whether lane 0 may access an element, as the simulator finds. */
static bool may_access(struct world *w, const struct sim_view *view, uint32_t index,
                       const struct sim_access *access)
{
    sim_vector indices = {0};
    struct sim_span span;
    memset(w->wave->hints, 0, sizeof(w->wave->hints));
    indices[0] = index;
    return sim_access_is_whole(w->wave, view, indices, 1, access, &span);
}

/* An access whose object is known has all elements of the object that are live from its start on,
 * and no other. */
static void hold(struct world *w, const struct sim_view *view, const struct sim_access *access,
                 const struct sim_native_range *range, bool known)
{
    const struct sim_provenance *object = access->object;
    bool live = known && (!view->ranges || object);
    for (uint32_t i = 0; i <= POOL; i++) {
        const uint64_t start = (uint64_t)i * access->scale + access->offset;
        const bool inside = i - range->first < range->count, may = may_access(w, view, i, access);
        if (inside && !may)
            fail_msg("element %u is none that may be accessed", i);
        if (inside)
            assert_ptr_equal(range->memory + (uint64_t)(i - range->first) * access->scale,
                             view->memory + start);
        /* All in the object's first live bytes; elements behind a gap are asked for. */
        if (live && view->ranges) {
            const struct sim_range *first = sim_ranges_find(view->ranges, object->start);
            if (first && may && view->bo_offset + start + access->bytes <= first->end)
                assert_true(inside);
        } else if (live && may) {
            assert_true(inside);
        }
    }
    assert_int_equal(range[1].count, 0);
}

static void hold_all(struct world *w)
{
    struct sim_native_range ranges[2 * (FETCHES + STORES)];
    assert_int_equal(sim_native_ranges(w->launch), 2 * (FETCHES + STORES));
    memset(ranges, 0xff, sizeof(ranges));
    sim_native_begin(w->launch, ranges);
    for (unsigned i = 0; i < FETCHES; i++) {
        const struct sim_buffer *buffer = &w->launch->buffers[i];
        const struct sim_access access = {.scale = buffer->stride,
                                          .offset = w->fetches[i].offset,
                                          .bytes = w->fetches[i].format.bytes,
                                          .object = sim_provenance_fetch(w->launch, &w->fetches[i]),
                                          .load = true};
        hold(w, &buffer->view, &access, &ranges[2 * i],
             w->launch->resource_type[i] == HW_TYPE_BUFFER);
    }
    for (unsigned i = 0; i < STORES; i++) {
        const struct sim_store *store = &w->stores[i];
        const struct sim_rat *rat = &w->launch->rats[i];
        const bool raw = store->rat_op == HW_RAT_STORE_RAW;
        const struct sim_access access = {
            .scale = 4,
            .bytes =
                raw && store->comp_mask ? 4 * (32u - (unsigned)__builtin_clz(store->comp_mask)) : 4,
            .store = true,
            .object = sim_provenance_store(w->launch, store)};
        const bool does = store->rat_op != HW_RAT_NOP && rat->bound && rat->type == HW_RAT_BUFFER &&
                          (!raw || store->comp_mask) &&
                          (!access.object || !access.object->constant);
        if (!does)
            assert_int_equal(ranges[2 * (FETCHES + i)].count, 0);
        hold(w, &rat->view, &access, &ranges[2 * (FETCHES + i)], does);
    }
}

static void test_launches(void **state)
{
    struct world *w = *state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        change_pool(w);
        struct sim_ranges *ranges = sim_bo_ranges(&w->gem, w->bo);
        bind(w, ranges);
        hold_all(w);
        sim_ranges_unreference(ranges);
    }
}

/* A release between two launches is seen by the second. */
static void test_release(void **state)
{
    struct world *w = *state;
    struct sim_native_range ranges[2 * (FETCHES + STORES)];
    assert_int_equal(sim_gem_table_annotate(&w->gem, w->handle, 256, 512, true), 0);
    struct sim_ranges *before = sim_bo_ranges(&w->gem, w->bo);
    w->objects[0] = (struct sim_provenance){256, 768, 1, GUIDE_POOL, false, false};
    w->by[0] = 1;
    w->fetches[0] = (struct sim_fetch){.kind = SIM_FETCH_BUFFER};
    w->fetches[0].format.bytes = 4;
    w->launch->resource_type[0] = HW_TYPE_BUFFER;
    w->launch->buffers[0].stride = 4;
    w->launch->buffers[0].view = (struct sim_view){w->bo->map, POOL, 0, before};
    sim_native_begin(w->launch, ranges);
    assert_int_equal(ranges[0].first, 64);
    assert_int_equal(ranges[0].count, 128);
    assert_ptr_equal(ranges[0].memory, w->bo->map + 256);
    assert_int_equal(sim_gem_table_annotate(&w->gem, w->handle, 256, 512, false), 0);
    struct sim_ranges *after = sim_bo_ranges(&w->gem, w->bo);
    w->launch->buffers[0].view.ranges = after;
    sim_native_begin(w->launch, ranges);
    assert_int_equal(ranges[0].count, 0);
    sim_ranges_unreference(before);
    sim_ranges_unreference(after);
}

int main(void)
{
#define IN_WORLD(name) cmocka_unit_test_setup_teardown(name, begin, finish)
    return RUN_TESTS(IN_WORLD, test_release, test_launches);
}
