/* SPDX-License-Identifier: MIT */
/* recompile_meets.c: an object as if a program had been recompiled that goes from one barrier to
 * the next for ever, for recompiler_test.c. */
#include "driver/sim/exec/wave.h"

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame);

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame)
{
    (void)frame;
    wave->block->resume = 1;
    return SIM_NEXT_BARRIER;
}
