/* SPDX-License-Identifier: MIT */
/* group_test.c: what instruction groups add to ALU operations: modifiers, forwarding, constants,
 * indexed registers, predicates and read ports. */
#include <math.h>

#include "ci/tests/run_tests.h"
#include "driver/base/bits.h"
#include "driver/sim/tests/inputs.h"

static void fill_inputs(struct machine *m)
{
    for (unsigned i = 0; i < LANES; i++) {
        pool_words(m, IN_A)[i] = float_bits((float)i - 20.0f);
        pool_words(m, IN_B)[i] = float_bits(0.25f * (float)i);
        pool_words(m, IN_C)[i] = float_bits(3.0f);
    }
}

/* x and y swap in one group, and the fifth unit reads both: all see the old values. */
static void test_group_reads_before_it_writes(void **state)
{
    struct machine *m = *state;
    static struct program p;
    fill_inputs(m);
    inputs_begin(&p, 1);
    op(&p, HW_ALU_OP_MOV, 8, 0, r(4, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 8, 1, r(5, 0), r(0, 0), r(0, 0));
    group(&p,
          (struct alu[]){
              {.op = HW_ALU_OP_MOV, .gpr = 8, .chan = 0, .src = {r(8, 1)}},
              {.op = HW_ALU_OP_MOV, .gpr = 8, .chan = 1, .src = {r(8, 0)}},
              {.op = HW_ALU_OP_ADD, .gpr = 9, .chan = 0, .src = {r(8, 0), r(8, 1)}},
          },
          3);
    /* PV and PS are what that group wrote: (x - y) + sum, with x and y swapped. */
    group(
        &p,
        (struct alu[]){{.op = HW_ALU_OP_ADD,
                        .gpr = 10,
                        .chan = 0,
                        .src = {special(HW_SRC_PV, 0), {.sel = HW_SRC_PV, .chan = 1, .neg = true}}},
                       {.op = HW_ALU_OP_MOV, .gpr = 10, .chan = 1, .src = {special(HW_SRC_PS, 0)}}},
        2);
    op(&p, HW_ALU_OP_ADD, 7, 0, special(HW_SRC_PV, 0), special(HW_SRC_PV, 1), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const float a = bits_float(pool_words(m, IN_A)[i]), b = bits_float(pool_words(m, IN_B)[i]);
        assert_int_equal(pool_words(m, OUT)[i], float_bits((b - a) + (a + b)));
    }
}

static void test_modifiers(void **state)
{
    struct machine *m = *state;
    static struct program p;
    fill_inputs(m);
    inputs_begin(&p, 1);
    group(&p,
          &(struct alu){.op = HW_ALU_OP_ADD,
                        .gpr = 7,
                        .chan = 0,
                        .omod = HW_OMOD_D2,
                        .clamp = true,
                        .src = {{.sel = 4, .abs = true, .neg = true}, {.sel = 6}}},
          1);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const float a = bits_float(pool_words(m, IN_A)[i]);
        assert_int_equal(pool_words(m, OUT)[i],
                         float_bits(fmaxf(0, fminf(1, (3.0f - fabsf(a)) * 0.5f))));
    }
}

static void test_dot4(void **state)
{
    struct machine *m = *state;
    static struct program p;
    fill_inputs(m);
    inputs_begin(&p, 1);
    struct alu dot[4];
    for (unsigned c = 0; c < 4; c++)
        dot[c] = (struct alu){.op = HW_ALU_OP_DOT4_IEEE,
                              .gpr = 7,
                              .chan = c,
                              .masked = c != 0,
                              .src = {r(4, 0), c < 2 ? r(6, 0) : special(HW_SRC_1, 0)}};
    group(&p, dot, 4);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const float a = bits_float(pool_words(m, IN_A)[i]);
        assert_int_equal(pool_words(m, OUT)[i], float_bits(a * 8.0f));
    }
}

/* A dot product of three goes from z to x. It is clamped at its end alone. */
static void test_dot3(void **state)
{
    struct machine *m = *state;
    static struct program p;
    fill_inputs(m);
    inputs_begin(&p, 1);
    static const int ops[3] = {HW_ALU_OP_DOT_IEEE, HW_ALU_OP_DOT_IEEE, HW_ALU_OP_MUL_IEEE};
    static const unsigned factors[3] = {HW_SRC_1, HW_SRC_0_5, HW_SRC_1};
    struct alu dot[3];
    for (unsigned c = 0; c < 3; c++)
        dot[c] = (struct alu){.op = ops[c],
                              .gpr = 7,
                              .chan = c,
                              .masked = c != 0,
                              .clamp = true,
                              .src = {{.sel = 4, .neg = c == 2}, special(factors[c], 0)}};
    group(&p, dot, 3);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++) {
        const float a = bits_float(pool_words(m, IN_A)[i]);
        assert_int_equal(pool_words(m, OUT)[i], float_bits(fmaxf(0, fminf(1, a * 0.5f))));
    }
}

/* Lane numbers from MBCNT, as drivers compute them. */
static void test_lane_number(void **state)
{
    struct machine *m = *state;
    static struct program p;
    inputs_begin(&p, 1);
    group(&p,
          (struct alu[]){
              {.op = HW_ALU_OP_MBCNT_32LO_ACCUM_PREV_INT,
               .gpr = 7,
               .chan = 0,
               .src = {special(HW_SRC_M_1_INT, 0)}},
              {.op = HW_ALU_OP_MBCNT_32HI_INT,
               .gpr = 7,
               .chan = 1,
               .src = {special(HW_SRC_M_1_INT, 0)}},
          },
          2);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], i);
}

static void test_constants(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->consts[2 * 4 + 3] = 1234;
    inputs_begin(&p, 1);
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, special(HW_SRC_KCACHE0 + 2, 3), r(0, 0), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], 1234 + i);
}

static void test_relative_registers(void **state)
{
    struct machine *m = *state;
    static struct program p;
    inputs_begin(&p, 1);
    for (unsigned i = 0; i < 4; i++)
        op(&p, HW_ALU_OP_MOV, 8 + i, 0, lit(100 + i), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_AND_INT, 12, 0, r(0, 0), lit(3), r(0, 0));
    group(&p, &(struct alu){.op = HW_ALU_OP_MOVA_INT, .src = {r(12, 0)}}, 1);
    group(&p,
          &(struct alu){.op = HW_ALU_OP_ADD_INT,
                        .gpr = 8,
                        .chan = 0,
                        .dst_relative = true,
                        .src = {{.sel = 8, .relative = true}, special(HW_SRC_1_INT, 0)}},
          1);
    group(&p,
          &(struct alu){
              .op = HW_ALU_OP_MOV, .gpr = 7, .chan = 0, .src = {{.sel = 8, .relative = true}}},
          1);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], 101 + i % 4);
}

/* A predicate per lane guards the second of two moves. */
static void test_predicate(void **state)
{
    struct machine *m = *state;
    static struct program p;
    inputs_begin(&p, 1);
    group(
        &p,
        &(struct alu){
            .op = HW_ALU_OP_PRED_SETGT_INT, .masked = true, .pred = true, .src = {r(0, 0), lit(9)}},
        1);
    op(&p, HW_ALU_OP_MOV, 7, 0, lit(1), r(0, 0), r(0, 0));
    group(
        &p,
        &(struct alu){
            .op = HW_ALU_OP_MOV, .gpr = 7, .chan = 0, .pred_sel = HW_PRED_SEL_ONE, .src = {lit(2)}},
        1);
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], i > 9 ? 2 : 1);
}

/* Two units want different registers through one port; with another bank swizzle they may. */
static void test_read_ports(void **state)
{
    struct machine *m = *state;
    static struct program p;
    for (unsigned sound = 0; sound < 2; sound++) {
        inputs_begin(&p, 1);
        const uint32_t first = p.body_words;
        group(&p,
              (struct alu[]){
                  {.op = HW_ALU_OP_ADD_INT, .gpr = 7, .chan = 0, .src = {r(4, 0), r(5, 0)}},
                  {.op = HW_ALU_OP_MOV, .gpr = 7, .chan = 1, .src = {r(6, 0)}}},
              2);
        if (sound)
            p.body[first + 3] |= HW_SET(ALU_OP2_WORD1, BANK_SWIZZLE, 4); /* VEC_201 */
        inputs_end(&p, 1);
        if (sound)
            machine_must_run(m, &p);
        else
            machine_must_fail(m, &p,
                              "MOV in unit y: bank swizzle 0 asks for a read port that is taken");
    }
    inputs_begin(&p, 1);
    group(&p,
          (struct alu[]){
              {.op = HW_ALU_OP_ADD_INT,
               .gpr = 7,
               .chan = 0,
               .src = {special(HW_SRC_KCACHE0, 0), special(HW_SRC_KCACHE0 + 1, 0)}},
              {.op = HW_ALU_OP_MOV, .gpr = 7, .chan = 1, .src = {special(HW_SRC_KCACHE0, 2)}}},
          2);
    inputs_end(&p, 1);
    machine_must_fail(m, &p, "MOV: the group reads more than two pairs of kcache constants");
}

static void test_denormals_flush(void **state)
{
    struct machine *m = *state;
    static struct program p;
    for (unsigned i = 0; i < LANES; i++) {
        pool_words(m, IN_A)[i] = i % 2 ? 0x00000100 : 0x80000001;
        pool_words(m, IN_B)[i] = 0x00800000;
    }
    m->flush_denormals = true;
    inputs_begin(&p, 1);
    op(&p, HW_ALU_OP_ADD, 7, 0, r(4, 0), r(5, 0), r(0, 0));
    inputs_end(&p, 1);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], 0x00800000);
    m->flush_denormals = false;
    machine_must_run(m, &p);
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(pool_words(m, OUT)[i], i % 2 ? 0x00800100 : 0x007fffff);
}

int main(void)
{
    return RUN_TESTS(machine_test, test_group_reads_before_it_writes, test_modifiers, test_dot4,
                     test_dot3, test_lane_number, test_constants, test_relative_registers,
                     test_predicate, test_denormals_flush, test_read_ports);
}
