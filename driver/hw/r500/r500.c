/* SPDX-License-Identifier: MIT */
/* r500.c: tables behind r500.h. */
#include "driver/hw/r500/r500.h"

#include <math.h>
#include <stddef.h>

enum { OP_CODES = 16, INLINE_CODES = 128, MANTISSA_BITS = 3, EXPONENT_BIAS = 7 };

static const struct hw_r500_op rgb_ops[OP_CODES] = {
#define R500_RGB(name, code, operands, scalar)                                                     \
    [HW_R500_RGB_##name] = {#name, code, operands, scalar, false},
#define R500_ALPHA(name, code, operands, transcendental)
#include "driver/hw/r500/ops.def"
#undef R500_RGB
#undef R500_ALPHA
};

static const struct hw_r500_op alpha_ops[OP_CODES] = {
#define R500_RGB(name, code, operands, scalar)
#define R500_ALPHA(name, code, operands, transcendental)                                           \
    [HW_R500_ALPHA_##name] = {#name, code, operands, false, transcendental},
#include "driver/hw/r500/ops.def"
#undef R500_RGB
#undef R500_ALPHA
};

static const struct hw_r500_op *find(const struct hw_r500_op *ops, unsigned code)
{
    return code < OP_CODES && ops[code].name ? &ops[code] : NULL;
}

const struct hw_r500_op *hw_r500_rgb_op(unsigned code)
{
    return find(rgb_ops, code);
}

const struct hw_r500_op *hw_r500_alpha_op(unsigned code)
{
    return find(alpha_ops, code);
}

float hw_r500_inline_value(unsigned code)
{
    const unsigned exponent = code >> MANTISSA_BITS & 0xf, mantissa = code & 7;

    /* Exponent 0 is of denormals: no hidden bit, and the exponent of 1. */
    return exponent ? ldexpf((float)(8 + mantissa), (int)exponent - EXPONENT_BIAS - MANTISSA_BITS)
                    : ldexpf((float)mantissa, 1 - EXPONENT_BIAS - MANTISSA_BITS);
}

int hw_r500_inline_find(float value)
{
    for (unsigned code = 0; code < INLINE_CODES && !signbit(value); code++)
        if (hw_r500_inline_value(code) == value)
            return (int)code;
    return -1;
}
