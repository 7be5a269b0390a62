/* SPDX-License-Identifier: MIT */
/* pixel.h: image formats: how the channels of a texel are stored, and what a kernel sees of them.
 * Written from the OpenCL 1.2 specification (5.3.1.1, 6.12.14 and 8.3) and, for sRGB, from that of
 * OpenCL C 2.0 ("Conversion Rules for sRGBA and sBGRA Images"). */
#pragma once

#include <CL/cl.h>

#include "program-tester/base/names.h"
#include "program-tester/base/value.h"

/* Orders and types of OpenCL 2.0 and 2.1, which CL/cl.h hides from programs for 1.2. */
#ifndef CL_DEPTH
#define CL_DEPTH 0x10BD
#endif
#ifndef CL_sRGBA
#define CL_sRGBx 0x10C0
#define CL_sRGBA 0x10C1
#define CL_sBGRA 0x10C2
#define CL_ABGR  0x10C3
#endif
#ifndef CL_UNORM_INT_101010_2
#define CL_UNORM_INT_101010_2 0x10E0
#endif

struct pt_order {
    const char *name;
    cl_channel_order value;
    const char *stored; /* the channels in memory order, of "rgba" and, of padding, "x"; intensity,
                         * luminance and depth: "r" */
    const char *reads;  /* what a kernel reads as x, y, z, w: of `stored`, "0" and "1" */
    unsigned types;     /* the set of data types that goes with it */
};

/* The kind of number that a channel stores. */
enum pt_stored {
    PT_STORED_UNORM,
    PT_STORED_SNORM,
    PT_STORED_SINT,
    PT_STORED_UINT,
    PT_STORED_HALF,
    PT_STORED_FLOAT,
};

struct pt_data_type {
    const char *name;
    cl_channel_type value;
    unsigned sets; /* that it is of */
    enum pt_stored stored;
    enum pt_scalar seen; /* what a kernel reads: float, int or uint */
    unsigned size;       /* bytes of a channel, or of a whole packed texel */
    unsigned bits[4];    /* packed types: widths of r, g, b, a from the high end, else 0 */
};

/* The rows of both tables. */
struct pt_names pt_orders(void);
struct pt_names pt_data_types(void);

/* NULL if there is no such name (any case, without CL_). */
const struct pt_order *pt_order_find(struct pt_word name);
const struct pt_data_type *pt_data_type_find(struct pt_word name);

/* NULL if tests have none with that value. */
const struct pt_order *pt_order_of(cl_channel_order value);
const struct pt_data_type *pt_data_type_of(cl_channel_type value);

/* Why no test can have the order or data type of that name, which OpenCL has (any case, with or
 * without CL_). NULL: a test can, or there is none. */
const char *pt_order_refused(struct pt_word name);
const char *pt_data_type_refused(struct pt_word name);

struct pt_format {
    const struct pt_order *order;
    const struct pt_data_type *type;
};

/* Whether OpenCL defines this combination. */
bool pt_format_valid(struct pt_format format);
unsigned pt_format_channels(struct pt_format format);
size_t pt_format_size(struct pt_format format); /* bytes of a texel */

/* A texel's channels by memory order, as float, int or uint (format.type->seen): stored bytes to
 * values and back. Values outside the format's range are clamped, as write_image does. Red, green
 * and blue of sRGB orders are linear light. */
union pt_channel {
    float f;
    int32_t i;
    uint32_t u;
};

void pt_texel_unpack(struct pt_format format, const void *texel, union pt_channel *channels);
void pt_texel_pack(struct pt_format format, const union pt_channel *channels, void *texel);

/* Stored bytes of a texel given as a kernel writes it: four components r, g, b, a. */
void pt_texel_from_rgba(struct pt_format format, const union pt_channel rgba[4], void *texel);
/* The components that a kernel reads of a stored texel; those without a channel are 0, alpha 1. */
void pt_texel_to_rgba(struct pt_format format, const void *texel, union pt_channel rgba[4]);
