/* SPDX-License-Identifier: MIT */
/* translate.c: goes through a stream of R700 and makes one of Evergreen, which then runs. */
#include "driver/sim/r700/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/hw/chips.h"
#include "driver/sim/device/cp.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/r700.h"

bool r700_fail(struct r700 *r, const char *format, ...)
{
    va_list arguments;
    const int length = snprintf(r->error, SIM_ERROR_SIZE, "%.128s, translated: ", r->stream->label);
    va_start(arguments, format);
    vsnprintf(r->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

bool r700_add(struct r700 *r, struct r700_words *words, const uint32_t *values, uint32_t count)
{
    if (count > words->room - words->count) {
        const uint32_t room = (words->count + count) * 2;
        uint32_t *at = realloc(words->at, room * sizeof(*at));
        if (!at)
            return r700_fail(r, "out of memory");
        words->at = at;
        words->room = room;
    }
    if (count)
        memcpy(words->at + words->count, values, count * sizeof(*values));
    words->count += count;
    return true;
}

bool r700_set(struct r700 *r, unsigned opcode, uint32_t first, const uint32_t *values,
              uint32_t count)
{
    const uint32_t head[] = {hw_pkt3(opcode, count + 1, false), first};
    return r700_add(r, &r->out, head, 2) && r700_add(r, &r->out, values, count);
}

static bool forward(struct r700 *r, const struct sim_packet *packet)
{
    const uint32_t header = packet->payload[-1] & ~(uint32_t)HW_PKT3_COMPUTE_BIT;
    return r700_add(r, &r->out, &header, 1) && r700_add(r, &r->out, packet->payload, packet->count);
}

/* Evergreen's border colours are behind a window: the sampler's number, then its values. */
static bool set_border(struct r700 *r, uint32_t address, uint32_t value)
{
    static const uint32_t windows[] = {DRAW_R_TD_PS_BORDER_INDEX, DRAW_R_TD_VS_BORDER_INDEX,
                                       DRAW_R_TD_GS_BORDER_INDEX};
    const uint32_t of_stage = (address - R700_R_TD_PS_BORDER) % 0x200 / 4;
    const uint32_t window =
        (windows[(address - R700_R_TD_PS_BORDER) / 0x200] - HW_CONFIG_REG_BASE) / 4;
    const uint32_t sampler = of_stage / 4;
    return r700_set(r, HW_PKT3_SET_CONFIG_REG, window, &sampler, 1) &&
           r700_set(r, HW_PKT3_SET_CONFIG_REG, window + 1 + of_stage % 4, &value, 1);
}

static bool set_config(struct r700 *r, const struct sim_packet *packet)
{
    for (unsigned i = 1; i < packet->count; i++) {
        const uint32_t number = packet->payload[0] + i - 1;
        const uint32_t address = HW_CONFIG_REG_BASE + number * 4;
        const uint32_t places = (address - R700_R_R600_SAMPLE_LOCS) / 4;
        if (places < 4)
            r->places[places] = packet->payload[i];
        if (address >= R700_R_TD_PS_BORDER && address < R700_R_TD_END) {
            if (!set_border(r, address, packet->payload[i]))
                return false;
        } else if (address == DRAW_R_VGT_PRIMITIVE_TYPE || address == DRAW_R_TA_CNTL_AUX ||
                   (address >= DRAW_R_SQ_ESGS_RING_BASE &&
                    address <= DRAW_R_SQ_PSTMP_RING_BASE + 4)) {
            if (!r700_set(r, HW_PKT3_SET_CONFIG_REG, number, packet->payload + i, 1))
                return false;
        }
    }
    return true;
}

static bool translate_packet(struct r700 *r, const struct sim_packet *packet)
{
    switch (packet->opcode) {
    case HW_PKT3_NOP:
    case HW_PKT3_CONTEXT_CONTROL:
    case HW_PKT3_SET_BOOL_CONST:
    case R700_PKT3_START_3D_CMDBUF:
    case R700_PKT3_STRMOUT_BASE_UPDATE:
    case R700_PKT3_SURFACE_BASE_UPDATE:
        return true;
    case HW_PKT3_SET_CONFIG_REG:
        return set_config(r, packet);
    case HW_PKT3_SET_CONTEXT_REG:
        memcpy(r->context + packet->payload[0], packet->payload + 1,
               (packet->count - 1) * sizeof(uint32_t));
        return true;
    case HW_PKT3_SET_RESOURCE:
        return r700_set_resources(r, packet);
    case HW_PKT3_SET_SAMPLER:
        return r700_set_samplers(r, packet);
    case HW_PKT3_DRAW_INDEX:
    case HW_PKT3_DRAW_INDEX_AUTO:
    case HW_PKT3_DRAW_INDEX_IMMD:
        return r700_set_state(r) && forward(r, packet);
    default:
        return forward(r, packet);
    }
}

/* Runs the translation: the stream's objects, and one more that has its programs. */
static bool run_translated(struct r700 *r, struct sim_dispatcher *dispatcher)
{
    struct sim_stream stream = *r->stream;
    struct sim_bo code = {.size = (uint64_t)r->code.count * sizeof(uint32_t),
                          .address = R700_CODE_ADDRESS,
                          .map = (uint8_t *)r->code.at,
                          .mapped_bytes = r->code.count * sizeof(uint32_t)};
    stream.bos = malloc((stream.bo_count + 1u) * sizeof(struct sim_bo *));
    if (!stream.bos)
        return r700_fail(r, "out of memory");
    memcpy(stream.bos, r->stream->bos, stream.bo_count * sizeof(struct sim_bo *));
    if (code.size)
        stream.bos[stream.bo_count++] = &code;
    stream.dwords = r->out.at;
    stream.dword_count = r->out.count;
    const bool done = sim_cp_run(dispatcher, &stream, r->error);
    free(stream.bos);
    return done;
}

static bool run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE])
{
    struct sim_packet packet;
    struct r700 *r = calloc(1, sizeof(*r));
    if (!r) {
        snprintf(error, SIM_ERROR_SIZE, "out of memory");
        return false;
    }
    r->stream = stream;
    r->chip = dispatcher->config->chip;
    r->error = error;
    bool done = true;
    for (uint32_t at = 0; done && at < stream->dword_count; at += packet.count + 1)
        if (sim_packet_read(stream, at, &packet))
            done = translate_packet(r, &packet);
    done = done && run_translated(r, dispatcher);
    free(r->out.at);
    free(r->code.at);
    free(r);
    return done;
}

static struct sim_stream *check(struct sim_gem *gem, const struct hw_chip *chip,
                                const struct sim_chunk *chunks, unsigned chunk_count,
                                const char *label, bool strict, char error[SIM_ERROR_SIZE])
{
    return sim_stream_check_by(r700_check, gem, chip, chunks, chunk_count, label, strict, error);
}

const struct sim_family r600_family = {HW_FAMILY_R600, check, run};
const struct sim_family r700_family = {HW_FAMILY_R700, check, run};
