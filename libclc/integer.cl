/* SPDX-License-Identifier: MIT */
/* integer.cl: integer builtins that libclc lacks or gets wrong. */

#define OVERLOAD __attribute__((overloadable))

#define DEFINE_MAD_HI(type)                                                                        \
    type OVERLOAD mad_hi(type a, type b, type c)                                                   \
    {                                                                                              \
        return mul_hi(a, b) + c;                                                                   \
    }

#define FOR_EACH_WIDTH(DO, type)                                                                   \
    DO(type) DO(type##2) DO(type##3) DO(type##4) DO(type##8) DO(type##16)

FOR_EACH_WIDTH(DEFINE_MAD_HI, char)
FOR_EACH_WIDTH(DEFINE_MAD_HI, uchar)
FOR_EACH_WIDTH(DEFINE_MAD_HI, short)
FOR_EACH_WIDTH(DEFINE_MAD_HI, ushort)
FOR_EACH_WIDTH(DEFINE_MAD_HI, int)
FOR_EACH_WIDTH(DEFINE_MAD_HI, uint)
FOR_EACH_WIDTH(DEFINE_MAD_HI, long)
FOR_EACH_WIDTH(DEFINE_MAD_HI, ulong)

/* libclc's saturates 0 - INT_MIN to the wrong end. */
#define DEFINE_SUB_SAT(type)                                                                       \
    type OVERLOAD sub_sat(type a, type b)                                                          \
    {                                                                                              \
        return __builtin_elementwise_sub_sat(a, b);                                                \
    }

FOR_EACH_WIDTH(DEFINE_SUB_SAT, int)
FOR_EACH_WIDTH(DEFINE_SUB_SAT, long)

/* libclc's wraps around. The product and the sum have 128 bits: they fit when the upper half is the
 * sign of the lower. */
long OVERLOAD mad_sat(long a, long b, long c)
{
    ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
    long high = mul_hi(a, b) + (c >> 63) + (sum < low);
    return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}

#define DEFINE_MAD_SAT(type)                                                                       \
    type OVERLOAD mad_sat(type a, type b, type c)                                                  \
    {                                                                                              \
        return (type)(mad_sat(a.lo, b.lo, c.lo), mad_sat(a.hi, b.hi, c.hi));                       \
    }

DEFINE_MAD_SAT(long2)
long3 OVERLOAD mad_sat(long3 a, long3 b, long3 c)
{
    return (long3)(mad_sat(a.xy, b.xy, c.xy), mad_sat(a.z, b.z, c.z));
}
DEFINE_MAD_SAT(long4)
DEFINE_MAD_SAT(long8)
DEFINE_MAD_SAT(long16)

/* ---- OpenCL C 2.0, 6.13.3 ---- */

/* The ones below the lowest one: of 0, all bits. */
#define TRAILING(type)                                                                             \
    type OVERLOAD ctz(type x)                                                                      \
    {                                                                                              \
        return popcount((type)(~x & (x - (type)1)));                                               \
    }
#define TRAILING_ALL(type)                                                                         \
    TRAILING(type)                                                                                 \
    TRAILING(type##2)                                                                              \
    TRAILING(type##3) TRAILING(type##4) TRAILING(type##8) TRAILING(type##16)

TRAILING_ALL(char)
TRAILING_ALL(uchar)
TRAILING_ALL(short)
TRAILING_ALL(ushort)
TRAILING_ALL(int)
TRAILING_ALL(uint)
TRAILING_ALL(long)
TRAILING_ALL(ulong)
