/* SPDX-License-Identifier: MIT */
/* check_test.c: rules of the checks: which bits of results are undefined, whose an address is, and
 * which accesses conflict. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/sim/check/transfer.h"
#include "driver/sim/exec/report.h"
#include "driver/sim/tests/operands.h"

/* Vectors of one lane that counts, and the rest zeros. */
struct vector {
    uint16_t tags[SIM_LANES];
    sim_vector undefined, origins;
    uint8_t flags;
};

static struct check_vector shadow(struct vector *of)
{
    return (struct check_vector){of->tags, of->undefined, of->origins, &of->flags};
}

/* The bits that a result may have, whatever the undefined bits of its sources are, cannot differ
 * where the result's bits count as defined. */
static void check_bits(const struct sim_alu_lanes *lanes, int map)
{
    static sim_vector value[3], changed[3], result, other;
    static struct vector source[3], to;
    const struct sim_alu_op op = {.map = (int16_t)map, .fn = lanes->alu[map]};
    uint8_t any = 0;
    for (unsigned s = 0; s < 3; s++) {
        for (unsigned i = 0; i < SIM_LANES; i++) {
            value[s][i] = interesting_bits();
            source[s].undefined[i] = i % 4 == s ? random_bits() & random_bits() & random_bits() : 0;
            changed[s][i] = value[s][i] ^ (random_bits() & source[s].undefined[i]);
        }
        check_summarise(shadow(&source[s]), ~0ull);
        any |= source[s].flags;
    }
    const uint32_t *const src[3] = {value[0], value[1], value[2]};
    check_transfer(
        &op, src,
        (const struct check_vector[3]){shadow(&source[0]), shadow(&source[1]), shadow(&source[2])},
        any, shadow(&to));
    op.fn(result, value[0], value[1], value[2], SIM_LANES);
    op.fn(other, changed[0], changed[1], changed[2], SIM_LANES);
    for (unsigned i = 0; i < SIM_LANES; i++)
        if ((result[i] ^ other[i]) & ~to.undefined[i])
            fail_msg("%s(%08x, %08x, %08x) with undefined %08x, %08x, %08x: %08x and %08x, but "
                     "undefined are %08x",
                     hw_alu_info[map].name, value[0][i], value[1][i], value[2][i],
                     source[0].undefined[i], source[1].undefined[i], source[2].undefined[i],
                     result[i], other[i], to.undefined[i]);
}

static void test_undefined_bits_cover_all_results(void **state)
{
    const struct sim_alu_lanes *lanes = sim_lanes_select()->alu;
    for (int map = 0; map < HW_ALU_OP_COUNT; map++)
        for (unsigned round = 0; lanes->alu[map] && round < 200; round++)
            check_bits(lanes, map);
}

/* Computes the shadow of the operation's result from the first lane's `value` and shadows `source`,
 * which `flags` summarises. */
static void transfer_row(int map, const uint32_t value[3], struct vector source[3], uint8_t flags,
                         struct vector *to)
{
    static sim_vector lanes[3];
    const struct sim_alu_op op = {.map = (int16_t)map, .fn = sim_lanes_select()->alu->alu[map]};
    for (unsigned s = 0; s < 3; s++)
        lanes[s][0] = value[s];
    check_transfer(
        &op, (const uint32_t *const[3]){lanes[0], lanes[1], lanes[2]},
        (const struct check_vector[3]){shadow(&source[0]), shadow(&source[1]), shadow(&source[2])},
        flags, shadow(to));
}

struct bits_row {
    int map;
    uint32_t value[3], undefined[3], expected;
};

/* Undefined bits are exact where the operation's meaning decides them. */
static void test_known_bits_decide(void **state)
{
    static const struct bits_row rows[] = {
        {HW_ALU_OP_AND_INT, {0x0ff0, 0, 0}, {0, 0xffff, 0}, 0x0ff0},
        {HW_ALU_OP_OR_INT, {0x0ff0, 0, 0}, {0, 0xffff, 0}, 0xf00f},
        {HW_ALU_OP_XOR_INT, {1, 2, 0}, {0x10, 0x01, 0}, 0x11},
        {HW_ALU_OP_LSHL_INT, {0, 8, 0}, {0xff, 0, 0}, 0xff00},
        {HW_ALU_OP_LSHR_INT, {0, 8, 0}, {0xff00, 0, 0}, 0xff},
        {HW_ALU_OP_ASHR_INT, {0, 8, 0}, {0x80000000, 0, 0}, 0xff800000},
        {HW_ALU_OP_ADD_INT, {0, 0, 0}, {0x100, 0, 0}, 0xffffff00},
        {HW_ALU_OP_BFE_UINT, {0, 4, 8}, {0xff0f, 0, 0}, 0xf0},
        {HW_ALU_OP_BFE_INT, {0, 4, 8}, {0x800, 0, 0}, 0xffffff80},
        {HW_ALU_OP_BFE_INT, {0, 4, 8}, {0x100, 1, 0}, 0xffffffff},
        {HW_ALU_OP_BFI_INT, {0xff, 0, 0}, {0, 0x10f, 0x1f0}, 0x10f},
        {HW_ALU_OP_CNDE_INT, {0, 0, 0}, {0, 0x7, 0x70}, 0x7},
        {HW_ALU_OP_CNDE_INT, {1, 0, 0}, {0, 0x7, 0x70}, 0x70},
        {HW_ALU_OP_SETE_INT, {1, 2, 0}, {0x10, 0, 0}, 0},
        {HW_ALU_OP_SETE_INT, {1, 1, 0}, {0x10, 0, 0}, 0xffffffff},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        static struct vector source[3], to;
        for (unsigned s = 0; s < 3; s++)
            source[s].undefined[0] = rows[i].undefined[s];
        transfer_row(rows[i].map, rows[i].value, source, CHECK_HAS_UNDEFINED, &to);
        if (to.undefined[0] != rows[i].expected)
            fail_msg("%s: %08x, not %08x", hw_alu_info[rows[i].map].name, to.undefined[0],
                     rows[i].expected);
    }
}

struct tag_row {
    int map;
    uint32_t value[3];
    uint16_t tag[3], expected;
};

static void test_tags(void **state)
{
    enum { A = 1, B = 2, X = CHECK_MIXED };
    static const struct tag_row rows[] = {
        {HW_ALU_OP_MOV, {4, 0, 0}, {A, 0, 0}, A},
        {HW_ALU_OP_ADD_INT, {4, 4, 0}, {A, 0, 0}, A},
        {HW_ALU_OP_ADD_INT, {4, 4, 0}, {0, B, 0}, B},
        {HW_ALU_OP_ADD_INT, {4, 4, 0}, {A, B, 0}, X},
        {HW_ALU_OP_ADD_INT, {4, 4, 0}, {0, 0, 0}, 0},
        {HW_ALU_OP_SUB_INT, {4, 4, 0}, {A, 0, 0}, A},
        {HW_ALU_OP_SUB_INT, {4, 4, 0}, {0, A, 0}, X},
        {HW_ALU_OP_SUB_INT, {4, 4, 0}, {A, A, 0}, X},
        {HW_ALU_OP_LSHR_INT, {4, 2, 0}, {A, 0, 0}, A},
        {HW_ALU_OP_LSHR_INT, {4, 2, 0}, {0, A, 0}, X},
        {HW_ALU_OP_OR_INT, {0, 8, 0}, {A, B, 0}, B},
        {HW_ALU_OP_OR_INT, {8, 0, 0}, {A, B, 0}, A},
        {HW_ALU_OP_CNDE_INT, {0, 4, 8}, {0, A, B}, A},
        {HW_ALU_OP_CNDE_INT, {1, 4, 8}, {0, A, B}, B},
        {HW_ALU_OP_CNDE_INT, {1, 4, 8}, {0, A, 0}, 0},
        {HW_ALU_OP_MULADD_UINT24, {1, 4, 8}, {0, 0, B}, B},
        {HW_ALU_OP_MULADD_UINT24, {1, 4, 8}, {A, 0, B}, X},
        {HW_ALU_OP_MULLO_INT, {1, 4, 0}, {A, 0, 0}, X},
        {HW_ALU_OP_SETGT_UINT, {1, 4, 0}, {A, B, 0}, 0},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        static struct vector source[3], to;
        for (unsigned s = 0; s < 3; s++)
            source[s].tags[0] = rows[i].tag[s];
        transfer_row(rows[i].map, rows[i].value, source, CHECK_HAS_TAGS, &to);
        if (to.tags[0] != rows[i].expected)
            fail_msg("row %u, %s: %u, not %u", i, hw_alu_info[rows[i].map].name, to.tags[0],
                     rows[i].expected);
    }
}

static void test_memory(void **state)
{
    struct check_memory memory;
    uint16_t tag;
    uint32_t undefined;
    assert_true(check_memory_init(&memory, 3 * CHECK_PAGE_BYTES));
    check_load_shadow(&memory, 8, 4, &tag, &undefined);
    assert_int_equal(undefined, 0);
    check_memory_forget(&memory, CHECK_PAGE_BYTES - 2, CHECK_PAGE_BYTES + 6);
    check_load_shadow(&memory, CHECK_PAGE_BYTES - 4, 4, &tag, &undefined);
    assert_int_equal(undefined, 0xffff0000);
    check_load_shadow(&memory, CHECK_PAGE_BYTES - 1, 2, &tag, &undefined);
    assert_int_equal(undefined, 0xffff);
    check_load_shadow(&memory, CHECK_PAGE_BYTES + 5, 2, &tag, &undefined);
    assert_int_equal(undefined, 0x00ff);
    check_store_shadow(&memory, CHECK_PAGE_BYTES + 1, 1, 0, 0x80);
    check_load_shadow(&memory, CHECK_PAGE_BYTES, 4, &tag, &undefined);
    assert_int_equal(undefined, 0xffff80ff);
    check_store_shadow(&memory, 16, 4, 5, 0);
    check_load_shadow(&memory, 16, 4, &tag, &undefined);
    assert_int_equal(tag, 5);
    check_load_shadow(&memory, 16, 1, &tag, &undefined);
    assert_int_equal(tag, CHECK_MIXED);
    check_store_shadow(&memory, 3 * CHECK_PAGE_BYTES, 4, 5, 1); /* there is no such dword */
    check_load_shadow(&memory, 3 * CHECK_PAGE_BYTES, 4, &tag, &undefined);
    assert_int_equal(tag, 0);
    check_memory_finish(&memory);
}

/* Races: a story is a list of accesses, of which the last conflicts or not. */
struct step {
    unsigned group, item, epoch, address, bytes;
    bool store, atomic, same;
};
enum { MOST_STEPS = 4 };
struct story {
    const char *name;
    bool conflicts;
    struct step steps[MOST_STEPS];
};

static unsigned reports;
static void count_report(const struct guide *guide, const struct guide_report *report)
{
    (void)guide;
    assert_int_equal(report->check, CHECK_races);
    assert_true(report->has_other);
    reports++;
}

#define LOAD  .bytes = 4
#define STORE .bytes = 4, .store = true
#define ATOM  .bytes = 4, .store = true, .atomic = true
static const struct story stories[] = {
    {"two stores", true, {{0, 0, 0, STORE}, {0, 1, 0, STORE}}},
    {"two stores of one item", false, {{0, 1, 0, STORE}, {0, 1, 0, STORE}}},
    {"two stores with a barrier", false, {{0, 0, 0, STORE}, {0, 1, 1, STORE}}},
    {"a barrier does not order groups", true, {{0, 0, 0, STORE}, {1, 1, 1, STORE}}},
    {"the same item of another group", true, {{0, 0, 0, STORE}, {1, 0, 0, LOAD}}},
    {"store, then load", true, {{0, 0, 0, STORE}, {0, 1, 0, LOAD}}},
    {"load, then store", true, {{0, 0, 0, LOAD}, {0, 1, 0, STORE}}},
    {"two loads", false, {{0, 0, 0, LOAD}, {1, 1, 0, LOAD}}},
    {"loads of two, then a store of the last",
     true,
     {{0, 0, 0, LOAD}, {0, 1, 0, LOAD}, {0, 1, 0, STORE}}},
    {"loads of two, a barrier, a store",
     false,
     {{0, 0, 0, LOAD}, {0, 1, 0, LOAD}, {0, 1, 1, STORE}}},
    {"a load before the barrier and one behind it",
     false,
     {{0, 0, 0, LOAD}, {0, 1, 1, LOAD}, {0, 1, 1, STORE}}},
    {"loads of two groups, then a store of the last",
     true,
     {{0, 0, 0, LOAD}, {1, 1, 0, LOAD}, {1, 1, 3, STORE}}},
    {"atomic operations", false, {{0, 0, 0, ATOM}, {1, 1, 0, ATOM}}},
    {"an atomic operation and a store", true, {{0, 0, 0, ATOM}, {0, 1, 0, STORE}}},
    {"an atomic operation and a load", true, {{0, 0, 0, ATOM}, {0, 1, 0, LOAD}}},
    {"a load, an atomic operation of another", true, {{0, 0, 0, LOAD}, {0, 1, 0, ATOM}}},
    {"that load begins a loop of exchanges",
     false,
     {{0, 0, 0, LOAD}, {0, 1, 0, ATOM}, {0, 0, 0, ATOM}}},
    {"and others go on behind it",
     false,
     {{0, 0, 0, LOAD}, {0, 1, 0, ATOM}, {0, 0, 0, ATOM}, {0, 1, 0, ATOM}}},
    {"other bytes of a dword",
     false,
     {{0, 0, 0, .bytes = 1, .store = true}, {0, 1, 0, 1, .bytes = 1, .store = true}}},
    {"a byte of a dword", true, {{0, 0, 0, STORE}, {0, 1, 0, 3, .bytes = 1}}},
    {"the last of four dwords",
     true,
     {{0, 0, 0, 0, .bytes = 16, .store = true}, {0, 1, 0, 12, LOAD}}},
    {"the dword behind four",
     false,
     {{0, 0, 0, 0, .bytes = 16, .store = true}, {0, 1, 0, 16, LOAD}}},
    {"the same value", false, {{0, 0, 0, STORE}, {0, 1, 0, STORE, .same = true}}},
};

static void run_step(struct sim_check *check, struct sim_launch *launch, const struct step *step)
{
    struct sim_group group = {.launch = launch, .id = {step->group, 0, 0}, .index = step->group};
    const struct sim_wave wave = {.group = &group, .launch = launch};
    const struct check_access access = {.space = GUIDE_POOL,
                                        .lane = step->item,
                                        .word = 2,
                                        .address = step->address,
                                        .bytes = step->bytes,
                                        .store = step->store,
                                        .atomic = step->atomic,
                                        .same = step->same};
    check->group = step->group;
    check->epoch = step->epoch;
    check_race(check, &wave, &access);
}

static void test_races(void **state)
{
    static const struct sim_program program = {.dwords = 16};
    static struct sim_launch launch = {.label = "",
                                       .program = &program,
                                       .wave_size = 64,
                                       .local_size = 64,
                                       .group_count = 8,
                                       .local = {64, 1, 1},
                                       .groups = {8, 1, 1}};
    const struct guide guide = {.report = count_report};
    launch.guide = &guide;
    pthread_mutex_init(&launch.error_mutex, NULL);
    for (unsigned i = 0; i < COUNT(stories); i++) {
        struct sim_check check = {.launch = &launch,
                                  .checks = 1u << CHECK_races,
                                  .doubts = calloc(CHECK_DOUBTS, sizeof(struct check_doubt))};
        assert_non_null(check.doubts);
        assert_true(check_cells_init(&check));
        assert_true(check_memory_init(&check.pool, CHECK_PAGE_BYTES));
        for (unsigned s = 0; s < MOST_STEPS && stories[i].steps[s].bytes; s++)
            run_step(&check, &launch, &stories[i].steps[s]);
        check_doubts_end(&check);
        reports = 0;
        assert_false(sim_reports_hand_out(&launch));
        if (reports != stories[i].conflicts)
            fail_msg("%s: %u reports", stories[i].name, reports);
        check_memory_finish(&check.pool);
        free(check.cells.numbers);
        free(check.doubts);
    }
    pthread_mutex_destroy(&launch.error_mutex);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_undefined_bits_cover_all_results,
                     test_known_bits_decide, test_tags, test_memory, test_races);
}
