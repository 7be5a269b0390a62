/* SPDX-License-Identifier: MIT */
/* checker.c: refuses command streams that the Linux radeon driver would refuse (evergreen_cs.c),
 * and applies relocations. Messages name the packet and its offset in dwords. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/tiling.h"
#include "driver/sim/stream/stream.h"

enum { DOMAIN_GTT = 2, DOMAIN_VRAM = 4, FLAG_KEEP_TILING = 1, MAX_DWORDS = 1 << 20 };

struct checker {
    struct sim_stream *stream;
    const struct hw_chip *chip;
    const struct sim_reloc *relocs;
    uint32_t reloc_count;
    bool keep_tiling;
    struct sim_state *state;
    struct sim_packet packet; /* in hand */
    uint32_t next;            /* offset behind it, and behind relocations taken so far */
    uint32_t packet_number;
    char *error;
};

static bool refuse(struct checker *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(struct checker *c, const char *format, ...)
{
    const char *name = sim_packet_name(c->packet.opcode);
    const int length = snprintf(c->error, SIM_ERROR_SIZE,
                                "command stream, packet %u (%s) at dword %u: ", c->packet_number,
                                name ? name : "unknown", c->packet.offset);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error + length, SIM_ERROR_SIZE - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* The object of the next relocation: a NOP packet whose payload is four times the entry's number.
 */
static struct sim_bo *next_reloc(struct checker *c, const char *what)
{
    const struct sim_stream *stream = c->stream;
    if (c->next + 2 > stream->dword_count ||
        (stream->dwords[c->next] & ~(uint32_t)HW_PKT3_COMPUTE_BIT) !=
            hw_pkt3(HW_PKT3_NOP, 1, false)) {
        refuse(c, "%s needs a relocation, but no NOP packet with one follows at dword %u", what,
               c->next);
        return NULL;
    }
    const uint32_t payload = stream->dwords[c->next + 1];
    if (payload % 4 || payload / 4 >= c->reloc_count) {
        refuse(c, "%s: relocation %u.%u does not exist, there are %u", what, payload / 4,
               payload % 4, c->reloc_count);
        return NULL;
    }
    const struct sim_reloc *reloc = &c->relocs[payload / 4];
    const uint32_t domains = reloc->read_domains | reloc->write_domain;
    if (!domains || (domains & ~(uint32_t)(DOMAIN_GTT | DOMAIN_VRAM))) {
        refuse(c, "%s: relocation %u has domains 0x%x; GTT (2) and VRAM (4) exist", what,
               payload / 4, domains);
        return NULL;
    }
    c->next += 2;
    return stream->bos[payload / 4];
}

/* Registers. */

enum register_kind { REGISTER_PLAIN, REGISTER_ADDRESS, REGISTER_RELOC_ONLY, REGISTER_TILING };

struct register_range {
    uint32_t first, stride, count;
    uint8_t kind;
    const char *name;
};

#define ONE(name, kind)  {HW_R_##name, 4, 1, kind, #name}
#define MANY(name, kind) {HW_R_##name, HW_R_##name##_STRIDE, HW_R_##name##_COUNT, kind, #name}

/* Those that carry an address or need an object; all others of registers.def are plain. */
static const struct register_range special_registers[] = {
    ONE(SQ_PGM_START_LS, REGISTER_ADDRESS),        ONE(SQ_LSTMP_RING_BASE, REGISTER_ADDRESS),
    MANY(SQ_ALU_CONST_CACHE_LS, REGISTER_ADDRESS), MANY(CB_IMMED_BASE, REGISTER_ADDRESS),
    MANY(CB_COLOR_BASE, REGISTER_ADDRESS),         MANY(CB_COLOR8_BASE, REGISTER_ADDRESS),
    MANY(CB_COLOR_CMASK, REGISTER_ADDRESS),        MANY(CB_COLOR_FMASK, REGISTER_ADDRESS),
    MANY(CB_COLOR_ATTRIB, REGISTER_RELOC_ONLY),    MANY(CB_COLOR8_ATTRIB, REGISTER_RELOC_ONLY),
    MANY(CB_COLOR_INFO, REGISTER_TILING),          MANY(CB_COLOR8_INFO, REGISTER_TILING),
};

static const struct register_range known_registers[] = {
#define REG(name, address)                      {address, 4, 1, REGISTER_PLAIN, #name},
#define REG_ARRAY(name, address, stride, count) {address, stride, count, REGISTER_PLAIN, #name},
#define FIELD(reg, name, lo, width)
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
};

static const struct register_range *find_register(const struct register_range *list, size_t count,
                                                  uint32_t address)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t distance = address - list[i].first;
        if (address >= list[i].first && distance % list[i].stride == 0 &&
            distance / list[i].stride < list[i].count)
            return &list[i];
    }
    return NULL;
}

/* Bits of CB_COLOR_INFO.ARRAY_MODE that follow the object when its tiling flags rule. */
static uint32_t tiling_mode(const struct sim_bo *bo)
{
    if (bo->tiling_flags & 1u)
        return HW_ARRAY_2D_TILED_THIN1;
    return bo->tiling_flags & 2u ? HW_ARRAY_1D_TILED_THIN1 : HW_ARRAY_LINEAR_GENERAL;
}

static bool check_register(struct checker *c, uint32_t address, uint32_t *value)
{
    const struct register_range *range =
        find_register(special_registers, COUNT(special_registers), address);
    if (!range)
        return find_register(known_registers, COUNT(known_registers), address) ||
               refuse(c, "register 0x%x is none that a compute stream may set", address);
    if (range->kind == REGISTER_TILING && c->keep_tiling)
        return true;
    const struct sim_bo *bo = next_reloc(c, range->name);
    if (!bo)
        return false;
    if (range->kind == REGISTER_ADDRESS) {
        if ((uint64_t)*value << 8 >= bo->size)
            return refuse(c,
                          "%s: offset 0x%" PRIx64 " lies outside its object of 0x%" PRIx64 " bytes",
                          range->name, (uint64_t)*value << 8, bo->size);
        *value += (uint32_t)(bo->address >> 8);
    } else if (range->kind == REGISTER_TILING) {
        *value = (*value & ~REG_SET(CB_COLOR_INFO, ARRAY_MODE, ~0u)) |
                 REG_SET(CB_COLOR_INFO, ARRAY_MODE, tiling_mode(bo));
    }
    return true;
}

static bool check_set_registers(struct checker *c, uint32_t base, uint32_t end)
{
    const uint64_t first = base + (uint64_t)c->packet.payload[0] * 4;
    const uint32_t count = c->packet.count - 1;
    if (!count || first >= end || first + count * 4ull > end)
        return refuse(c, "%u registers from 0x%" PRIx64 " lie outside [0x%x, 0x%x)", count, first,
                      base, end);
    uint32_t *values = c->stream->dwords + c->packet.offset + 2;
    for (uint32_t i = 0; i < count; i++)
        if (!check_register(c, (uint32_t)first + i * 4, &values[i]))
            return false;
    return true;
}

/* Resources. */

static bool check_buffer(struct checker *c, uint32_t words[8], uint32_t slot)
{
    const struct sim_bo *bo = next_reloc(c, "a buffer resource");
    if (!bo)
        return false;
    const uint64_t offset =
        words[0] + ((uint64_t)REG_GET(words[2], BUF_RESOURCE2, BASE_ADDRESS_HI) << 32);
    if (offset >= bo->size)
        return refuse(c,
                      "buffer resource %u: offset 0x%" PRIx64
                      " lies outside its object of 0x%" PRIx64 " bytes",
                      slot, offset, bo->size);
    if (words[1] > bo->size - offset - 1)
        words[1] = (uint32_t)(bo->size - offset - 1); /* as the kernel does */
    const uint64_t address = bo->address + offset;
    words[0] = (uint32_t)address;
    words[2] = (words[2] & ~0xffu) | REG_SET(BUF_RESOURCE2, BASE_ADDRESS_HI, address >> 32);
    return true;
}

static bool check_surface(struct checker *c, const char *what, unsigned number,
                          const struct hw_surface_layout *layout, uint64_t offset, uint64_t size)
{
    if (offset % layout->alignment)
        return refuse(c, "%s %u: offset 0x%" PRIx64 " is not aligned to %u bytes", what, number,
                      offset, layout->alignment);
    if (offset > size || layout->size_bytes > size - offset)
        return refuse(c,
                      "%s %u: needs %" PRIu64 " bytes from offset 0x%" PRIx64
                      " of an object of %" PRIu64
                      " (pitch %u, height %u, %u slices, %u bytes a texel, array mode %u)",
                      what, number, layout->size_bytes, offset, size, layout->pitch, layout->height,
                      layout->slices, layout->bpe, layout->mode);
    return true;
}

static bool check_texture(struct checker *c, uint32_t words[8], uint32_t slot)
{
    const struct sim_bo *bo = next_reloc(c, "a texture resource");
    const struct sim_bo *mips = bo ? next_reloc(c, "a texture's mip levels") : NULL;
    struct hw_surface_layout layout;
    const char *why;
    if (!mips)
        return false;
    if (!sim_texture_layout(words, c->chip, &layout, &why))
        return refuse(c, "texture resource %u: %s", slot, why);
    if (!check_surface(c, "texture resource", slot, &layout, (uint64_t)words[2] << 8, bo->size))
        return false;
    words[2] += (uint32_t)(bo->address >> 8);
    words[3] += (uint32_t)(mips->address >> 8);
    return true;
}

static bool check_set_resource(struct checker *c)
{
    const uint32_t first = c->packet.payload[0], count = c->packet.count - 1;
    if (!count || count % 8 || first % 8)
        return refuse(c, "%u dwords from dword %u are not whole resources of 8", count, first);
    if (first > SIM_RESOURCES * 8u || count > SIM_RESOURCES * 8u - first)
        return refuse(c, "resources from number %u do not exist", first / 8);
    for (uint32_t i = 0; i < count; i += 8) {
        uint32_t *words = c->stream->dwords + c->packet.offset + 2 + i;
        const uint32_t slot = (first + i) / 8, type = REG_GET(words[7], TEX_RESOURCE7, TYPE);
        if (type != HW_TYPE_BUFFER && type != HW_TYPE_TEXTURE)
            return refuse(c, "resource %u has type %u", slot, type);
        if (!(type == HW_TYPE_BUFFER ? check_buffer : check_texture)(c, words, slot))
            return false;
    }
    return true;
}

static bool check_set_sampler(struct checker *c)
{
    const uint32_t first = c->packet.payload[0], count = c->packet.count - 1;
    if (!count || count % 3 || first % 3)
        return refuse(c, "%u dwords from dword %u are not whole samplers of 3", count, first);
    if (first > SIM_SAMPLERS * 3u || count > SIM_SAMPLERS * 3u - first)
        return refuse(c, "samplers from number %u do not exist", first / 3);
    return true;
}

static bool check_set_loop_const(struct checker *c)
{
    const uint32_t first = c->packet.payload[0], count = c->packet.count - 1;
    if (!count || first > SIM_LOOP_CONSTS || count > SIM_LOOP_CONSTS - first)
        return refuse(c, "%u loop constants from number %u do not exist", count, first);
    return true;
}

/* Launches. */

static bool check_colors(struct checker *c)
{
    for (unsigned n = 0; n < HW_RATS; n++) {
        struct hw_surface_layout layout;
        const char *why;
        if (!sim_state_color_bound(c->state, n))
            continue;
        const uint64_t address = (uint64_t)sim_state_color(c->state, n, HW_R_CB_COLOR_BASE) << 8;
        const struct sim_bo *bo = sim_stream_find(c->stream, address);
        if (!bo)
            return refuse(c, "CB_COLOR%u_INFO names a format, but CB_COLOR%u_BASE was not set", n,
                          n);
        if (!sim_color_layout(c->state, c->chip, n, &layout, &why))
            return refuse(c, "colour surface %u: %s", n, why);
        if (!check_surface(c, "colour surface", n, &layout, address - bo->address, bo->size))
            return false;
    }
    return true;
}

struct required_register {
    uint32_t address;
    const char *name;
};

static bool check_dispatch(struct checker *c)
{
    static const struct required_register required[] = {
        {HW_R_SQ_PGM_START_LS, "SQ_PGM_START_LS"},
        {HW_R_SQ_PGM_RESOURCES_LS, "SQ_PGM_RESOURCES_LS"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_X, "SPI_COMPUTE_NUM_THREAD_X"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_Y, "SPI_COMPUTE_NUM_THREAD_Y"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_Z, "SPI_COMPUTE_NUM_THREAD_Z"},
        {HW_R_SQ_LDS_ALLOC, "SQ_LDS_ALLOC"},
        {HW_R_VGT_SHADER_STAGES_EN, "VGT_SHADER_STAGES_EN"},
    };
    if (!c->packet.compute)
        return refuse(c, "the packet's compute bit is not set");
    for (size_t i = 0; i < COUNT(required); i++)
        if (!sim_context_is_set(c->state, required[i].address))
            return refuse(c, "%s was not set in this stream (with the compute bit)",
                          required[i].name);
    return check_colors(c);
}

static bool check_surface_sync(struct checker *c)
{
    if (c->packet.payload[1] == 0xffffffffu && !c->packet.payload[2])
        return true;
    return next_reloc(c, "a SURFACE_SYNC of a part of memory") != NULL;
}

/* Packets: how much payload each has, and what else is checked. */

struct packet_rule {
    unsigned opcode, least, most;
};

static const struct packet_rule rules[] = {
    {HW_PKT3_NOP, 1, 0x3fff},
    {HW_PKT3_DISPATCH_DIRECT, 4, 4},
    {HW_PKT3_CONTEXT_CONTROL, 2, 2},
    {HW_PKT3_SURFACE_SYNC, 4, 4},
    {HW_PKT3_EVENT_WRITE, 1, 3},
    {HW_PKT3_PFP_SYNC_ME, 1, 1},
    {HW_PKT3_SET_CONFIG_REG, 2, 0x3fff},
    {HW_PKT3_SET_CONTEXT_REG, 2, 0x3fff},
    {HW_PKT3_SET_RESOURCE, 2, 0x3fff},
    {HW_PKT3_SET_SAMPLER, 2, 0x3fff},
    {HW_PKT3_SET_LOOP_CONST, 2, 0x3fff},
};

static bool check_size(struct checker *c)
{
    for (size_t i = 0; i < COUNT(rules); i++) {
        if (rules[i].opcode != c->packet.opcode)
            continue;
        if (c->packet.count >= rules[i].least && c->packet.count <= rules[i].most)
            return true;
        return refuse(c, "%u dwords of payload are not what this packet has", c->packet.count);
    }
    return refuse(c, "packet 0x%02x is not supported", c->packet.opcode);
}

static bool check_packet(struct checker *c)
{
    switch (c->packet.opcode) {
    case HW_PKT3_SET_CONFIG_REG:
        return check_set_registers(c, HW_CONFIG_REG_BASE, HW_CONFIG_REG_END);
    case HW_PKT3_SET_CONTEXT_REG:
        return check_set_registers(c, HW_CONTEXT_REG_BASE, HW_CONTEXT_REG_END);
    case HW_PKT3_SET_RESOURCE:
        return check_set_resource(c);
    case HW_PKT3_SET_SAMPLER:
        return check_set_sampler(c);
    case HW_PKT3_SET_LOOP_CONST:
        return check_set_loop_const(c);
    case HW_PKT3_DISPATCH_DIRECT:
        return check_dispatch(c);
    case HW_PKT3_SURFACE_SYNC:
        return check_surface_sync(c);
    case HW_PKT3_EVENT_WRITE:
        if (c->packet.count == 2)
            return refuse(c, "an event has one dword of payload, or three with an address");
        return c->packet.count == 1 || next_reloc(c, "an event that writes memory") != NULL;
    default:
        return true;
    }
}

static bool check_all(struct checker *c)
{
    while (c->next < c->stream->dword_count) {
        const uint32_t offset = c->next, header = c->stream->dwords[offset];
        if (!sim_packet_read(c->stream, offset, &c->packet)) {
            if (header >> 30 != 2)
                return refuse(c, "header 0x%08x is of packet type %u; types 2 and 3 are known",
                              header, header >> 30);
            c->next++;
            continue;
        }
        if (c->packet.count > c->stream->dword_count - offset - 1)
            return refuse(c, "its %u dwords of payload run over the end of the stream of %u dwords",
                          c->packet.count, c->stream->dword_count);
        c->next = offset + 1 + c->packet.count;
        if (!check_size(c) || !check_packet(c))
            return false;
        sim_packet_apply(c->state, &c->packet);
        c->packet_number++;
    }
    return true;
}

/* Chunks. */

static bool complain(char error[SIM_ERROR_SIZE], const char *text)
{
    snprintf(error, SIM_ERROR_SIZE, "command stream: %s", text);
    return false;
}

static bool read_chunks(struct checker *c, const struct sim_chunk *chunks, unsigned count)
{
    const struct sim_chunk *ib = NULL, *relocs = NULL;
    const uint32_t entry = sizeof(struct sim_reloc) / sizeof(uint32_t);
    for (unsigned i = 0; i < count; i++) {
        if (!chunks[i].data && chunks[i].length_dw)
            return complain(c->error, "a chunk has no data");
        switch (chunks[i].id) {
        case SIM_CHUNK_IB:
            ib = &chunks[i];
            break;
        case SIM_CHUNK_RELOCS:
            relocs = &chunks[i];
            break;
        case SIM_CHUNK_FLAGS:
            c->keep_tiling =
                chunks[i].length_dw && (*(const uint32_t *)chunks[i].data & FLAG_KEEP_TILING);
            break;
        default:
            return complain(c->error, "a chunk has an unknown kind");
        }
    }
    if (!ib || !ib->length_dw)
        return complain(c->error, "there is no indirect buffer");
    if (ib->length_dw > MAX_DWORDS)
        return complain(c->error, "the indirect buffer is too long");
    if (relocs && relocs->length_dw % entry)
        return complain(c->error, "the relocation chunk is not made of whole entries");
    c->relocs = relocs ? relocs->data : NULL;
    c->reloc_count = relocs ? relocs->length_dw / entry : 0;
    c->stream->dwords = malloc(ib->length_dw * sizeof(uint32_t));
    c->stream->bos = calloc(c->reloc_count + 1u, sizeof(*c->stream->bos));
    if (!c->stream->dwords || !c->stream->bos)
        return complain(c->error, "out of memory");
    memcpy(c->stream->dwords, ib->data, ib->length_dw * sizeof(uint32_t));
    c->stream->dword_count = ib->length_dw;
    return true;
}

static bool find_objects(struct checker *c, struct sim_gem *gem)
{
    for (uint32_t i = 0; i < c->reloc_count; i++) {
        c->stream->bos[i] = sim_gem_find(gem, c->relocs[i].handle);
        c->stream->bo_count = i + 1;
        if (!c->stream->bos[i]) {
            snprintf(c->error, SIM_ERROR_SIZE,
                     "command stream: relocation %u names handle %u, which does "
                     "not exist",
                     i, c->relocs[i].handle);
            return false;
        }
    }
    return true;
}

struct sim_stream *sim_stream_check(struct sim_gem *gem, const struct hw_chip *chip,
                                    const struct sim_chunk *chunks, unsigned chunk_count,
                                    const char *label, char error[SIM_ERROR_SIZE])
{
    struct checker c = {.chip = chip, .error = error};
    c.stream = calloc(1, sizeof(*c.stream));
    c.state = calloc(1, sizeof(*c.state));
    bool sound = false;
    if (!c.stream || !c.state)
        complain(error, "out of memory");
    else
        sound = read_chunks(&c, chunks, chunk_count) && find_objects(&c, gem) && check_all(&c);
    free(c.state);
    if (sound) {
        snprintf(c.stream->label, sizeof(c.stream->label), "%s", label ? label : "(unnamed)");
        return c.stream;
    }
    sim_stream_destroy(gem, c.stream);
    return NULL;
}

void sim_stream_destroy(struct sim_gem *gem, struct sim_stream *stream)
{
    if (!stream)
        return;
    for (uint32_t i = 0; i < stream->bo_count; i++)
        sim_bo_unreference(gem, stream->bos[i]);
    free(stream->bos);
    free(stream->dwords);
    free(stream);
}

struct sim_bo *sim_stream_find(const struct sim_stream *stream, uint64_t address)
{
    for (uint32_t i = 0; i < stream->bo_count; i++)
        if (address - stream->bos[i]->address < stream->bos[i]->size)
            return stream->bos[i];
    return NULL;
}
