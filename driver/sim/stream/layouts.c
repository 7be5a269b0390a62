/* SPDX-License-Identifier: MIT */
/* layouts.c: memory layouts out of colour surface registers and texture descriptors. */
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/hw/mips.h"
#include "driver/hw/tiling.h"
#include "driver/sim/stream/stream.h"

uint32_t sim_state_color(const struct sim_state *state, unsigned n, uint32_t reg)
{
    /* Surfaces 8 to 11 have the same registers elsewhere, closer together. */
    const uint32_t address = n < HW_R_CB_COLOR_BASE_COUNT
                                 ? reg + n * HW_R_CB_COLOR_BASE_STRIDE
                                 : reg - HW_R_CB_COLOR_BASE + HW_R_CB_COLOR8_BASE +
                                       (n - HW_R_CB_COLOR_BASE_COUNT) * HW_R_CB_COLOR8_BASE_STRIDE;
    return sim_context(state, address);
}

bool sim_state_color_enabled(const struct sim_state *state, unsigned n)
{
    const uint32_t info = sim_state_color(state, n, HW_R_CB_COLOR_INFO);
    const uint32_t mask = sim_context(state, HW_R_CB_TARGET_MASK);
    return REG_GET(info, CB_COLOR_INFO, FORMAT) &&
           (n >= HW_R_CB_COLOR_BASE_COUNT || (mask >> n * 4 & 0xfu));
}

bool sim_state_color_bound(const struct sim_state *state, unsigned n)
{
    const uint32_t info = sim_state_color(state, n, HW_R_CB_COLOR_INFO);
    return REG_GET(info, CB_COLOR_INFO, RAT) && sim_state_color_enabled(state, n);
}

uint32_t sim_state_color_rows(const struct sim_state *state, unsigned n)
{
    const uint32_t pitch = sim_state_color(state, n, HW_R_CB_COLOR_PITCH);
    const uint32_t slice = sim_state_color(state, n, HW_R_CB_COLOR_SLICE);
    const uint64_t texels = (REG_GET(slice, CB_COLOR_SLICE, SLICE_TILE_MAX) + 1ull) * 64;
    return (uint32_t)(texels / ((REG_GET(pitch, CB_COLOR_PITCH, PITCH_TILE_MAX) + 1) * 8));
}

static bool element_bytes(unsigned format, struct hw_surface_layout *layout, const char **why)
{
    const struct hw_format_info *info = hw_format_find(format);
    *why = "unknown data format";
    layout->bpe = info ? info->bytes : 0;
    layout->block = info && !info->bits[0] ? 4 : 1;
    return info != NULL;
}

bool sim_color_layout(const struct sim_state *state, const struct hw_chip *chip, unsigned n,
                      unsigned samples, struct hw_surface_layout *layout, const char **why)
{
    const uint32_t info = sim_state_color(state, n, HW_R_CB_COLOR_INFO);
    const uint32_t attrib = sim_state_color(state, n, HW_R_CB_COLOR_ATTRIB);
    const uint32_t pitch = sim_state_color(state, n, HW_R_CB_COLOR_PITCH);
    const uint32_t view = sim_state_color(state, n, HW_R_CB_COLOR_VIEW);
    *layout = (struct hw_surface_layout){
        .mode = (uint8_t)REG_GET(info, CB_COLOR_INFO, ARRAY_MODE),
        .non_displayable = REG_GET(attrib, CB_COLOR_ATTRIB, NON_DISP_TILING_ORDER),
        .bank_width = (uint8_t)(1u << REG_GET(attrib, CB_COLOR_ATTRIB, BANK_WIDTH)),
        .bank_height = (uint8_t)(1u << REG_GET(attrib, CB_COLOR_ATTRIB, BANK_HEIGHT)),
        .aspect = (uint8_t)(1u << REG_GET(attrib, CB_COLOR_ATTRIB, MACRO_TILE_ASPECT)),
        .tile_split = (uint16_t)(64u << (REG_GET(attrib, CB_COLOR_ATTRIB, TILE_SPLIT) & 7u)),
        .pipes = chip->tile_pipes,
        .banks = 2u << REG_GET(attrib, CB_COLOR_ATTRIB, NUM_BANKS),
        .pitch = (REG_GET(pitch, CB_COLOR_PITCH, PITCH_TILE_MAX) + 1) * 8,
        .slices = REG_GET(view, CB_COLOR_VIEW, SLICE_MAX) + 1,
        .samples = (uint8_t)samples,
    };
    layout->height = sim_state_color_rows(state, n);
    if (!element_bytes(REG_GET(info, CB_COLOR_INFO, FORMAT), layout, why))
        return false;
    /* One row of 64 texels is the smallest slice that can be expressed. */
    if (!layout->height)
        layout->height = 1;
    return hw_surface_layout_finish(layout, why);
}

/* Linux counts layers up to the last one of a view; the unit, all of the array, and all faces. */
static uint32_t texture_slices(const uint32_t words[8], bool all)
{
    const unsigned dim = REG_GET(words[0], TEX_RESOURCE0, DIM);
    const uint32_t depth = REG_GET(words[1], TEX_RESOURCE1, TEX_DEPTH) + 1;
    const uint32_t last = REG_GET(words[5], TEX_RESOURCE5, LAST_ARRAY) + 1;
    const uint32_t whole =
        dim == HW_DIM_CUBE ? REG_GET(words[5], TEX_RESOURCE5, BASE_ARRAY) + 6 : depth;
    if (dim == HW_DIM_3D)
        return depth;
    return all && hw_dim_has_layers(dim) && whole > last ? whole : last;
}

uint8_t sim_texture_samples(const uint32_t words[8])
{
    return REG_GET(words[0], TEX_RESOURCE0, DIM) < HW_DIM_2D_MSAA
               ? 1
               : (uint8_t)(1u << (REG_GET(words[5], TEX_RESOURCE5, LAST_LEVEL) & 7u));
}

bool sim_texture_layout(const uint32_t words[8], const struct hw_chip *chip, bool all,
                        struct hw_surface_layout *layout, const char **why)
{
    *layout = (struct hw_surface_layout){
        .mode = (uint8_t)REG_GET(words[1], TEX_RESOURCE1, ARRAY_MODE),
        .non_displayable = chip->vliw == HW_VLIW4
                               ? REG_GET(words[0], TEX_RESOURCE0, CM_NON_DISP_TILING_ORDER)
                               : REG_GET(words[0], TEX_RESOURCE0, NON_DISP_TILING_ORDER),
        .bank_width = (uint8_t)(1u << REG_GET(words[7], TEX_RESOURCE7, BANK_WIDTH)),
        .bank_height = (uint8_t)(1u << REG_GET(words[7], TEX_RESOURCE7, BANK_HEIGHT)),
        .aspect = (uint8_t)(1u << REG_GET(words[7], TEX_RESOURCE7, MACRO_TILE_ASPECT)),
        .tile_split = (uint16_t)(64u << REG_GET(words[6], TEX_RESOURCE6, TILE_SPLIT)),
        .pipes = chip->tile_pipes,
        .banks = 2u << REG_GET(words[7], TEX_RESOURCE7, NUM_BANKS),
        .pitch = (REG_GET(words[0], TEX_RESOURCE0, PITCH) + 1) * 8,
        .slices = texture_slices(words, all),
        .samples = sim_texture_samples(words),
        .sample_order = REG_GET(words[7], TEX_RESOURCE7, DEPTH_SAMPLE_ORDER),
        .exact_layers = chip->family == HW_FAMILY_R600, /* Linux r600_cs.c */
    };
    if (!element_bytes(REG_GET(words[7], TEX_RESOURCE7, DATA_FORMAT), layout, why))
        return false;
    layout->pitch /= layout->block;
    /* The unit pads the height itself, as the array mode asks. */
    uint32_t pitch_alignment, height_alignment = 1;
    if (layout->mode == HW_ARRAY_1D_TILED_THIN1 || layout->mode == HW_ARRAY_2D_TILED_THIN1)
        hw_surface_pitch_alignment(layout, &pitch_alignment, &height_alignment);
    const uint32_t height =
        (REG_GET(words[1], TEX_RESOURCE1, TEX_HEIGHT) + layout->block) / layout->block;
    layout->height = height_alignment
                         ? (height + height_alignment - 1) / height_alignment * height_alignment
                         : 0;
    return hw_surface_layout_finish(layout, why);
}

bool sim_texture_mip_layout(const uint32_t words[8], const struct hw_surface_layout *base,
                            unsigned level, struct hw_surface_layout *layout, const char **why)
{
    *why = "no texture has so many levels";
    if (level >= HW_MIP_LEVELS)
        return false;
    return hw_mip_layout(layout, base, REG_GET(words[0], TEX_RESOURCE0, TEX_WIDTH) + 1,
                         REG_GET(words[1], TEX_RESOURCE1, TEX_HEIGHT) + 1,
                         REG_GET(words[0], TEX_RESOURCE0, DIM) == HW_DIM_3D, level, why);
}
