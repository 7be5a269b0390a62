/* SPDX-License-Identifier: MIT */
/* cs.h: building a command stream: PM4 packets and relocations.
 *
 * Emitting never fails by itself: when memory runs out the stream is marked, and r600_cs_ok tells
 * before submission. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/hw/registers.h"
#include "driver/winsys.h"

struct r600_cs {
    uint32_t *dwords;
    uint32_t count, capacity;
    struct winsys_reloc *relocs;
    uint32_t reloc_count, reloc_capacity;
    bool failed;
};

void r600_cs_finish(struct r600_cs *cs);
/* Empties the stream; memory is kept. */
void r600_cs_reset(struct r600_cs *cs);
static inline bool r600_cs_ok(const struct r600_cs *cs)
{
    return !cs->failed;
}

/* Makes room for more dwords. False, with the stream marked, without memory. */
bool r600_cs_reserve(struct r600_cs *cs, uint32_t more);
static inline void r600_cs_emit(struct r600_cs *cs, uint32_t dword)
{
    if (cs->count < cs->capacity || r600_cs_reserve(cs, 1))
        cs->dwords[cs->count++] = dword;
}
void r600_cs_emit_array(struct r600_cs *cs, const uint32_t *dwords, uint32_t count);
/* Header of a type-3 packet; `payload` dwords must follow. */
void r600_cs_packet(struct r600_cs *cs, enum hw_pkt3 opcode, uint32_t payload, bool compute);
/* Header and register offset; the values of `count` consecutive registers must follow. */
void r600_cs_config_regs(struct r600_cs *cs, uint32_t reg, uint32_t count);
void r600_cs_context_regs(struct r600_cs *cs, uint32_t reg, uint32_t count);
void r600_cs_config_reg(struct r600_cs *cs, uint32_t reg, uint32_t value);
void r600_cs_context_reg(struct r600_cs *cs, uint32_t reg, uint32_t value);
/* The NOP that names the buffer object whose address the last packet carries. */
void r600_cs_reloc(struct r600_cs *cs, struct winsys_bo *bo, bool written);

/* cs_dump.c: prints a stream with the names of packets, registers and fields. */
enum r600_cs_dump_filter { R600_CS_DUMP_ALL, R600_CS_DUMP_BINDINGS /* textures, samplers, RATs */ };
void r600_cs_dump(const struct winsys_cs *cs, enum r600_cs_dump_filter filter);
/* Writes it, in the same words, to the file of ROOTLE_TRACE, if there is one. */
void r600_cs_record(const struct winsys_cs *cs);
