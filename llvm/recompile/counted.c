/* SPDX-License-Identifier: MIT */
/* counted.c: see counted.h. Lane 0 is a sum of powers of two, one for each bit of the block's
 * number that counts. Shifts and masks move and remove these. */
#include "llvm/recompile/counted.h"

#include <assert.h>
#include <string.h>

#include "driver/sim/decode/traits.h"

static const struct affine_form none = {0};

struct affine_form counted_by(struct affine_form form, uint32_t apart)
{
    assert(apart && !(apart & (apart - 1)));
    form.counted = true;
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++)
        form.powers[i] = (uint8_t)((unsigned)__builtin_ctz(apart) + i + 1);
    return form;
}

bool counted_alike(struct affine_form a, struct affine_form b)
{
    return a.counted && b.counted && a.least == b.least &&
           !memcmp(a.powers, b.powers, sizeof(a.powers));
}

/* Whether no sum of powers carries. */
static bool is_plain(struct affine_form a)
{
    uint64_t seen = 0;
    bool plain = a.counted && !a.least;
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++) {
        plain &= !a.powers[i] || !(seen >> a.powers[i] & 1u);
        seen |= a.powers[i] ? 1ull << a.powers[i] : 0;
    }
    return plain;
}

static struct affine_form sum(struct affine_form a, struct affine_form b)
{
    struct affine_form result = {.counted = a.counted && b.counted};
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++) {
        result.counted &= !a.powers[i] || !b.powers[i];
        result.powers[i] = a.powers[i] | b.powers[i];
    }
    return result;
}

static struct affine_form shift_left(struct affine_form a, uint32_t by)
{
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++) {
        a.counted &= by < 32 && a.powers[i] + by <= 32;
        a.powers[i] = a.powers[i] ? (uint8_t)(a.powers[i] + by) : 0;
    }
    return a;
}

static struct affine_form shift_right(struct affine_form a, uint32_t by)
{
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++)
        a.powers[i] = a.powers[i] > by ? (uint8_t)(a.powers[i] - by) : 0;
    a.counted = by < 32 && is_plain(a);
    return a;
}

static struct affine_form mask(struct affine_form a, uint32_t by)
{
    for (unsigned i = 0; i < SIM_COUNTED_BITS; i++)
        a.powers[i] = a.powers[i] && by >> (a.powers[i] - 1) & 1u ? a.powers[i] : 0;
    return a;
}

static struct affine_form counted(const struct affine_forms *forms, const struct sim_alu_op *op,
                                  const struct affine_form s[3])
{
    uint32_t by;
    switch ((enum sim_affine)sim_op_traits(op).affine) {
    case SIM_AFFINE_COPY:
        return s[0];
    case SIM_AFFINE_SUM:
        return sum(s[0], s[1]);
    case SIM_AFFINE_LEFT:
        return affine_literal(forms, &op->src[1], &by) ? shift_left(s[0], by) : none;
    case SIM_AFFINE_RIGHT:
        return affine_literal(forms, &op->src[1], &by) && is_plain(s[0]) ? shift_right(s[0], by)
                                                                         : none;
    case SIM_AFFINE_MASK:
        for (unsigned i = 0; i < 2; i++)
            if (affine_literal(forms, &op->src[1 - i], &by) && is_plain(s[i]))
                return mask(s[i], by);
        return none;
    default:
        return none;
    }
}

struct affine_form counted_result(const struct affine_forms *forms, const struct sim_alu_op *op,
                                  const struct affine_form s[3], struct affine_form result)
{
    const struct affine_form by = counted(forms, op, s);
    result.counted = by.counted && result.limit && !op->finish;
    memcpy(result.powers, by.powers, sizeof(result.powers));
    return result;
}
