/* SPDX-License-Identifier: MIT */
/* release.c: references to objects, and the end of these. */
#include <stdlib.h>

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

void replay_drop(struct thing *thing)
{
    if (thing->handle)
        replay_release(thing->kind, thing->handle);
    if (thing->event)
        clReleaseEvent(thing->event);
    for (size_t i = 0; i < thing->argument_count; i++) {
        free(thing->arguments[i].bytes);
        replay_release(thing->arguments[i].kind, thing->arguments[i].handle);
    }
    free(thing->arguments);
    free(thing->host);
    free(thing->options);
    free(thing->name);
    *thing = (struct thing){.kind = OBJECT_NONE};
}

/* Names and arguments are still told of what was released: only the handle goes. The memory of
 * CL_MEM_USE_HOST_PTR stays, for commands may still use it. */
void play_release(struct replay *replay, struct unpack *fields)
{
    const uint64_t id = unpack_number(fields);
    struct thing *thing = id && id < replay->thing_count ? replay->things[id] : NULL;

    if (!thing || !thing->handle)
        return;
    if (thing->kind == OBJECT_QUEUE && replay->waiting)
        return; /* it is finished and released in the end, before the memory that it may use */
    if (thing->kind == OBJECT_QUEUE)
        clFinish(thing->handle);
    if (thing->kind == OBJECT_EVENT && thing->modes[0]) { /* nobody can set it any more */
        clSetUserEventStatus(thing->handle, CL_INVALID_EVENT);
        thing->modes[0] = 0;
        replay->waiting--;
    }
    if (thing->kind == OBJECT_BUFFER || thing->kind == OBJECT_IMAGE) {
        replay_forget(replay, id, NULL);
        replay->bytes -= thing->size <= replay->bytes ? thing->size : 0;
    }
    replay_release(thing->kind, thing->handle);
    thing->handle = NULL;
}
