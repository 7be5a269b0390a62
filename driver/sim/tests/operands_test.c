/* SPDX-License-Identifier: MIT */
/* operands_test.c: which vectors decoded instructions read and write. Registers R0 to R9 are
 * vectors 0 to 39; the address registers come behind the clause temporaries. */
#include <stdio.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/sim/decode/operands.h"

enum { GPRS = 10, AR = (GPRS + HW_CLAUSE_TEMPS) * 4 };

static const struct sim_program program = {.mode.gprs = GPRS};

static struct sim_src reg(unsigned number, unsigned channel, unsigned relative)
{
    return (struct sim_src){.offset = (number * 4 + channel) * SIM_LANES,
                            .space = SIM_SPACE_WAVE,
                            .relative = (uint8_t)relative};
}

/* "kind index vector", and + where the operand is indexed, for each. */
static void expect(struct sim_operands operands, const char *expected)
{
    static const char *const names[] = {
        [SIM_OPERAND_SOURCE] = "source",   [SIM_OPERAND_HIGH] = "high",
        [SIM_OPERAND_ADDRESS] = "address", [SIM_OPERAND_KEPT] = "kept",
        [SIM_OPERAND_RESULT] = "result",   [SIM_OPERAND_QUEUE] = "queue",
        [SIM_OPERAND_INDEX] = "index",     [SIM_OPERAND_DATA] = "data"};
    char text[512] = "";
    SIM_FOR_OPERANDS(o, operands)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s%u %u%s", *text ? ", " : "",
                 names[o->kind], o->index, o->vector, o->indexed ? "+" : "");
    assert_string_equal(text, expected);
}

static struct sim_alu_op op_of(struct sim_src a, struct sim_src b)
{
    return (struct sim_alu_op){
        .src = {a, b}, .dst = (3 * 4 + 1) * SIM_LANES, .lds_result = {SIM_NO_DST, SIM_NO_DST}};
}

static void test_operations(void **state)
{
    const struct sim_src special = {.special = HW_SRC_MASK_LO, .space = SIM_SPACE_WAVE},
                         constant = {.space = SIM_SPACE_CONST};
    struct sim_alu_op op = op_of(reg(1, 0, 0), reg(2, 3, 0));
    expect(sim_op_reads(&program, &op), "source0 4, source1 11");
    expect(sim_op_writes(&op), "result0 13");
    op.predicate = HW_PRED_SEL_ONE;
    expect(sim_op_reads(&program, &op), "source0 4, source1 11, kept0 13");
    op = op_of(special, constant);
    expect(sim_op_reads(&program, &op), "");
    op.dst = SIM_NO_DST;
    expect(sim_op_writes(&op), "");
}

static void test_indexed_registers(void **state)
{
    struct sim_alu_op op = op_of(reg(1, 2, 1), reg(2, 3, 0));
    char expected[64];
    snprintf(expected, sizeof(expected), "source0 6+, address0 %u, source1 11", AR);
    expect(sim_op_reads(&program, &op), expected);
    op = op_of(reg(1, 2, 0), reg(2, 3, 0));
    op.dst_relative = 4;
    snprintf(expected, sizeof(expected), "source0 6, source1 11, address0 %u", AR + 3);
    expect(sim_op_reads(&program, &op), expected);
    expect(sim_op_writes(&op), "result0 13+");
    /* All registers of the channel, and no other vector. */
    const struct sim_operands writes = sim_op_writes(&op);
    unsigned count = 0;
    SIM_FOR_VECTORS(v, &writes.at[0], &program) {
        assert_int_equal(v, 4 * count + 1);
        count++;
    }
    assert_int_equal(count, GPRS);
}

static void test_pairs(void **state)
{
    struct sim_alu_op op = op_of(reg(1, 0, 0), reg(2, 2, 0));
    op.action = SIM_ACTION_DOUBLE;
    expect(sim_op_reads(&program, &op), "source0 4, high0 5, source1 10, high1 11");
    expect(sim_op_writes(&op), "result0 13, high0 14");
    op = op_of(reg(1, 0, 0), (struct sim_src){0});
    op.action = SIM_ACTION_LDS;
    op.dst = SIM_NO_DST;
    op.lds_result[0] = 80 * SIM_LANES;
    op.lds_result[1] = 81 * SIM_LANES;
    expect(sim_op_reads(&program, &op), "source0 4");
    expect(sim_op_writes(&op), "queue0 80, queue1 81");
}

static void test_fetches(void **state)
{
    struct sim_fetch fetch = {.kind = SIM_FETCH_SAMPLE,
                              .src = 8 * SIM_LANES,
                              .dst = 16 * SIM_LANES,
                              .src_sel = {HW_SEL_Y, HW_SEL_X, HW_SEL_0, HW_SEL_MASK},
                              .dst_sel = {HW_SEL_W, HW_SEL_MASK, HW_SEL_1, HW_SEL_MASK}};
    expect(sim_fetch_reads(&fetch), "index0 9, index1 8");
    expect(sim_fetch_writes(&fetch), "data0 16, data2 18");
    fetch.kind = SIM_FETCH_BUFFER;
    expect(sim_fetch_reads(&fetch), "index0 9");
    fetch.kind = SIM_FETCH_SCRATCH;
    expect(sim_fetch_reads(&fetch), "");
    fetch.indexed = true;
    expect(sim_fetch_reads(&fetch), "index0 9");
}

static void test_stores(void **state)
{
    const struct sim_store raw = {.cf_op = HW_CF_MEM_RAT,
                                  .rat_op = HW_RAT_STORE_RAW,
                                  .comp_mask = 5,
                                  .data = 4 * SIM_LANES,
                                  .index = 12 * SIM_LANES},
                           typed = {.cf_op = HW_CF_MEM_RAT,
                                    .rat_op = HW_RAT_STORE_TYPED,
                                    .comp_mask = 15,
                                    .data = 4 * SIM_LANES,
                                    .index = 12 * SIM_LANES};
    expect(sim_store_reads(&raw), "index0 12, data0 4, data2 6");
    expect(sim_store_reads(&typed), "index0 12, index1 13, index2 14, index3 15, data0 4, data1 5, "
                                    "data2 6, data3 7");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_operations, test_indexed_registers, test_pairs,
                     test_fetches, test_stores);
}
