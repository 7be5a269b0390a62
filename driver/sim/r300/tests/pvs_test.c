/* SPDX-License-Identifier: MIT */
/* pvs_test.c: vertex programs made by hand. */
#include "ci/tests/run_tests.h"
#include "driver/sim/r300/pvs.h"

#include <string.h>

static struct r300 r;
static struct r500_state registers;
static struct pvs_program program;
static char error[SIM_ERROR_SIZE];
static struct sim_config config;
static struct sim_dispatcher dispatcher = {.config = &config};

static int begin(void **state)
{
    memset(&r, 0, sizeof(r));
    memset(&registers, 0, sizeof(registers));
    memset(&program, 0, sizeof(program));
    r.state = &registers;
    r.dispatcher = &dispatcher;
    r.error = error;
    return 0;
}

/* An instruction that writes all of temporary `to`; sources are temporaries as they are. */
static void put(unsigned at, unsigned op, unsigned to, unsigned a, unsigned b, unsigned c)
{
    const unsigned of[3] = {a, b, c};

    r.pvs[at][0] = (op & 63) | (op >= PVS_MATH ? 1u << 6 : 0) | to << 13 | 0xfu << 20;
    for (unsigned i = 0; i < 3; i++)
        r.pvs[at][1 + i] = of[i] << 5 | 0u << 13 | 1u << 16 | 2u << 19 | 3u << 22;
}

static void run(unsigned last, struct pvs_vertex *vertex)
{
    registers.reg[HW_R500_R_VAP_PVS_CODE_CNTL_0 / 4] = last << 20;
    assert_true(pvs_read(&r, &program));
    assert_true(pvs_run(&r, &program, vertex));
}

static void test_arithmetic(void **state)
{
    struct pvs_vertex v = {.temp = {{1, -2, 3.5f, 0}, {2, 4, -1, 0.5f}, {1, 1, 1, 1}}};
    put(0, PVS_MAD, 3, 0, 1, 2);
    put(1, PVS_DOT, 4, 0, 1, 2);
    put(2, PVS_SLT, 5, 0, 1, 2);
    put(3, PVS_RCP, 6, 1, 1, 1);
    put(4, PVS_FRC, 7, 0, 0, 0);
    run(4, &v);
    assert_true(v.temp[3][0] == 3 && v.temp[3][1] == -7 && v.temp[3][2] == -2.5f);
    assert_true(v.temp[4][0] == -9.5f && v.temp[4][3] == -9.5f);
    assert_true(v.temp[5][0] == 1 && v.temp[5][2] == 0 && v.temp[5][3] == 1);
    assert_true(v.temp[6][1] == 0.5f);
    assert_true(v.temp[7][1] == 0 && v.temp[7][2] == 0.5f);
}

/* A loop of 3 rounds, inside of one of 5: the instructions that entries name come before them. */
static void test_loops(void **state)
{
    struct pvs_vertex v = {.temp = {{0}, {1, 1, 1, 1}}};
    put(2, PVS_ADD, 0, 0, 1, 1);
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_OPC / 4] = 2 | 2 << 2;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4] = 1 | 3u << 16;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4 + 1] = 2 | 2u << 16;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4 + 2] = 0 | 5u << 16;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4 + 3] = 3 | 1u << 16;
    run(4, &v);
    assert_true(v.temp[0][0] == 15);
}

/* A loop that changes nothing ends early, but not one that goes on to other registers. */
static void test_settled(void **state)
{
    struct pvs_vertex v = {.temp = {{0}, {1, 1, 1, 1}, {1, 1, 1, 1}}};
    put(1, PVS_MAX, 2, 1, 1, 1);
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_OPC / 4] = 2;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_LOOP_INDEX / 4] = 1 << 8;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4] = 0 | 5u << 16;
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_ADDRS / 4 + 1] = 1 | 1u << 16;
    run(2, &v);
    assert_true(v.temp[2][0] == 1 && v.temp[3][0] == 0);
    r.pvs[1][0] |= 1u << 12; /* the register is counted from the loop's index */
    run(2, &v);
    assert_true(v.temp[3][0] == 1 && v.temp[6][0] == 1 && v.temp[7][0] == 0);
}

/* A branch inside one that is not taken: its counter is 2, and both ends lead back. */
static void test_predicates(void **state)
{
    struct pvs_vertex v = {.temp = {{0}, {0}, {7, 7, 7, 7}}};
    put(0, PVS_PRED_NEQ, 0, 1, 1, 1);
    put(1, PVS_PUSH_NEQ, 0, 0, 2, 2);
    put(2, PVS_ADD, 3, 2, 2, 2);
    r.pvs[2][0] |= 1u << 26 | 1u << 27; /* where the predicate is set */
    run(2, &v);
    assert_true(v.temp[0][3] == 2 && v.temp[3][0] == 0 && !v.predicate);
    put(0, PVS_PRED_POP, 0, 0, 0, 0);
    put(1, PVS_PRED_INV, 0, 0, 0, 0);
    for (unsigned c = 0; c < 4; c++)
        v.temp[0][c] = 2;
    run(2, &v);
    assert_true(v.temp[0][3] == 0 && v.predicate && v.temp[3][0] == 14);
}

static void test_refused(void **state)
{
    put(0, 60, 0, 0, 0, 0);
    assert_false(pvs_read(&r, &program));
    assert_non_null(strstr(error, "vertex program, instruction 0"));
    put(0, PVS_ADD, 0, 0, 0, 0);
    registers.reg[HW_R500_R_VAP_PVS_FLOW_CNTL_OPC / 4] = 3;
    assert_false(pvs_read(&r, &program));
    assert_non_null(strstr(error, "calls are not supported"));
}

#define fresh_test(f) cmocka_unit_test_setup(f, begin)

int main(void)
{
    return RUN_TESTS(fresh_test, test_arithmetic, test_loops, test_settled, test_predicates,
                     test_refused);
}
