/* SPDX-License-Identifier: MIT */
/* preschedule_graph.c: builds the dependency graph of a block's instructions. Registers may be
 * written several times. It has no edges between fetches, stores and barriers, whose order the
 * prescheduler keeps. */
#include "llvm/evergreen/sched/preschedule.h"

#include <assert.h>

/* Locations besides resources that are read and written in order. */
enum { LOCATION_LDS, OTHER_LOCATIONS };

enum {
    LATENCY = 1,
    HANDED_OVER = 2, /* through the address register or the LDS queue */
    FETCHED = 8      /* stands for a while */
};

struct reader {
    struct reader *next;
    uint32_t node;
};

struct preschedule_location {
    uint32_t writer; /* node + 1; 0: none */
    struct reader *readers;
};

struct builder {
    struct preschedule_graph *graph;
    struct preschedule_location *array; /* private memory in registers, by dword */
    struct preschedule_location others[OTHER_LOCATIONS];
};

bool preschedule_is_fetch(const struct mir_inst *inst)
{
    return inst->kind == MIR_VTX || inst->kind == MIR_TEX || inst->kind == MIR_SCRATCH_LOAD;
}

bool preschedule_is_clause(const struct mir_inst *inst)
{
    return preschedule_is_fetch(inst) || inst->kind == MIR_RAT || inst->kind == MIR_SCRATCH_STORE ||
           inst->kind == MIR_BARRIER;
}

static bool is_relative(const struct mir_inst *inst)
{
    return inst->src[0].kind != MIR_LITERAL;
}

static uint32_t latency_of(const struct mir_inst *inst)
{
    if (inst->kind == MIR_LDS || (inst->kind == MIR_ARRAY_LOAD && is_relative(inst)))
        return HANDED_OVER;
    return preschedule_is_fetch(inst) ? FETCHED : LATENCY;
}

static void depend(struct builder *b, uint32_t from, uint32_t to, uint32_t latency)
{
    struct preschedule_node *nodes = b->graph->nodes;
    if (from == to)
        return;
    assert(from < to); /* so the heights and depths need one walk */
    struct preschedule_edge *edge = arena_alloc(b->graph->f->arena, sizeof(*edge));
    *edge = (struct preschedule_edge){nodes[from].successors, nodes[to].predecessors, from, to,
                                      latency};
    nodes[from].successors = nodes[to].predecessors = edge;
    nodes[to].waiting++;
}

static void read_location(struct builder *b, uint32_t n, struct preschedule_location *location)
{
    struct reader *reader = arena_alloc(b->graph->f->arena, sizeof(*reader));
    if (location->writer)
        depend(b, location->writer - 1, n, latency_of(b->graph->nodes[location->writer - 1].inst));
    *reader = (struct reader){location->readers, n};
    location->readers = reader;
}

/* All reads of a group come before its writes. */
static void write_location(struct builder *b, uint32_t n, struct preschedule_location *location)
{
    for (const struct reader *reader = location->readers; reader; reader = reader->next)
        depend(b, reader->node, n, 0);
    if (location->writer)
        depend(b, location->writer - 1, n, LATENCY);
    *location = (struct preschedule_location){.writer = n + 1};
}

/* A constant index past the end stands for the first dword, as steps.c has it. */
static void access_array(struct builder *b, uint32_t n,
                         void (*note)(struct builder *b, uint32_t n,
                                      struct preschedule_location *location))
{
    const struct mir_inst *inst = b->graph->nodes[n].inst;
    uint32_t dwords = b->graph->f->array_dwords, index = inst->offset + inst->src[0].value;
    if (!is_relative(inst))
        note(b, n, &b->array[index < dwords ? index : 0]);
    for (uint32_t i = 0; is_relative(inst) && i < dwords; i++)
        note(b, n, &b->array[i]);
}

/* Where lanes rely on their wavefront, or the beginning or the end of an asynchronous copy: local
 * memory is accessed before and behind it. */
static bool divides_accesses(const struct mir_inst *inst)
{
    return inst->kind == MIR_RAT && inst->op == HW_RAT_NOP && inst->mask == HW_CHECK_LOCKSTEP &&
           (!inst->resource || inst->resource == HW_CHECK_COPY ||
            inst->resource == HW_CHECK_COPY_ENDS);
}

static void add_dependences(struct builder *b, uint32_t n)
{
    const struct mir_inst *inst = b->graph->nodes[n].inst;
    for (uint32_t i = 0; i < inst->src_count; i++)
        if (inst->src[i].kind == MIR_VREG)
            read_location(b, n, &b->graph->registers[inst->src[i].value]);
    if (inst->kind == MIR_ARRAY_LOAD)
        access_array(b, n, read_location);
    if (inst->kind == MIR_ARRAY_STORE)
        access_array(b, n, write_location);
    if (inst->kind == MIR_LDS || inst->kind == MIR_BARRIER || divides_accesses(inst))
        write_location(b, n, &b->others[LOCATION_LDS]);
    for (unsigned d = 0; d < inst->dst_count; d++)
        if (inst->dst[d])
            write_location(b, n, &b->graph->registers[inst->dst[d]]);
}

/* For the next block. */
static void forget_registers(struct preschedule_graph *graph)
{
    for (uint32_t n = 0; n < graph->count; n++) {
        const struct mir_inst *inst = graph->nodes[n].inst;
        for (uint32_t i = 0; i < inst->src_count; i++)
            if (inst->src[i].kind == MIR_VREG)
                graph->registers[inst->src[i].value] = (struct preschedule_location){0};
        for (unsigned d = 0; d < inst->dst_count; d++)
            graph->registers[inst->dst[d]] = (struct preschedule_location){0};
    }
}

static void find_depths(struct preschedule_graph *graph)
{
    for (uint32_t n = 0; n < graph->count; n++)
        for (const struct preschedule_edge *edge = graph->nodes[n].predecessors; edge;
             edge = edge->next_predecessor) {
            uint32_t depth = graph->nodes[edge->from].depth + edge->latency;
            if (depth > graph->nodes[n].depth)
                graph->nodes[n].depth = depth;
        }
}

static void find_heights(struct preschedule_graph *graph)
{
    for (uint32_t n = graph->count; n-- > 0;)
        for (const struct preschedule_edge *edge = graph->nodes[n].successors; edge;
             edge = edge->next_successor) {
            uint32_t height = graph->nodes[edge->to].height + edge->latency;
            if (height > graph->nodes[n].height)
                graph->nodes[n].height = height;
        }
}

static struct mir_inst *behind_inputs(const struct mir_block *block)
{
    struct mir_inst *inst = block->first;
    while (inst && inst->kind == MIR_INPUT)
        inst = inst->next;
    return inst;
}

void preschedule_build_graph(struct preschedule_graph *graph, struct mir_block *block)
{
    struct builder b = {.graph = graph};
    struct mir_inst *first = behind_inputs(block);
    graph->count = 0;
    for (const struct mir_inst *inst = first; inst; inst = inst->next)
        graph->count++;
    graph->nodes =
        arena_array(graph->f->arena, graph->count + PRESCHEDULE_HEADS, sizeof(*graph->nodes));
    if (!graph->registers)
        graph->registers =
            arena_array(graph->f->arena, graph->f->vreg_count, sizeof(*graph->registers));
    b.array = arena_array(graph->f->arena, graph->f->array_dwords, sizeof(*b.array));
    uint32_t n = 0;
    for (struct mir_inst *inst = first, *next; inst; inst = next) {
        next = inst->next;
        mir_remove(block, inst);
        graph->nodes[n].inst = inst;
        preschedule_find_slots(graph->f, &graph->nodes[n]);
        add_dependences(&b, n++);
    }
    forget_registers(graph);
    find_heights(graph);
    find_depths(graph);
}
