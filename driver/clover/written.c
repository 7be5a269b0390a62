/* SPDX-License-Identifier: MIT */
/* written.c: bytes of buffers that nobody has written. Bits are cleared, never set, and by
 * single atomic operations: commands of several queues may do so at the same time. */
#include "driver/clover/written.h"

#include "driver/base/checks.h"
#include "driver/base/env.h"

#include <stdlib.h>
#include <string.h>

static bool is_asked_for(void)
{
    unsigned checks;
    char why[8];

    return checks_read(env_get(ENV_CHECK), &checks, why, sizeof why) &&
           (checks >> CHECK_uninitialised & 1u);
}

static size_t bits_of(cl_mem mem)
{
    return clover_is_image(mem) ? mem->width * mem->height * mem->depth * mem->array_size
                                : mem->size;
}

void clover_unwritten_init(cl_mem mem)
{
    const size_t bytes = bits_of(mem) / 8 + 1;

    if (!is_asked_for() || mem->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))
        return;
    mem->unwritten = malloc(bytes);
    if (mem->unwritten)
        memset(mem->unwritten, 0xff, bytes);
}

static cl_mem root_of(cl_mem mem)
{
    return mem->parent ? mem->parent : mem;
}

void clover_written(cl_mem mem, uint64_t offset, uint64_t size)
{
    const bool image = clover_is_image(root_of(mem));
    unsigned char *bits = root_of(mem)->unwritten;
    const uint64_t end = image ? bits_of(root_of(mem)) : offset + size;

    for (uint64_t at = image ? 0 : offset; bits && at < end;) {
        const uint64_t next = (at / 8 + 1) * 8 < end ? (at / 8 + 1) * 8 : end;
        const unsigned mask = ((1u << (next - at)) - 1) << at % 8;
        __atomic_fetch_and(&bits[at / 8], (unsigned char)~mask, __ATOMIC_RELAXED);
        at = next;
    }
}

void clover_written_all(cl_mem buffer)
{
    const cl_mem root = root_of(buffer);

    clover_written(root, 0, root->size);
}

unsigned char *clover_unwritten(cl_mem buffer)
{
    unsigned char *bits = root_of(buffer)->unwritten;

    return bits && buffer->offset % 8 == 0 ? bits + buffer->offset / 8 : NULL;
}
