/* SPDX-License-Identifier: MIT */
/* packet_test.c: packets that the command processor executes itself, and what the checker lets pass
 * when it is no stricter than the kernel. Packets are written as numbers, from the layouts in Linux
 * evergreend.h and what evergreen_cs.c demands. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

/* A machine that is no stricter than the kernel. */
static int lenient(void **state)
{
    static struct machine m;
    const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                      .threads = 2,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 1.0};
    machine_init_with(&m, &config);
    *state = &m;
    return 0;
}
#define lenient_test(f) cmocka_unit_test_setup_teardown(f, lenient, machine_teardown)

static void must_refuse(struct machine *m, const char *text)
{
    uint64_t sequence;
    assert_int_equal(machine_submit(m, &sequence), -22);
    machine_must_say(m, text);
}

static void must_end_badly(struct machine *m, const char *text)
{
    uint64_t sequence;
    assert_int_equal(machine_submit(m, &sequence), 0);
    assert_int_equal(sim_wait(m->device, sequence, UINT64_MAX, m->error), SIM_FAILED);
    machine_must_say(m, text);
}

static void test_cp_dma_copy(void **state)
{
    struct machine *m = *state;
    for (unsigned i = 0; i < 64; i++)
        m->pool[0x100 + i] = (uint8_t)(i + 1);
    EMIT(m, 0xC0044100, 0x101, 0x80000000, 0x2003, 0, 30); /* 30 bytes, none aligned */
    emit_reloc(m, m->pool_handle);
    emit_reloc(m, m->code_handle);
    machine_must_pass(m);
    assert_int_equal(m->code[0x2002], 0);
    for (unsigned i = 0; i < 30; i++)
        assert_int_equal(m->code[0x2003 + i], i + 2);
    assert_int_equal(m->code[0x2003 + 30], 0);
    EMIT(m, 0xC0044100, 0, 0, 0, 0, 0); /* nothing, at the start */
    emit_reloc(m, m->pool_handle);
    emit_reloc(m, m->code_handle);
    machine_must_pass(m);
    EMIT(m, 0xC0044100, 0, 0, CODE_BYTES - 8, 0, 12);
    emit_reloc(m, m->pool_handle);
    emit_reloc(m, m->code_handle);
    must_refuse(m, "CP_DMA) at dword 0: the destination: 12 bytes at offset 0x1fff8 reach over");
    EMIT(m, 0xC0044100, POOL_BYTES, 0, 0, 0, 4);
    emit_reloc(m, m->pool_handle);
    emit_reloc(m, m->code_handle);
    must_refuse(m, "the source: 4 bytes at offset 0x100000 reach over");
    EMIT(m, 0xC0044100, 0, 0, 0, 0, 4);
    emit_reloc(m, m->pool_handle);
    must_refuse(m, "the destination needs a relocation");
}

static void test_cp_dma_fill(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0044100, 0x12345678, 0x40000000, 0x40, 0, 12);
    emit_reloc(m, m->pool_handle);
    machine_must_pass(m);
    assert_int_equal(pool_words(m, 0x3c)[0], 0);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(pool_words(m, 0x40)[i], 0x12345678);
    assert_int_equal(pool_words(m, 0x4c)[0], 0);
    EMIT(m, 0xC0044100, 0, 0x40000000, 0x40, 0, 10);
    emit_reloc(m, m->pool_handle);
    must_refuse(m, "a fill of 10 bytes is not one of whole dwords");
    EMIT(m, 0xC0044100, 0, 0x20000000, 0x40, 0, 8);
    must_refuse(m, "source 1 and destination 0 are not both memory, or data");
    EMIT(m, 0xC0044100, 0, 0x00100000, 0x40, 0, 8);
    must_refuse(m, "source 0 and destination 1");
    EMIT(m, 0xC0044100, 0, 0, 0x40, 0, 8 | 1 << 27);
    must_refuse(m, "to registers and GDS are not supported");
}

static void test_memory_writes(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0033D00, 0x20, 1 << 18, 11,
         12); /* MEM_WRITE of 32 bits, which the kernel makes 64 */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0033D00, 0x28, 0, 21, 22);
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0034800, 0x62F, 0x30, 0x40000000, 31); /* EVENT_WRITE_EOS: data */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0044700, 0x514, 0x38, 0x20000000, 41, 42); /* EVENT_WRITE_EOP: 32, 64 bits */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0044700, 0x514, 0x40, 0x40000000, 51, 52);
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0044700, 0x514, 0x48, 0x60000000, 0, 0); /* the clock, twice */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0044700, 0x514, 0x50, 0x60000000, 0, 0);
    emit_reloc(m, m->pool_handle);
    machine_must_pass(m);
    const uint32_t *words = pool_words(m, 0x20);
    const uint32_t expected[] = {11, 12, 21, 22, 31, 0, 41, 0, 51, 52};
    for (unsigned i = 0; i < COUNT(expected); i++)
        assert_int_equal(words[i], expected[i]);
    uint64_t clock[2];
    memcpy(clock, m->pool + 0x48, sizeof(clock));
    assert_true(clock[0] && clock[1] >= clock[0]);
    EMIT(m, 0xC0033D00, 0x24, 0, 1, 2);
    must_refuse(m, "offset 0x24 is not aligned to 8 bytes");
    EMIT(m, 0xC0033D00, POOL_BYTES, 0, 1, 2);
    emit_reloc(m, m->pool_handle);
    must_refuse(m, "a write: 8 bytes at offset 0x100000 reach over");
    /* The kernel does not look how far events write. */
    EMIT(m, 0xC0034800, 0x62F, POOL_BYTES, 0x40000000, 31);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "EVENT_WRITE_EOS at dword 0: there are no 4 bytes of memory at address");
}

static void test_waits(void **state)
{
    struct machine *m = *state;
    pool_words(m, 0x100)[0] = 0xab05;
    EMIT(m, 0xC0053C00, 0x15, 0x100, 0, 5, 0xff, 10); /* memory >= 5 under a mask */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0053C00, 0x3, 0x100, 0, 5, 0xff, 10); /* a register: always idle */
    machine_must_pass(m);
    EMIT(m, 0xC0053C00, 0x113, 0x100, 0, 6, 0xff, 10);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "WAIT_REG_MEM at dword 0: hangs: memory holds 0xab05");
    EMIT(m, 0xC0053C00, 0x103, 0x100, 0, 5, 0xff, 10);
    must_refuse(m, "the prefetch parser cannot wait for a register");
}

static void test_append_counters(void **state)
{
    struct machine *m = *state;
    pool_words(m, 0x100)[0] = 77;
    /* Counter 3 is context register 0x28738, dword 0x1CE of its block and 0xA1CE of all. */
    EMIT(m, 0xC0027502, 0x01CE0003, 0x100, 0);
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0034802, 0x62F, 0x104, 0, 0xA1CE);
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0034802, 0x62F, 0x108, 0, 0xA1CF);
    emit_reloc(m, m->pool_handle);
    machine_must_pass(m);
    assert_int_equal(pool_words(m, 0x104)[0], 77);
    assert_int_equal(pool_words(m, 0x108)[0], 0);
    EMIT(m, 0xC0034802, 0x62F, 0x10c, 0, 0xA1CE); /* it is kept from stream to stream */
    emit_reloc(m, m->pool_handle);
    machine_must_pass(m);
    assert_int_equal(pool_words(m, 0x10c)[0], 77);
    EMIT(m, 0xC0027502, 0x01D70003, 0x100, 0);
    must_refuse(m, "register 0x2875c is no append counter");
    EMIT(m, 0xC0027502, 0x01CE0000, 0x100, 0);
    must_refuse(m, "source 0 of a counter is not memory (3)");
    EMIT(m, 0xC0034802, 0x62F, 0x10c, 0, 0xA1D7);
    emit_reloc(m, m->pool_handle);
    must_end_badly(m, "register 0x2875c is no append counter");
}

/* Registers of graphics, and what they need. */
static void test_graphics_registers(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC00D6900, 0x284, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0); /* 13 from 0x28A10 */
    EMIT(m, 0xC0016800, 0x285, 7);                                     /* PA_CL_ENHANCE */
    EMIT(m, 0xC0026900, 0xD4, 0, 0xF);                                 /* SX_MISC and the next */
    EMIT(m, 0xC0016900, 0x210, 0);                                     /* SQ_PGM_START_PS */
    emit_reloc(m, m->code_handle);
    EMIT(m, 0xC0016900, 0x10, 0); /* DB_Z_INFO: the stream keeps its tiling */
    EMIT(m, 0xC0026F00, 0, 0, 0); /* SET_CTL_CONST */
    EMIT(m, 0xC0016B00, 5, 0);    /* SET_BOOL_CONST */
    machine_must_pass(m);
    EMIT(m, 0xC0016900, 0x210, 0);
    must_refuse(m, "SQ_PGM_START_PS needs a relocation");
    EMIT(m, 0xC0016900, 0x1CB, 0);
    must_refuse(m, "register 0x2872c is none that a stream may set");
    EMIT(m, 0xC0016900, 0x310, 0);
    must_refuse(m, "register 0x28c40 is none that a stream may set");
}

/* SET packets of no values, which Mesa sends and the kernel lets pass where their first would
 * exist.
 */
static void test_empty_sets(void **state)
{
    static const struct {
        uint32_t header, last, end; /* where they may begin, and where not any more */
        const char *refusal;
    } sets[] = {
        {0xC0006800, 0xAFF, 0xB00, "0 registers from 0xac00 lie outside"},
        {0xC0006900, 0x3FF, 0x400, "0 registers from 0x29000 lie outside"},
        {0xC0006D00, 8 * 1023, 8 * 1024, "resources from number 1024 do not exist"},
        {0xC0006E00, 3 * 127, 3 * 128, "samplers from number 128 do not exist"},
        {0xC0006C00, 191, 192, "0 loop constants from number 192 do not exist"},
    };
    struct machine *m = *state;
    for (unsigned i = 0; i < COUNT(sets); i++) {
        EMIT(m, sets[i].header, 0);
        EMIT(m, sets[i].header | 2, sets[i].last);
        machine_must_pass(m);
        EMIT(m, sets[i].header, sets[i].end);
        must_refuse(m, sets[i].refusal);
    }
    EMIT(m, 0xC0006900, 0x191); /* SPI_PS_INPUT_CNTL_0 of a pixel shader that has no inputs */
    machine_must_pass(m);
    machine_finish(m);
    machine_init(m, "cypress");
    for (unsigned i = 0; i < COUNT(sets); i++) {
        EMIT(m, sets[i].header | 2, 0);
        must_refuse(m, "it sets nothing");
    }
}

/* A RAT whose row of 16384 texels is longer than its slice of 64, at the very end of its object. */
static void emit_rowless_rat(struct machine *m)
{
    emit_state(m);
    emit_context(m, HW_R_CB_COLOR_BASE, (POOL_BYTES - 256) >> 8);
    emit_reloc(m, m->pool_handle);
    emit_context(m, HW_R_CB_COLOR_PITCH, 2047);
    emit_dispatch(m);
}

static void store_program(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_MOV, 7, 0, lit(42), r(0, 0), r(0, 0));
    alu_end(p, HW_CF_ALU & 0xf);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 0, 1);
    finish(p);
}

/* The kernel takes the slice's height, 0, for the size of such a buffer: Mesa's are all so. */
static void test_rowless_rat(void **state)
{
    struct machine *m = *state;
    static struct program p;
    store_program(&p);
    memcpy(m->code, p.words, p.word_count * sizeof(uint32_t));
    emit_rowless_rat(m);
    machine_must_pass(m);
    assert_int_equal(pool_words(m, POOL_BYTES - 256)[63], 42);
    emit_state(m); /* with a height of 1 it is too large */
    emit_context(m, HW_R_CB_COLOR_BASE, (POOL_BYTES - 256) >> 8);
    emit_reloc(m, m->pool_handle);
    emit_context(m, HW_R_CB_COLOR_SLICE, 1);
    emit_dispatch(m);
    must_refuse(m, "colour surface 0: needs 512 bytes from offset 0xfff00");
    machine_finish(m);
    machine_init(m, "cypress");
    emit_rowless_rat(m);
    must_refuse(m, "colour surface 0: needs 65536 bytes from offset 0xfff00");
}

/* State that graphics left in the colour surfaces counts at a dispatch, too. */
static void test_graphics_surface(void **state)
{
    struct machine *m = *state;
    static struct program p;
    store_program(&p);
    memcpy(m->code, p.words, p.word_count * sizeof(uint32_t));
    emit_state(m);
    EMIT(m, 0xC0016900, 0x336, 0); /* CB_COLOR2_BASE */
    emit_reloc(m, m->pool_handle);
    EMIT(m, 0xC0026900, 0x337, 7, POOL_BYTES / 64); /* its pitch and slice */
    EMIT(m, 0xC0016900, 0x33A, HW_FMT_32 << 2 | 1 << 8);
    EMIT(m, 0xC0016900, 0x33B, 0);
    emit_reloc(m, m->pool_handle);
    emit_dispatch(m);
    must_refuse(m, "colour surface 2: needs ");
}

/* A dispatch needs nothing in the kernel's eyes; what is missing ends the stream. */
static void test_bare_dispatch(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0031502, 1, 1, 1, 1);
    must_end_badly(m, "a dispatch of 1 x 1 x 1 groups of 0 x 0 x 0 work-items is impossible");
    EMIT(m, 0xC0031500, 1, 1, 1, 1);
    must_end_badly(m, "DISPATCH_DIRECT at dword 0: without the compute bit");
}

/* Without the annex that draws. */
static void test_draws(void **state)
{
    struct machine *m = *state;
    EMIT(m, 0xC0002F00, 1);
    must_end_badly(m, "NUM_INSTANCES at dword 0: belongs to graphics, which is not simulated");
    EMIT(m, 0xC0012D00, 3, 2);
    must_end_badly(m, "DRAW_INDEX_AUTO at dword 0: belongs to graphics");
    EMIT(m, 0xC0032B00, 0, 0, 3, 0);
    must_refuse(m, "an index buffer needs a relocation");
    EMIT(m, 0xC0021100, 2, 0, 0);
    must_refuse(m, "SET_BASE) at dword 0: there is no base 2");
    EMIT(m, 0xC0012600, 0, 0);
    must_refuse(m, "an index buffer needs a relocation");
    EMIT(m, 0xC0012000, 0, 0x30000);
    must_refuse(m, "there is no operation 3");
    EMIT(m, 0xC0043400, 1, 0, 0, 0, 0);
    must_refuse(m, "a filled size needs a relocation");
    EMIT(m, 0xC0043400, 4, 0, 0, POOL_BYTES, 0);
    emit_reloc(m, m->pool_handle);
    must_refuse(m, "a filled size: 4 bytes at offset");
    EMIT(m, 0xC0043B00, 1, 0, 0, 0x2CA, 0); /* to another register */
    must_refuse(m, "copies other than of a filled size");
}

int main(void)
{
    return RUN_TESTS(lenient_test, test_cp_dma_copy, test_cp_dma_fill, test_memory_writes,
                     test_waits, test_append_counters, test_graphics_registers, test_empty_sets,
                     test_rowless_rat, test_graphics_surface, test_bare_dispatch, test_draws);
}
