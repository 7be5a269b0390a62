/* SPDX-License-Identifier: MIT */
/* ops.h: the operations that op_test.c runs. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum op_result { RESULT_INT, RESULT_FLOAT, RESULT_WIDE, RESULT_BOOL };

struct op {
    const char *name;
    const char
        *body; /* IR that defines %r from i32 %a %b %c, float %fa %fb %fc, i64 %x (b:a) %y (d:c) */
    /* The result for input dwords a b c d; false when it is undefined. */
    bool (*expected)(const uint32_t in[4], uint64_t *result);
    enum op_result result;
    unsigned ulp;
    bool needs_fma;
};

extern const struct op ops[];
extern const unsigned op_count;
