/* SPDX-License-Identifier: MIT */
/* recompile_sample.c: an object as if a program had been recompiled, for recompiler_test.c: it
 * stores VALUE where the program says. */
#include "driver/sim/exec/wave.h"

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame);

uint32_t sim_native_run(struct sim_wave *wave, const struct sim_native_frame *frame)
{
    uint32_t *r1 = wave->base[SIM_SPACE_WAVE] + 4 * SIM_LANES, *data = r1 + 4 * SIM_LANES;
    for (unsigned i = 0; i < SIM_NATIVE_LANES; i++) {
        r1[i] = wave->group->id[0]; /* a recompiled program fills R0 and R1 itself */
        data[i] = VALUE;
    }
    return frame->store(wave, 0, (uint32_t)wave->live) ? SIM_NEXT_END : SIM_NEXT_FAULT;
}
