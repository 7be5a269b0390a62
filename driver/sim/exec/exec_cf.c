/* SPDX-License-Identifier: MIT */
/* exec_cf.c: control flow of a wavefront.
 *
 * Three masks say why a lane does not run: it is not in the branch taken, it has continued, or it
 * has left the loop. PUSH and POP save and restore the first mask alone, so that a POP never
 * revives a lane that left the loop. A loop's frame holds the stack's depth and the masks before
 * the loop. (docs/hardware.md, "Control flow") */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "driver/sim/exec/observe.h"
#include "driver/sim/exec/report.h"

enum { BACK_EDGES_PER_POLL = 64 };

const uint32_t *sim_wave_mask(struct sim_wave *wave, uint64_t mask)
{
    if (wave->masked != mask) {
        wave->launch->lanes->alu->expand(wave->lane_mask, mask, SIM_LANES);
        wave->masked = mask;
    }
    return wave->lane_mask;
}

static void explain(const struct sim_wave *wave, const struct guide_fault *fault,
                    char text[GUIDE_TEXT_SIZE])
{
    const struct guide *guide = wave->launch->guide;
    *text = '\0';
    if (guide)
        guide->explain(guide, fault, text);
}

static void fail(struct sim_wave *wave, const char *place, const struct guide_fault *fault,
                 const char *format, va_list arguments)
{
    char text[512], more[GUIDE_TEXT_SIZE];
    vsnprintf(text, sizeof(text), format, arguments);
    explain(wave, fault, more);
    sim_launch_fail(wave->group->launch, "kernel %s, %s: %s%s", wave->launch->label, place, text,
                    more);
}

void sim_wave_item(const struct sim_wave *wave, unsigned lane, struct guide_fault *fault)
{
    const struct sim_launch *launch = wave->launch;
    const uint32_t item = wave->index * launch->wave_size + wave->first + lane;
    fault->has_item = true;
    memcpy(fault->group, wave->group->id, sizeof(fault->group));
    fault->local[0] = item % launch->local[0];
    fault->local[1] = item / launch->local[0] % launch->local[1];
    fault->local[2] = item / launch->local[0] / launch->local[1];
}

/* Keeps a report of a wrong access. */
static void report(struct sim_wave *wave, unsigned lane, const struct guide_fault *fault,
                   const char *format, va_list arguments)
{
    struct guide_report report = {
        .check = CHECK_memory, .kernel = wave->launch->label, .fault = *fault, .count = 1};
    vsnprintf(report.what, sizeof(report.what), format, arguments);
    wave->wrong |= 1ull << lane;
    sim_report(wave->group->launch, &report);
}

void sim_wave_fail(struct sim_wave *wave, const struct sim_wrong *wrong, const char *format, ...)
{
    struct guide_fault fault = {
        .byte = wrong->word * 4,
        .space = wrong->space,
        .store = wrong->store,
        .bytes = wrong->bytes,
        .address = wrong->address,
        .object = wrong->object,
    };
    char place[128];
    va_list arguments;
    sim_wave_item(wave, wrong->lane, &fault);
    snprintf(place, sizeof(place), "work-item (%u, %u, %u) of group (%u, %u, %u)", fault.local[0],
             fault.local[1], fault.local[2], fault.group[0], fault.group[1], fault.group[2]);
    va_start(arguments, format);
    if (wave->launch->goes_on && wrong->bytes)
        report(wave, wrong->lane, &fault, format, arguments);
    else
        fail(wave, place, &fault, format, arguments);
    va_end(arguments);
}

bool sim_wave_fail_at(struct sim_wave *wave, uint32_t word, const char *format, ...)
{
    char place[64];
    const struct guide_fault fault = {.byte = word * 4};
    snprintf(place, sizeof(place), "machine code, byte 0x%x", word * 4);
    va_list arguments;
    va_start(arguments, format);
    fail(wave, place, &fault, format, arguments);
    va_end(arguments);
    return false;
}

static void update_exec(struct sim_wave *wave)
{
    wave->exec = wave->branch & ~wave->continued & ~wave->broken;
}

static uint32_t here(const struct sim_wave *wave)
{
    return wave->cf * 2;
}

/* Returns the subentries of a stack entry: a loop takes a whole entry, a push one subentry. */
static unsigned subentries(const struct sim_wave *wave)
{
    return wave->launch->wave_size == 64 ? 4 : 8;
}

/* Whether the stack is large enough for `depth` pushes and `loops` loops. */
static bool has_room(const struct sim_wave *wave, unsigned depth, unsigned loops)
{
    return depth + loops * subentries(wave) <=
           wave->launch->program->mode.stack_entries * subentries(wave);
}

static bool push(struct sim_wave *wave)
{
    if (!has_room(wave, wave->depth + 1, wave->loops) || wave->depth >= SIM_STACK_MAX)
        return sim_wave_fail_at(wave, here(wave), "branch stack overflow: STACK_SIZE is %u",
                                wave->launch->program->mode.stack_entries);
    wave->stack[wave->depth++] = wave->branch;
    return true;
}

static bool pop(struct sim_wave *wave, unsigned count)
{
    const unsigned floor = wave->loops ? wave->loop[wave->loops - 1].depth : 0;
    if (wave->depth < floor + count)
        return sim_wave_fail_at(wave, here(wave), "branch stack underflow");
    if (count) {
        wave->depth -= count;
        wave->branch = wave->stack[wave->depth];
        update_exec(wave);
    }
    return true;
}

static void hang(struct sim_wave *wave, uint32_t word)
{
    struct sim_launch *launch = wave->group->launch;
    const struct guide_fault fault = {.byte = word * 4, .in_loop = true};
    char more[GUIDE_TEXT_SIZE];
    explain(wave, &fault, more);
    atomic_store(&launch->hangs, true);
    sim_launch_fail(launch,
                    "kernel %s hangs: it ran longer than %g s (last seen in group "
                    "(%u, %u, %u), wavefront %u)%s",
                    launch->label, launch->time_limit, wave->group->id[0], wave->group->id[1],
                    wave->group->id[2], wave->index, more);
}

bool sim_wave_may_go_on(struct sim_wave *wave, uint32_t word)
{
    struct sim_launch *launch = wave->group->launch;
    if (atomic_load_explicit(&launch->stop, memory_order_relaxed))
        return false;
    if (sim_launch_is_late(launch)) {
        hang(wave, word);
        return false;
    }
    return true;
}

/* Whether a backward jump may be taken: a kernel that does not end is stopped. */
static bool may_jump_back(struct sim_wave *wave, uint32_t word)
{
    return ++wave->back_edges % BACK_EDGES_PER_POLL || sim_wave_may_go_on(wave, word);
}

/* Goes to another instruction. False when the wavefront must stop. */
static bool go_to(struct sim_wave *wave, uint32_t target)
{
    const bool back = target <= wave->cf;
    const uint32_t word = here(wave);
    wave->cf = target;
    return !back || may_jump_back(wave, word);
}

static bool step(struct sim_wave *wave)
{
    wave->cf++;
    return true;
}

static bool cf_push(struct sim_wave *wave, const struct sim_cf *cf)
{
    /* A JUMP to the next instruction is how some compilers write a push alone: the entry must be
     * there for their POP. */
    if (wave->exec || cf->target == wave->cf + 1)
        return push(wave) && step(wave);
    return pop(wave, cf->pop_count) && go_to(wave, cf->target);
}

/* Goes to the target if no lane runs, and pops POP_COUNT entries then; else goes on. */
static bool jump_if_idle(struct sim_wave *wave, const struct sim_cf *cf)
{
    if (wave->exec)
        return step(wave);
    return pop(wave, cf->pop_count) && go_to(wave, cf->target);
}

static bool swap_branch(struct sim_wave *wave)
{
    const unsigned floor = wave->loops ? wave->loop[wave->loops - 1].depth : 0;
    if (wave->depth <= floor)
        return sim_wave_fail_at(wave, here(wave), "ELSE without an entry on the branch stack");
    wave->branch = wave->stack[wave->depth - 1] & ~wave->branch;
    update_exec(wave);
    return true;
}

/* Counted loops take their number of iterations from a loop constant. */
static uint32_t iterations(const struct sim_wave *wave, const struct sim_cf *cf)
{
    return cf->op == HW_CF_LOOP_START_DX10 ? UINT32_MAX
                                           : wave->launch->loop_const[cf->loop_const] & 0xfffu;
}

static bool cf_loop_start(struct sim_wave *wave, const struct sim_cf *cf)
{
    const uint32_t left = iterations(wave, cf);
    const uint64_t entered = wave->exec & (cf->valid ? ~wave->killed : ~0ull);
    if (!entered || !left)
        return go_to(wave, cf->target);
    if (wave->loops == SIM_LOOPS_MAX || !has_room(wave, wave->depth, wave->loops + 1))
        return sim_wave_fail_at(wave, here(wave),
                                "branch stack overflow in a loop: STACK_SIZE is %u",
                                wave->launch->program->mode.stack_entries);
    wave->loop[wave->loops++] = (struct sim_loop){.depth = wave->depth,
                                                  .branch = wave->branch,
                                                  .continued = wave->continued,
                                                  .broken = wave->broken,
                                                  .entered = entered,
                                                  .left = left};
    wave->branch = entered;
    wave->continued = wave->broken = 0;
    update_exec(wave);
    return step(wave);
}

static struct sim_loop *innermost(struct sim_wave *wave)
{
    if (wave->loops)
        return &wave->loop[wave->loops - 1];
    sim_wave_fail_at(wave, here(wave), "loop instruction outside of a loop");
    return NULL;
}

static bool cf_loop_end(struct sim_wave *wave, const struct sim_cf *cf)
{
    struct sim_loop *loop = innermost(wave);
    if (!loop)
        return false;
    wave->depth = loop->depth;
    wave->continued = 0;
    wave->branch = loop->entered;
    if (loop->left != UINT32_MAX)
        loop->left--;
    update_exec(wave);
    if (wave->exec && loop->left)
        return go_to(wave, cf->target);
    wave->branch = loop->branch;
    wave->continued = loop->continued;
    wave->broken = loop->broken;
    wave->loops--;
    update_exec(wave);
    return step(wave);
}

/* Runs LOOP_BREAK and LOOP_CONTINUE: turns the running lanes off, and jumps to the loop's end if no
 * lane of the loop is left to run. */
static bool leave_loop(struct sim_wave *wave, const struct sim_cf *cf, uint64_t *left)
{
    const struct sim_loop *loop = innermost(wave);
    if (!loop)
        return false;
    *left |= wave->exec;
    update_exec(wave);
    if (loop->entered & ~wave->continued & ~wave->broken)
        return step(wave);
    return go_to(wave, cf->target);
}

/* Carries out what a clause does behind its ALU operations. */
static bool alu_after(struct sim_wave *wave, const struct sim_cf *cf, uint64_t branch_before)
{
    /* Lanes that a predicate turned off in this clause. */
    const uint64_t failed = branch_before & ~wave->branch;
    switch (cf->flow) {
    case HW_FLOW_POP:
        return pop(wave, cf->pop_count);
    case HW_FLOW_ELSE:
        return swap_branch(wave);
    case HW_FLOW_BREAK:
    case HW_FLOW_CONTINUE:
        if (!innermost(wave))
            return false;
        wave->branch = branch_before;
        *(cf->flow == HW_FLOW_BREAK ? &wave->broken : &wave->continued) |= failed;
        update_exec(wave);
        return true;
    default:
        return true;
    }
}

static enum sim_next cf_alu(struct sim_wave *wave, const struct sim_cf *cf)
{
    if (!wave->op && cf->flow == HW_FLOW_PUSH && !push(wave))
        return SIM_NEXT_FAULT;
    const uint64_t before = wave->branch;
    const enum sim_next next = sim_exec_alu(wave, cf);
    if (next != SIM_NEXT)
        return next;
    wave->op = 0;
    return alu_after(wave, cf, before) && step(wave) ? SIM_NEXT : SIM_NEXT_FAULT;
}

static bool cf_flow(struct sim_wave *wave, const struct sim_cf *cf)
{
    switch (cf->flow) {
    case HW_FLOW_PUSH:
        return cf_push(wave, cf);
    case HW_FLOW_JUMP:
        return jump_if_idle(wave, cf);
    case HW_FLOW_ELSE:
        return swap_branch(wave) && jump_if_idle(wave, cf);
    case HW_FLOW_POP:
        return pop(wave, cf->pop_count) && step(wave);
    case HW_FLOW_LOOP:
        return cf_loop_start(wave, cf);
    case HW_FLOW_LOOP_END:
        return cf_loop_end(wave, cf);
    case HW_FLOW_BREAK:
        return leave_loop(wave, cf, &wave->broken);
    case HW_FLOW_CONTINUE:
        return leave_loop(wave, cf, &wave->continued);
    default:
        return step(wave); /* NOP, WAIT_ACK, ALU_EXTENDED: memory is always up to date here */
    }
}

static bool cf_other(struct sim_wave *wave, const struct sim_cf *cf)
{
    switch (cf->items) {
    case SIM_ITEMS_FETCHES:
        return (!wave->exec || sim_exec_fetches(wave, cf)) && step(wave);
    case SIM_ITEMS_STORE:
        return (!wave->exec || sim_exec_store(wave, &wave->launch->program->stores[cf->first])) &&
               step(wave);
    default:
        return cf_flow(wave, cf);
    }
}

enum sim_next sim_wave_run(struct sim_wave *wave)
{
    const struct sim_program *program = wave->launch->program;
    for (;;) {
        const struct sim_cf *cf = &program->cf[wave->cf];
        if (sim_observed(wave) && !sim_observe_cf(wave, cf))
            return SIM_NEXT_FAULT;
        const enum sim_next next = cf->items == SIM_ITEMS_OPS ? cf_alu(wave, cf)
                                   : cf_other(wave, cf)       ? SIM_NEXT
                                                              : SIM_NEXT_FAULT;
        if (next != SIM_NEXT)
            return next;
        if (cf->end)
            return SIM_NEXT_END;
    }
}
