/* SPDX-License-Identifier: MIT */
/* bounds_test.c: what lies beyond a resource. In streams of other drivers it reads as zeros and
 * writes to it are dropped, as on cards; in our own driver's each is an error. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

enum { OUT = 0x4000, LANES = 64, BOUND = 40, ALU = HW_CF_ALU & 0xf };

static void begin_with(struct machine *m, bool strict)
{
    machine_init_checked(m, strict);
    for (unsigned i = 0; i < 2 * LANES; i++)
        pool_words(m, 0)[i] = 1000 + i;
}

/* State in which resource 1 has so many bytes, and RAT 0 so many dwords. */
static void emit_bounds(struct machine *m, uint32_t bytes, uint32_t dwords)
{
    emit_state(m);
    emit_context(m, HW_R_CB_COLOR_DIM, dwords - 1);
    emit_pool_resource(m, bytes);
}

/* Each lane loads `components` dwords at its number times 4, plus `add`, plus the instruction's
 * offset, and stores the last one. */
static void load_program(struct program *p, uint32_t add, uint32_t offset, unsigned components)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_LSHL_INT, 2, 0, r(0, 0), lit(2), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 2, 0, r(2, 0), lit(add), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 7, 2, 0, components == 4 ? HW_FMT_32_32_32_32 : HW_FMT_32, components);
    p->body[p->body_words - 2] |= HW_SET(VTX_WORD2, OFFSET, offset);
    fetch_end(p);
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 7, 0, r(7, components - 1), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

/* Bytes beyond the end are zero: a lane that reads any of them gets nothing. An index below zero is
 * inside if the offset brings it back. */
static void test_loads(void **state)
{
    static const struct {
        uint32_t add, offset;
        unsigned components;
    } cases[] = {{0, 0, 1}, {0, 8, 1},           {2, 0, 1},           {0, 0, 4},
                 {0, 4, 4}, {0xfffffff8u, 8, 1}, {0xfffffff8u, 4, 1}, {0x80000000u, 0, 1}};
    static struct program p;
    for (unsigned c = 0; c < COUNT(cases); c++) {
        struct machine m;
        begin_with(&m, false);
        memset(m.pool + OUT, 0xee, LANES * 4);
        load_program(&p, cases[c].add, cases[c].offset, cases[c].components);
        emit_bounds(&m, BOUND * 4, POOL_BYTES / 4);
        machine_must_run(&m, &p);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            const uint32_t at = lane * 4 + cases[c].add + cases[c].offset;
            uint32_t wanted = 0;
            if (at <= (BOUND - cases[c].components) * 4)
                memcpy(&wanted, m.pool + at + (cases[c].components - 1) * 4, 4);
            assert_int_equal(pool_words(&m, OUT)[lane], wanted);
        }
        machine_finish(&m);
    }
}

/* The kernel cuts a resource that reaches over its object's end: what is behind that is zero. */
static void test_loads_beyond_object(void **state)
{
    static struct program p;
    struct machine m;
    begin_with(&m, false);
    pool_words(&m, POOL_BYTES - 4)[0] = 77;
    load_program(&p, POOL_BYTES - 4, 0, 1);
    emit_bounds(&m, 2 * POOL_BYTES, POOL_BYTES / 4);
    machine_must_run(&m, &p);
    for (unsigned lane = 0; lane < LANES; lane++)
        assert_int_equal(pool_words(&m, OUT)[lane], lane ? 0 : 77);
    machine_finish(&m);
}

static void test_our_loads(void **state)
{
    static struct program p;
    struct machine m;
    begin_with(&m, true);
    load_program(&p, 0, 0, 1);
    emit_bounds(&m, BOUND * 4, POOL_BYTES / 4);
    machine_must_fail(&m, &p,
                      "work-item (40, 0, 0) of group (0, 0, 0): load of 4 bytes at pool "
                      "address 0xa0 lies outside the 160 bytes that are bound");
    machine_finish(&m);
}

/* Each lane stores 5, 6, 7 and 8, but for what the mask leaves out, from its number on. */
static void store_program(struct program *p, unsigned mask)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_LSHL_INT, 3, 0, r(0, 0), lit(2), r(0, 0));
    for (unsigned c = 0; c < 4; c++)
        op(p, HW_ALU_OP_MOV, 7, c, lit(5 + c), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, mask);
    finish(p);
}

static void test_stores(void **state)
{
    static const unsigned masks[] = {0xf, 0x1, 0x9, 0x4};
    static const uint32_t bounds[] = {1, 2, BOUND, BOUND + 1, BOUND + 3, LANES * 4 - 1};
    static struct program p;
    for (unsigned i = 0; i < COUNT(masks) * COUNT(bounds); i++) {
        const unsigned mask = masks[i % COUNT(masks)];
        const uint32_t bound = bounds[i / COUNT(masks)];
        struct machine m;
        begin_with(&m, false);
        memset(m.pool, 0, LANES * 16);
        store_program(&p, mask);
        emit_bounds(&m, POOL_BYTES, bound);
        machine_must_run(&m, &p);
        for (uint32_t k = 0; k < LANES * 4; k++)
            assert_int_equal(pool_words(&m, 0)[k],
                             k < bound && (mask >> k % 4 & 1) ? 5 + k % 4 : 0);
        machine_finish(&m);
    }
}

/* Our own driver's RAT is all memory; and what a RAT claims that its object has not is an error of
 * any driver's, as it would be another one's memory. */
static void test_wrong_stores(void **state)
{
    static struct program p;
    struct machine m;
    store_program(&p, 1);
    begin_with(&m, true);
    emit_bounds(&m, POOL_BYTES, BOUND);
    machine_must_fail(&m, &p, "store of 4 bytes at pool address 0xa0 lies outside the 160 bytes");
    machine_finish(&m);
    begin_with(&m, false);
    emit_bounds(&m, POOL_BYTES, BOUND);
    emit_context(&m, HW_R_CB_COLOR_BASE, (POOL_BYTES - 256) >> 8);
    emit_reloc(&m, m.pool_handle);
    emit_context(&m, HW_R_CB_COLOR_DIM, 80 - 1);
    emit_context(&m, HW_R_CB_COLOR_PITCH, 2047);
    machine_must_fail(&m, &p, "lies outside the 256 bytes that are bound");
    machine_finish(&m);
}

/* R7 is dword 4 * `index` of constant buffer 0, of which 256 bytes are bound. */
static void constant_program(struct program *p, unsigned index)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_MOV, 7, 0, special(HW_SRC_KCACHE0 + index, 0), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

static void test_constants(void **state)
{
    static struct program p;
    for (unsigned i = 0; i < 4; i++) {
        const bool strict = i & 1;
        const unsigned index = i & 2 ? 16 : 15;
        struct machine m;
        begin_with(&m, strict);
        m.consts[15 * 4] = 15;
        m.consts[16 * 4] = 16;
        constant_program(&p, index);
        emit_bounds(&m, POOL_BYTES, POOL_BYTES / 4);
        emit_context(&m, HW_R_SQ_ALU_CONST_BUFFER_SIZE_LS, 1);
        if (strict && index == 16)
            machine_must_fail(&m, &p, "reads dword 64 of constant buffer 0, which has 64");
        else
            machine_must_run(&m, &p);
        if (!strict || index == 15)
            assert_int_equal(pool_words(&m, OUT)[0], index == 15 ? 15 : 0);
        machine_finish(&m);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_loads, test_loads_beyond_object, test_our_loads,
                     test_stores, test_wrong_stores, test_constants);
}
