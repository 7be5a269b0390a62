/* SPDX-License-Identifier: MIT */
/* stream.c: packets one after the other, each done before the next. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/r300/context.h"
#include "driver/sim/r300/r300.h"
#include "driver/sim/r500/r500.h"

float r300_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

bool r300_fail(struct r300 *r, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->error, SIM_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

bool r300_may_go_on(struct r300 *r)
{
    struct timespec now;

    if (r->dispatcher->config->time_limit_s <= 0)
        return true;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < r->until.tv_sec ||
        (now.tv_sec == r->until.tv_sec && now.tv_nsec < r->until.tv_nsec))
        return true;
    return r300_fail(r, "a draw runs longer than %g s", r->dispatcher->config->time_limit_s);
}

uint8_t *r300_memory(const struct r300 *r, uint32_t address, uint64_t *bytes)
{
    const struct sim_bo *bo = sim_stream_find(r->stream, address);

    if (!bo)
        return NULL;
    *bytes = bo->size - (address - bo->address);
    return bo->map + (address - bo->address);
}

static bool write_pvs(struct r300 *r, uint32_t value)
{
    const uint32_t at =
        (r300_reg(r, HW_R500_R_VAP_PVS_VECTOR_INDX_REG) & 0xffff) + r->pvs_written / 4;

    if (at >= R300_PVS_VECTORS)
        return r300_fail(r, "VAP_PVS_UPLOAD_DATA writes vector %u: there are %u", at,
                         (unsigned)R300_PVS_VECTORS);
    r->pvs[at][r->pvs_written++ % 4] = value;
    return true;
}

/* The counter of pixels goes to memory. */
static bool write_passed(struct r300 *r, uint32_t address)
{
    uint64_t bytes = 0;
    uint8_t *memory = r300_memory(r, address, &bytes);

    if (!memory || bytes < sizeof(r->passed))
        return r300_fail(r, "ZB_ZPASS_ADDR 0x%x: there is no memory", address);
    memcpy(memory, &r->passed, sizeof(r->passed));
    return true;
}

static bool write_register(struct r300 *r, uint32_t address, uint32_t value)
{
    if (!r500_state_write(r->state, address, value))
        return r300_fail(r, "GA_US_VECTOR_DATA runs over the instructions or constants there are");
    switch (address) {
    case HW_R500_R_VAP_PVS_VECTOR_INDX_REG:
        r->pvs_written = 0;
        return true;
    case HW_R500_R_VAP_PVS_UPLOAD_DATA:
        return write_pvs(r, value);
    case HW_R500_R_ZB_ZPASS_DATA:
        r->passed = value;
        return true;
    case HW_R500_R_ZB_ZPASS_ADDR:
        return write_passed(r, value);
    default:
        return true;
    }
}

static bool load_arrays(struct r300 *r, const uint32_t *payload)
{
    r->arrays = payload[0] & 0x1f;
    for (uint32_t i = 0; i < r->arrays; i++) {
        const uint32_t *at = &payload[r300_array_at(i)];
        const uint32_t how = at[0] >> (i % 2 * 16);
        struct r300_array *array = &r->array[i];

        array->size = how & 0x7f;
        array->stride = how >> 8 & 0x7f;
        array->memory = r300_memory(r, at[1 + i % 2], &array->bytes);
        if (!array->memory)
            return r300_fail(r, "array %u of vertices: there is no memory", i);
    }
    return true;
}

static uint32_t vertex_count(const struct r300 *r, uint32_t control)
{
    return control >> 14 & 1u ? r300_reg(r, HW_R500_R_VAP_ALT_NUM_VERTICES) & 0xffffff
                              : control >> 16;
}

static bool draw(struct r300 *r, const struct r500_packet *packet)
{
    const uint32_t control = packet->payload[0];
    struct r300_source source = {.count = vertex_count(r, control), .control = control};
    const uint32_t size = r300_reg(r, HW_R500_R_VAP_VTX_SIZE) & 0x7f;

    if (packet->opcode == HW_R500_PKT3_DRAW_IMMD_2) {
        source.embedded = packet->payload + 1;
        if (packet->count - 1 != (uint64_t)size * source.count)
            return r300_fail(r, "%u dwords of vertices; %u of %u dwords are wanted",
                             packet->count - 1, source.count, size);
    }
    return r300_draw(r, &source);
}

static bool draw_indexed(struct r300 *r, const struct r500_packet *packet)
{
    const uint32_t control = packet->payload[0];
    const unsigned bytes = control >> 11 & 1u ? 4 : 2;
    const struct r300_source source = {.count = vertex_count(r, control),
                                       .control = control,
                                       .indices = packet->payload + 1,
                                       .index_bytes = bytes};

    if (packet->count == 1) {
        r->waiting = control;
        return true;
    }
    if ((uint64_t)source.count * bytes > (packet->count - 1) * 4ull)
        return r300_fail(r, "%u indices in %u dwords", source.count, packet->count - 1);
    return r300_draw(r, &source);
}

static bool draw_buffer(struct r300 *r, const uint32_t *payload)
{
    const uint32_t control = r->waiting;
    const unsigned index_bytes = control >> 11 & 1u ? 4 : 2;
    uint64_t bytes = 0;
    const struct r300_source source = {.count = vertex_count(r, control),
                                       .control = control,
                                       .indices = r300_memory(r, payload[1], &bytes),
                                       .index_bytes = index_bytes};

    r->waiting = 0;
    if (!control)
        return r300_fail(r, "INDX_BUFFER without a draw before it");
    if (!source.indices || payload[2] * 4ull > bytes ||
        (uint64_t)source.count * index_bytes > payload[2] * 4ull)
        return r300_fail(r, "%u indices in %u dwords of %llu bytes", source.count, payload[2],
                         (unsigned long long)bytes);
    return r300_draw(r, &source);
}

static bool run_packet(struct r300 *r, const struct r500_packet *packet)
{
    if (packet->type == 3) {
        switch (packet->opcode) {
        case R300_PKT3_LOAD_VBPNTR:
            return load_arrays(r, packet->payload);
        case R300_PKT3_INDX_BUFFER:
            return draw_buffer(r, packet->payload);
        case R300_PKT3_DRAW_INDX_2:
            return draw_indexed(r, packet);
        case HW_R500_PKT3_NOP:
            return true;
        default:
            return draw(r, packet);
        }
    }
    for (uint32_t i = 0; packet->type == 0 && i < packet->count; i++)
        if (!write_register(r, r500_packet_register(packet, i), packet->payload[i]))
            return false;
    return true;
}

static void set_clock(struct r300 *r)
{
    const double limit = r->dispatcher->config->time_limit_s;

    clock_gettime(CLOCK_MONOTONIC, &r->until);
    r->until.tv_sec += (time_t)limit;
    r->until.tv_nsec += (long)((limit - (double)(time_t)limit) * 1e9);
    if (r->until.tv_nsec >= 1000000000) {
        r->until.tv_nsec -= 1000000000;
        r->until.tv_sec++;
    }
}

static bool run_draws(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                      char error[SIM_ERROR_SIZE])
{
    char why[SIM_ERROR_SIZE] = "out of memory";
    struct r500_packet packet;
    struct r300 *r = calloc(1, sizeof(*r));
    struct r500_state *state = calloc(1, sizeof(*state));
    bool done = r && state;
    if (done) {
        r->dispatcher = dispatcher;
        r->stream = stream;
        r->older = dispatcher->config->chip->family == HW_FAMILY_R300;
        r->state = state;
        r->error = why;
        set_clock(r);
    }
    for (uint32_t at = 0; done && at < stream->dword_count; at += 1 + packet.count) {
        r500_packet_read(stream, at, &packet);
        done = run_packet(r, &packet);
    }
    if (!done)
        snprintf(error, SIM_ERROR_SIZE, "%.128s: %.1800s", stream->label, why);
    free(state);
    free(r);
    return done;
}

static bool run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE])
{
    return (r300_is_of_images(stream) ? r500_family.run : run_draws)(dispatcher, stream, error);
}

/* Whether the chunk of the stream itself draws images: relocations do not matter for that. */
static bool is_of_images(const struct sim_chunk *chunks, unsigned chunk_count)
{
    for (unsigned i = chunk_count; i-- > 0;)
        if (chunks[i].id == SIM_CHUNK_IB)
            return r300_is_of_images(
                &(struct sim_stream){.dwords = (uint32_t *)(uintptr_t)chunks[i].data,
                                     .dword_count = chunks[i].length_dw});
    return false;
}

static struct sim_stream *check(struct sim_gem *gem, const struct hw_chip *chip,
                                const struct sim_chunk *chunks, unsigned chunk_count,
                                const char *label, bool strict, char error[SIM_ERROR_SIZE])
{
    if (is_of_images(chunks, chunk_count))
        return r500_family.check(gem, chip, chunks, chunk_count, label, strict, error);
    return sim_stream_check_by(r300_check, gem, chip, chunks, chunk_count, label, strict, error);
}

const struct sim_family r300_family = {HW_FAMILY_R500, check, run};

/* R300 has no image programs. */
static struct sim_stream *check_older(struct sim_gem *gem, const struct hw_chip *chip,
                                      const struct sim_chunk *chunks, unsigned chunk_count,
                                      const char *label, bool strict, char error[SIM_ERROR_SIZE])
{
    return sim_stream_check_by(r300_check, gem, chip, chunks, chunk_count, label, strict, error);
}

const struct sim_family r300_older_family = {HW_FAMILY_R300, check_older, run_draws};
