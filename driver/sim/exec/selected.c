/* SPDX-License-Identifier: MIT */
/* selected.c: accesses by a pointer that the program chose among its arguments. The compiler puts a
 * MEM_RAT NOP of HW_CHECK_SELECTED in front of them, which has the address, and where the argument
 * begins that was selected (llvm/passes/check_selected.c). Whose pointer an address is made of is
 * known before the launch otherwise (provenance.c).
 *
 * The access itself is carried out as if nothing had been said: a NOP turns no lane off. One
 * outside of every live buffer is its own report. */
#include <inttypes.h>

#include "driver/sim/exec/wave.h"

/* The pool, as whatever access sees it; NULL: nobody has bound it. */
static const struct sim_view *pool_of(const struct sim_launch *launch)
{
    for (unsigned i = 0; i < HW_RATS; i++)
        if (launch->rats[i].bound && launch->rats[i].view.ranges)
            return &launch->rats[i].view;
    return NULL;
}

static bool is_live(const struct sim_view *pool, uint32_t address, uint32_t bytes)
{
    const struct sim_range *range = sim_ranges_find(pool->ranges, address);
    return range && (uint64_t)address + bytes <= range->end;
}

static bool complain(struct sim_wave *wave, const struct sim_store *store, unsigned lane,
                     const struct sim_provenance *object)
{
    const uint32_t address = sim_wave_vector(wave, store->index)[lane];
    const bool load = store->rat & HW_CHECK_RAT_LOAD;
    const struct sim_wrong wrong = {.lane = lane,
                                    .word = store->word,
                                    .space = GUIDE_POOL,
                                    .store = !load,
                                    .bytes = HW_SELECTED_BYTES(store->rat),
                                    .address = address,
                                    .object = object->object};
    sim_wave_fail(wave, &wrong, "%s of %u bytes at pool address 0x%" PRIx32 " %s",
                  load ? "load" : "store", wrong.bytes, address,
                  sim_provenance_complaint(object, address, (uint64_t)address + wrong.bytes));
    return wave->wrong;
}

bool sim_check_selected(struct sim_wave *wave, const struct sim_store *store)
{
    const struct sim_launch *launch = wave->launch;
    const uint32_t *address = sim_wave_vector(wave, store->index);
    const uint32_t *base = sim_wave_vector(wave, store->index + SIM_LANES);
    const uint32_t bytes = HW_SELECTED_BYTES(store->rat);
    const struct sim_view *pool = launch->provenance ? pool_of(launch) : NULL;
    const struct sim_provenance *object = NULL;
    uint32_t last = 0;
    bool sound = true;
    for (uint64_t lanes = pool ? wave->exec : 0; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(lanes);
        if (base[lane] != last)
            object = sim_provenance_at(launch->provenance, sim_provenance_inputs(launch->program),
                                       base[lane]);
        last = base[lane];
        if (!object || !sim_provenance_leaves(object, address[lane], bytes) ||
            !is_live(pool, address[lane], bytes))
            continue;
        if (!complain(wave, store, lane, object))
            return false;
        sound = false;
    }
    return sound;
}
