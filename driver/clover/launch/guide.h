/* SPDX-License-Identifier: MIT */
/* guide.h: what the API layer knows of a launch, for who explains it. */
#pragma once

#include "driver/base/guide.h"
#include "driver/clover/launch/inputs.h"

struct clover_guide {
    struct guide base;
    const struct clover_build *build;
    const struct clover_code *code;
    const struct clover_inputs *inputs;
    const struct clover_range *range;
    uint32_t rodata; /* where the program's constants lie in the pool */
};
