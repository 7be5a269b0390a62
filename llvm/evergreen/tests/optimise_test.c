/* SPDX-License-Identifier: MIT */
/* optimise_test.c: the optimisations of machine IR by hand-made code: it stores the same before and
 * after, as an interpreter of its own says, and has become what it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "llvm/evergreen/tests/mir_machine.h"

/* ---- peephole.c ---- */

static void carry_of_a_sum(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand big = make(f, b, HW_ALU_OP_XOR_INT, in[1], lit(0xfffffff0));
    struct mir_operand sum = make(f, b, HW_ALU_OP_ADD_INT, in[0], big);
    struct mir_operand over = make(f, b, HW_ALU_OP_SETGT_UINT, big, sum);
    struct mir_operand carry = make(f, b, HW_ALU_OP_AND_INT, over, lit(1));
    store(f, b, lit(0), sum);
    store(f, b, lit(64), make(f, b, HW_ALU_OP_ADD_INT, carry, in[0]));
    EXPECT_SAME(f, mir_peephole);
    assert_int_equal(count_op(f, HW_ALU_OP_ADDC_UINT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_SETGT_UINT), 0);
}

static void truth_values_as_numbers(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand less = make(f, b, HW_ALU_OP_SETGT_INT, in[0], in[1]);
    struct mir_operand number = make(f, b, HW_ALU_OP_AND_INT, less, lit(1));
    struct mir_operand below = make(f, b, HW_ALU_OP_SETGT_UINT, in[1], in[0]);
    struct mir_operand borrow = make(f, b, HW_ALU_OP_AND_INT, below, lit(1));
    store(f, b, lit(0), make(f, b, HW_ALU_OP_ADD_INT, number, in[1]));
    store(f, b, lit(64), make(f, b, HW_ALU_OP_SUB_INT, in[0], number));
    store(f, b, lit(128), make(f, b, HW_ALU_OP_UINT_TO_FLT, number, lit(0)));
    store(f, b, lit(192), borrow);
    EXPECT_SAME(f, mir_peephole);
    assert_int_equal(count_op(f, HW_ALU_OP_UINT_TO_FLT), 0);
    assert_int_equal(count_op(f, HW_ALU_OP_SUBB_UINT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), 1); /* with 1.0f */
}

/* The lowest bit of anything else stays a number. */
static void numbers_that_are_no_truth_values(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand odd = make(f, b, HW_ALU_OP_AND_INT, in[0], lit(1));
    store(f, b, lit(0), make(f, b, HW_ALU_OP_ADD_INT, odd, in[1]));
    store(f, b, lit(64), make(f, b, HW_ALU_OP_UINT_TO_FLT, odd, lit(0)));
    EXPECT_SAME(f, mir_peephole);
    assert_int_equal(count_op(f, HW_ALU_OP_SUB_INT), 0);
    assert_int_equal(count_op(f, HW_ALU_OP_UINT_TO_FLT), 1);
}

static void constants_in_chains(void **state)
{
    (void)state;
    struct mir_operand in[1];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    static const struct {
        enum hw_alu_op op;
        uint32_t first, second;
    } rows[] = {
        {HW_ALU_OP_ADD_INT, 5, 0xfffffff0}, {HW_ALU_OP_AND_INT, 0xff, 0x1fe},
        {HW_ALU_OP_OR_INT, 1, 6},           {HW_ALU_OP_XOR_INT, 3, 5},
        {HW_ALU_OP_LSHL_INT, 3, 4},         {HW_ALU_OP_LSHR_INT, 2, 1},
        {HW_ALU_OP_LSHL_INT, 20, 13}, /* more than a word: two shifts */
    };
    enum { ROWS = COUNT(rows) };
    for (unsigned i = 0; i < ROWS; i++) {
        struct mir_operand inner = make(f, b, rows[i].op, in[0], lit(rows[i].first));
        store(f, b, lit(64 * i), make(f, b, rows[i].op, inner, lit(rows[i].second)));
    }
    EXPECT_SAME(f, mir_peephole);
    /* One each and the stores' indices, and the last row's second. */
    assert_int_equal(count_kind(f, MIR_ALU), 2 * ROWS + 1);
}

/* ---- combine.c ---- */

static void moves_by_comparisons(void **state)
{
    (void)state;
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 3);
    static const struct {
        enum hw_alu_op op;
        uint32_t other;
        bool first;
        enum hw_alu_op move;
    } rows[] = {
        {HW_ALU_OP_SETNE_INT, 0, false, HW_ALU_OP_CNDE_INT},
        {HW_ALU_OP_SETE_INT, 0, false, HW_ALU_OP_CNDE_INT},
        {HW_ALU_OP_SETGT_INT, 0, false, HW_ALU_OP_CNDGT_INT},
        {HW_ALU_OP_SETGT_INT, UINT32_MAX, false, HW_ALU_OP_CNDGE_INT},
        {HW_ALU_OP_SETGT_INT, 0, true, HW_ALU_OP_CNDGE_INT},
    };
    enum { ROWS = COUNT(rows) };
    struct mir_operand x = make(f, b, HW_ALU_OP_SUB_INT, in[0], lit(1));
    for (unsigned i = 0; i < ROWS; i++) {
        struct mir_operand c = make(f, b, rows[i].op, rows[i].first ? lit(rows[i].other) : x,
                                    rows[i].first ? x : lit(rows[i].other));
        struct mir_inst *move = mir_new_inst(f, MIR_ALU, HW_ALU_OP_CNDE_INT, 3);
        move->src[0] = c;
        move->src[1] = in[1];
        move->src[2] = in[2];
        move->dst_count = 1;
        move->dst[0] = mir_new_vreg(f);
        mir_append(b, move);
        store(f, b, lit(64 * i), mir_vreg_operand(move->dst[0]));
    }
    EXPECT_SAME(f, mir_combine);
    for (unsigned i = 0; i < ROWS; i++)
        assert_int_equal(count_op(f, rows[i].op), 0);
    assert_int_equal(count_op(f, HW_ALU_OP_CNDE_INT), 2);
    assert_int_equal(count_op(f, HW_ALU_OP_CNDGT_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_CNDGE_INT), 2);
}

static void bit_fields_and_products(void **state)
{
    (void)state;
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 3);
    struct mir_operand shifted = make(f, b, HW_ALU_OP_LSHR_INT, in[0], lit(3));
    struct mir_operand product = make(f, b, HW_ALU_OP_MULLO_INT, in[0], in[1]);
    store(f, b, lit(0), make(f, b, HW_ALU_OP_AND_INT, shifted, lit(0x1f)));
    store(f, b, lit(64), make(f, b, HW_ALU_OP_AND_INT, shifted, lit(0x1e))); /* no field */
    store(f, b, lit(128), make(f, b, HW_ALU_OP_ADD_INT, product, in[2]));
    EXPECT_SAME(f, mir_combine);
    assert_int_equal(count_op(f, HW_ALU_OP_BFE_UINT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_MULADD_UINT24), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_MULLO_INT), 0);
}

/* ---- narrow.c ---- */

static struct mir_operand fetch_byte(struct mir_function *f, struct mir_block *b,
                                     struct mir_operand address)
{
    struct mir_inst *fetch = mir_new_inst(f, MIR_VTX, HW_VTX_FETCH, 1);
    fetch->format = HW_FMT_8;
    fetch->src[0] = address;
    fetch->dst_count = 1;
    fetch->dst[0] = mir_new_vreg(f);
    mir_append(b, fetch);
    return mir_vreg_operand(fetch->dst[0]);
}

static struct mir_operand sign_extend(struct mir_function *f, struct mir_block *b,
                                      struct mir_operand value)
{
    struct mir_operand extended = make(f, b, HW_ALU_OP_BFE_INT, value, lit(0));
    b->last->src[2] = lit(8);
    return extended;
}

static void masks_of_small_values(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand x = fetch_byte(f, b, in[0]), y = fetch_byte(f, b, in[1]);
    struct mir_operand sum = make(f, b, HW_ALU_OP_ADD_INT, x, y);
    struct mir_operand least = make(f, b, HW_ALU_OP_MIN_UINT, sum, lit(0xff));
    store(f, b, lit(0), make(f, b, HW_ALU_OP_AND_INT, x, lit(0xff)));
    store(f, b, lit(64), make(f, b, HW_ALU_OP_AND_INT, sum, lit(0x1ff)));
    store(f, b, lit(128), make(f, b, HW_ALU_OP_AND_INT, sum, lit(0xff))); /* does something */
    store(f, b, lit(192), make(f, b, HW_ALU_OP_AND_INT, least, lit(0xff)));
    store(f, b, lit(256), make(f, b, HW_ALU_OP_AND_INT, x, lit(0xfe))); /* so does this */
    store(f, b, lit(320), make(f, b, HW_ALU_OP_MIN_UINT, sum, lit(0x1fe)));
    EXPECT_SAME(f, mir_narrow);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), 2);
    assert_int_equal(count_op(f, HW_ALU_OP_MIN_UINT), 1);
}

static void bounds_with_signs(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand x = fetch_byte(f, b, in[0]), y = fetch_byte(f, b, in[1]);
    struct mir_operand difference = make(f, b, HW_ALU_OP_SUB_INT, x, y);
    store(f, b, lit(0), make(f, b, HW_ALU_OP_MAX_INT, difference, lit((uint32_t)-255)));
    store(f, b, lit(64), make(f, b, HW_ALU_OP_MAX_INT, difference, lit((uint32_t)-254)));
    store(f, b, lit(128), make(f, b, HW_ALU_OP_MIN_INT, difference, lit(255)));
    store(f, b, lit(192), make(f, b, HW_ALU_OP_MIN_UINT, difference, lit(255))); /* is negative */
    store(f, b, lit(256), sign_extend(f, b, difference));
    EXPECT_SAME(f, mir_narrow);
    assert_int_equal(count_op(f, HW_ALU_OP_MAX_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_MIN_INT), 0);
    assert_int_equal(count_op(f, HW_ALU_OP_MIN_UINT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_BFE_INT), 1);
}

/* A fetch extends the sign if all who use it want that. */
static void signs_of_fetches(void **state)
{
    (void)state;
    for (unsigned other = 0; other < 2; other++) {
        struct mir_operand in[1];
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 1);
        struct mir_operand x = fetch_byte(f, b, in[0]);
        store(f, b, lit(0), sign_extend(f, b, x));
        store(f, b, lit(64), sign_extend(f, b, x));
        if (other)
            store(f, b, lit(128), x);
        EXPECT_SAME(f, mir_narrow);
        assert_int_equal(count_op(f, HW_ALU_OP_BFE_INT), other ? 2 : 0);
    }
}

/* ---- merge_stores.c ---- */

static void neighbouring_stores(void **state)
{
    (void)state;
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 3);
    struct mir_operand p = make(f, b, HW_ALU_OP_LSHL_INT, in[0], lit(2));
    static const uint32_t offsets[] = {8, 0, 4, 16, 12, 40};
    for (unsigned i = 0; i < 6; i++)
        store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(offsets[i])), in[i % 3]);
    EXPECT_SAME(f, mir_merge_stores);
    /* Four, one behind them, and one apart. */
    assert_int_equal(count_kind(f, MIR_RAT), 3);
}

/* Another pointer, or the same dword again, comes between. */
static void stores_that_may_meet(void **state)
{
    (void)state;
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 3);
    struct mir_operand p = make(f, b, HW_ALU_OP_LSHL_INT, in[0], lit(2));
    struct mir_operand q = make(f, b, HW_ALU_OP_LSHL_INT, in[1], lit(2));
    store(f, b, p, in[0]);
    store(f, b, q, in[1]);
    store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(4)), in[2]);
    store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(4)), in[1]);
    EXPECT_SAME(f, mir_merge_stores);
    assert_int_equal(count_kind(f, MIR_RAT), 4);
}

/* A fetch from another place behind the same pointer does not; from the same place, it does. */
static void stores_around_a_fetch(void **state)
{
    (void)state;
    for (unsigned offset = 4; offset <= 8; offset += 4) {
        struct mir_operand in[2];
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 2);
        struct mir_operand p = make(f, b, HW_ALU_OP_LSHL_INT, in[0], lit(2));
        store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(8)), in[1]);
        struct mir_inst *fetch = mir_new_inst(f, MIR_VTX, HW_VTX_FETCH, 1);
        fetch->format = HW_FMT_32;
        fetch->offset = offset;
        fetch->src[0] = p;
        fetch->dst_count = 1;
        fetch->dst[0] = mir_new_vreg(f);
        mir_append(b, fetch);
        store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(12)), mir_vreg_operand(fetch->dst[0]));
        EXPECT_SAME(f, mir_merge_stores);
        assert_int_equal(count_kind(f, MIR_RAT), offset == 4 ? 1 : 2);
    }
}

/* ---- address.c ---- */

/* x[i] and x[i + 16], with i bytes or elements of a program's own arithmetic. */
static struct mir_function *two_stores(struct mir_operand x, bool no_wrap)
{
    struct mir_operand in[1];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    struct mir_operand id = make(f, b, HW_ALU_OP_ADD_INT, in[0], x);
    struct mir_operand scaled = make(f, b, HW_ALU_OP_LSHL_INT, id, lit(2));
    b->last->no_wrap = no_wrap;
    struct mir_operand p = make(f, b, HW_ALU_OP_ADD_INT, scaled, kcache(9));
    store(f, b, p, in[0]);
    store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, lit(64)), id);
    return f;
}

static void indices_of_stores(void **state)
{
    (void)state;
    struct mir_function *f = two_stores(lit(5), true);
    EXPECT_SAME(f, mir_address, mir_share);
    /* The id, p / 4, the index, and 16 more. */
    assert_int_equal(count_op(f, HW_ALU_OP_LSHL_INT), 0);
    assert_int_equal(count_op(f, HW_ALU_OP_LSHR_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), 0);
}

static void indices_that_wrap(void **state)
{
    (void)state;
    struct mir_function *f = two_stores(lit(0x40000000), false);
    EXPECT_SAME(f, mir_address, mir_share);
    assert_int_equal(count_op(f, HW_ALU_OP_LSHR_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), 2);
}

/* Elements of 20 bytes, the first of them before the pointer. */
static void indices_of_products(void **state)
{
    (void)state;
    for (unsigned no_wrap = 0; no_wrap < 2; no_wrap++) {
        struct mir_operand in[1];
        struct mir_function *f = new_function();
        struct mir_block *b = start_function(f, in, 1);
        struct mir_operand low = make(f, b, HW_ALU_OP_AND_INT, in[0], lit(7));
        struct mir_operand i = make(f, b, HW_ALU_OP_SUB_INT, low, lit(1));
        struct mir_operand offset = make(f, b, HW_ALU_OP_MULLO_INT, i, lit(20));
        b->last->no_wrap = (uint8_t)no_wrap;
        store(f, b, make(f, b, HW_ALU_OP_ADD_INT, kcache(9), offset), in[0]);
        EXPECT_SAME(f, mir_address);
        assert_int_equal(count_op(f, HW_ALU_OP_ASHR_INT), 1);
        assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), no_wrap ? 1 : 2);
    }
}

/* What the launch shares is summed at the start, where it is more than the pointer. */
static void addresses_of_fetches(void **state)
{
    (void)state;
    struct mir_operand in[1];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    struct mir_operand id = make(f, b, HW_ALU_OP_ADD_INT, in[0], kcache(12));
    struct mir_operand scaled = make(f, b, HW_ALU_OP_LSHL_INT, id, lit(2));
    struct mir_operand p = make(f, b, HW_ALU_OP_ADD_INT, scaled, kcache(9));
    struct mir_operand value = fetch_byte(f, b, p);
    b->last->format = HW_FMT_32;
    store(f, b, lit(0), value);
    EXPECT_SAME(f, mir_address);
    assert_int_equal(count_op(f, HW_ALU_OP_LSHL_INT), 2); /* of the id and of the offset */
    assert_int_equal(b->first->src[0].kind, MIR_KCACHE);
}

/* Two terms that may have bits below a dword carry into it. */
static void uneven_addresses_stay(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand p = make(f, b, HW_ALU_OP_ADD_INT, in[0], kcache(9));
    store(f, b, make(f, b, HW_ALU_OP_ADD_INT, p, in[1]), in[0]);
    EXPECT_SAME(f, mir_address);
    assert_int_equal(count_op(f, HW_ALU_OP_LSHR_INT), 1);
}

/* ---- flatten.c ---- */

static void connect(struct mir_block *from, unsigned which, struct mir_block *to)
{
    from->succ[which] = to;
    if (!to->preds)
        to->preds = evg_arena_array(&arena, 4, sizeof(struct mir_block *));
    to->preds[to->pred_count++] = from;
}

static struct mir_operand phi(struct mir_function *f, struct mir_block *block,
                              const struct mir_operand *values)
{
    struct mir_inst *inst = mir_new_inst(f, MIR_PHI, 0, block->pred_count);
    memcpy(inst->src, values, block->pred_count * sizeof(*values));
    inst->dst_count = 1;
    inst->dst[0] = mir_new_vreg(f);
    mir_append(block, inst);
    return mir_vreg_operand(inst->dst[0]);
}

/* if (a > b) { x = a + 1; if (a > c) x = a + 2; } else x = a + 3; where the inner if has no join of
 * its own. `extra` operations make the else side too long. */
static struct mir_function *nested_ifs(unsigned extra)
{
    struct mir_operand in[3];
    struct mir_function *f = new_function();
    struct mir_block *start = start_function(f, in, 3);
    struct mir_block *outer = mir_new_block(f), *inner = mir_new_block(f),
                     *other = mir_new_block(f), *join = mir_new_block(f);
    struct mir_node *outer_if = new_node(MIR_NODE_IF, start);
    struct mir_node *inner_if = new_node(MIR_NODE_IF, outer);
    connect(start, 0, outer);
    connect(start, 1, other);
    connect(outer, 0, inner);
    connect(outer, 1, join);
    connect(inner, 0, join);
    connect(other, 0, join);
    f->root->next->next = outer_if;
    outer_if->body = new_node(MIR_NODE_BLOCK, outer);
    outer_if->body->next = inner_if;
    inner_if->body = new_node(MIR_NODE_BLOCK, inner);
    outer_if->orelse = new_node(MIR_NODE_BLOCK, other);
    outer_if->next = new_node(MIR_NODE_BLOCK, join);
    start->cond = make(f, start, HW_ALU_OP_SETGT_INT, in[0], in[1]);
    struct mir_operand x[3];
    x[0] = make(f, outer, HW_ALU_OP_ADD_INT, in[0], lit(1));
    outer->cond = make(f, outer, HW_ALU_OP_SETGT_INT, in[0], in[2]);
    x[1] = make(f, inner, HW_ALU_OP_ADD_INT, in[0], lit(2));
    x[2] = in[0];
    for (unsigned i = 0; i <= extra; i++)
        x[2] = make(f, other, HW_ALU_OP_ADD_INT, x[2], lit(3));
    store(f, join, lit(0), phi(f, join, x));
    return f;
}

static void short_ifs(void **state)
{
    (void)state;
    struct mir_function *f = nested_ifs(0);
    EXPECT_SAME(f, mir_flatten);
    assert_int_equal(f->block_count, 2);
    assert_int_equal(count_op(f, HW_ALU_OP_CNDE_INT), 2);
    assert_null(f->root->next->next);
}

static void long_side(void **state)
{
    (void)state;
    struct mir_function *f = nested_ifs(40);
    EXPECT_SAME(f, mir_flatten);
    /* Only the inner if is gone, and with it one of the edges into the join. */
    assert_int_equal(count_op(f, HW_ALU_OP_CNDE_INT), 1);
    assert_int_equal(count_kind(f, MIR_PHI), 1);
    assert_int_equal(f->block_count, 5);
    assert_int_equal(f->blocks[4]->pred_count, 2);
}

/* Both halves of a dword, taken apart and put together again; and those of two. */
static void halves_of_dwords(void **state)
{
    (void)state;
    struct mir_operand in[2];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 2);
    struct mir_operand high = make(f, b, HW_ALU_OP_LSHR_INT, in[0], lit(16));
    high = make(f, b, HW_ALU_OP_LSHL_INT, high, lit(16));
    for (unsigned i = 0; i < 2; i++) {
        struct mir_operand low = make(f, b, HW_ALU_OP_AND_INT, in[i], lit(0x1ffff));
        struct mir_operand both = make(f, b, HW_ALU_OP_BFI_INT, lit(0xffff), low);
        b->last->src[2] = high;
        store(f, b, lit(64 * i), both);
    }
    EXPECT_SAME(f, mir_peephole, mir_simplify);
    assert_int_equal(count_op(f, HW_ALU_OP_BFI_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT) + count_op(f, HW_ALU_OP_LSHL_INT), 0);
}

/* Masks that take away some of the bits in question. */
static void other_parts_of_dwords(void **state)
{
    (void)state;
    struct mir_operand in[1];
    struct mir_function *f = new_function();
    struct mir_block *b = start_function(f, in, 1);
    struct mir_operand low = make(f, b, HW_ALU_OP_AND_INT, in[0], lit(0xfff));
    struct mir_operand high = make(f, b, HW_ALU_OP_LSHR_INT, in[0], lit(8));
    high = make(f, b, HW_ALU_OP_LSHL_INT, high, lit(7));
    struct mir_operand both = make(f, b, HW_ALU_OP_BFI_INT, lit(0xffff), low);
    b->last->src[2] = high;
    store(f, b, lit(0), both);
    EXPECT_SAME(f, mir_peephole);
    assert_int_equal(count_op(f, HW_ALU_OP_AND_INT), 1);
    assert_int_equal(count_op(f, HW_ALU_OP_LSHL_INT), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(carry_of_a_sum, finish),
        cmocka_unit_test_teardown(truth_values_as_numbers, finish),
        cmocka_unit_test_teardown(numbers_that_are_no_truth_values, finish),
        cmocka_unit_test_teardown(constants_in_chains, finish),
        cmocka_unit_test_teardown(halves_of_dwords, finish),
        cmocka_unit_test_teardown(other_parts_of_dwords, finish),
        cmocka_unit_test_teardown(moves_by_comparisons, finish),
        cmocka_unit_test_teardown(bit_fields_and_products, finish),
        cmocka_unit_test_teardown(masks_of_small_values, finish),
        cmocka_unit_test_teardown(bounds_with_signs, finish),
        cmocka_unit_test_teardown(signs_of_fetches, finish),
        cmocka_unit_test_teardown(neighbouring_stores, finish),
        cmocka_unit_test_teardown(stores_that_may_meet, finish),
        cmocka_unit_test_teardown(stores_around_a_fetch, finish),
        cmocka_unit_test_teardown(indices_of_stores, finish),
        cmocka_unit_test_teardown(indices_that_wrap, finish),
        cmocka_unit_test_teardown(indices_of_products, finish),
        cmocka_unit_test_teardown(addresses_of_fetches, finish),
        cmocka_unit_test_teardown(uneven_addresses_stay, finish),
        cmocka_unit_test_teardown(short_ifs, finish),
        cmocka_unit_test_teardown(long_side, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
