/* SPDX-License-Identifier: MIT */
/* streams.c: which launches write around the host's caches. These would hold nothing of what is
 * written when somebody reads it, and a store to them reads its line first. */
#include "driver/sim/recompile/state.h"

/* The bytes that a work-item writes by a store; 0: it does something else, too, or not here. */
static uint32_t bytes_of(const struct sim_launch *launch, const struct sim_store *store)
{
    if (store->cf_op == HW_CF_MEM_SCRATCH || store->rat_index_mode || store->rat >= HW_RATS)
        return 0;
    if (store->rat_op == HW_RAT_STORE_RAW)
        return 4 * (uint32_t)__builtin_popcount(store->comp_mask);
    const struct sim_surface *surface = &launch->rats[store->rat].surface;
    return store->rat_op == HW_RAT_STORE_TYPED && (uintptr_t)surface->view.memory % SIM_LINE == 0
               ? surface->format.bytes
               : 0;
}

struct span {
    uintptr_t start, end;
};

static struct span span_of(const struct sim_view *view, const struct sim_provenance *object)
{
    const uintptr_t memory = (uintptr_t)view->memory;
    if (object)
        return (struct span){memory + object->start - view->bo_offset,
                             memory + object->end - view->bo_offset};
    return (struct span){memory, memory + view->size};
}

static struct span written_by(const struct sim_launch *launch, const struct sim_store *store)
{
    const struct sim_rat *rat = &launch->rats[store->rat];
    return rat->type == HW_RAT_BUFFER ? span_of(&rat->view, sim_provenance_store(launch, store))
                                      : span_of(&rat->surface.view, NULL);
}

static struct span read_by(const struct sim_launch *launch, const struct sim_fetch *fetch)
{
    const uint32_t number = fetch->resource;
    if (fetch->kind == SIM_FETCH_SCRATCH)
        return (struct span){0, 0};
    if (fetch->const_fields || fetch->resource_index_mode || number >= HW_CS_RESOURCES)
        return (struct span){0, UINTPTR_MAX};
    return launch->resource_type[number] == HW_TYPE_BUFFER
               ? span_of(&launch->buffers[number].view, sim_provenance_fetch(launch, fetch))
               : span_of(&launch->textures[number].surface.view, NULL);
}

/* Whether the launch may read what a store writes: then its line is at hand. */
static bool is_read(const struct sim_launch *launch, const struct sim_store *store)
{
    const struct span written = written_by(launch, store);
    bool read = false;
    for (uint32_t i = 0; i < launch->program->fetch_count && !read; i++) {
        const struct span span = read_by(launch, &launch->program->fetches[i]);
        read = span.start < written.end && written.start < span.end;
    }
    return read;
}

bool recompile_streams(const struct sim_launch *launch, uint64_t least)
{
    const struct sim_program *program = launch->program;
    uint64_t bytes = 0;
    bool may = true;
    for (uint32_t i = 0; i < program->store_count && may; i++) {
        const uint32_t own = bytes_of(launch, &program->stores[i]);
        bytes += own * launch->group_count * launch->local_size;
        may = own && !is_read(launch, &program->stores[i]);
    }
    return may && bytes >= least;
}
