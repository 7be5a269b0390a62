/* SPDX-License-Identifier: MIT */
/* abreast.c: which programs are taken so. */
#include "driver/sim/recompile/abreast.h"

#include "driver/base/count.h"
#include "driver/sim/decode/operands.h"

/* Short programs take pairs of rows. Blocks that share rows of texels gain though host registers do
 * not hold all vectors, two of them even with many. */
enum {
    MOST_OPS = 256,
    MOST_STRAIGHT = 512,
    MOST_BESIDE = 48,
    MOST_A_FETCH = 16,
    MOST_VECTORS = 12,
    MOST_OF_ROWS = 24,
    MOST_OF_TWO = 40,
    MOST_OF_PAIRS = 64
};

/* The vectors of registers that a loop names, as far as they are counted. Those that it reads
 * before it writes them last from turn to turn. */
struct named {
    uint32_t vector[MOST_OF_TWO + 1], count, lasting;
    bool fetched; /* some of them */
};

static void name(struct named *named, const struct sim_program *program, uint32_t place, bool reads)
{
    const uint32_t vector = place / SIM_LANES;
    if (vector >= sim_program_registers(program))
        return;
    for (uint32_t i = 0; i < named->count; i++)
        if (named->vector[i] == vector)
            return;
    if (named->count == COUNT(named->vector))
        return;
    named->vector[named->count++] = vector;
    named->lasting += reads;
}

/* The most vectors of a loop, the most that last in one, and whether one fetches. */
struct counts {
    uint32_t named, lasting;
    bool fetch;
};

static void name_op(struct named *named, const struct sim_program *p, const struct sim_alu_op *op)
{
    for (unsigned i = 0; i < 3; i++)
        if (op->src[i].space == SIM_SPACE_WAVE)
            name(named, p, op->src[i].offset, true);
    if (op->dst != SIM_NO_DST)
        name(named, p, op->dst, false);
}

static void name_fetch(struct named *named, const struct sim_program *p, const struct sim_fetch *f)
{
    named->fetched = true;
    for (unsigned c = 0; c < 4; c++)
        if (f->dst_sel[c] != HW_SEL_MASK)
            name(named, p, f->dst + c * SIM_LANES, false);
}

static void name_cf(struct named *named, const struct sim_program *p, const struct sim_cf *cf)
{
    for (uint32_t i = cf->first; i < cf->first + cf->count; i++)
        if (cf->items == SIM_ITEMS_OPS)
            name_op(named, p, &p->ops[i]);
        else if (cf->items == SIM_ITEMS_FETCHES)
            name_fetch(named, p, &p->fetches[i]);
}

/* Looks at loops that have no other one in them. No vectors: there is no loop. */
static struct counts count_loops(const struct sim_program *program)
{
    struct named named = {.count = 0};
    struct counts most = {.named = 0};
    bool inside = false;
    for (uint32_t i = 0; i < program->cf_count; i++) {
        const struct sim_cf *cf = &program->cf[i];
        if (cf->flow == HW_FLOW_LOOP)
            named = (struct named){.count = 0};
        name_cf(&named, program, cf);
        if (cf->flow == HW_FLOW_LOOP_END && inside) {
            most.named = most.named < named.count ? named.count : most.named;
            most.fetch |= named.fetched;
            most.lasting = most.lasting < named.lasting ? named.lasting : most.lasting;
        }
        inside = cf->flow == HW_FLOW_LOOP || (inside && cf->flow != HW_FLOW_LOOP_END);
    }
    return most;
}

static bool is_plain_op(const struct sim_alu_op *op)
{
    return !sim_op_indexed(op) &&
           (!(op->flags & SIM_OP_ACTION) || op->action == SIM_ACTION_PREDICATE ||
            op->action == SIM_ACTION_DOUBLE);
}

static bool reads_image(const struct sim_fetch *fetch)
{
    return fetch->kind == SIM_FETCH_SAMPLE || fetch->kind == SIM_FETCH_LOAD;
}

bool recompile_has_loops(const struct sim_program *program)
{
    for (uint32_t i = 0; i < program->cf_count; i++)
        if (program->cf[i].flow == HW_FLOW_LOOP)
            return true;
    return false;
}

bool recompile_may_abreast(const struct sim_program *program)
{
    bool may = !program->barriers && !program->lockstep &&
               program->op_count <= (recompile_has_loops(program) ? MOST_OPS : MOST_STRAIGHT);
    for (uint32_t i = 0; may && i < program->op_count; i++)
        may = is_plain_op(&program->ops[i]);
    for (uint32_t i = 0; may && i < program->fetch_count; i++)
        may = program->fetches[i].kind == SIM_FETCH_BUFFER || reads_image(&program->fetches[i]);
    for (uint32_t i = 0; may && i < program->store_count; i++)
        may = program->stores[i].cf_op != HW_CF_MEM_SCRATCH;
    return may;
}

static bool reads_images(const struct sim_program *program)
{
    for (uint32_t i = 0; i < program->fetch_count; i++)
        if (reads_image(&program->fetches[i]))
            return true;
    return false;
}

/* Hosts take long for each conversion: another block fills the time, though vectors spill. */
static bool computes_halves(const struct sim_program *program)
{
    bool converts = false;
    for (uint32_t i = 0; i < program->op_count; i++)
        converts |= program->ops[i].op == HW_ALU_OP_FLT16_TO_FLT32;
    return converts && !program->fetch_count;
}

bool recompile_pairs_rows(const struct sim_program *program)
{
    return program->fetch_count == 1 && program->store_count == 1 &&
           program->op_count <= MOST_OF_PAIRS && reads_image(&program->fetches[0]) &&
           program->stores[0].rat_op == HW_RAT_STORE_TYPED && recompile_may_abreast(program) &&
           !recompile_has_loops(program);
}

/* Whether it fetches nothing behind its stores, which return nothing. */
static bool stores_last(const struct sim_program *program)
{
    bool stores = false, last = true;
    for (uint32_t i = 0; last && i < program->cf_count; i++) {
        const struct sim_cf *cf = &program->cf[i];
        stores |= cf->items == SIM_ITEMS_STORE;
        last = !stores || (cf->items != SIM_ITEMS_FETCHES && cf->flow != HW_FLOW_LOOP_END);
    }
    for (uint32_t i = 0; last && i < program->store_count; i++)
        last = program->stores[i].rat_op < HW_RAT_NOP_RTN;
    return stores && last;
}

/* Whether fetches that no loop repeats may read rows of one image. All blocks' operations are
 * written: where there are many for each fetch, as in a median, they take long to recompile. */
static bool has_neighbours(const struct sim_program *program)
{
    uint32_t beside = 0;
    for (uint32_t i = 1; i < program->fetch_count; i++)
        beside += reads_image(&program->fetches[i]) && reads_image(&program->fetches[i - 1]) &&
                  program->fetches[i].resource == program->fetches[i - 1].resource;
    return beside && program->op_count <= MOST_BESIDE + MOST_A_FETCH * (beside + 1);
}

bool recompile_has_planes(const struct sim_program *program)
{
    return (recompile_has_loops(program) ? reads_images(program) : has_neighbours(program)) &&
           stores_last(program) && recompile_may_abreast(program);
}

bool recompile_may_columns(const struct sim_program *program)
{
    if (recompile_pairs_rows(program) || recompile_has_planes(program))
        return true;
    bool may = !reads_images(program);
    for (uint32_t i = 0; may && i < program->store_count; i++)
        may = program->stores[i].rat_op == HW_RAT_STORE_RAW;
    return may;
}

/* Loops that fetch nothing share nothing. So as many go abreast as the host has registers for what
 * lasts, beside a counter: more would wait for memory in place of each other. */
static uint32_t most_held(uint32_t lasting, uint32_t held)
{
    uint32_t blocks = SIM_NATIVE_BLOCKS;
    while (blocks > 1 && blocks * (lasting - 1) > held)
        blocks /= 2;
    return blocks;
}

uint32_t recompile_abreast(const struct sim_program *program, uint32_t held)
{
    if (recompile_pairs_rows(program) ||
        (!recompile_has_loops(program) && recompile_has_planes(program)))
        return SIM_NATIVE_BLOCKS;
    const struct counts most =
        recompile_may_abreast(program) ? count_loops(program) : (struct counts){.named = 0};
    const bool rows = reads_images(program), halves = computes_halves(program),
               two = rows || halves;
    if (!most.named || most.named > (two ? MOST_OF_TWO : MOST_VECTORS))
        return 1;
    if (!most.fetch && !halves && most.lasting)
        return most_held(most.lasting, held);
    return most.named <= (rows ? MOST_OF_ROWS : MOST_VECTORS) || recompile_has_planes(program)
               ? SIM_NATIVE_BLOCKS
               : 2;
}
