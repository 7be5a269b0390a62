/* SPDX-License-Identifier: MIT */
/* liveness.c: which virtual registers are alive at the ends of blocks. Each register by itself is
 * followed from the blocks that read it back to those that write it, so that the time is
 * proportional to the code and to what is alive, not to registers times blocks. */
#include <assert.h>

#include "llvm/evergreen/mir/mir.h"

/* A block in the list of a register. */
struct mention {
    uint32_t next, block; /* next: index in `mentions`, 0: none */
};

struct liveness {
    struct mir_function *f;
    uint32_t *pred_start, *preds; /* by block: where its predecessors start */
    struct mention *mentions;
    uint32_t mention_count;
    uint32_t *reads, *writes;       /* by register: blocks that read it first, and that write it */
    uint32_t *read_in, *written_in; /* by register: the last block put there, + 1 */
    uint32_t *writer;               /* by block: the register at hand if it writes that */
    uint32_t *stack, count;
};

/* Registers come in rising order. False when it was there. */
static bool add(struct arena *arena, struct mir_live_set *set, uint32_t v)
{
    struct mir_live_word *last = set->count ? &set->words[set->count - 1] : NULL;
    uint64_t bit = UINT64_C(1) << v % 64;
    assert(!last || last->index <= v / 64);
    if (last && last->index == v / 64) {
        bool is_new = !(last->bits & bit);
        last->bits |= bit;
        return is_new;
    }
    set->words = arena_grow(arena, set->words, set->count, &set->capacity, sizeof(*set->words));
    set->words[set->count++] = (struct mir_live_word){v / 64, bit};
    return true;
}

/* `last` keeps a block from being in the list twice. */
static void mention(struct liveness *l, uint32_t *list, uint32_t *last, uint32_t v, uint32_t block)
{
    if (last[v] == block + 1)
        return;
    last[v] = block + 1;
    l->mentions[++l->mention_count] = (struct mention){list[v], block};
    list[v] = l->mention_count;
}

static void note_read(struct liveness *l, const struct mir_operand *operand, uint32_t block)
{
    if (operand->kind == MIR_VREG && l->written_in[operand->value] != block + 1)
        mention(l, l->reads, l->read_in, operand->value, block);
}

static void scan_block(struct liveness *l, uint32_t b)
{
    const struct mir_block *block = l->f->blocks[b];
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next) {
        for (uint32_t s = 0; s < inst->src_count; s++)
            note_read(l, &inst->src[s], b);
        for (unsigned d = 0; d < inst->dst_count; d++)
            if (inst->dst[d])
                mention(l, l->writes, l->written_in, inst->dst[d], b);
    }
    note_read(l, &block->cond, b);
    note_read(l, &block->cond_other, b);
}

static void find_preds(struct liveness *l)
{
    const struct mir_function *f = l->f;
    l->pred_start = arena_array(f->arena, f->block_count + 2, sizeof(*l->pred_start));
    l->preds = arena_array(f->arena, 2 * (size_t)f->block_count, sizeof(*l->preds));
    uint32_t *next = l->pred_start + 1; /* counts first, ends as the starts of the next ones */
    for (uint32_t b = 0; b < f->block_count; b++)
        for (unsigned s = 0; s < 2; s++)
            if (f->blocks[b]->succ[s])
                next[f->blocks[b]->succ[s]->index + 1]++;
    for (uint32_t b = 0; b < f->block_count; b++)
        next[b + 1] += next[b];
    for (uint32_t b = 0; b < f->block_count; b++)
        for (unsigned s = 0; s < 2; s++)
            if (f->blocks[b]->succ[s])
                l->preds[next[f->blocks[b]->succ[s]->index]++] = b;
}

static size_t count_mentions(const struct mir_function *f)
{
    size_t count = 1;
    for (uint32_t b = 0; b < f->block_count; b++) {
        count += 2;
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            count += inst->src_count + inst->dst_count;
    }
    return count;
}

static void enter_block(struct liveness *l, uint32_t v, uint32_t block)
{
    if (add(l->f->arena, &l->f->blocks[block]->live_in, v))
        l->stack[l->count++] = block;
}

static void follow(struct liveness *l, uint32_t v)
{
    for (uint32_t m = l->writes[v]; m; m = l->mentions[m].next)
        l->writer[l->mentions[m].block] = v;
    for (uint32_t m = l->reads[v]; m; m = l->mentions[m].next)
        enter_block(l, v, l->mentions[m].block);
    while (l->count > 0) {
        uint32_t block = l->stack[--l->count];
        for (uint32_t p = l->pred_start[block]; p < l->pred_start[block + 1]; p++) {
            uint32_t pred = l->preds[p];
            if (add(l->f->arena, &l->f->blocks[pred]->live_out, v) && l->writer[pred] != v)
                enter_block(l, v, pred);
        }
    }
}

void mir_liveness(struct mir_function *f)
{
    struct liveness l = {.f = f};
    l.mentions = arena_array(f->arena, count_mentions(f), sizeof(*l.mentions));
    l.reads = arena_array(f->arena, f->vreg_count, sizeof(*l.reads));
    l.writes = arena_array(f->arena, f->vreg_count, sizeof(*l.writes));
    l.read_in = arena_array(f->arena, f->vreg_count, sizeof(*l.read_in));
    l.written_in = arena_array(f->arena, f->vreg_count, sizeof(*l.written_in));
    l.writer = arena_array(f->arena, f->block_count, sizeof(*l.writer));
    l.stack = arena_array(f->arena, f->block_count, sizeof(*l.stack));
    find_preds(&l);
    for (uint32_t b = 0; b < f->block_count; b++) {
        assert(f->blocks[b]->index == b);
        f->blocks[b]->live_in.count = f->blocks[b]->live_out.count = 0;
        scan_block(&l, b);
    }
    for (uint32_t v = 1; v < f->vreg_count; v++)
        if (l.reads[v])
            follow(&l, v);
}
