/* SPDX-License-Identifier: MIT */
/* check.c: refuses streams that the Linux radeon driver refuses on an rv515 (r300.c, r100.c), and
 * what this simulator does not draw. Messages name the packet and its offset in dwords. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/base/count.h"
#include "driver/sim/r500/r500.h"
#include "driver/sim/r500/state.h"
#include "driver/sim/stream/checker.h"

struct check {
    struct checker *c;
    struct r500_state *state;
    struct r500_packet packet;
    struct sim_bo *texture[HW_R500_TEXTURES], *target[HW_R500_TARGETS]; /* of their addresses */
    uint32_t rectangles;                                                /* that were drawn */
};

static bool __attribute__((format(printf, 2, 3))) refuse(const struct check *check,
                                                         const char *format, ...)
{
    char *error = check->c->error;
    const int length = snprintf(error, SIM_ERROR_SIZE,
                                "command stream, packet at dword %u: ", check->packet.offset);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static const char *name_of(uint32_t address, char room[64])
{
    if (!hw_r500_register_name(address, room, 64))
        snprintf(room, 64, "%#06x", address);
    return room;
}

static bool in_array(uint32_t address, uint32_t first, uint32_t count)
{
    return address >= first && address < first + 4 * count;
}

/* Registers that are neither forbidden nor free: each with what the kernel asks of its value. */
static bool is_tracked(uint32_t address)
{
    static const uint32_t single[] = {
        HW_R500_R_VAP_VF_CNTL, HW_R500_R_VAP_VTX_SIZE, HW_R500_R_VAP_VF_MAX_VTX_INDX,
        HW_R500_R_SC_SCISSOR1, HW_R500_R_RB3D_CCTL,    HW_R500_R_RB3D_BLENDCNTL,
        HW_R500_R_ZB_CNTL,     HW_R500_R_TX_ENABLE,    HW_R500_R_RB3D_COLOR_CHANNEL_MASK,
        HW_R500_R_ZB_BW_CNTL,  HW_R500_R_SC_HYPERZ_EN};
    static const uint32_t textures[] = {HW_R500_R_TX_FILTER0, HW_R500_R_TX_FORMAT0,
                                        HW_R500_R_TX_FORMAT1, HW_R500_R_TX_FORMAT2,
                                        HW_R500_R_TX_OFFSET};

    for (size_t i = 0; i < COUNT(single); i++)
        if (address == single[i])
            return true;
    for (size_t i = 0; i < COUNT(textures); i++)
        if (in_array(address, textures[i], HW_R500_TEXTURES))
            return true;
    return in_array(address, HW_R500_R_RB3D_COLOROFFSET, HW_R500_TARGETS) ||
           in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS);
}

/* Registers that may have one value alone. */
static bool check_value(const struct check *check, uint32_t address, uint32_t value)
{
    static const struct {
        uint32_t address, only;
        const char *why;
    } rows[] = {
        {HW_R500_R_ZB_BW_CNTL, 0, "HyperZ belongs to another client"},
        {HW_R500_R_SC_HYPERZ_EN, 0, "HyperZ belongs to another client"},
        {HW_R500_R_ZB_CNTL, 0, "depth is not simulated"},
        {HW_R500_R_US_CONFIG, 0, "products with 0 are not simulated as exact 0"},
        {HW_R500_R_RB3D_BLENDCNTL, 0, "blending is not simulated"},
        {HW_R500_R_RB3D_ABLENDCNTL, 0, "blending is not simulated"},
        {HW_R500_R_RB3D_ROPCNTL, 0, "raster operations are not simulated"},
        {HW_R500_R_RB3D_COLOR_CHANNEL_MASK, 0xffff, "masks of channels are not simulated"},
        {HW_R500_R_RB3D_DITHER_CTL, HW_R500_DITHER_ROUND, "colours are rounded to the nearest"},
        {HW_R500_R_FG_ALPHA_FUNC, 0, "tests of alpha are not simulated"},
        {HW_R500_R_FG_FOG_BLEND, 0, "fog is not simulated"}};
    char room[64];

    if (address == HW_R500_R_RB3D_CCTL && HW_GET(value, R500_R_RB3D_CCTL, CMASK_ENABLE))
        return refuse(check, "RB3D_CCTL enables CMASK, which belongs to another client");
    for (size_t i = 0; i < COUNT(rows); i++)
        if (address == rows[i].address && value != rows[i].only)
            return refuse(check, "%s is %#x: %s", name_of(address, room), value, rows[i].why);
    return true;
}

static bool write_register(struct check *check, uint32_t address, uint32_t *value)
{
    struct sim_bo **object = NULL;
    char room[64];

    if (address >= HW_R500_REGISTERS_END ||
        !(hw_r500_register_is_safe(address) || is_tracked(address)))
        return refuse(check, "register %s is forbidden", name_of(address, room));
    if (in_array(address, HW_R500_R_TX_OFFSET, HW_R500_TEXTURES))
        object = &check->texture[(address - HW_R500_R_TX_OFFSET) / 4];
    if (in_array(address, HW_R500_R_RB3D_COLOROFFSET, HW_R500_TARGETS))
        object = &check->target[(address - HW_R500_R_RB3D_COLOROFFSET) / 4];
    if (object &&
        !r500_relocate(check->c, check->packet.offset, value, name_of(address, room), object))
        return false;
    /* The kernel asks for one of the pitch, too, whose tiling flags it takes over. */
    if (in_array(address, HW_R500_R_RB3D_COLORPITCH, HW_R500_TARGETS) && !check->c->keep_tiling)
        return refuse(check, "streams without RADEON_CS_KEEP_TILING_FLAGS are not simulated");
    if (!check_value(check, address, *value))
        return false;
    if (!r500_state_write(check->state, address, *value))
        return refuse(check, "GA_US_VECTOR_DATA runs over the instructions or constants there are");
    return true;
}

static bool check_registers(struct check *check)
{
    uint32_t *values = check->c->stream->dwords + check->packet.offset + 1;

    for (uint32_t i = 0; i < check->packet.count; i++)
        if (!write_register(check, r500_packet_register(&check->packet, i), &values[i]))
            return false;
    return true;
}

static bool check_textures(const struct check *check)
{
    for (unsigned i = 0; i < HW_R500_TEXTURES; i++) {
        struct r500_texture texture;

        if (!(r500_reg(check->state, HW_R500_R_TX_ENABLE) >> i & 1u))
            continue;
        if (!check->texture[i])
            return refuse(check, "texture unit %u is enabled, but has no TX_OFFSET", i);
        const char *fault = r500_read_texture(check->state, i, &texture);
        if (fault)
            return refuse(check, "texture unit %u has %s", i, fault);
        const uint64_t offset = texture.address - check->texture[i]->address;
        if (offset + texture.bytes > check->texture[i]->size)
            return refuse(check,
                          "texture unit %u: %u x %u x %u texels end at byte %" PRIu64
                          " of an object of %" PRIu64,
                          i, texture.width, texture.height, texture.depth, offset + texture.bytes,
                          check->texture[i]->size);
    }
    return true;
}

/* The kernel takes the height from the scissors. */
static bool check_targets(const struct check *check)
{
    const uint32_t last = r500_reg(check->state, HW_R500_R_SC_SCISSOR1);
    const uint64_t rows = HW_GET(last, R500_R_SC_SCISSOR1, Y) + 1;
    unsigned count = 0;

    for (unsigned i = 0; i < HW_R500_TARGETS; i++) {
        struct r500_target target;
        bool used;
        const char *fault = r500_read_target(check->state, i, &used, &target);

        if (fault)
            return refuse(check, "render target %u has %s", i, fault);
        if (!used)
            continue;
        count++;
        if (!check->target[i])
            return refuse(check, "render target %u is written, but has no RB3D_COLOROFFSET", i);
        const uint64_t end = target.address - check->target[i]->address + target.row_bytes * rows;
        if (end > check->target[i]->size)
            return refuse(check,
                          "render target %u: %llu rows of %llu bytes end at byte %llu of an "
                          "object of %llu",
                          i, (unsigned long long)rows, (unsigned long long)target.row_bytes,
                          (unsigned long long)end, (unsigned long long)check->target[i]->size);
        if (HW_GET(last, R500_R_SC_SCISSOR1, X) >= target.pitch)
            return refuse(check, "render target %u: the scissors end behind its pitch of %u", i,
                          target.pitch);
    }
    return count || refuse(check, "a draw without a render target");
}

static bool check_draw(struct check *check)
{
    struct r500_rectangle rectangle;
    const uint32_t size = r500_reg(check->state, HW_R500_R_VAP_VTX_SIZE) & 0x7f;
    const uint32_t vertices = check->packet.payload[0] >> 16;

    if ((check->packet.payload[0] >> 4 & 3u) != HW_R500_WALK_EMBEDDED)
        return refuse(check, "a draw whose vertices are not in the packet");
    if (check->packet.count - 1 != size * vertices)
        return refuse(check, "%u dwords of vertices; %u of %u are %u", check->packet.count - 1,
                      vertices, size, size * vertices);
    if (!r500_is_set(check->state, HW_R500_R_SC_SCISSOR1))
        return refuse(check, "a draw without scissors");
    if (!r500_is_set(check->state, HW_R500_R_RB3D_COLOR_CHANNEL_MASK) ||
        !r500_is_set(check->state, HW_R500_R_RB3D_DITHER_CTL))
        return refuse(check, "a draw without a mask of channels, or a way to round");
    const char *fault = r500_read_rectangle(check->state, &check->packet, &rectangle);
    if (fault)
        return refuse(check, "a draw of %s", fault);
    check->rectangles++;
    return check_textures(check) && check_targets(check);
}

static bool check_packet(struct check *check)
{
    switch (check->packet.type) {
    case 0:
        return check_registers(check);
    case 2:
        return true;
    case 3:
        if (check->packet.opcode == HW_R500_PKT3_NOP)
            return true;
        if (check->packet.opcode == HW_R500_PKT3_DRAW_IMMD_2)
            return check_draw(check);
        return refuse(check, "packet 0x%02x is not supported", check->packet.opcode);
    default:
        return refuse(check, "a packet of type 1");
    }
}

static bool check_all(struct check *check)
{
    struct checker *c = check->c;

    if (c->stream->dma)
        return refuse(check, "R500 has no ring for DMA");
    while (c->next < c->stream->dword_count) {
        r500_packet_read(c->stream, c->next, &check->packet);
        if (check->packet.count > c->stream->dword_count - c->next - 1)
            return refuse(check, "%u dwords of payload run over the end of the stream of %u",
                          check->packet.count, c->stream->dword_count);
        c->next += 1 + check->packet.count;
        if (!check_packet(check))
            return false;
    }
    return true;
}

static bool check_stream(struct checker *c)
{
    struct check check = {.c = c, .state = calloc(1, sizeof(*check.state))};

    if (!check.state)
        return refuse(&check, "out of memory");
    const bool sound = check_all(&check);
    free(check.state);
    return sound;
}

struct sim_stream *r500_stream_check(struct sim_gem *gem, const struct hw_chip *chip,
                                     const struct sim_chunk *chunks, unsigned chunk_count,
                                     const char *label, bool strict, char error[SIM_ERROR_SIZE])
{
    return sim_stream_check_by(check_stream, gem, chip, chunks, chunk_count, label, strict, error);
}
