/* SPDX-License-Identifier: MIT */
/* debugger.c: looks on at a launch for a debugger: where it stops, and how it gets there. */
#include "driver/sim/debug/debugger.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/env.h"
#include "driver/base/free_all.h"
#include "driver/sim/debug/debug.h"
#include "driver/sim/exec/group.h"
#include "driver/sim/exec/report.h"

enum { STEPS_PER_POLL = 4096, LAST_BIT = 31 /* of an ALU word: it ends its group */ };

static struct sim_debug *debug_of(struct sim_watch *watch)
{
    return (struct sim_debug *)watch;
}

static bool is_away(const struct sim_debug *debug)
{
    return !debug_peer_is_there(debug->peer);
}

/* ---- instruction groups ---- */

/* Operations of a group follow each other, in an order of the decoder's. */
static void find_groups_of_clause(struct sim_debug *debug, const struct sim_cf *cf,
                                  unsigned char *is_op)
{
    const struct sim_program *program = debug->launch->program;
    const struct sim_alu_op *ops = program->ops + cf->first;
    uint32_t low = UINT32_MAX, high = 0;
    for (uint32_t i = 0; i < cf->count; i++) {
        const uint32_t word = ops[i].word / 2;
        assert(word < debug->words);
        is_op[word] = 1;
        debug->predicate[word] = ops[i].predicate;
        low = word < low ? word : low;
        high = word > high ? word : high;
    }
    bool begins = true;
    for (uint32_t word = low, first = low; word <= high && cf->count; word++) {
        if (!is_op[word])
            continue; /* a literal */
        first = begins ? word : first;
        debug->first[word] = first;
        begins = program->code[2 * word] >> LAST_BIT & 1u;
    }
    for (uint32_t i = 0; i < cf->count; i++)
        debug->starts[cf->first + i] =
            !i || debug->first[ops[i].word / 2] != debug->first[ops[i - 1].word / 2];
}

static bool find_groups(struct sim_debug *debug)
{
    const struct sim_program *program = debug->launch->program;
    debug->words = program->dwords / 2;
    debug->first = calloc(debug->words + (size_t)1, sizeof(*debug->first));
    debug->stops = calloc(debug->words + (size_t)1, 1);
    debug->predicate = calloc(debug->words + (size_t)1, 1);
    debug->starts = calloc(program->op_count + (size_t)1, 1);
    unsigned char *is_op = calloc(debug->words + (size_t)1, 1);
    const bool made = debug->first && debug->stops && debug->predicate && debug->starts && is_op;
    for (uint32_t word = 0; made && word < debug->words; word++)
        debug->first[word] = word;
    for (uint32_t i = 0; made && i < program->cf_count; i++)
        if (program->cf[i].items == SIM_ITEMS_OPS)
            find_groups_of_clause(debug, &program->cf[i], is_op);
    free(is_op);
    return made;
}

/* ---- stops ---- */

uint64_t debug_lanes_at(const struct sim_debug *debug, const struct sim_wave *wave, uint32_t word)
{
    const unsigned predicate = word < debug->words ? debug->predicate[word] : 0;
    if (!predicate)
        return wave->exec;
    return wave->exec & (predicate == HW_PRED_SEL_ONE ? wave->predicate : ~wave->predicate);
}

/* Whether who is followed runs an instruction: a lane, or any where a predicate has none. */
static bool is_followed(const struct sim_debug *debug, uint32_t word)
{
    const struct sim_wave *wave = debug->wave;
    const uint64_t lanes = debug_lanes_at(debug, wave, word);
    if (debug->predicate[word] && !lanes)
        return false;
    if (!debug->follows)
        return true;
    return wave->group->index == debug->group && wave->index == debug->of_wave &&
           (debug->lane >= SIM_LANES || (lanes >> debug->lane & 1u));
}

/* The first word of a group that who is followed runs, and that a stop is at if one is asked for;
 * UINT32_MAX: there is none. */
static uint32_t followed_in_group(const struct sim_debug *debug, uint32_t first, bool stops)
{
    for (uint32_t word = first; word < debug->words && debug->first[word] <= first; word++)
        if (debug->first[word] == first && (!stops || debug->stops[word]) &&
            is_followed(debug, word))
            return word;
    return UINT32_MAX;
}

void debug_run_again(struct sim_debug *debug)
{
    debug->again = true;
    atomic_store(&debug->launch->stop, true);
}

/* A search backwards is over: what it has found is where the launch is to stop. */
static void seek_found(struct sim_debug *debug)
{
    debug->mode = DEBUG_SEEK;
    debug->target = debug->last ? debug->last : 1;
    debug->why = !debug->last ? "beginning" : debug->last_is_hit ? "watch" : "breakpoint";
    debug->hit = debug->last_hit;
    debug->wants_stop = false;
    debug_run_again(debug);
}

static void seek(struct sim_debug *debug, uint32_t word, uint32_t stop)
{
    if (debug->mode == DEBUG_SEEK_LAST) {
        if (debug->step >= debug->target)
            return seek_found(debug);
        if (stop == UINT32_MAX && !debug->wants_stop)
            return;
        debug->last = debug->step;
        debug->last_is_hit = debug->wants_stop;
        debug->last_hit = debug->hit;
        debug->wants_stop = false;
    } else if (debug->step >= debug->target) {
        debug_stop(debug, debug->why, stop != UINT32_MAX ? stop : word);
    }
}

/* An instruction is about to run. */
static void arrive(struct sim_debug *debug, struct sim_wave *wave, uint32_t word)
{
    if (debug->again || is_away(debug))
        return;
    debug_take_pending(debug);
    if (debug->range_count && debug->wave)
        debug_look_at_ranges(debug);
    debug->wave = wave;
    debug_take_before(debug, word);
    const uint32_t stop = followed_in_group(debug, word, true);
    debug->step++;
    if (debug->mode == DEBUG_SEEK || debug->mode == DEBUG_SEEK_LAST) {
        seek(debug, word, stop);
        return;
    }
    if (debug->step % STEPS_PER_POLL == 0 && debug_peer_has_news(debug->peer)) {
        debug->wants_stop = true;
        debug->why = "pause";
    }
    if (debug->wants_stop)
        debug_stop(debug, debug->why, stop != UINT32_MAX ? stop : word);
    else if (stop != UINT32_MAX)
        debug_stop(debug, "breakpoint", stop);
    else if (debug->mode == DEBUG_STEP &&
             (word = followed_in_group(debug, word, false)) != UINT32_MAX)
        debug_stop(debug, "step", word);
}

/* Behind the checks of an instruction, or of the launch, when no wavefront is left. */
static void look_at_reports(struct sim_debug *debug, uint32_t word)
{
    const unsigned count = sim_reports_count(debug->launch);
    if (count == debug->reports)
        return;
    debug->reports = count;
    if (debug->stops_at_reports && (debug->mode == DEBUG_GO || debug->mode == DEBUG_STEP) &&
        !debug->again && !is_away(debug))
        debug_stop(debug, "report", word);
}

/* ---- what the simulator calls ---- */

static void begin_group(struct sim_watch *watch, const struct sim_group *group)
{
    struct sim_debug *debug = debug_of(watch);
    (void)group;
    for (uint32_t i = 0; i < debug->wave_count; i++)
        debug->waves[i].wave = NULL;
}

static void begin_wave(struct sim_watch *watch, const struct sim_wave *wave)
{
    struct sim_debug *debug = debug_of(watch);
    debug_take_pending(debug);
    struct debug_wave *mine = &debug->waves[wave->index % debug->wave_count];
    mine->wave = (struct sim_wave *)wave;
    if (mine->known)
        memset(mine->known, 0, debug->slots * sizeof(*mine->known));
    if (mine->owner)
        memset(mine->owner, 0, sim_program_registers(debug->launch->program) * sizeof(sim_vector));
}

static uint64_t before_alu(struct sim_watch *watch, struct sim_wave *wave,
                           const struct sim_alu_op *op, const uint32_t *const src[3], uint64_t mask)
{
    struct sim_debug *debug = debug_of(watch);
    const uint32_t word = op->word / 2;
    if (debug->starts[op - debug->launch->program->ops])
        arrive(debug, wave, debug->first[word]);
    look_at_reports(debug, word);
    if (!is_away(debug) && debug->wave == wave)
        debug_forget_owners(debug, op->flags & SIM_OP_RELATIVE ? 0 : op->dst / SIM_LANES,
                            op->flags & SIM_OP_RELATIVE ? UINT32_MAX / 2 : 1, mask);
    debug_note_local(debug, wave, op, src, mask);
    debug_note_after(debug, word, mask);
    return debug->again ? 0 : mask;
}

static uint64_t before_fetch(struct sim_watch *watch, struct sim_wave *wave,
                             const struct sim_fetch *fetch)
{
    struct sim_debug *debug = debug_of(watch);
    arrive(debug, wave, fetch->word / 2);
    look_at_reports(debug, fetch->word / 2);
    if (!is_away(debug) && debug->wave == wave)
        for (unsigned c = 0; c < 4; c++)
            if (fetch->dst_sel[c] != HW_SEL_MASK)
                debug_forget_owners(debug, fetch->dst / SIM_LANES + c, 1, wave->exec);
    debug_note_fetch(debug, wave, fetch);
    debug_note_after(debug, fetch->word / 2, wave->exec);
    return debug->again ? 0 : wave->exec;
}

static uint64_t before_store(struct sim_watch *watch, struct sim_wave *wave,
                             const struct sim_store *store)
{
    struct sim_debug *debug = debug_of(watch);
    arrive(debug, wave, store->word / 2);
    look_at_reports(debug, store->word / 2);
    return debug->again ? 0 : wave->exec;
}

static void meet(struct sim_watch *watch, struct sim_wave *waves, unsigned count)
{
    struct sim_debug *debug = debug_of(watch);
    (void)waves;
    (void)count;
    debug_take_pending(debug);
    if (debug->stops_at_barriers && debug->mode == DEBUG_GO) {
        debug->wants_stop = true;
        debug->why = "barrier";
    }
}

/* ---- launches ---- */

/* Puts the launch back to where it began. */
static void begin_again(struct sim_debug *debug)
{
    struct sim_launch *launch = debug->launch;
    debug_memory_restore(debug->memory, launch);
    sim_reports_forget(launch);
    atomic_store(&launch->stop, false);
    debug->again = false;
    debug->wave = NULL;
    debug->step = debug->pending_count = debug->reports = 0;
    debug_renew_ranges(debug);
}

/* Behind the last group, or an error. A search backwards ends here, too: nothing is behind it. */
static bool ended(struct sim_watch *watch)
{
    struct sim_debug *debug = debug_of(watch);
    debug_take_pending(debug);
    if (!is_away(debug) && !debug->again && debug->mode == DEBUG_SEEK_LAST) {
        seek_found(debug);
    } else if (!is_away(debug) && !debug->again) {
        debug->wave = NULL;
        debug_look_at_ranges(debug);
        if (debug->wants_stop && debug->range_count)
            debug_stop(debug, debug->why, UINT32_MAX);
        if (!debug->again)
            look_at_reports(debug, UINT32_MAX);
        if (!debug->again)
            debug_end(debug);
    }
    if (!debug->again || is_away(debug))
        return false;
    begin_again(debug);
    return true;
}

static void destroy(struct sim_watch *watch)
{
    struct sim_debug *debug = debug_of(watch);
    debug_memory_free(debug->memory);
    for (uint32_t i = 0; i < debug->wave_count && debug->waves; i++)
        FREE_ALL(debug->waves[i].values, debug->waves[i].known, debug->waves[i].owner);
    debug_forget_ranges(debug);
    FREE_ALL(debug->first, debug->starts, debug->stops, debug->predicate, debug->after.at,
             debug->before.at, debug->waves, debug);
}

static bool init(struct sim_debug *debug)
{
    static uint64_t launches; /* they run one after the other */
    debug->number = launches++;
    debug->wave_count = sim_resident_waves(debug->launch);
    debug->waves = calloc(debug->wave_count, sizeof(*debug->waves));
    if (!debug->waves || !find_groups(debug) || !debug_make_slots(debug))
        return false;
    debug->memory = debug_memory_keep(debug->launch, debug->stream);
    return true;
}

static struct sim_watch *attach(struct sim_launch *launch, const struct sim_stream *stream,
                                unsigned checks)
{
    struct debug_peer *peer = debug_peer_open();
    struct sim_debug *debug = peer ? calloc(1, sizeof(*debug)) : NULL;
    (void)checks;
    if (!debug)
        return NULL;
    debug->watch = (struct sim_watch){.destroy = destroy,
                                      .group = begin_group,
                                      .begin = begin_wave,
                                      .alu = before_alu,
                                      .fetch = before_fetch,
                                      .sample = debug_note_sample,
                                      .store = before_store,
                                      .meet = meet,
                                      .again = ended};
    debug->launch = launch;
    debug->stream = stream;
    debug->peer = peer;
    if (!init(debug)) {
        destroy(&debug->watch);
        return NULL;
    }
    launch->time_limit = 0; /* nobody hangs who is being looked at */
    debug_converse(debug);
    return &debug->watch;
}

static bool is_wanted(unsigned checks)
{
    (void)checks;
    return *env_get(ENV_DEBUGGER);
}

const struct sim_watcher sim_debugger = {.wants = is_wanted, .create = attach};
