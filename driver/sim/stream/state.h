/* SPDX-License-Identifier: MIT */
/* state.h: the register file that a command stream fills, as compute sees it. What packets without
 * the compute bit set belongs to graphics, which has a file of its own (drawing.h). It begins empty
 * with every stream: nothing is inherited from an earlier one, on which no driver may rely. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/registers.h"

enum {
    SIM_CONFIG_REGS = (HW_CONFIG_REG_END - HW_CONFIG_REG_BASE) / 4,
    SIM_CONTEXT_REGS = (HW_CONTEXT_REG_END - HW_CONTEXT_REG_BASE) / 4,
    SIM_RESOURCES = 1024,
    SIM_SAMPLERS = 128,
    SIM_LOOP_CONSTS = 192,
    SIM_RESOURCE_DWORDS = 8,
    SIM_SAMPLER_DWORDS = 3,
};

struct sim_state {
    uint32_t config[SIM_CONFIG_REGS], context[SIM_CONTEXT_REGS];
    bool context_set[SIM_CONTEXT_REGS];
    uint32_t resource[HW_CS_RESOURCES][SIM_RESOURCE_DWORDS]; /* from HW_CS_RESOURCE_BASE on */
    uint32_t sampler[SIM_SAMPLERS][SIM_SAMPLER_DWORDS];
    uint32_t loop_const[SIM_LOOP_CONSTS];
    float border[HW_CS_SAMPLERS][4];
};

static inline uint32_t sim_config(const struct sim_state *state, uint32_t address)
{
    return state->config[(address - HW_CONFIG_REG_BASE) / 4];
}

static inline uint32_t sim_context(const struct sim_state *state, uint32_t address)
{
    return state->context[(address - HW_CONTEXT_REG_BASE) / 4];
}

static inline bool sim_context_is_set(const struct sim_state *state, uint32_t address)
{
    return state->context_set[(address - HW_CONTEXT_REG_BASE) / 4];
}
