/* SPDX-License-Identifier: MIT */
/* written.c: bytes of buffers and texels of images that nobody has written. Bits are cleared, never
 * set, and by single atomic operations: commands of several queues may do so at the same time. */
#include "driver/clover/explain/written.h"

#include "driver/base/checks.h"
#include "driver/base/env.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_asked_for(void)
{
    unsigned checks;
    char why[8];

    return checks_read(env_get(ENV_CHECK), &checks, why, sizeof why) &&
           (checks >> CHECK_uninitialised & 1u);
}

static uint64_t bits_of(cl_mem mem)
{
    const struct pipe_screen_ops *ops = clover_screen_ops(mem->context);

    if (clover_mem_is_buffer(mem))
        return mem->size;
    return ops->resource_texels ? ops->resource_texels(mem->resource) : 0;
}

void clover_unwritten_init(cl_mem mem)
{
    if (!is_asked_for() || mem->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR) ||
        !bits_of(mem))
        return;
    const size_t bytes = bits_of(mem) / 8 + 1;
    mem->unwritten = malloc(bytes);
    if (mem->unwritten)
        memset(mem->unwritten, 0xff, bytes);
}

static cl_mem root_of(cl_mem mem)
{
    return mem->parent ? mem->parent : mem;
}

static void clear(unsigned char *bits, uint64_t from, uint64_t end)
{
    assert(from <= end);
    for (uint64_t at = from; at < end;) {
        const uint64_t next = (at / 8 + 1) * 8 < end ? (at / 8 + 1) * 8 : end;
        const unsigned mask = ((1u << (next - at)) - 1) << at % 8;
        __atomic_fetch_and(&bits[at / 8], (unsigned char)~mask, __ATOMIC_RELAXED);
        at = next;
    }
}

static void written_texels(cl_mem image, unsigned char *bits, const struct pipe_box *box)
{
    const struct pipe_screen_ops *ops = clover_screen_ops(image->context);

    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++)
            for (uint32_t x = 0; x < box->width; x++) {
                const uint64_t at = ops->resource_texel(
                    image->resource, box->level, (uint32_t)box->x + x, box->y + y, box->z + z);
                clear(bits, at, at + 1);
            }
}

void clover_written(cl_mem mem, const struct pipe_box *box)
{
    unsigned char *bits = root_of(mem)->unwritten;

    if (bits && !box)
        clear(bits, 0, bits_of(root_of(mem)));
    else if (bits && !clover_mem_is_buffer(root_of(mem)))
        written_texels(mem, bits, box);
    else if (bits && clover_mem_is_buffer(mem))
        clear(bits, box->x, box->x + box->width);
}

unsigned char *clover_unwritten(cl_mem buffer)
{
    unsigned char *bits = root_of(buffer)->unwritten;

    if (!clover_mem_is_buffer(buffer) && clover_mem_is_buffer(root_of(buffer)))
        return NULL; /* all of that buffer counts as written */
    return bits && buffer->offset % 8 == 0 ? bits + buffer->offset / 8 : NULL;
}
