/* SPDX-License-Identifier: MIT */
/* srgb.h: colours that are stored as others. The curve of sRGB (OpenCL C 3.0, "Conversion Rules for
 * sRGBA and sBGRA Images"): to read, half a step of the 255 is allowed, and to write 0.6 of a step
 * around the exact number: the hardware's powers are far better. */
#pragma once

/* CL_* of channel orders. */
enum {
    ORDER_NO_ALPHA = 0x10BC /* RGBx; then depth orders, which have no colours */,
    SRGB_FIRST = 0x10BF,
    SRGB_NO_ALPHA = 0x10C0 /* sRGBx; then sRGBA */,
    SRGB_LAST = 0x10C2 /* sBGRA */
};

static inline __attribute__((always_inline)) bool has_curve(uint order)
{
    return order - SRGB_FIRST <= SRGB_LAST - SRGB_FIRST;
}

/* sRGB to linear light. */
static inline __attribute__((always_inline)) float linear_value(float c)
{
    return c <= 0.04045f ? c / 12.92f : native_exp2(2.4f * native_log2((c + 0.055f) / 1.055f));
}

/* Linear light to sRGB. The store clamps, and makes 0 of NaN: neither is done here. Choosing
 * between two values takes less than branches do. Files of libclc/faults/ have others of these two.
 */
#ifndef CURVED_VALUE
#define CURVED_VALUE    curved_value
#define CURVED_ALPHA(c) (c)
#endif
#ifndef PADDING
#define PADDING(alpha) 1.0f
#endif
static inline __attribute__((always_inline)) float curved_value(float c)
{
    float power = 1.055f * native_exp2(native_log2(c) * (1.0f / 2.4f)) - 0.055f;
    return c < 0.0031308f ? 12.92f * c : power;
}

/* A colour as an image of the order stores it: of sRGB on the curve, but for alpha; a channel that
 * the order ignores is 1, which textures need there (driver/hw/image_formats.def). */
static inline __attribute__((always_inline)) float4 stored_colour(float4 c, uint order)
{
    if (order - ORDER_NO_ALPHA <= SRGB_LAST - ORDER_NO_ALPHA) {
        const float4 curved =
            (float4)(CURVED_VALUE(c.x), CURVED_VALUE(c.y), CURVED_VALUE(c.z), CURVED_ALPHA(c.w));
        c = has_curve(order) ? curved : c;
        c.w = order == ORDER_NO_ALPHA || order == SRGB_NO_ALPHA ? PADDING(c.w) : c.w;
    }
    return c;
}
