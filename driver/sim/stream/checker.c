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
#include "driver/sim/stream/checked.h"

enum { DOMAIN_CPU = 1, DOMAIN_GTT = 2, DOMAIN_VRAM = 4 };
enum { FLAG_KEEP_TILING = 1, MAX_DWORDS = 1 << 20 };

bool sim_check_refuse(struct checker *c, const char *format, ...)
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

bool sim_check_is_reloc(const struct checker *c)
{
    const struct sim_stream *stream = c->stream;
    struct sim_packet nop;
    return c->next < stream->dword_count && sim_packet_read(stream, c->next, &nop) &&
           nop.opcode == HW_PKT3_NOP && nop.count < stream->dword_count - c->next &&
           (nop.count == 1 || !c->strict);
}

/* The object of the next relocation: a NOP packet that begins with four times the entry's number.
 */
struct sim_bo *sim_check_reloc(struct checker *c, const char *what)
{
    const struct sim_stream *stream = c->stream;
    if (!sim_check_is_reloc(c)) {
        sim_check_refuse(c, "%s needs a relocation, but no NOP packet with one follows at dword %u",
                         what, c->next);
        return NULL;
    }
    const uint32_t payload = stream->dwords[c->next + 1];
    if ((c->strict && payload % 4) || payload / 4 >= c->reloc_count) {
        sim_check_refuse(c, "%s: relocation %u.%u does not exist, there are %u", what, payload / 4,
                         payload % 4, c->reloc_count);
        return NULL;
    }
    const struct sim_reloc *reloc = &c->relocs[payload / 4];
    const uint32_t domains = reloc->read_domains | reloc->write_domain;
    if (c->strict && (!domains || (domains & ~(uint32_t)(DOMAIN_GTT | DOMAIN_VRAM)))) {
        sim_check_refuse(c, "%s: relocation %u has domains 0x%x; GTT (2) and VRAM (4) exist", what,
                         payload / 4, domains);
        return NULL;
    }
    c->next += 1 + hw_pkt3_payload(stream->dwords[c->next]);
    return stream->bos[payload / 4];
}

uint32_t *sim_check_payload(struct checker *c)
{
    return c->stream->dwords + c->packet.offset + 1;
}

uint32_t sim_check_first(struct checker *c)
{
    return *sim_check_payload(c) &= UINT32_MAX >> 2;
}

bool sim_check_any(struct checker *c)
{
    (void)c;
    return true;
}

bool sim_check_refused(struct checker *c)
{
    return sim_check_refuse(c, "packet 0x%02x is not supported", c->packet.opcode);
}

bool sim_check_cayman(struct checker *c)
{
    return c->chip->vliw == HW_VLIW4 || sim_check_refused(c);
}

bool sim_check_some(struct checker *c, uint32_t count)
{
    return count || !c->strict || sim_check_refuse(c, "it sets nothing");
}

/* Packets. */

static bool check_packet(struct checker *c, const struct sim_packet_rule *rule)
{
    if (!rule->check)
        return sim_check_refused(c);
    if (c->packet.count >= rule->least && c->packet.count <= rule->most)
        return rule->check(c);
    return sim_check_refuse(c, "%u dwords of payload are not what this packet has",
                            c->packet.count);
}

bool sim_check_packets(struct checker *c, const struct sim_packet_rule rules[SIM_OPCODES],
                       void (*passed)(struct checker *c))
{
    while (c->next < c->stream->dword_count) {
        const uint32_t offset = c->next, header = c->stream->dwords[offset];
        if (!sim_packet_read(c->stream, offset, &c->packet)) {
            if (header >> 30 != 2)
                return sim_check_refuse(
                    c, "header 0x%08x is of packet type %u; types 2 and 3 are known", header,
                    header >> 30);
            c->next++;
            continue;
        }
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the caller frees what it made */
        if (c->packet.count > c->stream->dword_count - offset - 1)
            return sim_check_refuse(
                c, "its %u dwords of payload run over the end of the stream of %u dwords",
                c->packet.count, c->stream->dword_count);
        c->next = offset + 1 + c->packet.count;
        if (!check_packet(c, &rules[c->packet.opcode]))
            return false;
        passed(c);
        c->packet_number++;
    }
    return true;
}

static void apply(struct checker *c)
{
    if (!c->strict)
        c->packet.compute = true;
    sim_packet_apply(c->state, &c->packet);
}

static const struct sim_packet_rule rules[SIM_OPCODES] = {
#define PKT3(name, code, least, most, check) [code] = {least, most, sim_check_##check},
#include "driver/hw/packets.def"
#undef PKT3
};

static bool check_all(struct checker *c)
{
    return sim_check_packets(c, rules, apply);
}

/* Whether nothing comes of a packet of a strict stream but that it may set registers. */
static bool only_sets(const struct sim_packet *packet)
{
    return packet->opcode == HW_PKT3_NOP || packet->opcode == HW_PKT3_EVENT_WRITE ||
           packet->opcode == HW_PKT3_SET_CONFIG_REG ||
           (packet->compute && packet->opcode >= HW_PKT3_SET_CONTEXT_REG &&
            packet->opcode <= HW_PKT3_SET_CTL_CONST);
}

/* Notes where registers are set, and others packets begin. */
static void note(struct checker *c)
{
    const bool sets = only_sets(&c->packet);
    if (!sets && !c->acts)
        c->begin = c->packet.offset;
    c->acts |= !sets;
    c->sets_later |= sets && c->acts && c->packet.opcode >= HW_PKT3_SET_CONFIG_REG;
    apply(c);
}

/* Chunks. */

static bool complain(char error[SIM_ERROR_SIZE], const char *text)
{
    snprintf(error, SIM_ERROR_SIZE, "command stream: %s", text);
    return false;
}

static void read_flags(struct checker *c, const uint32_t *flags, uint32_t count)
{
    c->keep_tiling = count && (flags[0] & FLAG_KEEP_TILING);
    c->stream->dma = count > 1 && flags[1] == SIM_RING_DMA;
}

static void read_order(struct checker *c, const uint32_t *order, uint32_t count)
{
    c->stream->order = count ? order[0] : 0;
    c->stream->units = count > 1 ? order[1] : 0;
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
            read_flags(c, chunks[i].data, chunks[i].length_dw);
            break;
        case SIM_CHUNK_ORDER:
            read_order(c, chunks[i].data, chunks[i].length_dw);
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
        const struct sim_reloc *reloc = &c->relocs[i];
        if ((reloc->write_domain ? reloc->write_domain : reloc->read_domains) & DOMAIN_CPU)
            return complain(c->error, "a relocation asks for the domain of the CPU (1)");
    }
    return true;
}

static bool check_evergreen(struct checker *c)
{
    return (c->stream->dma ? sim_check_dma : check_all)(c);
}

/* Makes a stream of chunks and checks it. */
static struct sim_stream *check_chunks(struct checker *c, sim_check_fn check, struct sim_gem *gem,
                                       const struct sim_chunk *chunks, unsigned chunk_count,
                                       const char *label)
{
    bool sound = false;
    c->stream = calloc(1, sizeof(*c->stream));
    if (!c->stream)
        complain(c->error, "out of memory");
    else
        sound = read_chunks(c, chunks, chunk_count) && find_objects(c, gem) && check(c);
    if (sound) {
        memccpy(c->stream->label, label ? label : "(unnamed)", '\0', sizeof(c->stream->label) - 1);
        return c->stream;
    }
    sim_stream_destroy(gem, c->stream);
    return NULL;
}

struct sim_stream *sim_stream_check(struct sim_gem *gem, const struct hw_chip *chip,
                                    const struct sim_chunk *chunks, unsigned chunk_count,
                                    const char *label, bool strict, char error[SIM_ERROR_SIZE])
{
    return sim_stream_check_by(check_evergreen, gem, chip, chunks, chunk_count, label, strict,
                               error);
}

struct sim_stream *sim_stream_check_by(sim_check_fn check, struct sim_gem *gem,
                                       const struct hw_chip *chip, const struct sim_chunk *chunks,
                                       unsigned chunk_count, const char *label, bool strict,
                                       char error[SIM_ERROR_SIZE])
{
    struct sim_state state = {0};
    struct checker c = {.chip = chip, .strict = strict, .state = &state, .error = error};
    return check_chunks(&c, check, gem, chunks, chunk_count, label);
}

/* Keeps what sets no registers behind its first packet that does more. */
static bool check_again(struct checker *c)
{
    if (c->stream->dma)
        return sim_check_dma(c);
    if (sim_checks_find(c->checks, c))
        return true;
    struct sim_checked *checked = sim_checked_new(c);
    if (!checked)
        return complain(c->error, "out of memory");
    c->state = &checked->state;
    const bool sound = sim_check_packets(c, rules, note);
    checked->begin = c->begin;
    if (sound && c->acts && !c->sets_later)
        sim_checks_keep(c->checks, c, checked);
    else
        sim_checked_unreference(checked);
    return sound;
}

struct sim_stream *sim_stream_check_again(struct sim_checks *checks, struct sim_gem *gem,
                                          const struct hw_chip *chip,
                                          const struct sim_chunk *chunks, unsigned chunk_count,
                                          const char *label, char error[SIM_ERROR_SIZE])
{
    struct checker c = {.chip = chip, .strict = true, .checks = checks, .error = error};
    return check_chunks(&c, check_again, gem, chunks, chunk_count, label);
}

void sim_stream_destroy(struct sim_gem *gem, struct sim_stream *stream)
{
    if (!stream)
        return;
    for (uint32_t i = 0; i < stream->bo_count; i++)
        sim_bo_unreference(gem, stream->bos[i]);
    sim_checked_unreference(stream->checked);
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
