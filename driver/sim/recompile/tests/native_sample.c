/* SPDX-License-Identifier: MIT */
/* native_sample.c: an object as if a program had been recompiled, for recompiler_test.c: it stores
 * VALUE where the program says. */
#include "driver/sim/exec/wave.h"

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame);

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame)
{
    uint32_t *data = wave->base[SIM_SPACE_WAVE] + 2 * 4 * SIM_LANES;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++)
        data[i] = VALUE;
    return frame->store(wave, 0, (uint32_t)wave->live) ? SIM_NEXT_END : SIM_NEXT_FAULT;
}
