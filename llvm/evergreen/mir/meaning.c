/* SPDX-License-Identifier: MIT */
/* meaning.c: what ALU operations compute: the rows of meaning.def as functions. */
#include "llvm/evergreen/mir/meaning.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/hw/isa.h"

static uint32_t mask(bool truth)
{
    return truth ? UINT32_MAX : 0;
}

static uint32_t low24(uint32_t value)
{
    return value & 0xffffff;
}

/* Bits above bit 31 are not part of the field. */
static uint32_t bit_field(uint32_t value, uint32_t offset, uint32_t width)
{
    return (value >> offset) & ((UINT32_C(1) << width) - 1);
}

static uint32_t signed_bit_field(uint32_t value, uint32_t offset, uint32_t width)
{
    uint32_t above = offset + width < 32 ? 32 - offset - width : 0;
    return width ? (uint32_t)((int32_t)(value << above) >> (above + offset)) : 0;
}

/* Rounded by itself: no compiler may join it with a sum. */
static float product(float x, float y)
{
    volatile float rounded = x * y;
    return rounded;
}

/* Returns the smaller of two floats: the number if one is a NaN, the first of two zeros. */
static uint32_t least(uint32_t a, uint32_t b)
{
    const float x = bits_float(a), y = bits_float(b);
    return isnan(x) || y < x ? b : a;
}

static uint32_t greatest(uint32_t a, uint32_t b)
{
    const float x = bits_float(a), y = bits_float(b);
    return isnan(x) || y > x ? b : a;
}

#define MEANING(name, flags, result)                                                               \
    static uint32_t compute_##name(uint32_t a, uint32_t b, uint32_t c)                             \
    {                                                                                              \
        const int32_t ia = (int32_t)a, ib = (int32_t)b;                                            \
        const float x = bits_float(a), y = bits_float(b), z = bits_float(c);                       \
        (void)ia, (void)ib, (void)x, (void)y, (void)z;                                             \
        return result;                                                                             \
    }
#include "llvm/evergreen/mir/meaning.def"
#undef MEANING

static const struct mir_meaning meanings[HW_ALU_OP_COUNT] = {
#define MEANING(name, flags, result) [HW_ALU_OP_##name] = {compute_##name, flags},
#include "llvm/evergreen/mir/meaning.def"
#undef MEANING
};

const struct mir_meaning *mir_meaning_find(unsigned op)
{
    return op < HW_ALU_OP_COUNT && meanings[op].compute ? &meanings[op] : NULL;
}
