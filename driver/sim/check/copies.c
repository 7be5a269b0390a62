/* SPDX-License-Identifier: MIT */
/* copies.c: asynchronous copies of work-groups (OpenCL C 3.0, 6.15.11).
 *
 * All work-items of a group make the same copies, and wait for the same events. A copy runs beside
 * them until its event is waited for: its accesses count as those of an agent, a work-item of its
 * own behind the group's. A copy has a number in its group, from which follows the agent, in each
 * wavefront the same; where that one is not free, nothing is said of the copy's races. */
#include <stdlib.h>
#include <string.h>

#include "driver/sim/check/check.h"

enum { EVENTS = 256 };

/* A step that all wavefronts of the group do between two barriers, as the first one did it. */
struct step {
    uint32_t word, value[CHECK_COPY_VALUES];
    unsigned waves; /* that have done it */
    struct guide_fault fault;
};

struct agent {
    uint64_t number; /* of its copy, from 1 on; 0: none */
    uint32_t event, start, local_start, pending;
    bool waited; /* the next barrier ends it */
    struct guide_fault fault;
};

struct check_copies {
    struct agent agents[CHECK_AGENTS];
    struct step *steps;
    size_t step_count, step_room;
    bool made[EVENTS]; /* events that a copy of the group has made */
    bool lost; /* steps are no longer followed: something was reported, or memory is short */
};

/* ---- reports ---- */

static struct guide_fault fault_of(const struct sim_wave *wave, unsigned lane, uint32_t word)
{
    struct guide_fault fault = {.byte = word == UINT32_MAX ? UINT32_MAX : word * 4};
    sim_wave_item(wave, lane, &fault);
    return fault;
}

static void report(struct sim_check *check, const struct guide_fault *here,
                   const struct guide_fault *other, const char *other_what, const char *what)
{
    check->copies->lost = true;
    if (check_does(check, CHECK_barriers))
        check_report(check, CHECK_barriers, here, other, other_what, "%s", what);
}

/* ---- steps ---- */

static struct step *add_step(struct check_copies *copies)
{
    if (copies->step_count == copies->step_room) {
        const size_t room = copies->step_room ? copies->step_room * 2 : 16;
        struct step *steps = realloc(copies->steps, room * sizeof(*steps));
        if (!steps)
            return NULL;
        copies->steps = steps;
        copies->step_room = room;
    }
    struct step *step = &copies->steps[copies->step_count++];
    memset(step, 0, sizeof(*step));
    return step;
}

/* The first lane of `lanes` that has another value than the first of all; -1: there is none. */
static int find_different(const uint32_t *values, uint64_t lanes)
{
    const uint32_t first = lanes ? values[__builtin_ctzll(lanes)] : 0;
    for (; lanes; lanes &= lanes - 1)
        if (values[__builtin_ctzll(lanes)] != first)
            return __builtin_ctzll(lanes);
    return -1;
}

static const char *const not_reached[] = {
    "asynchronous copy: not all work-items of the group come to it",
    "wait_group_events: not all work-items of the group come to it with the same events"};
static const char *const not_equal[] = {
    "asynchronous copy: its arguments are not the same in all work-items of the group",
    "wait_group_events: the events are not the same in all work-items of the group"};

/* Compares what lanes of a wavefront have. False: it has been reported. */
static bool compare_lanes(struct sim_check *check, const struct sim_wave *wave, uint32_t word,
                          const uint32_t *values, bool waits)
{
    const int lane = find_different(values, wave->exec);
    if (lane < 0)
        return true;
    const struct guide_fault here = fault_of(wave, (unsigned)lane, word),
                             other =
                                 fault_of(wave, (unsigned)__builtin_ctzll(wave->exec), UINT32_MAX);
    report(check, &here, &other, "which has others", not_equal[waits]);
    return false;
}

/* Holds a wavefront's next step against that of the others. */
static void take_step(struct sim_check *check, const struct sim_wave *wave, uint32_t word,
                      const uint32_t values[CHECK_COPY_VALUES], bool waits)
{
    struct check_copies *copies = check->copies;
    struct check_wave *own = check_wave_of(check, wave);
    const struct guide_fault here = fault_of(wave, (unsigned)__builtin_ctzll(wave->exec), word);
    const size_t index = own->steps++;
    if (copies->lost)
        return;
    if (index == copies->step_count) {
        struct step *step = add_step(copies);
        copies->lost = !step;
        if (step) {
            *step = (struct step){.word = word, .waves = 1, .fault = here};
            memcpy(step->value, values, sizeof(step->value));
        }
        return;
    }
    struct step *step = &copies->steps[index];
    step->waves++;
    if (step->word != word)
        report(check, &here, &step->fault, "which is at another one", not_reached[waits]);
    else if (memcmp(step->value, values, sizeof(step->value)))
        report(check, &here, &step->fault, "which has others", not_equal[waits]);
}

/* Looks for steps that some wavefronts have not done before a barrier, or the end of the group. */
static void end_steps(struct sim_check *check)
{
    struct check_copies *copies = check->copies;
    for (size_t i = 0; i < copies->step_count && !copies->lost; i++)
        if (copies->steps[i].waves < check->launch->waves)
            report(check, &copies->steps[i].fault, NULL, NULL, not_reached[0]);
    copies->step_count = 0;
    copies->lost = false;
    for (unsigned i = 0; i < check->wave_count; i++)
        check->waves[i].steps = 0;
}

/* ---- copies ---- */

static void take_values(struct sim_check *check, const struct sim_wave *wave,
                        const struct sim_store *store)
{
    struct check_wave *own = check_wave_of(check, wave);
    const uint32_t *values = sim_wave_vector(wave, store->index);
    const unsigned first = (unsigned)__builtin_ctzll(wave->exec);
    for (unsigned i = 0; i < 2; i++, values += SIM_LANES) {
        check_use(check, wave, check_at(&own->vectors, store->index + i * SIM_LANES), wave->exec,
                  store->word, "is an argument of an asynchronous copy");
        if (!check->copies->lost)
            compare_lanes(check, wave, store->word, values, false);
        if (own->copy_values < CHECK_COPY_VALUES)
            own->copy_value[own->copy_values++] = values[first];
    }
}

static bool is_made(const struct check_copies *copies, uint32_t event)
{
    return event && event < EVENTS && copies->made[event];
}

static void check_event(struct sim_check *check, const struct sim_wave *wave, uint32_t word,
                        uint32_t event, const char *what)
{
    const bool lost = check->copies->lost;
    if (is_made(check->copies, event))
        return;
    const struct guide_fault here = fault_of(wave, (unsigned)__builtin_ctzll(wave->exec), word);
    report(check, &here, NULL, NULL, what);
    check->copies->lost = lost;
}

static void begin_copy(struct sim_check *check, const struct sim_wave *wave, uint32_t word)
{
    struct check_copies *copies = check->copies;
    struct check_wave *own = check_wave_of(check, wave);
    const uint64_t missing = wave->live & ~wave->exec, number = ++own->copies;
    struct agent *agent = &copies->agents[number % CHECK_AGENTS];
    const uint32_t given = own->copy_value[0], event = given ? given : own->copy_value[1];
    if (missing && !copies->lost) {
        const struct guide_fault here = fault_of(wave, (unsigned)__builtin_ctzll(wave->exec), word);
        const struct guide_fault other =
            fault_of(wave, (unsigned)__builtin_ctzll(missing), UINT32_MAX);
        report(check, &here, &other, "which does not come here with it", not_reached[0]);
    }
    if (given)
        check_event(check, wave, word, given,
                    "asynchronous copy: it is given an event that no copy of the group has made");
    take_step(check, wave, word, own->copy_value, false);
    own->copy_values = 0;
    copies->made[event % EVENTS] = true;
    if (agent->number < number && !agent->pending)
        *agent =
            (struct agent){.number = number,
                           .event = event,
                           .start = check->epoch,
                           .local_start = check->local_epoch,
                           .pending = true,
                           .fault = fault_of(wave, (unsigned)__builtin_ctzll(wave->exec), word)};
    own->agent = 1 + (agent->number == number ? (unsigned)(number % CHECK_AGENTS) : CHECK_AGENTS);
}

static void wait_for(struct sim_check *check, const struct sim_wave *wave,
                     const struct sim_store *store)
{
    struct check_copies *copies = check->copies;
    const uint32_t *events = sim_wave_vector(wave, store->index);
    const uint32_t event = events[__builtin_ctzll(wave->exec)];
    const uint32_t values[CHECK_COPY_VALUES] = {event};
    check_use(check, wave, check_at(&check_wave_of(check, wave)->vectors, store->index), wave->exec,
              store->word, "is an event that is waited for");
    if (!copies->lost)
        compare_lanes(check, wave, store->word, events, true);
    check_event(check, wave, store->word, event,
                "wait_group_events: it waits for an event that no copy of the group has made");
    take_step(check, wave, store->word, values, true);
    for (unsigned i = 0; i < CHECK_AGENTS; i++)
        copies->agents[i].waited |= copies->agents[i].event == event;
}

void check_copies_marker(struct sim_check *check, const struct sim_wave *wave,
                         const struct sim_store *store)
{
    if (!check->copies || !wave->exec)
        return;
    if (store->rat == HW_CHECK_COPY_VALUES)
        take_values(check, wave, store);
    else if (store->rat == HW_CHECK_COPY)
        begin_copy(check, wave, store->word);
    else if (store->rat == HW_CHECK_COPY_ENDS)
        check_wave_of(check, wave)->agent = 0;
    else if (store->rat == HW_CHECK_WAIT)
        wait_for(check, wave, store);
}

void check_copies_barrier(struct sim_check *check)
{
    if (!check->copies)
        return;
    end_steps(check);
    for (unsigned i = 0; i < CHECK_AGENTS; i++) {
        struct agent *agent = &check->copies->agents[i];
        agent->pending &= !agent->waited;
        agent->waited = false;
    }
}

void check_copies_group(struct sim_check *check)
{
    struct check_copies *copies = check->copies;
    if (!copies)
        return;
    end_steps(check);
    for (unsigned i = 0; i < CHECK_AGENTS; i++)
        if (copies->agents[i].pending)
            report(check, &copies->agents[i].fault, NULL, NULL,
                   "asynchronous copy: the kernel ends without waiting for its event");
    memset(copies->agents, 0, sizeof(copies->agents));
    memset(copies->made, 0, sizeof(copies->made));
    copies->lost = false;
}

bool check_copy_is_pending(const struct sim_check *check, uint32_t item, uint64_t epoch, bool local)
{
    const uint32_t number = item - check->launch->local_size;
    if (number >= CHECK_AGENTS)
        return false;
    const struct agent *agent = &check->copies->agents[number];
    return agent->pending && epoch >= (local ? agent->local_start : agent->start);
}

static bool has_copies(const struct sim_program *program)
{
    for (uint32_t i = 0; i < program->store_count; i++) {
        const struct sim_store *store = &program->stores[i];
        if (store->rat_op == HW_RAT_NOP && store->comp_mask == HW_CHECK_LOCKSTEP &&
            (store->rat == HW_CHECK_COPY || store->rat == HW_CHECK_WAIT))
            return true;
    }
    return false;
}

bool check_copies_init(struct sim_check *check)
{
    if (!has_copies(check->launch->program))
        return true;
    check->copies = calloc(1, sizeof(*check->copies));
    return check->copies;
}

void check_copies_finish(struct sim_check *check)
{
    if (check->copies)
        free(check->copies->steps);
    free(check->copies);
}
