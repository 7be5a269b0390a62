/* SPDX-License-Identifier: MIT */
/* race_report.c: what is said of two accesses that conflict. A plain load before an atomic
 * operation of the same work-item is how loops around atomic_cmpxchg begin: it stays a doubt until
 * then. */
#include "driver/sim/check/cells.h"

#include <stdio.h>

static void describe(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, bool wrote, struct guide_fault *other)
{
    const struct sim_launch *launch = check->launch;
    const struct check_cell_layout *cells = &check->cells;
    const uint32_t item = cell_item(check, cell);
    const uint64_t group = cell_group(check, cell), row = group / launch->groups[0];
    const uint64_t number = cell_part(cell, NUMBER_LO, NUMBER_BITS);
    *other = (struct guide_fault){.byte = number ? cells->words[number - 1] * 4 : UINT32_MAX,
                                  .has_item = true,
                                  .store = wrote,
                                  .bytes = access->bytes};
    other->local[0] = item % launch->local[0];
    other->local[1] = item / launch->local[0] % launch->local[1];
    other->local[2] = item / launch->local[0] / launch->local[1];
    other->group[0] = (uint32_t)(group % launch->groups[0]) + launch->start[0];
    other->group[1] = (uint32_t)(row % launch->groups[1]) + launch->start[1];
    other->group[2] = (uint32_t)(row / launch->groups[1]) + launch->start[2];
}

/* The doubt about a work-item's load of a dword, or a place for it; NULL: there is neither. */
static struct check_doubt *find_doubt(struct sim_check *check, uint64_t address, uint32_t item,
                                      bool place)
{
    const size_t start = (size_t)((address * 2654435761u + item * 40503u) >> 7);
    struct check_doubt *free_place = NULL;
    for (size_t i = start; i < start + 32; i++) {
        struct check_doubt *doubt = &check->doubts[i % CHECK_DOUBTS];
        if (doubt->used && doubt->address == address && doubt->item == item)
            return doubt;
        if (!doubt->used && !free_place)
            free_place = doubt;
    }
    return place ? free_place : NULL;
}

/* Reports a doubtful pair of accesses. Of two pairs in one place only the first is reported. */
static void report_doubt(struct sim_check *check, struct check_doubt *doubt)
{
    if (doubt->used)
        check_report(check, CHECK_races, &doubt->fault, &doubt->other, doubt->other_what, "%s",
                     doubt->what);
    doubt->used = false;
}

void check_doubts_end(struct sim_check *check)
{
    for (unsigned i = 0; check->doubtful && i < CHECK_DOUBTS; i++)
        report_doubt(check, &check->doubts[i]);
    check->doubtful = false;
}

void race_drop_doubt(struct sim_check *check, uint64_t address, uint32_t item)
{
    struct check_doubt *doubt = find_doubt(check, address, item, false);
    if (doubt)
        doubt->used = false;
}

/* Where there are too many, some are not reported. */
static void add_doubt(struct sim_check *check, const struct check_doubt *doubt)
{
    struct check_doubt *place = find_doubt(check, doubt->address, doubt->item, true);
    if (!place || place->used)
        return;
    *place = *doubt;
    check->doubtful = true;
}

/* Whether an access is to memory that built-in functions have for themselves. */
static bool is_library(const struct check_object *objects, unsigned count,
                       const struct check_access *access)
{
    for (unsigned i = 0; i < count; i++) {
        const struct guide_object *is = &objects[i].is;
        if (is->library && is->space == access->space && access->address >= is->start &&
            access->address < is->end)
            return true;
    }
    return false;
}

/* True for a write to the place that takes records which do not fit the buffer of printf: nobody
 * reads it. */
static bool is_given_away(const struct sim_check *check, const struct check_access *access)
{
    return access->space == GUIDE_POOL && is_library(check->objects, check->object_count, access);
}

/* Within a wavefront built-in functions know how its lanes run. So do programs that use sub-groups,
 * which are wavefronts: their barriers leave no instruction. Wavefronts know nothing of each other.
 */
static bool is_excused(const struct sim_check *check, const struct sim_wave *wave,
                       const struct check_access *access, uint64_t cell, uint64_t now)
{
    const uint32_t size = wave->launch->wave_size;
    const unsigned at = check->cells.item_at, bits = check->cells.item_bits;
    if (cell_is_copy(check, cell) || cell_is_copy(check, now))
        return false;
    if (!cell_same_group(check, cell, now) ||
        cell_part(cell, at, bits) / size != cell_part(now, at, bits) / size)
        return false;
    return check->has_sub_groups || (access->space == GUIDE_LOCAL &&
                                     is_library(check->variables, check->variable_count, access));
}

void race_report(struct sim_check *check, const struct sim_wave *wave,
                 const struct check_access *access, uint64_t cell, uint64_t now, bool wrote)
{
    if (is_given_away(check, access) || is_excused(check, wave, access, cell, now))
        return;
    const bool atomic = cell >> ATOMIC_LO & 1u, copies = cell_is_copy(check, cell);
    struct check_doubt doubt = {.used = true, .address = access->address / 4};
    char what[CHECK_ACCESS_TEXT];
    check_fault(wave, access, &doubt.fault);
    check_access_text(access, what);
    snprintf(doubt.what, sizeof(doubt.what), "race: %s%s conflicts", what,
             cell_is_copy(check, now) ? ", of an asynchronous copy," : "");
    describe(check, access, cell, wrote, &doubt.other);
    doubt.other.has_item = !cell_same_item(check, cell, now) && !copies;
    snprintf(doubt.other_what, sizeof(doubt.other_what), "%s%s, %s",
             copies                 ? "an asynchronous copy, whose "
             : doubt.other.has_item ? ""
                                    : "another work-item, whose ",
             atomic  ? "atomic operation"
             : wrote ? "store"
                     : "load",
             copies && cell_same_group(check, cell, now) ? "before its event has been waited for"
             : cell_same_group(check, cell, now)
                 ? check->epoch == check->local_epoch
                       ? "without a barrier between them"
                       : "without a barrier with a fence of that memory between them"
                 : "which no barrier orders, as it is of another group");
    doubt.item = cell_global_item(check, access->atomic ? cell : now);
    if (access->atomic != atomic && (access->atomic ? !wrote : !access->store))
        add_doubt(check, &doubt);
    else
        check_report(check, CHECK_races, &doubt.fault, &doubt.other, doubt.other_what, "%s",
                     doubt.what);
}
