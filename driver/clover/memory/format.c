/* SPDX-License-Identifier: MIT */
/* format.c: OpenCL image formats, by the table of driver/hw/formats.h. */
#include "driver/clover/memory/format.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/base/fault.h"
#include "driver/base/float16.h"
#include "driver/hw/formats.h"

static const struct hw_image_format *find(const cl_image_format *format)
{
    return hw_image_format_find(format->image_channel_order, format->image_channel_data_type);
}

bool clover_format_valid(const cl_image_format *format)
{
    return find(format);
}

bool clover_format_fits(const cl_image_format *format, cl_mem_object_type type)
{
    return format->image_channel_order != CL_DEPTH || type == CL_MEM_OBJECT_IMAGE2D ||
           type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

/* Orders of all formats, several times, by their names without CL_. */
static const struct {
    const char *name;
    cl_channel_order order;
} orders[] = {
#define IMAGE_FORMAT(order, ...)  {#order, CL_##order},
#define PADDED_FORMAT(order, ...) {#order, CL_##order},
#include "driver/hw/image_formats.def"
#undef IMAGE_FORMAT
#undef PADDED_FORMAT
};

/* 0: none has this name. */
static cl_channel_order order_of(const char *word, size_t length)
{
    for (size_t i = 0; i < COUNT(orders); i++)
        if (strlen(orders[i].name) == length && !memcmp(orders[i].name, word, length))
            return orders[i].order;
    return 0;
}

/* Whether the list has this order; 0 is in it where a word of it is no order. */
static bool is_listed(cl_channel_order order, const char **word, size_t *length)
{
    for (*word = env_get(ENV_WITHOUT_ORDERS); **word;
         *word += *length + ((*word)[*length] == ',')) {
        *length = strcspn(*word, ",");
        if (order_of(*word, *length) == order)
            return true;
    }
    return false;
}

static void check_list(void)
{
    const char *word;
    size_t length;

    if (is_listed(0, &word, &length))
        fprintf(stderr, "rootle: ROOTLE_WITHOUT_ORDERS: there is no channel order '%.*s'\n",
                (int)length, word);
}

bool clover_format_left_out(const cl_image_format *format)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *word;
    size_t length;

    pthread_once(&once, check_list);
    return is_listed(format->image_channel_order, &word, &length);
}

size_t clover_format_bytes(const cl_image_format *format)
{
    const struct hw_image_format *known = find(format);
    assert(known); /* clover_format_valid */
    return known->bytes;
}

static double clamp(double value, double low, double high)
{
    return value > high ? high : value < low ? low : value;
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

/* One channel's stored number; only its lowest bits count. */
static uint32_t convert(enum hw_number number, const struct hw_channel *channel, cl_uint color)
{
    const double unsigned_max = (double)((UINT64_C(1) << channel->bits) - 1);
    const double signed_max = (double)((UINT64_C(1) << (channel->bits - 1)) - 1);
    const cl_int s = (cl_int)color;
    cl_float f;

    memcpy(&f, &color, sizeof f);
    switch (number) {
    case HW_NUMBER_UNORM:
        return normalize(f, 0, unsigned_max);
    case HW_NUMBER_SRGB: /* alpha is stored as it is */
        return normalize(channel->component == 3 ? f : to_srgb(f), 0, unsigned_max);
    case HW_NUMBER_SNORM:
        return normalize(f, -1, signed_max);
    case HW_NUMBER_SINT:
        return fault_active(FAULT_fill_wraps)
                   ? color
                   : (uint32_t)(int32_t)clamp(s, -signed_max - 1, signed_max);
    case HW_NUMBER_UINT:
        return fault_active(FAULT_fill_wraps) ? color : (uint32_t)clamp(color, 0, unsigned_max);
    case HW_NUMBER_FLOAT:
        break;
    }
    return channel->bits == 16 ? float16_from_bits(color) : color;
}

/* Hosts are little-endian, as the device is, and no channel lies in two dwords. */
void clover_format_pack(const cl_image_format *format, const void *color, void *texel)
{
    const struct hw_image_format *row = find(format);
    struct hw_channel channels[4];
    const unsigned count = hw_image_format_channels(row, channels);
    cl_uint components[4] = {0};
    const bool depth = format->image_channel_order == CL_DEPTH;
    uint32_t dwords[CLOVER_MAX_TEXEL_BYTES / 4] = {0};

    memcpy(components, color, depth ? sizeof components[0] : sizeof components);
    for (unsigned i = 0; i < count; i++) {
        const struct hw_channel *c = &channels[i];
        const uint32_t mask = UINT32_MAX >> (32 - c->bits);
        const uint32_t value = convert(row->number, c, components[c->component]);
        dwords[c->shift / 32] |= (value & mask) << c->shift % 32;
    }
    memcpy(texel, dwords, row->bytes);
}
