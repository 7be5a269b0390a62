/* SPDX-License-Identifier: MIT */
/* check.c: refuses streams that the Linux radeon driver refuses on R600 and R700 (r600_cs.c), as
 * far as packets, their sizes and relocations go; which registers are safe is not held. */
#include "driver/base/count.h"
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
        R700_R_SX_MEMORY_EXPORT_BASE, R700_R_DB_DEPTH_BASE,   R700_R_DB_HTILE_DATA_BASE,
        DRAW_R_SQ_PGM_START_PS,       R700_R_SQ_PGM_START_VS, R700_R_SQ_PGM_START_GS,
        R700_R_SQ_PGM_START_ES,       R700_R_SQ_PGM_START_FS,
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

static bool is_followed_by_relocation(const struct checker *c)
{
    return c->next < c->stream->dword_count &&
           c->stream->dwords[c->next] == hw_pkt3(HW_PKT3_NOP, 1, false);
}

static bool check_registers(struct checker *c, uint32_t base, uint32_t end)
{
    uint32_t *payload = sim_check_payload(c);
    const uint32_t count = c->packet.count - 1, room = (end - base) / 4;
    if (payload[0] > room || count > room - payload[0])
        return sim_check_refuse(c, "registers 0x%x to 0x%x are not among those that it sets",
                                base + payload[0] * 4, base + (payload[0] + count) * 4);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t address = base + (payload[0] + i) * 4;
        if (!has_address(address) && !(may_have_address(address) && is_followed_by_relocation(c)))
            continue;
        const struct sim_bo *bo = sim_check_reloc(c, "an address");
        if (!bo)
            return false;
        payload[1 + i] += (uint32_t)(bo->address >> ADDRESS_SHIFT);
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
        words[2] += (uint32_t)(bo->address >> ADDRESS_SHIFT);
        words[3] += mips ? (uint32_t)(mips->address >> ADDRESS_SHIFT) : 0;
        return mips != NULL;
    }
    const uint64_t address = bo->address + words[0] + ((uint64_t)(words[2] & 0xffu) << 32);
    if (words[0] > bo->size)
        return sim_check_refuse(c, "a buffer begins at 0x%x, behind its object", words[0]);
    if (words[1] > bo->size - words[0] - 1)
        words[1] = (uint32_t)(bo->size - words[0] - 1);
    words[0] = (uint32_t)address;
    words[2] = (words[2] & ~0xffu) | (uint32_t)(address >> 32 & 0xffu);
    return true;
}

static bool check_resources(struct checker *c)
{
    uint32_t *payload = sim_check_payload(c);
    const uint32_t count = (c->packet.count - 1) / R700_RESOURCE_DWORDS;
    if ((c->packet.count - 1) % R700_RESOURCE_DWORDS || payload[0] % R700_RESOURCE_DWORDS ||
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
    const uint32_t first = c->packet.payload[0], count = c->packet.count - 1;
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
    return c->packet.payload[0] < 4
               ? sim_check_reloc(c, "a stream's buffer") != NULL
               : sim_check_refuse(c, "there is no buffer %u of a stream", c->packet.payload[0]);
}

/* Nothing is kept until the stream runs. */
static void pass_over(struct checker *c)
{
    (void)c;
}

bool r700_check(struct checker *c)
{
    static const struct sim_packet_rule rules[] = {
        {HW_PKT3_NOP, 1, 0x3fff, sim_check_any},
        {HW_PKT3_SET_PREDICATION, 2, 2, sim_check_predication},
        {R700_PKT3_START_3D_CMDBUF, 1, 1, sim_check_any},
        {HW_PKT3_CONTEXT_CONTROL, 2, 2, sim_check_any},
        {HW_PKT3_INDEX_TYPE, 1, 1, sim_check_graphics},
        {HW_PKT3_DRAW_INDEX, 4, 4, sim_check_draw},
        {HW_PKT3_DRAW_INDEX_AUTO, 2, 2, sim_check_draw},
        {HW_PKT3_DRAW_INDEX_IMMD, 3, 0x3fff, sim_check_draw},
        {HW_PKT3_NUM_INSTANCES, 1, 1, sim_check_graphics},
        {HW_PKT3_STRMOUT_BUFFER_UPDATE, 5, 5, sim_check_strmout_update},
        {HW_PKT3_COPY_DW, 5, 5, sim_check_copy_dw},
        {HW_PKT3_WAIT_REG_MEM, 6, 6, sim_check_wait_reg_mem},
        {HW_PKT3_MEM_WRITE, 4, 4, sim_check_mem_write},
        {HW_PKT3_CP_DMA, 5, 5, sim_check_cp_dma},
        {HW_PKT3_SURFACE_SYNC, 4, 4, sim_check_surface_sync},
        {HW_PKT3_EVENT_WRITE, 1, 3, sim_check_event_write},
        {HW_PKT3_EVENT_WRITE_EOP, 5, 5, sim_check_event_address},
        {HW_PKT3_SET_CONFIG_REG, 1, 0x3fff, check_config},
        {HW_PKT3_SET_CONTEXT_REG, 1, 0x3fff, check_context},
        {HW_PKT3_SET_BOOL_CONST, 1, 0x3fff, sim_check_any},
        {HW_PKT3_SET_LOOP_CONST, 1, 0x3fff, check_loops},
        {HW_PKT3_SET_RESOURCE, 1, 0x3fff, check_resources},
        {HW_PKT3_SET_SAMPLER, 1, 0x3fff, check_samplers},
        {HW_PKT3_SET_CTL_CONST, 1, 0x3fff, sim_check_set_ctl_const},
        {R700_PKT3_STRMOUT_BASE_UPDATE, 2, 2, check_stream_base},
        {R700_PKT3_SURFACE_BASE_UPDATE, 1, 1, sim_check_any},
    };
    if (c->stream->dma)
        return sim_check_refuse(c, "the DMA ring of this chip is not simulated");
    return sim_check_packets(c, rules, COUNT(rules), pass_over);
}
