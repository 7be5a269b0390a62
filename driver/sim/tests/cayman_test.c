/* SPDX-License-Identifier: MIT */
/* cayman_test.c: groups of four slots: what takes several of them, what does not exist, and other
 * encodings (docs/hardware.md, "Cayman"). */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/tests/inputs.h"

enum { FIRST_GPR = 8 };

/* The operation on R4.x and R5.x in `units` slots from x on, of which those in `mask` write. */
static unsigned units(struct alu *instrs, int alu_op, unsigned count, unsigned mask)
{
    for (unsigned n = 0; n < count; n++)
        instrs[n] = (struct alu){.op = alu_op,
                                 .gpr = FIRST_GPR,
                                 .chan = n,
                                 .masked = !(mask >> n & 1),
                                 .src = {r(4, 0), r(5, 0)}};
    return count;
}

static void begin(struct machine *m, struct program *p)
{
    for (unsigned i = 0; i < LANES; i++) {
        pool_words(m, IN_A)[i] = float_bits((float)i + 1.0f);
        pool_words(m, IN_B)[i] = i * 77777;
    }
    inputs_begin(p, 1);
    p->has_cf_end = true;
}

static int setup(void **state)
{
    static struct machine machine;
    machine_init(&machine, "cayman");
    *state = &machine;
    return 0;
}

#define cayman_test(f) cmocka_unit_test_setup_teardown(f, setup, machine_teardown)

/* A reciprocal in x, y and z, of which y writes, with another operation in w; all four PVs are
 * there. */
static void test_three_units(void **state)
{
    struct machine *m = *state;
    static struct program p;
    struct alu instrs[4];
    begin(m, &p);
    units(instrs, HW_ALU_OP_RECIP_IEEE, 3, 2);
    instrs[3] = (struct alu){.op = HW_ALU_OP_ADD, .gpr = 9, .chan = 3, .src = {r(4, 0), r(4, 0)}};
    group(&p, instrs, 4);
    /* PV.z - R8.y is 0, PV.w + 0 is 2a. */
    group(
        &p,
        (struct alu[]){{.op = HW_ALU_OP_ADD,
                        .gpr = 10,
                        .chan = 0,
                        .src = {special(HW_SRC_PV, 2), {.sel = FIRST_GPR, .chan = 1, .neg = true}}},
                       {.op = HW_ALU_OP_MOV, .gpr = 10, .chan = 1, .src = {special(HW_SRC_PV, 3)}}},
        2);
    op(&p, HW_ALU_OP_ADD, 10, 0, r(10, 0), r(10, 1), r(0, 0));
    op(&p, HW_ALU_OP_ADD, 7, 0, r(10, 0), r(FIRST_GPR, 1), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const float a = (float)i + 1.0f;
        assert_int_equal(pool_words(m, OUT)[i], float_bits(2 * a + 1.0f / a));
    }
}

/* The result in w needs all four; so does a product of 32 bits wherever it goes, and two may get
 * it. */
static void test_four_units(void **state)
{
    struct machine *m = *state;
    static struct program p;
    struct alu instrs[4];
    begin(m, &p);
    group(&p, instrs, units(instrs, HW_ALU_OP_MULLO_UINT, 4, 1 | 8));
    op(&p, HW_ALU_OP_SUB_INT, FIRST_GPR, 1, r(FIRST_GPR, 3), r(FIRST_GPR, 0), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, r(FIRST_GPR, 3), r(FIRST_GPR, 1), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 4, 0, lit(float_bits(4.0f)), r(0, 0), r(0, 0));
    group(&p, instrs, units(instrs, HW_ALU_OP_SQRT_IEEE, 4, 8));
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, r(7, 0), r(FIRST_GPR, 3), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i],
                         float_bits((float)i + 1.0f) * (i * 77777) + float_bits(2.0f));
}

/* One unit writes a register that they all read. */
static void test_reads_before_it_writes(void **state)
{
    struct machine *m = *state;
    static struct program p;
    struct alu instrs[3];
    begin(m, &p);
    units(instrs, HW_ALU_OP_RECIP_IEEE, 3, 1);
    instrs[0].gpr = 4;
    group(&p, instrs, 3);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], float_bits(1.0f / ((float)i + 1.0f)));
}

/* Operations that Evergreen has in slot t alone, or not at all. */
static void test_single_units(void **state)
{
    struct machine *m = *state;
    static struct program p;
    begin(m, &p);
    op(&p, HW_ALU_OP_FLT_TO_UINT, 8, 0, r(4, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_UINT_TO_FLT, 8, 1, r(8, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_FLT_TO_INT_TRUNC, 8, 2, r(8, 1), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MUL_INT24, 8, 3, r(8, 2), lit(0x00ffffff), r(0, 0)); /* times -1 */
    op(&p, HW_ALU_OP_MULADD_INT24, 7, 0, r(8, 3), lit(3), lit(5));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], 5u - 3 * (i + 1));
}

/* STORE_DWORD is what LLVM stores with; compare and exchange compares with z. */
static void test_rats(void **state)
{
    struct machine *m = *state;
    static struct program p;
    begin(m, &p);
    op(&p, HW_ALU_OP_MOV, 8, 0, lit(5), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 8, 2, lit(7), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 8, 3, lit(9), r(0, 0), r(0, 0));
    alu_end(&p, HW_CF_ALU & 0xf);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_CMPXCHG_INT, 0, 8, 3, 0xf);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_DWORD, 0, 8, 2, 1 | 4);
    finish(&p);
    /* R2.x: a byte address, taken for a dword's: bytes 16 i, below those of the results. */
    for (unsigned i = 0; i < LANES; i++)
        pool_words(m, OUT)[i] = i % 2 ? 7 : 9;
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(pool_words(m, OUT)[i], i % 2 ? 5 : 9);
        assert_int_equal(pool_words(m, 16 * i)[0], 5);
        assert_int_equal(pool_words(m, 16 * i)[2], 7);
    }
}

static void refuse(struct machine *m, const struct alu *instrs, unsigned count, const char *text)
{
    static struct program p;
    begin(m, &p);
    group(&p, instrs, count);
    inputs_end(&p, 1);
    machine_must_fail(m, &p, text);
}

static void test_refused_groups(void **state)
{
    struct machine *m = *state;
    struct alu instrs[5];
    refuse(m, instrs, units(instrs, HW_ALU_OP_SIN, 2, 1), "SIN must fill units x, y and z");
    units(instrs, HW_ALU_OP_SIN, 4, 8);
    refuse(m, instrs + 1, 3, "SIN must fill units x, y and z");
    refuse(m, instrs, units(instrs, HW_ALU_OP_MULHI_INT, 3, 1), "must fill units x, y, z and w");
    units(instrs, HW_ALU_OP_SIN, 3, 1);
    instrs[1].src[0].neg = true;
    refuse(m, instrs, 3, "must read and do the same");
    units(instrs, HW_ALU_OP_SIN, 3, 1);
    instrs[2].clamp = true;
    refuse(m, instrs, 3, "must read and do the same");
    refuse(m, instrs, units(instrs, HW_ALU_OP_RECIP_UINT, 1, 1), "does not exist on cayman");
    units(instrs, HW_ALU_OP_MOV, 4, 0);
    instrs[4] = instrs[3];
    refuse(m, instrs, 5, "unit w of its group is taken");
}

static void test_refused_flow(void **state)
{
    struct machine *m = *state;
    static struct program p;
    static const unsigned ops[] = {HW_CF_VC, HW_CF_VC_ACK};
    for (size_t i = 0; i < COUNT(ops); i++) {
        begin(m, &p);
        op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
        inputs_end(&p, 1);
        p.words[1] = HW_SET(CF_WORD1, CF_INST, ops[i]);
        machine_must_fail(m, &p, "there is no control-flow instruction");
    }
    begin(m, &p);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    alu_end(&p, HW_CF_ALU_BREAK & 0xf);
    finish(&p);
    machine_must_fail(m, &p, "there is no control-flow instruction 0xe");
    begin(m, &p);
    p.has_cf_end = false;
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    inputs_end(&p, 1);
    machine_must_fail(m, &p, "END_OF_PROGRAM on cayman, which has CF_END");
}

/* And what cayman alone has, on cypress. */
static void test_refused_on_cypress(void **state)
{
    static const struct alu products[] = {
        {.op = HW_ALU_OP_MUL_INT24, .gpr = 7, .src = {{.sel = 4}, {.sel = 5}}}};
    static struct program p;
    struct machine m;
    machine_init(&m, "cypress");
    begin(&m, &p);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    inputs_end(&p, 1);
    machine_must_fail(&m, &p, "there is no control-flow instruction 0x20");
    inputs_begin(&p, 1);
    group(&p, products, 1);
    inputs_end(&p, 1);
    machine_must_fail(&m, &p, "MUL_INT24 does not exist on cypress");
    inputs_begin(&p, 1);
    op(&p, HW_ALU_OP_MOV, 7, 0, r(4, 0), r(0, 0), r(0, 0));
    alu_end(&p, HW_CF_ALU & 0xf);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_DWORD, 0, 4, 3, 1);
    finish(&p);
    machine_must_fail(&m, &p, "STORE_DWORD does not exist on cypress");
    machine_finish(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cayman_test(test_three_units),  cayman_test(test_four_units),
        cayman_test(test_single_units), cayman_test(test_reads_before_it_writes),
        cayman_test(test_rats),         cayman_test(test_refused_groups),
        cayman_test(test_refused_flow), cmocka_unit_test(test_refused_on_cypress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
