/* SPDX-License-Identifier: MIT */
/* undefined.c: reports of values that nobody wrote, where they matter. */
#include <stdio.h>

#include "driver/sim/check/transfer.h"

static void describe_origin(uint32_t origin, struct guide_fault *other, char *text, size_t size)
{
    const uint32_t number = origin & CHECK_ORIGIN_MASK;
    *other = (struct guide_fault){.byte = UINT32_MAX,
                                  .space = (enum guide_space)(origin >> CHECK_ORIGIN_SHIFT),
                                  .bytes = 1,
                                  .address = number * 4ull};
    if (other->space == GUIDE_NOTHING && (number & CHECK_ORIGIN_VIEW)) {
        other->space = GUIDE_VIEW;
        other->address = number & ~(uint32_t)CHECK_ORIGIN_VIEW;
        snprintf(text, size, "a texel that nobody wrote");
    } else if (other->space == GUIDE_NOTHING)
        snprintf(text, size, "register R%u.%c, which nobody wrote", number / 4, "xyzw"[number % 4]);
    else
        snprintf(text, size, "memory that nobody wrote");
}

static void report(struct sim_check *check, const struct guide_fault *fault, uint32_t origin,
                   const char *what)
{
    char text[96];
    struct guide_fault other;
    describe_origin(origin, &other, text, sizeof(text));
    check_report(check, CHECK_uninitialised, fault, &other, text,
                 "uninitialised: a value that nobody wrote %s", what);
}

void check_use(struct sim_check *check, const struct sim_wave *wave, struct check_vector vector,
               uint64_t mask, uint32_t word, const char *what)
{
    if (!(*vector.flags & CHECK_HAS_UNDEFINED))
        return;
    for (; mask; mask &= mask - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(mask);
        if (!vector.undefined[lane])
            continue;
        struct guide_fault fault = {.byte = word * 4};
        sim_wave_item(wave, lane, &fault);
        report(check, &fault, vector.origins[lane], what);
        vector.undefined[lane] = 0;
    }
    check_summarise(vector, wave->live);
}

void check_use_at(struct sim_check *check, const struct sim_wave *wave,
                  const struct check_access *access, uint32_t origin, const char *what)
{
    struct guide_fault fault;
    check_fault(wave, access, &fault);
    report(check, &fault, origin, what);
}
