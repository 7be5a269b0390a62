/* SPDX-License-Identifier: MIT */
/* fir_copy.c: a program with blocks of its own, which another compile of it may change. */
#include <assert.h>
#include <string.h>

#include "driver/base/arena.h"
#include "llvm/r500/fir/fir.h"

static struct fir_block copy_block(const struct fir_block *from, struct arena *arena)
{
    struct fir_block block = *from;
    block.ops = arena_array(arena, from->count + 1, sizeof(*block.ops));
    block.capacity = from->count + 1;
    if (from->count)
        memcpy(block.ops, from->ops, from->count * sizeof(*block.ops));
    return block;
}

struct fir_program fir_copy(const struct fir_program *p, struct arena *arena)
{
    struct fir_program copy = *p;
    assert(arena != p->arena);
    copy.arena = arena;
    copy.blocks = arena_array(arena, p->block_count + 1, sizeof(*copy.blocks));
    copy.block_capacity = p->block_count + 1;
    for (size_t b = 0; b < p->block_count; b++)
        copy.blocks[b] = copy_block(&p->blocks[b], arena);
    return copy;
}
