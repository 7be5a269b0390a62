/* SPDX-License-Identifier: MIT */
/* pixel.c: image formats: how the channels of a texel are stored, and what a kernel sees of them.
 */
#include "program-tester/base/pixel.h"

#include <math.h>
#include <string.h>

enum {
    PT_GROUP_NORM = 1 << 0,  /* [US]NORM_INT8 and 16 */
    PT_GROUP_FLOAT = 1 << 1, /* HALF_FLOAT, FLOAT */
    PT_GROUP_INT8 = 1 << 2,
    PT_GROUP_INT = 1 << 3, /* 16 and 32 bits */
    PT_GROUP_PACKED = 1 << 4,
    PT_GROUP_NORM8 = 1 << 5,
    PT_GROUP_SRGB = 1 << 6, /* UNORM_INT8 */

    PT_ANY = PT_GROUP_NORM | PT_GROUP_NORM8 | PT_GROUP_FLOAT | PT_GROUP_INT8 | PT_GROUP_INT,
    PT_REAL = PT_GROUP_NORM | PT_GROUP_NORM8 | PT_GROUP_FLOAT,
    PT_BYTES = PT_GROUP_NORM8 | PT_GROUP_INT8,
};

/* The orders, OpenCL 1.2 and 2.0 table 5.6, and the data types that go with them. */
static const struct pt_order orders[] = {
    {"R", CL_R, "r", PT_ANY},
    {"Rx", CL_Rx, "r", PT_ANY},
    {"A", CL_A, "a", PT_ANY},
    {"INTENSITY", CL_INTENSITY, "r", PT_REAL},
    {"LUMINANCE", CL_LUMINANCE, "r", PT_REAL},
    {"RG", CL_RG, "rg", PT_ANY},
    {"RGx", CL_RGx, "rg", PT_ANY},
    {"RA", CL_RA, "ra", PT_ANY},
    {"RGB", CL_RGB, "rgb", PT_GROUP_PACKED},
    {"RGBx", CL_RGBx, "rgb", PT_GROUP_PACKED},
    {"RGBA", CL_RGBA, "rgba", PT_ANY},
    {"ARGB", CL_ARGB, "argb", PT_BYTES},
    {"BGRA", CL_BGRA, "bgra", PT_BYTES},
    {"sRGBA", CL_sRGBA, "rgba", PT_GROUP_SRGB},
    {"sBGRA", CL_sBGRA, "bgra", PT_GROUP_SRGB},
};

static const struct pt_data_type data_types[] = {
    {"SNORM_INT8", CL_SNORM_INT8, PT_GROUP_NORM8, 1, PT_FLOAT, {0}},
    {"SNORM_INT16", CL_SNORM_INT16, PT_GROUP_NORM, 2, PT_FLOAT, {0}},
    {"UNORM_INT8", CL_UNORM_INT8, PT_GROUP_NORM8 | PT_GROUP_SRGB, 1, PT_FLOAT, {0}},
    {"UNORM_INT16", CL_UNORM_INT16, PT_GROUP_NORM, 2, PT_FLOAT, {0}},
    {"UNORM_SHORT_565", CL_UNORM_SHORT_565, PT_GROUP_PACKED, 2, PT_FLOAT, {5, 6, 5}},
    {"UNORM_SHORT_555", CL_UNORM_SHORT_555, PT_GROUP_PACKED, 2, PT_FLOAT, {5, 5, 5}},
    {"UNORM_INT_101010", CL_UNORM_INT_101010, PT_GROUP_PACKED, 4, PT_FLOAT, {10, 10, 10}},
    {"SIGNED_INT8", CL_SIGNED_INT8, PT_GROUP_INT8, 1, PT_INT, {0}},
    {"SIGNED_INT16", CL_SIGNED_INT16, PT_GROUP_INT, 2, PT_INT, {0}},
    {"SIGNED_INT32", CL_SIGNED_INT32, PT_GROUP_INT, 4, PT_INT, {0}},
    {"UNSIGNED_INT8", CL_UNSIGNED_INT8, PT_GROUP_INT8, 1, PT_UINT, {0}},
    {"UNSIGNED_INT16", CL_UNSIGNED_INT16, PT_GROUP_INT, 2, PT_UINT, {0}},
    {"UNSIGNED_INT32", CL_UNSIGNED_INT32, PT_GROUP_INT, 4, PT_UINT, {0}},
    {"HALF_FLOAT", CL_HALF_FLOAT, PT_GROUP_FLOAT, 2, PT_FLOAT, {0}},
    {"FLOAT", CL_FLOAT, PT_GROUP_FLOAT, 4, PT_FLOAT, {0}},
};

struct pt_names pt_orders(void)
{
    return PT_NAMES(orders);
}

struct pt_names pt_data_types(void)
{
    return PT_NAMES(data_types);
}

const struct pt_order *pt_order_find(struct pt_word name)
{
    for (size_t i = 0; i < PT_COUNT(orders); i++) {
        if (pt_word_is_any_case(name, orders[i].name))
            return &orders[i];
    }
    return NULL;
}

const struct pt_data_type *pt_data_type_find(struct pt_word name)
{
    for (size_t i = 0; i < PT_COUNT(data_types); i++) {
        if (pt_word_is_any_case(name, data_types[i].name))
            return &data_types[i];
    }
    return NULL;
}

bool pt_format_valid(struct pt_format format)
{
    return format.order->types & format.type->group;
}

unsigned pt_format_channels(struct pt_format format)
{
    return (unsigned)strlen(format.order->stored);
}

size_t pt_format_size(struct pt_format format)
{
    bool packed = format.type->group == PT_GROUP_PACKED;

    return packed ? format.type->size : (size_t)format.type->size * pt_format_channels(format);
}

/* Largest magnitude of a normalized channel. */
static double norm_max(cl_channel_type type)
{
    switch (type) {
    case CL_SNORM_INT8:
        return 127;
    case CL_SNORM_INT16:
        return 32767;
    case CL_UNORM_INT8:
        return 255;
    default:
        return 65535;
    }
}

static union pt_channel unpack_channel(const struct pt_data_type *type, const void *stored)
{
    union pt_channel channel = {0};
    int8_t i8;
    int16_t i16;
    uint16_t u16 = 0;

    memcpy(&i8, stored, 1);
    if (type->size >= 2)
        memcpy(&u16, stored, 2);
    i16 = (int16_t)u16;
    switch (type->value) {
    case CL_SNORM_INT8:
        channel.f = (float)fmax(-1, i8 / norm_max(type->value));
        break;
    case CL_SNORM_INT16:
        channel.f = (float)fmax(-1, i16 / norm_max(type->value));
        break;
    case CL_UNORM_INT8:
        channel.f = (float)((uint8_t)i8 / norm_max(type->value));
        break;
    case CL_UNORM_INT16:
        channel.f = (float)(u16 / norm_max(type->value));
        break;
    case CL_SIGNED_INT8:
        channel.i = i8;
        break;
    case CL_SIGNED_INT16:
        channel.i = i16;
        break;
    case CL_UNSIGNED_INT8:
        channel.u = (uint8_t)i8;
        break;
    case CL_UNSIGNED_INT16:
        channel.u = u16;
        break;
    case CL_HALF_FLOAT:
        channel.f = (float)pt_half_to_double(u16);
        break;
    default: /* 32 bits are stored as they are */
        memcpy(&channel, stored, 4);
        break;
    }
    return channel;
}

/* Clamped and rounded to nearest even; NaN gives 0. */
static int32_t to_norm(float value, double least, double scale)
{
    double clamped = isnan(value) ? 0 : fmin(1, fmax(least, value));

    return (int32_t)rint(clamped * scale);
}

static int32_t clamp_signed(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static uint32_t clamp_unsigned(uint32_t value, uint32_t most)
{
    return value > most ? most : value;
}

static void pack_channel(const struct pt_data_type *type, union pt_channel channel, void *stored)
{
    uint32_t bits;

    switch (type->value) {
    case CL_SNORM_INT8:
    case CL_SNORM_INT16:
        bits = (uint32_t)to_norm(channel.f, -1, norm_max(type->value));
        break;
    case CL_UNORM_INT8:
    case CL_UNORM_INT16:
        bits = (uint32_t)to_norm(channel.f, 0, norm_max(type->value));
        break;
    case CL_SIGNED_INT8:
        bits = (uint32_t)clamp_signed(channel.i, INT8_MIN, INT8_MAX);
        break;
    case CL_SIGNED_INT16:
        bits = (uint32_t)clamp_signed(channel.i, INT16_MIN, INT16_MAX);
        break;
    case CL_UNSIGNED_INT8:
        bits = clamp_unsigned(channel.u, UINT8_MAX);
        break;
    case CL_UNSIGNED_INT16:
        bits = clamp_unsigned(channel.u, UINT16_MAX);
        break;
    case CL_HALF_FLOAT:
        bits = pt_half_from_double(channel.f);
        break;
    default:
        bits = channel.u;
        break;
    }
    memcpy(stored, &bits, type->size);
}

static void unpack_packed(const struct pt_data_type *type, const void *texel,
                          union pt_channel *channels)
{
    uint32_t bits = 0;
    unsigned shift = type->bits[0] + type->bits[1] + type->bits[2];

    memcpy(&bits, texel, type->size);
    for (unsigned c = 0; c < 3; c++) {
        uint32_t most = (1u << type->bits[c]) - 1;

        shift -= type->bits[c];
        channels[c].f = (float)((double)(bits >> shift & most) / most);
    }
}

static void pack_packed(const struct pt_data_type *type, const union pt_channel *channels,
                        void *texel)
{
    uint32_t bits = 0;

    for (unsigned c = 0; c < 3; c++) {
        uint32_t most = (1u << type->bits[c]) - 1;

        bits = bits << type->bits[c] | (uint32_t)to_norm(channels[c].f, 0, most);
    }
    memcpy(texel, &bits, type->size);
}

/* Whether a channel's numbers stand for light by the curve of sRGB: alpha's do not. */
static bool is_curved(struct pt_format format, unsigned channel)
{
    return format.order->types == PT_GROUP_SRGB && format.order->stored[channel] != 'a';
}

static float to_linear(float c)
{
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

static float to_srgb(float c)
{
    double linear = isnan(c) ? 0 : fmin(1, fmax(0, c));

    return (float)(linear < 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055);
}

void pt_texel_unpack(struct pt_format format, const void *texel, union pt_channel *channels)
{
    const unsigned char *bytes = texel;

    if (format.type->group == PT_GROUP_PACKED) {
        unpack_packed(format.type, texel, channels);
        return;
    }
    for (unsigned c = 0; c < pt_format_channels(format); c++) {
        channels[c] = unpack_channel(format.type, bytes + (size_t)c * format.type->size);
        if (is_curved(format, c))
            channels[c].f = to_linear(channels[c].f);
    }
}

void pt_texel_pack(struct pt_format format, const union pt_channel *channels, void *texel)
{
    unsigned char *bytes = texel;

    if (format.type->group == PT_GROUP_PACKED) {
        pack_packed(format.type, channels, texel);
        return;
    }
    for (unsigned c = 0; c < pt_format_channels(format); c++) {
        union pt_channel channel = channels[c];

        if (is_curved(format, c))
            channel.f = to_srgb(channel.f);
        pack_channel(format.type, channel, bytes + (size_t)c * format.type->size);
    }
}

static const char components[] = "rgba";

void pt_texel_from_rgba(struct pt_format format, const union pt_channel rgba[4], void *texel)
{
    union pt_channel channels[4];

    for (unsigned c = 0; c < pt_format_channels(format); c++)
        channels[c] = rgba[strchr(components, format.order->stored[c]) - components];
    pt_texel_pack(format, channels, texel);
}

void pt_texel_to_rgba(struct pt_format format, const void *texel, union pt_channel rgba[4])
{
    union pt_channel channels[4], one = {.u = 1};

    if (format.type->seen == PT_FLOAT)
        one.f = 1;
    pt_texel_unpack(format, texel, channels);
    memset(rgba, 0, 4 * sizeof(*rgba));
    rgba[3] = one;
    for (unsigned c = 0; c < pt_format_channels(format); c++)
        rgba[strchr(components, format.order->stored[c]) - components] = channels[c];
    if (format.order->value == CL_LUMINANCE || format.order->value == CL_INTENSITY)
        rgba[1] = rgba[2] = rgba[0];
    if (format.order->value == CL_INTENSITY)
        rgba[3] = rgba[0];
}
