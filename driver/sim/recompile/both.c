/* SPDX-License-Identifier: MIT */
/* both.c: a launch interpreted, and run again as recompiled on a copy of all memory that it may
 * write to; what differs afterwards fails it.
 *
 * Both runs have one thread and the same order: group after group, wavefront after wavefront, in
 * each its blocks of SIM_NATIVE_LANES lanes, or as many as go abreast, each from its start, or a
 * barrier, to the next barrier or the end. So atomic operations, and accesses of lanes to each
 * other's memory, give the same. Lanes that rely on their wavefront are interpreted all together.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver/sim/launch/dispatch.h"
#include "driver/sim/recompile/nan_sign.h"
#include "driver/sim/recompile/recompiler.h"

/* Bytes on both sides of what may be written to that are compared, too. */
enum { MARGIN = 256 };

/* An object that the launch may write to, by the address that its offset 0 has for us, and its
 * copy. */
struct object {
    uint8_t *memory, *copy;
    uint64_t size; /* up to the end of the last view */
};

struct interval {
    uint64_t start, end;
};

/* Something bound. */
struct window {
    struct sim_view *view;
    const char *kind; /* of what may be written to; else NULL */
    unsigned rat;
};

enum { WRITTEN_MAX = 3 * HW_RATS + 1, WINDOWS_MAX = 2 * HW_CS_RESOURCES + WRITTEN_MAX };

struct both {
    struct sim_launch *launch;
    struct window windows[WINDOWS_MAX]; /* those that are written to first */
    unsigned window_count, written_count;
    struct object objects[WRITTEN_MAX];
    unsigned object_count;
    uint32_t *counts, copied_counts[HW_APPEND_COUNTERS];
    char error[SIM_ERROR_SIZE]; /* of the interpreted run; "": it is sound */
    bool hangs;                 /* that run, until it was stopped */
    /* The difference between the two results. */
    uint64_t different, compared; /* bytes */
    char first[256];              /* the first of them, in words */
};

static void add_window(struct both *b, struct sim_view *view, const char *kind, unsigned rat)
{
    if (!view->memory)
        return;
    assert(b->window_count < WINDOWS_MAX);
    b->windows[b->window_count++] = (struct window){view, kind, rat};
}

static void find_windows(struct both *b)
{
    struct sim_launch *launch = b->launch;
    for (unsigned i = 0; i < HW_RATS; i++) {
        struct sim_rat *rat = &launch->rats[i];
        add_window(b, &rat->view, "buffer", i);
        add_window(b, &rat->surface.view, "image", i);
        add_window(b, &rat->immediate, "returned values", i);
    }
    add_window(b, &launch->scratch, "scratch memory", 0);
    b->written_count = b->window_count;
    for (unsigned i = 0; i < HW_CS_RESOURCES; i++)
        if (launch->resource_type[i] == HW_TYPE_BUFFER)
            add_window(b, &launch->buffers[i].view, NULL, 0);
        else if (launch->resource_type[i] == HW_TYPE_TEXTURE)
            add_window(b, &launch->textures[i].surface.view, NULL, 0);
}

static uint8_t *memory_of(const struct sim_view *view)
{
    return view->memory - view->bo_offset;
}

static uint64_t end_of(const struct sim_view *view)
{
    return view->bo_offset + view->size;
}

static struct object *find_object(struct both *b, const uint8_t *memory)
{
    for (unsigned i = 0; i < b->object_count; i++)
        if (b->objects[i].memory == memory)
            return &b->objects[i];
    return NULL;
}

/* Lists the objects that are written to, and reserves addresses for their copies. */
static bool make_objects(struct both *b)
{
    for (unsigned i = 0; i < b->window_count; i++) {
        const struct sim_view *view = b->windows[i].view;
        struct object *object = find_object(b, memory_of(view));
        if (!object && i < b->written_count)
            *(object = &b->objects[b->object_count++]) = (struct object){.memory = memory_of(view)};
        if (object && object->size < end_of(view))
            object->size = end_of(view);
    }
    for (unsigned i = 0; i < b->object_count; i++) {
        void *copy = mmap(NULL, b->objects[i].size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (copy == MAP_FAILED)
            return false;
        b->objects[i].copy = copy;
    }
    return true;
}

/* Whether an earlier window shows all that this one does. */
static bool is_seen(const struct both *b, unsigned index)
{
    const struct sim_view *view = b->windows[index].view;
    for (unsigned i = 0; i < index; i++) {
        const struct sim_view *other = b->windows[i].view;
        if (memory_of(other) == memory_of(view) && other->bo_offset <= view->bo_offset &&
            end_of(other) >= end_of(view) && (!other->ranges || other->ranges == view->ranges))
            return true;
    }
    return false;
}

/* Calls `visit` with each stretch of an object that the first `count` windows show. */
typedef void visit_fn(struct both *b, const struct object *object, struct interval stretch,
                      const struct window *window);

static void visit_ranges(struct both *b, const struct object *object, const struct window *window,
                         visit_fn *visit)
{
    const struct sim_view *view = window->view;
    for (size_t i = 0; i < view->ranges->count; i++) {
        const struct sim_range *range = &view->ranges->range[i];
        struct interval at = {range->start > MARGIN ? range->start - MARGIN : 0,
                              range->end + MARGIN};
        at.start = at.start < view->bo_offset ? view->bo_offset : at.start;
        at.end = at.end > end_of(view) ? end_of(view) : at.end;
        if (at.start < at.end)
            visit(b, object, at, window);
    }
}

static void visit_windows(struct both *b, unsigned count, visit_fn *visit)
{
    for (unsigned i = 0; i < count; i++) {
        const struct window *window = &b->windows[i];
        const struct object *object = find_object(b, memory_of(window->view));
        if (!object || is_seen(b, i))
            continue;
        if (window->view->ranges)
            visit_ranges(b, object, window, visit);
        else
            visit(b, object, (struct interval){window->view->bo_offset, end_of(window->view)},
                  window);
    }
}

static void copy(struct both *b, const struct object *object, struct interval at,
                 const struct window *window)
{
    (void)b, (void)window;
    memcpy(object->copy + at.start, object->memory + at.start, at.end - at.start);
}

/* Has the launch work on the copies. */
static void turn_to_copies(struct both *b)
{
    for (unsigned i = 0; i < b->window_count; i++) {
        struct sim_view *view = b->windows[i].view;
        const struct object *object = find_object(b, memory_of(view));
        if (object)
            view->memory = object->copy + view->bo_offset;
    }
    b->launch->append_counts = b->copied_counts;
}

static void turn_back(struct both *b)
{
    for (unsigned i = 0; i < b->window_count; i++) {
        struct sim_view *view = b->windows[i].view;
        for (unsigned k = 0; k < b->object_count; k++)
            if (memory_of(view) == b->objects[k].copy) {
                view->memory = b->objects[k].memory + view->bo_offset;
                break;
            }
    }
    b->launch->append_counts = b->counts;
}

static void run(struct both *b, struct sim_pool *pool, bool recompiled)
{
    struct sim_launch *launch = b->launch;
    struct sim_native *native = launch->native;
    const bool parts = !recompiled && !launch->program->lockstep;
    launch->part_lanes = parts ? SIM_NATIVE_LANES * recompiler_abreast(launch) : 0;
    launch->native = recompiled ? native : NULL;
    atomic_store(&launch->stop, false);
    atomic_store(&launch->hangs, false);
    sim_launch_begin(launch);
    sim_pool_run(pool, launch);
    launch->native = native;
    launch->part_lanes = 0;
}

static uint32_t word_at(const struct object *object, const uint8_t *memory, uint64_t at)
{
    uint32_t word = 0;
    memcpy(&word, memory + at, object->size - at < 4 ? object->size - at : 4);
    return word;
}

static void compare(struct both *b, const struct object *object, struct interval at,
                    const struct window *window)
{
    b->compared += at.end - at.start;
    if (!memcmp(object->memory + at.start, object->copy + at.start, at.end - at.start))
        return;
    for (uint64_t i = at.start; i < at.end; i++) {
        if (object->memory[i] == object->copy[i])
            continue;
        const uint32_t interpreted = word_at(object, object->memory, i & ~3ull),
                       recompiled = word_at(object, object->copy, i & ~3ull);
        if (sim_same_but_nan_sign(interpreted, recompiled) || b->different++)
            continue;
        snprintf(b->first, sizeof(b->first),
                 "%s of RAT %u, address 0x%llx in its object: interpreted 0x%08x, recompiled "
                 "0x%08x",
                 window->kind, window->rat, (unsigned long long)(i & ~3ull), interpreted,
                 recompiled);
    }
}

static void compare_counters(struct both *b)
{
    for (unsigned i = 0; i < HW_APPEND_COUNTERS; i++)
        if (b->counts[i] != b->copied_counts[i] && !b->different++)
            snprintf(b->first, sizeof(b->first), "counter %u: interpreted %u, recompiled %u", i,
                     b->counts[i], b->copied_counts[i]);
}

/* Keeps the launch's failure, or "". */
static void keep_failure(const struct sim_launch *launch, char error[SIM_ERROR_SIZE])
{
    snprintf(error, SIM_ERROR_SIZE, "%s", atomic_load(&launch->stop) ? launch->error : "");
}

/* One run ended, or both did, and not alike. */
static void tell_ends(struct sim_launch *launch, const char *what, const char *interpreted,
                      const char *recompiled)
{
    sim_launch_fail(launch, "kernel %s: %s: interpreted it %s%.300s, recompiled it %s%.300s",
                    launch->label, what, *interpreted ? "says: " : "ends", interpreted,
                    *recompiled ? "says: " : "ends", recompiled);
}

/* Fails the launch where the runs differ, else leaves it as the interpreter did. Where both ran too
 * long, what they had done by then is chance. */
static void conclude(struct both *b)
{
    static const char what[] = "recompiled code differs from interpreted";
    struct sim_launch *launch = b->launch;
    char actual[SIM_ERROR_SIZE];
    keep_failure(launch, actual);
    atomic_store(&launch->stop, false);
    if (b->hangs && atomic_load(&launch->hangs))
        sim_launch_fail(launch, "%s", b->error);
    else if (strcmp(actual, b->error))
        tell_ends(launch, what, b->error, actual);
    else if (b->different)
        sim_launch_fail(launch, "kernel %s: %s: %s; %llu bytes of %llu differ", launch->label, what,
                        b->first, (unsigned long long)b->different,
                        (unsigned long long)b->compared);
    else if (*b->error)
        sim_launch_fail(launch, "%s", b->error);
}

static void run_and_compare(struct both *b, struct sim_pool *pool)
{
    visit_windows(b, b->window_count, copy);
    memcpy(b->copied_counts, b->counts, sizeof(b->copied_counts));
    run(b, pool, false);
    keep_failure(b->launch, b->error);
    b->hangs = atomic_load(&b->launch->hangs);
    turn_to_copies(b);
    run(b, pool, true);
    turn_back(b);
    visit_windows(b, b->written_count, compare);
    compare_counters(b);
    conclude(b);
}

void sim_both_run(struct sim_engine *engine, struct sim_pool *pool, struct sim_launch *launch)
{
    (void)engine;
    struct both *b = calloc(1, sizeof(*b));
    if (!b) {
        sim_launch_fail(launch, "out of memory to run it twice");
        return;
    }
    b->launch = launch;
    b->counts = launch->append_counts;
    launch->serial = true;
    find_windows(b);
    if (make_objects(b))
        run_and_compare(b, pool);
    else
        sim_launch_fail(launch, "out of memory to run it twice");
    for (unsigned i = 0; i < b->object_count; i++)
        if (b->objects[i].copy)
            munmap(b->objects[i].copy, b->objects[i].size);
    free(b);
}
