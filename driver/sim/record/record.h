/* SPDX-License-Identifier: MIT */
/* record.h: the record of a launch: how often each instruction ran, with how many lanes, and its
 * accesses of memory; of chosen work-groups also the values that it read and wrote. */
#pragma once

#include "driver/base/trace_file.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/watch.h"

/* The counts of an instruction, over all wavefronts. Lines and conflicts are a model's
 * (docs/explorer.md). */
struct sim_record_count {
    uint64_t runs, lanes;
    uint64_t lines;     /* of 64 bytes of memory that it touched, wavefront by wavefront */
    uint64_t conflicts; /* further turns of the banks of local memory */
};

struct sim_record_buffer;

struct sim_record {
    struct sim_watch watch;
    struct sim_launch *launch;
    uint64_t number;                                      /* of the launch in the process */
    struct sim_record_count *cf, *ops, *fetches, *stores; /* as in the program's lists */
    struct sim_record_buffer *buffers;
    unsigned buffer_count;
    struct trace_text steps; /* of the chosen groups; out is NULL when there is no memory */
    bool cut;                /* there were more */
    /* The wavefront and the lanes of the last step. */
    uint64_t group;
    unsigned wave;
    uint64_t exec;
};

enum {
    SIM_RECORD_STEP_BYTES = 3 << 20,   /* of a launch */
    SIM_RECORD_BUFFERS = 16,           /* of a launch, */
    SIM_RECORD_BUFFER_BYTES = 32 << 10 /* and of each the first bytes */
};

/* steps.c: counts, and steps of chosen groups. False when memory is short. */
bool sim_record_init(struct sim_record *record, struct sim_launch *launch);
void sim_record_finish(struct sim_record *record); /* also behind one that failed */

/* Slots of sim_watch. */
void sim_record_cf(struct sim_watch *watch, struct sim_wave *wave, const struct sim_cf *cf);
void sim_record_op(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op);
void sim_record_op_done(struct sim_watch *watch, struct sim_wave *wave,
                        const struct sim_alu_op *op);
uint64_t sim_record_fetch(struct sim_watch *watch, struct sim_wave *wave,
                          const struct sim_fetch *fetch);
void sim_record_fetch_done(struct sim_watch *watch, struct sim_wave *wave,
                           const struct sim_fetch *fetch);
uint64_t sim_record_store(struct sim_watch *watch, struct sim_wave *wave,
                          const struct sim_store *store);

/* Starts a step of a chosen group, of kind `kind`. False when it is none of them, or there is no
 * room; else sim_record_end ends it. */
bool sim_record_begin(struct sim_record *record, const struct sim_wave *wave, char kind,
                      uint32_t number);
void sim_record_end(struct sim_record *record);
/* A vector's lanes: a number where all that live have the same, else their bytes. */
void sim_record_vector(struct sim_record *record, const struct sim_wave *wave,
                       const uint32_t *value);
/* How many different lines of 64 bytes have offsets of the lanes; `bytes` long each. */
unsigned sim_record_lines(const uint32_t *offset, unsigned bytes, uint64_t mask);

/* sample.c, a slot, too: coordinates that have been found and not yet resolved. */
void sim_record_sample(struct sim_watch *watch, struct sim_wave *wave,
                       const struct sim_fetch *fetch, const struct sim_sample *sample,
                       const struct sim_sample_how *how);

/* buffers.c: the memory that addresses of the pool are offsets in; NULL: nothing of it is bound. */
const struct sim_view *sim_record_pool(const struct sim_launch *launch);
/* The buffers that arguments point to; which of their bytes the launch touches; a line for each. */
void sim_record_find_buffers(struct sim_record *record);
void sim_record_forget_buffers(struct sim_record *record);
void sim_record_touch(struct sim_record *record, uint64_t address, uint32_t bytes, bool read,
                      bool written);
void sim_record_print_buffers(const struct sim_record *record, bool after, FILE *out);

/* images.c: the images that the launch has bound, a line each; `written`: those that it may have
 * written to. */
void sim_record_images(const struct sim_record *record, bool written, FILE *out);
/* recorder.c: what a launch is, as the trace's first lines of it. */
void sim_record_describe(const struct sim_launch *launch, uint64_t number, uint64_t sequence,
                         FILE *out);
