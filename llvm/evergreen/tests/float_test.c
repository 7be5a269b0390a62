/* SPDX-License-Identifier: MIT */
/* float_test.c: passes over float arithmetic: what the code stores for the values that matter, and
 * what it has become. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "driver/base/count.h"
#include "llvm/evergreen/tests/mir_machine.h"

static const float values[] = {NAN, -INFINITY, -3,      -1,   -0x1p-149f, -0.0f,
                               0,   0x1p-149f, 0.25f,   0.5f, 1,          0x1.000002p0f,
                               3,   0x1p127f,  INFINITY};

enum { VALUES = COUNT(values) };

static struct mir_operand number(float value)
{
    return lit(mir_as_bits(value));
}

static struct mir_operand choose(struct mir_function *f, struct mir_block *b, enum hw_alu_op op,
                                 struct mir_operand x, struct mir_operand yes,
                                 struct mir_operand no)
{
    struct mir_operand result = make(f, b, op, x, yes);
    b->last->src[2] = no;
    return result;
}

static const struct mir_inst *only(const struct mir_function *f, enum hw_alu_op op)
{
    const struct mir_inst *found = NULL;
    assert_int_equal(count_op(f, op), 1);
    for (const struct mir_inst *inst = f->blocks[1]->first; inst; inst = inst->next)
        if (inst->kind == MIR_ALU && inst->op == op)
            found = inst;
    return found;
}

/* ---- clamp.c ---- */

static float clamped(float x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* Bounds in the ways they are written; false where NaN or a zero's sign stands against CLAMP. */
static bool write_bounds(struct mir_function *f, struct mir_block *b, unsigned way,
                         struct mir_operand x, struct mir_operand *result)
{
    const struct mir_operand zero = number(0), one = number(1);
    struct mir_operand inner;
    switch (way) {
    case 0:
        *result = make(f, b, HW_ALU_OP_MIN_DX10, make(f, b, HW_ALU_OP_MAX_DX10, x, zero), one);
        return true;
    case 1: /* NaN: 1 */
        *result = make(f, b, HW_ALU_OP_MAX_DX10, make(f, b, HW_ALU_OP_MIN_DX10, x, one), zero);
        return false;
    case 2: /* x > 0 ? min(x, 1) : 0 */
        inner = make(f, b, HW_ALU_OP_MIN_DX10, x, one);
        *result = choose(f, b, HW_ALU_OP_CNDGT, x, inner, zero);
        return true;
    case 3: /* -0 stays */
        inner = make(f, b, HW_ALU_OP_MIN_DX10, x, one);
        *result = choose(f, b, HW_ALU_OP_CNDGE, x, inner, zero);
        return false;
    case 4: /* 1 < x ? 1 : x, then positive or 0 */
        inner = make(f, b, HW_ALU_OP_SETGT_DX10, x, one);
        inner = choose(f, b, HW_ALU_OP_CNDE_INT, inner, x, one);
        *result = choose(f, b, HW_ALU_OP_CNDGT, inner, inner, zero);
        return true;
    case 5: /* NaN stays */
        inner = make(f, b, HW_ALU_OP_SETGT_DX10, x, one);
        inner = choose(f, b, HW_ALU_OP_CNDE_INT, inner, x, one);
        *result = choose(f, b, HW_ALU_OP_CNDE_INT, make(f, b, HW_ALU_OP_SETGT_DX10, zero, x), inner,
                         zero);
        return false;
    default: /* other bounds */
        *result =
            make(f, b, HW_ALU_OP_MIN_DX10, make(f, b, HW_ALU_OP_MAX_DX10, x, zero), number(2));
        return false;
    }
}

enum { WAYS = 7 };

static void bounds_become_clamp(void **state)
{
    (void)state;
    for (unsigned way = 0; way < WAYS; way++) {
        struct mir_operand in[1], result;
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 1);
        uint32_t before[VALUES];
        struct mir_operand sum = make(f, b, HW_ALU_OP_MUL_IEEE, in[0], number(1));
        bool fits = write_bounds(f, b, way, sum, &result);
        store(f, b, lit(0), result);
        for (unsigned i = 0; i < VALUES; i++)
            before[i] = run_once(f, mir_as_bits(values[i]));
        mir_clamp(f);
        assert_int_equal(only(f, HW_ALU_OP_MUL_IEEE)->clamp, fits);
        for (unsigned i = 0; i < VALUES; i++)
            assert_int_equal(run_once(f, mir_as_bits(values[i])),
                             fits ? mir_as_bits(clamped(values[i])) : before[i]);
        assert_int_equal(count_op(f, HW_ALU_OP_MIN_DX10) + count_op(f, HW_ALU_OP_CNDGT) +
                             count_op(f, HW_ALU_OP_CNDGE) + count_op(f, HW_ALU_OP_CNDE_INT),
                         fits       ? 0
                         : way == 5 ? 2
                         : way == 3 ? 2
                                    : 1);
    }
}

/* A value that something else reads is bounded by a move; one with a sign by a maximum. */
static void bounds_of_shared_values(void **state)
{
    (void)state;
    for (unsigned sign = 0; sign < 2; sign++) {
        struct mir_operand in[1], result;
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 1);
        struct mir_operand product = make(f, b, HW_ALU_OP_MUL_IEEE, in[0], number(1));
        store(f, b, lit(4), product);
        product.neg = sign;
        write_bounds(f, b, 0, product, &result);
        store(f, b, lit(0), result);
        mir_clamp(f);
        assert_int_equal(only(f, HW_ALU_OP_MUL_IEEE)->clamp, 0);
        assert_int_equal(only(f, sign ? HW_ALU_OP_MAX_DX10 : HW_ALU_OP_MOV)->clamp, 1);
        for (unsigned i = 0; i < VALUES; i++)
            assert_int_equal(run_once(f, mir_as_bits(values[i])),
                             mir_as_bits(clamped(sign ? -values[i] : values[i])));
    }
}

/* ---- output_scale.c ---- */

static struct mir_function *scaled_sum(float factor, bool flushes, bool any_zero)
{
    struct mir_operand in[1];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    struct mir_operand sum = make(f, b, HW_ALU_OP_ADD, in[0], number(1));
    struct mir_operand product = make(f, b, HW_ALU_OP_MUL_IEEE, sum, number(factor));
    b->last->any_zero = any_zero;
    store(f, b, lit(0), product);
    f->flushes_denormals = flushes;
    return f;
}

static void products_become_scales(void **state)
{
    static const struct {
        float factor;
        uint8_t omod;
    } cases[] = {
        {2, HW_OMOD_M2}, {4, HW_OMOD_M4}, {0.5f, HW_OMOD_D2}, {3, HW_OMOD_OFF}, {-2, HW_OMOD_OFF}};
    (void)state;
    for (unsigned i = 0; i < COUNT(cases); i++) {
        struct mir_function *f = scaled_sum(cases[i].factor, true, true);
        EXPECT_SAME(f, mir_output_scale);
        assert_int_equal(only(f, HW_ALU_OP_ADD)->omod, cases[i].omod);
        assert_int_equal(count_op(f, HW_ALU_OP_MUL_IEEE), cases[i].omod == HW_OMOD_OFF);
        assert_int_equal(f->scales_output, cases[i].omod != HW_OMOD_OFF);
    }
}

/* ---- dot.c ---- */

/* Of small whole numbers, whose sums are exact in any order. */
static struct mir_operand whole(struct mir_function *f, struct mir_block *b, struct mir_operand in)
{
    struct mir_operand small = make(f, b, HW_ALU_OP_AND_INT, in, lit(0xff));
    return make(f, b, HW_ALU_OP_UINT_TO_FLT, small, lit(0));
}

/* The product of the first two numbers, and MULADDs of the others. */
static struct mir_function *chain(unsigned products, bool any_order, bool minus)
{
    struct mir_operand in[10], sum;
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2 * products);
    for (unsigned i = 0; i < 2 * products; i++)
        in[i] = whole(f, b, in[i]);
    sum = make(f, b, HW_ALU_OP_MUL_IEEE, in[0], in[1]);
    b->last->any_order = any_order;
    for (unsigned i = 1; i < products; i++) {
        sum.neg = minus;
        sum = choose(f, b, HW_ALU_OP_MULADD_IEEE, in[2 * i], in[2 * i + 1], sum);
        b->last->any_order = any_order;
    }
    store(f, b, lit(0), sum);
    return f;
}

static void sums_become_dot_products(void **state)
{
    static const struct {
        unsigned products, dots, left; /* operations left of the chain */
    } cases[] = {{2, 0, 2}, {3, 1, 0}, {4, 1, 0}, {5, 1, 2}};
    (void)state;
    for (unsigned i = 0; i < COUNT(cases); i++)
        for (unsigned minus = 0; minus < 2; minus++) {
            struct mir_function *f = chain(cases[i].products, true, minus);
            EXPECT_SAME(f, mir_dot);
            assert_int_equal(count_kind(f, MIR_DOT), cases[i].dots);
            assert_int_equal(count_op(f, HW_ALU_OP_MULADD_IEEE) + count_op(f, HW_ALU_OP_MUL_IEEE),
                             cases[i].left);
        }
}

static void order_that_matters(void **state)
{
    (void)state;
    struct mir_function *f = chain(4, false, false);
    EXPECT_SAME(f, mir_dot);
    assert_int_equal(count_kind(f, MIR_DOT), 0);
}

/* A tree of sums, of which one part is read elsewhere, too. */
static void sums_of_shared_parts(void **state)
{
    (void)state;
    struct mir_operand in[4], part, sum;
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 4);
    for (unsigned i = 0; i < 4; i++)
        in[i] = whole(f, b, in[i]);
    part = make(f, b, HW_ALU_OP_ADD, in[0], in[1]);
    b->last->any_order = true;
    store(f, b, lit(64), part);
    sum = make(f, b, HW_ALU_OP_ADD, in[2], in[3]);
    b->last->any_order = true;
    sum = choose(f, b, HW_ALU_OP_MULADD_IEEE, in[0], in[2], sum);
    b->last->any_order = true;
    part.neg = true;
    sum = make(f, b, HW_ALU_OP_ADD, sum, part);
    b->last->any_order = true;
    store(f, b, lit(0), sum);
    EXPECT_SAME(f, mir_dot);
    assert_int_equal(count_kind(f, MIR_DOT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_ADD), 1);
}

/* More literals than a group holds. */
static void sums_of_literals(void **state)
{
    (void)state;
    struct mir_operand in[1], sum;
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    in[0] = whole(f, b, in[0]);
    sum = make(f, b, HW_ALU_OP_ADD, in[0], number(7));
    b->last->any_order = true;
    for (unsigned i = 0; i < 3; i++) {
        sum = choose(f, b, HW_ALU_OP_MULADD_IEEE, in[0], number(3 + (float)i), sum);
        b->last->any_order = true;
    }
    store(f, b, lit(0), sum);
    EXPECT_SAME(f, mir_dot);
    assert_int_equal(count_kind(f, MIR_DOT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_ADD), 1);
}

/* ---- muladd.c ---- */

static void products_join_sums(void **state)
{
    (void)state;
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 3);
    struct mir_operand minus = make(f, b, HW_ALU_OP_MUL_IEEE, in[0], in[1]);
    minus.neg = true;
    store(f, b, lit(0), make(f, b, HW_ALU_OP_ADD, minus, in[2]));
    EXPECT_SAME(f, mir_muladd);
    assert_true(only(f, HW_ALU_OP_MULADD_IEEE)->src[0].neg);
    assert_int_equal(count_op(f, HW_ALU_OP_MUL_IEEE), 0);
}

/* Of an absolute value, of one that is read elsewhere, too. */
static void products_that_stay(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        struct mir_operand in[3];
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 3);
        struct mir_operand product = make(f, b, HW_ALU_OP_MUL_IEEE, in[0], in[1]);
        b->last->src[1].abs = i == 0;
        if (i == 1)
            store(f, b, lit(64), product);
        product.abs = i == 2;
        store(f, b, lit(0), make(f, b, HW_ALU_OP_ADD, product, in[2]));
        EXPECT_SAME(f, mir_muladd);
        assert_int_equal(count_op(f, HW_ALU_OP_MULADD_IEEE), 0);
    }
}

/* ---- combine.c ---- */

static void scales_of_divisors(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand small = make(f, b, HW_ALU_OP_SETGT_INT, in[0], lit(7));
    struct mir_operand scale = choose(f, b, HW_ALU_OP_CNDE_INT, small, number(1), number(0x1p64f));
    struct mir_operand divisor = make(f, b, HW_ALU_OP_MUL_IEEE, in[1], scale);
    store(f, b, lit(0), make(f, b, HW_ALU_OP_RECIP_IEEE, divisor, lit(0)));
    EXPECT_SAME(f, mir_combine);
    assert_true(mir_is_literal(&only(f, HW_ALU_OP_MUL_IEEE)->src[1], mir_as_bits(0x1p64f)));
    assert_int_equal(only(f, HW_ALU_OP_CNDE_INT)->src[1].value, in[1].value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bounds_become_clamp, finish),
        cmocka_unit_test_teardown(bounds_of_shared_values, finish),
        cmocka_unit_test_teardown(products_become_scales, finish),
        cmocka_unit_test_teardown(sums_become_dot_products, finish),
        cmocka_unit_test_teardown(order_that_matters, finish),
        cmocka_unit_test_teardown(sums_of_shared_parts, finish),
        cmocka_unit_test_teardown(sums_of_literals, finish),
        cmocka_unit_test_teardown(products_join_sums, finish),
        cmocka_unit_test_teardown(products_that_stay, finish),
        cmocka_unit_test_teardown(scales_of_divisors, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
