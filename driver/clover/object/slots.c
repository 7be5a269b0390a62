/* SPDX-License-Identifier: MIT */
/* slots.c: the memory of OpenCL objects: chunks, found by their address in a table that only grows.
 */
#include "driver/clover/object/slots.h"

#include "driver/clover/object/object.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef ROOTLE_SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)   ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

enum { CHUNK_SHIFT = 16, CHUNK_BYTES = 1 << CHUNK_SHIFT, LINE = 64, TABLE_FIRST = 64 };

/* Aligned to its size. Slots begin at the next line, each at a line of its own. */
struct clover_chunk {
    const struct clover_class *class;
    size_t slot_bytes;
    atomic_size_t used; /* bytes of the slots that have had an object */
};

/* Chunks at the place of their address, or behind it: open addressing. */
struct table {
    struct table *smaller; /* the one before, which somebody may be reading */
    size_t room, count;
    _Atomic(struct clover_chunk *) chunks[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all slots and the table's growth */
static _Atomic(struct table *) table;

void clover_slots_lock(void)
{
    pthread_mutex_lock(&lock);
}

void clover_slots_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void guard_fork(void)
{
    pthread_atfork(clover_slots_lock, clover_slots_unlock, clover_slots_unlock);
}

__attribute__((weak)) bool clover_slot_refused(void)
{
    return false;
}

/* ---- the table ---- */

/* The place of the chunk at an address, or where it would be put. The table has one that is free.
 */
static _Atomic(struct clover_chunk *) *place_of(struct table *in, uintptr_t address)
{
    for (size_t i = address >> CHUNK_SHIFT;; i++) {
        _Atomic(struct clover_chunk *) *place = &in->chunks[i & (in->room - 1)];
        const uintptr_t there = (uintptr_t)atomic_load_explicit(place, memory_order_acquire);
        if (!there || there == address)
            return place;
    }
}

/* Doubles the table where half of it is in use. False: memory is short. */
static bool make_room(void)
{
    struct table *old = atomic_load_explicit(&table, memory_order_relaxed);
    const size_t room = old ? 2 * old->room : TABLE_FIRST;

    if (old && old->count < old->room / 2)
        return true;
    struct table *grown = calloc(1, sizeof *grown + room * sizeof *grown->chunks);
    if (!grown)
        return false;
    assert((room & (room - 1)) == 0); /* places are found by the low bits */
    grown->smaller = old;
    grown->room = room;
    for (size_t i = 0; old && i < old->room; i++) {
        struct clover_chunk *chunk = atomic_load_explicit(&old->chunks[i], memory_order_relaxed);
        if (!chunk)
            continue;
        atomic_store_explicit(place_of(grown, (uintptr_t)chunk), chunk, memory_order_relaxed);
        grown->count++;
    }
    atomic_store_explicit(&table, grown, memory_order_release);
    return true;
}

static struct clover_chunk *chunk_create(const struct clover_class *class)
{
    if (!make_room())
        return NULL;
    struct clover_chunk *chunk = aligned_alloc(CHUNK_BYTES, CHUNK_BYTES);
    if (!chunk)
        return NULL;
    chunk->class = class;
    chunk->slot_bytes = (class->size + LINE - 1) / LINE * LINE;
    atomic_init(&chunk->used, 0);
    assert(chunk->slot_bytes <= CHUNK_BYTES - LINE);
    struct table *in = atomic_load_explicit(&table, memory_order_relaxed);
    atomic_store_explicit(place_of(in, (uintptr_t)chunk), chunk, memory_order_release);
    in->count++;
    return chunk;
}

const struct clover_class *clover_slot_class(const void *address)
{
    const uintptr_t at = (uintptr_t)address, base = at & ~(uintptr_t)(CHUNK_BYTES - 1);
    struct table *in = atomic_load_explicit(&table, memory_order_acquire);
    const struct clover_chunk *chunk =
        in ? atomic_load_explicit(place_of(in, base), memory_order_acquire) : NULL;

    if (!chunk)
        return NULL;
    const size_t offset = at - base - LINE; /* wraps around in the chunk's own line */
    return offset < atomic_load_explicit(&chunk->used, memory_order_acquire) &&
                   (uint32_t)offset % (uint32_t)chunk->slot_bytes == 0
               ? chunk->class
               : NULL;
}

bool clover_slot_is(const void *address, const struct clover_class *class)
{
    return clover_slot_class(address) == class;
}

/* ---- the slots of a class ---- */

static struct clover_object *take_oldest(struct clover_slots *slots)
{
    struct clover_object *object = slots->first;

    if (object) {
        assert(slots->waiting > 0);
        slots->first = object->next;
        slots->waiting--;
    }
    return object;
}

/* A slot that was never used. NULL: memory is short. */
static struct clover_object *take_new(const struct clover_class *class)
{
    struct clover_chunk *chunk = class->slots->newest;

    if (!chunk || CHUNK_BYTES - LINE - atomic_load_explicit(&chunk->used, memory_order_relaxed) <
                      chunk->slot_bytes) {
        chunk = chunk_create(class);
        if (!chunk)
            return NULL;
        class->slots->newest = chunk;
    }
    const size_t offset = atomic_load_explicit(&chunk->used, memory_order_relaxed);
    assert(chunk->class == class && offset + chunk->slot_bytes <= CHUNK_BYTES - LINE);
    struct clover_object *object = (struct clover_object *)((char *)chunk + LINE + offset);
    memset(object, 0, sizeof *object);
    object->dispatch = &clover_dispatch;
    atomic_store_explicit(&chunk->used, offset + chunk->slot_bytes, memory_order_release);
    return object;
}

void *clover_slot_take(const struct clover_class *class)
{
    struct clover_slots *slots = class->slots;
    struct clover_object *object;

    if (clover_slot_refused())
        return NULL;
    pthread_mutex_lock(&lock);
    object = slots->waiting <= CLOVER_SLOTS_WAIT ? take_new(class) : NULL;
    if (!object)
        object = take_oldest(slots);
    pthread_mutex_unlock(&lock);
    if (!object)
        return NULL;
    ASAN_UNPOISON_MEMORY_REGION(object + 1, class->size - sizeof *object);
    memset(object + 1, 0, class->size - sizeof *object);
    return object;
}

void clover_slot_return(struct clover_object *object, const struct clover_class *class)
{
    struct clover_slots *slots = class->slots;

    assert(clover_slot_is(object, class));
    ASAN_POISON_MEMORY_REGION(object + 1, class->size - sizeof *object);
    object->next = NULL;
    pthread_mutex_lock(&lock);
    if (slots->first)
        slots->latest->next = object;
    else
        slots->first = object;
    slots->latest = object;
    slots->waiting++;
    pthread_mutex_unlock(&lock);
}
