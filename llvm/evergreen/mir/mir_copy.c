/* SPDX-License-Identifier: MIT */
/* mir_copy.c: a deep copy of machine IR. What is in SSA form is all that there is to copy: places
 * and live sets are left behind. */
#include <assert.h>
#include <string.h>

#include "llvm/evergreen/mir/mir.h"

static void *duplicate(struct arena *arena, const void *array, size_t count, size_t size)
{
    void *copy = arena_array(arena, count, size);
    if (count)
        memcpy(copy, array, count * size);
    return copy;
}

static struct mir_block *block_of(const struct mir_function *copy, const struct mir_block *block)
{
    return block ? copy->blocks[block->index] : NULL;
}

static void copy_block(struct mir_function *copy, const struct mir_block *from)
{
    struct mir_block *to = copy->blocks[from->index];
    *to = *from;
    to->first = to->last = NULL;
    to->live_in = to->live_out = (struct mir_live_set){0};
    for (unsigned s = 0; s < 2; s++)
        to->succ[s] = block_of(copy, from->succ[s]);
    to->preds = duplicate(copy->arena, from->preds, from->pred_count, sizeof(*to->preds));
    for (uint32_t p = 0; p < from->pred_count; p++)
        to->preds[p] = block_of(copy, from->preds[p]);
    for (const struct mir_inst *inst = from->first; inst; inst = inst->next) {
        struct mir_inst *same = duplicate(copy->arena, inst, 1, sizeof(*inst));
        same->src = duplicate(copy->arena, inst->src, inst->src_count, sizeof(*inst->src));
        mir_append(to, same);
        same->line = inst->line;
        same->point = inst->point;
    }
}

static struct mir_node *copy_nodes(const struct mir_function *copy, const struct mir_node *node)
{
    struct mir_node *first = NULL;
    for (struct mir_node **link = &first; node; node = node->next, link = &(*link)->next) {
        *link = duplicate(copy->arena, node, 1, sizeof(*node));
        (*link)->next = NULL;
        (*link)->block = block_of(copy, node->block);
        (*link)->body = copy_nodes(copy, node->body);
        (*link)->orelse = copy_nodes(copy, node->orelse);
    }
    return first;
}

struct mir_function mir_copy(const struct mir_function *f, struct arena *arena)
{
    struct mir_function copy = *f;
    assert(f->ssa && arena != f->arena);
    copy.arena = arena;
    copy.vregs = duplicate(arena, f->vregs, f->vreg_count, sizeof(*f->vregs));
    copy.vreg_capacity = f->vreg_count;
    copy.blocks = arena_array(arena, f->block_count, sizeof(struct mir_block *));
    copy.block_capacity = f->block_count;
    for (uint32_t b = 0; b < f->block_count; b++)
        copy.blocks[b] = arena_alloc(arena, sizeof(struct mir_block));
    for (uint32_t b = 0; b < f->block_count; b++)
        copy_block(&copy, f->blocks[b]);
    copy.root = copy_nodes(&copy, f->root);
    return copy;
}
