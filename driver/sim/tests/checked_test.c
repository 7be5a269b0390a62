/* SPDX-License-Identifier: MIT */
/* checked_test.c: streams that have passed a check are held against checking them anew. Their
 * objects come and go meanwhile, and get other tilings, and their bits are flipped. */
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/stream/checked.h"
#include "driver/sim/tests/machine.h"
#include "driver/sim/tests/operands.h"

enum { OBJECTS = 4, ROUNDS = 6000, LOCALS = 5 };

struct world {
    struct machine m; /* makes streams; its device is not used */
    struct sim_gem gem;
    struct sim_checks checks;
    uint32_t handles[OBJECTS];
};

static void make_object(struct world *w, unsigned i)
{
    static const uint64_t sizes[] = {CODE_BYTES, POOL_BYTES, CONST_BYTES, SCRATCH_BYTES};
    const uint64_t size = sizes[i] >> (random_below(4) == 0 ? 1 + random_below(2) : 0);
    assert_int_equal(sim_gem_table_create(&w->gem, -1, size, 256, 4, &w->handles[i]), 0);
    assert_int_equal(w->handles[i], i + 1); /* that of the one before */
}

static int begin(void **state)
{
    static struct world w;
    memset(&w, 0, sizeof(w));
    machine_init(&w.m, "cypress");
    assert_int_equal(sim_gem_init(&w.gem, 1 << 24), 0);
    sim_checks_init(&w.checks);
    for (unsigned i = 0; i < OBJECTS; i++)
        make_object(&w, i);
    w.m.code_handle = 1;
    w.m.pool_handle = 2;
    w.m.const_handle = 3;
    w.m.scratch_handle = 4;
    *state = &w;
    return 0;
}

static int end(void **state)
{
    struct world *w = *state;
    sim_checks_finish(&w->checks);
    sim_gem_finish(&w->gem);
    machine_finish(&w->m);
    return 0;
}

static void change_object(struct world *w)
{
    const unsigned i = random_below(OBJECTS);
    if (random_below(2)) {
        struct sim_bo *bo = sim_gem_find(&w->gem, w->handles[i]);
        bo->tiling_flags = random_below(3);
        sim_bo_unreference(&w->gem, bo);
        return;
    }
    assert_int_equal(sim_gem_table_close(&w->gem, w->handles[i]), 0);
    make_object(w, i);
}

/* Where tiling is not kept, the surface's format names its object. */
static void add_tiling(struct machine *m)
{
    uint32_t at = 0;
    while (hw_pkt3_opcode(m->stream[at]) != HW_PKT3_SET_CONTEXT_REG ||
           m->stream[at + 1] != (HW_R_CB_COLOR_INFO - HW_CONTEXT_REG_BASE) / 4)
        at += hw_pkt3_payload(m->stream[at]) + 1;
    at += 3;
    memmove(m->stream + at + 2, m->stream + at, (m->stream_dwords - at) * sizeof(uint32_t));
    m->stream[at] = hw_pkt3(HW_PKT3_NOP, 1, true);
    m->stream[at + 1] = 4 * (m->reloc_count - 1); /* of the pool */
    m->stream_dwords += 2;
}

/* Few streams, so that most come again. */
static void emit_stream(struct machine *m)
{
    m->local[0] = 1 + random_below(LOCALS);
    m->stream_dwords = m->reloc_count = 0;
    if (random_below(16) == 0)
        emit_packet(m, HW_PKT3_PFP_SYNC_ME, (uint32_t[]){0}, 1);
    if (random_below(16) == 0) {
        emit_packet(m, HW_PKT3_PFP_SYNC_ME, (uint32_t[]){0}, 1);
        return;
    }
    emit_state(m);
    add_tiling(m);
    emit_packet(m, HW_PKT3_EVENT_WRITE, (uint32_t[]){0x407}, 1);
    emit_dispatch(m);
    if (random_below(4) == 0)
        emit_config(m, HW_R_VGT_COMPUTE_START_X, 1);
    if (random_below(4) == 0)
        emit_dispatch(m);
    if (random_below(4) == 0)
        m->stream[random_below(m->stream_dwords)] ^= 1u << random_below(32);
    struct sim_reloc *reloc = &m->relocs[random_below(m->reloc_count)];
    if (random_below(4) == 0)
        reloc->read_domains = random_below(2) * 4;
    if (random_below(2) == 0)
        reloc->write_domain = random_below(2) * 4;
}

/* The registers that packets in front of `begin` set, which do nothing else. */
static void apply(const struct sim_stream *stream, uint32_t begin, struct sim_state *state)
{
    struct sim_packet packet;
    memset(state, 0, sizeof(*state));
    for (uint32_t at = 0; at < stream->dword_count; at += packet.count + 1) {
        if (!sim_packet_read(stream, at, &packet))
            continue;
        if (at < begin) {
            assert_true(packet.opcode == HW_PKT3_NOP || packet.opcode == HW_PKT3_EVENT_WRITE ||
                        (packet.opcode >= HW_PKT3_SET_CONFIG_REG && packet.opcode < 0x75));
            sim_packet_apply(state, &packet);
        } else {
            assert_false(packet.opcode >= HW_PKT3_SET_CONFIG_REG && packet.opcode < 0x75);
        }
    }
}

static void check_kept(const struct sim_stream *stream)
{
    static struct sim_state state;
    if (!stream->checked)
        return;
    apply(stream, stream->checked->begin, &state);
    assert_memory_equal(&state, &stream->checked->state, sizeof(state));
}

static void test_kept(void **state)
{
    struct world *w = *state;
    struct machine *m = &w->m;
    const struct hw_chip *chip = hw_chip_find("cypress");
    unsigned again = 0, kept = 0, passed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        char first[SIM_ERROR_SIZE] = "", second[SIM_ERROR_SIZE] = "";
        emit_stream(m);
        if (random_below(64) == 0)
            change_object(w);
        const uint32_t flags[3] = {random_below(8) != 0, SIM_RING_GFX, 0},
                       order[2] = {random_below(3), random_below(3)};
        const struct sim_chunk chunks[] = {{SIM_CHUNK_IB, m->stream_dwords, m->stream},
                                           {SIM_CHUNK_RELOCS, m->reloc_count * 4, m->relocs},
                                           {SIM_CHUNK_FLAGS, 3, flags},
                                           {SIM_CHUNK_ORDER, 2, order}};
        const unsigned before = w->checks.next;
        struct sim_stream *anew = sim_stream_check(&w->gem, chip, chunks, COUNT(chunks), "one",
                                                   true, first),
                          *stream = sim_stream_check_again(&w->checks, &w->gem, chip, chunks,
                                                           COUNT(chunks), "two", second);
        assert_string_equal(first, second);
        assert_int_equal(anew != NULL, stream != NULL);
        if (stream) {
            assert_int_equal(stream->dword_count, anew->dword_count);
            assert_memory_equal(stream->dwords, anew->dwords, anew->dword_count * 4);
            assert_int_equal(stream->bo_count, anew->bo_count);
            assert_memory_equal(stream->bos, anew->bos, anew->bo_count * sizeof(*anew->bos));
            assert_string_equal(stream->label, "two");
            assert_true(stream->order == order[0] && stream->units == order[1]);
            check_kept(stream);
            passed++;
            kept += stream->checked != NULL;
            again += stream->checked && w->checks.next == before;
        }
        sim_stream_destroy(&w->gem, anew);
        sim_stream_destroy(&w->gem, stream);
    }
    assert_true(passed > ROUNDS / 4 && passed < ROUNDS - ROUNDS / 8);
    assert_true(kept > passed / 2 && kept < passed);
    assert_true(again > kept / 4 && again < kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_kept, begin, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
