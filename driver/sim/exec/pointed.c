/* SPDX-License-Identifier: MIT */
/* pointed.c: whose the pointers of a launch are, by what its program's addresses are made of. */
#include "driver/sim/exec/pointed.h"

#include <stdlib.h>

#include "driver/sim/exec/launch.h"

const char *sim_pointed_complaint(const struct sim_pointed *object, uint64_t start, uint64_t end)
{
    return start < object->start || end > object->end
               ? "lies outside the object that its pointer belongs to"
               : NULL;
}

static unsigned input_count(const struct sim_program *program)
{
    return program->const_count < SIM_POINTER_INPUTS ? program->const_count : SIM_POINTER_INPUTS;
}

/* Notes an object at the inputs that hold its address. */
static void note(const struct sim_launch *launch, const struct guide_object *object,
                 uint32_t number)
{
    const struct sim_program *program = launch->program;
    for (unsigned i = 0; i < input_count(program); i++)
        if (!program->consts[i].bank &&
            program->consts[i].index * 16u + program->consts[i].channel * 4u == object->input)
            launch->pointed[i] = (struct sim_pointed){object->start, object->end, number + 1};
}

/* 1 + the input that an address belongs to; 0: to none, to several, or nobody knows. */
static uint8_t input_of(const struct sim_launch *launch, const struct sim_pointer *pointer)
{
    uint64_t added = pointer->added, mixed = pointer->mixed;
    unsigned found = 0;
    if (pointer->loaded == SIM_POINTER_CHOICE)
        return 0;
    for (; mixed; mixed &= mixed - 1)
        if (launch->pointed[__builtin_ctzll(mixed)].object)
            return 0;
    for (; added; added &= added - 1) {
        const unsigned input = (unsigned)__builtin_ctzll(added);
        const uint32_t object = launch->pointed[input].object;
        if (object && found && launch->pointed[found - 1].object != object)
            return 0;
        if (object)
            found = input + 1;
    }
    return (uint8_t)found;
}

void sim_pointed_find(struct sim_launch *launch)
{
    const struct sim_program *program = launch->program;
    const struct guide *guide = launch->guide;
    const uint32_t accesses = program->fetch_count + program->store_count;
    struct guide_object object;
    if (!guide || !guide->object || !program->pointers || !input_count(program))
        return;
    launch->pointed = calloc(input_count(program), sizeof(*launch->pointed));
    launch->pointed_by = malloc(accesses);
    if (!launch->pointed || !launch->pointed_by) {
        sim_pointed_forget(launch);
        return;
    }
    for (uint32_t i = 0; guide->object(guide, i, &object); i++)
        if (object.space == GUIDE_POOL && object.input != GUIDE_NO_INPUT)
            note(launch, &object, i);
    for (uint32_t i = 0; i < accesses; i++)
        launch->pointed_by[i] = input_of(launch, &program->pointers[i]);
}

void sim_pointed_forget(struct sim_launch *launch)
{
    free(launch->pointed);
    free(launch->pointed_by);
    launch->pointed = NULL;
    launch->pointed_by = NULL;
}

static const struct sim_pointed *at(const struct sim_launch *launch, size_t access)
{
    const uint8_t by = launch->pointed_by ? launch->pointed_by[access] : 0;
    return by ? &launch->pointed[by - 1] : NULL;
}

const struct sim_pointed *sim_pointed_fetch(const struct sim_launch *launch,
                                            const struct sim_fetch *fetch)
{
    return at(launch, (size_t)(fetch - launch->program->fetches));
}

const struct sim_pointed *sim_pointed_store(const struct sim_launch *launch,
                                            const struct sim_store *store)
{
    return at(launch, launch->program->fetch_count + (size_t)(store - launch->program->stores));
}
