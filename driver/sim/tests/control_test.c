/* SPDX-License-Identifier: MIT */
/* control_test.c: branches and loops with lanes that go different ways, early ends, barriers,
 * hangs. */
#include <stdio.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/exec/launch.h"
#include "driver/sim/tests/machine.h"

enum {
    OUT = 0x4000,
    ALU = HW_CF_ALU & 0xf,
    PUSH_BEFORE = HW_CF_ALU_PUSH_BEFORE & 0xf,
    POP_AFTER = HW_CF_ALU_POP_AFTER & 0xf,
    BREAK = HW_CF_ALU_BREAK & 0xf
};

static void one(struct program *p, int alu_op, unsigned gpr, struct src a, struct src b)
{
    alu_begin(p);
    op(p, alu_op, gpr, 0, a, b, r(0, 0));
    alu_end(p, ALU);
}

/* R7.x is the result; R3.x its index: the global id. */
static void begin(struct program *p, unsigned local_size)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULLO_INT, 3, 0, r(1, 0), lit(local_size), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_MOV, 7, 0, lit(0), r(0, 0), r(0, 0));
    alu_end(p, ALU);
}

static void end(struct program *p)
{
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

static void test_if_else(void **state)
{
    struct machine *m = *state;
    static struct program p;
    begin(&p, 64);
    alu_test(&p, PUSH_BEFORE, HW_ALU_OP_PRED_SETGT_INT, lit(20), r(0, 0));
    const uint32_t jump = here(&p);
    cf(&p, HW_CF_JUMP, 0, 0);
    one(&p, HW_ALU_OP_ADD_INT, 7, r(0, 0), lit(1000));
    const uint32_t other = here(&p);
    cf(&p, HW_CF_ELSE, 0, 1);
    one(&p, HW_ALU_OP_ADD_INT, 7, r(0, 0), lit(2000));
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    patch(&p, jump, other);
    patch(&p, other, here(&p));
    one(&p, HW_ALU_OP_ADD_INT, 7, r(7, 0), lit(5));
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(pool_words(m, OUT)[i], i + (i < 20 ? 1005 : 2005));
}

/* A predicate takes effect behind its group: the lanes it turns off still get what the group
 * writes, even where that waits for another slot to read the old value. */
static void test_group_with_predicate(void **state)
{
    struct machine *m = *state;
    static struct program p;
    begin(&p, 64);
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 7, 0, lit(20), r(0, 0), r(0, 0));
    group(&p,
          (struct alu[]){{.op = HW_ALU_OP_ADD_INT, .gpr = 7, .chan = 0, .src = {r(7, 0), r(0, 0)}},
                         {.op = HW_ALU_OP_PRED_SETGT_INT,
                          .chan = 1,
                          .masked = true,
                          .exec = true,
                          .pred = true,
                          .src = {r(7, 0), r(0, 0)}}},
          2);
    alu_end(&p, PUSH_BEFORE);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(pool_words(m, OUT)[i], 20 + i);
}

/* for (i = 0; ; i++) { if (i == x % 7) break; if (i & 1) continue; for (j = 0; j < i; j++) sum +=
 * j; } */
static void test_nested_loops(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->stack = 16;
    begin(&p, 64);
    alu_begin(&p);
    op(&p, HW_ALU_OP_AND_INT, 8, 0, r(0, 0), lit(7), r(0, 0)); /* the limit */
    op(&p, HW_ALU_OP_MOV, 9, 0, lit(~0u), r(0, 0), r(0, 0));   /* i */
    alu_end(&p, ALU);
    const uint32_t outer = here(&p);
    cf(&p, HW_CF_LOOP_START_DX10, 0, 0);
    one(&p, HW_ALU_OP_ADD_INT, 9, r(9, 0), special(HW_SRC_1_INT, 0));
    alu_test(&p, PUSH_BEFORE, HW_ALU_OP_PRED_SETE_INT, r(9, 0), r(8, 0));
    const uint32_t skip_break = here(&p);
    cf(&p, HW_CF_JUMP, 0, 1);
    const uint32_t do_break = here(&p);
    cf(&p, HW_CF_LOOP_BREAK, 0, 0);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    patch(&p, skip_break, here(&p));
    one(&p, HW_ALU_OP_AND_INT, 10, r(9, 0), special(HW_SRC_1_INT, 0));
    alu_test(&p, PUSH_BEFORE, HW_ALU_OP_PRED_SETNE_INT, r(10, 0), special(HW_SRC_0, 0));
    const uint32_t skip_continue = here(&p);
    cf(&p, HW_CF_JUMP, 0, 1);
    const uint32_t do_continue = here(&p);
    cf(&p, HW_CF_LOOP_CONTINUE, 0, 0);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    patch(&p, skip_continue, here(&p));
    one(&p, HW_ALU_OP_MOV, 11, lit(0), r(0, 0));
    const uint32_t inner = here(&p);
    cf(&p, HW_CF_LOOP_START_DX10, 0, 0);
    alu_test(&p, BREAK, HW_ALU_OP_PRED_SETGT_INT, r(9, 0), r(11, 0));
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, r(7, 0), r(11, 0), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 11, 0, r(11, 0), special(HW_SRC_1_INT, 0), r(0, 0));
    alu_end(&p, ALU);
    cf(&p, HW_CF_LOOP_END, inner + 1, 0);
    patch(&p, inner, here(&p));
    const uint32_t outer_end = here(&p);
    cf(&p, HW_CF_LOOP_END, outer + 1, 0);
    patch(&p, outer, here(&p));
    patch(&p, do_break, outer_end);
    patch(&p, do_continue, outer_end);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned x = 0; x < 64; x++) {
        uint32_t sum = 0;
        for (unsigned i = 0; i != x % 8; i++)
            if (!(i & 1))
                for (unsigned j = 0; j < i; j++)
                    sum += j;
        assert_int_equal(pool_words(m, OUT)[x], sum);
    }
}

/* Lanes that return early are those that break out of a loop around the rest. */
static void test_early_exit_in_tail_wave(void **state)
{
    struct machine m;
    static struct program p;
    machine_init(&m, "juniper");
    m.local[0] = 70; /* the second wavefront has 6 lanes */
    m.groups[0] = 3;
    begin(&p, 70);
    const uint32_t loop = here(&p);
    cf(&p, HW_CF_LOOP_START_DX10, 0, 0);
    one(&p, HW_ALU_OP_ADD_INT, 7, r(7, 0), special(HW_SRC_1_INT, 0));
    alu_test(&p, BREAK, HW_ALU_OP_PRED_SETGT_INT, r(0, 0), r(7, 0));
    cf(&p, HW_CF_LOOP_END, loop + 1, 0);
    patch(&p, loop, here(&p));
    end(&p);
    memset(m.pool + OUT, 0xee, 4096);
    machine_must_run(&m, &p);
    for (unsigned i = 0; i < 210; i++) {
        const uint32_t x = i % 70;
        assert_int_equal(pool_words(&m, OUT)[i], x ? x : 1);
    }
    assert_int_equal(pool_words(&m, OUT)[210], 0xeeeeeeee);
    machine_finish(&m);
}

static void test_group_ids(void **state)
{
    struct machine m;
    static struct program p;
    machine_init(&m, "cedar");
    m.local[0] = 4, m.local[1] = 2, m.local[2] = 2;
    m.groups[0] = 3, m.groups[1] = 2, m.groups[2] = 2;
    m.start[0] = 5;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    /* (group z, y, x less its start) and the linear local id make the index; group x, y, z and
     * local y, z go to the result. */
    op(&p, HW_ALU_OP_SUB_INT, 4, 0, r(1, 0), lit(5), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 4, 1, r(1, 2), lit(2), r(1, 1));
    op(&p, HW_ALU_OP_MULADD_UINT24, 4, 1, r(4, 1), lit(3), r(4, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 4, 2, r(0, 2), lit(2), r(0, 1));
    op(&p, HW_ALU_OP_MULADD_UINT24, 4, 2, r(4, 2), lit(4), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(4, 1), lit(16), r(4, 2));
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 7, 0, r(1, 0), lit(100), r(1, 1));
    op(&p, HW_ALU_OP_MULADD_UINT24, 7, 0, r(7, 0), lit(100), r(1, 2));
    alu_end(&p, ALU);
    end(&p);
    machine_must_run(&m, &p);
    for (unsigned z = 0, i = 0; z < 2; z++)
        for (unsigned y = 0; y < 2; y++)
            for (unsigned x = 0; x < 3; x++)
                for (unsigned item = 0; item < 16; item++, i++)
                    assert_int_equal(pool_words(&m, OUT)[i], (x + 5) * 10000 + y * 100 + z);
    machine_finish(&m);
}

static void test_hang(void **state)
{
    struct machine m;
    static struct program p;
    const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                      .threads = 2,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 0.1};
    machine_init_with(&m, &config);
    begin(&p, 64);
    const uint32_t loop = here(&p);
    cf(&p, HW_CF_LOOP_START_DX10, 0, 0);
    one(&p, HW_ALU_OP_ADD_INT, 7, r(7, 0), special(HW_SRC_1_INT, 0));
    cf(&p, HW_CF_LOOP_END, loop + 1, 0);
    patch(&p, loop, here(&p));
    end(&p);
    machine_must_fail(&m, &p, "kernel test hangs");
    /* The device works on. */
    begin(&p, 64);
    end(&p);
    machine_must_run(&m, &p);
    machine_finish(&m);
}

/* A launch that hardly had the processor is no hang, however long it takes. */
static void test_late(void **state)
{
    static struct sim_launch launch = {.time_limit = 50};
    const int64_t second = 1000000000;
    sim_launch_begin(&launch);
    assert_false(sim_launch_is_late(&launch));
    launch.began_ns -= 100 * second;
    assert_false(sim_launch_is_late(&launch));
    launch.cpu_ns -= 100 * second;
    assert_true(sim_launch_is_late(&launch));
    launch.began_ns += 100 * second;
    assert_false(sim_launch_is_late(&launch));
    launch.began_ns -= 100 * second;
    launch.time_limit = 0;
    assert_false(sim_launch_is_late(&launch));
}

static void test_stack_limits(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->stack = 1;
    begin(&p, 64);
    for (unsigned i = 0; i < 5; i++)
        alu_test(&p, PUSH_BEFORE, HW_ALU_OP_PRED_SETE_INT, r(0, 0), r(0, 0));
    end(&p);
    machine_must_fail(m, &p, "branch stack overflow");
    begin(&p, 64);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    end(&p);
    machine_must_fail(m, &p, "branch stack underflow");
}

/* So many loops inside of each other, and then so many pushes, none of which is taken back. */
static void fill_stack(struct program *p, unsigned loops, unsigned pushes)
{
    uint32_t start[8];
    begin(p, 32);
    for (unsigned i = 0; i < loops; i++) {
        start[i] = here(p);
        cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    }
    for (unsigned i = 0; i < pushes; i++)
        alu_test(p, PUSH_BEFORE, HW_ALU_OP_PRED_SETE_INT, r(0, 0), r(0, 0));
    for (unsigned i = loops; i-- > 0;) {
        cf(p, HW_CF_LOOP_BREAK, here(p) + 1, 0);
        cf(p, HW_CF_LOOP_END, start[i] + 1, 0);
        patch(p, start[i], here(p));
        patch(p, here(p) - 2, here(p) - 1);
    }
    end(p);
}

/* An entry of the stack has 8 subentries where wavefronts have 32 lanes and 4 where they have 64; a
 * loop takes an entry, a push a subentry (R700 manual, section 3.6.5, tables 3.5 and 3.6). */
static void test_stack_entries(void **state)
{
    static const struct {
        const char *chip;
        unsigned entries, loops, pushes;
        bool fits;
    } cases[] = {
        {"cedar", 1, 0, 8, true},   {"cedar", 1, 0, 9, false},   {"cedar", 1, 1, 0, true},
        {"cedar", 1, 1, 1, false},  {"cedar", 2, 1, 8, true},    {"cedar", 2, 1, 9, false},
        {"cedar", 2, 2, 0, true},   {"cypress", 1, 0, 4, true},  {"cypress", 1, 0, 5, false},
        {"cypress", 2, 1, 4, true}, {"cypress", 2, 1, 5, false}, {"cypress", 2, 2, 0, true},
    };
    static struct program p;
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct machine m;
        machine_init(&m, cases[i].chip);
        m.stack = cases[i].entries;
        m.local[0] = 32;
        fill_stack(&p, cases[i].loops, cases[i].pushes);
        if (cases[i].fits)
            machine_must_run(&m, &p);
        else
            machine_must_fail(&m, &p, "branch stack overflow");
        machine_finish(&m);
    }
}

/* Every wavefront leaves its number; after the barrier each reads its neighbour's. The last group
 * of lanes ends before the barrier. */
static void test_barrier(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->local[0] = 256;
    m->groups[0] = 4;
    m->lds_dwords = 256;
    begin(&p, 256);
    alu_begin(&p);
    op(&p, HW_ALU_OP_LSHL_INT, 8, 0, r(0, 0), lit(2), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 8, 1, r(1, 0), lit(1000), r(0, 0));
    lds_write(&p, r(8, 0), r(8, 1));
    alu_end(&p, ALU);
    alu_begin(&p);
    op(&p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    alu_begin(&p);
    op(&p, HW_ALU_OP_XOR_INT, 8, 0, r(8, 0), lit(255 * 4), r(0, 0));
    lds_read(&p, 7, r(8, 0));
    alu_end(&p, ALU);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 1024; i++)
        assert_int_equal(pool_words(m, OUT)[i], i / 256 * 1000 + (255 - i % 256));
}

/* A clause that holds a barrier goes on behind it, with its predicate and registers. */
static void test_barrier_amid_clause(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->local[0] = 128;
    begin(&p, 128);
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, r(0, 0), lit(3), r(0, 0));
    op(&p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 7, 0, r(7, 0), r(7, 0), r(0, 0));
    alu_end(&p, ALU);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 128; i++)
        assert_int_equal(pool_words(m, OUT)[i], 2 * (i + 3));
}

/* A wavefront of which no lane runs waits at a barrier, as well: behind it, it reads what the
 * others wrote before. */
static void test_barrier_without_lanes(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->local[0] = 128;
    m->lds_dwords = 1;
    begin(&p, 128);
    one(&p, HW_ALU_OP_MOV, 8, lit(0), r(0, 0));
    alu_test(&p, PUSH_BEFORE, HW_ALU_OP_PRED_SETGT_INT, r(0, 0), lit(63));
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 8, 1, lit(77), r(0, 0), r(0, 0));
    lds_write(&p, r(8, 0), r(8, 1));
    op(&p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    cf(&p, HW_CF_POP, here(&p) + 1, 1);
    alu_begin(&p);
    lds_read(&p, 7, r(8, 0));
    alu_end(&p, ALU);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 128; i++)
        assert_int_equal(pool_words(m, OUT)[i], 77);
}

/* An instruction that changes the lanes that run, or reads by AR, may not stand in the clause of a
 * barrier, before or behind it. Programs of other drivers have it there. */
static void barrier_beside(struct program *p, const struct alu *beside, bool before)
{
    begin(p, 64);
    alu_begin(p);
    if (beside->dst_relative)
        group(p, &(struct alu){.op = HW_ALU_OP_MOVA_INT, .src = {lit(0)}}, 1);
    if (before)
        group(p, beside, 1);
    op(p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    if (!before)
        group(p, beside, 1);
    op(p, HW_ALU_OP_MOV, 7, 0, lit(5), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    end(p);
}

static const struct alu besides[] = {
    {.op = HW_ALU_OP_PRED_SETGE_INT, .masked = true, .exec = true},
    {.op = HW_ALU_OP_PRED_SETGE_INT, .masked = true, .pred = true},
    {.op = HW_ALU_OP_MOV, .gpr = 8, .dst_relative = true},
    {.op = HW_ALU_OP_MOV, .gpr = 8},
};

/* Mesa and LLVM make such clauses, so they run. */
static void test_barrier_beside(void **state)
{
    struct machine *m = *state;
    static struct program p;

    for (unsigned i = 0; i < 2 * sizeof(besides) / sizeof(*besides); i++) {
        m->local[0] = 64;
        barrier_beside(&p, &besides[i / 2], i & 1);
        machine_must_run(m, &p);
        for (unsigned k = 0; k < 64; k++)
            assert_int_equal(pool_words(m, OUT)[k], 5);
        memset(pool_words(m, OUT), 0, 64 * sizeof(uint32_t));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        machine_test(test_if_else),        machine_test(test_group_with_predicate),
        machine_test(test_nested_loops),   cmocka_unit_test(test_early_exit_in_tail_wave),
        cmocka_unit_test(test_group_ids),  cmocka_unit_test(test_hang),
        machine_test(test_stack_limits),   cmocka_unit_test(test_stack_entries),
        machine_test(test_barrier),        machine_test(test_barrier_amid_clause),
        cmocka_unit_test(test_late),       machine_test(test_barrier_without_lanes),
        machine_test(test_barrier_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
