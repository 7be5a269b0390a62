/* SPDX-License-Identifier: MIT */
/* checked.h: streams that have passed a check, with the registers that they set. Launches mostly
 * send what one before them has sent: the same packets about the same objects pass again. */
#pragma once

#include "driver/sim/stream/checker.h"

/* A stream that has passed. It never changes once it is in the table. */
struct sim_checked {
    atomic_uint references; /* of the table and of streams */
    uint32_t dword_count, object_count;
    bool keep_tiling;
    uint32_t *sent, *dwords; /* as they were sent, and with relocations applied */
    struct sim_checked_object *objects;
    struct sim_state state; /* that it sets before `begin`, its first packet that does more */
    uint32_t begin;
};

struct sim_checks {
    pthread_mutex_t mutex;
    unsigned next;                   /* the place of the next one */
    struct sim_checked *checked[16]; /* NULL: none yet */
};

void sim_checks_init(struct sim_checks *checks);
void sim_checks_finish(struct sim_checks *checks);

/* Whether the stream in hand, whose objects are found, has passed before. Then relocations are
 * applied, and the stream holds what is known of it. */
bool sim_checks_find(struct sim_checks *checks, struct checker *c);

/* A copy of the stream as it was sent, with a register file of zeros. NULL: no memory. */
struct sim_checked *sim_checked_new(const struct checker *c);
void sim_checked_unreference(struct sim_checked *checked); /* NULL is legal */
/* The stream in hand has passed with this register file. Holds it in both. */
void sim_checks_keep(struct sim_checks *checks, struct checker *c, struct sim_checked *checked);
