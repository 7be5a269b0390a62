/* SPDX-License-Identifier: MIT */
/* arithmetic.c: arithmetic without a result, which the program names
 * (llvm/passes/check_arithmetic.c). It is told, and nothing else: no access depends on it. */
#include "driver/base/count.h"
#include "driver/sim/check/check.h"

void check_arithmetic(struct sim_check *check, const struct sim_wave *wave,
                      const struct sim_store *store)
{
    static const char *const texts[] = {
        [HW_WRONG_DIVISION] = "arithmetic: an integer is divided by zero",
        [HW_WRONG_SHIFT] =
            "arithmetic: a shift by as many bits as the value has, or more: only the "
            "low bits of the amount count",
        [HW_WRONG_INDEX] = "arithmetic: a signed sum or product overflows, and becomes an index"};
    const uint32_t *wrong = sim_wave_vector(wave, store->index);
    for (uint64_t lanes = wave->exec; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        const uint32_t what = wrong[SIM_LANES + lane];
        struct guide_fault fault = {.byte = store->word * 4};
        if (!wrong[lane] || what >= COUNT(texts) || !check_does(check, CHECK_arithmetic))
            continue;
        sim_wave_item(wave, lane, &fault);
        check_report(check, CHECK_arithmetic, &fault, NULL, NULL, "%s", texts[what]);
    }
}
