/* SPDX-License-Identifier: MIT */
/* raw_read.cl: read_image{f,i,ui} of images that are bound raw (raw.h). Addressing and
 * filtering follow the equations of OpenCL 1.2, section 8.2. */
#include "image/raw.h"
#include "image/srgb.h"

/* ---- from raw texels to colours ---- */

INLINE uint4 packed_channels(uint texel, uint type)
{
    uint4 bits = packed_bits(type);
    uint alpha = bits.w, blue = alpha + bits.z, green = blue + bits.y;
    return (uint4)(texel >> green, texel >> blue, texel >> alpha, texel) & packed_largest(type);
}

/* Channels in the order of memory, with the sign extended. */
INLINE uint4 raw_channels(uint4 raw, uint type)
{
    uint4 channels = raw;
    switch (channel_bits(type)) {
    case 0: return packed_channels(raw.x, type);
    case 8: channels = raw.xxxx >> (uint4)(0, 8, 16, 24) & 0xff; break;
    case 16: channels = (uint4)(raw.x, raw.x >> 16, raw.y, raw.y >> 16) & 0xffff; break;
    default: return channels;
    }
    uint spare = 32 - channel_bits(type);
    return is_signed(type) ? as_uint4(as_int4(channels << spare) >> spare) : channels;
}

INLINE uint4 ordered(uint4 c, uint order, uint one)
{
    switch (order) {
#define RAW_ORDER(name, number, read, stored, opaque) case ORDER_##name: return (uint4)read;
#include "image/raw_formats.def"
    default: return c;
    }
}

INLINE float half_value(uint bits)
{
    ushort stored = bits;
    return vload_half(0, (private half *)&stored);
}

/* c / (2^n - 1), given 2^-n and 1 / (2^n - 1): c * 2^-n, which is exact, and the same once more divided by
 * 2^n - 1. For all numbers of these widths the sum is the nearest float, which is what the texture unit
 * gives; a division would not be on chips without FMA. */
INLINE float4 normalized(float4 c, float4 power, float4 inverse)
{
    float4 high = c * power;
    return high + high * inverse;
}

INLINE float4 normalized_signed(uint4 c, float4 power, float4 inverse)
{
    return max(normalized(convert_float4(as_int4(c)), power, inverse), -1.0f);
}

#define READ_UNORM(bits) normalized(convert_float4(c), 1.0f / (1 << bits), 1.0f / ((1 << bits) - 1))
#define READ_SNORM(bits) normalized_signed(c, 1.0f / (1 << (bits - 1)), 1.0f / ((1 << (bits - 1)) - 1))
#define READ_SINT(bits) value
#define READ_UINT(bits) value
#define READ_FLOAT(bits) value
#define READ_HALF(bits)                                                                            \
    (float4)(half_value(c.x), half_value(c.y), half_value(c.z), half_value(c.w))

INLINE uint4 float_channels(uint4 c, uint type)
{
    float4 value = as_float4(c);
    switch (type) {
#define RAW_TYPE(name, number, stored, bits) case name: value = READ_##stored(bits); break;
#define INVERSE(bits) (1.0f / ((bits) ? (1 << (bits)) - 1 : 1))
#define RAW_PACKED(name, number, r, g, b, a)                                                       \
    case name:                                                                                     \
        value = normalized(convert_float4(c),                                                      \
                           (float4)(1.0f / (1 << r), 1.0f / (1 << g), 1.0f / (1 << b),             \
                                    1.0f / (1 << a)),                                              \
                           (float4)(INVERSE(r), INVERSE(g), INVERSE(b), INVERSE(a)));              \
        break;
#include "image/raw_formats.def"
    default: break;
    }
    return as_uint4(value);
}

INLINE uint4 linear_channels(uint4 c)
{
    float4 value = as_float4(c);
    return as_uint4((float4)(linear_value(value.x), linear_value(value.y), linear_value(value.z),
                             value.w));
}

/* `as_float`: the reader wants floats, not integers. */
INLINE uint4 colour(uint4 raw, int2 format, bool as_float)
{
    uint4 channels = raw_channels(raw, format.x);
    if (as_float)
        channels = float_channels(channels, format.x);
    if (as_float && has_curve(format.y))
        channels = linear_channels(channels);
    return ordered(channels, format.y, as_float ? as_uint(1.0f) : 1);
}

/* ---- addressing ---- */

/* The two texels of one axis, the second's weight, and whether they are inside. */
struct axis {
    int index[2];
    float weight;
    bool inside[2];
};

INLINE float axis_position(float s, float size, uint sampler)
{
    bool in_turns = sampler & CLK_NORMALIZED_COORDS_TRUE;
    switch (sampler & ABI_SAMPLER_ADDRESS_MASK) {
    case CLK_ADDRESS_REPEAT:
        s = in_turns ? s : s / size;
        return (s - floor(s)) * size;
    case CLK_ADDRESS_MIRRORED_REPEAT:
        s = in_turns ? s : s / size;
        return fabs(s - 2.0f * rint(0.5f * s)) * size;
    default: return in_turns ? s * size : s;
    }
}

/* A texel's number, possibly just outside, to one inside. */
INLINE int axis_index(int i, int size, uint sampler)
{
    if ((sampler & ABI_SAMPLER_ADDRESS_MASK) == CLK_ADDRESS_REPEAT)
        i = i < 0 ? i + size : i > size - 1 ? i - size : i;
    return clamp(i, 0, size - 1);
}

/* NaN becomes -1: outside. */
INLINE int axis_number(float texel, int size)
{
    return (int)(texel > -1.0f ? (texel < (float)size ? texel : (float)size) : -1.0f);
}

INLINE struct axis resolve_axis(float s, int size, uint sampler, bool linear)
{
    struct axis axis;
    float position = axis_position(s, (float)size, sampler) - (linear ? 0.5f : 0.0f);
    float whole = floor(position);
    bool border = (sampler & ABI_SAMPLER_ADDRESS_MASK) == CLK_ADDRESS_CLAMP;
    axis.weight = position - whole;
    for (int k = 0; k < 2; k++) {
        int i = axis_number(k ? whole + 1.0f : whole, size);
        axis.index[k] = axis_index(i, size, sampler);
        axis.inside[k] = !border || (i >= 0 && i < size);
    }
    return axis;
}

/* A layer is clamped; an axis that the type lacks has one texel. */
INLINE struct axis fixed_axis(float s, int size)
{
    return (struct axis){{clamp(axis_number(s, size), 0, size - 1), 0}, 0.0f, {true, true}};
}

/* ---- sampling ---- */

struct place {
    struct axis axis[3];
    uint resource;
    int2 format;
    uint used; /* axes with coordinates in texels, as bits */
};

INLINE uint4 corner(const struct place *p, int k, bool as_float)
{
    int a = k & 1, b = k >> 1 & 1, c = k >> 2;
    int4 at = (int4)(a ? p->axis[0].index[1] : p->axis[0].index[0],
                     b ? p->axis[1].index[1] : p->axis[1].index[0],
                     c ? p->axis[2].index[1] : p->axis[2].index[0], 0);
    bool inside = (a ? p->axis[0].inside[1] : p->axis[0].inside[0]) &
                  (b ? p->axis[1].inside[1] : p->axis[1].inside[0]) &
                  (c ? p->axis[2].inside[1] : p->axis[2].inside[0]);
    uint one = as_float ? as_uint(1.0f) : 1;
    uint4 border = (uint4)(0, 0, 0, has_opaque_border(p->format.y) ? one : 0);
    return inside ? colour(__rootle_tex_ld(at, p->resource), p->format, as_float) : border;
}

INLINE float corner_weight(const struct place *p, int k)
{
    float weight = k & 1 ? p->axis[0].weight : 1.0f - p->axis[0].weight;
    if (p->used & 2)
        weight = weight * (k & 2 ? p->axis[1].weight : 1.0f - p->axis[1].weight);
    if (p->used & 4)
        weight = weight * (k & 4 ? p->axis[2].weight : 1.0f - p->axis[2].weight);
    return weight;
}

INLINE uint4 filtered(const struct place *p)
{
    float4 sum = 0.0f;
#pragma clang loop unroll(disable)
    for (int k = 0; k <= (int)p->used; k++)
        sum = sum + as_float4(corner(p, k, true)) * corner_weight(p, k);
    return as_uint4(sum);
}

INLINE uint4 sample_raw(float4 coord, int3 size, uint used, uint resource, uint sampler, int2 format,
                        bool as_float)
{
    bool linear = as_float && (sampler & ABI_SAMPLER_FILTER_MASK) == CLK_FILTER_LINEAR;
    struct place p;
    p.resource = resource;
    p.format = format;
    p.used = used;
    p.axis[0] = resolve_axis(coord.x, size.x, sampler, linear);
    p.axis[1] = used & 2 ? resolve_axis(coord.y, size.y, sampler, linear) : fixed_axis(0.0f, 1);
    p.axis[2] = used & 4 ? resolve_axis(coord.z, size.z, sampler, linear)
                         : fixed_axis(rint(coord.z), size.z);
    return linear ? filtered(&p) : corner(&p, 0, as_float);
}

/* ---- the builtins ---- */

/* Sizes by axis; FLOAT_* as read.cl has them, but for the layer, which is rounded above. */
#define SIZE_1D(s) ((int3)((s).x, 1, 1))
#define SIZE_1D_ARRAY(s) ((int3)((s).x, 1, (s).y))
#define SIZE_2D(s) ((int3)((s).xy, 1))
#define SIZE_2D_ARRAY(s) (s)
#define SIZE_3D(s) (s)

#define FLOAT_1D(c) ((float4)((c), 0.0f, 0.0f, 0.0f))
#define FLOAT_1D_ARRAY(c) ((float4)((c).x, 0.0f, (c).y, 0.0f))
#define FLOAT_2D(c) ((float4)((c), 0.0f, 0.0f))
#define FLOAT_2D_ARRAY(c) ((float4)((c).xyz, 0.0f))
#define FLOAT_3D(c) ((float4)((c).xyz, 0.0f))

#define TEXTURE(image) (__rootle_image_id(image) + ABI_RESOURCE_IMAGES)
#define WRITTEN_TEXTURE(image) (__rootle_image_id(image) + ABI_RESOURCE_READ_WRITE_IMAGES)

#define SAMPLE_RAW(image, sampler, coord, shape, as_float)                                         \
    sample_raw(coord, SIZE_##shape(__rootle_image_size(image)), NORMALIZED_##shape,                \
               TEXTURE(image), __rootle_sampler_value(sampler), __rootle_image_format(image),      \
               as_float)

#define DEFINE_READ(name, texel, as_float, image_type, int_type, float_type, shape)                \
    texel OVERLOAD NAMED(name)(read_only image_type image, sampler_t sampler, int_type coord)             \
    {                                                                                              \
        return FROM_##texel(SAMPLE_RAW(image, sampler, convert_float4(INT_##shape(coord)), shape,    \
                                     as_float));                                                   \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_only image_type image, sampler_t sampler, float_type coord)           \
    {                                                                                              \
        return FROM_##texel(SAMPLE_RAW(image, sampler, FLOAT_##shape(coord), shape, as_float));      \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_only image_type image, int_type coord)                                \
    {                                                                                              \
        return FROM_##texel(colour(__rootle_tex_ld(INT_##shape(coord), TEXTURE(image)),              \
                                 __rootle_image_format(image), as_float));                         \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_write image_type image, int_type coord)                               \
    {                                                                                              \
        return FROM_##texel(                                                                       \
            colour(__rootle_tex_ld_ordered(INT_##shape(coord), WRITTEN_TEXTURE(image)),            \
                   __rootle_image_format(image), as_float));                                       \
    }

#define DEFINE_READ_BUFFER(name, texel, as_float)                                                  \
    texel OVERLOAD NAMED(name)(read_only image1d_buffer_t image, int coord)                               \
    {                                                                                              \
        return FROM_##texel(colour(__rootle_buffer_ld(coord, TEXTURE(image)),                        \
                                 __rootle_image_format(image), as_float));                         \
    }                                                                                              \
    texel OVERLOAD NAMED(name)(read_write image1d_buffer_t image, int coord)                              \
    {                                                                                              \
        return FROM_##texel(colour(__rootle_buffer_ld_ordered(coord, WRITTEN_TEXTURE(image)),        \
                                 __rootle_image_format(image), as_float));                         \
    }

#define DEFINE_ALL(name, texel, as_float)                                                          \
    DEFINE_READ(name, texel, as_float, image1d_t, int, float, 1D)                                  \
    DEFINE_READ(name, texel, as_float, image1d_array_t, int2, float2, 1D_ARRAY)                    \
    DEFINE_READ(name, texel, as_float, image2d_t, int2, float2, 2D)                                \
    DEFINE_READ(name, texel, as_float, image2d_array_t, int4, float4, 2D_ARRAY)                    \
    DEFINE_READ(name, texel, as_float, image3d_t, int4, float4, 3D)                                \
    DEFINE_READ_BUFFER(name, texel, as_float)

DEFINE_READ(read_imagef, float, true, image2d_depth_t, int2, float2, 2D)
DEFINE_READ(read_imagef, float, true, image2d_array_depth_t, int4, float4, 2D_ARRAY)

DEFINE_ALL(read_imagef, float4, true)
DEFINE_ALL(read_imagei, int4, false)
DEFINE_ALL(read_imageui, uint4, false)
