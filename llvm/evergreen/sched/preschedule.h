/* SPDX-License-Identifier: MIT */
/* preschedule.h: what the files of the prescheduler share: a block's instructions and what waits
 * for what. */
#pragma once

#include "llvm/evergreen/sched/code.h"

struct preschedule_edge {
    struct preschedule_edge *next_successor, *next_predecessor;
    uint32_t from, to;
    uint32_t latency; /* groups between them; 0: may share one */
};

struct preschedule_node {
    struct mir_inst *inst;
    struct preschedule_edge *successors, *predecessors;
    uint32_t waiting;  /* predecessors not placed */
    uint32_t earliest; /* group */
    uint32_t height;   /* of the longest path behind it */
    uint32_t depth;    /* of the longest path before it */
    uint32_t tried;    /* group that it did not fit in */
    uint32_t arrived;  /* how many had been ready before it, while it is ready */
    uint32_t next_ready, previous_ready;
    uint32_t urgency;  /* of a needed one: height above the clause that needs it */
    uint8_t slots;     /* that it must have; 0: any one */
    bool may_be_fifth; /* or the fifth instead */
    bool placed, needed;
    bool issued; /* before it is placed: the first fetches of a batch */
};

enum { PRESCHEDULE_HEADS = 2 };

struct preschedule_graph {
    struct mir_function *f;
    struct preschedule_node *nodes; /* in the order of the block, then heads of lists */
    uint32_t count;
    struct preschedule_location *registers; /* by virtual register, while a graph is built */
};

/* A clause of its own, or an instruction of one: not ALU. */
bool preschedule_is_clause(const struct mir_inst *inst);
bool preschedule_is_fetch(const struct mir_inst *inst);
/* preschedule_graph.c: the instructions of a block behind its inputs; takes them out of it. */
void preschedule_build_graph(struct preschedule_graph *graph, struct mir_block *block);

/* preschedule_group.c: what a group can hold before registers have places. */
struct preschedule_group {
    uint8_t channels; /* taken by operations that must write them */
    uint8_t anywhere; /* operations that may write any */
    bool trans, special;
    uint32_t literals[EVG_LITERALS], literal_count;
    uint32_t constants[2], constant_count; /* pairs of dwords of the constant cache */
};
/* Fills in which slots the operation must have. */
void preschedule_find_slots(const struct mir_function *f, struct preschedule_node *node);
/* Whether all of them are free. */
bool preschedule_group_has_slots(const struct preschedule_group *group,
                                 const struct preschedule_node *node);
/* Adds an operation; false when it does not fit. */
bool preschedule_group_join(const struct mir_function *f, struct preschedule_group *group,
                            const struct mir_inst *inst);
