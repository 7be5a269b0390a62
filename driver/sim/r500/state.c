/* SPDX-License-Identifier: MIT */
/* state.c: packets, and what registers say of textures and render targets. */
#include "driver/sim/r500/state.h"

#include <assert.h>

#include "driver/base/count.h"
#include "driver/hw/formats.h"
#include "driver/hw/isa.h"
#include "driver/hw/registers.h"

void r500_packet_read(const struct sim_stream *stream, uint32_t offset, struct r500_packet *packet)
{
    assert(offset < stream->dword_count);
    const uint32_t header = stream->dwords[offset];

    *packet = (struct r500_packet){.offset = offset,
                                   .type = header >> 30,
                                   .count = (header >> 16 & 0x3fff) + 1,
                                   .payload = stream->dwords + offset + 1};
    if (packet->type == 0) {
        packet->address = (header & 0x1fff) << 2;
        packet->one = header & HW_R500_PKT0_ONE_REG;
    } else if (packet->type == 3) {
        packet->opcode = header >> 8 & 0xff;
    } else {
        packet->count = 0;
    }
}

static bool write_window(struct r500_state *state, uint32_t value)
{
    const uint32_t index = r500_reg(state, HW_R500_R_GA_US_VECTOR_INDEX);
    const bool constants = HW_GET(index, R500_R_GA_US_VECTOR_INDEX, CONSTANTS);
    const uint32_t each = constants ? 4 : HW_R500_WORDS;
    const uint32_t at = HW_GET(index, R500_R_GA_US_VECTOR_INDEX, INDEX) + state->window / each;
    const uint32_t part = state->window++ % each;

    if (at >= (constants ? HW_R500_CONSTANTS : HW_R500_MAX_INSTRUCTIONS))
        return false;
    if (constants)
        state->constant[at][part] = value;
    else
        state->code[at][part] = value;
    return true;
}

bool r500_state_write(struct r500_state *state, uint32_t address, uint32_t value)
{
    assert(address % 4 == 0 && address < HW_R500_REGISTERS_END);
    state->reg[address / 4] = value;
    state->set[address / 4] = true;
    if (address == HW_R500_R_GA_US_VECTOR_INDEX)
        state->window = 0;
    return address != HW_R500_R_GA_US_VECTOR_DATA || write_window(state, value);
}

/* Sizes: less one, the highest bit elsewhere. */
static void read_size(const struct r500_state *state, unsigned i, struct r500_texture *texture)
{
    const uint32_t format0 = r500_reg_at(state, HW_R500_R_TX_FORMAT0, i);
    const uint32_t format2 = r500_reg_at(state, HW_R500_R_TX_FORMAT2, i);

    texture->width = (HW_GET(format0, R500_R_TX_FORMAT0, WIDTH) |
                      HW_GET(format2, R500_R_TX_FORMAT2, WIDTH_11) << 11) +
                     1;
    texture->height = (HW_GET(format0, R500_R_TX_FORMAT0, HEIGHT) |
                       HW_GET(format2, R500_R_TX_FORMAT2, HEIGHT_11) << 11) +
                      1;
    texture->pitch = HW_GET(format2, R500_R_TX_FORMAT2, PITCH) + 1;
    texture->depth = 1u << HW_GET(format0, R500_R_TX_FORMAT0, DEPTH);
}

static bool is_power_of_two(uint32_t size)
{
    return !(size & (size - 1));
}

/* A texture without a pitch of its own has a width that is a power of two, and rows of whole 32
 * bytes; 3D textures have none. */
static const char *read_shape(const struct r500_state *state, unsigned i,
                              struct r500_texture *texture)
{
    const bool has_pitch =
        HW_GET(r500_reg_at(state, HW_R500_R_TX_FORMAT0, i), R500_R_TX_FORMAT0, PITCH_EN);
    const uint32_t bytes = hw_format_find(texture->format->layout)->bytes;
    const bool wide = is_power_of_two(texture->width), high = is_power_of_two(texture->height);

    if (texture->is_3d && (has_pitch || !wide || !high))
        return "three dimensions, and a pitch or a size that is no power of two";
    if (!texture->is_3d && texture->depth > 1)
        return "two dimensions, and a depth";
    if (!has_pitch && !wide)
        return "a width that is no power of two, and no pitch";
    if (!has_pitch)
        texture->pitch = hw_r500_row_bytes(texture->width * bytes) / bytes;
    texture->wraps = !has_pitch && wide && high;
    if (texture->pitch < texture->width || texture->pitch * bytes % HW_R500_ROW_BYTES)
        return "a pitch that is less than the width, or not of whole 32 bytes";
    texture->slice_bytes = (uint64_t)texture->pitch * bytes * texture->height;
    texture->bytes = texture->slice_bytes * (texture->depth - 1) +
                     (uint64_t)texture->pitch * bytes * (texture->height - 1) +
                     texture->width * bytes;
    return NULL;
}

static bool repeats(uint32_t clamp)
{
    return clamp == HW_CLAMP_WRAP || clamp == HW_CLAMP_MIRROR;
}

static const char *read_filter(uint32_t filter0, struct r500_texture *texture)
{
    const uint32_t mag = HW_GET(filter0, R500_R_TX_FILTER0, MAG_FILTER);
    const uint32_t min = HW_GET(filter0, R500_R_TX_FILTER0, MIN_FILTER);

    texture->clamp[0] = HW_GET(filter0, R500_R_TX_FILTER0, CLAMP_S);
    texture->clamp[1] = HW_GET(filter0, R500_R_TX_FILTER0, CLAMP_T);
    texture->clamp[2] = HW_GET(filter0, R500_R_TX_FILTER0, CLAMP_R);
    texture->linear = mag == HW_R500_FILTER_LINEAR;
    for (int c = 0; c < 2 + texture->is_3d; c++) {
        if (!repeats(texture->clamp[c]) && texture->clamp[c] != HW_CLAMP_EDGE &&
            texture->clamp[c] != HW_CLAMP_BORDER)
            return "a clamp mode that is not simulated";
        if (repeats(texture->clamp[c]) && !texture->wraps)
            return "a clamp mode that repeats or mirrors, which R500 does where all sizes are "
                   "powers of two and there is no pitch";
    }
    if (mag != min || (mag != HW_R500_FILTER_NEAREST && mag != HW_R500_FILTER_LINEAR) ||
        HW_GET(filter0, R500_R_TX_FILTER0, MIP_FILTER))
        return "a filter that is not simulated";
    if (texture->linear && hw_format_find(texture->format->layout)->is_float)
        return "a filter, which R500 does not have for floats";
    return NULL;
}

static const char *read_selects(uint32_t format1, struct r500_texture *texture)
{
    const uint32_t sign = HW_GET(format1, R500_R_TX_FORMAT1, SIGNED);

    texture->select[0] = HW_GET(format1, R500_R_TX_FORMAT1, SEL_RED);
    texture->select[1] = HW_GET(format1, R500_R_TX_FORMAT1, SEL_GREEN);
    texture->select[2] = HW_GET(format1, R500_R_TX_FORMAT1, SEL_BLUE);
    texture->select[3] = HW_GET(format1, R500_R_TX_FORMAT1, SEL_ALPHA);
    texture->is_signed = sign;
    for (int c = 0; c < 4; c++)
        if (texture->select[c] > HW_SEL_1)
            return "a channel select that is not simulated";
    if (sign && sign != 15)
        return "channels with and without signs";
    if (HW_GET(format1, R500_R_TX_FORMAT1, GAMMA) || HW_GET(format1, R500_R_TX_FORMAT1, YUV_TO_RGB))
        return "gamma, or YUV";
    return NULL;
}

const char *r500_read_texture(const struct r500_state *state, unsigned i,
                              struct r500_texture *texture)
{
    const uint32_t format0 = r500_reg_at(state, HW_R500_R_TX_FORMAT0, i);
    const uint32_t format1 = r500_reg_at(state, HW_R500_R_TX_FORMAT1, i);
    const uint32_t format2 = r500_reg_at(state, HW_R500_R_TX_FORMAT2, i);
    const uint32_t offset = r500_reg_at(state, HW_R500_R_TX_OFFSET, i);
    const uint32_t coordinates = HW_GET(format1, R500_R_TX_FORMAT1, COORD_TYPE);

    *texture = (struct r500_texture){
        .format = hw_r500_format_of_texture(HW_GET(format1, R500_R_TX_FORMAT1, FORMAT)),
        .is_3d = coordinates == HW_R500_COORD_3D,
        .address = offset};
    if (!texture->format || HW_GET(format2, R500_R_TX_FORMAT2, FORMAT_MSB))
        return "a format that is not simulated";
    if (HW_GET(offset, R500_R_TX_OFFSET, LAYOUT))
        return "tiling or a byte order, which are not simulated";
    if (coordinates > HW_R500_COORD_3D)
        return "the shape of a cube, which is not simulated";
    if (HW_GET(format0, R500_R_TX_FORMAT0, NUM_LEVELS))
        return "levels, which are not simulated";
    if (r500_reg_at(state, HW_R500_R_TX_BORDER_COLOR, i))
        return "a border that is not transparent black";
    read_size(state, i, texture);
    const char *fault = read_shape(state, i, texture);
    if (!fault)
        fault = read_selects(format1, texture);
    return fault ? fault : read_filter(r500_reg_at(state, HW_R500_R_TX_FILTER0, i), texture);
}

/* Components are numbered otherwise in US_OUT_FMT. */
static uint8_t component_of(unsigned select)
{
    static const uint8_t components[] = {[HW_R500_OUT_SEL_A] = 3,
                                         [HW_R500_OUT_SEL_R] = 0,
                                         [HW_R500_OUT_SEL_G] = 1,
                                         [HW_R500_OUT_SEL_B] = 2};

    assert(select < COUNT(components));
    return components[select];
}

const char *r500_read_target(const struct r500_state *state, unsigned i, bool *used,
                             struct r500_target *target)
{
    const uint32_t out = r500_reg_at(state, HW_R500_R_US_OUT_FMT, i);
    const uint32_t pitch = r500_reg_at(state, HW_R500_R_RB3D_COLORPITCH, i);
    const uint32_t sign = HW_GET(out, R500_R_US_OUT_FMT, SIGN);

    *used = r500_is_set(state, HW_R500_R_US_OUT_FMT + 4 * i) &&
            HW_GET(out, R500_R_US_OUT_FMT, FORMAT) != HW_R500_OUT_UNUSED;
    if (!*used)
        return NULL;
    *target = (struct r500_target){
        .format = hw_r500_format_of_target(HW_GET(pitch, R500_R_RB3D_COLORPITCH, FORMAT),
                                           HW_GET(out, R500_R_US_OUT_FMT, FORMAT)),
        .pitch = HW_GET(pitch, R500_R_RB3D_COLORPITCH, PITCH) * 2,
        .address = r500_reg_at(state, HW_R500_R_RB3D_COLOROFFSET, i),
        .is_signed = sign};
    if (!target->format)
        return "a pair of formats of target and output that is not simulated";
    if (sign && sign != 15)
        return "channels with and without signs";
    if (HW_GET(pitch, R500_R_RB3D_COLORPITCH, TILING) ||
        HW_GET(pitch, R500_R_RB3D_COLORPITCH, ENDIAN))
        return "tiling or a byte order, which are not simulated";
    target->row_bytes = (uint64_t)target->pitch * hw_format_find(target->format->layout)->bytes;
    if (!target->pitch || target->row_bytes % HW_R500_ROW_BYTES ||
        target->address % HW_R500_OFFSET_BYTES)
        return "a pitch or an address that is not of whole 32 bytes";
    for (int c = 0; c < 4; c++)
        target->source[c] = component_of(
            out >> (HW_R500_R_US_OUT_FMT_C0_SEL_LO + 2 * target->format->slot[c]) & 3u);
    return NULL;
}
