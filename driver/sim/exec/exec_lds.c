/* SPDX-License-Identifier: MIT */
/* exec_lds.c: the local data share. Lanes act one after the other, so that atomics need no more. */
#include <string.h>

#include "driver/sim/exec/wave.h"

/* New value of a dword from the old one and the operands. */
typedef uint32_t (*update_fn)(uint32_t old, uint32_t a, uint32_t b);

#define UPDATE(name, expression)                                                                   \
    static uint32_t update_##name(uint32_t old, uint32_t a, uint32_t b)                            \
    {                                                                                              \
        (void)old, (void)a, (void)b;                                                               \
        return (expression);                                                                       \
    }
UPDATE(add, old + a)
UPDATE(sub, old - a)
UPDATE(rsub, a - old)
UPDATE(inc, old >= a ? 0 : old + 1)
UPDATE(dec, !old || old > a ? a : old - 1)
UPDATE(min_int, (int32_t)old < (int32_t)a ? old : a)
UPDATE(max_int, (int32_t)old > (int32_t)a ? old : a)
UPDATE(min_uint, old < a ? old : a)
UPDATE(max_uint, old > a ? old : a)
UPDATE(and, old &a)
UPDATE(or, old | a)
UPDATE(xor, old ^ a)
UPDATE(mskor, (old & ~a) | b)
UPDATE(write, a)
UPDATE(compare, old == a ? b : old)
UPDATE(read, old)

enum shape {
    DWORD, /* one dword at the address */
    BYTE,
    SHORT,    /* part of one */
    PAIR_REL, /* two dwords, the second `offset` dwords behind */
    PAIR,     /* two addresses */
};

struct lds_behaviour {
    update_fn update;
    uint8_t shape;
    bool sign;
};

static const struct lds_behaviour behaviour[64] = {
#define LDS_OP(name, update, shape, sign) [HW_LDS_##name] = {update_##update, shape, sign},
#include "driver/sim/decode/lds_ops.def"
#undef LDS_OP
};

bool sim_lds_update(unsigned op, uint32_t old, uint32_t a, uint32_t b, uint32_t *result)
{
    if (op >= sizeof(behaviour) / sizeof(*behaviour) || !behaviour[op].update ||
        behaviour[op].shape != DWORD)
        return false;
    *result = behaviour[op].update(old, a, b);
    return true;
}

static bool check(struct sim_wave *wave, unsigned lane, uint32_t word, uint32_t address,
                  uint32_t bytes, bool reads)
{
    const uint32_t size = wave->launch->lds_dwords * 4;
    if (address % bytes == 0 && address < size && bytes <= size - address)
        return true;
    const struct sim_wrong wrong = {.lane = lane,
                                    .word = word,
                                    .space = GUIDE_LOCAL,
                                    .store = !reads,
                                    .bytes = bytes,
                                    .address = address};
    if (address % bytes)
        sim_wave_fail(wave, &wrong, "%s at local address 0x%x, which is not aligned to %u bytes",
                      reads ? "load" : "store", address, bytes);
    else
        sim_wave_fail(wave, &wrong,
                      "%s of %u bytes at local address 0x%x lies outside the group's %u "
                      "bytes of local memory",
                      reads ? "load" : "store", bytes, address, size);
    return false;
}

/* Changes a dword, or a byte or half of it, and returns what was there before. */
static uint32_t act(uint32_t *lds, const struct lds_behaviour *how, uint32_t address, uint32_t a,
                    uint32_t b)
{
    uint32_t *dword = &lds[address / 4];
    const uint32_t old = *dword;
    if (how->shape == DWORD || how->shape == PAIR || how->shape == PAIR_REL) {
        *dword = how->update(old, a, b);
        return old;
    }
    const unsigned bits = how->shape == BYTE ? 8 : 16, shift = address % 4 * 8;
    const uint32_t mask = HW_MASK(bits), part = old >> shift & mask;
    *dword = (old & ~(mask << shift)) | (how->update(part, a, b) & mask) << shift;
    return how->sign ? (uint32_t)((int32_t)(part << (32 - bits)) >> (32 - bits)) : part;
}

/* Reads of dwords that all lanes take part in, the common case, without a call for each lane. */
static bool read_dwords(struct sim_wave *wave, const struct sim_alu_op *op, const uint32_t *address,
                        uint64_t mask)
{
    const struct sim_memory_lanes *memory = wave->launch->lanes->memory;
    const uint32_t *lanes = sim_wave_mask(wave, mask), size = wave->launch->lds_dwords * 4;
    uint32_t low, high, *offset = sim_wave_extra(wave, SIM_VECTOR_TEMP);
    memory->min_max(address, lanes, wave->n, &low, &high);
    if (size < 4 || high > size - 4)
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
                        const struct lds_behaviour *how, unsigned lane,
                        const uint32_t *const src[3])
{
    static const uint8_t bytes[] = {
        [DWORD] = 4, [BYTE] = 1, [SHORT] = 2, [PAIR_REL] = 4, [PAIR] = 4};
    const bool reads = how->update == update_read;
    const bool pair = how->shape == PAIR || how->shape == PAIR_REL;
    uint32_t address = src[0][lane], a = src[1][lane];
    const uint32_t b = src[2][lane];
    /* WRITE_REL and its kin keep the offset for the second address. */
    if (how->shape != PAIR_REL)
        address += op->lds_offset * 4;
    if (!check(wave, lane, op->word, address, bytes[how->shape], reads))
        return false;
    const uint32_t first = act(wave->group->lds, how, address, a, b);
    if (op->lds_result[0] != SIM_NO_DST)
        sim_wave_vector(wave, op->lds_result[0])[lane] = first;
    if (!pair)
        return true;
    const uint32_t other = how->shape == PAIR ? a : address + op->lds_offset * 4;
    if (!check(wave, lane, op->word, other, 4, reads))
        return false;
    const uint32_t second = act(wave->group->lds, how, other, b, b);
    if (op->lds_result[1] != SIM_NO_DST)
        sim_wave_vector(wave, op->lds_result[1])[lane] = second;
    return true;
}

enum sim_next sim_exec_lds(struct sim_wave *wave, const struct sim_alu_op *op,
                           const uint32_t *const src[3], uint64_t mask)
{
    const struct lds_behaviour *how = &behaviour[op->lds_op];
    if (!mask)
        return SIM_NEXT;
    if (op->lds_op == HW_LDS_READ_RET && !op->lds_offset && read_dwords(wave, op, src[0], mask))
        return SIM_NEXT;
    for (uint64_t lanes = mask; lanes; lanes &= lanes - 1)
        if (!lane_action(wave, op, how, (unsigned)__builtin_ctzll(lanes), src))
            return SIM_NEXT_FAULT;
    return SIM_NEXT;
}
