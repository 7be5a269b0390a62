/* SPDX-License-Identifier: MIT */
/* preschedule.c: plans in which VLIW group each operation will be issued, before registers are
 * allocated. So the allocator knows which results are written together, and breaks no group.
 *
 * A list scheduler over each block. Fetches, stores and barriers keep their order, fetches that do
 * not wait for each other side by side. Before each of them come the operations that it needs;
 * others only fill the slots left free. Requires coalesce.c; nothing may be inserted between this
 * and regalloc.c, and schedule.c makes the final groups. */
#include <assert.h>
#include <stdlib.h>

#include "llvm/evergreen/mir/passes.h"
#include "llvm/evergreen/sched/preschedule.h"

enum {
    WINDOW = 256,   /* ready operations looked at for a group */
    MAX_TRIES = 12, /* operations that may fail to fit before a slot is left empty */
    MANY_REGISTERS = 16,
    MAX_STORES = 3, /* whose values are computed together */
    MAX_WAIT = 4,   /* groups that a store may wait for that */
    SCARCE = 4,     /* one of so many operations must have a slot that is waited for */
    MIN_EARLY = 2   /* fetches that are worth a clause before others */
};

struct prescheduler {
    struct preschedule_graph graph;
    struct mir_block *block;
    /* Numbers of nodes beyond the graph's: the heads of rings of operations that only wait for time
     * to pass, and `none`. */
    uint32_t needed, others, none;
    uint32_t arrivals;             /* how many have been ready so far */
    uint32_t group;                /* being filled; counts through the function */
    uint32_t needed_left;          /* operations to be placed before the next clause */
    uint32_t slot_left[EVG_SLOTS]; /* how many of them must have the slot */
    uint32_t *before;              /* all of them */
    uint32_t before_count;
    struct preschedule_node **woken; /* ready ones that have become needed */
    uint32_t woken_count;
    uint32_t *marked;    /* by a walk over predecessors */
    uint64_t *batch;     /* nodes that are issued next */
    uint32_t *uses_left; /* by register: reads in the block by nodes not placed */
    uint64_t *live_out;  /* of the block, as bits */
    uint32_t alive;      /* registers, about */
};

static struct preschedule_node *node_at(const struct prescheduler *p, uint32_t n)
{
    return &p->graph.nodes[n];
}

static void append_to(struct prescheduler *p, uint32_t ring, uint32_t n)
{
    struct preschedule_node *head = node_at(p, ring), *node = node_at(p, n);
    node->next_ready = ring;
    node->previous_ready = head->previous_ready;
    node_at(p, node->previous_ready)->next_ready = n;
    head->previous_ready = n;
}

static void take_ready(struct prescheduler *p, uint32_t n)
{
    const struct preschedule_node *node = node_at(p, n);
    node_at(p, node->previous_ready)->next_ready = node->next_ready;
    node_at(p, node->next_ready)->previous_ready = node->previous_ready;
}

static void start_ring(struct prescheduler *p, uint32_t ring)
{
    node_at(p, ring)->next_ready = node_at(p, ring)->previous_ready = ring;
}

static bool is_empty(const struct prescheduler *p, uint32_t ring)
{
    return node_at(p, ring)->next_ready == ring;
}

static void make_ready(struct prescheduler *p, uint32_t n)
{
    if (preschedule_is_clause(node_at(p, n)->inst))
        return;
    node_at(p, n)->arrived = p->arrivals++;
    append_to(p, node_at(p, n)->needed ? p->needed : p->others, n);
}

static int compare_arrivals(const void *left, const void *right)
{
    const struct preschedule_node *const *a = left, *const *b = right;
    return ((*a)->arrived > (*b)->arrived) - ((*a)->arrived < (*b)->arrived);
}

/* Operations that have become needed are taken from the others, in their order. */
static void move_woken(struct prescheduler *p)
{
    qsort(p->woken, p->woken_count, sizeof(struct preschedule_node *), compare_arrivals);
    for (uint32_t i = 0; i < p->woken_count; i++) {
        uint32_t n = (uint32_t)(p->woken[i] - p->graph.nodes);
        take_ready(p, n);
        append_to(p, p->needed, n);
    }
    p->woken_count = 0;
}

/* Whether the register is not read after the next one of its readers. */
static bool dies(const struct prescheduler *p, uint32_t v)
{
    return p->uses_left[v] == 1 && !mir_bit(p->live_out, v);
}

/* How many registers more (or fewer) are alive behind an instruction than before it. */
static int pressure_of(const struct prescheduler *p, const struct mir_inst *inst)
{
    int change = 0;
    for (unsigned d = 0; d < inst->dst_count; d++)
        change += inst->dst[d] != 0;
    for (uint32_t i = 0; i < inst->src_count; i++)
        change -= inst->src[i].kind == MIR_VREG && dies(p, inst->src[i].value);
    return change;
}

static void count_registers(struct prescheduler *p, const struct mir_inst *inst)
{
    p->alive += (uint32_t)pressure_of(p, inst);
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG)
            p->uses_left[inst->src[i].value]--;
}

static void place(struct prescheduler *p, uint32_t n)
{
    struct preschedule_node *node = node_at(p, n);
    assert(!node->placed && !node->waiting);
    node->placed = true;
    count_registers(p, node->inst);
    p->needed_left -= node->needed;
    for (unsigned slot = 0; node->needed && node->slots >> slot; slot++)
        p->slot_left[slot] -= node->slots >> slot & 1;
    for (const struct preschedule_edge *edge = node->successors; edge;
         edge = edge->next_successor) {
        struct preschedule_node *successor = node_at(p, edge->to);
        uint32_t latency = preschedule_is_clause(node->inst) ? 1 : edge->latency;
        if (successor->earliest < p->group + latency)
            successor->earliest = p->group + latency;
        if (--successor->waiting == 0)
            make_ready(p, edge->to);
    }
}

/* --- Groups --- */

/* Returns how many groups must be issued before the next clause, at least: as many as the longest
 * path, and as the operations that need the same scarce slot. */
static uint32_t urgency_of(const struct prescheduler *p, const struct preschedule_node *node)
{
    uint32_t most = node->urgency;
    for (unsigned slot = 0; node->slots >> slot; slot++) {
        const uint32_t left = node->may_be_fifth ? p->slot_left[slot] / 2 : p->slot_left[slot];
        const bool scarce = left * SCARCE > p->needed_left;
        most = node->slots >> slot & 1 && scarce && left > most ? left : most;
    }
    return most;
}

/* Compares by priority: nodes that the next clause needs come first, of these the most urgent; then
 * the longest path, then the order of the program. */
static bool is_better(const struct prescheduler *p, uint32_t a, uint32_t b)
{
    const struct preschedule_node *x = node_at(p, a), *y = node_at(p, b);
    if (x->needed != y->needed)
        return x->needed;
    const uint32_t first = x->needed ? urgency_of(p, x) : 0,
                   second = y->needed ? urgency_of(p, y) : 0;
    if (first != second)
        return first > second;
    return x->height != y->height ? x->height > y->height : a < b;
}

/* Whether an operation is worth a register now. One that nothing waits for yet is not where many
 * are taken. */
static bool is_worthwhile(const struct prescheduler *p, uint32_t n)
{
    return !p->needed_left || node_at(p, n)->needed || p->alive < MANY_REGISTERS ||
           pressure_of(p, node_at(p, n)->inst) <= 0;
}

static bool may_try(const struct prescheduler *p, const struct preschedule_group *group, uint32_t n,
                    uint32_t best)
{
    const struct preschedule_node *node = node_at(p, n);
    return node->earliest <= p->group && node->tried != p->group &&
           preschedule_group_has_slots(group, node) && (best == p->none || is_better(p, n, best)) &&
           is_worthwhile(p, n);
}

/* The best operation to try, of the first ones that are ready; `none` when there is none. */
static uint32_t find_best(const struct prescheduler *p, const struct preschedule_group *group)
{
    uint32_t best = p->none, left = WINDOW;
    for (uint32_t n = node_at(p, p->needed)->next_ready; n != p->needed && left > 0; left--) {
        best = may_try(p, group, n, best) ? n : best;
        n = node_at(p, n)->next_ready;
    }
    for (uint32_t n = node_at(p, p->others)->next_ready; n != p->others && left > 0; left--) {
        best = may_try(p, group, n, best) ? n : best;
        n = node_at(p, n)->next_ready;
    }
    return best;
}

/* Adds the best operation that fits and returns it; `none` when none does. */
static uint32_t pick(const struct prescheduler *p, struct preschedule_group *group)
{
    for (unsigned tries = 0; tries < MAX_TRIES; tries++) {
        uint32_t best = find_best(p, group);
        if (best == p->none || preschedule_group_join(p->graph.f, group, node_at(p, best)->inst))
            return best;
        node_at(p, best)->tried = p->group;
    }
    return p->none;
}

/* Within a group the order of the program keeps reads before writes. */
static void append_group(struct prescheduler *p, uint32_t *chosen, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && chosen[k - 1] > chosen[k]; k--) {
            uint32_t swapped = chosen[k];
            chosen[k] = chosen[k - 1];
            chosen[k - 1] = swapped;
        }
    for (uint32_t i = 0; i < count; i++) {
        struct mir_inst *inst = node_at(p, chosen[i])->inst;
        inst->group = p->group;
        mir_append(p->block, inst);
    }
}

static void fill_group(struct prescheduler *p)
{
    struct preschedule_group group = {0};
    uint32_t chosen[EVG_SLOTS], count = 0;
    p->group++;
    while (count < EVG_SLOTS) {
        uint32_t n = pick(p, &group);
        if (n == p->none)
            break;
        chosen[count++] = n;
        take_ready(p, n);
        place(p, n);
    }
    append_group(p, chosen, count);
}

/* --- Clauses --- */

static bool in_batch(const struct prescheduler *p, uint32_t n)
{
    return p->batch[n / 64] >> n % 64 & 1;
}

/* Marks all nodes that must be placed before a node. False, with nothing newly marked, if one of
 * them is of the batch. The search stops at marked nodes: the batch waits for these, so none of
 * them waits for a node of the batch. */
static bool mark_needed(struct prescheduler *p, uint32_t n)
{
    uint32_t count = 0;
    bool independent = true;
    p->marked[count++] = n;
    for (uint32_t i = 0; i < count && independent; i++)
        for (const struct preschedule_edge *edge = node_at(p, p->marked[i])->predecessors; edge;
             edge = edge->next_predecessor) {
            struct preschedule_node *before = node_at(p, edge->from);
            if (before->placed || before->needed)
                continue;
            if (in_batch(p, edge->from)) {
                independent = false;
                continue;
            }
            before->needed = true;
            p->marked[count++] = edge->from;
        }
    for (uint32_t i = 1; i < count; i++) {
        struct preschedule_node *node = node_at(p, p->marked[i]);
        node->needed = independent;
        if (independent && !node->waiting && !preschedule_is_clause(node->inst))
            p->woken[p->woken_count++] = node;
    }
    for (uint32_t i = 1; independent && i < count; i++)
        p->before[p->before_count++] = p->marked[i];
    p->needed_left += independent ? count - 1 : 0;
    return independent;
}

static int compare_backwards(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a < *b) - (*a > *b);
}

/* Computes how far above the next clause its operations are, and which slots they must have. */
static void find_urgencies(struct prescheduler *p)
{
    qsort(p->before, p->before_count, sizeof(*p->before), compare_backwards);
    for (uint32_t i = 0; i < p->before_count; i++) {
        struct preschedule_node *node = node_at(p, p->before[i]);
        for (const struct preschedule_edge *edge = node->successors; edge;
             edge = edge->next_successor) {
            const struct preschedule_node *behind = node_at(p, edge->to);
            const uint32_t height = behind->urgency + edge->latency;
            if ((behind->needed || in_batch(p, edge->to)) && height > node->urgency)
                node->urgency = height;
        }
        for (unsigned slot = 0; node->slots >> slot; slot++)
            p->slot_left[slot] += node->slots >> slot & 1;
    }
    p->before_count = 0;
}

static bool is_store(const struct mir_inst *inst)
{
    return inst->kind == MIR_RAT;
}

/* Stores whose values take about as long to compute are computed together, where there are
 * registers for that. */
static bool stores_agree(const struct prescheduler *p, uint32_t first, uint32_t n, uint32_t count)
{
    return is_store(node_at(p, n)->inst) && count < MAX_STORES && p->alive < MANY_REGISTERS &&
           node_at(p, n)->depth <= node_at(p, first)->depth + MAX_WAIT;
}

/* Whether a fetch or store behind others of the batch, which starts with `first`, waits for none of
 * them, directly or not, and can go along. */
static bool can_join_batch(struct prescheduler *p, uint32_t first, uint32_t n, uint32_t count)
{
    const struct mir_inst *inst = node_at(p, n)->inst;
    bool fits = is_store(node_at(p, first)->inst) ? stores_agree(p, first, n, count)
                                                  : preschedule_is_fetch(inst) && !inst->waits &&
                                                        count < mir_fetch_limit(p->graph.f);
    return fits && mark_needed(p, n);
}

static uint32_t next_clause(const struct prescheduler *p, uint32_t n)
{
    while (n < p->graph.count && !preschedule_is_clause(node_at(p, n)->inst))
        n++;
    return n;
}

/* Whether a fetch of the batch waits for no group behind group `last`. */
static bool is_early(const struct prescheduler *p, uint32_t n, uint32_t last)
{
    const struct preschedule_node *node = node_at(p, n);
    return in_batch(p, n) && preschedule_is_fetch(node->inst) && node->earliest <= last + 1;
}

/* Issues those fetches of a batch that do not need its last groups before these groups, which then
 * run beside them. Readers of their results wait for the whole batch, as its clause does. `behind`
 * is the node before the batch, or NULL. */
static void issue_early(struct prescheduler *p, uint32_t first, uint32_t next,
                        const struct mir_inst *behind)
{
    const uint32_t last = p->group > EVG_LEAST_BESIDE ? p->group - EVG_LEAST_BESIDE : 0;
    struct mir_inst *at = behind ? behind->next : p->block->first;
    while (at && at->group <= last)
        at = at->next;
    uint32_t early = 0;
    for (uint32_t n = first; at && n < next; n++)
        early += is_early(p, n, last);
    for (uint32_t n = first; n < next && early >= MIN_EARLY; n++)
        if (is_early(p, n, last)) {
            node_at(p, n)->issued = true;
            mir_insert_before(p->block, at, node_at(p, n)->inst);
        }
}

static void place_batch(struct prescheduler *p, uint32_t first, uint32_t next)
{
    for (uint32_t n = first; n < next; n++) {
        if (!in_batch(p, n))
            continue;
        if (!node_at(p, n)->issued)
            mir_append(p->block, node_at(p, n)->inst);
        place(p, n);
    }
}

/* Issues the clause node `first` and those behind it that can go along; returns the next. */
static uint32_t issue_batch(struct prescheduler *p, uint32_t first)
{
    uint32_t count = 1, next = next_clause(p, first + 1);
    mark_needed(p, first);
    p->batch[first / 64] |= UINT64_C(1) << first % 64;
    if (preschedule_is_fetch(node_at(p, first)->inst) || is_store(node_at(p, first)->inst))
        while (next < p->graph.count && can_join_batch(p, first, next, count)) {
            p->batch[next / 64] |= UINT64_C(1) << next % 64;
            next = next_clause(p, next + 1);
            count++;
        }
    move_woken(p);
    find_urgencies(p);
    const struct mir_inst *behind = p->block->last;
    while (p->needed_left)
        fill_group(p);
    issue_early(p, first, next, behind);
    place_batch(p, first, next);
    return next;
}

static void count_uses(struct prescheduler *p, const struct mir_inst *inst)
{
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG)
            p->uses_left[inst->src[i].value]++;
}

static void count_alive(struct prescheduler *p)
{
    const struct mir_live_set *in = &p->block->live_in;
    p->alive = 0;
    for (uint32_t w = 0; w < in->count; w++)
        p->alive += (uint32_t)__builtin_popcountll(in->words[w].bits);
}

static void flip_live_out(struct prescheduler *p)
{
    const struct mir_live_set *out = &p->block->live_out;
    for (uint32_t w = 0; w < out->count; w++)
        p->live_out[out->words[w].index] ^= out->words[w].bits;
}

static void plan_block(struct prescheduler *p, struct mir_block *block)
{
    p->block = block;
    flip_live_out(p);
    preschedule_build_graph(&p->graph, block);
    struct arena *arena = p->graph.f->arena;
    p->woken = arena_array(arena, p->graph.count + 1, sizeof(struct preschedule_node *));
    p->marked = arena_array(arena, p->graph.count + 1, sizeof(*p->marked));
    p->before = arena_array(arena, p->graph.count + 1, sizeof(*p->before));
    p->batch = arena_array(arena, p->graph.count / 64 + 1, sizeof(*p->batch));
    p->arrivals = p->woken_count = p->needed_left = 0;
    p->needed = p->none = p->graph.count;
    p->others = p->graph.count + 1;
    start_ring(p, p->needed);
    start_ring(p, p->others);
    count_alive(p);
    for (uint32_t n = 0; n < p->graph.count; n++)
        count_uses(p, node_at(p, n)->inst);
    for (uint32_t n = 0; n < p->graph.count; n++)
        if (!node_at(p, n)->waiting)
            make_ready(p, n);
    for (uint32_t n = next_clause(p, 0); n < p->graph.count;)
        n = issue_batch(p, n);
    while (!is_empty(p, p->others))
        fill_group(p);
    assert(is_empty(p, p->needed) && !p->needed_left);
    flip_live_out(p); /* none is left for the next block */
}

void mir_preschedule(struct mir_function *f)
{
    struct prescheduler p = {.graph = {.f = f}};
    assert(!f->ssa);
    p.uses_left = arena_array(f->arena, f->vreg_count, sizeof(*p.uses_left));
    p.live_out = arena_array(f->arena, f->vreg_count / 64 + 1, sizeof(*p.live_out));
    mir_liveness(f);
    for (uint32_t b = 0; b < f->block_count; b++)
        plan_block(&p, f->blocks[b]);
    f->planned_groups = p.group;
}
