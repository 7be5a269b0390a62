/* SPDX-License-Identifier: MIT */
/* group.h: runs the work-groups of a launch. */
#pragma once

#include "driver/sim/exec/launch.h"

/* A thread that runs groups: its number, what it has run of a launch, how long it may do so, and
 * memory for the wavefronts of one group, kept from launch to launch. */
struct sim_worker {
    unsigned index;
    uint64_t groups;
    int64_t end_ns;         /* INT64_MAX: as long as it takes */
    struct sim_wave *waves; /* and behind them their vectors */
    uint32_t *vectors;
    uint32_t *lds;
    struct sim_native_frame frame; /* of the recompiled program */
    bool takes_whole; /* the first wavefront's call has run all of a group of several */
    size_t wave_room, vector_room, range_room;
};
void sim_worker_finish(struct sim_worker *worker);
/* Runs groups of a launch until there is none left, or one failed. False: its time was over before.
 */
bool sim_worker_run(struct sim_worker *worker, struct sim_launch *launch);
/* Wavefronts that a worker holds at a time. */
unsigned sim_resident_waves(const struct sim_launch *launch);
