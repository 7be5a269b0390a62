/* SPDX-License-Identifier: MIT */
/* texel.c: channel descriptions from hardware format numbers. */
#include "driver/sim/lanes/texel.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>

#include "driver/hw/formats.h"
#include "driver/hw/registers.h"

/* Channels that a format lacks: colours read as 0, alpha as 1. */
static void fill_alpha(struct sim_texel_format *texel, unsigned channels)
{
    if (channels < 4)
        texel->channel[3].kind = texel->integer ? SIM_CHANNEL_ONE_INT : SIM_CHANNEL_ONE;
}

static uint8_t float_kind(unsigned bits)
{
    assert(bits == 32 || bits == 16 || bits == 11 || bits == 10 || bits == 9);
    return bits == 32   ? SIM_CHANNEL_COPY
           : bits == 16 ? SIM_CHANNEL_HALF
           : bits == 9  ? SIM_CHANNEL_SHARED
                        : SIM_CHANNEL_NARROW;
}

static uint8_t integer_kind(unsigned bits, bool is_signed)
{
    if (bits == 32)
        return SIM_CHANNEL_COPY;
    return is_signed ? SIM_CHANNEL_SINT : SIM_CHANNEL_UINT;
}

static bool read_kind(unsigned bits, unsigned num_format, bool is_signed, uint8_t *kind)
{
    switch (num_format) {
    case HW_NUM_FORMAT_NORM:
        *kind = is_signed ? SIM_CHANNEL_SNORM : SIM_CHANNEL_UNORM;
        return true;
    case HW_NUM_FORMAT_INT:
        *kind = integer_kind(bits, is_signed);
        return true;
    case HW_NUM_FORMAT_SCALED: /* Mesa reads integers of 32 bits so (evergreen tessellation) */
        *kind = bits == 32  ? SIM_CHANNEL_COPY
                : is_signed ? SIM_CHANNEL_SSCALED
                            : SIM_CHANNEL_USCALED;
        return true;
    default:
        return false;
    }
}

static bool all_channels(const struct sim_texel_format *texel, uint8_t kind, unsigned bits)
{
    for (unsigned c = 0; c < 4; c++) {
        const struct sim_channel *channel = &texel->channel[c];
        if (channel->kind != kind || channel->bits != bits ||
            channel->dword * 32u + channel->shift != c * bits)
            return false;
    }
    return true;
}

static enum sim_texel_kind texel_kind(const struct sim_texel_format *texel)
{
    if (all_channels(texel, SIM_CHANNEL_COPY, 32))
        return SIM_TEXEL_FLOAT4;
    return all_channels(texel, SIM_CHANNEL_UNORM, 8) ? SIM_TEXEL_UNORM8 : SIM_TEXEL_OTHER;
}

static bool place_channels(struct sim_texel_format *texel, const struct hw_format_info *info,
                           unsigned num_format, bool is_signed)
{
    *texel =
        (struct sim_texel_format){.bytes = info->bytes, .dwords = (uint8_t)((info->bytes + 3) / 4)};
    texel->integer = !info->is_float && num_format == HW_NUM_FORMAT_INT;
    for (unsigned c = 0; c < info->channels; c++) {
        struct sim_channel *channel = &texel->channel[c];
        *channel = (struct sim_channel){
            .dword = info->shift[c] / 32, .shift = info->shift[c] % 32, .bits = info->bits[c]};
        if (info->is_float || (info->format == HW_FMT_X24_8_32_FLOAT && c == 0))
            channel->kind = float_kind(info->bits[c]);
        else if (!read_kind(info->bits[c], num_format, is_signed, &channel->kind))
            return false;
    }
    texel->kind = (uint8_t)texel_kind(texel);
    return true;
}

bool sim_texel_format_read(struct sim_texel_format *texel, unsigned format, unsigned num_format,
                           bool is_signed)
{
    const struct hw_format_info *info = hw_format_find(format);
    if (!info || !info->bits[0] || !place_channels(texel, info, num_format, is_signed))
        return false;
    fill_alpha(texel, info->channels);
    return true;
}

float sim_srgb_values[256];

/* The curve of IEC 61966-2-1. */
static void make_srgb_values(void)
{
    for (int i = 0; i < 256; i++) {
        double c = i / 255.0;
        sim_srgb_values[i] = (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
}

void sim_texel_format_degamma(struct sim_texel_format *texel)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_srgb_values);
    for (unsigned c = 0; c < 3; c++)
        if (texel->channel[c].kind == SIM_CHANNEL_UNORM && texel->channel[c].bits == 8)
            texel->channel[c].kind = SIM_CHANNEL_SRGB;
    texel->kind = (uint8_t)texel_kind(texel);
}

bool sim_texel_format_write(struct sim_texel_format *texel, unsigned format, unsigned number_type)
{
    const struct hw_format_info *info = hw_format_find(format);
    const bool integer = number_type == HW_CB_UINT || number_type == HW_CB_SINT;
    const bool normal = number_type == HW_CB_UNORM || number_type == HW_CB_SNORM;
    if (!info || info->is_float != (number_type == HW_CB_FLOAT) || info->bits[0] == 9 ||
        (!integer && !normal && !info->is_float))
        return false;
    return place_channels(texel, info, integer ? HW_NUM_FORMAT_INT : HW_NUM_FORMAT_NORM,
                          number_type == HW_CB_SINT || number_type == HW_CB_SNORM);
}
