/* SPDX-License-Identifier: MIT */
#include "driver/sim/tests/operands.h"

#include "driver/hw/isa.h"

uint32_t random_bits(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

uint32_t random_below(uint32_t limit)
{
    return random_bits() % limit;
}

uint32_t interesting_bits(void)
{
    static const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000,
                                       0x7fc00000, 1,          0x3f800000, ~0u};
    switch (random_bits() % 4) {
    case 0:
        return special[random_bits() % 8];
    case 1:
        return random_bits() % 64;
    case 2:
        return 0x3f000000 + random_bits() % 0x02000000;
    default:
        return random_bits();
    }
}

bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

bool same_result(int op, uint32_t a, uint32_t b)
{
    const unsigned types = hw_alu_info[op].types;
    return a == b || ((types == HW_TYPES_FF || types == HW_TYPES_IF) && is_nan(a) && is_nan(b));
}
