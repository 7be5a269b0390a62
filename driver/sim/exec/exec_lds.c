/* SPDX-License-Identifier: MIT */
/* exec_lds.c: the local data share. Lanes act one after the other, so that atomics need no more. */

#include "driver/sim/exec/lds_ops.h"
#include "driver/sim/exec/wave.h"

bool sim_lds_update(unsigned op, uint32_t old, uint32_t a, uint32_t b, uint32_t *result)
{
    if (op >= sizeof(sim_lds_table) / sizeof(*sim_lds_table) || !sim_lds_table[op].update ||
        sim_lds_table[op].shape != SIM_LDS_DWORD)
        return false;
    *result = sim_lds_table[op].update(old, a, b);
    return true;
}

struct sim_span sim_lds_span(const struct sim_launch *launch, const struct sim_alu_op *op)
{
    const struct sim_provenance *provenance = sim_provenance_op(launch, op);
    const uint32_t size = launch->lds_dwords * 4;
    if (!provenance || provenance->end > size)
        return (struct sim_span){0, size};
    return (struct sim_span){(uint32_t)provenance->start, (uint32_t)provenance->end};
}

static bool check(struct sim_wave *wave, unsigned lane, const struct sim_alu_op *op,
                  uint32_t address, uint32_t bytes, bool reads)
{
    const struct sim_provenance *provenance = sim_provenance_op(wave->launch, op);
    const uint32_t size = wave->launch->lds_dwords * 4;
    const struct sim_span span = sim_lds_span(wave->launch, op);
    if (address % bytes == 0 && address >= span.low && address < span.high &&
        bytes <= span.high - address)
        return true;
    const struct sim_wrong wrong = {.lane = lane,
                                    .word = op->word,
                                    .space = GUIDE_LOCAL,
                                    .store = !reads,
                                    .bytes = bytes,
                                    .address = address,
                                    .object = provenance ? provenance->object : 0};
    if (address % bytes)
        sim_wave_fail(wave, &wrong, "%s at local address 0x%x, which is not aligned to %u bytes",
                      reads ? "load" : "store", address, bytes);
    else if (address < size && bytes <= size - address)
        sim_wave_fail(wave, &wrong, "%s of %u bytes at local address 0x%x %s",
                      reads ? "load" : "store", bytes, address,
                      sim_provenance_complaint(provenance, address, address + bytes));
    else
        sim_wave_fail(wave, &wrong,
                      "%s of %u bytes at local address 0x%x lies outside the group's %u "
                      "bytes of local memory",
                      reads ? "load" : "store", bytes, address, size);
    return false;
}

/* Reads a dword for each lane without a call for each: the common case, in which all lanes run. */
static bool read_dwords(struct sim_wave *wave, const struct sim_alu_op *op, const uint32_t *address,
                        uint64_t mask)
{
    const struct sim_memory_lanes *memory = wave->launch->lanes->memory;
    const struct sim_span span = sim_lds_span(wave->launch, op);
    const uint32_t *lanes = sim_wave_mask(wave, mask);
    uint32_t low, high, *offset = sim_wave_extra(wave, SIM_VECTOR_TEMP);
    memory->min_max(address, lanes, wave->n, &low, &high);
    if (low < span.low || span.high < 4 || high > span.high - 4)
        return false;
    memory->offsets(offset, address, 0, 1, lanes, wave->n);
    uint32_t misaligned = 0;
    SIM_FOR_LANES(i, wave->n) misaligned |= offset[i];
    if (misaligned & 3u)
        return false;
    uint32_t *result = sim_wave_vector(wave, op->lds_result[0]);
    memory->gather(result, (const uint8_t *)wave->group->lds, offset, wave->n);
    return true;
}

static bool lane_action(struct sim_wave *wave, const struct sim_alu_op *op,
                        const struct sim_lds_how *how, unsigned lane, const uint32_t *const src[3])
{
    static const uint8_t bytes[] = {[SIM_LDS_DWORD] = 4,
                                    [SIM_LDS_BYTE] = 1,
                                    [SIM_LDS_SHORT] = 2,
                                    [SIM_LDS_PAIR_REL] = 4,
                                    [SIM_LDS_PAIR] = 4};
    const bool reads = how->update == sim_lds_read;
    const bool pair = how->shape == SIM_LDS_PAIR || how->shape == SIM_LDS_PAIR_REL;
    uint32_t address = src[0][lane], a = src[1][lane];
    const uint32_t b = src[2][lane];
    /* WRITE_REL and its kin keep the offset for the second address. */
    if (how->shape != SIM_LDS_PAIR_REL)
        address += op->lds_offset * 4;
    if (!check(wave, lane, op, address, bytes[how->shape], reads))
        return false;
    const uint32_t first = sim_lds_act(wave->group->lds, how, address, a, b);
    if (op->lds_result[0] != SIM_NO_DST)
        sim_wave_vector(wave, op->lds_result[0])[lane] = first;
    if (!pair)
        return true;
    const uint32_t other = how->shape == SIM_LDS_PAIR ? a : address + op->lds_offset * 4;
    if (!check(wave, lane, op, other, 4, reads))
        return false;
    const uint32_t second = sim_lds_act(wave->group->lds, how, other, b, b);
    if (op->lds_result[1] != SIM_NO_DST)
        sim_wave_vector(wave, op->lds_result[1])[lane] = second;
    return true;
}

void sim_lds_zero(struct sim_wave *wave, const struct sim_alu_op *op, unsigned lane)
{
    for (unsigned i = 0; i < 2; i++)
        if (op->lds_result[i] != SIM_NO_DST)
            sim_wave_vector(wave, op->lds_result[i])[lane] = 0;
}

enum sim_next sim_exec_lds(struct sim_wave *wave, const struct sim_alu_op *op,
                           const uint32_t *const src[3], uint64_t mask)
{
    const struct sim_lds_how *how = &sim_lds_table[op->lds_op];
    if (!mask)
        return SIM_NEXT;
    if (op->lds_op == HW_LDS_READ_RET && !op->lds_offset && read_dwords(wave, op, src[0], mask))
        return SIM_NEXT;
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (lane_action(wave, op, how, lane, src))
            continue;
        if (!wave->wrong)
            return SIM_NEXT_FAULT;
        wave->wrong = 0;
        sim_lds_zero(wave, op, lane);
    }
    return SIM_NEXT;
}
