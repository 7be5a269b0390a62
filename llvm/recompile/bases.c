/* SPDX-License-Identifier: MIT */
/* bases.c: finds the bases that loads and stores of buffers need: their strides are measured when
 * the program runs. */
#include "driver/sim/decode/operands.h"
#include "llvm/recompile/flow.h"

/* Notes an access of elements of `bytes` bytes, at an index that counts units of `unit` bytes. If a
 * basis's accesses differ in how many of its units an element has, the first one's counts. */
static void want(const struct flow *flow, struct affine_form form, uint32_t unit, uint32_t bytes)
{
    const uint64_t apart = (uint64_t)form.step * unit;
    const uint32_t units = apart && apart <= bytes ? bytes / (uint32_t)apart : 0;
    if (!form.basis || flow->units[form.basis - 1] || !units || units > SIM_STRIDES_UNITS ||
        units & (units - 1))
        return;
    flow->units[form.basis - 1] = (uint8_t)units;
}

static void want_store(const struct flow *flow, const struct sim_store *store,
                       const struct affine_form *at)
{
    if (store->rat_op == HW_RAT_STORE_RAW)
        want(flow, at[store->index / SIM_LANES], 4,
             4 * (unsigned)__builtin_popcount(store->comp_mask));
}

static void want_fetch(const struct flow *flow, const struct sim_fetch *fetch,
                       const struct recompile_fetch_state *state, const struct affine_form *at)
{
    if (state->kind == RECOMPILE_FETCH_PLAIN)
        want(flow, at[sim_fetch_index(fetch)], state->stride, fetch->format.bytes);
}

void find_bases(const struct flow *flow, const struct sim_program *p,
                const struct recompile_state *state)
{
    for (uint32_t index = 0; index < p->cf_count; index++) {
        const struct sim_cf *cf = &p->cf[index];
        const struct affine_form *at = flow->forms + (size_t)index * p->vector_count;
        if (!flow->at[index].reached)
            continue;
        for (uint32_t i = cf->first; i < cf->first + cf->count; i++)
            if (cf->items == SIM_ITEMS_STORE && cf->op != HW_CF_MEM_SCRATCH)
                want_store(flow, &p->stores[i], at);
            else if (cf->items == SIM_ITEMS_FETCHES)
                want_fetch(flow, &p->fetches[i], &state->fetches[i], at);
    }
}
