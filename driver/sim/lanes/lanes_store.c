/* SPDX-License-Identifier: MIT */
/* lanes_store.c: where texels that are stored lie, and the stores of whole wavefronts. Built once
 * for each host instruction set. */
#include "driver/sim/lanes/lanes_texture.h"
#include "driver/sim/lanes/vector.h"

static void inside(uint32_t *d, const uint32_t *coordinate, uint32_t size, bool first, unsigned n)
{
    if (first)
        SIM_FOR_LANES(i, n) d[i] = coordinate[i] < size ? ~0u : 0u;
    else
        SIM_FOR_LANES(i, n) d[i] &= coordinate[i] < size ? ~0u : 0u;
}

static void keep(uint32_t *d, const uint32_t *a, const uint32_t *mask, unsigned n)
{
    SIM_FOR_LANES(i, n) d[i] = a[i] & mask[i];
}

/* Stores the dwords of a block's lanes; where two lanes name one place the last one stays. */
static inline void scatter_dwords(uint8_t *memory, const uint32_t *offset, const uint32_t *value)
{
#if defined(__AVX512F__) && defined(SIM_FIXED_LANES)
    /* In recompiled programs it is seldom run, and compiled often. Its offsets have a sign. */
    const uint32_t middle = 1u << 31;
    const sim_uints from_middle = sim_load(offset) - middle;
    _mm512_i32scatter_epi32(memory + middle, (__m512i)from_middle, (__m512i)sim_load(value), 1);
#else
    for (unsigned j = 0; j < SIM_BLOCK; j++)
        memcpy(memory + offset[j], value + j, 4);
#endif
}

/* Texels of one dword. Tiles keep at least four texels of a row together, and lanes mostly follow
 * rows. */
static void scatter4(uint8_t *memory, const uint32_t *offset, const sim_vector raw[4], unsigned n)
{
    sim_uints steps;
    for (unsigned j = 0; j < SIM_BLOCK; j++)
        steps[j] = 4 * (j & 3u);
    SIM_FOR_BLOCKS(i, n)
    {
        const sim_uints places = sim_load(offset + i);
        if (sim_all_equal(places - sim_first_of_four(places), steps))
            for (unsigned j = 0; j < SIM_BLOCK; j += 4)
                memcpy(memory + offset[i + j], raw[0] + i + j, 16);
        else
            scatter_dwords(memory, offset + i, raw[0] + i);
    }
}

static void scatter16(uint8_t *memory, const uint32_t *offset, const sim_vector raw[4], unsigned n)
{
    SIM_FOR_BLOCKS(i, n)
    {
        const sim_floats texels[4] = {sim_load_floats(raw[0] + i), sim_load_floats(raw[1] + i),
                                      sim_load_floats(raw[2] + i), sim_load_floats(raw[3] + i)};
        sim_store_texels(memory, offset + i, texels);
    }
}

extern const struct sim_store_lanes SIM_TABLE(sim_store_lanes);
const struct sim_store_lanes SIM_TABLE(sim_store_lanes) = {
    .inside = inside,
    .keep = keep,
    .scatter4 = scatter4,
    .scatter16 = scatter16,
};
