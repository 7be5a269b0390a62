/* SPDX-License-Identifier: MIT */
/* release.c: references to objects, and the end of these. */
#include <stdlib.h>

#include "program-tester/base/util.h"
#include "program-tester/record/replay/replay.h"

void replay_retain(enum object_kind kind, void *handle)
{
    if (kind == OBJECT_BUFFER || kind == OBJECT_IMAGE)
        clRetainMemObject(handle);
    else if (kind == OBJECT_SAMPLER)
        clRetainSampler(handle);
    else if (kind == OBJECT_QUEUE)
        clRetainCommandQueue(handle);
}

void replay_release(enum object_kind kind, void *handle)
{
    switch (kind) {
    case OBJECT_CONTEXT:
        clReleaseContext(handle);
        break;
    case OBJECT_QUEUE:
        clReleaseCommandQueue(handle);
        break;
    case OBJECT_BUFFER:
    case OBJECT_IMAGE:
        clReleaseMemObject(handle);
        break;
    case OBJECT_SAMPLER:
        clReleaseSampler(handle);
        break;
    case OBJECT_PROGRAM:
        clReleaseProgram(handle);
        break;
    case OBJECT_KERNEL:
        clReleaseKernel(handle);
        break;
    case OBJECT_EVENT:
        clReleaseEvent(handle);
        break;
    default:
        break;
    }
}

/* Numbers and bytes, which tell of arguments, stay. */
static void release_arguments(struct thing *kernel)
{
    for (size_t i = 0; i < kernel->argument_count; i++) {
        replay_release(kernel->arguments[i].kind, kernel->arguments[i].handle);
        kernel->arguments[i].kind = OBJECT_NONE;
    }
}

void replay_drop(struct thing *thing)
{
    if (thing->handle)
        replay_release(thing->kind, thing->handle);
    if (thing->event)
        clReleaseEvent(thing->event);
    release_arguments(thing);
    for (size_t i = 0; i < thing->argument_count; i++)
        free(thing->arguments[i].bytes);
    free(thing->arguments);
    free(thing->host);
    free(thing->options);
    free(thing->name);
    *thing = (struct thing){.kind = OBJECT_NONE};
}

static void release_queue(struct thing *queue)
{
    if (!queue->handle)
        return;
    clFinish(queue->handle);
    replay_release(OBJECT_QUEUE, queue->handle);
    queue->handle = NULL;
}

void replay_event_set(struct replay *replay, struct thing *event)
{
    event->modes[0] = 0;
    if (--replay->waiting)
        return;
    for (size_t i = 0; i < replay->late_count; i++)
        release_queue(replay->things[replay->late[i]]);
    replay->late_count = 0;
}

/* A queue whose commands may wait for a user event is finished and released when that has its
 * status: true where it has to be. */
static bool release_later(struct replay *replay, const struct thing *thing)
{
    if (thing->kind != OBJECT_QUEUE || !replay->waiting)
        return false;
    replay->late =
        pt_grow(replay->late, &replay->late_room, replay->late_count + 1, sizeof *replay->late);
    replay->late[replay->late_count++] = thing->id;
    return true;
}

/* Names and arguments are still told of what was released: only the handle goes. The memory of
 * CL_MEM_USE_HOST_PTR stays, for commands may still use it. */
void play_release(struct replay *replay, struct unpack *fields)
{
    const uint64_t id = unpack_number(fields);
    struct thing *thing = id && id < replay->thing_count ? replay->things[id] : NULL;

    if (!thing || !thing->handle || release_later(replay, thing))
        return;
    if (thing->kind == OBJECT_QUEUE) {
        release_queue(thing);
        return;
    }
    if (thing->kind == OBJECT_EVENT && thing->modes[0]) { /* nobody can set it any more */
        clSetUserEventStatus(thing->handle, CL_INVALID_EVENT);
        replay_event_set(replay, thing);
    }
    if (thing->kind == OBJECT_BUFFER || thing->kind == OBJECT_IMAGE) {
        replay_forget(replay, id, NULL);
        replay->bytes -= thing->size <= replay->bytes ? thing->size : 0;
    }
    release_arguments(thing);
    replay_release(thing->kind, thing->handle);
    thing->handle = NULL;
}
