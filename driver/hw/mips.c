/* SPDX-License-Identifier: MIT */
/* mips.c: layouts of the levels of mipmapped textures. */
#include "driver/hw/mips.h"

#include <assert.h>

#include "driver/base/count.h"
#include "driver/hw/registers.h"

static uint32_t power_from(uint32_t value)
{
    const uint32_t power = 1u << hw_log2(value);
    return power == value ? power : power * 2;
}

uint32_t hw_mip_padded(uint32_t size, unsigned level)
{
    assert(size > 0 && level < HW_MIP_LEVELS);
    const uint32_t texels = hw_mip_size(size, level);
    return level ? power_from(texels) : texels;
}

bool hw_mip_layout(struct hw_surface_layout *layout, const struct hw_surface_layout *base,
                   uint32_t width, uint32_t height, bool volume, unsigned level, const char **why)
{
    const uint32_t block = base->block > 1 ? base->block : 1;
    const uint32_t columns = ALIGN_UP(hw_mip_padded(width, level), block) / block;
    const uint32_t rows = ALIGN_UP(hw_mip_padded(height, level), block) / block;
    uint32_t pitch_alignment, height_alignment;
    *layout = *base;
    layout->slices = volume                         ? hw_mip_padded(base->slices, level)
                     : level && !base->exact_layers ? power_from(base->slices)
                                                    : base->slices;
    hw_surface_pitch_alignment(layout, &pitch_alignment, &height_alignment);
    if (layout->mode == HW_ARRAY_2D_TILED_THIN1 &&
        (columns < pitch_alignment || rows < height_alignment)) {
        layout->mode = HW_ARRAY_1D_TILED_THIN1;
        hw_surface_pitch_alignment(layout, &pitch_alignment, &height_alignment);
    }
    layout->pitch = ALIGN_UP(columns, pitch_alignment);
    layout->height = ALIGN_UP(rows, height_alignment);
    return hw_surface_layout_finish(layout, why);
}
