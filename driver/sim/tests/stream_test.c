/* SPDX-License-Identifier: MIT */
/* stream_test.c: command streams and programs that are wrong: each gives a clear message, and no
 * garbage whatever brings the device down. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/sim/tests/machine.h"

enum { OUT = 0x4000, ALU = HW_CF_ALU & 0xf };

static void simple_program(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_MOV, 7, 0, lit(42), r(0, 0), r(0, 0));
    alu_end(p, ALU);
    rat(p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(p);
}

/* A little of everything: LDS, a barrier, a loop with a break, a load, an atomic. */
static void rich_program(struct program *p)
{
    memset(p, 0, sizeof(*p));
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(p, HW_ALU_OP_LSHL_INT, 4, 0, r(0, 0), lit(2), r(0, 0));
    lds_write(p, r(4, 0), r(0, 0));
    op(p, HW_ALU_OP_GROUP_BARRIER, 0, 0, r(0, 0), r(0, 0), r(0, 0));
    lds_read(p, 7, r(4, 0));
    alu_end(p, ALU);
    const uint32_t loop = here(p);
    cf(p, HW_CF_LOOP_START_DX10, 0, 0);
    alu_begin(p);
    op(p, HW_ALU_OP_ADD_INT, 7, 0, r(7, 0), special(HW_SRC_1_INT, 0), r(0, 0));
    alu_predicate(p, HW_ALU_OP_PRED_SETGT_INT, lit(70), r(7, 0));
    alu_end(p, HW_CF_ALU_BREAK & 0xf);
    cf(p, HW_CF_LOOP_END, loop + 1, 0);
    patch(p, loop, here(p));
    fetch_begin(p);
    load(p, 5, 4, 0, HW_FMT_16_16, 2);
    fetch_end(p);
    rat(p, HW_CF_MEM_RAT, HW_RAT_ADD, 0, 7, 3, 0xf);
    finish(p);
}

static void place(struct machine *m, const struct program *p)
{
    memcpy(m->code, p->words, p->word_count * sizeof(uint32_t));
}

static void must_refuse(struct machine *m, const char *text)
{
    uint64_t sequence;
    assert_true(machine_submit(m, &sequence) < 0);
    if (!strstr(m->error, text))
        fail_msg("'%s' is not in: %s", text, m->error);
}

static void test_refused_streams(void **state)
{
    struct machine *m = *state;
    emit_context(m, 0x28000, 0);
    must_refuse(m, "packet 0 (SET_CONTEXT_REG) at dword 0: register 0x28000");
    emit_packet(m, HW_PKT3_NOP, (uint32_t[2]){0}, 2);
    emit_context(m, HW_R_SQ_PGM_START_LS, 0);
    must_refuse(m, "packet 1 (SET_CONTEXT_REG) at dword 3: SQ_PGM_START_LS needs a relocation");
    emit_context(m, HW_R_SQ_PGM_START_LS, CODE_BYTES >> 8);
    emit_reloc(m, m->code_handle);
    must_refuse(m, "lies outside its object");
    emit_context(m, HW_R_SQ_PGM_START_LS, 0);
    emit_packet(m, HW_PKT3_NOP, &(uint32_t){4}, 1);
    must_refuse(m, "relocation 1.0 does not exist, there are 0");
    emit_context(m, HW_R_SQ_PGM_START_LS, 0);
    emit_reloc(m, 99);
    must_refuse(m, "relocation 0 names handle 99, which does not exist");
    emit_packet(m, HW_PKT3_SET_RESOURCE, (uint32_t[8]){0}, 8);
    must_refuse(m, "not whole resources of 8");
    emit_packet(m, HW_PKT3_SET_SAMPLER, (uint32_t[3]){0}, 3);
    must_refuse(m, "not whole samplers of 3");
    emit_packet(m, 0x99, (uint32_t[1]){0}, 1);
    must_refuse(m, "packet 0x99 is not supported");
    emit_packet(m, 0x2f, (uint32_t[1]){1}, 1);
    must_refuse(m, "packet 0x2f is not supported");
    m->stream[m->stream_dwords++] = 0x12345678;
    must_refuse(m, "packet type 0");
    m->stream[m->stream_dwords++] = hw_pkt3(HW_PKT3_NOP, 100, true);
    must_refuse(m, "run over the end of the stream");
    emit_dispatch(m);
    must_refuse(m, "SQ_PGM_START_LS was not set in this stream");
}

static void test_domains_and_surfaces(void **state)
{
    struct machine *m = *state;
    emit_state(m);
    m->relocs[2].read_domains = m->relocs[2].write_domain = 0;
    must_refuse(m, "relocation 2 has domains 0x0");
    emit_state(m);
    emit_context(m, HW_R_CB_COLOR_SLICE, POOL_BYTES / 64);
    emit_dispatch(m);
    must_refuse(m, "colour surface 0: needs ");
    emit_state(m);
    emit_context(m, HW_R_CB_COLOR_PITCH, 2);
    emit_dispatch(m);
    must_refuse(m, "colour surface 0: pitch is not aligned");
    /* A texture larger than its object. */
    emit_packet(
        m, HW_PKT3_SET_RESOURCE,
        (uint32_t[]){HW_CS_RESOURCE_BASE * 8,
                     REG_SET(TEX_RESOURCE0, DIM, HW_DIM_2D) | REG_SET(TEX_RESOURCE0, PITCH, 127),
                     REG_SET(TEX_RESOURCE1, TEX_HEIGHT, 1023) |
                         REG_SET(TEX_RESOURCE1, ARRAY_MODE, HW_ARRAY_LINEAR_ALIGNED),
                     0, 0, 0, 0, 0,
                     REG_SET(TEX_RESOURCE7, DATA_FORMAT, HW_FMT_32) |
                         REG_SET(TEX_RESOURCE7, TYPE, HW_TYPE_TEXTURE)},
        9);
    emit_reloc(m, m->pool_handle);
    emit_reloc(m, m->pool_handle);
    must_refuse(
        m, "texture resource 816: needs 4194304 bytes from offset 0x0 of an object of 1048576");
}

/* State set without the compute bit belongs to graphics. */
static void test_compute_bit(void **state)
{
    struct machine *m = *state;
    static struct program p;
    simple_program(&p);
    place(m, &p);
    emit_state(m);
    for (uint32_t i = 0; i < m->stream_dwords; i += hw_pkt3_payload(m->stream[i]) + 1)
        if (hw_pkt3_opcode(m->stream[i]) == HW_PKT3_SET_CONTEXT_REG &&
            m->stream[i + 1] == (HW_R_SQ_LDS_ALLOC - HW_CONTEXT_REG_BASE) / 4)
            m->stream[i] &= ~(uint32_t)HW_PKT3_COMPUTE_BIT;
    emit_dispatch(m);
    must_refuse(m, "SQ_LDS_ALLOC was not set in this stream (with the compute bit)");
}

struct bad_program {
    uint32_t word; /* of the simple program */
    uint32_t mask, value;
    const char *text;
};

static void test_bad_programs(void **state)
{
    struct machine m;
    static struct program p, bad;
    machine_init(&m, "juniper");
    simple_program(&p);
    const uint32_t body = p.word_count - p.body_words;
    const struct bad_program cases[] = {
        {3, 0x3fc00000, 0x11u << 22, "there is no control-flow instruction 0x11"},
        {3, 0x3fc00000, HW_CF_CALL << 22, "CALL subroutines are not supported"},
        {0, 0x3fffff, 0x3fffff, "behind the end of the code's buffer"},
        {2, 0x3f0, 60 << 4, "there is no RAT operation 60"},
        {2, 0xf, 13, "there is no RAT 13"},
        {2, 0x3f8000, 90 << 15, "R90 is used, but the program has 16 registers"},
        {body, 0x80000000, 0, "of its group is taken"},
        {body, 0x1ff, HW_SRC_PV, "which the group before does not write"},
        {body, 0x1ff, HW_SRC_LDS_OQ_A_POP, "the queue is empty"},
        {body, 0x1ff, 192, "source select 192 is not supported"},
        {body, 0x1ff, HW_SRC_KCACHE1, "is not locked"},
        {body + 1, 0x3ff80, 0x7f << 7, "there is no ALU instruction OP2 0x7f"},
        {body + 1, 0x3ff80, 0xCB << 7, "ADD_64: juniper has no double precision"},
        {body + 1, 0x3ff80, 0x2C << 7, "KILLE has no meaning in a compute program"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        bad = p;
        bad.words[cases[i].word] = (bad.words[cases[i].word] & ~cases[i].mask) | cases[i].value;
        machine_must_fail(&m, &bad, cases[i].text);
        assert_non_null(strstr(m.error, "kernel test"));
        machine_must_run(&m, &p);
    }
    machine_finish(&m);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8 ^ *seed << 13;
}

/* Flips of bits in sound programs, and pure noise: anything may happen but a crash. */
static void test_random_programs(void **state)
{
    struct machine m;
    static struct program p, sound[2], bad;
    uint32_t seed = 12345;
    unsigned ended = 0;
    const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                      .threads = 2,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 0.01};
    machine_init_with(&m, &config);
    m.lds_dwords = 64;
    m.scratch_dwords = 16;
    simple_program(&sound[0]);
    rich_program(&sound[1]);
    for (unsigned round = 0; round < 4000; round++) {
        bad = p = sound[round & 1];
        if (round % 8 < 2)
            for (uint32_t i = 0; i < p.word_count; i++)
                bad.words[i] = next_random(&seed);
        for (unsigned flips = 1 + next_random(&seed) % 4; flips; flips--)
            bad.words[next_random(&seed) % p.word_count] ^= 1u << next_random(&seed) % 32;
        const enum sim_status status = machine_run(&m, &bad);
        assert_true(status == SIM_DONE || (status == SIM_FAILED && m.error[0]));
        ended += status == SIM_DONE;
    }
    assert_true(ended > 100 && ended < 3900); /* both ways were taken */
    memset(m.pool + OUT, 0, 256);
    machine_must_run(&m, &sound[1]);
    assert_int_equal(pool_words(&m, OUT)[63], 70);
    machine_must_run(&m, &sound[0]);
    assert_int_equal(pool_words(&m, OUT)[63], 42);
    machine_finish(&m);
}

static void test_random_streams(void **state)
{
    struct machine *m = *state;
    static struct program p;
    uint32_t seed = 777;
    unsigned accepted = 0;
    simple_program(&p);
    place(m, &p);
    for (unsigned round = 0; round < 4000; round++) {
        uint64_t sequence;
        emit_state(m);
        emit_dispatch(m);
        for (unsigned flips = 1 + next_random(&seed) % 3; flips; flips--)
            m->stream[next_random(&seed) % m->stream_dwords] ^= 1u << next_random(&seed) % 32;
        /* Not too many groups: time matters. */
        const uint32_t *groups = m->stream + m->stream_dwords - 4;
        if (groups[0] * (uint64_t)groups[1] * groups[2] > 4096)
            m->stream[m->stream_dwords - 4] = 0;
        if (machine_submit(m, &sequence)) {
            assert_non_null(strstr(m->error, "command stream"));
            continue;
        }
        accepted++;
        const enum sim_status status = sim_wait(m->device, sequence, UINT64_MAX, m->error);
        assert_true(status == SIM_DONE || (status == SIM_FAILED && m->error[0]));
    }
    assert_true(accepted > 100 && accepted < 3900);
}

static void test_objects(void **state)
{
    struct machine *m = *state;
    uint32_t handle, second, value;
    assert_int_equal(sim_gem_create(m->device, 0, 0, 4, &handle), -22);
    assert_int_equal(sim_gem_create(m->device, 1ull << 30, 0, 4, &handle), -12);
    assert_int_equal(sim_gem_create(m->device, 100, 256, 4, &handle), 0);
    uint8_t *map = sim_gem_map(m->device, handle);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(map[i], 0);
    assert_int_equal(sim_gem_annotate(m->device, handle, 90, 20, true), -22);
    assert_int_equal(sim_gem_close(m->device, handle), 0);
    assert_int_equal(sim_gem_close(m->device, handle), -22);
    assert_null(sim_gem_map(m->device, handle));
    assert_int_equal(sim_gem_create(m->device, 100, 256, 4, &second), 0);
    assert_int_equal(sim_info(m->device, SIM_INFO_MAX_PIPES, &value), 0);
    assert_int_equal(value, 4);
    assert_int_equal(sim_info(m->device, 0x7777, &value), -22);
}

/* Many streams in flight end in order, and each keeps its own verdict. */
static void test_queue(void **state)
{
    struct machine *m = *state;
    static struct program p;
    uint64_t sequences[64];
    simple_program(&p);
    place(m, &p);
    for (unsigned i = 0; i < 64; i++) {
        m->local[0] = i % 8 == 5 ? 2000 : 64;
        m->waited = i % 3 == 1;
        emit_state(m);
        emit_dispatch(m);
        assert_int_equal(machine_submit(m, &sequences[i]), 0);
    }
    for (unsigned i = 64; i-- > 0;) {
        const enum sim_status status = sim_wait(m->device, sequences[i], UINT64_MAX, m->error);
        assert_int_equal(status, i % 8 == 5 ? SIM_FAILED : SIM_DONE);
    }
    assert_int_equal(sim_wait(m->device, sequences[63] + 1, 1000000, m->error), SIM_PENDING);
}

/* Streams of several orders, and some that run alone: each has its own verdict, whichever of them
 * ran at the same time. */
static void test_orders(void **state)
{
    struct machine *m = *state;
    static struct program p;
    uint64_t sequences[96];
    simple_program(&p);
    place(m, &p);
    for (unsigned i = 0; i < 96; i++) {
        m->order = i % 11 ? i % 5 + 1 : 0;
        m->waited = i % 13 % 2;
        m->local[0] = i % 7 == 3 ? 2000 : 64;
        emit_state(m);
        emit_dispatch(m);
        assert_int_equal(machine_submit(m, &sequences[i]), 0);
    }
    for (unsigned i = 96; i-- > 0;) {
        const enum sim_status status = sim_wait(m->device, sequences[i], UINT64_MAX, m->error);
        assert_int_equal(status, i % 7 == 3 ? SIM_FAILED : SIM_DONE);
    }
    assert_int_equal(sim_wait(m->device, sequences[95] + 1, 0, m->error), SIM_PENDING);
}

/* A stream for whoever waits for it has not begun before, and runs in that thread. */
static void test_waited(void **state)
{
    struct machine *m = *state;
    static struct program p;
    uint64_t sequence;
    simple_program(&p);
    place(m, &p);
    m->waited = true;
    emit_state(m);
    emit_dispatch(m);
    assert_int_equal(machine_submit(m, &sequence), 0);
    assert_int_equal(sim_wait(m->device, sequence, 20000000, m->error), SIM_PENDING);
    assert_int_equal(sim_wait(m->device, sequence, UINT64_MAX, m->error), SIM_DONE);
    assert_int_equal(sim_wait(m->device, sequence, 0, m->error), SIM_DONE);
}

/* More streams than the device keeps, again and again: each has its own registers, and those that
 * it sets behind a launch. */
static void test_again(void **state)
{
    struct machine *m = *state;
    static struct program p;
    uint32_t seed = 31;
    memset(&p, 0, sizeof(p));
    alu_begin(&p);
    op(&p, HW_ALU_OP_ADD_INT, 3, 0, r(0, 0), lit(OUT / 4), r(0, 0));
    op(&p, HW_ALU_OP_MOV, 7, 0, r(1, 0), r(0, 0), r(0, 0));
    alu_end(&p, ALU);
    rat(&p, HW_CF_MEM_RAT_CACHELESS, HW_RAT_STORE_RAW, 0, 7, 3, 1);
    finish(&p);
    for (unsigned round = 0; round < 600; round++) {
        const uint32_t start = next_random(&seed) % 30, twice = next_random(&seed) % 3 == 0;
        m->start[0] = start;
        m->local[0] = 1 + start % 7;
        m->waited = next_random(&seed) % 2;
        emit_state(m);
        if (twice) {
            emit_dispatch(m);
            emit_config(m, HW_R_VGT_COMPUTE_START_X, start + 100);
        }
        memset(m->pool + OUT, 0xff, 64);
        machine_must_run(m, &p);
        for (uint32_t i = 0; i < 16; i++)
            assert_int_equal(pool_words(m, OUT)[i],
                             i < m->local[0] ? start + 100 * twice : UINT32_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        machine_test(test_refused_streams),
        machine_test(test_domains_and_surfaces),
        machine_test(test_compute_bit),
        cmocka_unit_test(test_bad_programs),
        cmocka_unit_test(test_random_programs),
        machine_test(test_random_streams),
        machine_test(test_objects),
        machine_test(test_queue),
        machine_test(test_orders),
        machine_test(test_waited),
        machine_test(test_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
