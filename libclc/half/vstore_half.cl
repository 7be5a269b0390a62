// SPDX-License-Identifier: MIT
/* vstore_half.cl: vstore_half with directed rounding, where libclc's flush denormals. */

#define OVERLOAD __attribute__((overloadable))

enum {
    SIGN = 0x8000,
    INFINITE = 0x7c00,
    LARGEST = 0x7bff,
    NOT_A_NUMBER = 0x7e00,
    MIN_EXPONENT = 113, /* of a float, for which a half is normal */
};

struct rounded {
    uint bits; /* towards zero, without the sign */
    bool inexact;
};

static struct rounded round_to_half(uint magnitude)
{
    uint exponent = magnitude >> 23, mantissa = (magnitude & 0x7fffff) | 0x800000;
    uint shift = min(126u - exponent, 31u);
    uint normal = (magnitude >> 13) - ((127 - 15) << 10);
    if (exponent == 255)
        return (struct rounded){magnitude > 0x7f800000 ? NOT_A_NUMBER : INFINITE, false};
    if (exponent >= 143)
        return (struct rounded){LARGEST, true};
    if (exponent >= MIN_EXPONENT)
        return (struct rounded){normal, (magnitude & 0x1fff) != 0};
    return (struct rounded){mantissa >> shift,
                            magnitude && (mantissa & ((1u << shift) - 1)) != 0};
}

/* Away from zero for numbers of one sign. */
static ushort half_bits(float x, bool away_if_positive, bool away_if_negative)
{
    uint sign = as_uint(x) >> 31;
    struct rounded size = round_to_half(as_uint(x) & 0x7fffffff);
    bool away = size.inexact && (sign ? away_if_negative : away_if_positive);
    return (ushort)(size.bits + away + (sign ? SIGN : 0));
}

static ushort OVERLOAD bits_rtz(float x)
{
    return half_bits(x, false, false);
}

static ushort OVERLOAD bits_rtp(float x)
{
    return half_bits(x, true, false);
}

static ushort OVERLOAD bits_rtn(float x)
{
    return half_bits(x, false, true);
}

#define BITS_VECTOR(mode, width)                                                                   \
    static ushort##width OVERLOAD bits##mode(float##width x)                                       \
    {                                                                                              \
        return (ushort##width)(bits##mode(x.lo), bits##mode(x.hi));                                \
    }

#define STORE(mode, space)                                                                         \
    void OVERLOAD vstore_half##mode(float x, size_t index, space half *p)                          \
    {                                                                                              \
        ((space ushort *)p)[index] = bits##mode(x);                                                \
    }                                                                                              \
    void OVERLOAD vstorea_half##mode(float x, size_t index, space half *p)                         \
    {                                                                                              \
        ((space ushort *)p)[index] = bits##mode(x);                                                \
    }

/* vstorea_half3 stores at multiples of four elements. */
#define STORE_VECTOR(mode, space, width, stride)                                                   \
    void OVERLOAD vstore_half##width##mode(float##width x, size_t index, space half *p)            \
    {                                                                                              \
        vstore##width(bits##mode(x), index, (space ushort *)p);                                    \
    }                                                                                              \
    void OVERLOAD vstorea_half##width##mode(float##width x, size_t index, space half *p)           \
    {                                                                                              \
        vstore##width(bits##mode(x), 0, (space ushort *)p + index * stride);                       \
    }

#define STORES(mode, space)                                                                        \
    STORE(mode, space)                                                                             \
    STORE_VECTOR(mode, space, 2, 2)                                                                \
    STORE_VECTOR(mode, space, 3, 4)                                                                \
    STORE_VECTOR(mode, space, 4, 4)                                                                \
    STORE_VECTOR(mode, space, 8, 8)                                                                \
    STORE_VECTOR(mode, space, 16, 16)

#define MODE(mode)                                                                                 \
    BITS_VECTOR(mode, 2)                                                                           \
    static ushort3 OVERLOAD bits##mode(float3 x)                                                   \
    {                                                                                              \
        return (ushort3)(bits##mode(x.xy), bits##mode(x.z));                                       \
    }                                                                                              \
    BITS_VECTOR(mode, 4)                                                                           \
    BITS_VECTOR(mode, 8)                                                                           \
    BITS_VECTOR(mode, 16)                                                                          \
    STORES(mode, private)                                                                          \
    STORES(mode, local)                                                                            \
    STORES(mode, global)

MODE(_rtz)
MODE(_rtp)
MODE(_rtn)
