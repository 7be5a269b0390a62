/* SPDX-License-Identifier: MIT */
/* faults.c: wrong formats, samplers and surfaces, for ROOTLE_FAULT (driver/base/fault.h). */
#include "driver/r600/faults/faults.h"

#include <CL/cl.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/hw/registers.h"

#define SEL(x, y, z, w) {HW_SEL_##x, HW_SEL_##y, HW_SEL_##z, HW_SEL_##w}

/* The faults that read a channel order as another. */
static const struct {
    enum fault fault;
    uint32_t order;
    uint8_t dst_sel[4];
} order_faults[] = {
    {FAULT_bgra_as_rgba, CL_BGRA, SEL(X, Y, Z, W)},
    {FAULT_argb_as_abgr, CL_ARGB, SEL(W, Z, Y, X)},
    {FAULT_ra_as_rg, CL_RA, SEL(X, Y, 0, 1)},
    {FAULT_a_as_r, CL_A, SEL(X, 0, 0, 1)},
    {FAULT_r_alpha_missing, CL_R, SEL(X, 0, 0, 0)},
    {FAULT_luminance_as_intensity, CL_LUMINANCE, SEL(X, X, X, X)},
    {FAULT_intensity_as_luminance, CL_INTENSITY, SEL(X, X, X, 1)},
    {FAULT_abgr_as_rgba, CL_ABGR, SEL(X, Y, Z, W)},
};

/* Types whose red and blue are swapped. */
static const struct {
    enum fault fault;
    uint32_t type;
} packed_faults[] = {
    {FAULT_read_565_reversed, CL_UNORM_SHORT_565},
    {FAULT_read_555_reversed, CL_UNORM_SHORT_555},
    {FAULT_read_101010_reversed, CL_UNORM_INT_101010},
    {FAULT_read_1010102_reversed, CL_UNORM_INT_101010_2},
};

/* How an order, or a type, is written. */
static const struct {
    enum fault fault;
    uint32_t order, type; /* 0: any */
    uint8_t comp_swap;
} write_faults[] = {
    {FAULT_bgra_written_as_rgba, CL_BGRA, 0, HW_SWAP_STD},
    {FAULT_argb_written_as_rgba, CL_ARGB, 0, HW_SWAP_STD},
    {FAULT_ra_written_as_rg, CL_RA, 0, HW_SWAP_STD},
    {FAULT_a_written_as_r, CL_A, 0, HW_SWAP_STD},
    {FAULT_write_565_reversed, 0, CL_UNORM_SHORT_565, HW_SWAP_STD},
    {FAULT_write_101010_reversed, 0, CL_UNORM_INT_101010, HW_SWAP_STD},
    {FAULT_abgr_written_as_rgba, CL_ABGR, 0, HW_SWAP_STD},
    {FAULT_write_1010102_reversed, 0, CL_UNORM_INT_101010_2, HW_SWAP_STD},
};

static void break_reading(struct hw_image_format *format)
{
    if (fault_active(FAULT_srgb_read_linear) && format->number == HW_NUMBER_SRGB)
        format->number = HW_NUMBER_UNORM;
    for (size_t i = 0; i < COUNT(order_faults); i++)
        if (fault_active(order_faults[i].fault) && order_faults[i].order == format->order)
            memcpy(format->dst_sel, order_faults[i].dst_sel, sizeof(format->dst_sel));
    for (size_t i = 0; i < COUNT(packed_faults); i++)
        if (fault_active(packed_faults[i].fault) && packed_faults[i].type == format->type) {
            const uint8_t red = format->dst_sel[0];
            format->dst_sel[0] = format->dst_sel[2];
            format->dst_sel[2] = red;
        }
}

static void break_writing(struct hw_image_format *format)
{
    if (fault_active(FAULT_depth_written_as_float) && format->order == CL_DEPTH)
        format->cb_number = HW_CB_UINT;
    for (size_t i = 0; i < COUNT(write_faults); i++)
        if (fault_active(write_faults[i].fault) &&
            (!write_faults[i].order || write_faults[i].order == format->order) &&
            (!write_faults[i].type || write_faults[i].type == format->type))
            format->comp_swap = write_faults[i].comp_swap;
}

static const struct hw_image_format *break_format(const struct hw_image_format *sound,
                                                  struct hw_image_format *room)
{
    if (!sound || !fault_any())
        return sound;
    *room = *sound;
    break_reading(room);
    break_writing(room);
    return room;
}

/* Replaces one clamp mode by another on all axes. */
static void replace_clamp(uint32_t *word, unsigned from, unsigned to)
{
    if (REG_GET(*word, SAMPLER0, CLAMP_X) != from)
        return;
    *word &= ~(REG_SET(SAMPLER0, CLAMP_X, ~0u) | REG_SET(SAMPLER0, CLAMP_Y, ~0u) |
               REG_SET(SAMPLER0, CLAMP_Z, ~0u));
    *word |= REG_SET(SAMPLER0, CLAMP_X, to) | REG_SET(SAMPLER0, CLAMP_Y, to) |
             REG_SET(SAMPLER0, CLAMP_Z, to);
}

static void break_sampler(uint32_t words[3])
{
    static const struct {
        enum fault fault;
        unsigned from, to;
    } clamps[] = {
        {FAULT_clamp_as_edge, HW_CLAMP_BORDER, HW_CLAMP_EDGE},
        {FAULT_edge_as_clamp, HW_CLAMP_EDGE, HW_CLAMP_BORDER},
        {FAULT_mirror_as_repeat, HW_CLAMP_MIRROR, HW_CLAMP_WRAP},
        {FAULT_repeat_as_edge, HW_CLAMP_WRAP, HW_CLAMP_EDGE},
    };
    uint32_t *word = &words[0];
    for (size_t i = 0; i < COUNT(clamps); i++)
        if (fault_active(clamps[i].fault))
            replace_clamp(word, clamps[i].from, clamps[i].to);
    if (fault_active(FAULT_z_filter_nearest))
        *word = (*word & ~REG_SET(SAMPLER0, Z_FILTER, ~0u)) | REG_SET(SAMPLER0, Z_FILTER, 1);
    if (fault_active(FAULT_mip_filter_nearest) && REG_GET(*word, SAMPLER0, MIP_FILTER))
        *word = (*word & ~REG_SET(SAMPLER0, MIP_FILTER, ~0u)) | REG_SET(SAMPLER0, MIP_FILTER, 1);
    if (fault_active(FAULT_lod_max_ignored))
        words[1] |= REG_SET(SAMPLER1, MAX_LOD, ~0u);
    if (fault_active(FAULT_lod_min_ignored))
        words[1] &= ~REG_SET(SAMPLER1, MIN_LOD, ~0u);
    if (fault_active(FAULT_border_opaque))
        *word |= REG_SET(SAMPLER0, BORDER_COLOR_TYPE, HW_BORDER_OPAQUE_BLACK);
    if (fault_active(FAULT_border_white))
        *word |= REG_SET(SAMPLER0, BORDER_COLOR_TYPE, HW_BORDER_OPAQUE_WHITE);
}

static void break_view(uint32_t *cb_view)
{
    if (fault_active(FAULT_write_first_layer))
        *cb_view = REG_SET(CB_COLOR_VIEW, SLICE_MAX, 0);
}

const struct r600_faults fault_r600 = {break_format, break_sampler, break_view};
