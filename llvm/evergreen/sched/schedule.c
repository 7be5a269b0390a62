/* SPDX-License-Identifier: MIT */
/* schedule.c: schedules the ALU operations between two fetches, stores or barriers into VLIW
 * groups.
 *
 * It is a list scheduler over allocated registers. Each group takes operations whose operands
 * earlier groups have written, while group.c finds room. The plan gives their order, then the
 * longest path behind them. Results of the group just before come through PV and PS, without a read
 * port. A register may be written by the group that reads its old value, since all reads come
 * first. A hand-over within a clause (by the address register or the LDS queue) has two halves. The
 * first is issued only when the second can follow at once, and the groups from one to the other are
 * glued. */
#include <assert.h>
#include <string.h>

#include "llvm/evergreen/sched/code.h"

enum {
    CHANNELS = 4,
    WINDOW = 512,                     /* operations looked at for a group */
    GLUED_SLOTS = 64,                 /* glued groups of so many slots begin no more hand-overs */
    FORWARD_SLOTS = 40,               /* likewise, when results are not forwarded */
    LOCATION_AR = HW_GPRS * CHANNELS, /* behind those of registers */
    LOCATION_QUEUE,
    LOCATION_LDS,
    LOCATION_PREDICATE,
    LOCATIONS
};

struct edge {
    struct edge *next;
    uint32_t to;
    uint32_t latency; /* 0: may share the group */
};

struct node {
    const struct evg_group *single;
    const struct evg_slot *operation;
    struct edge *successors;
    uint32_t waiting;  /* predecessors not placed */
    uint32_t earliest; /* group */
    uint32_t height;   /* of the longest path behind it */
    uint32_t planned;  /* group in the plan; the earlier, the sooner */
    uint32_t tried;    /* group, from 1 on */
    bool has_tail;     /* the next node is its second half */
    bool is_tail, placed;
};

struct reader {
    struct reader *next;
    uint32_t node;
};

struct location {
    uint32_t writer; /* node + 1; 0: none */
    struct reader *readers;
};

struct scheduler {
    const struct mir_function *f;
    struct node *nodes;
    uint32_t count, first; /* those before `first` are placed */
    uint64_t *open;        /* a bit each: not placed, and waits for nothing */
    struct location locations[LOCATIONS];
    uint32_t group;       /* being filled, from 1 on */
    uint32_t predicated;  /* operations */
    uint32_t open_tails;  /* first halves that are placed before their second half, and operations
                             that wait for the predicate */
    unsigned glued_slots; /* of the last group and those glued to it */
    bool is_glued; /* this group is glued to the one before, which has first halves whose second is
                      still open */
    bool forwards; /* it takes results from the one before */
    bool may_forward;                 /* any may */
    const struct evg_group *previous; /* of the same segment, NULL for the first */
    const struct mir_inst **fetches;  /* just before the segment */
    uint32_t fetch_count;
    uint32_t beside;    /* groups from the segment's first on that do not meet them */
    bool may_be_beside; /* the one before is among them */
    uint32_t chosen[EVG_SLOTS], chosen_count; /* nodes of the group, in the order they joined */
    struct evg_items *out;
};

/* --- Dependences --- */

static void depend(struct scheduler *p, uint32_t from, uint32_t to, uint32_t latency)
{
    struct edge *edge;
    assert(from <= to);
    if (from == to)
        return;
    edge = arena_alloc(p->f->arena, sizeof(*edge));
    *edge = (struct edge){p->nodes[from].successors, to, latency};
    p->nodes[from].successors = edge;
    p->nodes[to].waiting++;
}

static void read_location(struct scheduler *p, uint32_t n, uint32_t at)
{
    struct location *location = &p->locations[at];
    struct reader *reader = arena_alloc(p->f->arena, sizeof(*reader));
    if (location->writer)
        depend(p, location->writer - 1, n, 1);
    *reader = (struct reader){location->readers, n};
    location->readers = reader;
}

static void write_location(struct scheduler *p, uint32_t n, uint32_t at)
{
    struct location *location = &p->locations[at];
    /* The address register cannot be loaded by a group that uses it. */
    for (const struct reader *reader = location->readers; reader; reader = reader->next)
        depend(p, reader->node, n, at == LOCATION_AR);
    if (location->writer)
        depend(p, location->writer - 1, n, 1);
    *location = (struct location){.writer = n + 1};
}

/* Treats a relative place as all registers that hold private memory. */
static void access(struct scheduler *p, uint32_t n, uint32_t gpr, uint32_t channel, bool rel,
                   void (*note)(struct scheduler *p, uint32_t n, uint32_t at))
{
    const struct mir_function *f = p->f;
    if (!rel)
        note(p, n, gpr * CHANNELS + channel);
    for (uint32_t i = 0; rel && i < f->array_dwords; i++)
        note(p, n, (f->array_gpr + i) * CHANNELS + f->array_channel);
}

static void add_reads(struct scheduler *p, uint32_t n, const struct evg_slot *slot)
{
    for (unsigned i = 0; i < evg_source_count(slot); i++) {
        const struct evg_source *source = &slot->src[i];
        if (source->kind != SOURCE_SELECT)
            continue;
        if (source->value < HW_GPRS)
            access(p, n, source->value, source->channel, source->rel, read_location);
        if (source->rel)
            read_location(p, n, LOCATION_AR);
    }
}

static void add_writes(struct scheduler *p, uint32_t n, const struct evg_slot *slot)
{
    if (slot->dst_rel)
        read_location(p, n, LOCATION_AR);
    if (slot->predicate)
        read_location(p, n, LOCATION_PREDICATE);
    if (slot->write)
        access(p, n, slot->gpr, slot->channel, slot->dst_rel, write_location);
    if (hw_alu_info[slot->op].flags & HW_ALU_MOVA)
        write_location(p, n, LOCATION_AR);
    if (slot->op == HW_ALU_OP_LDS_IDX_OP)
        write_location(p, n, LOCATION_LDS);
    if (slot->src[0].kind == SOURCE_SELECT && slot->src[0].value == HW_SRC_LDS_OQ_A_POP)
        write_location(p, n, LOCATION_QUEUE);
    /* Places the test last: lanes that it turns off must have done all else. */
    if (slot->update_pred)
        write_location(p, n, LOCATION_PREDICATE);
    for (uint32_t before = 0; slot->update_exec && before < n; before++)
        depend(p, before, n, 0);
}

static void set_open(struct scheduler *p, uint32_t n, bool open)
{
    uint64_t bit = UINT64_C(1) << n % 64;
    p->open[n / 64] = open ? p->open[n / 64] | bit : p->open[n / 64] & ~bit;
}

static void find_heights(struct scheduler *p)
{
    for (uint32_t n = p->count; n-- > 0;)
        for (const struct edge *edge = p->nodes[n].successors; edge; edge = edge->next) {
            uint32_t height = p->nodes[edge->to].height + edge->latency;
            if (height > p->nodes[n].height)
                p->nodes[n].height = height;
        }
}

/* The slot of the operation, or the first of several. */
static const struct evg_slot *first_slot(const struct evg_group *group)
{
    unsigned n = 0;
    while (n < EVG_TRANS && !group->slot[n].used)
        n++;
    return &group->slot[n];
}

static void add_dependences(struct scheduler *p, uint32_t n)
{
    const struct node *node = &p->nodes[n];
    for (const struct evg_slot *slot = node->operation; slot <= &node->single->slot[EVG_TRANS];
         slot++)
        if (slot->used)
            add_reads(p, n, slot);
    if (node->is_tail)
        depend(p, n - 1, n, 1);
    for (const struct evg_slot *slot = node->operation; slot <= &node->single->slot[EVG_TRANS];
         slot++)
        if (slot->used)
            add_writes(p, n, slot);
}

static void build_graph(struct scheduler *p, const struct evg_item *items, uint32_t count)
{
    p->count = count;
    p->first = p->predicated = 0;
    p->nodes = arena_array(p->f->arena, count, sizeof(*p->nodes));
    p->open = arena_array(p->f->arena, count / 64 + 1, sizeof(*p->open));
    memset(p->locations, 0, sizeof(p->locations));
    for (uint32_t n = 0; n < count; n++) {
        struct node *node = &p->nodes[n];
        node->single = items[n].group;
        node->operation = first_slot(items[n].group);
        node->planned = items[n].planned;
        node->has_tail = items[n].glued;
        node->is_tail = n && items[n - 1].glued;
        p->predicated += node->operation->predicate != 0;
        add_dependences(p, n);
        set_open(p, n, !node->waiting);
    }
    find_heights(p);
}

/* --- Placing --- */

/* Whether the second half waits for nothing but first halves that are placed, or this one. */
static bool tail_can_follow(const struct scheduler *p, uint32_t head)
{
    assert(p->nodes[head].has_tail && head + 1 < p->count);
    const struct node *tail = &p->nodes[head + 1];
    uint32_t expected = 0;
    for (const struct edge *edge = p->nodes[head].successors; edge; edge = edge->next)
        expected += edge->to == head + 1;
    if (p->is_glued && p->glued_slots > GLUED_SLOTS)
        return false;
    if (tail->waiting == expected)
        return true;
    /* Results leave the queue in order: the one before may still be on its way. */
    uint32_t writer = head;
    while (writer-- > p->first)
        if (p->nodes[writer].is_tail && !p->nodes[writer].placed) {
            for (const struct edge *edge = p->nodes[writer].successors; edge; edge = edge->next)
                expected += edge->to == head + 1;
            return p->nodes[writer - 1].placed && tail->waiting == expected;
        }
    return false;
}

/* True when an open node can go into the group. */
static bool is_ready(const struct scheduler *p, uint32_t n)
{
    const struct node *node = &p->nodes[n];
    return node->earliest <= p->group && node->tried != p->group &&
           (!node->has_tail || tail_can_follow(p, n));
}

/* Compares by priority: second halves come first, then operations that the plan has earlier, then
 * the longest path. */
static bool is_better(const struct node *a, const struct node *b)
{
    if (a->is_tail != b->is_tail)
        return a->is_tail;
    return a->planned != b->planned ? a->planned < b->planned : a->height > b->height;
}

/* The first open node from n on; `end`: there is none before it. */
static uint32_t next_open(const struct scheduler *p, uint32_t n, uint32_t end)
{
    while (n < end) {
        uint64_t left = p->open[n / 64] >> n % 64;
        if (left) {
            n += (uint32_t)__builtin_ctzll(left);
            break;
        }
        n = (n / 64 + 1) * 64;
    }
    return n < end ? n : end;
}

static bool pick(const struct scheduler *p, uint32_t *best)
{
    bool found = false;
    uint32_t end = p->count - p->first < WINDOW ? p->count : p->first + WINDOW;
    for (uint32_t n = next_open(p, p->first, end); n < end; n = next_open(p, n + 1, end))
        if (is_ready(p, n) && (!found || is_better(&p->nodes[n], &p->nodes[*best]))) {
            *best = n;
            found = true;
        }
    return found;
}

static void place(struct scheduler *p, uint32_t n)
{
    assert(!p->nodes[n].placed && !p->nodes[n].waiting);
    p->nodes[n].placed = true;
    set_open(p, n, false);
    p->open_tails += p->nodes[n].has_tail;
    if (p->nodes[n].operation->update_pred && !p->nodes[n].operation->update_exec)
        p->open_tails += p->predicated;
    p->open_tails -= p->nodes[n].operation->predicate != 0;
    p->open_tails -= p->nodes[n].is_tail;
    for (const struct edge *edge = p->nodes[n].successors; edge; edge = edge->next) {
        struct node *successor = &p->nodes[edge->to];
        if (--successor->waiting == 0)
            set_open(p, edge->to, true);
        if (successor->earliest < p->group + edge->latency)
            successor->earliest = p->group + edge->latency;
    }
    while (p->first < p->count && p->nodes[p->first].placed)
        p->first++;
}

/* --- Forwarding --- */

/* The slot of the previous group that wrote what a source reads, under the same predicate;
 * EVG_SLOTS: none. */
static unsigned forwarding_slot(const struct scheduler *p, const struct evg_source *source,
                                uint8_t predicate)
{
    unsigned n = 0;
    if (source->kind != SOURCE_SELECT || source->value >= HW_GPRS || source->rel)
        return EVG_SLOTS;
    while (n < EVG_SLOTS) {
        const struct evg_slot *slot = &p->previous->slot[n];
        if (slot->used && slot->write && !slot->dst_rel && slot->gpr == source->value &&
            slot->channel == source->channel && slot->predicate == predicate &&
            !(hw_alu_info[slot->op].flags & HW_ALU_F64))
            break;
        n++;
    }
    return n;
}

/* Results of the previous group need no read port. Returns whether there are any. */
static bool forward_sources(const struct scheduler *p, struct evg_slot *operation)
{
    bool any = false;
    if (!p->previous || !p->may_forward || p->glued_slots > FORWARD_SLOTS)
        return false;
    for (unsigned i = 0; i < evg_source_count(operation); i++) {
        struct evg_source *source = &operation->src[i];
        unsigned n = forwarding_slot(p, source, operation->predicate);
        if (n == EVG_SLOTS)
            continue;
        source->value = n == EVG_TRANS ? HW_SRC_PS : HW_SRC_PV;
        source->channel = n == EVG_TRANS ? 0 : (uint8_t)n;
        any = true;
    }
    return any;
}

/* Whether glued groups can share a clause whatever they read: a clause locks two pairs of lines of
 * the constant cache, and the kernel reads no more. */
bool evg_may_forward(const struct mir_function *f)
{
    enum { LOCKED = 2 * 2 * 16 * 4 };
    for (uint32_t b = 0; b < f->block_count; b++)
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            for (uint32_t i = 0; i < inst->src_count; i++)
                if (inst->src[i].kind == MIR_KCACHE && inst->src[i].value >= LOCKED)
                    return false;
    return true;
}

/* Adds the operation, in all of its slots, to the group if it fits. */
static bool try_join(struct scheduler *p, struct evg_group *group, const struct node *node)
{
    struct evg_group joined = *group;
    bool forwards = false;
    for (const struct evg_slot *slot = node->operation; slot <= &node->single->slot[EVG_TRANS];
         slot++) {
        struct evg_slot operation = *slot;
        if (!slot->used)
            continue;
        forwards |= forward_sources(p, &operation);
        if (!evg_group_join(&joined, &operation, node->single->literal))
            return false;
    }
    *group = joined;
    p->forwards |= forwards;
    return true;
}

/* Has the first group that depends on the fetches before the segment read the group before it from
 * registers, if it can. Then the groups up to there may have a clause that does not wait. */
static void part_from_beside(struct scheduler *p, struct evg_group *group)
{
    struct evg_group apart = {0};
    if (!p->fetch_count || !p->may_be_beside)
        return;
    p->may_be_beside = !evg_meets_fetches(p->f, group, p->fetches, p->fetch_count);
    p->beside += p->may_be_beside;
    if (p->may_be_beside || !p->forwards || p->is_glued || p->beside < EVG_LEAST_BESIDE)
        return;
    for (uint32_t i = 0; i < p->chosen_count; i++) {
        const struct node *node = &p->nodes[p->chosen[i]];
        for (const struct evg_slot *slot = node->operation; slot <= &node->single->slot[EVG_TRANS];
             slot++)
            if (slot->used && !evg_group_join(&apart, slot, node->single->literal))
                return;
    }
    *group = apart;
    p->forwards = false;
}

static void append_group(struct scheduler *p, struct evg_group *group)
{
    bool glued = p->is_glued || p->forwards;
    if (p->forwards)
        p->out->item[p->out->count - 1].glued = true;
    p->glued_slots = (glued ? p->glued_slots : 0) + evg_group_slots(group);
    assert(p->out->count < p->out->capacity);
    p->out->item[p->out->count++] =
        (struct evg_item){.kind = ITEM_ALU, .group = group, .glued = p->open_tails != 0};
    p->previous = group;
}

static void fill_group(struct scheduler *p)
{
    struct evg_group *group = arena_alloc(p->f->arena, sizeof(*group));
    bool empty = true;
    uint32_t n = 0;
    p->group++;
    p->forwards = false;
    p->chosen_count = 0;
    p->is_glued = p->open_tails != 0;
    while (pick(p, &n)) {
        struct node *node = &p->nodes[n];
        node->tried = p->group;
        if (!try_join(p, group, node)) {
            if (!empty)
                continue;
            *group = *node->single;
        }
        empty = false;
        p->chosen[p->chosen_count++] = n;
        place(p, n);
    }
    assert(!empty); /* some node waits for none that is not placed */
    part_from_beside(p, group);
    append_group(p, group);
}

/* The fetches just before step `end`. */
static void find_fetches(struct scheduler *p, const struct evg_items *items, uint32_t end)
{
    uint32_t first = end;
    while (first > 0 && items->item[first - 1].kind == ITEM_FETCH)
        first--;
    p->fetch_count = end - first;
    p->fetches = arena_array(p->f->arena, p->fetch_count + 1, sizeof(*p->fetches));
    for (uint32_t i = first; i < end; i++)
        p->fetches[i - first] = items->item[i].inst;
    p->may_be_beside = true;
    p->beside = 0;
}

static void schedule_segment(struct scheduler *p, const struct evg_item *items, uint32_t count)
{
    assert(p->open_tails == 0);
    build_graph(p, items, count);
    p->previous = NULL;
    p->glued_slots = 0;
    while (p->first < p->count)
        fill_group(p);
}

void evg_schedule(const struct mir_function *f, bool may_forward, struct evg_items *items)
{
    struct evg_items scheduled = {.item = arena_array(f->arena, items->count, sizeof(*items->item)),
                                  .capacity = items->count};
    struct scheduler p = {.f = f, .out = &scheduled, .may_forward = may_forward};
    for (uint32_t i = 0; i < items->count;) {
        uint32_t end = i;
        while (end < items->count && items->item[end].kind == ITEM_ALU)
            end++;
        find_fetches(&p, items, i);
        if (end > i)
            schedule_segment(&p, &items->item[i], end - i);
        if (end < items->count)
            scheduled.item[scheduled.count++] = items->item[end++];
        i = end;
    }
    *items = scheduled;
}
