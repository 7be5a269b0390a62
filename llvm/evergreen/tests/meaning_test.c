/* SPDX-License-Identifier: MIT */
/* meaning_test.c: what ALU operations compute, row by row; the results are worked out by hand. */

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/isa.h"
#include "llvm/evergreen/mir/meaning.h"

enum {
    ONE = 0x3f800000,
    TWO = 0x40000000,
    THREE = 0x40400000,
    MINUS_ONE = (int)0xbf800000,
    MINUS_ZERO = (int)0x80000000,
    QUIET_NAN = 0x7fc00000,
    INF = 0x7f800000
};

#define ROW(op, a, b, c, result)                                                                   \
    {HW_ALU_OP_##op, {(uint32_t)(a), (uint32_t)(b), (uint32_t)(c)}, (uint32_t)(result)}

static const struct {
    enum hw_alu_op op;
    uint32_t source[3];
    uint32_t result;
} rows[] = {
    ROW(MOV, 7, 0, 0, 7),
    ROW(ADD_INT, 0xffffffff, 2, 0, 1),
    ROW(SUB_INT, 1, 2, 0, 0xffffffff),
    ROW(ADDC_UINT, 0xffffffff, 0, 0, 0),
    ROW(ADDC_UINT, 0xffffffff, 1, 0, 1),
    ROW(SUBB_UINT, 2, 2, 0, 0),
    ROW(SUBB_UINT, 2, 3, 0, 1),
    ROW(MULLO_INT, -3, 5, 0, -15),
    ROW(MULLO_UINT, 0x10001, 0x10001, 0, 0x20001),
    ROW(MUL_UINT24, 0xff000003, 5, 0, 15),
    ROW(MUL_UINT24, 0x800000, 0x200, 0, 0),
    ROW(MULADD_UINT24, 3, 0xff000005, 0xffffffff, 14),
    ROW(MIN_INT, -1, 1, 0, -1),
    ROW(MAX_INT, -1, 1, 0, 1),
    ROW(MIN_UINT, -1, 1, 0, 1),
    ROW(MAX_UINT, -1, 1, 0, -1),
    ROW(AND_INT, 12, 10, 0, 8),
    ROW(OR_INT, 12, 10, 0, 14),
    ROW(XOR_INT, 12, 10, 0, 6),
    ROW(NOT_INT, 0xf0f0f0f0, 0, 0, 0x0f0f0f0f),
    ROW(LSHL_INT, 3, 31, 0, 0x80000000),
    ROW(LSHL_INT, 3, 33, 0, 6),
    ROW(LSHR_INT, 0x80000000, 31, 0, 1),
    ROW(LSHR_INT, 0x80000000, 0xfffffff4, 0, 0x800),
    ROW(ASHR_INT, 0x80000000, 30, 0, 0xfffffffe),
    ROW(ASHR_INT, 0x80000000, 40, 0, 0xff800000),
    ROW(BFE_UINT, 0x12345678, 8, 12, 0x456),
    ROW(BFE_UINT, 0xf2345678, 28, 8, 0xf),
    ROW(BFE_UINT, 0x12345678, 8, 0, 0),
    ROW(BFE_UINT, 0x12345678, 36, 36, 7),
    ROW(BFE_INT, 0x00000f80, 7, 5, 0xffffffff),
    ROW(BFE_INT, 0x00000780, 7, 5, 15),
    ROW(BFE_INT, 0x80000000, 28, 8, 0xfffffff8),
    ROW(BFE_INT, 0x80000000, 28, 0, 0),
    ROW(BFI_INT, 0xff00, 0x1234, 0x5678, 0x1278),
    ROW(SETE_INT, 4, 4, 0, -1),
    ROW(SETE_INT, 4, 5, 0, 0),
    ROW(SETNE_INT, 4, 4, 0, 0),
    ROW(SETNE_INT, 4, 5, 0, -1),
    ROW(SETGT_INT, 0, -1, 0, -1),
    ROW(SETGT_INT, 4, 4, 0, 0),
    ROW(SETGE_INT, 4, 4, 0, -1),
    ROW(SETGE_INT, -1, 0, 0, 0),
    ROW(SETGT_UINT, -1, 0, 0, -1),
    ROW(SETGT_UINT, 4, 4, 0, 0),
    ROW(SETGE_UINT, 4, 4, 0, -1),
    ROW(SETGE_UINT, 0, -1, 0, 0),
    ROW(CNDE_INT, 0, 5, 6, 5),
    ROW(CNDE_INT, 0x80000000, 5, 6, 6),
    ROW(CNDGT_INT, 1, 5, 6, 5),
    ROW(CNDGT_INT, 0, 5, 6, 6),
    ROW(CNDGE_INT, 0, 5, 6, 5),
    ROW(CNDGE_INT, -1, 5, 6, 6),
    ROW(ADD, ONE, TWO, 0, THREE),
    ROW(MUL_IEEE, TWO, MINUS_ONE, 0, 0xc0000000),
    ROW(MUL_IEEE, 1, ONE, 0, 1),
    ROW(MULADD_IEEE, TWO, ONE, ONE, THREE),
    /* (1 + e)^2 - (1 + 2 e) with e = 2^-23 is 0 when the product is rounded before the sum. */
    ROW(MULADD_IEEE, 0x3f800001, 0x3f800001, 0xbf800002, 0),
    ROW(FMA, 0x3f800001, 0x3f800001, 0xbf800002, 0x28800000),
    ROW(RECIP_IEEE, TWO, 0, 0, 0x3f000000),
    ROW(RECIP_IEEE, MINUS_ZERO, 0, 0, 0xff800000),
    ROW(TRUNC, 0xc0200000, 0, 0, 0xc0000000),
    ROW(TRUNC, 0x7f000000, 0, 0, 0x7f000000),
    ROW(INT_TO_FLT, 0xffffffff, 0, 0, 0xbf800000),
    ROW(INT_TO_FLT, 0x7fffffff, 0, 0, 0x4f000000),
    ROW(UINT_TO_FLT, 0xffffffff, 0, 0, 0x4f800000),
    ROW(MIN_DX10, QUIET_NAN, ONE, 0, ONE),
    ROW(MIN_DX10, ONE, QUIET_NAN, 0, ONE),
    ROW(MIN_DX10, TWO, MINUS_ONE, 0, MINUS_ONE),
    ROW(MAX_DX10, QUIET_NAN, ONE, 0, ONE),
    ROW(MAX_DX10, ONE, QUIET_NAN, 0, ONE),
    ROW(MAX_DX10, TWO, MINUS_ONE, 0, TWO),
    ROW(SETE_DX10, 0, MINUS_ZERO, 0, -1),
    ROW(SETE_DX10, QUIET_NAN, QUIET_NAN, 0, 0),
    ROW(SETNE_DX10, QUIET_NAN, QUIET_NAN, 0, -1),
    ROW(SETNE_DX10, 0, MINUS_ZERO, 0, 0),
    ROW(SETGT_DX10, INF, ONE, 0, -1),
    ROW(SETGT_DX10, QUIET_NAN, ONE, 0, 0),
    ROW(SETGE_DX10, 0, MINUS_ZERO, 0, -1),
    ROW(SETGE_DX10, ONE, QUIET_NAN, 0, 0),
    ROW(CNDE, MINUS_ZERO, 5, 6, 5),
    ROW(CNDE, 1, 5, 6, 6),
    ROW(CNDGT, 1, 5, 6, 5),
    ROW(CNDGT, QUIET_NAN, 5, 6, 6),
    ROW(CNDGE, MINUS_ZERO, 5, 6, 5),
    ROW(CNDGE, MINUS_ONE, 5, 6, 6),
};

enum { ROWS = COUNT(rows) };

static void results(void **state)
{
    for (unsigned i = 0; i < ROWS; i++) {
        const uint32_t *v = rows[i].source;
        const struct mir_meaning *meaning = mir_meaning_find(rows[i].op);
        assert_non_null(meaning);
        uint32_t result = meaning->compute(v[0], v[1], v[2]);
        if (result != rows[i].result)
            fail_msg("%s 0x%x 0x%x 0x%x: 0x%x, not 0x%x", hw_alu_info[rows[i].op].name, v[0], v[1],
                     v[2], result, rows[i].result);
    }
}

static void every_meaning_has_a_row(void **state)
{
    for (unsigned op = 0; op < HW_ALU_OP_COUNT; op++) {
        bool tested = false;
        for (unsigned i = 0; i < ROWS; i++)
            tested |= rows[i].op == op;
        if (tested != (mir_meaning_find(op) != NULL))
            fail_msg("%s: a meaning or a row is missing", hw_alu_info[op].name);
    }
}

/* A program may flush denormals: what takes floats as numbers is not known before it runs. */
static void floats_are_not_folded(void **state)
{
    for (unsigned op = 0; op < HW_ALU_OP_COUNT; op++) {
        const struct mir_meaning *meaning = mir_meaning_find(op);
        enum hw_alu_types types = hw_alu_info[op].types;
        if (meaning && (types == HW_TYPES_FF || types == HW_TYPES_FI || types == HW_TYPES_FR))
            assert_false(meaning->flags & MIR_FOLDS);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, results, every_meaning_has_a_row, floats_are_not_folded);
}
