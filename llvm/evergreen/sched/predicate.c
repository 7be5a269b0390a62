/* SPDX-License-Identifier: MIT */
/* predicate.c: turns short ifs that only compute into predicated operations in the clause of their
 * test. No lane is turned off, none pushed or popped, and the code before shares groups with the
 * sides.
 *
 * It runs after register allocation. The sides write their results in place, so that they need no
 * conditional moves as flatten.c's do. The predicate does not outlive its clause: all from the test
 * on must fit into one. */
#include "llvm/evergreen/sched/code.h"

#include <assert.h>

enum {
    MAX_OPERATIONS = 24, /* operations of both sides: every lane takes the time of both */
    MAX_UNIFORM = 12,    /* where all lanes choose alike, so that a branch runs one side alone */
    MAX_SLOTS = 100,     /* of all operations packed together */
    LINE_PAIR = 32       /* vec4 constants of a pair of lines of the constant cache */
};

/* A side: nothing, or one block and perhaps empty ones. */
static bool is_simple(const struct mir_function *f, const struct mir_node *side)
{
    for (const struct mir_node *node = side; node; node = node->next) {
        if (node->kind != MIR_NODE_BLOCK || (node != side && !evg_is_empty(f, node->block)))
            return false;
        for (const struct mir_inst *inst = node->block->first; inst; inst = inst->next)
            if (inst->kind != MIR_ALU)
                return false;
    }
    return true;
}

static void add_side(const struct mir_function *f, const struct mir_node *side, bool holds,
                     struct evg_items *items)
{
    uint32_t first = items->count;
    if (side)
        evg_steps(f, side->block, items);
    for (uint32_t i = first; i < items->count; i++)
        for (unsigned n = 0; n < EVG_SLOTS; n++)
            items->item[i].group->slot[n].predicate = holds ? HW_PRED_SEL_ONE : HW_PRED_SEL_ZERO;
}

/* Whether the pairs of lines that a group reads are among two. */
static bool add_lines(uint32_t lines[EVG_KCACHE_SETS], unsigned *count,
                      const struct evg_group *group)
{
    for (unsigned n = 0; n < EVG_SLOTS; n++)
        for (unsigned i = 0; group->slot[n].used && i < evg_source_count(&group->slot[n]); i++) {
            const struct evg_source *source = &group->slot[n].src[i];
            unsigned k = 0;
            if (source->kind != SOURCE_KCACHE)
                continue;
            while (k < *count && lines[k] != source->value / LINE_PAIR)
                k++;
            if (k == EVG_KCACHE_SETS)
                return false;
            lines[k] = source->value / LINE_PAIR;
            *count += k == *count;
        }
    return true;
}

/* Whether the operations behind the last fetch, store or barrier fit into one clause even if each
 * is a group of its own. */
static bool fits_clause(const struct evg_items *items)
{
    uint32_t lines[EVG_KCACHE_SETS], i = items->count;
    unsigned slots = 0, count = 0;
    while (i > 0 && items->item[i - 1].kind == ITEM_ALU) {
        const struct evg_item *item = &items->item[--i];
        slots += evg_group_slots(item->group);
        if (item->glued || slots > MAX_SLOTS || !add_lines(lines, &count, item->group))
            return false;
    }
    return true;
}

bool evg_predicate(const struct mir_function *f, const struct mir_node *test,
                   struct evg_items *items)
{
    assert(test->kind == MIR_NODE_IF && items->count == 0);
    if (!is_simple(f, test->body) || !is_simple(f, test->orelse))
        return false;
    evg_steps(f, test->block, items);
    uint32_t first = items->count;
    evg_steps_of_test(f, test->block, false, false, items);
    add_side(f, test->body, !test->invert, items);
    add_side(f, test->orelse, test->invert, items);
    unsigned most = test->block->uniform ? MAX_UNIFORM : MAX_OPERATIONS;
    return items->count - first - 1 <= most && fits_clause(items);
}
