/* SPDX-License-Identifier: MIT */
/* fir_verify_test.c: what is no fragment IR of its form is found, with its place. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/arena.h"
#include "driver/hw/r500/r500.h"
#include "llvm/r500/fir/fir.h"

/* loop { v0 = mad v0, 1, 0, which is tested; break } out0.r = mad v0, 1, 0 */
static void build(struct fir_program *p)
{
    p->form = FIR_COUNTED;
    p->var_count = p->target_count = 1;
    fir_new_block(p)->flow = FIR_FLOW_LOOP;
    p->blocks[0].turns = FIR_MAX_TURNS;
    struct fir_op *op = fir_add(p, fir_new_block(p), FIR_MAD);
    op->src[0] = fir_var(0);
    op->src[1] = fir_literal(1.0f);
    op->src[2] = fir_literal(0.0f);
    op->dst[0] = 0;
    op->test = true;
    op->test_op = HW_R500_TEST_GE;
    p->blocks[1].flow = FIR_FLOW_BREAK;
    fir_new_block(p)->flow = FIR_FLOW_ENDLOOP;
    struct fir_op *out = fir_add(p, fir_new_block(p), FIR_MAD);
    memcpy(out->src, p->blocks[1].ops[0].src, sizeof(out->src));
    out->out = true;
    p->blocks[3].flow = FIR_FLOW_END;
}

static void no_change(struct fir_program *p)
{
    (void)p;
}

static void unknown_variable(struct fir_program *p)
{
    p->blocks[3].ops[0].src[0].a.var = 7;
}

static void many_turns(struct fir_program *p)
{
    p->blocks[0].turns = 0;
}

static void early_guard(struct fir_program *p)
{
    p->blocks[1].ops[0].guard = FIR_PREDICATE(3);
}

static void early_presub(struct fir_program *p)
{
    p->blocks[3].ops[0].src[0].presub = FIR_PRESUB_INV;
}

static void guarded_test(struct fir_program *p)
{
    p->form = FIR_GUARDED;
    p->blocks[1].ops[0].guard = FIR_PREDICATE(3);
}

static void no_test(struct fir_program *p)
{
    p->blocks[1].ops[0].test = false;
}

static void no_output(struct fir_program *p)
{
    p->blocks[3].ops[0].target = 1;
}

static void no_end(struct fir_program *p)
{
    p->blocks[2].flow = FIR_FLOW_NONE;
}

static void no_beginning(struct fir_program *p)
{
    p->blocks[0].flow = FIR_FLOW_NONE;
}

static void faults_are_found(void **state)
{
    static const struct {
        void (*change)(struct fir_program *p);
        const char *fault; /* NULL: none */
    } rows[] = {
        {no_change, NULL},
        {unknown_variable, "block 3, operation 0: there is no v7"},
        {many_turns, "a loop of 0 turns"},
        {early_guard, "block 1, operation 0: it is guarded too early"},
        {early_presub, "an operand is presubtracted too early"},
        {guarded_test, "what is guarded is no plain result"},
        {no_test, "0 tests in the place of one"},
        {no_output, "there is no output 1.0"},
        {no_end, "1 ifs and loops have no end"},
        {no_beginning, "a loop is left where there is none"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct arena arena = {0};
        struct fir_program p = {.arena = &arena, .name = "test"};
        char fault[256] = "";
        build(&p);
        rows[i].change(&p);
        assert_int_equal(fir_verify(&p, fault, sizeof(fault)), !rows[i].fault);
        if (rows[i].fault && !strstr(fault, rows[i].fault))
            fail_msg("'%s' is not in '%s'", rows[i].fault, fault);
        arena_finish(&arena);
    }
}

/* A change of a copy does not change the program. */
static void copies_are_apart(void **state)
{
    struct arena arena = {0}, other = {0};
    struct fir_program p = {.arena = &arena, .name = "test"};
    build(&p);
    struct fir_program copy = fir_copy(&p, &other);
    copy.blocks[1].ops[0].code = FIR_MIN;
    fir_add(&copy, &copy.blocks[1], FIR_MAX);
    fir_new_block(&copy);
    assert_int_equal(p.blocks[1].ops[0].code, FIR_MAD);
    assert_int_equal(p.blocks[1].count, 1);
    assert_int_equal(p.block_count, 4);
    arena_finish(&other);
    assert_int_equal(p.blocks[1].ops[0].code, FIR_MAD);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_are_found),
                                       cmocka_unit_test(copies_are_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
