/* SPDX-License-Identifier: MIT */
/* watch.h: those who look on while a launch is interpreted. Functions are called by the one thread
 * that runs the launch (exec/observe.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sim_alu_op;
struct sim_cf;
struct sim_fetch;
struct sim_group;
struct sim_launch;
struct sim_sample;
struct sim_sample_how;
struct sim_store;
struct sim_stream;
struct sim_wave;

/* Embedded first in its own. Slots may be NULL, but for `destroy`. Those that return lanes name
 * the ones in which everybody has the instruction carried out. */
struct sim_watch {
    struct sim_watch *next; /* the simulator's: another one of the launch */
    /* The launch has ended. */
    void (*destroy)(struct sim_watch *watch);
    /* A group begins; a wavefront does: its registers hold the ids of its work-items. */
    void (*group)(struct sim_watch *watch, const struct sim_group *group);
    void (*begin)(struct sim_watch *watch, const struct sim_wave *wave);
    /* Before a control flow instruction. */
    void (*cf)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_cf *cf);
    /* Before an operation of an ALU clause, as it is written, and behind it. */
    void (*op)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op);
    void (*op_done)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op);
    /* Before it, with its sources after modifiers, in the lanes of `mask`. */
    uint64_t (*alu)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op,
                    const uint32_t *const src[3], uint64_t mask);
    /* Before a fetch, in the lanes of wave->exec, and behind it. */
    uint64_t (*fetch)(struct sim_watch *watch, struct sim_wave *wave,
                      const struct sim_fetch *fetch);
    void (*fetch_done)(struct sim_watch *watch, struct sim_wave *wave,
                       const struct sim_fetch *fetch);
    /* Called for a fetch from a texture, once its coordinates are found. */
    void (*sample)(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch,
                   const struct sim_sample *sample, const struct sim_sample_how *how);
    /* Before a store, in the lanes of wave->exec. */
    uint64_t (*store)(struct sim_watch *watch, struct sim_wave *wave,
                      const struct sim_store *store);
    /* Every wavefront of a group has ended, or waits at a barrier. */
    void (*meet)(struct sim_watch *watch, struct sim_wave *waves, unsigned count);
    /* The launch is at its end, or has failed. Returns whether it is to run once more, from its
     * beginning: it has been put back there. NULL: never. */
    bool (*again)(struct sim_watch *watch);
};

struct sim_watcher {
    /* Whether it looks on at launches that are checked so: bits 1 << CHECK_*. A device with such a
     * watcher runs one launch at a time. */
    bool (*wants)(unsigned checks);
    /* Looks on while a launch runs that has been bound; with checks, its guide takes reports. NULL:
     * it does not, or has failed the launch. */
    struct sim_watch *(*create)(struct sim_launch *launch, const struct sim_stream *stream,
                                unsigned checks);
    bool checks; /* with it there are all checks, and not that of memory alone */
};
