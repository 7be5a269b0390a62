/* SPDX-License-Identifier: MIT */
/* barriers.c: whether all work-items of a group come to the same barriers. */
#include "driver/sim/check/check.h"

enum { NO_BARRIER = UINT32_MAX };

static void item_at(const struct sim_wave *wave, unsigned lane, uint32_t word,
                    struct guide_fault *fault)
{
    *fault = (struct guide_fault){.byte = word == NO_BARRIER ? UINT32_MAX : word * 4};
    sim_wave_item(wave, lane, fault);
}

static void report(struct sim_check *check, const struct guide_fault *here,
                   const struct guide_fault *other, const char *other_what)
{
    check_report(check, CHECK_barriers, here, other, other_what,
                 "barrier: not all work-items of the group reach it");
}

void check_barrier(struct sim_check *check, struct sim_wave *wave, const struct sim_alu_op *op,
                   uint64_t mask)
{
    struct check_wave *own = check_wave_of(check, wave);
    const uint64_t missing = wave->live & ~mask;
    own->barrier = op->word;
    own->reached = mask;
    if (!missing || !mask || !check_does(check, CHECK_barriers))
        return;
    struct guide_fault here, other;
    item_at(wave, (unsigned)__builtin_ctzll(mask), op->word, &here);
    item_at(wave, (unsigned)__builtin_ctzll(missing), NO_BARRIER, &other);
    report(check, &here, &other, "which does not come here with it");
}

/* A wavefront that some of its work-items have brought to a barrier; NULL: there is none. */
static const struct sim_wave *find_waiting(const struct sim_check *check,
                                           const struct sim_wave *waves, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (waves[i].live && check_wave_of(check, &waves[i])->reached)
            return &waves[i];
    return NULL;
}

static void compare(struct sim_check *check, const struct sim_wave *waiting,
                    const struct sim_wave *wave)
{
    const struct check_wave *first = check_wave_of(check, waiting);
    const struct check_wave *own = check_wave_of(check, wave);
    const bool here = wave->live && own->reached;
    if (here && own->barrier == first->barrier)
        return;
    struct guide_fault fault, other;
    item_at(waiting, (unsigned)__builtin_ctzll(first->reached), first->barrier, &fault);
    item_at(wave, here ? (unsigned)__builtin_ctzll(own->reached) : 0,
            here ? own->barrier : NO_BARRIER, &other);
    report(check, &fault, &other,
           here         ? "which is at another barrier"
           : wave->live ? "which passes it by"
                        : "which has ended without it");
}

/* Orders what all wavefronts' barriers order. */
static void pass_barrier(struct sim_check *check, unsigned count)
{
    unsigned unfenced = 0;
    check_order_barrier(check);
    check_copies_barrier(check);
    for (unsigned i = 0; i < count; i++) {
        unfenced |= check->waves[i].unfenced;
        check->waves[i].unfenced = 0;
    }
    check->image_epoch++;
    check->epoch += !(unfenced & HW_FENCE_GLOBAL);
    check->local_epoch += !(unfenced & HW_FENCE_LOCAL);
}

void check_meet(struct sim_watch *watch, struct sim_wave *waves, unsigned count)
{
    struct sim_check *check = (struct sim_check *)watch;
    const struct sim_wave *waiting = find_waiting(check, waves, count);
    pass_barrier(check, count);
    for (unsigned i = 0; waiting && i < count && check_does(check, CHECK_barriers); i++)
        compare(check, waiting, &waves[i]);
    for (unsigned i = 0; i < count; i++)
        check_wave_of(check, &waves[i])->reached = 0;
}
