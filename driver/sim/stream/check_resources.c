/* SPDX-License-Identifier: MIT */
/* check_resources.c: buffer, texture and colour surface descriptions against their objects. */
#include <inttypes.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/isa.h"
#include "driver/hw/tiling.h"
#include "driver/sim/stream/checker.h"

static bool check_buffer(struct checker *c, uint32_t words[8], uint32_t slot)
{
    const struct sim_bo *bo = sim_check_reloc(c, "a buffer resource");
    if (!bo)
        return false;
    const uint64_t offset =
        words[0] + ((uint64_t)REG_GET(words[2], BUF_RESOURCE2, BASE_ADDRESS_HI) << 32);
    if (c->strict && offset >= bo->size)
        return sim_check_refuse(c,
                                "buffer resource %u: offset 0x%" PRIx64
                                " lies outside its object of 0x%" PRIx64 " bytes",
                                slot, offset, bo->size);
    if (offset < bo->size && words[1] > bo->size - offset - 1)
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
        return sim_check_refuse(c, "%s %u: offset 0x%" PRIx64 " is not aligned to %u bytes", what,
                                number, offset, layout->alignment);
    if (c->strict && c->chip->vliw == HW_VLIW4 && layout->bpe == 16 && !layout->non_displayable &&
        (layout->mode == HW_ARRAY_1D_TILED_THIN1 || layout->mode == HW_ARRAY_2D_TILED_THIN1))
        return sim_check_refuse(c, "%s %u: tiles of texels of 128 bits in displayable order", what,
                                number);
    if (offset > size || layout->size_bytes > size - offset)
        return sim_check_refuse(c,
                                "%s %u: needs %" PRIu64 " bytes from offset 0x%" PRIx64
                                " of an object of %" PRIu64
                                " (pitch %u, height %u, %u slices, %u bytes a texel, array mode "
                                "%u)",
                                what, number, layout->size_bytes, offset, size, layout->pitch,
                                layout->height, layout->slices, layout->bpe, layout->mode);
    return true;
}

/* As the kernel's checker: the mip address has the alignment of level 0, and all levels fit. */
static bool check_mips(struct checker *c, const uint32_t words[8], uint32_t slot,
                       const struct hw_surface_layout *base, uint64_t size)
{
    const uint32_t last = base->samples > 1 ? 0 : REG_GET(words[5], TEX_RESOURCE5, LAST_LEVEL);
    uint64_t offset = (uint64_t)words[3] << 8;
    if (offset % base->alignment)
        return sim_check_refuse(
            c, "texture resource %u: mip offset 0x%" PRIx64 " is not aligned to %u bytes", slot,
            offset, base->alignment);
    for (uint32_t level = 1; level <= last; level++) {
        struct hw_surface_layout layout;
        const char *why;
        if (!sim_texture_mip_layout(words, base, level, &layout, &why))
            return sim_check_refuse(c, "texture resource %u, level %u: %s", slot, level, why);
        offset += layout.size_bytes;
        if (offset > size)
            return sim_check_refuse(c,
                                    "texture resource %u: level %u ends at 0x%" PRIx64
                                    " of an object of %" PRIu64 " bytes",
                                    slot, level, offset, size);
    }
    return true;
}

static bool check_texture(struct checker *c, uint32_t words[8], uint32_t slot)
{
    const struct sim_bo *bo = sim_check_reloc(c, "a texture resource");
    /* Where texels have several samples, it is that of FMASK, or 0 where there is none. */
    const bool alone = REG_GET(words[0], TEX_RESOURCE0, DIM) >= HW_DIM_2D_MSAA && !words[3];
    const struct sim_bo *mips = bo && !alone ? sim_check_reloc(c, "a texture's mip levels") : bo;
    struct hw_surface_layout layout;
    const char *why;
    if (!mips)
        return false;
    if (!sim_texture_layout(words, c->chip, false, &layout, &why))
        return sim_check_refuse(c, "texture resource %u: %s", slot, why);
    if (!check_surface(c, "texture resource", slot, &layout, (uint64_t)words[2] << 8, bo->size) ||
        !check_mips(c, words, slot, &layout, mips->size))
        return false;
    words[2] += (uint32_t)(bo->address >> 8);
    words[3] += alone ? 0 : (uint32_t)(mips->address >> 8);
    return true;
}

/* Whether a packet sets whole slots, of which there are `most` with `dwords` dwords each. */
static bool check_slots(struct checker *c, const char *things, uint32_t dwords, uint32_t most)
{
    const uint32_t first = sim_check_first(c), count = c->packet.count - 1;
    if (!sim_check_some(c, count))
        return false;
    if (count % dwords || first % dwords)
        return sim_check_refuse(c, "%u dwords from dword %u are not whole %s of %u", count, first,
                                things, dwords);
    if (first >= most * dwords || count > most * dwords - first)
        return sim_check_refuse(c, "%s from number %u do not exist", things, first / dwords);
    return true;
}

bool sim_check_set_resource(struct checker *c)
{
    const uint32_t first = c->packet.payload[0], count = c->packet.count - 1;
    if (!check_slots(c, "resources", 8, SIM_RESOURCES))
        return false;
    for (uint32_t i = 0; i < count; i += 8) {
        uint32_t *words = sim_check_payload(c) + 1 + i;
        const uint32_t slot = (first + i) / 8, type = REG_GET(words[7], TEX_RESOURCE7, TYPE);
        if (type != HW_TYPE_BUFFER && type != HW_TYPE_TEXTURE)
            return sim_check_refuse(c, "resource %u has type %u", slot, type);
        if (!(type == HW_TYPE_BUFFER ? check_buffer : check_texture)(c, words, slot))
            return false;
    }
    return true;
}

bool sim_check_set_sampler(struct checker *c)
{
    return check_slots(c, "samplers", 3, SIM_SAMPLERS);
}

/* Launches. */

static bool check_color(struct checker *c, unsigned n)
{
    struct hw_surface_layout layout;
    const char *why;
    const uint64_t address = (uint64_t)sim_state_color(c->state, n, HW_R_CB_COLOR_BASE) << 8;
    const struct sim_bo *bo = sim_stream_find(c->stream, address);
    if (!bo)
        return sim_check_refuse(
            c, "CB_COLOR%u_INFO names a format, but CB_COLOR%u_BASE was not set", n, n);
    if (!sim_color_layout(c->state, c->chip, n, 1, &layout, &why)) /* as the kernel does */
        return sim_check_refuse(c, "colour surface %u: %s", n, why);
    const uint32_t info = sim_state_color(c->state, n, HW_R_CB_COLOR_INFO);
    if (REG_GET(info, CB_COLOR_INFO, FORMAT) >= HW_FMT_5_9_9_9_SHAREDEXP)
        return sim_check_refuse(c, "colour surface %u: a format that textures alone have", n);
    /* The kernel computes the height by dividing, and finds none where a row is longer than the
     * slice, as Mesa describes buffers (evergreen_cs_track_validate_cb). */
    if (!c->strict && sim_state_color_rows(c->state, n) == 0)
        layout.size_bytes = 0;
    return check_surface(c, "colour surface", n, &layout, address - bo->address, bo->size);
}

bool sim_check_colors(struct checker *c)
{
    /* The kernel looks at the eight surfaces that graphics has, too. */
    const unsigned count = c->strict ? (unsigned)HW_RATS : HW_R_CB_COLOR_BASE_COUNT;
    if (!c->strict && sim_context(c->state, HW_R_SX_MISC) & 1)
        return true;
    for (unsigned n = 0; n < count; n++)
        if ((c->strict ? sim_state_color_bound : sim_state_color_enabled)(c->state, n) &&
            !check_color(c, n))
            return false;
    return true;
}

struct required_register {
    uint32_t address;
    const char *name;
};

static bool check_complete(struct checker *c)
{
    static const struct required_register required[] = {
        {HW_R_SQ_PGM_START_LS, "SQ_PGM_START_LS"},
        {HW_R_SQ_PGM_RESOURCES_LS, "SQ_PGM_RESOURCES_LS"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_X, "SPI_COMPUTE_NUM_THREAD_X"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_Y, "SPI_COMPUTE_NUM_THREAD_Y"},
        {HW_R_SPI_COMPUTE_NUM_THREAD_Z, "SPI_COMPUTE_NUM_THREAD_Z"},
        {HW_R_SQ_LDS_ALLOC, "SQ_LDS_ALLOC"},
        {HW_R_VGT_SHADER_STAGES_EN, "VGT_SHADER_STAGES_EN"},
        {HW_R_DB_DEPTH_CONTROL, "DB_DEPTH_CONTROL"},
    };
    if (!c->packet.compute)
        return sim_check_refuse(c, "the packet's compute bit is not set");
    for (size_t i = 0; i < COUNT(required); i++)
        if (!sim_context_is_set(c->state, required[i].address))
            return sim_check_refuse(c, "%s was not set in this stream (with the compute bit)",
                                    required[i].name);
    if (sim_context(c->state, HW_R_DB_DEPTH_CONTROL))
        return sim_check_refuse(c, "compute has no depths to test");
    return true;
}

bool sim_check_dispatch(struct checker *c)
{
    return (!c->strict || check_complete(c)) && sim_check_colors(c);
}
