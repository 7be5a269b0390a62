/* SPDX-License-Identifier: MIT */
/* bitcode.c: every ALU operation as a function of one lane, for a compiler to inline. Built as LLVM
 * bitcode (driver/sim/CMakeLists.txt) and as nothing else; bitcode.h says what is in it. */
#include "driver/sim/lanes/bitcode.h"

#include "driver/sim/lanes/alu_ops.h"

#define INLINED(type) __attribute__((always_inline)) type

#define SIM_OP(name, in, out, expression)                                                          \
    INLINED(uint32_t) sim_alu_##name(uint32_t a, uint32_t b, uint32_t c, uint32_t lane)            \
    {                                                                                              \
        in x, y, z;                                                                                \
        uint32_t bits;                                                                             \
        memcpy(&x, &a, sizeof(x));                                                                 \
        memcpy(&y, &b, sizeof(y));                                                                 \
        memcpy(&z, &c, sizeof(z));                                                                 \
        (void)x, (void)y, (void)z, (void)lane;                                                     \
        const out d = (expression);                                                                \
        memcpy(&bits, &d, sizeof(bits));                                                           \
        return bits;                                                                               \
    }
#define SIM_SAME_OP(name, other)                                                                   \
    INLINED(uint32_t) sim_alu_##name(uint32_t a, uint32_t b, uint32_t c, uint32_t lane)            \
    {                                                                                              \
        return sim_alu_##other(a, b, c, lane);                                                     \
    }
#include "driver/sim/lanes/alu_ops.def"

#define ONE           const double x = bits_double(a);
#define TWO           ONE const double y = bits_double(b);
#define THREE         TWO const double z = bits_double(c);
#define SINGLE        const float x = bits_float((uint32_t)(a >> 32));
#define WIDE(value)   return double_bits(value)
#define NARROW(value) return float_bits(value)
#define TEST(value)   return (value) ? ~0u : 0u

#define SIM_DOUBLE_OP(name, sources, result, expression)                                           \
    INLINED(uint64_t) sim_double_##name(uint64_t a, uint64_t b, uint64_t c)                        \
    {                                                                                              \
        (void)b, (void)c;                                                                          \
        sources result(expression);                                                                \
    }
#include "driver/sim/lanes/double_ops.def"

INLINED(uint32_t) sim_flush(uint32_t bits)
{
    return flushed(bits);
}

INLINED(uint32_t) sim_finish(uint32_t bits, uint32_t how)
{
    const float factor = output_factor(how);
    float x = bits_float(bits);
    if (factor != 1.0f)
        x *= factor;
    if (how & SIM_OUT_DX10_CLAMP)
        x = clamped_dx10(x);
    else if (how & SIM_OUT_CLAMP)
        x = clamped(x);
    return how & SIM_OUT_FLUSH ? flushed(float_bits(x)) : float_bits(x);
}
