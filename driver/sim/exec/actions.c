/* SPDX-License-Identifier: MIT */
/* actions.c: ALU operations that change masks or indices, or make a wavefront wait for others. */
#include "driver/sim/exec/wave.h"

/* PRED_SETcc: the result is 0.0 where the test holds, 1.0 where it does not. */
static enum sim_next set_predicate(struct sim_wave *wave, const struct sim_alu_op *op,
                                   const uint32_t *const src[3], uint64_t mask)
{
    const struct sim_alu_lanes *lanes = wave->launch->lanes->alu;
    uint32_t *result = sim_wave_extra(wave, SIM_VECTOR_TEMP);
    op->fn(result, src[0], src[1], src[2], wave->n);
    const uint64_t passed = lanes->bits(result, wave->n) & mask;
    if (op->dst != SIM_NO_DST) {
        for (unsigned i = 0; i < wave->n; i++)
            result[i] = result[i] ? 0u : 0x3f800000u;
        lanes->blend(sim_wave_vector(wave, op->dst), result, sim_wave_mask(wave, mask), wave->n);
    }
    if (op->update & SIM_UPDATE_PRED)
        wave->predicate = (wave->predicate & ~mask) | passed;
    if (op->update & SIM_UPDATE_EXEC) {
        wave->branch &= ~(mask & ~passed);
        wave->exec &= ~(mask & ~passed);
    }
    return SIM_NEXT;
}

/* Killed pixels are computed further, as their neighbours take differences to them. */
static enum sim_next kill_pixels(struct sim_wave *wave, const struct sim_alu_op *op,
                                 const uint32_t *const src[3], uint64_t mask)
{
    uint32_t *result = sim_wave_extra(wave, SIM_VECTOR_TEMP);
    op->fn(result, src[0], src[1], src[2], wave->n);
    wave->killed |= wave->launch->lanes->alu->bits(result, wave->n) & mask;
    return SIM_NEXT;
}

static enum sim_next barrier(struct sim_wave *wave, const struct sim_alu_op *op,
                             const uint32_t *const src[3], uint64_t mask)
{
    (void)wave, (void)op, (void)src, (void)mask;
    return SIM_NEXT_BARRIER;
}

/* CF_IDX comes from AR.x and is one value for the wavefront: that of its first lane. */
static enum sim_next set_cf_index(struct sim_wave *wave, const struct sim_alu_op *op,
                                  const uint32_t *const src[3], uint64_t mask)
{
    if (mask)
        wave->cf_index[op->op == HW_ALU_OP_SET_CF_IDX1] = src[0][__builtin_ctzll(mask)];
    if (mask && wave->launch->take_index)
        wave->launch->take_index(wave);
    return SIM_NEXT;
}

/* A double is two vectors, which the lane function writes at once. */
static enum sim_next run_double(struct sim_wave *wave, const struct sim_alu_op *op,
                                const uint32_t *const src[3], uint64_t mask)
{
    (void)mask;
    op->fn(sim_wave_vector(wave, op->dst), src[0], src[1], src[2], wave->n);
    return SIM_NEXT;
}

const sim_action_fn sim_actions[SIM_ACTION_COUNT] = {
    [SIM_ACTION_PREDICATE] = set_predicate, [SIM_ACTION_BARRIER] = barrier,
    [SIM_ACTION_CF_INDEX] = set_cf_index,   [SIM_ACTION_LDS] = sim_exec_lds,
    [SIM_ACTION_KILL] = kill_pixels,        [SIM_ACTION_DOUBLE] = run_double,
};
