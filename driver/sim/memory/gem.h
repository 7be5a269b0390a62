/* SPDX-License-Identifier: MIT */
/* gem.h: the simulated GPU's memory: buffer objects, their handles and addresses, and which parts
 * of them are live allocations. Every object has a range of GPU addresses of its own; gaps between
 * the ranges make sure that running over an end is noticed. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Live byte ranges of an object, sorted, never changed once made. */
struct sim_range {
    uint64_t start, end;
};
struct sim_ranges {
    atomic_uint references;
    size_t count;
    struct sim_range range[];
};

struct sim_bo {
    atomic_uint references;
    uint32_t handle;
    uint64_t serial; /* no other object of the table ever has it */
    uint64_t size;
    uint64_t address; /* in the GPU's view */
    uint8_t *map;
    size_t mapped_bytes;
    uint32_t domain, tiling_flags, pitch;
    struct sim_ranges *ranges; /* NULL: never annotated; guarded by the table's mutex */
};

struct sim_gem {
    pthread_mutex_t mutex;
    uint64_t limit, used, serials;
    struct sim_bo **slots; /* by handle - 1; NULL: free */
    size_t slot_count, slot_room;
    struct sim_bo **sorted; /* by address; holds one reference */
    size_t sorted_count, sorted_room;
};

int sim_gem_init(struct sim_gem *gem, uint64_t limit);
void sim_gem_finish(struct sim_gem *gem);

/* Functions of device.h, without the device. `file` is -1 for memory of its own. */
int sim_gem_table_create(struct sim_gem *gem, int file, uint64_t size, uint32_t alignment,
                         uint32_t domain, uint32_t *handle);
int sim_gem_table_close(struct sim_gem *gem, uint32_t handle);
int sim_gem_table_annotate(struct sim_gem *gem, uint32_t handle, uint64_t offset, uint64_t size,
                           bool live);

/* A new reference to the object, or NULL. */
struct sim_bo *sim_gem_find(struct sim_gem *gem, uint32_t handle);
void sim_bo_unreference(struct sim_gem *gem, struct sim_bo *bo); /* NULL is legal */

/* A new reference to the object's live ranges; NULL when it was never annotated. */
struct sim_ranges *sim_bo_ranges(struct sim_gem *gem, struct sim_bo *bo);
void sim_ranges_unreference(struct sim_ranges *ranges); /* NULL is legal */
/* The range that holds an offset, or NULL. */
const struct sim_range *sim_ranges_find(const struct sim_ranges *ranges, uint64_t offset);
/* The range that is nearest to an offset, or NULL when there is none at all. */
const struct sim_range *sim_ranges_nearest(const struct sim_ranges *ranges, uint64_t offset);

/* A stretch of memory that a launch may reach. */
struct sim_view {
    uint8_t *memory;                 /* of byte 0; NULL: not bound */
    uint64_t size;                   /* bytes */
    uint64_t bo_offset;              /* of byte 0 in its object, which is what messages speak of */
    const struct sim_ranges *ranges; /* NULL: the whole view may be used */
};
