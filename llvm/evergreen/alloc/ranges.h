/* SPDX-License-Identifier: MIT */
/* ranges.h: where virtual registers are alive, exactly, with holes. */
#pragma once

#include "llvm/evergreen/mir/mir.h"

struct mir_range {
    uint32_t from, to; /* positions, see mir_number; `to` excluded */
};

/* In rising order, none within another. */
struct mir_ranges {
    struct mir_range *range;
    uint32_t count;
    size_t capacity;
};

/* The ranges of every virtual register, by number. Needs mir_number and mir_liveness. */
struct mir_ranges *mir_find_ranges(struct mir_function *f);
bool mir_ranges_overlap(const struct mir_ranges *a, const struct mir_ranges *b);
/* Makes `into` the union of two that do not overlap; `from` is of no use then. */
void mir_ranges_join(struct mir_function *f, struct mir_ranges *into, struct mir_ranges *from);

static inline uint32_t mir_ranges_start(const struct mir_ranges *ranges)
{
    return ranges->count ? ranges->range[0].from : 0;
}
