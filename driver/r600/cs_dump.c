/* SPDX-License-Identifier: MIT */
/* cs_dump.c: command streams as text, for ROOTLE_DEBUG=cs and state, and ROOTLE_TRACE; names from
 * registers.def and field_values.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/trace_file.h"
#include "driver/hw/field_values.h"
#include "driver/r600/cs.h"

struct reg_name {
    const char *name;
    uint32_t address, stride, count;
};

static const struct reg_name reg_names[] = {
#define REG(name, address)                      {#name, address, 4, 1},
#define REG_ARRAY(name, address, stride, count) {#name, address, stride, count},
#define FIELD(reg, name, lo, width)
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
};

struct field_name {
    const char *reg, *name;
    uint8_t lo, width;
};

static const struct field_name field_names[] = {
#define REG(name, address)
#define REG_ARRAY(name, address, stride, count)
#define FIELD(reg, name, lo, width) {#reg, #name, lo, width},
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
};

/* A stream being printed. */
struct dump {
    const uint32_t *dwords;
    uint32_t count;
    const struct winsys_reloc *relocs;
    uint32_t reloc_count;
    bool bindings_only;
    FILE *out;
    bool *told; /* the packet printed something, of which no relocation is printed yet */
};

/* A field as "NAME value", the value by name where it has one. Numbers that are 0 are left out, but
 * not named values: their 0 is a choice like the others. */
static bool print_field(const struct dump *dump, const struct field_name *field,
                        const char *between, uint32_t bits)
{
    const char *name;
    bool named = hw_field_value(field->reg, field->name, bits, &name);
    if (!named && !bits)
        return false;
    if (name)
        fprintf(dump->out, "%s%s %s", between, field->name, name);
    else
        fprintf(dump->out, "%s%s %u", between, field->name, bits);
    return true;
}

/* One register or descriptor word. */
static void print_word(const struct dump *dump, const char *reg, const char *suffix, uint32_t value)
{
    *dump->told = true;
    fprintf(dump->out, "            %s%s = 0x%08x", reg, suffix, value);
    const char *between = " (";
    for (size_t i = 0; i < COUNT(field_names); i++) {
        const struct field_name *field = &field_names[i];
        if (!strcmp(field->reg, reg) &&
            print_field(dump, field, between, value >> field->lo & HW_MASK(field->width)))
            between = ", ";
    }
    fprintf(dump->out, "%s\n", *between == ',' ? ")" : "");
}

static const struct reg_name *find_register(uint32_t address, uint32_t *element)
{
    for (size_t i = 0; i < COUNT(reg_names); i++) {
        const struct reg_name *reg = &reg_names[i];
        uint32_t distance = address - reg->address;
        if (address >= reg->address && distance % reg->stride == 0 &&
            distance / reg->stride < reg->count) {
            *element = distance / reg->stride;
            return reg;
        }
    }
    return NULL;
}

/* RATs from 8 on have registers of their own, with the fields of the others. */
static void print_high_rat(const struct dump *dump, const struct reg_name *reg, uint32_t element,
                           uint32_t value)
{
    char name[64], suffix[16];
    snprintf(name, sizeof(name), "CB_COLOR_%s", reg->name + strlen("CB_COLOR8_"));
    snprintf(suffix, sizeof(suffix), "[%u]", element + 8);
    print_word(dump, name, suffix, value);
}

/* True for the value of a register that says that nothing is bound to a RAT. */
static bool is_empty(const struct reg_name *reg, uint32_t value)
{
    return !value && (!strcmp(reg->name, "CB_COLOR_INFO") || !strcmp(reg->name, "CB_COLOR8_INFO"));
}

static void print_register(const struct dump *dump, uint32_t address, uint32_t value)
{
    uint32_t element;
    const struct reg_name *reg = find_register(address, &element);
    char suffix[16] = "";
    if (dump->bindings_only && (!reg || strncmp(reg->name, "CB_COLOR", 8) || is_empty(reg, value)))
        return;
    if (!reg) {
        snprintf(suffix, sizeof(suffix), "0x%05x", address);
        print_word(dump, "register ", suffix, value);
        return;
    }
    if (!strncmp(reg->name, "CB_COLOR8_", 10)) {
        print_high_rat(dump, reg, element, value);
        return;
    }
    if (reg->count > 1)
        snprintf(suffix, sizeof(suffix), "[%u]", element);
    print_word(dump, reg->name, suffix, value);
}

static void print_registers(const struct dump *dump, const uint32_t *payload, uint32_t count,
                            uint32_t base)
{
    for (uint32_t i = 1; i < count; i++)
        print_register(dump, base + (payload[0] + i - 1) * 4, payload[i]);
}

static void print_config(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    print_registers(dump, payload, count, HW_CONFIG_REG_BASE);
}

static void print_context(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    print_registers(dump, payload, count, HW_CONTEXT_REG_BASE);
}

static void print_loop_const(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    print_registers(dump, payload, count, HW_LOOP_CONST_BASE);
}

static void print_resource(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    for (uint32_t first = 1; first + 8 <= count; first += 8) {
        uint32_t slot = (payload[0] + first - 1) / 8;
        if (dump->bindings_only && !REG_GET(payload[first + 7], TEX_RESOURCE7, TYPE))
            continue;
        bool texture = REG_GET(payload[first + 7], TEX_RESOURCE7, TYPE) == HW_TYPE_TEXTURE;
        fprintf(dump->out, "          %s in fetch resource %d\n", texture ? "texture" : "buffer",
                (int)slot - HW_CS_RESOURCE_BASE);
        for (uint32_t i = 0; i < 8; i++) {
            char name[32];
            snprintf(name, sizeof(name), "%s_RESOURCE%u", texture ? "TEX" : "BUF", i);
            print_word(dump, name, "", payload[first + i]);
        }
    }
}

static void print_sampler(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    for (uint32_t first = 1; first + 3 <= count; first += 3) {
        fprintf(dump->out, "          sampler %d\n",
                (int)((payload[0] + first - 1) / 3) - HW_CS_SAMPLER_BASE);
        for (uint32_t i = 0; i < 3; i++) {
            char name[16];
            snprintf(name, sizeof(name), "SAMPLER%u", i);
            print_word(dump, name, "", payload[first + i]);
        }
    }
}

static void print_dwords(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    fprintf(dump->out, "           ");
    for (uint32_t i = 0; i < count; i++)
        fprintf(dump->out, " 0x%x", payload[i]);
    fprintf(dump->out, "\n");
}

/* Payloads of known words: their names, in order. */
static void print_words(const struct dump *dump, const char *const names[4],
                        const uint32_t *payload, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < 4; i++)
        print_word(dump, names[i], "", payload[i]);
}

static void print_sync(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    static const char *const names[4] = {"CP_COHER_CNTL", "CP_COHER_SIZE", "CP_COHER_BASE",
                                         "POLL_INTERVAL"};
    print_words(dump, names, payload, count);
}

static void print_dispatch(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    static const char *const names[4] = {"DIM_X", "DIM_Y", "DIM_Z", "VGT_DISPATCH_INITIATOR"};
    print_words(dump, names, payload, count);
}

static void print_reloc(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    if (count != 1)
        return;
    uint32_t index = payload[0] / 4;
    fprintf(dump->out, "            relocation %u", index);
    const struct winsys_bo *bo = index < dump->reloc_count ? dump->relocs[index].bo : NULL;
    if (index < dump->reloc_count)
        fprintf(dump->out, ": of a buffer object that is %s",
                dump->relocs[index].write_domain ? "written" : "read");
    if (bo && bo->address)
        fprintf(dump->out, ", %llu bytes at 0x%llx of the card's memory",
                (unsigned long long)bo->size, (unsigned long long)bo->address);
    fprintf(dump->out, "\n");
    *dump->told = false;
}

static void print_event(const struct dump *dump, const uint32_t *payload, uint32_t count)
{
    (void)count;
    static const struct {
        uint32_t number;
        const char *name;
    } events[] = {
        {HW_EVENT_CS_PARTIAL_FLUSH, "CS_PARTIAL_FLUSH"},
        {HW_EVENT_PS_PARTIAL_FLUSH, "PS_PARTIAL_FLUSH"},
        {HW_EVENT_CACHE_FLUSH_AND_INV_TS, "CACHE_FLUSH_AND_INV_TS"},
        {HW_EVENT_CACHE_FLUSH_AND_INV, "CACHE_FLUSH_AND_INV"},
    };
    for (size_t i = 0; i < COUNT(events); i++)
        if (events[i].number == (payload[0] & 0x3f))
            fprintf(dump->out, "            %s\n", events[i].name);
}

static const struct packet_kind {
    uint8_t opcode;
    bool binding;
    const char *name;
    void (*print)(const struct dump *dump, const uint32_t *payload, uint32_t count);
} packet_kinds[] = {
    {HW_PKT3_NOP, false, "NOP", print_reloc},
    {HW_PKT3_DISPATCH_DIRECT, false, "DISPATCH_DIRECT", print_dispatch},
    {HW_PKT3_SURFACE_SYNC, false, "SURFACE_SYNC", print_sync},
    {HW_PKT3_EVENT_WRITE, false, "EVENT_WRITE", print_event},
    {HW_PKT3_SET_CONFIG_REG, false, "SET_CONFIG_REG", print_config},
    {HW_PKT3_SET_CONTEXT_REG, true, "SET_CONTEXT_REG", print_context},
    {HW_PKT3_SET_LOOP_CONST, false, "SET_LOOP_CONST", print_loop_const},
    {HW_PKT3_SET_RESOURCE, true, "SET_RESOURCE", print_resource},
    {HW_PKT3_SET_SAMPLER, true, "SET_SAMPLER", print_sampler},
};

static void print_packet(const struct dump *dump, uint32_t at)
{
    static const struct packet_kind unknown = {0, false, "packet", print_dwords};
    uint32_t header = dump->dwords[at], count = hw_pkt3_payload(header);
    const struct packet_kind *kind = &unknown;
    for (size_t i = 0; i < COUNT(packet_kinds); i++)
        if (packet_kinds[i].opcode == hw_pkt3_opcode(header))
            kind = &packet_kinds[i];
    const bool relocates = kind->print == print_reloc && *dump->told;
    if (kind->print != print_reloc)
        *dump->told = false;
    if (dump->bindings_only && !kind->binding && !relocates)
        return;
    if (!dump->bindings_only)
        fprintf(dump->out, "  %6u  %s (opcode 0x%02x, %u dwords%s)\n", at, kind->name,
                hw_pkt3_opcode(header), count, header & HW_PKT3_COMPUTE_BIT ? ", compute" : "");
    kind->print(dump, dump->dwords + at + 1, count);
}

static void print_stream(const struct dump *dump)
{
    const uint32_t *dwords = dump->dwords, count = dump->count;
    for (uint32_t at = 0; at < count; at += 1 + hw_pkt3_payload(dwords[at])) {
        if (dwords[at] >> 30 != 3 || at + 1 + hw_pkt3_payload(dwords[at]) > count) {
            fprintf(dump->out, "  %6u  0x%08x is no complete type-3 packet\n", at, dwords[at]);
            break;
        }
        print_packet(dump, at);
    }
}

void r600_cs_dump(const struct winsys_cs *cs, enum r600_cs_dump_filter filter)
{
    bool told = false;
    const struct dump dump = {cs->dwords,
                              cs->dword_count,
                              cs->relocs,
                              cs->reloc_count,
                              filter == R600_CS_DUMP_BINDINGS,
                              stderr,
                              &told};
    flockfile(stderr);
    fprintf(stderr, "rootle: %s of %s, %u dwords\n",
            dump.bindings_only ? "images and samplers" : "command stream", cs->label, dump.count);
    print_stream(&dump);
    funlockfile(stderr);
}

void r600_cs_record(const struct winsys_cs *cs)
{
    struct trace_text line, stream;
    bool told = false;
    if (!trace_file_wanted() || !trace_text_open(&stream))
        return;
    print_stream(&(struct dump){cs->dwords, cs->dword_count, cs->relocs, cs->reloc_count, false,
                                stream.out, &told});
    const bool bad = fclose(stream.out);
    if (!bad && trace_text_open(&line)) {
        fputs("{\"packets\":", line.out);
        trace_print_string(line.out, stream.bytes, stream.size);
        fputs(",\"label\":", line.out);
        trace_print_string(line.out, cs->label, strlen(cs->label));
        fputs("}\n", line.out);
        trace_text_append(&line);
    }
    free(stream.bytes);
}
