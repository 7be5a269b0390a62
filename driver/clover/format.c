/* SPDX-License-Identifier: MIT */
/* format.c: OpenCL image formats: two tables, one of channel orders and one
 * of channel data types. */
#include "driver/clover/format.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/fault.h"
#include "driver/hw/formats.h"

/* Which data types an order goes with. */
enum { ANY = 1, NORM_OR_FLOAT = 2, BYTES = 4, PACKED = 8, SRGB = 16 };

struct order {
    cl_channel_order order;
    unsigned types;
    unsigned channels;
    unsigned source[4]; /* component of the colour that each channel in memory takes */
};

static const struct order orders[] = {
    {CL_R, ANY, 1, {0}},
    {CL_Rx, ANY, 1, {0}},
    {CL_A, ANY, 1, {3}},
    {CL_INTENSITY, NORM_OR_FLOAT, 1, {0}},
    {CL_LUMINANCE, NORM_OR_FLOAT, 1, {0}},
    {CL_RG, ANY, 2, {0, 1}},
    {CL_RGx, ANY, 2, {0, 1}},
    {CL_RA, ANY, 2, {0, 3}},
    {CL_RGB, PACKED, 3, {0, 1, 2}},
    {CL_RGBx, PACKED, 3, {0, 1, 2}},
    {CL_RGBA, ANY, 4, {0, 1, 2, 3}},
    {CL_ARGB, BYTES, 4, {3, 0, 1, 2}},
    {CL_BGRA, BYTES, 4, {2, 1, 0, 3}},
    {CL_sRGBA, SRGB, 4, {0, 1, 2, 3}},
    {CL_sBGRA, SRGB, 4, {2, 1, 0, 3}},
};

enum conversion { UNORM, SNORM, SINT, UINT, HALF, FLOAT };

struct type {
    cl_channel_type type;
    unsigned types; /* the groups of orders it goes with */
    unsigned bytes; /* of a channel, or of a packed texel */
    enum conversion conversion;
    double max;       /* largest stored number of UNORM, SNORM, SINT and UINT */
    unsigned bits[3]; /* of a packed texel, from the top */
};

static const struct type types[] = {
    {CL_SNORM_INT8, ANY | NORM_OR_FLOAT | BYTES, 1, SNORM, 127, {0}},
    {CL_SNORM_INT16, ANY | NORM_OR_FLOAT, 2, SNORM, 32767, {0}},
    {CL_UNORM_INT8, ANY | NORM_OR_FLOAT | BYTES | SRGB, 1, UNORM, 255, {0}},
    {CL_UNORM_INT16, ANY | NORM_OR_FLOAT, 2, UNORM, 65535, {0}},
    {CL_UNORM_SHORT_565, PACKED, 2, UNORM, 0, {5, 6, 5}},
    {CL_UNORM_SHORT_555, PACKED, 2, UNORM, 0, {5, 5, 5}},
    {CL_UNORM_INT_101010, PACKED, 4, UNORM, 0, {10, 10, 10}},
    {CL_SIGNED_INT8, ANY | BYTES, 1, SINT, 127, {0}},
    {CL_SIGNED_INT16, ANY, 2, SINT, 32767, {0}},
    {CL_SIGNED_INT32, ANY, 4, SINT, 2147483647, {0}},
    {CL_UNSIGNED_INT8, ANY | BYTES, 1, UINT, 255, {0}},
    {CL_UNSIGNED_INT16, ANY, 2, UINT, 65535, {0}},
    {CL_UNSIGNED_INT32, ANY, 4, UINT, 4294967295.0, {0}},
    {CL_HALF_FLOAT, ANY | NORM_OR_FLOAT, 2, HALF, 0, {0}},
    {CL_FLOAT, ANY | NORM_OR_FLOAT, 4, FLOAT, 0, {0}},
};

static const struct order *find_order(cl_channel_order order)
{
    for (size_t i = 0; i < COUNT(orders); i++) {
        if (orders[i].order == order)
            return &orders[i];
    }
    return NULL;
}

static const struct type *find_type(cl_channel_type type)
{
    for (size_t i = 0; i < COUNT(types); i++) {
        if (types[i].type == type)
            return &types[i];
    }
    return NULL;
}

bool clover_format_valid(const cl_image_format *format)
{
    const struct order *order = find_order(format->image_channel_order);
    const struct type *type = find_type(format->image_channel_data_type);

    return order && type && (order->types & type->types);
}

size_t clover_format_bytes(const cl_image_format *format)
{
    const struct order *order = find_order(format->image_channel_order);
    const struct type *type = find_type(format->image_channel_data_type);

    return order->types == PACKED ? type->bytes : order->channels * type->bytes;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* To half precision, round to nearest even. rint() does the rounding: the value is scaled so that
 * half's last place is 1. */
static uint32_t to_half(float value)
{
    uint32_t sign = float_bits(value) >> 16 & 0x8000;
    int exponent;

    if (value == 0)
        return sign;
    if (isnan(value))
        return sign | 0x7e00;
    if (isinf(value) || fabsf(value) >= 65520.0f)
        return sign | 0x7c00;
    frexpf(value, &exponent);
    int last_place = exponent - 11 < -24 ? -24 : exponent - 11;
    uint32_t digits = (uint32_t)rint(ldexp(fabs((double)value), -last_place));
    /* A normal number's digits include the hidden one, which adds 1 to the exponent field. */
    return sign | (digits + ((uint32_t)(last_place + 24) << 10));
}

static double clamp(double value, double low, double high)
{
    return value > high ? high : value > low ? value : low;
}

static uint32_t normalize(float value, double low, double max)
{
    if (isnan(value))
        value = 0;
    double number = clamp(value, low, 1) * max;

    return (uint32_t)(int32_t)(fault_active(FAULT_fill_truncates) ? number : rint(number));
}

/* A linear colour as sRGB has it, by OpenCL 2.0, "Conversion Rules for sRGBA and sBGRA Images". */
static float to_srgb(float c)
{
    double linear = isnan(c) ? 0 : clamp(c, 0, 1);

    return (float)(linear < 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055);
}

/* The colours of sRGB orders are stored by their curve, alpha is not. */
static void apply_curve(const struct order *order, cl_uint color[4])
{
    float values[3];

    if (order->types != SRGB)
        return;
    memcpy(values, color, sizeof values);
    for (int i = 0; i < 3; i++)
        values[i] = to_srgb(values[i]);
    memcpy(color, values, sizeof values);
}

/* One channel's stored number, from component i of the colour. */
static uint32_t convert(const struct type *type, double max, const void *color, unsigned i)
{
    cl_float f = ((const cl_float *)color)[i];
    cl_int s = ((const cl_int *)color)[i];
    cl_uint u = ((const cl_uint *)color)[i];

    switch (type->conversion) {
    case UNORM:
        return normalize(f, 0, max);
    case SNORM:
        return normalize(f, -1, max);
    case SINT:
        return fault_active(FAULT_fill_wraps) ? u : (uint32_t)(int32_t)clamp(s, -max - 1, max);
    case UINT:
        return fault_active(FAULT_fill_wraps) ? u : (uint32_t)clamp(u, 0, max);
    case HALF:
        return to_half(f);
    case FLOAT:
        break;
    }
    return u;
}

void clover_format_pack(const cl_image_format *format, const void *color, void *texel)
{
    const struct order *order = find_order(format->image_channel_order);
    const struct type *type = find_type(format->image_channel_data_type);
    cl_uint aligned[4];
    uint32_t packed = 0;

    memcpy(aligned, color, sizeof aligned);
    apply_curve(order, aligned);
    for (unsigned i = 0; i < order->channels; i++) {
        double max = order->types == PACKED ? (1u << type->bits[i]) - 1 : type->max;
        uint32_t value = convert(type, max, aligned, order->source[i]);
        if (order->types == PACKED)
            packed = packed << type->bits[i] | value;
        else /* hosts are little-endian, as the device is */
            memcpy((char *)texel + i * type->bytes, &value, type->bytes);
    }
    if (order->types == PACKED)
        memcpy(texel, &packed, type->bytes);
}
