/* SPDX-License-Identifier: MIT */
/* access.c: what a debugger reads and changes where a launch has stopped. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/debug/debug.h"
#include "driver/sim/record/bytes.h"
#include "driver/sim/record/record.h"

static bool complain(FILE *out, const char *why)
{
    fprintf(out, "{\"error\":\"%s\"}\n", why);
    return true;
}

static bool give_bytes(FILE *out, const void *bytes, size_t size)
{
    fputs("{\"bytes\":", out);
    trace_print_bytes(out, bytes, size);
    fputs("}\n", out);
    return true;
}

/* Bytes of a live buffer alone. */
static uint8_t *pool_at(const struct sim_launch *launch, uint64_t address, uint64_t *size)
{
    const struct sim_view *pool = sim_record_pool(launch);
    const struct sim_range *range = pool ? sim_ranges_find(pool->ranges, address) : NULL;
    if (!range || address < pool->bo_offset || address >= pool->bo_offset + pool->size)
        return NULL;
    const uint64_t end =
        range->end < pool->bo_offset + pool->size ? range->end : pool->bo_offset + pool->size;
    *size = end - address;
    return pool->memory + (address - pool->bo_offset);
}

/* Scratch memory: a work-item's own block. */
static uint8_t *scratch_at(const struct sim_wave *wave, unsigned lane, uint64_t address,
                           uint64_t *size)
{
    const struct sim_launch *launch = wave->launch;
    const uint64_t bytes = launch->scratch_dwords * 4ull;
    const uint64_t item = (uint64_t)wave->slot * launch->wave_size + wave->first + lane;
    if (!launch->scratch.memory || address >= bytes || (item + 1) * bytes > launch->scratch.size)
        return NULL;
    *size = bytes - address;
    return launch->scratch.memory + item * bytes + address;
}

uint8_t *debug_memory_at(struct sim_debug *debug, enum guide_space space, uint64_t address,
                         unsigned lane, uint64_t *size)
{
    const struct sim_launch *launch = debug->launch;
    if (space == GUIDE_POOL)
        return pool_at(launch, address, size);
    if (!debug->wave)
        return NULL;
    if (space == GUIDE_PRIVATE)
        return scratch_at(debug->wave, lane, address, size);
    if (space != GUIDE_LOCAL || address >= launch->lds_dwords * 4ull)
        return NULL;
    *size = launch->lds_dwords * 4ull - address;
    return (uint8_t *)debug->wave->group->lds + address;
}

/* Where a byte of private memory lies that is in registers, a dword each; NULL: it is not. */
static uint8_t *private_register(struct sim_debug *debug, uint64_t address, unsigned lane)
{
    const struct guide *guide = debug->launch->guide;
    if (!guide || !debug->wave || debug->launch->scratch_dwords)
        return NULL;
    const uint64_t vector = (guide->private_gpr + address / 4) * 4 + guide->private_channel;
    if (vector >= sim_program_registers(debug->launch->program))
        return NULL;
    uint32_t *dword = sim_wave_vector(debug->wave, (uint32_t)vector * SIM_LANES) + lane;
    return (uint8_t *)dword + address % 4;
}

uint8_t *debug_private_at(struct sim_debug *debug, uint64_t address, unsigned lane)
{
    uint64_t room;
    uint8_t *scratch = debug_memory_at(debug, GUIDE_PRIVATE, address, lane, &room);
    return scratch ? scratch : private_register(debug, address, lane);
}

/* A byte of memory; NULL: there is none. */
static uint8_t *byte_at(struct sim_debug *debug, const char *space, uint64_t address, unsigned lane)
{
    uint64_t room;
    if (!strcmp(space, "global"))
        return debug_memory_at(debug, GUIDE_POOL, address, lane, &room);
    if (!strcmp(space, "local"))
        return debug_memory_at(debug, GUIDE_LOCAL, address, lane, &room);
    if (!strcmp(space, "input"))
        return address < debug->launch->inputs.size && debug->launch->inputs.memory
                   ? debug->launch->inputs.memory + address
                   : NULL;
    if (strcmp(space, "private"))
        return NULL;
    return debug_private_at(debug, address, lane);
}

/* memory SPACE ADDRESS BYTES LANE: as many bytes as there are. */
static bool read_memory(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t address, size, lane, got = 0;
    if (count != 5 || !debug_number(words[2], UINT32_MAX, &address) ||
        !debug_number(words[3], DEBUG_READ_BYTES, &size) ||
        !debug_number(words[4], SIM_LANES - 1, &lane))
        return complain(out, "memory has a space, an address, a number of bytes and a lane");
    uint8_t *bytes = malloc(size + 1);
    for (const uint8_t *from; bytes && got < size; got++) {
        if (!(from = byte_at(debug, words[1], address + got, (unsigned)lane)))
            break;
        bytes[got] = *from;
    }
    if (!bytes)
        return complain(out, "out of memory");
    give_bytes(out, bytes, got);
    free(bytes);
    return true;
}

/* write SPACE ADDRESS LANE BYTE... */
static bool write_memory(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t address, lane, byte;
    if (count < 5 || !debug_number(words[2], UINT32_MAX, &address) ||
        !debug_number(words[3], SIM_LANES - 1, &lane) || !strcmp(words[1], "input"))
        return complain(out, "write has a space, an address, a lane and bytes");
    for (unsigned i = 4; i < count; i++) {
        uint8_t *to = byte_at(debug, words[1], address + i - 4, (unsigned)lane);
        if (!to || !debug_number(words[i], UINT8_MAX, &byte))
            return complain(out, to ? "a byte is 0 to 255" : "there is no such memory");
        *to = (uint8_t)byte;
    }
    fputs("{\"ok\":true}\n", out);
    return true;
}

/* registers FIRST COUNT: their four channels, 64 lanes each. */
static bool read_registers(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t first, registers;
    const uint32_t all = sim_program_registers(debug->launch->program) / 4;
    if (!debug->wave || count != 3 || !debug_number(words[1], all, &first) ||
        !debug_number(words[2], all - first, &registers))
        return complain(out, "there are no such registers");
    return give_bytes(out, sim_wave_vector(debug->wave, (uint32_t)first * 4 * SIM_LANES),
                      registers * 4 * sizeof(sim_vector));
}

/* set-register REGISTER CHANNEL LANE VALUE */
static bool write_register(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t number[4] = {0};
    const uint32_t all = sim_program_registers(debug->launch->program) / 4;
    for (unsigned i = 0; count == 5 && i < 4; i++)
        if (!debug_number(words[i + 1], UINT32_MAX, &number[i]))
            count = 0;
    if (!debug->wave || count != 5 || number[0] >= all || number[1] > 3 || number[2] >= SIM_LANES)
        return complain(out, "there is no such register");
    const uint32_t vector = (uint32_t)(number[0] * 4 + number[1]);
    sim_wave_vector(debug->wave, vector * SIM_LANES)[number[2]] = (uint32_t)number[3];
    fputs("{\"ok\":true}\n", out);
    return true;
}

static struct debug_wave *current(struct sim_debug *debug)
{
    return debug->wave ? &debug->waves[debug->wave->index % debug->wave_count] : NULL;
}

/* values SLOT...: what was kept: the lanes that have one, and those of all lanes. */
static bool read_values(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    const struct debug_wave *wave = current(debug);
    uint64_t slot;
    for (unsigned i = 1; i < count; i++)
        if (!wave || !wave->values || !debug_number(words[i], UINT32_MAX, &slot) ||
            slot >= debug->slots)
            return complain(out, "there is no such value");
    fputs("{\"values\":[", out);
    for (unsigned i = 1; i < count; i++) {
        debug_number(words[i], UINT32_MAX, &slot);
        fprintf(out, "%s[\"%" PRIx64 "\",", i > 1 ? "," : "", wave->known[slot]);
        trace_print_bytes(out, wave->values + slot * SIM_LANES, sizeof(sim_vector));
        fputs("]", out);
    }
    fputs("]}\n", out);
    return true;
}

/* set-value SLOT LANE VALUE */
static bool write_value(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    const struct debug_wave *wave = current(debug);
    uint64_t slot, lane, value;
    if (!wave || !wave->values || count != 4 || !debug->slots ||
        !debug_number(words[1], debug->slots - 1, &slot) ||
        !debug_number(words[2], SIM_LANES - 1, &lane) ||
        !debug_number(words[3], UINT32_MAX, &value))
        return complain(out, "there is no such value");
    debug_change_value(debug, (uint32_t)slot, (unsigned)lane, (uint32_t)value);
    fputs("{\"ok\":true}\n", out);
    return true;
}

/* waves: those that are resident, the one that has stopped among them. */
static bool list_waves(struct sim_debug *debug, FILE *out)
{
    bool any = false;
    fputs("{\"waves\":[", out);
    for (uint32_t i = 0; i < debug->wave_count; i++) {
        const struct sim_wave *wave = debug->waves[i].wave;
        if (!wave)
            continue;
        fprintf(out, "%s[%u,\"%" PRIx64 "\",\"%" PRIx64 "\"]", any ? "," : "", wave->index,
                wave == debug->stopped ? debug_lanes_at(debug, wave, debug->word) : wave->exec,
                wave->live);
        any = true;
    }
    fputs("]}\n", out);
    return true;
}

/* wave NUMBER: what is read from now on is of that one. */
static bool choose_wave(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    uint64_t number;
    if (count != 2 || !debug_number(words[1], UINT32_MAX, &number))
        return complain(out, "wave has a number");
    for (uint32_t i = 0; i < debug->wave_count && debug->wave; i++)
        if (debug->waves[i].wave && debug->waves[i].wave->index == number) {
            debug->wave = debug->waves[i].wave;
            fputs("{\"ok\":true}\n", out);
            return true;
        }
    return complain(out, "that wavefront is not there now");
}

bool debug_access_command(struct sim_debug *debug, char *const *words, unsigned count, FILE *out)
{
    static const struct {
        const char *name;
        bool (*run)(struct sim_debug *debug, char *const *words, unsigned count, FILE *out);
    } commands[] = {{"memory", read_memory},       {"write", write_memory},
                    {"registers", read_registers}, {"set-register", write_register},
                    {"values", read_values},       {"set-value", write_value},
                    {"wave", choose_wave}};
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (!strcmp(words[0], commands[i].name))
            return commands[i].run(debug, words, count, out);
    if (!strcmp(words[0], "waves"))
        return list_waves(debug, out);
    if (strcmp(words[0], "images"))
        return false;
    sim_record_images(&(struct sim_record){.launch = debug->launch, .number = debug->number}, false,
                      out);
    fputs("{\"ok\":true}\n", out);
    return true;
}
