/* SPDX-License-Identifier: MIT */
/* decode_alu.h: an ALU clause while it is decoded: its instructions group by group
 * (decode_group.c), and the operations that they become (decode_alu.c). */
#pragma once

#include "driver/sim/decode/decode.h"

enum { SIM_SLOT_T = 4, SIM_SLOTS = 5, SIM_QUEUE_MAX = 128 };

/* One instruction of a group, before its operations are written. */
struct sim_instr {
    int op; /* enum hw_alu_op */
    const struct hw_alu_info *info;
    uint32_t w0, w1, word;
    unsigned slot;
    enum hw_alu_slots slots; /* of this chip */
    bool writes;             /* whether a register gets the result; PV or PS gets it in any case */
    struct sim_src src[3];
    uint32_t dst; /* place of the destination register */
    uint32_t out; /* where the operation writes */
};

/* Where LDS results wait: places in order of issue. */
struct sim_queue {
    uint32_t place[SIM_QUEUE_MAX];
    unsigned head, tail;
};

struct sim_clause {
    struct sim_decoder *d;
    const struct sim_kcache *kcache;
    struct sim_queue queues[2];
    unsigned next_place;        /* how many vectors of the area for LDS results are in use */
    uint32_t result[SIM_SLOTS]; /* where the results of the previous group are, by slot; SIM_NO_DST:
                                   none */
    unsigned parity;            /* which set of result temporaries this group writes */
    const uint32_t *literals;
    struct sim_instr instrs[SIM_SLOTS];
    unsigned count;
};

/* Place of a vector behind the registers: SIM_VECTOR_*. */
static inline uint32_t sim_clause_vector(const struct sim_clause *c, unsigned vector)
{
    return (c->d->first_vector + vector) * SIM_LANES;
}

/* Reads the instructions of a group with operands and destinations; *slot moves behind its
 * literals. */
bool sim_group_read(struct sim_clause *c, uint32_t *slot, uint32_t end);
/* The group's instruction in a slot; NULL where there is none. */
const struct sim_instr *sim_clause_unit(const struct sim_clause *c, unsigned slot);
/* Whether the register file can deliver the group's operands as its bank swizzles ask. */
bool sim_group_check_ports(struct sim_clause *c);
/* decode_shared.c: instructions that several units carry out together, with one result (cayman has
 * no fifth unit). Whether each has all of its units, and these read and do the same. */
bool sim_group_check_shared(struct sim_clause *c);
bool sim_same_sources(const struct sim_instr *a, const struct sim_instr *b);
/* Writes the operation where instruction `index` is the first of its units; nothing for the others.
 */
bool sim_emit_shared(struct sim_clause *c, unsigned index);
/* Where the group's result of a slot waits until all of it has read. */
uint32_t sim_result_place(const struct sim_clause *c, unsigned slot);
struct sim_src sim_place_source(uint32_t place);
/* Two ways to append an operation that the program does not have, but the decoder needs: one that
 * maps lanes (dst = fn(src)), and one that `action` carries out with `fn`, writing to instr->out.
 */
bool sim_emit_step(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                   struct sim_src src);
bool sim_emit_action(struct sim_clause *c, const struct sim_instr *instr, sim_lane_fn fn,
                     enum sim_action action, const struct sim_src src[3]);
/* Appends the operation of instruction `index`, a map of lanes. */
bool sim_emit_map(struct sim_clause *c, unsigned index);
/* A literal's vector; equal values share one. */
bool sim_literal_source(struct sim_clause *c, uint32_t value, struct sim_src *src);

/* decode_double.c: writes the operation of which instruction `index` is the first unit; nothing for
 * the others. */
bool sim_emit_double(struct sim_clause *c, unsigned index);

/* Appends dst = fn(src), with a lane function of the table. */
bool sim_emit_op(struct sim_clause *c, const struct sim_instr *instr, int fn, uint32_t dst,
                 const struct sim_src src[3]);

/* Whether an operation reads an input of pixels. */
static inline bool sim_interpolates(const struct sim_clause *c, int op)
{
    const struct sim_stage *stage = c->d->program->mode.stage;
    return stage && stage->interpolates(op);
}
