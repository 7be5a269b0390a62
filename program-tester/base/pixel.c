/* SPDX-License-Identifier: MIT */
/* pixel.c: image formats: how the channels of a texel are stored, and what a kernel sees of them.
 */
#include "program-tester/base/pixel.h"

#include <math.h>
#include <string.h>

/* The data types that an order goes with: sets of them. */
enum {
    ANY = 1 << 0,
    REAL = 1 << 1,
    BYTES = 1 << 2,
    PACKED = 1 << 3,
    SRGB = 1 << 4,
    PACKED_ALPHA = 1 << 5,
    DEPTH = 1 << 6
};

enum {
    SEEN_UNORM = PT_FLOAT,
    SEEN_SNORM = PT_FLOAT,
    SEEN_SINT = PT_INT,
    SEEN_UINT = PT_UINT,
    SEEN_HALF = PT_FLOAT,
    SEEN_FLOAT = PT_FLOAT,
};

struct refused {
    const char *name, *why;
};

#define ORDER(name, stored, reads, types)
#define DATA_TYPE(name, sets, stored, size, r, g, b, a)
#define REFUSED_ORDER(name, why)
#define REFUSED_DATA_TYPE(name, why)

#undef ORDER
#define ORDER(name, stored, reads, types) {#name, CL_##name, stored, reads, types},
static const struct pt_order orders[] = {
#include "program-tester/base/formats.def"
};
#undef ORDER
#define ORDER(name, stored, reads, types)

#undef DATA_TYPE
#define DATA_TYPE(name, sets, stored, size, r, g, b, a)                                            \
    {#name, CL_##name, sets, PT_STORED_##stored, (enum pt_scalar)SEEN_##stored, size, {r, g, b, a}},
static const struct pt_data_type data_types[] = {
#include "program-tester/base/formats.def"
};
#undef DATA_TYPE
#define DATA_TYPE(name, sets, stored, size, r, g, b, a)

#undef REFUSED_ORDER
#define REFUSED_ORDER(name, why) {#name, why},
static const struct refused refused_orders[] = {
#include "program-tester/base/formats.def"
};
#undef REFUSED_ORDER
#define REFUSED_ORDER(name, why)

#undef REFUSED_DATA_TYPE
#define REFUSED_DATA_TYPE(name, why) {#name, why},
static const struct refused refused_data_types[] = {
#include "program-tester/base/formats.def"
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

const struct pt_order *pt_order_of(cl_channel_order value)
{
    for (size_t i = 0; i < PT_COUNT(orders); i++) {
        if (orders[i].value == value)
            return &orders[i];
    }
    return NULL;
}

const struct pt_data_type *pt_data_type_of(cl_channel_type value)
{
    for (size_t i = 0; i < PT_COUNT(data_types); i++) {
        if (data_types[i].value == value)
            return &data_types[i];
    }
    return NULL;
}

/* The row of that name, with or without CL_. */
static const char *why_refused(const struct refused *rows, size_t count, struct pt_word name)
{
    static const char prefix[] = "CL_";
    const size_t length = sizeof(prefix) - 1;

    if (name.length > length && !memcmp(name.text, prefix, length))
        name = (struct pt_word){name.text + length, name.length - length};
    for (size_t i = 0; i < count; i++) {
        if (pt_word_is_any_case(name, rows[i].name))
            return rows[i].why;
    }
    return NULL;
}

const char *pt_order_refused(struct pt_word name)
{
    return why_refused(refused_orders, PT_COUNT(refused_orders), name);
}

const char *pt_data_type_refused(struct pt_word name)
{
    return why_refused(refused_data_types, PT_COUNT(refused_data_types), name);
}

bool pt_format_valid(struct pt_format format)
{
    return format.order->types & format.type->sets;
}

unsigned pt_format_channels(struct pt_format format)
{
    return (unsigned)strlen(format.order->stored);
}

static bool is_packed(struct pt_format format)
{
    return format.type->bits[0] != 0;
}

size_t pt_format_size(struct pt_format format)
{
    return is_packed(format) ? format.type->size
                             : (size_t)format.type->size * pt_format_channels(format);
}

/* The largest number of so many bits, up to 32. */
static uint32_t most_of(unsigned bits)
{
    return (uint32_t)((UINT64_C(1) << bits) - 1);
}

static union pt_channel unpack_channel(const struct pt_data_type *type, const void *stored)
{
    const unsigned width = 8 * type->size;
    union pt_channel channel = {0};
    uint32_t bits = (uint32_t)pt_bits_load(stored, type->size);

    const int32_t number = (int32_t)(bits << (32 - width)) >> (32 - width);
    switch (type->stored) {
    case PT_STORED_UNORM:
        channel.f = (float)((double)bits / most_of(width));
        break;
    case PT_STORED_SNORM:
        channel.f = (float)fmax(-1, (double)number / most_of(width - 1));
        break;
    case PT_STORED_SINT:
        channel.i = number;
        break;
    case PT_STORED_HALF:
        channel.f = (float)pt_half_to_double((uint16_t)bits);
        break;
    case PT_STORED_UINT:
    case PT_STORED_FLOAT:
        channel.u = bits;
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

static int32_t clamp_signed(int32_t value, int32_t most)
{
    return value < -most - 1 ? -most - 1 : value > most ? most : value;
}

static uint32_t clamp_unsigned(uint32_t value, uint32_t most)
{
    return value > most ? most : value;
}

static void pack_channel(const struct pt_data_type *type, union pt_channel channel, void *stored)
{
    const unsigned width = 8 * type->size;
    uint32_t bits = channel.u;

    switch (type->stored) {
    case PT_STORED_UNORM:
        bits = (uint32_t)to_norm(channel.f, 0, most_of(width));
        break;
    case PT_STORED_SNORM:
        bits = (uint32_t)to_norm(channel.f, -1, most_of(width - 1));
        break;
    case PT_STORED_SINT:
        bits = (uint32_t)clamp_signed(channel.i, (int32_t)most_of(width - 1));
        break;
    case PT_STORED_UINT:
        bits = clamp_unsigned(channel.u, most_of(width));
        break;
    case PT_STORED_HALF:
        bits = pt_half_from_double(channel.f);
        break;
    case PT_STORED_FLOAT:
        break;
    }
    pt_bits_store(stored, type->size, bits);
}

static void unpack_packed(const struct pt_data_type *type, const void *texel,
                          union pt_channel *channels)
{
    uint32_t bits = (uint32_t)pt_bits_load(texel, type->size);
    unsigned shift = type->bits[0] + type->bits[1] + type->bits[2] + type->bits[3];

    for (unsigned c = 0; c < 4 && type->bits[c]; c++) {
        uint32_t most = most_of(type->bits[c]);

        shift -= type->bits[c];
        channels[c].f = (float)((double)(bits >> shift & most) / most);
    }
}

static void pack_packed(const struct pt_data_type *type, const union pt_channel *channels,
                        void *texel)
{
    uint32_t bits = 0;

    for (unsigned c = 0; c < 4 && type->bits[c]; c++) {
        uint32_t most = most_of(type->bits[c]);

        bits = bits << type->bits[c] | (uint32_t)to_norm(channels[c].f, 0, most);
    }
    pt_bits_store(texel, type->size, bits);
}

static const char components[] = "rgba";

/* Whether a channel's numbers stand for light by the curve of sRGB: alpha's do not. */
static bool is_curved(struct pt_format format, unsigned channel)
{
    return format.order->types == SRGB && strchr("rgb", format.order->stored[channel]);
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

    if (is_packed(format)) {
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

    if (is_packed(format)) {
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

void pt_texel_from_rgba(struct pt_format format, const union pt_channel rgba[4], void *texel)
{
    union pt_channel channels[4];

    for (unsigned c = 0; c < pt_format_channels(format); c++) {
        const char *component = strchr(components, format.order->stored[c]);

        channels[c] = component ? rgba[component - components] : (union pt_channel){0};
    }
    pt_texel_pack(format, channels, texel);
}

void pt_texel_to_rgba(struct pt_format format, const void *texel, union pt_channel rgba[4])
{
    const struct pt_order *order = format.order;
    union pt_channel channels[4], one = {.u = 1};

    if (format.type->seen == PT_FLOAT)
        one.f = 1;
    pt_texel_unpack(format, texel, channels);
    for (unsigned i = 0; i < 4; i++) {
        const char *channel = strchr(order->stored, order->reads[i]);

        if (channel)
            rgba[i] = channels[channel - order->stored];
        else
            rgba[i] = order->reads[i] == '1' ? one : (union pt_channel){0};
    }
}
