/* SPDX-License-Identifier: MIT */
/* exec_gds.c: append counters, the part of the global data share that compute can reach here. */
#include "driver/sim/exec/wave.h"

static uint32_t operand(const struct sim_wave *wave, const struct sim_fetch *fetch, unsigned number,
                        unsigned lane)
{
    const unsigned sel = fetch->src_sel[number];
    return sel <= HW_SEL_W ? sim_wave_vector(wave, fetch->src + sel * SIM_LANES)[lane] : 0;
}

/* Changes a counter atomically, as work-groups run at the same time. False when the operation is
 * none that is simulated. */
static bool update(uint32_t *counter, unsigned op, uint32_t a, uint32_t b, uint32_t *old)
{
    uint32_t changed;
    *old = __atomic_load_n(counter, __ATOMIC_RELAXED);
    do {
        if (!sim_lds_update(op, *old, a, b, &changed))
            return false;
    } while (!__atomic_compare_exchange_n(counter, old, changed, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

bool sim_exec_gds(struct sim_wave *wave, const struct sim_fetch *fetch)
{
    uint32_t number = fetch->resource;
    sim_vector old = {0}, zero = {0};
    if (fetch->resource_index_mode)
        number += wave->cf_index[fetch->resource_index_mode - 1];
    if (number >= HW_APPEND_COUNTERS)
        return sim_wave_fail_at(wave, fetch->word, "there is no append counter %u", number);
    for (uint64_t lanes = wave->exec & ~wave->killed; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (update(&wave->launch->append_counts[number], fetch->gds_op,
                   operand(wave, fetch, 1, lane), operand(wave, fetch, 2, lane), &old[lane]))
            continue;
        sim_wave_fail_at(wave, fetch->word, "operation %s on a counter is not supported",
                         hw_lds_find(fetch->gds_op)->name);
        return false;
    }
    sim_write_fetched(wave, fetch, (uint32_t *const[4]){old, zero, zero, zero}, 1, wave->exec);
    return true;
}
