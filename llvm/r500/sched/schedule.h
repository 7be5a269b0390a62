/* SPDX-License-Identifier: MIT */
/* schedule.h: from operations to instructions with registers. */
#pragma once

#include <stddef.h>

#include "llvm/r500/opt/opt.h"
#include "llvm/r500/sched/rows.h"

/* Choices that are as good either way, until the result shows which is better. */
struct r500_taste {
    bool deep;     /* what was begun is finished first: fewer scalars are alive at once */
    uint32_t seed; /* 0: scalars in alpha; others: some in alpha, some in colours, by this */
};

struct r500_code {
    struct fir_program *p;
    struct places places;
    struct row *rows;
    size_t count, capacity;
    uint32_t registers;
    unsigned tex_group; /* look-ups that may wait for their results at once */
    bool pair;          /* several lanes a row */
    struct r500_taste taste;
    const void *next; /* code of the program behind it, or NULL */
    uint32_t next_bytes;
};

/* Puts the program's operations into rows; adds moves to the program where operands lie in
 * different registers. -1 with `error`. */
int r500_schedule(struct r500_code *code, char *error, size_t error_size);
/* Gives each scalar a register. -1 with `error` when there are too few. */
int r500_allocate(struct r500_code *code, char *error, size_t error_size);

/* ---- within sched/ ---- */

/* Calls `visit` for each variable that a row reads, or writes. */
typedef void r500_visit_var(void *data, uint32_t var);
void r500_row_reads(const struct row *row, r500_visit_var *visit, void *data);
void r500_row_writes(const struct row *row, r500_visit_var *visit, void *data);
/* live.c: sets of variables, as bits: for each variable those that are alive where it is written,
 * and those that are alive at the start. Of a move's result, what is moved does not count. */
struct r500_meetings {
    uint32_t words; /* of a set */
    const uint64_t *meets, *at_start;
};
void r500_find_liveness(const struct r500_code *code, struct r500_meetings *result);
bool r500_has_bit(const uint64_t *set, uint32_t bit);
/* pack.c: what decides where an operation goes; `places` changes with each that is added. */
struct r500_packer {
    struct places *places;
    const uint8_t *hints; /* as r500_find_hints() gives them */
    struct place *trial;  /* room for a copy of the places */
    bool pair;            /* several lanes a row */
    uint32_t seed;        /* of struct r500_taste */
};
/* Adds an operation to a row of the ALU. False, and nothing changed, where it does not fit. */
bool r500_add_to_row(const struct r500_packer *packer, struct row *row, const struct fir_op *op);
/* Gives a look-up's coordinates and its texel one bundle each. False where they cannot have them.
 */
bool r500_place_look_up(const struct r500_packer *packer, const struct fir_op *op);
/* hints.c: the channels that scalars are wanted in, by variable. Allocated. */
uint8_t *r500_find_hints(const struct fir_program *p);
