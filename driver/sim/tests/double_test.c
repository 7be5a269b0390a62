/* SPDX-License-Identifier: MIT */
/* double_test.c: operations of double precision against the host's, over random bits and limits;
 * which units they take. */
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/tests/inputs.h"

enum { ROUNDS = 8 };

/* A unit that reads one word of each source and writes a channel of R7. */
static struct alu unit(int alu_op, unsigned channel, unsigned word)
{
    return (struct alu){
        .op = alu_op, .gpr = 7, .chan = channel, .src = {r(4, word), r(5, word), r(6, word)}};
}

static void double_group(struct program *p, int alu_op)
{
    const unsigned units = hw_alu_slots(alu_op, HW_VLIW5) == HW_SLOTS_V4 ? 4 : 2;
    struct alu instrs[4];
    for (unsigned i = 0; i < units; i++)
        instrs[i] = unit(alu_op, i, i + 1 < units);
    group(p, instrs, units);
}

typedef uint64_t (*reference_fn)(uint64_t a, uint64_t b, uint64_t c);
#define REF(name, expression)                                                                      \
    static uint64_t ref_##name(uint64_t a, uint64_t b, uint64_t c)                                 \
    {                                                                                              \
        (void)a, (void)b, (void)c;                                                                 \
        return (expression);                                                                       \
    }
REF(ADD_64, double_bits(bits_double(a) + bits_double(b)))
REF(MUL_64, double_bits(bits_double(a) * bits_double(b)))
REF(FMA_64, double_bits(fma(bits_double(a), bits_double(b), bits_double(c))))
REF(FRACT_64, double_bits(bits_double(a) - floor(bits_double(a))))
REF(SETE_64, bits_double(a) == bits_double(b) ? ~0u : 0u)
REF(SETNE_64, bits_double(a) != bits_double(b) ? ~0u : 0u)
REF(SETGT_64, bits_double(a) > bits_double(b) ? ~0u : 0u)
REF(SETGE_64, bits_double(a) >= bits_double(b) ? ~0u : 0u)

/* The float that the high word is. */
static uint64_t ref_FLT32_TO_FLT64(uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return double_bits(bits_float((uint32_t)(a >> 32)));
}

static uint64_t ref_FLT64_TO_FLT32(uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return float_bits((float)bits_double(a));
}

static const struct {
    int op;
    reference_fn reference;
    bool single; /* only the low word is a result */
} cases[] = {
    {HW_ALU_OP_ADD_64, ref_ADD_64, false},
    {HW_ALU_OP_MUL_64, ref_MUL_64, false},
    {HW_ALU_OP_FMA_64, ref_FMA_64, false},
    {HW_ALU_OP_FRACT_64, ref_FRACT_64, false},
    {HW_ALU_OP_SETE_64, ref_SETE_64, true},
    {HW_ALU_OP_SETNE_64, ref_SETNE_64, true},
    {HW_ALU_OP_SETGT_64, ref_SETGT_64, true},
    {HW_ALU_OP_SETGE_64, ref_SETGE_64, true},
    {HW_ALU_OP_FLT32_TO_FLT64, ref_FLT32_TO_FLT64, false},
    {HW_ALU_OP_FLT64_TO_FLT32, ref_FLT64_TO_FLT32, true},
};

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Limits, small numbers and any bits. */
static uint64_t interesting(uint64_t *state)
{
    static const uint64_t limits[] = {
        0,
        1,
        0x000fffffffffffff,
        0x0010000000000000,
        0x3ff0000000000000,
        0x3ff0000000000001,
        0x4340000000000001,
        0x36a0000000000000,
        0x380fffffe0000000,
        0x47efffffefffffff,
        0x47effffff0000000,
        0x7fefffffffffffff,
        0x7ff0000000000000,
        0x7ff8000000000000,
    };
    const uint64_t pick = next_random(state), bits = next_random(state);
    const uint64_t sign = bits & 1u << 9 ? UINT64_C(1) << 63 : 0;
    if (pick % 4 == 0)
        return limits[pick / 4 % (COUNT(limits))] | sign;
    if (pick % 4 == 1)
        return double_bits(ldexp((double)(int64_t)bits, -60));
    return bits;
}

static uint64_t *doubles(struct machine *m, uint32_t address)
{
    return (uint64_t *)(void *)pool_words(m, address);
}

static void check_case(struct machine *m, unsigned n, uint64_t *random)
{
    struct program p;
    inputs_begin(&p, 2);
    double_group(&p, cases[n].op);
    inputs_end(&p, 2);
    for (unsigned lane = 0; lane < LANES; lane++) {
        doubles(m, IN_A)[lane] = interesting(random);
        doubles(m, IN_B)[lane] = interesting(random);
        doubles(m, IN_C)[lane] = interesting(random);
    }
    machine_must_run(m, &p);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t a = doubles(m, IN_A)[lane], b = doubles(m, IN_B)[lane];
        const uint64_t c = doubles(m, IN_C)[lane];
        uint64_t got = doubles(m, OUT)[lane], expected = cases[n].reference(a, b, c);
        if (cases[n].single)
            got = (uint32_t)got;
        const bool nans = cases[n].single
                              ? cases[n].op == HW_ALU_OP_FLT64_TO_FLT32 && isnan(bits_double(a))
                              : isnan(bits_double(got)) && isnan(bits_double(expected));
        if (!nans && got != expected)
            fail_msg("%s(%#lx, %#lx, %#lx) = %#lx, not %#lx", hw_alu_info[cases[n].op].name, a, b,
                     c, got, expected);
    }
}

static void test_operations(void **state)
{
    struct machine *m = *state;
    uint64_t random = 1;
    for (unsigned n = 0; n < COUNT(cases); n++)
        for (unsigned round = 0; round < ROUNDS; round++)
            check_case(m, n, &random);
}

/* In units z and w, the sources anywhere, signs on the high words, beside other work. */
static void test_units(void **state)
{
    struct machine *m = *state;
    struct program p;
    inputs_begin(&p, 2);
    struct alu high = {.op = HW_ALU_OP_ADD_64, .gpr = 8, .chan = 2, .src = {r(4, 1), r(5, 1)}};
    struct alu low = {.op = HW_ALU_OP_ADD_64, .gpr = 8, .chan = 3, .src = {r(4, 0), r(5, 0)}};
    high.src[1].neg = true;
    const struct alu other = {.op = HW_ALU_OP_MOV, .gpr = 4, .chan = 0, .src = {lit(7)}};
    group(&p, (struct alu[]){other, high, low}, 3);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(8, 2), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 7, 1, r(8, 3), r(0, 0), r(0, 0));
    inputs_end(&p, 2);
    for (unsigned lane = 0; lane < LANES; lane++) {
        doubles(m, IN_A)[lane] = double_bits(lane * 1.25);
        doubles(m, IN_B)[lane] = double_bits(1.0 / (lane + 1));
    }
    machine_must_run(m, &p);
    for (unsigned lane = 0; lane < LANES; lane++)
        assert_int_equal(doubles(m, OUT)[lane], double_bits(lane * 1.25 - 1.0 / (lane + 1)));
}

/* Lanes that a predicate turned off keep what they had. */
static void test_masks(void **state)
{
    struct machine *m = *state;
    struct program p;
    inputs_begin(&p, 2);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 7, 1, r(4, 1), r(0, 0), r(0, 0));
    alu_end(&p, HW_CF_ALU & 0xf);
    alu_test(&p, HW_CF_ALU_PUSH_BEFORE & 0xf, HW_ALU_OP_PRED_SETGT_UINT, r(0, 0), lit(20));
    alu_begin(&p);
    double_group(&p, HW_ALU_OP_MUL_64);
    alu_end(&p, HW_CF_ALU & 0xf);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 3);
    finish(&p);
    for (unsigned lane = 0; lane < LANES; lane++) {
        doubles(m, IN_A)[lane] = double_bits(lane + 0.5);
        doubles(m, IN_B)[lane] = double_bits(3.0);
    }
    machine_must_run(m, &p);
    for (unsigned lane = 0; lane < LANES; lane++)
        assert_int_equal(doubles(m, OUT)[lane],
                         double_bits((lane + 0.5) * (lane > 20 ? 3.0 : 1.0)));
}

static void refuse(const char *chip, const struct alu *instrs, unsigned count, const char *text)
{
    struct machine m;
    struct program p;
    machine_init(&m, chip);
    inputs_begin(&p, 2);
    group(&p, instrs, count);
    inputs_end(&p, 2);
    machine_must_fail(&m, &p, text);
    machine_finish(&m);
}

static void test_refused(void **state)
{
    struct alu pair[2] = {unit(HW_ALU_OP_ADD_64, 0, 1), unit(HW_ALU_OP_ADD_64, 1, 0)};
    refuse("juniper", pair, 2, "no double precision");
    refuse("cypress", pair, 1, "must fill units x and y");
    refuse("cypress", pair + 1, 1, "begins in unit x or z");
    struct alu quad[4];
    for (unsigned i = 0; i < 4; i++)
        quad[i] = unit(HW_ALU_OP_MUL_64, i, i < 3);
    refuse("cypress", quad, 3, "must fill units x, y, z and w");
    quad[1].src[0].chan = 0;
    refuse("cypress", quad, 4, "must read the same");
    pair[0].omod = 1;
    refuse("cypress", pair, 2, "output modifiers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        machine_test(test_operations),
        machine_test(test_units),
        machine_test(test_masks),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
