/* SPDX-License-Identifier: MIT */
/* bounds.c: accesses against the object that their pointer belongs to. */
#include <inttypes.h>

#include "driver/sim/check/check.h"

static const char *complaint(const struct guide_object *object, const struct check_access *access)
{
    if (access->address < object->start || access->address + access->bytes > object->end)
        return "lies outside the object that its pointer belongs to";
    if (access->store && object->read_only)
        return "is to memory that kernels may only read";
    if (access->store && object->constant)
        return "is to constant memory";
    if (access->store && access->address < object->mapped_end &&
        access->address + access->bytes > object->mapped_start)
        return "is to memory that the host has mapped for reading";
    if (object->write_only && (!access->store || access->atomic))
        return "is to memory that kernels may only write";
    return NULL;
}

/* Addresses that the program makes itself: only the variables are known, with gaps between them. */
static bool misses_variables(const struct sim_check *check, const struct check_object *object,
                             const struct check_access *access)
{
    const bool constants = object && check_has_variables(check, &object->is);
    const bool made = !object && access->space != GUIDE_POOL;
    return (constants || made) && !check_find_variable(check, access).known;
}

/* A constant of the program: its object has variables that may be written, too. */
static const char *complain_of_variable(const struct sim_check *check,
                                        const struct check_object *object,
                                        const struct check_access *access)
{
    const struct guide_object *variable = object && check_has_variables(check, &object->is)
                                              ? check_find_variable(check, access).variable
                                              : NULL;
    return variable ? complaint(variable, access) : NULL;
}

bool check_bounds(struct sim_check *check, const struct sim_wave *wave, uint16_t tag,
                  const struct check_access *access)
{
    const struct check_object *object = check_object_of(check, tag, access->space);
    const char *wrong = object ? complaint(&object->is, access) : NULL;
    char what[CHECK_ACCESS_TEXT];
    struct guide_fault fault;
    wrong = wrong ? wrong : complain_of_variable(check, object, access);
    const bool missed = !wrong && misses_variables(check, object, access);
    if (!wrong && !missed)
        return true;
    check_fault(wave, access, &fault);
    fault.object = missed ? 0 : object->number + 1;
    check_access_text(access, what);
    check_report(check, CHECK_memory, &fault, NULL, NULL, "%s %s", what,
                 missed ? "lies outside every variable" : wrong);
    return false;
}
