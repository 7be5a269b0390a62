/* SPDX-License-Identifier: MIT */
/* stream.c: see stream.h. */
#include "driver/r600/tests/stream.h"
#include "ci/tests/run_tests.h"

#include <string.h>

#include "driver/hw/registers.h"

/* Registers that carry addresses. Source: Linux evergreen_cs.c, evergreen_cs_handle_reg. */
static bool needs_reloc(uint32_t address)
{
    for (uint32_t n = 0; n < 8; n++)
        if (address == HW_R_ELEMENT(CB_COLOR_BASE, n) ||
            address == HW_R_ELEMENT(CB_COLOR_ATTRIB, n))
            return true;
    for (uint32_t n = 0; n < 4; n++)
        if (address == HW_R_ELEMENT(CB_COLOR8_BASE, n) ||
            address == HW_R_ELEMENT(CB_COLOR8_ATTRIB, n))
            return true;
    for (uint32_t n = 0; n < 12; n++)
        if (address == HW_R_ELEMENT(CB_IMMED_BASE, n))
            return true;
    for (uint32_t n = 0; n < 16; n++)
        if (address == HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, n))
            return true;
    return address == HW_R_SQ_PGM_START_LS || address == HW_R_SQ_LSTMP_RING_BASE;
}

struct reader {
    struct stream *stream;
    const struct fake_winsys *ws;
    uint32_t at;
};

static struct winsys_bo *take_reloc(struct reader *reader)
{
    const struct fake_winsys *ws = reader->ws;
    assert_true(reader->at + 2 <= ws->dword_count);
    assert_int_equal(hw_pkt3_opcode(ws->dwords[reader->at]), HW_PKT3_NOP);
    assert_int_equal(hw_pkt3_payload(ws->dwords[reader->at]), 1);
    uint32_t index = ws->dwords[reader->at + 1];
    assert_int_equal(index % 4, 0);
    assert_true(index / 4 < ws->reloc_count);
    reader->at += 2;
    return ws->relocs[index / 4].bo;
}

static void read_registers(struct reader *reader, const uint32_t *payload, uint32_t count,
                           uint32_t base, uint32_t end, uint32_t *values, struct winsys_bo **bos)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t address = base + (payload[0] + i - 1) * 4;
        assert_true(address < end);
        values[payload[0] + i - 1] = payload[i];
        if (needs_reloc(address))
            bos[payload[0] + i - 1] = take_reloc(reader);
    }
}

static void read_resource(struct reader *reader, const uint32_t *payload, uint32_t count)
{
    struct stream *stream = reader->stream;
    assert_int_equal(count, 9);
    assert_int_equal(payload[0] % 8, 0);
    uint32_t slot = payload[0] / 8 - HW_CS_RESOURCE_BASE;
    assert_true(slot < 176);
    memcpy(stream->resource[slot], payload + 1, 32);
    stream->resource_bo[slot][0] = take_reloc(reader);
    if (payload[8] >> 30 == HW_TYPE_TEXTURE)
        stream->resource_bo[slot][1] = take_reloc(reader);
}

static void read_sampler(struct reader *reader, const uint32_t *payload, uint32_t count)
{
    assert_int_equal(count, 4);
    assert_int_equal(payload[0] % 3, 0);
    uint32_t slot = payload[0] / 3 - HW_CS_SAMPLER_BASE;
    assert_true(slot < 18);
    memcpy(reader->stream->sampler[slot], payload + 1, 12);
    reader->stream->sampler_set[slot] = true;
}

static void read_dispatch(struct reader *reader, const uint32_t *payload, uint32_t count)
{
    struct stream *stream = reader->stream;
    assert_int_equal(count, 4);
    assert_true(stream->dispatch_count < STREAM_DISPATCHES);
    struct stream_dispatch *dispatch = &stream->dispatches[stream->dispatch_count++];
    for (unsigned i = 0; i < 3; i++) {
        dispatch->start[i] = stream_reg(stream, HW_R_VGT_COMPUTE_START_X + 4 * i);
        dispatch->groups[i] = payload[i];
    }
    assert_int_equal(payload[3], 1);
}

/* State of the compute stage goes to the wrong context without this bit. */
static void check_compute_bit(uint32_t header)
{
    switch (hw_pkt3_opcode(header)) {
    case HW_PKT3_SET_CONTEXT_REG:
    case HW_PKT3_SET_RESOURCE:
    case HW_PKT3_SET_SAMPLER:
    case HW_PKT3_SET_LOOP_CONST:
    case HW_PKT3_DISPATCH_DIRECT:
        assert_true(header & HW_PKT3_COMPUTE_BIT);
        break;
    case HW_PKT3_SET_CONFIG_REG:
        assert_false(header & HW_PKT3_COMPUTE_BIT);
        break;
    }
}

static void read_packet(struct reader *reader)
{
    const uint32_t *packet = reader->ws->dwords + reader->at;
    uint32_t count = hw_pkt3_payload(packet[0]);
    struct stream *stream = reader->stream;
    assert_int_equal(packet[0] >> 30, 3);
    assert_true(reader->at + 1 + count <= reader->ws->dword_count);
    check_compute_bit(packet[0]);
    reader->at += 1 + count;
    switch (hw_pkt3_opcode(packet[0])) {
    case HW_PKT3_SET_CONFIG_REG:
        read_registers(reader, packet + 1, count, HW_CONFIG_REG_BASE, HW_CONFIG_REG_END,
                       stream->config, stream->config_bo);
        break;
    case HW_PKT3_SET_CONTEXT_REG:
        read_registers(reader, packet + 1, count, HW_CONTEXT_REG_BASE, HW_CONTEXT_REG_END,
                       stream->context, stream->context_bo);
        break;
    case HW_PKT3_SET_RESOURCE:
        read_resource(reader, packet + 1, count);
        break;
    case HW_PKT3_SET_SAMPLER:
        read_sampler(reader, packet + 1, count);
        break;
    case HW_PKT3_DISPATCH_DIRECT:
        read_dispatch(reader, packet + 1, count);
        break;
    case HW_PKT3_SURFACE_SYNC:
        assert_int_equal(count, 4);
        stream->sync_control = packet[1];
        break;
    case HW_PKT3_SET_LOOP_CONST:
        assert_int_equal(count, 2);
        assert_in_range(packet[1], HW_CS_LOOP_CONST, HW_CS_LOOP_CONST + 31);
        stream->loop_constant[packet[1] - HW_CS_LOOP_CONST] = packet[2];
        break;
    case HW_PKT3_EVENT_WRITE:
        break;
    default: /* a relocation nobody asked for, or a packet this test does not know */
        fail_msg("unexpected packet %#x", hw_pkt3_opcode(packet[0]));
    }
}

void stream_read(struct stream *stream, const struct fake_winsys *ws)
{
    struct reader reader = {.stream = stream, .ws = ws};
    memset(stream, 0, sizeof(*stream));
    while (reader.at < ws->dword_count)
        read_packet(&reader);
}

uint32_t stream_reg(const struct stream *stream, uint32_t address)
{
    return address < HW_CONFIG_REG_END ? stream->config[(address - HW_CONFIG_REG_BASE) / 4]
                                       : stream->context[(address - HW_CONTEXT_REG_BASE) / 4];
}

struct winsys_bo *stream_reg_bo(const struct stream *stream, uint32_t address)
{
    return address < HW_CONFIG_REG_END ? stream->config_bo[(address - HW_CONFIG_REG_BASE) / 4]
                                       : stream->context_bo[(address - HW_CONTEXT_REG_BASE) / 4];
}
