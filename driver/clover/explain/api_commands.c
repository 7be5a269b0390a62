/* SPDX-License-Identifier: MIT */
/* api_commands.c: which commands certainly end before which. */
#include "driver/clover/explain/api_commands.h"
#include "driver/clover/queue/event.h"

struct command api_commands[COMMANDS];
static uint64_t last_number;

static unsigned slot_of(const struct command *command)
{
    return (unsigned)(command - api_commands);
}

static void forget(struct command *command)
{
    const uint64_t bit = 1ull << slot_of(command);

    for (unsigned i = 0; i < COMMANDS; i++)
        api_commands[i].before &= ~bit;
    *command = (struct command){0};
}

void command_end(struct command *command)
{
    const uint64_t ended = command->before | 1ull << slot_of(command);

    for (unsigned i = 0; i < COMMANDS; i++)
        if (ended >> i & 1u && api_commands[i].number)
            forget(&api_commands[i]);
}

static struct command *find_event(cl_event event)
{
    for (unsigned i = 0; event && i < COMMANDS; i++)
        if (api_commands[i].number && api_commands[i].event == event)
            return &api_commands[i];
    return NULL;
}

void command_end_event(cl_event event)
{
    struct command *command = find_event(event);

    if (command)
        command_end(command);
}

void command_end_queue(cl_command_queue queue)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (api_commands[i].number && api_commands[i].queue == queue)
            command_end(&api_commands[i]);
}

struct command *command_make(void)
{
    struct command *oldest = &api_commands[0];

    for (unsigned i = 0; i < COMMANDS && oldest->number; i++)
        if (api_commands[i].number < oldest->number)
            oldest = &api_commands[i];
    if (oldest->number)
        forget(oldest);
    oldest->number = ++last_number;
    return oldest;
}

static void come_behind(struct command *command, const struct command *other)
{
    command->before |= other->before | 1ull << slot_of(other);
    command->loose |= other->loose;
}

void command_wait_for_events(struct command *command, const cl_event *events, size_t count)
{
    for (size_t i = 0; events && i < count; i++) {
        const struct command *other = find_event(events[i]);
        if (other)
            come_behind(command, other);
        else if (clover_is(events[i], &clover_event_class))
            command->loose |= events[i]->type == CL_COMMAND_USER;
    }
}

void command_wait_for_queue(struct command *command, bool all)
{
    for (unsigned i = 0; i < COMMANDS; i++)
        if (api_commands[i].number && &api_commands[i] != command &&
            api_commands[i].queue == command->queue && (all || api_commands[i].barrier))
            come_behind(command, &api_commands[i]);
}
