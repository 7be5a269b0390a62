// SPDX-License-Identifier: MIT
/* common.cl: clamp as section 6.12.4 of OpenCL C 1.2 has it, fmin(fmax(x, low), high), where
 * libclc's passes NaN on. */

#define OVERLOAD __attribute__((overloadable))

#define CLAMP(width)                                                                               \
    float##width OVERLOAD clamp(float##width x, float##width low, float##width high)               \
    {                                                                                              \
        return fmin(fmax(x, low), high);                                                           \
    }

#define CLAMP_BY_SCALARS(width)                                                                    \
    CLAMP(width)                                                                                   \
    float##width OVERLOAD clamp(float##width x, float low, float high)                             \
    {                                                                                              \
        return fmin(fmax(x, low), high);                                                           \
    }

CLAMP()
CLAMP_BY_SCALARS(2)
CLAMP_BY_SCALARS(3)
CLAMP_BY_SCALARS(4)
CLAMP_BY_SCALARS(8)
CLAMP_BY_SCALARS(16)
