/* SPDX-License-Identifier: MIT */
/* flow.h: what holds at each control-flow instruction of a program, known before it runs. */
#ifndef ROOTLE_SIM_RECOMPILE_FLOW_H
#define ROOTLE_SIM_RECOMPILE_FLOW_H

#include "driver/sim/decode/program.h"

enum { SIM_FLOW_DEPTH = 64, SIM_FLOW_LOOPS = 8 };

/* Before an instruction. "Whole" means: all living lanes, whatever the data. */
struct sim_flow_state {
    bool reached;
    bool target; /* somebody jumps here */
    uint8_t depth, loops;
    bool whole;                 /* branch has all lanes */
    bool left;                  /* lanes may have left the loop, or this turn of it */
    bool saved[SIM_FLOW_DEPTH]; /* what `whole` was when each entry of the stack was pushed */
    uint8_t loop_depth[SIM_FLOW_LOOPS];
    /* What `whole` and `left` were when each loop began. */
    bool loop_whole[SIM_FLOW_LOOPS], loop_left[SIM_FLOW_LOOPS];
};

struct sim_flow {
    struct sim_flow_state *at; /* by instruction */
    bool *kept;                /* by vector: a lane may read what it did not write in the same run
                                  of instructions, so lanes that take no part keep their value */
    unsigned depth, loops;     /* the most of each that is reached */
};

/* False with a reason where the depth of the stack depends on the way taken, or something is done
 * that recompiled programs do not do; or `why` is "out of memory". */
bool sim_flow_find(struct sim_flow *flow, const struct sim_program *program, unsigned wave_size,
                   const char **why);
void sim_flow_finish(struct sim_flow *flow);

#endif
