/* SPDX-License-Identifier: MIT */
/* srgb.h: the curve of sRGB (OpenCL C 3.0, "Conversion Rules for sRGBA and sBGRA Images"). To read,
 * half a step of the 255 is allowed, and to write 0.6 of a step around the exact number: the
 * hardware's powers are far better. */
#ifndef ROOTLE_LIBCLC_SRGB_H
#define ROOTLE_LIBCLC_SRGB_H

/* CL_* of channel orders. */
enum { SRGB_FIRST = 0x10BF /* sRGB, sRGBx, sRGBA */, SRGB_LAST = 0x10C2 /* sBGRA */ };

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
static inline __attribute__((always_inline)) float curved_value(float c)
{
    float power = 1.055f * native_exp2(native_log2(c) * (1.0f / 2.4f)) - 0.055f;
    return c < 0.0031308f ? 12.92f * c : power;
}

/* A colour as an image of the order stores it: alpha stays. */
static inline __attribute__((always_inline)) float4 with_curve(float4 c, uint order)
{
    if (has_curve(order))
        c = (float4)(CURVED_VALUE(c.x), CURVED_VALUE(c.y), CURVED_VALUE(c.z), CURVED_ALPHA(c.w));
    return c;
}

#endif
