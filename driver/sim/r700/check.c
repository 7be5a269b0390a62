/* SPDX-License-Identifier: MIT */
/* check.c: refuses streams that the Linux radeon driver refuses on R600 and R700 (r600_cs.c). */
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/registers.h"
#include "driver/sim/r700/translate.h"
#include "driver/sim/stream/checker.h"

enum { ADDRESS_SHIFT = 8 };

static bool in_array(uint32_t address, uint32_t first, uint32_t count)
{
    return address >= first && address < first + 4 * count;
}

/* Registers that hold an address, of which the kernel adds the object's. */
static bool has_address(uint32_t address)
{
    static const uint32_t single[] = {
        R700_R_CP_COHER_BASE,      R700_R_SX_MEMORY_EXPORT_BASE, R700_R_DB_DEPTH_BASE,
        R700_R_DB_HTILE_DATA_BASE, DRAW_R_SQ_PGM_START_PS,       R700_R_SQ_PGM_START_VS,
        R700_R_SQ_PGM_START_GS,    R700_R_SQ_PGM_START_ES,       R700_R_SQ_PGM_START_FS,
    };
    for (size_t i = 0; i < COUNT(single); i++)
        if (address == single[i])
            return true;
    return (in_array(address, DRAW_R_SQ_ESGS_RING_BASE, 12) && address % 8 == 0) ||
           in_array(address, R700_R_CB_COLOR_BASE, 8) ||
           in_array(address, DRAW_R_SQ_ALU_CONST_CACHE_PS, 3 * HW_R_SQ_ALU_CONST_CACHE_LS_COUNT) ||
           (in_array(address, DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0, 16) && address % 16 == 8);
}

/* Registers of compression, whose address is the colours' where no relocation follows. */
static bool may_have_address(uint32_t address)
{
    return in_array(address, R700_R_CB_COLOR_TILE, 8) || in_array(address, R700_R_CB_COLOR_FRAG, 8);
}

/* The colours' address, which the kernel takes where none is given. */
static bool take_base(struct checker *c, uint32_t address, uint32_t *value)
{
    *value = sim_context(c->state, R700_R_CB_COLOR_BASE + address % 0x20);
    return *value || sim_check_refuse(c, "register 0x%x follows no CB_COLOR_BASE", address);
}

/* A value counts for later registers of its packet, too. */
static void keep(struct checker *c, uint32_t address, uint32_t value)
{
    if (address < HW_CONTEXT_REG_BASE)
        return;
    c->state->context[(address - HW_CONTEXT_REG_BASE) / 4] = value;
    c->state->context_set[(address - HW_CONTEXT_REG_BASE) / 4] = true;
}

static bool check_register(struct checker *c, uint32_t address, uint32_t *value)
{
    if (!r700_is_safe(address))
        return sim_check_refuse(c, "register 0x%x is none that a stream may set", address);
    const bool compression = may_have_address(address);
    if (compression && !sim_check_is_reloc(c))
        return take_base(c, address, value);
    if (!compression && !has_address(address))
        return true;
    const struct sim_bo *bo = sim_check_reloc(c, "an address");
    if (bo)
        *value += (uint32_t)(bo->address >> ADDRESS_SHIFT);
    return bo != NULL;
}

static bool check_registers(struct checker *c, uint32_t base, uint32_t end)
{
    uint32_t *payload = sim_check_payload(c);
    const uint32_t count = c->packet.count - 1, room = (end - base) / 4;
    const uint32_t first = sim_check_first(c);
    if (first >= room || count > room - first)
        return sim_check_refuse(c, "registers 0x%x to 0x%x are not among those that it sets",
                                base + first * 4, base + (first + count) * 4);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t address = base + (first + i) * 4;
        if (!check_register(c, address, &payload[1 + i]))
            return false;
        keep(c, address, payload[1 + i]);
    }
    return true;
}

static bool check_config(struct checker *c)
{
    return check_registers(c, HW_CONFIG_REG_BASE, HW_CONFIG_REG_END);
}

static bool check_context(struct checker *c)
{
    return check_registers(c, HW_CONTEXT_REG_BASE, HW_CONTEXT_REG_END);
}

/* Word 6 says whether a resource is a texture, which has an address for its levels, or a buffer. */
static bool check_resource(struct checker *c, uint32_t *words)
{
    enum { INVALID_TEXTURE = 0, INVALID_BUFFER = 1, TEXTURE = 2, BUFFER = 3 };
    const unsigned type = words[6] >> 30;
    if (type == INVALID_TEXTURE || type == INVALID_BUFFER)
        return sim_check_refuse(c, "type %u of a resource is not valid", type);
    const struct sim_bo *bo = sim_check_reloc(c, "a resource");
    if (!bo)
        return false;
    if (type == TEXTURE) {
        const struct sim_bo *mips = sim_check_reloc(c, "levels of a texture");
        if (!mips || !r700_check_texture(c, words, bo, mips))
            return false;
        words[2] += (uint32_t)(bo->address >> ADDRESS_SHIFT);
        words[3] += (uint32_t)(mips->address >> ADDRESS_SHIFT);
        return true;
    }
    const uint64_t address = bo->address + words[0] + ((uint64_t)(words[2] & 0xffu) << 32);
    if (words[0] < bo->size && words[1] > bo->size - words[0] - 1)
        words[1] = (uint32_t)(bo->size - words[0] - 1);
    words[0] = (uint32_t)address;
    words[2] = (words[2] & ~0xffu) | (uint32_t)(address >> 32 & 0xffu);
    return true;
}

static bool check_resources(struct checker *c)
{
    uint32_t *payload = sim_check_payload(c);
    const uint32_t count = (c->packet.count - 1) / R700_RESOURCE_DWORDS;
    if ((c->packet.count - 1) % R700_RESOURCE_DWORDS || sim_check_first(c) % R700_RESOURCE_DWORDS ||
        payload[0] / R700_RESOURCE_DWORDS + count > R700_RESOURCES)
        return sim_check_refuse(c, "%u dwords from 0x%x on are not whole resources",
                                c->packet.count - 1, payload[0]);
    for (uint32_t i = 0; i < count; i++)
        if (!check_resource(c, payload + 1 + i * R700_RESOURCE_DWORDS))
            return false;
    return true;
}

static bool check_slots(struct checker *c, uint32_t unit, uint32_t room)
{
    const uint32_t first = sim_check_first(c), count = c->packet.count - 1;
    return (count % unit == 0 && first % unit == 0 && first <= room && count <= room - first) ||
           sim_check_refuse(c, "%u dwords from 0x%x on are not what there is", count, first);
}

static bool check_samplers(struct checker *c)
{
    return check_slots(c, SIM_SAMPLER_DWORDS, 54 * SIM_SAMPLER_DWORDS);
}

static bool check_loops(struct checker *c)
{
    return check_slots(c, 1, 96);
}

/* It says again what a register has been set to, for the command processor of R700. */
static bool check_stream_base(struct checker *c)
{
    uint32_t *payload = sim_check_payload(c);
    if (c->chip->family != HW_FAMILY_R700)
        return sim_check_refused(c);
    if (payload[0] >= 4)
        return sim_check_refuse(c, "there is no buffer %u of a stream", payload[0]);
    const struct sim_bo *bo = sim_check_reloc(c, "a stream's buffer");
    if (!bo)
        return false;
    payload[1] += (uint32_t)(bo->address >> ADDRESS_SHIFT);
    return payload[1] ==
               sim_context(c->state, DRAW_R_VGT_STRMOUT_BUFFER_SIZE_0 + payload[0] * 16 + 8) ||
           sim_check_refuse(c, "buffer %u of a stream is another one", payload[0]);
}

static bool check_start(struct checker *c)
{
    return c->chip->family != HW_FAMILY_R700 || sim_check_refused(c);
}

static bool check_indexed(struct checker *c)
{
    uint32_t *payload = sim_check_payload(c);
    const struct sim_bo *bo = sim_check_reloc(c, "an index buffer");
    if (!bo)
        return false;
    const uint64_t address = bo->address + payload[0] + ((uint64_t)(payload[1] & 0xffu) << 32);
    payload[0] = (uint32_t)address;
    payload[1] = (uint32_t)(address >> 32 & 0xffu);
    return r700_check_memory(c);
}

/* Registers are kept as they are checked. */
static void pass_over(struct checker *c)
{
    (void)c;
}

/* Until a stream says otherwise. */
static void begin(struct checker *c)
{
    static const struct {
        uint32_t address, value, count;
    } rows[] = {{HW_R_CB_TARGET_MASK, UINT32_MAX, 1},    {DRAW_R_DB_DEPTH_CONTROL, UINT32_MAX, 1},
                {R700_R_DB_DEPTH_SIZE, UINT32_MAX, 1},   {R700_R_DB_DEPTH_VIEW, UINT32_MAX, 1},
                {R700_R_DB_DEPTH_INFO, 7 | 1u << 25, 1}, {R700_R_CB_COLOR_VIEW, UINT32_MAX, 8},
                {R700_R_CB_COLOR_MASK, UINT32_MAX, 8}};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (uint32_t n = 0; n < rows[i].count; n++)
            c->state->context[(rows[i].address - HW_CONTEXT_REG_BASE) / 4 + n] = rows[i].value;
}

bool r700_check(struct checker *c)
{
    static const struct sim_packet_rule rules[SIM_OPCODES] = {
        [HW_PKT3_NOP] = {1, 0x3fff, sim_check_any},
        [HW_PKT3_SET_PREDICATION] = {2, 2, sim_check_predication},
        [R700_PKT3_START_3D_CMDBUF] = {1, 1, check_start},
        [HW_PKT3_CONTEXT_CONTROL] = {2, 2, sim_check_any},
        [HW_PKT3_INDEX_TYPE] = {1, 1, sim_check_graphics},
        [HW_PKT3_DRAW_INDEX] = {4, 4, check_indexed},
        [HW_PKT3_DRAW_INDEX_AUTO] = {2, 2, r700_check_memory},
        [HW_PKT3_DRAW_INDEX_IMMD] = {3, 0x3fff, r700_check_memory},
        [HW_PKT3_NUM_INSTANCES] = {1, 1, sim_check_graphics},
        [HW_PKT3_STRMOUT_BUFFER_UPDATE] = {5, 5, sim_check_strmout_update},
        [HW_PKT3_COPY_DW] = {5, 5, sim_check_copy_dw},
        [HW_PKT3_WAIT_REG_MEM] = {6, 6, sim_check_wait_reg_mem},
        [HW_PKT3_MEM_WRITE] = {4, 4, sim_check_mem_write},
        [HW_PKT3_CP_DMA] = {5, 5, sim_check_cp_dma},
        [HW_PKT3_SURFACE_SYNC] = {4, 4, sim_check_surface_sync},
        [HW_PKT3_EVENT_WRITE] = {1, 3, sim_check_event_write},
        [HW_PKT3_EVENT_WRITE_EOP] = {5, 5, sim_check_event_address},
        [HW_PKT3_SET_CONFIG_REG] = {1, 0x3fff, check_config},
        [HW_PKT3_SET_CONTEXT_REG] = {1, 0x3fff, check_context},
        [HW_PKT3_SET_BOOL_CONST] = {1, 0x3fff, sim_check_any},
        [HW_PKT3_SET_LOOP_CONST] = {1, 0x3fff, check_loops},
        [HW_PKT3_SET_RESOURCE] = {1, 0x3fff, check_resources},
        [HW_PKT3_SET_SAMPLER] = {1, 0x3fff, check_samplers},
        [HW_PKT3_SET_CTL_CONST] = {1, 0x3fff, sim_check_set_ctl_const},
        [R700_PKT3_STRMOUT_BASE_UPDATE] = {2, 2, check_stream_base},
    };
    if (c->stream->dma)
        return sim_check_refuse(c, "the DMA ring of this chip is not simulated");
    begin(c);
    return sim_check_packets(c, rules, pass_over);
}
