/* SPDX-License-Identifier: MIT */
/* nan_sign.h: words that differ in the signs of NaNs alone. IEEE 754 (6.3) leaves these open, and
 * compilers do: a - b may become a + -b. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Recognises the NaN of a half that operations make. Others do not count: they are the upper halves
 * of floats. */
static inline bool sim_is_half_nan(uint32_t bits)
{
    return (bits & 0x7fff) == 0x7e00;
}

/* Whether two words are the same but for the sign of a float that is NaN, of the upper word of such
 * a double, or of halves that are NaN. */
static inline bool sim_same_but_nan_sign(uint32_t a, uint32_t b)
{
    const uint32_t different = a ^ b;
    if (different & ~0x80008000u)
        return false;
    if (different == 0x80000000u && (a & 0x7fffffff) > 0x7f800000)
        return true;
    return !((different & 0x8000 && !sim_is_half_nan(a)) ||
             (different >> 31 && !sim_is_half_nan(a >> 16)));
}
