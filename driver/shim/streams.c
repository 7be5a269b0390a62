/* SPDX-License-Identifier: MIT */
/* streams.c: command streams: chunks copied from the program, handles made the device's. */
#include <assert.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/shim/faults.h"
#include "driver/shim/ioctl.h"
#include "driver/shim/pending.h"
#include "driver/shim/user.h"

_Static_assert(sizeof(struct sim_reloc) == sizeof(struct drm_radeon_cs_reloc),
               "relocations pass through but for their handles");

enum { MOST_CHUNKS = 16, MOST_DWORDS = 4 << 20 };

struct submission {
    struct sim_chunk chunks[MOST_CHUNKS];
    unsigned count;
    struct shim_bo **bos; /* one for each relocation, with a reference */
    uint32_t bo_count;
    char label[SIM_LABEL_DWORDS * 4 + 1]; /* "" when the program gives none */
};

static void finish(struct submission *s)
{
    for (unsigned i = 0; i < s->count; i++)
        free((void *)s->chunks[i].data);
    for (uint32_t i = 0; i < s->bo_count; i++)
        shim_bo_unreference(s->bos[i]);
    free(s->bos);
}

static int read_label(struct submission *s, const struct drm_radeon_cs_chunk *user)
{
    const uint32_t dwords = user->length_dw < SIM_LABEL_DWORDS ? user->length_dw : SIM_LABEL_DWORDS;
    return shim_user_read(s->label, user->chunk_data, dwords * 4ull);
}

static int read_chunk(struct submission *s, uint64_t address)
{
    struct drm_radeon_cs_chunk user;
    if (shim_user_read(&user, address, sizeof(user)))
        return -EFAULT;
    if (user.chunk_id == SIM_CHUNK_LABEL)
        return read_label(s, &user);
    if (user.chunk_id < RADEON_CHUNK_ID_RELOCS || user.chunk_id > RADEON_CHUNK_ID_FLAGS)
        return 0; /* chunks of unknown kinds are passed over, as in the kernel */
    if (!user.length_dw && user.chunk_id != RADEON_CHUNK_ID_RELOCS)
        return -EINVAL;
    if (user.length_dw > MOST_DWORDS)
        return -EINVAL;
    void *data = malloc(user.length_dw * 4ull + 1);
    if (!data)
        return -ENOMEM;
    assert(s->count < COUNT(s->chunks)); /* read_chunks has counted them */
    s->chunks[s->count++] = (struct sim_chunk){user.chunk_id, user.length_dw, data};
    return shim_user_read(data, user.chunk_data, user.length_dw * 4ull);
}

static int read_chunks(struct submission *s, const struct drm_radeon_cs *cs)
{
    uint64_t addresses[MOST_CHUNKS];
    if (!cs->num_chunks || cs->num_chunks > MOST_CHUNKS)
        return -EINVAL;
    if (shim_user_read(addresses, cs->chunks, cs->num_chunks * sizeof(addresses[0])))
        return -EFAULT;
    int status = 0;
    for (uint32_t i = 0; i < cs->num_chunks && !status; i++)
        status = read_chunk(s, addresses[i]);
    return status;
}

/* The chunk of a kind, or NULL. Of several the kernel takes the last one, as the device does. */
static const struct sim_chunk *find_chunk(const struct submission *s, uint32_t id)
{
    const struct sim_chunk *found = NULL;
    for (unsigned i = 0; i < s->count; i++)
        if (s->chunks[i].id == id)
            found = &s->chunks[i];
    return found;
}

/* Ring and flags that this chip's kernel driver takes. */
static int check_flags(const struct submission *s)
{
    const struct sim_chunk *flags = find_chunk(s, RADEON_CHUNK_ID_FLAGS);
    if (!flags)
        return 0;
    const uint32_t *dwords = flags->data;
    if (dwords[0] & RADEON_CS_USE_VM) {
        shim_say_stream("is refused", "it asks for virtual memory, which these chips do not use");
        return -EINVAL;
    }
    if (flags->length_dw > 1 && dwords[1] > RADEON_CS_RING_DMA) {
        shim_say_stream("is refused", "it is for a ring other than graphics, compute and DMA");
        return -EINVAL;
    }
    return 0;
}

static int find_objects(struct submission *s, struct shim_file *file)
{
    const struct sim_chunk *chunk = find_chunk(s, RADEON_CHUNK_ID_RELOCS);
    if (!chunk || !chunk->length_dw)
        return 0;
    struct sim_reloc *relocs = (void *)chunk->data;
    const uint32_t count = chunk->length_dw * 4 / (uint32_t)sizeof(*relocs);
    s->bos = calloc(count + 1u, sizeof(struct shim_bo *));
    if (!s->bos)
        return -ENOMEM;
    for (; s->bo_count < count; s->bo_count++) {
        struct shim_bo *bo = shim_bo_find(file, relocs[s->bo_count].handle);
        if (!bo)
            return -ENOENT;
        s->bos[s->bo_count] = bo;
        relocs[s->bo_count].handle = bo->handle;
    }
    return 0;
}

static void raise_to(atomic_uint_fast64_t *last, uint64_t sequence)
{
    uint64_t now = atomic_load(last);
    while (now < sequence && !atomic_compare_exchange_weak(last, &now, sequence))
        ;
}

static void say_refused(const struct submission *s, const char *error)
{
    char what[sizeof(s->label) + 32] = "is refused";
    if (*s->label)
        snprintf(what, sizeof(what), "of kernel %s is refused", s->label);
    shim_say_stream(what, error);
}

static int submit(const struct submission *s)
{
    char error[SIM_ERROR_SIZE];
    uint64_t sequence;
    if (!find_chunk(s, RADEON_CHUNK_ID_IB))
        return 0;
    if (shim_card_hangs()) {
        for (uint32_t i = 0; i < s->bo_count; i++)
            atomic_store(&s->bos[i]->hangs, true);
        return 0;
    }
    const int status = shim_pending_submit(s->chunks, s->count, *s->label ? s->label : NULL, s->bos,
                                           s->bo_count, &sequence, error);
    if (status) {
        if (*error)
            say_refused(s, error);
        return status;
    }
    raise_to(&shim_card()->last, sequence);
    for (uint32_t i = 0; i < s->bo_count; i++)
        raise_to(&s->bos[i]->last, sequence);
    return 0;
}

int shim_radeon_cs(struct shim_file *file, void *argument)
{
    struct submission s = {.count = 0};
    int status = read_chunks(&s, argument);
    const struct sim_chunk *stream = find_chunk(&s, RADEON_CHUNK_ID_IB);
    if (!status && stream)
        shim_fault_damage((uint32_t *)(void *)(uintptr_t)stream->data, stream->length_dw);
    if (!status)
        status = check_flags(&s);
    if (!status)
        status = find_objects(&s, file);
    if (!status)
        status = submit(&s);
    finish(&s);
    return status;
}
