/* SPDX-License-Identifier: MIT */
/* objects.c: what the launch's driver says that pointers point to, and where pointers begin: the
 * dwords of the inputs that hold addresses. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/check/check.h"
#include "driver/sim/exec/provenance.h"

static unsigned count_objects(const struct guide *guide)
{
    struct guide_object object;
    unsigned count = 0;
    while (count < CHECK_MIXED - 1u && guide->object(guide, count, &object))
        count++;
    return count;
}

static bool tag_constants(struct sim_check *check)
{
    const struct sim_program *program = check->launch->program;
    check->constant_tags = calloc(program->const_count + 1ull, sizeof(*check->constant_tags));
    if (!check->constant_tags)
        return false;
    for (uint32_t i = 0; i < program->const_count; i++)
        check->constant_tags[i] =
            check_input_tag(check, sim_const_input(check->launch->guide, &program->consts[i]));
    return true;
}

static bool has_sub_groups(const struct guide *guide)
{
    struct guide_program program = {0};
    static const char word[] = "sub_group_";
    if (!guide->program)
        return false;
    guide->program(guide, &program);
    return program.source && memmem(program.source, program.source_size, word, sizeof(word) - 1);
}

bool check_objects_init(struct sim_check *check)
{
    const struct guide *guide = check->launch->guide;
    check->has_sub_groups = has_sub_groups(guide);
    const unsigned count = guide->object ? count_objects(guide) : 0;
    check->objects = calloc(count + 1ull, sizeof(*check->objects));
    check->variables = calloc(count + 1ull, sizeof(*check->variables));
    if (!check->objects || !check->variables)
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct check_object object = {.number = i};
        if (!guide->object(guide, i, &object.is))
            continue;
        const bool named = object.is.input != GUIDE_NO_INPUT;
        if (named)
            check->objects[check->object_count++] = object;
        if (object.is.end > object.is.start && (!named || object.is.space == GUIDE_LOCAL))
            check->variables[check->variable_count++] = object;
    }
    return tag_constants(check);
}

uint16_t check_input_tag(const struct sim_check *check, uint64_t byte)
{
    for (unsigned i = 0; i < check->object_count; i++)
        if (check->objects[i].is.input == byte)
            return (uint16_t)(i + 1);
    return CHECK_NUMBER;
}

const struct check_object *check_object_of(const struct sim_check *check, uint16_t tag,
                                           enum guide_space space)
{
    assert(!tag || tag == CHECK_MIXED || tag <= check->object_count);
    if (!tag || tag == CHECK_MIXED || check->objects[tag - 1].is.space != space)
        return NULL;
    return &check->objects[tag - 1];
}

struct check_found check_find_variable(const struct sim_check *check,
                                       const struct check_access *access)
{
    bool any = false;
    for (unsigned i = 0; i < check->variable_count; i++) {
        const struct guide_object *variable = &check->variables[i].is;
        if (variable->space != access->space)
            continue;
        /* Private memory is accessed by whole dwords, even where a byte of one is meant. */
        const uint64_t end =
            access->space == GUIDE_PRIVATE ? (variable->end + 3) / 4 * 4 : variable->end;
        if (access->address >= variable->start && access->address + access->bytes <= end)
            return (struct check_found){true, variable};
        any = true;
    }
    return (struct check_found){!any, NULL};
}

bool check_has_variables(const struct sim_check *check, const struct guide_object *object)
{
    for (unsigned i = 0; i < check->variable_count; i++)
        if (check->variables[i].is.space == object->space && object->space == GUIDE_POOL &&
            check->variables[i].is.start >= object->start &&
            check->variables[i].is.end <= object->end)
            return true;
    return false;
}
