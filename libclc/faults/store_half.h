/* SPDX-License-Identifier: MIT */
/* store_half.h: vstore_half with a rounding mode, which instead rounds towards zero. */
#ifndef ROOTLE_LIBCLC_STORE_HALF_H
#define ROOTLE_LIBCLC_STORE_HALF_H

#include "faults.h"

#define STORE_HALF(width, mode, space)                                                             \
    void OVERLOAD vstore_half##width##mode(float##width x, size_t index, space half *p)            \
    {                                                                                              \
        vstore_half##width##_rtz(x, index, p);                                                     \
    }

#define STORE_HALF_OF(mode, space)                                                                 \
    STORE_HALF(, mode, space)                                                                      \
    FOR_EACH_VECTOR(STORE_HALF, mode, space)

#define STORE_HALF_TRUNCATED(mode)                                                                 \
    STORE_HALF_OF(mode, global)                                                                    \
    STORE_HALF_OF(mode, local)                                                                     \
    STORE_HALF_OF(mode, private)

#endif
