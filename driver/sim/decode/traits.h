/* SPDX-License-Identifier: MIT */
/* traits.h: what the decoder and analyses know of ALU operations: traits.def. */
#pragma once

#include "driver/sim/decode/program.h"

enum sim_affine {
    SIM_AFFINE_UNIFORM,
    SIM_AFFINE_OWN,
    SIM_AFFINE_COPY,
    SIM_AFFINE_SUM,
    SIM_AFFINE_DIFFERENCE,
    SIM_AFFINE_THIRD,
    SIM_AFFINE_LEFT,
    SIM_AFFINE_RIGHT,
    SIM_AFFINE_MASK,
    SIM_AFFINE_PRODUCT,
    SIM_AFFINE_LOOK,
    SIM_AFFINE_COUNT
};

enum sim_address {
    SIM_ADDRESS_MIX,
    SIM_ADDRESS_FIRST,
    SIM_ADDRESS_THIRD,
    SIM_ADDRESS_SUM,
    SIM_ADDRESS_MASK,
    SIM_ADDRESS_INSERT,
    SIM_ADDRESS_SELECT,
    SIM_ADDRESS_TEST
};

enum sim_bits {
    SIM_BITS_ALL,
    SIM_BITS_MOVED,
    SIM_BITS_CARRY,
    SIM_BITS_AND,
    SIM_BITS_OR,
    SIM_BITS_XOR,
    SIM_BITS_INSERT,
    SIM_BITS_SELECT,
    SIM_BITS_EQUAL,
    SIM_BITS_LOW_HALF
};

struct sim_traits {
    uint8_t action;  /* enum sim_action; SIM_ACTION_NONE: it only maps lanes */
    uint8_t affine;  /* enum sim_affine */
    uint8_t address; /* enum sim_address */
    uint8_t bits;    /* enum sim_bits */
};

/* By enum hw_alu_op. */
extern const struct sim_traits sim_traits[HW_ALU_OP_COUNT];

/* Returns the traits of the map that a decoded operation has. */
static inline struct sim_traits sim_op_traits(const struct sim_alu_op *op)
{
    return op->map < 0 ? (struct sim_traits){0} : sim_traits[op->map];
}

/* Its address trait, as its modifiers leave it. */
static inline enum sim_address sim_op_address(const struct sim_alu_op *op)
{
    const bool modified = op->finish || op->src[0].mods || op->src[1].mods || op->src[2].mods;
    return modified ? SIM_ADDRESS_MIX : (enum sim_address)sim_op_traits(op).address;
}

/* Operations of local memory: whether one is simulated, and brings a result by queue B, too. */
bool sim_lds_supported(unsigned lds_op);
bool sim_lds_returns_two(unsigned lds_op);
