/* SPDX-License-Identifier: MIT */
/* ops.c: operations and what they compute, each in one row. */
#include "llvm/evergreen/tests/ops.h"

#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"

/* Names that the rows' expressions use. */
#define NAMES                                                                                      \
    uint32_t a = in[0], b = in[1], c = in[2];                                                      \
    int32_t sa = (int32_t)a, sb = (int32_t)b;                                                      \
    float fa = bits_float(a), fb = bits_float(b), fc = bits_float(c);                              \
    uint64_t x = a | (uint64_t)b << 32, y = c | (uint64_t)in[3] << 32;                             \
    int64_t sx = (int64_t)x, sy = (int64_t)y;                                                      \
    (void)a, (void)b, (void)c, (void)sa, (void)sb, (void)fa, (void)fb, (void)fc, (void)x, (void)y, \
        (void)sx, (void)sy

/* Functions of the rows, for integer and float values. */
#define EXPECT_INT(name, defined, value)                                                           \
    static bool name(const uint32_t in[4], uint64_t *result)                                       \
    {                                                                                              \
        NAMES;                                                                                     \
        if (!(defined))                                                                            \
            return false;                                                                          \
        *result = (uint64_t)(value);                                                               \
        return true;                                                                               \
    }
#define EXPECT_FLOAT(name, defined, value) EXPECT_INT(name, defined, float_bits(value))
#define EXPECT_BOOL                        EXPECT_INT
#define EXPECT_WIDE                        EXPECT_INT

static uint32_t count_leading(uint64_t value, unsigned bits)
{
    uint32_t n = 0;
    while (n < bits && !(value >> (bits - 1 - n) & 1))
        n++;
    return n;
}

static uint32_t count_trailing(uint64_t value, unsigned bits)
{
    uint32_t n = 0;
    while (n < bits && !(value >> n & 1))
        n++;
    return n;
}

static uint32_t reverse(uint32_t value)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (value >> i & 1) << (31 - i);
    return result;
}

static int64_t clamp(double value, int64_t low, int64_t high)
{
    if (isnan(value))
        return 0;
    if (value <= (double)low)
        return low;
    return value >= (double)high ? high : (int64_t)value;
}

static uint64_t clamp_u64(float value)
{
    if (!(value > 0))
        return 0;
    return value >= 0x1p64f ? UINT64_MAX : (uint64_t)value;
}

/* Far from the ends of the range. */
static bool middling(float value)
{
    return fabsf(value) > 0x1p-60f && fabsf(value) < 0x1p60f;
}

/* NaN if either is; -0 is less than 0. */
static float strict_minimum(float a, float b)
{
    if (isnan(a) || isnan(b))
        return NAN;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

/* The rows' IR may begin with the low parts of %a and %b, and end with their extension. */
#define SHORT       "%p = trunc i32 %a to i16\n"
#define SHORTS      SHORT "%q = trunc i32 %b to i16\n"
#define BYTE        "%p = trunc i32 %a to i8\n"
#define BYTES       BYTE "%q = trunc i32 %b to i8\n"
#define FROM_SHORT  "%r = sext i16 %s to i32\n"
#define FROM_USHORT "%r = zext i16 %s to i32\n"
#define FROM_CHAR   "%r = sext i8 %s to i32\n"
#define FROM_UCHAR  "%r = zext i8 %s to i32\n"

#define OP_WHERE(name, kind, defined, value, ir) OP_WITHIN(name, kind, 0, false, defined, value, ir)
#define OP(name, kind, value, ir)                OP_WHERE(name, kind, true, value, ir)

#define OP_WITHIN(name, kind, ulp, fma, defined, value, ir)                                        \
    EXPECT_##kind(expect_##name, defined, value)
#include "llvm/evergreen/tests/ops.def"
#undef OP_WITHIN

const struct op ops[] = {
#define OP_WITHIN(name, kind, ulp, fma, defined, value, ir)                                        \
    {#name, ir, expect_##name, RESULT_##kind, ulp, fma},
#include "llvm/evergreen/tests/ops.def"
};

const unsigned op_count = COUNT(ops);
