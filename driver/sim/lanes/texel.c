/* SPDX-License-Identifier: MIT */
/* texel.c: channel descriptions from hardware format numbers. */
#include "driver/sim/lanes/texel.h"

#include <math.h>
#include <pthread.h>

#include "driver/hw/formats.h"
#include "driver/hw/registers.h"

static void place_channels(struct sim_texel_format *texel, const struct hw_format_info *info)
{
    *texel =
        (struct sim_texel_format){.bytes = info->bytes, .dwords = (uint8_t)((info->bytes + 3) / 4)};
    for (unsigned c = 0; c < info->channels; c++) {
        texel->channel[c].dword = info->shift[c] / 32;
        texel->channel[c].shift = info->shift[c] % 32;
        texel->channel[c].bits = info->bits[c];
    }
}

/* Channels that a format lacks: colours read as 0, alpha as 1. */
static void fill_alpha(struct sim_texel_format *texel, unsigned channels)
{
    if (channels < 4)
        texel->channel[3].kind = texel->integer ? SIM_CHANNEL_ONE_INT : SIM_CHANNEL_ONE;
}

static bool float_kind(unsigned bits, uint8_t *kind)
{
    *kind = bits == 32 ? SIM_CHANNEL_COPY : SIM_CHANNEL_HALF;
    return bits == 32 || bits == 16;
}

static uint8_t integer_kind(unsigned bits, bool is_signed)
{
    if (bits == 32)
        return SIM_CHANNEL_COPY;
    return is_signed ? SIM_CHANNEL_SINT : SIM_CHANNEL_UINT;
}

static bool read_kind(unsigned bits, bool is_float, unsigned num_format, bool is_signed,
                      uint8_t *kind)
{
    if (is_float)
        return float_kind(bits, kind);
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

bool sim_texel_format_read(struct sim_texel_format *texel, unsigned format, unsigned num_format,
                           bool is_signed)
{
    const struct hw_format_info *info = hw_format_find(format);
    if (!info || !info->bits[0])
        return false;
    place_channels(texel, info);
    texel->integer = !info->is_float && num_format == HW_NUM_FORMAT_INT;
    fill_alpha(texel, info->channels);
    for (unsigned c = 0; c < info->channels; c++)
        if (!read_kind(info->bits[c], info->is_float, num_format, is_signed,
                       &texel->channel[c].kind))
            return false;
    texel->kind = (uint8_t)texel_kind(texel);
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
    if (!info || info->is_float != (number_type == HW_CB_FLOAT))
        return false;
    place_channels(texel, info);
    texel->integer = number_type == HW_CB_UINT || number_type == HW_CB_SINT;
    for (unsigned c = 0; c < info->channels; c++) {
        uint8_t *kind = &texel->channel[c].kind;
        switch (number_type) {
        case HW_CB_UNORM:
            *kind = SIM_CHANNEL_UNORM;
            break;
        case HW_CB_SNORM:
            *kind = SIM_CHANNEL_SNORM;
            break;
        case HW_CB_UINT:
            *kind = integer_kind(info->bits[c], false);
            break;
        case HW_CB_SINT:
            *kind = integer_kind(info->bits[c], true);
            break;
        case HW_CB_FLOAT:
            if (!float_kind(info->bits[c], kind))
                return false;
            break;
        default:
            return false;
        }
    }
    texel->kind = (uint8_t)texel_kind(texel);
    return true;
}
