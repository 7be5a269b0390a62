/* SPDX-License-Identifier: MIT */
/* corpus.h: kernels that LLVM's R600 backend compiles, with their results computed in C. */
#pragma once

#include <stddef.h>
#include <stdint.h>

union word {
    int32_t i;
    uint32_t u;
    float f;
};

enum { CORPUS_WORDS = 1024, CORPUS_SCALARS = 4 };

struct corpus_data {
    union word *out; /* CORPUS_WORDS of each; filled with 0xcd before the kernel runs */
    const union word *a, *b;
};

struct corpus_case {
    const char *name; /* of kernel and file */
    /* Arguments in order: o out, i a buffer of integers, s of small ones (0 to 1023), f of floats
     * (-100 to 100), w of floats that are whole numbers (-512 to 511), n the next scalar, l a
     * __local pointer, m another with the upper half of dynamic_lds. The first two buffers are a
     * and b. */
    const char *args;
    uint32_t scalars[CORPUS_SCALARS];
    uint32_t local[3], groups[3];
    uint32_t dynamic_lds; /* bytes behind the __local arguments */
    float ulp;            /* 0: the results are integers or exact */
    void (*expect)(const struct corpus_case *c, struct corpus_data *data);
};

extern const struct corpus_case corpus_cases[];
extern const size_t corpus_case_count;
