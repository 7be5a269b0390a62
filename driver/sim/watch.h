/* SPDX-License-Identifier: MIT */
/* watch.h: somebody who looks on while a launch is interpreted. Functions are called by the one
 * thread that runs the launch, before what they are told of happens (exec/observe.h). */
#ifndef ROOTLE_SIM_WATCH_H
#define ROOTLE_SIM_WATCH_H

#include <stdint.h>

struct sim_alu_op;
struct sim_fetch;
struct sim_group;
struct sim_launch;
struct sim_sample;
struct sim_sample_how;
struct sim_store;
struct sim_wave;

/* Embedded first in its own. */
struct sim_watch {
    /* The launch has ended. */
    void (*destroy)(struct sim_watch *watch);
    /* A group begins; a wavefront does: its registers hold the ids of its work-items. */
    void (*group)(struct sim_watch *watch, const struct sim_group *group);
    void (*begin)(struct sim_watch *watch, const struct sim_wave *wave);
    /* An ALU operation, with its sources after modifiers, in the lanes of `mask`. Returns those in
     * which it may be carried out. */
    uint64_t (*alu)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op,
                    const uint32_t *const src[3], uint64_t mask);
    /* Likewise, in the lanes of wave->exec. */
    uint64_t (*fetch)(struct sim_watch *watch, struct sim_wave *wave,
                      const struct sim_fetch *fetch);
    /* Called for a fetch from a texture, once its coordinates are found. */
    void (*sample)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch,
                   const struct sim_sample *sample, const struct sim_sample_how *how);
    uint64_t (*store)(struct sim_watch *watch, struct sim_wave *wave,
                      const struct sim_store *store);
    /* Every wavefront of a group has ended, or waits at a barrier. */
    void (*meet)(struct sim_watch *watch, struct sim_wave *waves, unsigned count);
};

/* Looks on while the launch runs, which has been bound and whose guide takes reports, for the
 * checks 1 << CHECK_*. NULL when memory is short. */
typedef struct sim_watch *(*sim_watch_fn)(struct sim_launch *launch, unsigned checks);

#endif
