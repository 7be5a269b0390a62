/* SPDX-License-Identifier: MIT */
/* flow.h: what holds at each control-flow instruction of a program, known before it runs. */
#pragma once

#include "llvm/recompile/affine.h"

enum { SIM_FLOW_DEPTH = 64, SIM_FLOW_LOOPS = 8 };

/* The lanes of a branch, whatever the data: nothing is known; all living lanes or none, as no lane
 * decides otherwise than the others; likewise in all blocks of the group that are there as often;
 * all. */
enum { SIM_BRANCH_ANY, SIM_BRANCH_EVEN, SIM_BRANCH_AGREED, SIM_BRANCH_WHOLE };

/* Before an instruction. */
struct flow_state {
    bool reached;
    bool target; /* somebody jumps here */
    uint8_t depth, loops;
    uint8_t branch;                /* SIM_BRANCH_* */
    bool left;                     /* lanes may have left the loop, or this turn of it */
    uint8_t saved[SIM_FLOW_DEPTH]; /* what `branch` was when each entry of the stack was pushed */
    uint8_t loop_depth[SIM_FLOW_LOOPS];
    uint8_t loop_branch[SIM_FLOW_LOOPS]; /* at the loop's start */
    bool loop_left[SIM_FLOW_LOOPS];
    uint32_t loop_start[SIM_FLOW_LOOPS]; /* the instruction that begins the loop */
};

/* All living lanes run. */
static inline bool flow_whole(const struct flow_state *s)
{
    return s->branch == SIM_BRANCH_WHOLE && !s->left;
}

/* All living lanes run, or none. */
static inline bool flow_even(const struct flow_state *s)
{
    return s->branch == SIM_BRANCH_EVEN || s->branch == SIM_BRANCH_AGREED;
}

/* Blocks of the group that are there as often go on alike. */
static inline bool flow_agrees(const struct flow_state *s)
{
    return s->branch >= SIM_BRANCH_AGREED && !s->left;
}

/* Entries that pushes may fill within so many loops. */
static inline unsigned flow_room(const struct sim_program *program, unsigned wave_size,
                                 unsigned loops)
{
    const unsigned subentries = wave_size == 64 ? 4 : 8;
    return (program->mode.stack_entries - loops) * subentries;
}

/* True when all lanes that leave the innermost loop, or its turn, at once and go on at instruction
 * `from` come to a LOOP_END and do nothing on their way there. Then a jump is all that happens.
 * `room`: flow_room of the state's loops. */
bool flow_leaves(const struct sim_program *program, const struct flow_state *s, unsigned room,
                 uint32_t from, uint32_t *end);

/* Whether all lanes are at the end of the innermost loop, which sends them to another turn. */
bool flow_turns(const struct sim_program *program, const struct flow_state *s);

/* Whether all lanes or none run at instruction `index`, and it does nothing in the latter case:
 * then a jump over it, and over more of that kind behind it, has all lanes run there. Where the
 * jump leads, and how many entries of the stack it pops. */
bool flow_skips(const struct sim_program *program, const struct flow_state *s, uint32_t index,
                uint32_t *target, unsigned *pops);

struct flow {
    struct flow_state *at;     /* by instruction */
    struct affine_form *forms; /* by instruction, then vector; NULL: the program is too large */
    bool *scalar;              /* by vector: it has an affine form somewhere */
    bool *live_across;         /* by vector: a lane may read what it did not write in the same run
                           of instructions, so lanes that take no part keep their value */
    bool *kept;                /* by instruction, then vector: the same of lanes that do not run
                           there; NULL: the program is too large */
    bool *blended;             /* by operation: lanes that its predicate leaves out keep their
                           value; NULL: likewise */
    bool *behind;          /* by instruction, then vector: a lane may read it behind a barrier of
                              the instruction; NULL: nobody knows */
    uint8_t *units;        /* by operation: how much its lanes differ by from one element to the
                               next, where it is a basis that an access needs; else 0 */
    unsigned depth, loops; /* the most of each that is reached */
    bool *ragged;     /* by instruction: blocks of the group may come there differently often */
    uint32_t *region; /* by instruction: 1 + the operation of the barrier that was the last before
                         it; 0: none was; SIM_FLOW_MANY: that depends on the way taken */
    bool assumes;     /* the program leaves before its first store where some lanes of the blocks
                         abreast pass a test and others do not */
    bool assumed;     /* it has such tests */
    uint32_t first_store; /* instruction */
    bool meets; /* all blocks of the group come to the same barriers in the same order, and each
                   with all lanes */
};

/* Whether it may leave at an instruction; whether it does so at an operation. */
static inline bool flow_may_leave(const struct flow *flow, uint32_t index)
{
    return flow->assumes && index < flow->first_store;
}
bool flow_leaves_at(const struct affine_forms *forms, const struct sim_alu_op *op,
                    const struct flow_state *s);
/* `assumes`: see struct flow. False with a reason where the depth of the stack depends on the way
 * taken, or something is done that recompiled programs do not do; or `why` is "out of memory". */
bool flow_find(struct flow *flow, const struct sim_program *program,
               const struct recompile_state *state, unsigned wave_size, bool assumes,
               const char **why);
void flow_finish(struct flow *flow);
/* By vector: lanes that do not run at an instruction must keep it. */
static inline const bool *flow_kept(const struct flow *flow, const struct sim_program *program,
                                    uint32_t index)
{
    return flow->kept ? flow->kept + (size_t)index * program->vector_count : flow->live_across;
}

/* Whether a vector lives across the barriers of an instruction. */
static inline bool flow_lives(const struct flow *flow, const struct sim_program *program,
                              uint32_t index, uint32_t vector)
{
    return flow->live_across[vector] &&
           (!flow->behind || flow->behind[(size_t)index * program->vector_count + vector]);
}

/* bases.c: sets `units`, when affine forms are known. */
void find_bases(const struct flow *flow, const struct sim_program *program,
                const struct recompile_state *state);
/* meets.c: the ways of a program from one instruction to the next. */
enum { SIM_FLOW_WAYS = 256 }; /* instructions of control flow at the most */
#define SIM_FLOW_MANY UINT32_MAX
struct flow_ways {
    uint64_t next[SIM_FLOW_WAYS][SIM_FLOW_WAYS / 64];
    bool apart[SIM_FLOW_WAYS];   /* blocks of the group may go on there differently */
    bool skipped[SIM_FLOW_WAYS]; /* or skip the instruction itself */
};
/* Whether it is worth while to find out, for a program of that state, where blocks meet. */
bool flow_may_meet(const struct sim_program *program, const struct recompile_state *state);
/* Finds instructions that blocks may come to differently often; false where these were known. */
bool flow_find_ragged(struct flow *flow, const struct sim_program *program,
                      const struct flow_ways *ways);
/* Finds whether all blocks meet at all barriers, and then the regions. */
void flow_find_meets(struct flow *flow, const struct sim_program *program,
                     const struct flow_ways *ways);
/* The region that is left by the barrier of operation `before`, or by the end, of an instruction.
 */
uint32_t flow_region_behind(const struct flow *flow, const struct sim_program *program,
                            uint32_t index, uint32_t before);
/* Whether the program indexes registers. */
bool flow_indexed(const struct sim_program *program);
/* One operation of it. */
void flow_op(struct affine_forms *forms, const struct sim_alu_op *op, struct flow_state *s);
