/* SPDX-License-Identifier: MIT */
/* stored.c: what lanes store in one instruction, by address: the table is forgotten with the next.
 */
#include "driver/sim/check/check.h"

void check_stores_begin(struct sim_check *check)
{
    check->instant++;
}

int check_stored_by(struct sim_check *check, uint64_t address, unsigned lane)
{
    for (size_t i = address / 4;; i++) {
        struct check_stored *entry = &check->stored[i % CHECK_STORED];
        if (entry->instant != check->instant) {
            *entry = (struct check_stored){check->instant, address, lane, 0, 0};
            return -1;
        }
        if (entry->address == address) {
            const unsigned before = entry->lane;
            entry->lane = lane;
            return (int)before;
        }
    }
}

struct check_stored *check_stored_at(struct sim_check *check, uint64_t address)
{
    for (size_t i = 0; i < CHECK_STORED; i++) {
        struct check_stored *entry = &check->stored[(address / 4 + i) % CHECK_STORED];
        if (entry->instant != check->instant)
            return NULL;
        if (entry->address == address)
            return entry;
    }
    return NULL;
}

uint32_t *check_value_at(struct sim_check *check, uint64_t address, uint32_t before)
{
    for (size_t i = address / 4;; i++) {
        struct check_stored *entry = &check->stored[i % CHECK_STORED];
        if (entry->instant != check->instant)
            *entry = (struct check_stored){check->instant, address, 0, before, 0};
        if (entry->address == address)
            return &entry->value;
    }
}
