/* SPDX-License-Identifier: MIT */
/* rat_test.c: what compilers of others do with images bound for writing: texels loaded by NOP_RTN,
 * coordinates that are masked. Registers and descriptors are written as numbers (Mesa
 * evergreend.h). */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

enum { OUT = 0x4000, RETURNED = 0x80000, ALU = HW_CF_ALU & 0xf, WIDTH = 64, HEIGHT = 8 };
enum { LINEAR_ALIGNED = 1, TILED_1D = 2 };

struct fixture {
    struct machine m;
    uint32_t handle;
    uint8_t *memory;
};

static int setup(void **state)
{
    static struct fixture x;
    machine_init(&x.m, "cypress");
    x.memory = machine_object(&x.m, WIDTH * HEIGHT * 16, &x.handle);
    for (unsigned i = 0; i < WIDTH * HEIGHT * 16; i++)
        x.memory[i] = (uint8_t)(i * 7 + i / 256);
    *state = &x;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *x = *state;
    machine_finish(&x->m);
    return 0;
}
#define image_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

/* RAT 1: 64 x 8 texels of a format and number type, as 2D; what it returns goes to the pool. */
static void emit_image(struct fixture *x, unsigned format, unsigned type, unsigned mode)
{
    struct machine *m = &x->m;
    emit_state(m);
    emit_context(m, 0x28C9C, 0);
    emit_reloc(m, x->handle);
    emit_context(m, 0x28CA0, WIDTH / 8 - 1);
    emit_context(m, 0x28CA4, WIDTH * HEIGHT / 64 - 1);
    emit_context(m, 0x28CA8, 0);
    emit_context(m, 0x28CAC, format << 2 | mode << 8 | type << 12 | 1 << 26 | 3 << 27);
    emit_context(m, 0x28CB0, 0);
    emit_reloc(m, x->handle);
    emit_context(m, 0x28CB4, (WIDTH - 1) | (HEIGHT - 1) << 16);
    emit_context(m, 0x28BA0, RETURNED >> 8);
    emit_reloc(m, m->pool_handle);
}

/* R4.xy: the texel (lane mod 8 + shift, lane / 8); R5.y: the lane's number plus 3. */
static void begin(struct program *p, uint32_t shift)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_AND_INT, 4, 0, r(0, 0), lit(7), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 4, 0, r(4, 0), lit(shift), r(0, 0));
    op(p, HW_ALU_OP_LSHR_INT, 4, 1, r(0, 0), lit(3), r(0, 0));
    op(p, HW_ALU_OP_MOV, 4, 2, lit(0), r(0, 0), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 5, 1, r(0, 0), lit(3), r(0, 0));
    alu_end(p, ALU);
}

/* Number of a texel in its micro tile: bits of x (0 to 2) and of y (3 to 5), lowest first
 * (docs/hardware.md, "Tiling"). */
static unsigned pixel(const char *order, unsigned lane)
{
    unsigned number = 0;
    for (unsigned i = 0; i < 6; i++)
        number |= (lane >> (order[i] - '0') & 1u) << i;
    return number;
}

/* Elements of the buffer are as large as texels, and hold them as they are in memory. */
static void test_loads(void **state)
{
    static const struct {
        unsigned format, type, bytes;
        const char *order;
    } cases[] = {
        {0x23, 7, 16, "301245"}, /* 32_32_32_32 float */
        {0x1D, 4, 8, "031245"},  /* 32_32 uint */
        {0x1A, 0, 4, "013245"},  /* 8_8_8_8 unorm */
        {0x07, 1, 2, "012345"},  /* 8_8 snorm */
        {0x01, 4, 1, "012435"},  /* 8 uint */
    };
    struct fixture *x = *state;
    static struct program p;
    begin(&p, 0);
    rat(&p, HW_CF_MEM_RAT, 32, 1, 5, 4, 0xf);
    finish(&p);
    for (unsigned i = 0; i < COUNT(cases); i++) {
        const unsigned bytes = cases[i].bytes;
        const uint8_t *returned = x->m.pool + RETURNED + (size_t)3 * bytes;
        memset(x->m.pool + RETURNED, 0xee, 2048);
        emit_image(x, cases[i].format, cases[i].type, TILED_1D);
        machine_must_run(&x->m, &p);
        for (unsigned lane = 0; lane < 64; lane++)
            assert_memory_equal(returned + (size_t)lane * bytes,
                                x->memory + (size_t)pixel(cases[i].order, lane) * bytes, bytes);
        assert_int_equal(returned[-1], 0xee);
        assert_int_equal(returned[64 * bytes], 0xee);
    }
}

/* Outside of the image there are zeros, and the lanes beside are not disturbed. */
static void test_loads_outside(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    begin(&p, WIDTH - 4);
    rat(&p, HW_CF_MEM_RAT, 32, 1, 5, 4, 0xf);
    finish(&p);
    memset(x->m.pool + RETURNED, 0xee, 2048);
    memset(x->memory, 0x55, WIDTH * HEIGHT * 16);
    emit_image(x, 0x22, 4, TILED_1D);
    machine_must_run(&x->m, &p);
    for (unsigned lane = 0; lane < 64; lane++)
        for (unsigned b = 0; b < 16; b++)
            assert_int_equal(x->m.pool[RETURNED + (lane + 3) * 16 + b], lane % 8 < 4 ? 0x55 : 0);
}

/* Without a buffer for it the old value goes nowhere: the stream never sets CB_IMMED1_BASE. Our own
 * driver always does. */
static void test_unwanted_results(void **state)
{
    struct fixture x;
    static struct program p;
    for (unsigned strict = 0; strict < 2; strict++) {
        const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                          .threads = 1,
                                          .memory_bytes = 1u << 28,
                                          .strict = strict};
        machine_init_with(&x.m, &config);
        assert_int_equal(sim_gem_create(x.m.device, WIDTH * HEIGHT * 4, 4096, 4, &x.handle), 0);
        x.memory = sim_gem_map(x.m.device, x.handle);
        begin(&p, 0);
        rat(&p, HW_CF_MEM_RAT, 50, 1, 6, 5, 0xf); /* INC_UINT_RTN */
        finish(&p);
        emit_image(&x, 0x0D, 4, TILED_1D);
        for (uint32_t i = 0; i < x.m.stream_dwords; i++) /* CB_IMMED1_BASE becomes CB_IMMED2_BASE */
            if (x.m.stream[i] == 0xC0016902 && x.m.stream[i + 1] == 0x2E8)
                x.m.stream[i + 1]++;
        memset(x.memory, 0, WIDTH * HEIGHT * 4);
        if (strict) {
            machine_must_fail(&x.m, &p, "INC_UINT_RTN returns a value to element");
        } else {
            machine_must_run(&x.m, &p);
            assert_int_equal(x.m.pool[RETURNED], 0);
        }
        machine_finish(&x.m);
    }
}

/* LD of a 1D texture whose other coordinates are masked (select 7): they are not looked at, and
 * the level, which is one of them, is 0. */
static void test_masked_coordinates(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    begin(&p, 0);
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 4, 0, r(0, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 4, 3, lit(9), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    fetch_begin(&p);
    texture(&p, HW_TEX_LD, 7, 4, 2, 0, false);
    p.body[p.body_words - 2] |= 7u << 23 | 7u << 26 | 7u << 29; /* SRC_SEL_Y, Z and W */
    fetch_end(&p);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(&p);
    emit_state(&x->m);
    emit_packet(&x->m, HW_PKT3_SET_RESOURCE,
                (uint32_t[]){(HW_CS_RESOURCE_BASE + 2) * 8, 7 << 6 | 63 << 18, LINEAR_ALIGNED << 28,
                             0, 0, 1 << 8 | 1 << 19 | 2 << 22 | 3 << 25, 0, 0, 0xD | 2u << 30},
                9);
    emit_reloc(&x->m, x->handle);
    emit_reloc(&x->m, x->handle);
    machine_must_run(&x->m, &p);
    assert_memory_equal(x->m.pool + OUT, x->memory, 64 * 4);
}

/* Atomics outside of the image return 0, as Mesa's imageAtomicAdd has it. */
static void test_atomics_outside(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    begin(&p, WIDTH - 4);
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 5, 0, lit(2), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_ADD_RTN, 1, 5, 4, 0xf);
    finish(&p);
    memset(x->m.pool + RETURNED, 0xee, 2048);
    memset(x->memory, 0x55, WIDTH * HEIGHT * 16);
    emit_image(x, 0x0D, 4, TILED_1D);
    machine_must_run(&x->m, &p);
    unsigned changed = 0;
    for (unsigned lane = 0; lane < 64; lane++)
        assert_int_equal(pool_words(&x->m, RETURNED)[lane + 3], lane % 8 < 4 ? 0x55555555 : 0);
    for (unsigned i = 0; i < WIDTH * HEIGHT * 16; i++)
        changed += x->memory[i] == 0x57;
    assert_int_equal(changed, 32);
}

/* RAT 1 as a buffer of 40 dwords: what is beyond is an error where all of the kernel's memory is
 * one buffer, as our driver has it; for others the hardware drops it. */
static void atomics_beyond_buffer(bool strict)
{
    struct fixture x;
    static struct program p;
    machine_init_checked(&x.m, strict);
    assert_int_equal(sim_gem_create(x.m.device, 64 * 4, 4096, 4, &x.handle), 0);
    x.memory = sim_gem_map(x.m.device, x.handle);
    memset(x.memory, 0, 64 * 4);
    begin(&p, 0);
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 4, 0, r(0, 0), r(0, 0), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 5, 0, lit(7), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT, HW_RAT_ADD_RTN, 1, 5, 4, 0xf);
    finish(&p);
    emit_image(&x, 0x0D, 4, LINEAR_ALIGNED);
    emit_context(&x.m, 0x28CAC, 0x0D << 2 | LINEAR_ALIGNED << 8 | 4 << 12 | 1 << 26);
    emit_context(&x.m, 0x28CA4, 0);
    emit_context(&x.m, 0x28CB4, 40 - 1);
    if (strict) {
        machine_must_fail(&x.m, &p, "lies outside");
    } else {
        memset(x.m.pool + RETURNED, 0xee, 1024);
        machine_must_run(&x.m, &p);
        for (unsigned lane = 0; lane < 64; lane++)
            assert_int_equal(pool_words(&x.m, RETURNED)[lane + 3], 0);
        for (unsigned i = 0; i < 40; i++)
            assert_int_equal(((const uint32_t *)(const void *)x.memory)[i], 7);
    }
    machine_finish(&x.m);
}

static void test_atomics_beyond_buffer(void **state)
{
    atomics_beyond_buffer(true);
    atomics_beyond_buffer(false);
}

/* Lane 0's R7 is OUT's first four dwords. */
static void store_result(struct program *p)
{
    alu_begin(p);
    op(p, HW_ALU_OP_LSHL_INT, 3, 0, r(0, 0), lit(2), r(0, 0));
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(3, 0), lit(OUT / 4), r(0, 0));
    alu_end(p, ALU);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 0xf);
    finish(p);
}

/* The second extent of a 1D array is the number of layers: Mesa's textureSize reads it there. */
static void test_size_of_1d_array(void **state)
{
    static const uint32_t size[4] = {37, 5, 5, 1};
    struct fixture *x = *state;
    static struct program p;
    memset(&p, 0, sizeof(p));
    fetch_begin(&p);
    texture(&p, HW_TEX_GET_TEXTURE_RESINFO, 7, 0, 2, 0, false);
    fetch_end(&p);
    store_result(&p);
    emit_state(&x->m);
    emit_packet(&x->m, HW_PKT3_SET_RESOURCE,
                (uint32_t[]){(HW_CS_RESOURCE_BASE + 2) * 8, 4 | 7 << 6 | 36 << 18,
                             LINEAR_ALIGNED << 28, 0, 0, 1 << 8 | 1 << 19 | 2 << 22 | 3 << 25,
                             4 << 17, 0, 0xD | 2u << 30},
                9);
    emit_reloc(&x->m, x->handle);
    emit_reloc(&x->m, x->handle);
    machine_must_run(&x->m, &p);
    assert_memory_equal(x->m.pool + OUT, size, sizeof(size));
}

/* GET_BUFFER_RESINFO has a vertex fetch's words, FETCH_TYPE and all. */
static void test_size_of_buffer(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    memset(&p, 0, sizeof(p));
    fetch_begin(&p);
    load(&p, 7, 0, 0, HW_FMT_32_32_32_32, 4);
    uint32_t *words = p.body + p.body_words - 4;
    words[0] = (words[0] & ~0xff1fu) | HW_TEX_GET_BUFFER_RESINFO | 2 << 8;
    fetch_end(&p);
    store_result(&p);
    emit_state(&x->m);
    emit_packet(&x->m, HW_PKT3_SET_RESOURCE,
                (uint32_t[]){(HW_CS_RESOURCE_BASE + 2) * 8, 0, 100 * 8 - 1, 8 << 8, 1 << 6 | 2 << 9,
                             100, 0, 0, 3u << 30},
                9);
    emit_reloc(&x->m, x->handle);
    machine_must_run(&x->m, &p);
    assert_int_equal(pool_words(&x->m, OUT)[0], 100);
}

/* Typed stores to a linear-aligned 2D image go astray, but stay inside of it; to a 2D array of one
 * layer they do not. */
static void test_misplaced_stores(void **state)
{
    struct fixture x;
    static struct program p;
    for (unsigned array = 0; array < 2; array++) {
        const struct sim_config config = {
            .chip = hw_chip_find("cypress"), .threads = 1, .memory_bytes = 1u << 28};
        machine_init_with(&x.m, &config);
        assert_int_equal(sim_gem_create(x.m.device, WIDTH * HEIGHT * 4, 4096, 4, &x.handle), 0);
        x.memory = sim_gem_map(x.m.device, x.handle);
        begin(&p, 0);
        alu_begin(&p);
        op(&p, HW_ALU_OP_ADD_INT, 5, 0, r(0, 0), lit(1), r(0, 0));
        alu_end(&p, ALU);
        rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_TYPED, 1, 5, 4, 0xf);
        finish(&p);
        emit_image(&x, 0x0D, 4, LINEAR_ALIGNED);
        for (uint32_t i = 0; array && i < x.m.stream_dwords; i++)
            if (x.m.stream[i] == 0xC0016902 && x.m.stream[i + 1] == 0x32B)
                x.m.stream[i + 2] += 1 << 27; /* CB_COLOR1_INFO: 2D_ARRAY instead of 2D */
        machine_must_run(&x.m, &p);
        for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
            const unsigned column = array ? i % WIDTH : (i % WIDTH) ^ 32, row = i / WIDTH;
            uint32_t texel;
            memcpy(&texel, x.memory + i * 4, 4);
            assert_int_equal(texel, column < 8 ? row * 8 + column + 1 : 0);
        }
        machine_finish(&x.m);
    }
}

/* A VC clause on a chip that has no vertex cache, as Mesa makes it. */
static void vertex_clause(bool strict)
{
    const struct sim_config config = {.chip = hw_chip_find("cedar"),
                                      .threads = 1,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 1.0,
                                      .strict = strict};
    struct machine m;
    static struct program p;
    machine_init_with(&m, &config);
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_MOV, 2, 0, lit(0x1000), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    fetch_begin(&p);
    load(&p, 7, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(&p);
    uint32_t *word = &p.cf[p.cf_words - 1];
    *word = (*word & ~HW_SET(CF_WORD1, CF_INST, 0xff)) | HW_SET(CF_WORD1, CF_INST, HW_CF_VC);
    store_result(&p);
    pool_words(&m, 0x1000)[2] = 77;
    emit_state(&m);
    if (strict) {
        machine_must_fail(&m, &p, "VC clause on cedar, which has no vertex cache");
    } else {
        machine_must_run(&m, &p);
        assert_int_equal(pool_words(&m, OUT)[2], 77);
    }
    machine_finish(&m);
}

static void test_vertex_clause(void **state)
{
    vertex_clause(true);
    vertex_clause(false);
}

/* Directions, and what CUBE makes of them: t, s, twice the major axis, face. */
static const struct {
    float in[3], out[4];
} directions[] = {
    {{4, 1, -2}, {-1, 2, 8, 0}},  {{-4, 1, -2}, {-1, -2, -8, 1}}, {{1, 4, -2}, {-2, 1, 8, 2}},
    {{1, -4, -2}, {2, 1, -8, 3}}, {{1, -2, 4}, {2, 1, 8, 4}},     {{1, -2, -4}, {2, -1, -8, 5}},
    {{3, 3, 1}, {1, 3, 6, 2}},    {{3, -3, 3}, {3, 3, 6, 4}},
};

static void test_cube(void **state)
{
    struct fixture *x = *state;
    static struct program p;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_LSHL_INT, 2, 0, r(0, 0), lit(4), r(0, 0));
    op(&p, HW_ALU_OP_ADD_INT, 2, 0, r(2, 0), lit(0x1000), r(0, 0));
    alu_end(&p, ALU);
    fetch_begin(&p);
    load(&p, 4, 2, 0, HW_FMT_32_32_32_32, 4);
    fetch_end(&p);
    static const uint8_t operands[4][2] = {{2, 1}, {2, 0}, {0, 2}, {1, 2}};
    struct alu units[4];
    for (unsigned c = 0; c < 4; c++)
        units[c] = (struct alu){.op = HW_ALU_OP_CUBE,
                                .gpr = 7,
                                .chan = c,
                                .src = {r(4, operands[c][0]), r(4, operands[c][1])}};
    alu_begin(&p);
    group(&p, units, 4);
    alu_end(&p, ALU);
    store_result(&p);
    for (unsigned i = 0; i < 64; i++)
        memcpy(pool_words(&x->m, 0x1000) + (size_t)i * 4, directions[i % COUNT(directions)].in, 12);
    emit_state(&x->m);
    machine_must_run(&x->m, &p);
    for (unsigned i = 0; i < 64; i++)
        assert_memory_equal(pool_words(&x->m, OUT) + (size_t)i * 4,
                            directions[i % COUNT(directions)].out, 16);
}

int main(void)
{
    return RUN_TESTS(image_test, test_loads, test_loads_outside, test_unwanted_results,
                     test_misplaced_stores, test_masked_coordinates, test_atomics_outside,
                     test_atomics_beyond_buffer, test_size_of_1d_array, test_size_of_buffer,
                     test_vertex_clause, test_cube);
}
