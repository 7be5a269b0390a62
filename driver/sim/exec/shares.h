/* SPDX-License-Identifier: MIT */
/* shares.h: the work-groups of a launch, shared out among its threads. Each takes from a share of
 * its own, which is the same one in launches of one size: what it wrote lies in the cache of its
 * processor. Then it helps others. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Bytes apart, so that hosts never move two things between processors for one. */
enum { SIM_SHARES = 64, SIM_APART = 128 };

struct sim_shares {
    unsigned count;
    struct sim_share {
        _Alignas(SIM_APART) atomic_ullong next; /* the first group that is left */
        uint64_t end;
    } of[SIM_SHARES];
};

/* Takes the groups from `*first` up to `*end` for a thread: the fewer are left the fewer, so that
 * all threads end together. False: there is none. */
static inline bool sim_shares_take(struct sim_shares *shares, unsigned thread, uint64_t *first,
                                   uint64_t *end)
{
    for (unsigned i = 0; i < shares->count; i++) {
        struct sim_share *share = &shares->of[(thread + i) % shares->count];
        const uint64_t next = atomic_load(&share->next), last = share->end;
        const uint64_t some = next < last ? (last - next) / 8 + 1 : 0;
        *first = some ? atomic_fetch_add(&share->next, some) : last;
        *end = *first + some < last ? *first + some : last;
        if (*first < last)
            return true;
    }
    return false;
}
