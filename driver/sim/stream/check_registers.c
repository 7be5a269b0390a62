/* SPDX-License-Identifier: MIT */
/* check_registers.c: SET_CONFIG_REG and SET_CONTEXT_REG: which registers a stream may set, and
 * which of them carry addresses. */
#include <assert.h>
#include <inttypes.h>
#include <pthread.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"
#include "driver/sim/stream/checker.h"

enum register_kind {
    REGISTER_PLAIN,
    REGISTER_ADDRESS,
    REGISTER_RELOC_ONLY, /* names an object, but its value is no address */
    REGISTER_TILING      /* of a colour surface */
};

struct register_range {
    uint32_t first, stride, count;
    uint8_t kind;
    bool graphics; /* compute does not look at it */
    const char *name;
};

#define ONE(name, kind) {HW_R_##name, 4, 1, kind, false, #name}
#define MANY(name, kind)                                                                           \
    {HW_R_##name, HW_R_##name##_STRIDE, HW_R_##name##_COUNT, kind, false, #name}

/* The rows of registers. Where several have the same register the first counts. */
static const struct register_range register_ranges[] = {
    /* Registers that carry an address or need an object; all others of registers.def are plain. */
    ONE(SQ_PGM_START_LS, REGISTER_ADDRESS),        ONE(SQ_LSTMP_RING_BASE, REGISTER_ADDRESS),
    MANY(SQ_ALU_CONST_CACHE_LS, REGISTER_ADDRESS), MANY(CB_IMMED_BASE, REGISTER_ADDRESS),
    MANY(CB_COLOR_BASE, REGISTER_ADDRESS),         MANY(CB_COLOR8_BASE, REGISTER_ADDRESS),
    MANY(CB_COLOR_CMASK, REGISTER_ADDRESS),        MANY(CB_COLOR_FMASK, REGISTER_ADDRESS),
    MANY(CB_COLOR_ATTRIB, REGISTER_RELOC_ONLY),    MANY(CB_COLOR8_ATTRIB, REGISTER_RELOC_ONLY),
    MANY(CB_COLOR_INFO, REGISTER_TILING),          MANY(CB_COLOR8_INFO, REGISTER_TILING),
#define REG(name, address) {address, 4, 1, REGISTER_PLAIN, false, #name},
#define REG_ARRAY(name, address, stride, count)                                                    \
    {address, stride, count, REGISTER_PLAIN, false, #name},
#define FIELD(reg, name, lo, width)
#include "driver/hw/registers.def"
#undef REG
#undef REG_ARRAY
#undef FIELD
#define GRAPHICS(name, first, last, kind)                                                          \
    {first, 4, ((last) - (first)) / 4 + 1, REGISTER_##kind, true, #name},
#include "driver/hw/graphics_registers.def"
#undef GRAPHICS
};

enum {
    CONFIG_REGISTERS = (HW_CONFIG_REG_END - HW_CONFIG_REG_BASE) / 4,
    CONTEXT_REGISTERS = (HW_CONTEXT_REG_END - HW_CONTEXT_REG_BASE) / 4
};

/* By register. Every stream sets dozens. */
static struct register_place {
    uint16_t range; /* 1 + its number; 0: none */
    uint8_t chips;  /* 1 + HW_VLIW* of these alone; 0: of all */
} places[CONFIG_REGISTERS + CONTEXT_REGISTERS];
static pthread_once_t ranges_sorted = PTHREAD_ONCE_INIT;

/* NULL: a register that is set by other packets. */
static struct register_place *place_of(uint32_t address)
{
    if (address >= HW_CONFIG_REG_BASE && address < HW_CONFIG_REG_END)
        return &places[(address - HW_CONFIG_REG_BASE) / 4];
    if (address >= HW_CONTEXT_REG_BASE && address < HW_CONTEXT_REG_END)
        return &places[CONFIG_REGISTERS + (address - HW_CONTEXT_REG_BASE) / 4];
    return NULL;
}

/* Registers of either kind of chips alone (kernel reg_srcs/evergreen and reg_srcs/cayman). */
static void sort_by_chip(void)
{
    static const struct {
        uint32_t first, last;
        uint8_t vliw;
    } ranges[] = {{HW_R_SQ_GPR_RESOURCE_MGMT_2, HW_R_SQ_GPR_RESOURCE_MGMT_3, HW_VLIW5},
                  {HW_R_SQ_THREAD_RESOURCE_MGMT_1, HW_R_SQ_STACK_RESOURCE_MGMT_3, HW_VLIW5},
                  {HW_R_SQ_LDS_RESOURCE_MGMT, HW_R_SQ_LDS_RESOURCE_MGMT, HW_VLIW5},
                  {HW_R_SQ_DYN_GPR_RESOURCE_LIMIT_1, HW_R_SQ_DYN_GPR_RESOURCE_LIMIT_1, HW_VLIW5},
                  {HW_R_SPI_LDS_MGMT, HW_R_SPI_LDS_MGMT, HW_VLIW4},
                  {0x28804, 0x28804, HW_VLIW4}, /* DB_EQAA, IA_MULTI_VGT_PARAM, PA_SC */
                  {0x28AA8, 0x28AA8, HW_VLIW4},
                  {0x28BD4, 0x28BFC, HW_VLIW4}};
    for (size_t i = 0; i < COUNT(ranges); i++)
        for (uint32_t address = ranges[i].first; address <= ranges[i].last; address += 4)
            place_of(address)->chips = 1 + ranges[i].vliw;
}

static void sort_ranges(void)
{
    for (size_t i = 0; i < COUNT(register_ranges); i++)
        for (uint32_t k = 0; k < register_ranges[i].count; k++) {
            struct register_place *place =
                place_of(register_ranges[i].first + k * register_ranges[i].stride);
            if (place && !place->range)
                place->range = (uint16_t)(i + 1);
        }
    sort_by_chip();
}

/* Bits of CB_COLOR_INFO.ARRAY_MODE that follow the object when its tiling flags rule. */
static uint32_t tiling_mode(const struct sim_bo *bo)
{
    if (bo->tiling_flags & 1u)
        return HW_ARRAY_2D_TILED_THIN1;
    return bo->tiling_flags & 2u ? HW_ARRAY_1D_TILED_THIN1 : HW_ARRAY_LINEAR_GENERAL;
}

static bool check_address(struct checker *c, const struct register_range *range,
                          const struct sim_bo *bo, uint32_t *value)
{
    if (c->strict && (uint64_t)*value << 8 >= bo->size)
        return sim_check_refuse(
            c, "%s: offset 0x%" PRIx64 " lies outside its object of 0x%" PRIx64 " bytes",
            range->name, (uint64_t)*value << 8, bo->size);
    *value += (uint32_t)(bo->address >> 8);
    return true;
}

/* A register with a relocation behind it. */
static bool check_related(struct checker *c, const struct register_range *range, uint32_t *value)
{
    if (range->kind == REGISTER_TILING && c->keep_tiling)
        return true;
    const struct sim_bo *bo = sim_check_reloc(c, range->name);
    if (!bo)
        return false;
    if (range->kind == REGISTER_ADDRESS)
        return check_address(c, range, bo, value);
    if (range->kind == REGISTER_TILING)
        *value = (*value & ~REG_SET(CB_COLOR_INFO, ARRAY_MODE, ~0u)) |
                 REG_SET(CB_COLOR_INFO, ARRAY_MODE, tiling_mode(bo));
    return true;
}

static bool check_register(struct checker *c, uint32_t address, uint32_t *value)
{
    const struct register_place *place = place_of(address);
    assert(place); /* it is in a packet's range */
    if (place->chips && place->chips != 1 + c->chip->vliw)
        return sim_check_refuse(c, "register 0x%x is none of %s", address, c->chip->name);
    const struct register_range *range = place->range ? &register_ranges[place->range - 1] : NULL;
    if (!range)
        return sim_check_refuse(c, "register 0x%x is none that a stream may set", address);
    if (range->graphics && c->strict)
        return sim_check_refuse(c, "register 0x%x (%s) is none that compute looks at", address,
                                range->name);
    return range->kind == REGISTER_PLAIN || check_related(c, range, value);
}

static bool check_set_registers(struct checker *c, uint32_t base, uint32_t end)
{
    const uint64_t first = base + (uint64_t)sim_check_first(c) * 4;
    const uint32_t count = c->packet.count - 1;
    if (!sim_check_some(c, count))
        return false;
    if (first >= end || first + count * 4ull > end)
        return sim_check_refuse(c, "%u registers from 0x%" PRIx64 " lie outside [0x%x, 0x%x)",
                                count, first, base, end);
    uint32_t *values = sim_check_payload(c) + 1;
    pthread_once(&ranges_sorted, sort_ranges);
    for (uint32_t i = 0; i < count; i++)
        if (!check_register(c, (uint32_t)first + i * 4, &values[i]))
            return false;
    return true;
}

bool sim_check_set_config(struct checker *c)
{
    return check_set_registers(c, HW_CONFIG_REG_BASE, HW_CONFIG_REG_END);
}

bool sim_check_set_context(struct checker *c)
{
    return check_set_registers(c, HW_CONTEXT_REG_BASE, HW_CONTEXT_REG_END);
}

static bool check_constants(struct checker *c, uint32_t base, uint32_t end, const char *what)
{
    const uint32_t room = (end - base) / 4;
    const uint32_t first = sim_check_first(c), count = c->packet.count - 1;
    if (!sim_check_some(c, count))
        return false;
    if (first >= room || count > room - first)
        return sim_check_refuse(c, "%u %s from number %u do not exist", count, what, first);
    return true;
}

bool sim_check_set_loop_const(struct checker *c)
{
    return check_constants(c, HW_LOOP_CONST_BASE, HW_LOOP_CONST_BASE + SIM_LOOP_CONSTS * 4,
                           "loop constants");
}

bool sim_check_set_bool_const(struct checker *c)
{
    return check_constants(c, HW_BOOL_CONST_BASE, HW_BOOL_CONST_END, "bool constants");
}

bool sim_check_set_ctl_const(struct checker *c)
{
    return check_constants(c, HW_CTL_CONST_BASE, HW_CTL_CONST_END, "control constants");
}
