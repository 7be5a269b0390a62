/* SPDX-License-Identifier: MIT */
/* memory_test.c: loads and stores of every size, atomics, LDS, scratch, and faults. */
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

enum { IN = 0x1000, OUT = 0x4000, RETURNED = 0x80000, ALU = HW_CF_ALU & 0xf };

/* R3.x: dword index of the result at OUT; R2.x: byte address IN + lane * stride + offset. */
static void begin(struct program *p, uint32_t stride, uint32_t offset)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MULADD_UINT24, 2, 0, r(0, 0), lit(stride), lit(IN + offset));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    alu_end(p, ALU);
}

static void end(struct program *p)
{
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

struct load_case {
    unsigned format, bytes;
    uint32_t stride, offset;
    bool is_signed;
};

static void test_loads(void **state)
{
    static const struct load_case cases[] = {
        {HW_FMT_32, 4, 4, 0, false},  {HW_FMT_32, 4, 0, 8, false}, {HW_FMT_32, 4, 4, 3, false},
        {HW_FMT_32, 4, 20, 1, false}, {HW_FMT_8, 1, 1, 0, false},  {HW_FMT_8, 1, 3, 1, true},
        {HW_FMT_16, 2, 2, 0, false},  {HW_FMT_16, 2, 6, 1, true},
    };
    struct machine *m = *state;
    static struct program p;
    for (unsigned i = 0; i < 4096; i++)
        m->pool[IN + i] = (uint8_t)(i * 37 + (i >> 5));
    for (size_t c = 0; c < COUNT(cases); c++) {
        begin(&p, cases[c].stride, cases[c].offset);
        fetch_begin(&p);
        (cases[c].is_signed ? load_signed(&p, 7, 2, 0, cases[c].format)
                            : load(&p, 7, 2, 0, cases[c].format, 1));
        fetch_end(&p);
        end(&p);
        machine_must_run(m, &p);
        for (unsigned i = 0; i < 64; i++) {
            uint32_t wanted = 0;
            memcpy(&wanted, m->pool + IN + i * cases[c].stride + cases[c].offset, cases[c].bytes);
            const unsigned spare = 32 - cases[c].bytes * 8;
            if (cases[c].is_signed)
                wanted = (uint32_t)((int32_t)(wanted << spare) >> spare);
            assert_int_equal(pool_words(m, OUT)[i], wanted);
        }
    }
}

static void test_vectors(void **state)
{
    struct machine *m = *state;
    static struct program p;
    for (unsigned i = 0; i < 256; i++)
        pool_words(m, IN)[i] = i * 0x01010101;
    begin(&p, 16, 0);
    fetch_begin(&p);
    load(&p, 7, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(&p);
    alu_begin(&p);
    op(&p, HW_ALU_OP_LSHL_INT, 3, 0, r(0, 0), lit(2), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 0x7);
    finish(&p);
    memset(m->pool + OUT, 0xaa, 1024);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 256; i++)
        assert_int_equal(pool_words(m, OUT)[i], i % 4 == 3 ? 0xaaaaaaaa : i * 0x01010101);
}

/* Bytes written by MSKOR, four lanes to a dword. */
static void test_byte_stores(void **state)
{
    struct machine *m = *state;
    static struct program p;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_AND_INT, 4, 0, r(0, 0), lit(3), r(0, 0));
    op(&p, HW_ALU_OP_LSHL_INT, 4, 0, r(4, 0), lit(3), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 4, 1, r(0, 0), lit(7), r(0, 0));
    op(&p, HW_ALU_OP_LSHL_INT, 7, 0, r(4, 1), r(4, 0), r(0, 0));
    op(&p, HW_ALU_OP_LSHL_INT, 7, 3, lit(255), r(4, 0), r(0, 0));
    op(&p, HW_ALU_OP_LSHR_INT, 3, 0, r(0, 0), lit(2), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_MSKOR, 0, 7, 3, 0xf);
    finish(&p);
    memset(m->pool + OUT, 0xcc, 128);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(m->pool[OUT + i], i + 7);
    assert_int_equal(m->pool[OUT + 64], 0xcc);
    /* The bytes of the mask count, not the dword around them. */
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, OUT, 64, true), 0);
    machine_must_run(m, &p);
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, OUT, 64, false), 0);
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, OUT, 63, true), 0);
    machine_must_fail(m, &p,
                      "work-item (63, 0, 0) of group (0, 0, 0): store of 1 bytes at pool "
                      "address 0x403f lies outside every live buffer");
}

/* All lanes of many groups add to one counter; each gets a number of its own back. */
static void test_atomic_with_return(void **state)
{
    struct machine *m = *state;
    static struct program p;
    static bool seen[64 * 50];
    m->groups[0] = 50;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_MULADD_UINT24, 4, 0, r(1, 0), lit(64), r(0, 0)); /* global id */
    op(&p, HW_ALU_OP_MOV, 5, 0, lit(1), r(0, 0), r(0, 0));
    /* The element where the old value goes: ((SE * 256 + wave) * 64) + lane */
    op(&p, HW_ALU_OP_MULADD_UINT24, 5, 1, special(HW_SRC_SE_ID, 0), lit(256),
       special(HW_SRC_HW_WAVE_ID, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 5, 1, r(5, 1), lit(64), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 5, 2, r(5, 1), lit(4), lit(RETURNED));
    op(&p, HW_ALU_OP_MOV, 6, 0, lit(IN / 4), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(4, 0), lit(OUT / 4), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_ADD_RTN, 0, 5, 6, 0xf);
    cf(&p, HW_CF_WAIT_ACK, 0, 0);
    fetch_begin(&p);
    load(&p, 7, 5, 2, HW_FMT_32, 1);
    fetch_end(&p);
    end(&p);
    pool_words(m, IN)[0] = 0;
    machine_must_run(m, &p);
    assert_int_equal(pool_words(m, IN)[0], 64 * 50);
    memset(seen, 0, sizeof(seen));
    for (unsigned i = 0; i < 64 * 50; i++) {
        const uint32_t old = pool_words(m, OUT)[i];
        assert_true(old < 64 * 50);
        assert_false(seen[old]);
        seen[old] = true;
    }
}

struct atomic_case {
    unsigned op;
    uint32_t old, x, w, wanted;
};

static void test_atomics(void **state)
{
    static const struct atomic_case cases[] = {
        {HW_RAT_ADD, 5, 7, 0, 12},
        {HW_RAT_SUB, 5, 7, 0, 0xfffffffe},
        {HW_RAT_RSUB, 5, 7, 0, 2},
        {HW_RAT_MIN_INT, 3, 0xffffffff, 0, 0xffffffff},
        {HW_RAT_MIN_UINT, 3, 0xffffffff, 0, 3},
        {HW_RAT_MAX_INT, 3, 0xffffffff, 0, 3},
        {HW_RAT_MAX_UINT, 3, 0xffffffff, 0, 0xffffffff},
        {HW_RAT_AND, 0xff0, 0x0ff, 0, 0x0f0},
        {HW_RAT_OR, 0xf00, 0x0f0, 0, 0xff0},
        {HW_RAT_XOR, 0xff0, 0x0ff, 0, 0xf0f},
        {HW_RAT_CMPXCHG_INT, 9, 4, 9, 4},
        {HW_RAT_CMPXCHG_INT, 9, 4, 8, 9},
        {HW_RAT_INC_UINT, 4, 4, 0, 0},
        {HW_RAT_INC_UINT, 3, 4, 0, 4},
        {HW_RAT_DEC_UINT, 0, 4, 0, 4},
        {HW_RAT_DEC_UINT, 3, 4, 0, 2},
        {HW_RAT_MSKOR, 0xffffffff, 0x00120000, 0x00ff0000, 0xff12ffff},
        {HW_RAT_MSKOR, 0xffffffff, 0x00000120, 0x00000ff0, 0xfffff12f},
        {HW_RAT_MSKOR, 0, 0xbeef0000, 0xffff0000, 0xbeef0000},
    };
    struct machine *m = *state;
    static struct program p;
    m->local[0] = 1;
    for (size_t c = 0; c < COUNT(cases); c++) {
        memset(&p, 0, sizeof(p));
        alu_begin(&p);
        op(&p, HW_ALU_OP_MOV, 7, 0, lit(cases[c].x), r(0, 0), r(0, 0));
        op(&p, HW_ALU_OP_MOV, 7, 3, lit(cases[c].w), r(0, 0), r(0, 0));
        op(&p, HW_ALU_OP_MOV, 3, 0, lit(OUT / 4), r(0, 0), r(0, 0));
        alu_end(&p, ALU);
        rat(&p, HW_CF_MEM_RAT, cases[c].op, 0, 7, 3, 0xf);
        finish(&p);
        pool_words(m, OUT)[0] = cases[c].old;
        machine_must_run(m, &p);
        assert_int_equal(pool_words(m, OUT)[0], cases[c].wanted);
    }
}

/* LDS operations: all lanes on one dword, or each on its own. */

static void lds(struct program *p, unsigned lds_op, struct src address, struct src a, struct src b,
                unsigned offset)
{
    group(p,
          &(struct alu){.op = HW_ALU_OP_LDS_IDX_OP,
                        .lds_op = lds_op,
                        .lds_offset = offset,
                        .src = {address, a, b}},
          1);
}

static void test_lds(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->lds_dwords = 256;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    lds(&p, HW_LDS_WRITE, lit(0), lit(100), r(0, 0), 0);
    lds(&p, HW_LDS_ADD_RET, lit(0), special(HW_SRC_1_INT, 0), r(0, 0), 0);
    lds(&p, HW_LDS_READ_RET, lit(0), r(0, 0), r(0, 0), 0);
    /* Old value, then the sum of all: both from one queue, in order. */
    op(&p, HW_ALU_OP_SUB_INT, 7, 0, special(HW_SRC_LDS_OQ_A_POP, 0), lit(100), r(0, 0));
    op(&p, HW_ALU_OP_SUB_INT, 7, 1, special(HW_SRC_LDS_OQ_A_POP, 0), lit(100), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 7, 0, r(7, 1), lit(1000), r(7, 0));
    /* Bytes: each lane writes one, and reads its neighbour's sign-extended. */
    op(&p, HW_ALU_OP_ADD_INT, 8, 0, r(0, 0), lit(512), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 8, 1, r(0, 0), lit(100), r(0, 0));
    lds(&p, HW_LDS_BYTE_WRITE, r(8, 0), r(8, 1), r(0, 0), 0);
    op(&p, HW_ALU_OP_XOR_INT, 8, 0, r(8, 0), special(HW_SRC_1_INT, 0), r(0, 0));
    lds(&p, HW_LDS_BYTE_READ_RET, r(8, 0), r(0, 0), r(0, 0), 0);
    op(&p, HW_ALU_OP_MOV, 7, 1, special(HW_SRC_LDS_OQ_A_POP, 0), r(0, 0), r(0, 0));
    /* Pairs. */
    op(&p, HW_ALU_OP_LSHL_INT, 8, 2, r(0, 0), lit(3), r(0, 0));
    lds(&p, HW_LDS_WRITE_REL, r(8, 2), r(0, 0), r(8, 1), 1);
    lds(&p, HW_LDS_READ_REL_RET, r(8, 2), r(0, 0), r(0, 0), 1);
    op(&p, HW_ALU_OP_MOV, 7, 2, special(HW_SRC_LDS_OQ_A_POP, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MULADD_UINT24, 7, 2, special(HW_SRC_LDS_OQ_B_POP, 0), lit(1000), r(7, 2));
    op(&p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(0, 0), lit(3), lit(OUT / 4));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 7);
    finish(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t *out = pool_words(m, OUT) + i * 3;
        assert_int_equal(out[0], 64000 + i);
        assert_int_equal(out[1], (uint32_t)(int8_t)((i ^ 1) + 100));
        assert_int_equal(out[2], (i + 100) * 1000 + i);
    }
}

static void test_lds_bounds(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->lds_dwords = 16;
    begin(&p, 4, 0);
    alu_begin(&p);
    op(&p, HW_ALU_OP_LSHL_INT, 4, 0, r(0, 0), lit(2), r(0, 0));
    lds(&p, HW_LDS_WRITE, r(4, 0), r(0, 0), r(0, 0), 0);
    alu_end(&p, ALU);
    end(&p);
    machine_must_fail(
        m, &p, "work-item (16, 0, 0) of group (0, 0, 0): store of 4 bytes at local address 0x40");
}

/* Scratch: four dwords at a dynamic element, and back. */
static void scratch(struct program *p, uint32_t elements, uint32_t mask)
{
    begin(p, 4, 0);
    alu_begin(p);
    op(p, HW_ALU_OP_AND_INT, 5, 0, r(0, 0), lit(elements - 1), r(0, 0));
    for (unsigned c = 0; c < 4; c++)
        op(p, HW_ALU_OP_ADD_INT, 4, c, r(0, 0), lit(c * 1000), r(0, 0));
    alu_end(p, ALU);
    p->clause_of[p->cf_words / 2] = -1;
    p->cf[p->cf_words++] =
        HW_SET(CF_ALLOC_WORD0, TYPE, HW_MEM_WRITE_IND) | HW_SET(CF_ALLOC_WORD0, RW_GPR, 4) |
        HW_SET(CF_ALLOC_WORD0, INDEX_GPR, 5) | HW_SET(CF_ALLOC_WORD0, ELEM_SIZE, 3) |
        HW_SET(CF_ALLOC_WORD0, ARRAY_BASE, 1);
    p->cf[p->cf_words++] =
        HW_SET(CF_BUF_WORD1, COMP_MASK, mask) | HW_SET(CF_BUF_WORD1, CF_INST, HW_CF_MEM_SCRATCH);
    fetch_begin(p);
    uint32_t *w = p->body + p->body_words;
    w[0] = HW_SET(MEM_WORD0, MEM_INST, HW_MEM_INST) | HW_SET(MEM_WORD0, ELEM_SIZE, 0) |
           HW_SET(MEM_WORD0, INDEXED, 1) | HW_SET(MEM_WORD0, SRC_GPR, 6);
    w[1] = HW_SET(VTX_WORD1, DST_GPR, 7) | HW_SET(VTX_WORD1, DST_SEL_Y, 7) |
           HW_SET(VTX_WORD1, DST_SEL_Z, 7) | HW_SET(VTX_WORD1, DST_SEL_W, 7);
    w[2] = HW_SET(MEM_WORD2, ARRAY_BASE, 4 + 2);
    w[3] = 0;
    p->body_words += 4;
    /* The element is four dwords; the read counts single ones. */
    const uint32_t body = p->clause_start;
    alu_begin(p);
    op(p, HW_ALU_OP_LSHL_INT, 6, 0, r(5, 0), lit(2), r(0, 0));
    alu_end(p, ALU);
    p->clause_start = body;
    p->clause_of[p->cf_words / 2] = (int32_t)body;
    p->cf[p->cf_words++] = 0;
    p->cf[p->cf_words++] = HW_SET(CF_WORD1, CF_INST, HW_CF_TC);
    end(p);
}

static void test_scratch(void **state)
{
    struct machine *m = *state;
    static struct program p;
    m->scratch_dwords = 20;
    m->groups[0] = 8;
    scratch(&p, 4, 0xf);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(pool_words(m, OUT)[i], i + 2000);
    scratch(&p, 8, 0xf);
    machine_must_fail(m, &p, "store of private memory at byte 0x50; a work-item has 80 bytes");
}

/* Each lane loads a dword at its number times 4, less 8, plus the instruction's offset. */
static void offset_program(struct program *p, uint32_t offset)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_LSHL_INT, 2, 0, r(0, 0), lit(2), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 2, 0, r(2, 0), lit(0xfffffff8u), r(0, 0));
    alu_end(p, ALU);
    fetch_begin(p);
    load(p, 7, 2, 0, HW_FMT_32, 1);
    p->body[p->body_words - 2] |= HW_SET(VTX_WORD2, OFFSET, offset);
    fetch_end(p);
    end(p);
}

/* Index times stride plus offset is a number of 32 bits: compilers take the offset of a constant
 * that they add to any index, a negative one, too. */
static void test_offsets_wrap(void **state)
{
    struct machine *m = *state;
    static struct program p;
    offset_program(&p, 12);
    for (unsigned i = 0; i < 70; i++)
        pool_words(m, 0)[i] = 1000 + i;
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(pool_words(m, OUT)[i], 1001 + i);
}

/* Without the offset the first two lanes are far outside. */
static void test_no_wrap_without_offset(void **state)
{
    struct machine *m = *state;
    static struct program p;
    offset_program(&p, 4);
    machine_must_fail(m, &p,
                      "work-item (0, 0, 0) of group (0, 0, 0): load of 4 bytes at pool address "
                      "0xfffffffc lies outside");
}

/* Append counters: each lane adds its number and one, and gets what was there. */
static void gds(struct program *p, unsigned gpr, unsigned src_gpr, unsigned gds_op,
                unsigned counter)
{
    uint32_t *w = p->body + p->body_words;
    w[0] = 2 | 4 << 8 | src_gpr << 11 | 4 << 20 | 0 << 23 | 1 << 26;
    w[1] = gpr | gds_op << 9 | counter << 26 | 1u << 30;
    w[2] = 0 | 7 << 3 | 7 << 6 | 7 << 9;
    w[3] = 0;
    p->body_words += 4;
}

static void gds_end(struct program *p)
{
    fetch_end(p);
    p->cf[p->cf_words - 1] ^= HW_SET(CF_WORD1, CF_INST, HW_CF_TC ^ HW_CF_GDS);
}

static void test_append_counter(void **state)
{
    struct machine m;
    static struct program p;
    static bool seen[128 * 50];
    machine_init(&m, "juniper");
    m.groups[0] = 50;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_MULADD_UINT24, 3, 0, r(1, 0), lit(64), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 5, 0, lit(2), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    fetch_begin(&p);
    gds(&p, 7, 5, HW_LDS_ADD_RET, 3);
    gds_end(&p);
    end(&p);
    for (unsigned run = 0; run < 2; run++) { /* the second goes on where the first ended */
        memset(seen, 0, sizeof(seen));
        machine_must_run(&m, &p);
        for (unsigned i = 0; i < 64 * 50; i++) {
            const uint32_t old = pool_words(&m, OUT)[i] - run * 64 * 50 * 2;
            assert_true(old < 64 * 50 * 2 && old % 2 == 0 && !seen[old]);
            seen[old] = true;
        }
    }
    machine_finish(&m);
}

/* An operation on a counter, or on the memory in its place. */
static void counter_must_fail(struct machine *m, unsigned operation, unsigned counter, bool memory,
                              const char *text)
{
    static struct program p;
    begin(&p, 4, 0);
    fetch_begin(&p);
    gds(&p, 7, 5, operation, counter);
    if (memory)
        p.body[p.body_words - 3] &= ~(1u << 30);
    gds_end(&p);
    end(&p);
    machine_must_fail(m, &p, text);
}

/* Compare and swap: lane 5 finds 5 and makes it 100. */
static void test_counter_operations(void **state)
{
    struct machine *m = *state;
    static struct program p;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 5, 0, r(0, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 5, 1, lit(100), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 6, 0, lit(5), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    fetch_begin(&p);
    gds(&p, 8, 6, HW_LDS_XCHG_RET, 11);
    gds_end(&p);
    fetch_begin(&p);
    gds(&p, 7, 5, HW_LDS_CMP_XCHG_RET, 11);
    gds_end(&p);
    end(&p);
    machine_must_run(m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(pool_words(m, OUT)[i], i <= 5 ? 5 : 100);
    counter_must_fail(m, HW_LDS_ADD_RET, 12, false, "there is no append counter 12");
    counter_must_fail(m, HW_LDS_BYTE_READ_RET, 1, false,
                      "operation BYTE_READ_RET on a counter is not supported");
    counter_must_fail(m, HW_LDS_ADD_RET, 1, true, "only append counters are supported");
}

/* Faults. */

static void test_annotations(void **state)
{
    struct machine *m = *state;
    static struct program p;
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, IN, 256, true), 0);
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, OUT, 252, true), 0);
    begin(&p, 4, 0);
    fetch_begin(&p);
    load(&p, 7, 2, 0, HW_FMT_32, 1);
    fetch_end(&p);
    end(&p);
    machine_must_fail(
        m, &p,
        "kernel test, work-item (63, 0, 0) of group (0, 0, 0): store of 4 bytes at pool "
        "address 0x40fc lies outside every live buffer; nearest is [0x4000, 0x40fc)");
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, OUT, 256, true), 0);
    machine_must_run(m, &p);
    assert_int_equal(sim_gem_annotate(m->device, m->pool_handle, IN + 128, 128, false), 0);
    machine_must_fail(
        m, &p, "work-item (32, 0, 0) of group (0, 0, 0): load of 4 bytes at pool address 0x1080");
}

static void test_out_of_object(void **state)
{
    struct machine *m = *state;
    static struct program p;
    begin(&p, 1 << 15, 0);
    fetch_begin(&p);
    load(&p, 7, 2, 0, HW_FMT_32, 1);
    fetch_end(&p);
    end(&p);
    machine_must_fail(
        m, &p,
        "load of 4 bytes at pool address 0x101000 lies outside the 1048576 bytes that are "
        "bound");
}

/* MEM_RAT NOP holds addresses against an alignment; lanes that take no part do not matter. */
static void test_alignment(void **state)
{
    static const struct {
        unsigned mask;
        uint32_t stride, offset;
        const char *fault;
        unsigned rat_id;
    } cases[] = {
        {2 | 4, 8, 0, NULL, 0},
        {2 | 4, 8, 4, "not aligned to 8 bytes", 0},
        {2 | 4 | 1, 16, 8, "load at pool address 0x1008, which is not aligned to 16 bytes", 1},
        {2 | 4, 128, 64, "not aligned to 128 bytes", 4},
        {4, 4, 0, NULL, 0},
        {4, 4, 2, "store at pool address 0x1002, which is not aligned to 4 bytes", 0},
        {4, 2, 0, "work-item (1, 0, 0)", 0},
        {2, 2, 0, NULL, 0},
        {2, 4, 1, "not aligned to 2 bytes", 0},
        {1 | 2 | 8, 2, 1, "load at private address 0x1001, which is not aligned to 2 bytes", 0},
        {0, 1, 1, NULL, 0},
        {1 | 8, 1, 1, NULL, 0},
    };
    struct machine *m = *state;
    static struct program p;
    for (size_t c = 0; c < COUNT(cases); c++) {
        begin(&p, cases[c].stride, cases[c].offset);
        rat(&p, HW_CF_MEM_RAT, HW_RAT_NOP, cases[c].rat_id, 7, 2, cases[c].mask);
        finish(&p);
        if (cases[c].fault)
            machine_must_fail(m, &p, cases[c].fault);
        else
            machine_must_run(m, &p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        machine_test(test_alignment),
        machine_test(test_loads),
        machine_test(test_offsets_wrap),
        machine_test(test_no_wrap_without_offset),
        cmocka_unit_test(test_append_counter),
        machine_test(test_counter_operations),
        machine_test(test_vectors),
        machine_test(test_byte_stores),
        machine_test(test_atomic_with_return),
        machine_test(test_atomics),
        machine_test(test_lds),
        machine_test(test_lds_bounds),
        machine_test(test_scratch),
        machine_test(test_annotations),
        machine_test(test_out_of_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
