/* SPDX-License-Identifier: MIT */
/* us_flow.c: flow control. A pixel that does not run is inactive by a branch, with a counter of the
 * branches that have begun since, or has left a loop, or this round of it. */
#include "driver/sim/r500/us_wave.h"

#include <assert.h>

#define FOR_LANES(i) for (unsigned i = 0; i < US_LANES; i++)

static uint64_t predicate_of(const struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_alu *rgb = &instruction->rgb; /* its fields hold for the whole instruction */
    const uint64_t set = rgb->pred_sel == HW_R500_PRED_NONE
                             ? UINT64_MAX
                             : wave->predicate[rgb->pred_sel - HW_R500_PRED_RRRR];

    return rgb->pred_inv ? ~set : set;
}

/* Returns those of all pixels that want to jump: bit (result, predicate, boolean) of the function
 * says so. */
static uint64_t wanting(const struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_flow *flow = &instruction->flow;
    const bool boolean = wave->draw->booleans >> flow->boolean & 1u;
    const uint64_t predicate = predicate_of(wave, instruction);
    uint64_t set = 0;

    for (unsigned bit = 0; bit < 8; bit++) {
        const uint64_t result_is = bit & 4 ? wave->result : ~wave->result;
        const uint64_t predicate_is = bit & 2 ? predicate : ~predicate;
        if ((flow->jump_func >> bit & 1u) && (bit & 1u) == boolean)
            set |= result_is & predicate_is;
    }
    return set;
}

static void otherwise(struct us_wave *wave)
{
    uint64_t innermost = 0;

    FOR_LANES(i)
    if ((wave->branched >> i & 1u) && wave->depth[i] == 0)
        innermost |= 1ull << i;
    const uint64_t were_active = wave->active;
    wave->active = innermost;
    wave->branched = (wave->branched & ~innermost) | were_active;
    FOR_LANES(i)
    if (were_active >> i & 1u)
        wave->depth[i] = 0;
}

static bool increment(struct us_wave *wave, uint64_t disagreeing)
{
    const unsigned most =
        wave->draw->program->full_flow ? HW_R500_BRANCH_DEPTH_FULL : HW_R500_BRANCH_DEPTH;

    FOR_LANES(i)
    if (wave->branched >> i & 1u) {
        if ((unsigned)wave->depth[i] + 2 > most)
            return us_fail(wave, "branches are nested more than %u deep", most);
        wave->depth[i]++;
    }
    disagreeing &= wave->active;
    wave->active &= ~disagreeing;
    wave->branched |= disagreeing;
    FOR_LANES(i)
    if (disagreeing >> i & 1u)
        wave->depth[i] = 0;
    return true;
}

static void decrement(struct us_wave *wave, unsigned by)
{
    FOR_LANES(i)
    if (wave->branched >> i & 1u) {
        const int left = wave->depth[i] - (int)by;
        wave->depth[i] = (int8_t)left;
        if (left < 0) {
            wave->branched &= ~(1ull << i);
            wave->active |= 1ull << i;
        }
    }
}

static bool count_branches(struct us_wave *wave, const struct us_flow *flow, bool jumps,
                           uint64_t want)
{
    const unsigned how = jumps ? flow->on_jump : flow->on_stay;

    if (how == HW_R500_B_INCR)
        return increment(wave, jumps ? ~want : want);
    if (how == HW_R500_B_DECR)
        decrement(wave, flow->pops);
    return true;
}

static bool decide(const struct us_wave *wave, const struct us_flow *flow, uint64_t want)
{
    return flow->any ? (wave->active & want) != 0 : !(wave->active & ~want);
}

static void go(struct us_wave *wave, const struct us_flow *flow, bool jumps)
{
    wave->at = jumps ? flow->target : wave->at + 1;
}

static bool jump(struct us_wave *wave, const struct us_flow *flow, uint64_t want)
{
    const bool jumps = decide(wave, flow, want);

    if (!count_branches(wave, flow, jumps, want))
        return false;
    go(wave, flow, jumps);
    return true;
}

static bool begin_loop(struct us_wave *wave, const struct us_flow *flow, uint64_t want)
{
    const uint32_t constant = wave->draw->integer[flow->integer];
    const uint32_t count = HW_GET(constant, R500_LOOP, COUNT);
    const bool jumps = !count || decide(wave, flow, want);

    if (!count_branches(wave, flow, jumps, want))
        return false;
    if (!jumps) {
        if (wave->loops == HW_R500_LOOP_DEPTH_FULL)
            return us_fail(wave, "loops are nested more than %u deep", HW_R500_LOOP_DEPTH_FULL);
        wave->loop[wave->loops++] =
            (struct us_loop){.left = count,
                             .index = (int32_t)HW_GET(constant, R500_LOOP, FIRST),
                             .step = (int8_t)HW_GET(constant, R500_LOOP, STEP),
                             .indexed = flow->op == HW_R500_FC_LOOP};
    }
    go(wave, flow, jumps);
    return true;
}

static struct us_loop *innermost(struct us_wave *wave, bool indexed)
{
    struct us_loop *loop = wave->loops ? &wave->loop[wave->loops - 1] : NULL;

    if (loop && loop->indexed == indexed)
        return loop;
    us_fail(wave, "the end of a loop, or a way out, that is not of the innermost loop's kind");
    return NULL;
}

static void end_loop(struct us_wave *wave, const struct us_flow *flow, struct us_loop *loop)
{
    wave->active |= loop->continued;
    loop->continued = 0;
    assert(loop->left > 0 && wave->loops > 0);
    loop->left--;
    if (loop->left && wave->active) {
        loop->index += loop->step;
        wave->at = flow->target;
        return;
    }
    wave->active |= loop->broken;
    wave->loops--;
    wave->at++;
}

/* Pixels of the loop that are inactive by branches that began inside it. */
static uint64_t waiting_inside(const struct us_wave *wave, unsigned branches)
{
    uint64_t inside = 0;

    FOR_LANES(i)
    if ((wave->branched >> i & 1u) && (unsigned)wave->depth[i] < branches)
        inside |= 1ull << i;
    return inside;
}

/* Break and continue: pixels that want to leave do. There is a jump when nobody else of the loop is
 * left who could go on with this round, and for a break, with another one. */
static void leave(struct us_wave *wave, const struct us_flow *flow, struct us_loop *loop,
                  uint64_t want)
{
    const bool breaks = flow->op != HW_R500_FC_CONTINUE;
    const uint64_t leaving = wave->active & want;

    wave->active &= ~leaving;
    if (breaks)
        loop->broken |= leaving;
    else
        loop->continued |= leaving;
    const bool jumps =
        !wave->active && !waiting_inside(wave, flow->pops) && !(breaks && loop->continued);
    if (jumps && flow->on_jump == HW_R500_B_DECR)
        decrement(wave, flow->pops);
    if (jumps && breaks) {
        wave->active |= loop->broken;
        wave->loops--;
    }
    go(wave, flow, jumps);
}

bool us_exec_flow(struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_flow *flow = &instruction->flow;
    assert(!(wave->active & wave->branched)); /* a pixel is in one state */
    struct us_loop *loop;

    if (flow->otherwise)
        otherwise(wave);
    const uint64_t want = wanting(wave, instruction);
    wave->has_result = false;
    switch (flow->op) {
    case HW_R500_FC_JUMP:
        return jump(wave, flow, want);
    case HW_R500_FC_LOOP:
    case HW_R500_FC_REP:
        return begin_loop(wave, flow, want);
    case HW_R500_FC_ENDLOOP:
    case HW_R500_FC_ENDREP:
        loop = innermost(wave, flow->op == HW_R500_FC_ENDLOOP);
        if (loop)
            end_loop(wave, flow, loop);
        return loop;
    case HW_R500_FC_CONTINUE:
        loop = wave->loops ? &wave->loop[wave->loops - 1] : NULL;
        if (!loop)
            return us_fail(wave, "continue outside of a loop");
        leave(wave, flow, loop, want);
        return true;
    default:
        loop = innermost(wave, flow->op == HW_R500_FC_BREAKLOOP);
        if (loop)
            leave(wave, flow, loop, want);
        return loop;
    }
}
