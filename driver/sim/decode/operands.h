/* SPDX-License-Identifier: MIT */
/* operands.h: the vectors that an instruction of a decoded program reads and writes. Who follows
 * programs asks here. Constants, literals and special sources are no vectors of a wavefront. */
#pragma once

#include "driver/sim/decode/program.h"

enum sim_operand_kind {
    SIM_OPERAND_SOURCE,  /* source `index`; of a double its low words */
    SIM_OPERAND_HIGH,    /* high words of a double: of source `index`, or of the result */
    SIM_OPERAND_ADDRESS, /* the address register of an indexed operand */
    SIM_OPERAND_KEPT,    /* the result's vector, which keeps lanes that the predicate leaves out */
    SIM_OPERAND_RESULT,  /* of a double its low words */
    SIM_OPERAND_QUEUE,   /* result `index` of local memory */
    SIM_OPERAND_INDEX,   /* component `index` of a fetch's or a store's address */
    SIM_OPERAND_DATA,    /* component `index` of what a fetch brings, or a store takes */
};

struct sim_operand {
    uint32_t vector; /* number of the vector */
    uint8_t kind;    /* enum sim_operand_kind */
    uint8_t index;
    bool indexed; /* it may be any register's vector of that channel */
};

enum { SIM_OPERANDS = 11 }; /* three doubles, four address registers, what is kept */
struct sim_operands {
    unsigned count;
    struct sim_operand at[SIM_OPERANDS];
};
#define SIM_FOR_OPERANDS(o, operands)                                                              \
    for (const struct sim_operand *o = (operands).at; o < (operands).at + (operands).count; o++)

struct sim_operands sim_op_reads(const struct sim_program *program, const struct sim_alu_op *op);
struct sim_operands sim_op_writes(const struct sim_alu_op *op);
struct sim_operands sim_fetch_reads(const struct sim_fetch *fetch);
struct sim_operands sim_fetch_writes(const struct sim_fetch *fetch);
struct sim_operands sim_store_reads(const struct sim_store *store);
/* The same of an item of a control-flow instruction, by its number in the program's list. */
struct sim_operands sim_item_reads(const struct sim_program *program, const struct sim_cf *cf,
                                   uint32_t item);
struct sim_operands sim_item_writes(const struct sim_program *program, const struct sim_cf *cf,
                                    uint32_t item);

/* The vectors that an operand may be. */
#define SIM_FOR_VECTORS(v, operand, program)                                                       \
    for (uint32_t v = (operand)->indexed ? (operand)->vector % 4 : (operand)->vector,              \
                  v##_end = (operand)->indexed ? sim_program_registers(program) : v + 1;           \
         v < v##_end; v += 4)

/* The index of a buffer's element, or of private memory. */
static inline uint32_t sim_fetch_index(const struct sim_fetch *fetch)
{
    return fetch->src / SIM_LANES + fetch->src_sel[0];
}

static inline bool sim_op_indexed(const struct sim_alu_op *op)
{
    return op->dst_relative || op->src[0].relative || op->src[1].relative || op->src[2].relative;
}
