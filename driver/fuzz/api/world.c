/* SPDX-License-Identifier: MIT */
/* world.c: the objects of a sequence: picked, counted, given up and released. */
#include <stdlib.h>

#include "driver/base/count.h"
#include "driver/fuzz/api/world_state.h"

struct world world = {.lock = PTHREAD_MUTEX_INITIALIZER};

void CL_CALLBACK world_ignore_message(const char *message, const void *data, size_t size,
                                      void *user)
{
    (void)message;
    (void)data;
    (void)size;
    (void)user;
}

/* ---- callbacks ---- */

void world_expect_callbacks(int more)
{
    atomic_fetch_add(&world.expected, (unsigned)more);
}

void CL_CALLBACK world_called_event(cl_event event, cl_int status, void *data)
{
    (void)data;
    if (opened.strict) /* whoever has released it, here it may be used */
        DO(clGetEventInfo(event, CL_EVENT_CONTEXT, 0, NULL, NULL));
    assert(status == CL_COMPLETE || status == CL_RUNNING || status == CL_SUBMITTED || status < 0);
    atomic_fetch_add(&world.called, 1);
}

void CL_CALLBACK world_called_mem(cl_mem mem, void *data)
{
    (void)data;
    if (opened.strict) /* "this memory object is no longer valid": OpenCL 3.0 */
        assert(clRetainMemObject(mem) == CL_INVALID_MEM_OBJECT);
    atomic_fetch_add(&world.called, 1);
}

void CL_CALLBACK world_called_context(cl_context context, void *data)
{
    (void)context;
    atomic_fetch_add(data ? &world.ended : &world.called, 1);
}

void CL_CALLBACK world_ignore_program(cl_program program, void *data)
{
    (void)program;
    (void)data;
}

/* ---- input ---- */

uint8_t world_byte(struct world_actor *actor)
{
    return actor->at < actor->end ? *actor->at++ : 0;
}

void *world_room(struct world_actor *actor, size_t bytes)
{
    assert(actor->room_count < COUNT(actor->rooms));
    void *room = calloc(1, bytes ? bytes : 1);
    assert(room);
    return actor->rooms[actor->room_count++] = room;
}

void world_leave_rooms(struct world_actor *actor)
{
    while (actor->room_count)
        free(actor->rooms[--actor->room_count]);
}

/* ---- objects ---- */

/* clang-format off */
#define CLASSES(row) \
    row(WORLD_DEVICE, Device, cl_device_id, CL_DEVICE_REFERENCE_COUNT) \
    row(WORLD_CONTEXT, Context, cl_context, CL_CONTEXT_REFERENCE_COUNT) \
    row(WORLD_QUEUE, CommandQueue, cl_command_queue, CL_QUEUE_REFERENCE_COUNT) \
    row(WORLD_BUFFER, MemObject, cl_mem, CL_MEM_REFERENCE_COUNT) \
    row(WORLD_IMAGE, MemObject, cl_mem, CL_MEM_REFERENCE_COUNT) \
    row(WORLD_PROGRAM, Program, cl_program, CL_PROGRAM_REFERENCE_COUNT) \
    row(WORLD_KERNEL, Kernel, cl_kernel, CL_KERNEL_REFERENCE_COUNT) \
    row(WORLD_EVENT, Event, cl_event, CL_EVENT_REFERENCE_COUNT) \
    row(WORLD_SAMPLER, Sampler, cl_sampler, CL_SAMPLER_REFERENCE_COUNT)
/* clang-format on */

static cl_int retain(enum world_kind kind, void *handle)
{
    switch (kind) {
#define RETAIN(Kind, Name, type, count)                                                            \
    case Kind:                                                                                     \
        return clRetain##Name((type)handle);
        CLASSES(RETAIN)
    default:
        return CL_SUCCESS;
    }
}

cl_int world_release(enum world_kind kind, void *handle)
{
    switch (kind) {
#define RELEASE(Kind, Name, type, count)                                                           \
    case Kind:                                                                                     \
        return clRelease##Name((type)handle);
        CLASSES(RELEASE)
    default:
        return CL_SUCCESS;
    }
}

static cl_uint references(enum world_kind kind, void *handle)
{
    cl_uint references = 0;

    switch (kind) {
#define REFERENCES(Kind, Name, type, count)                                                        \
    case Kind:                                                                                     \
        DO(clGet##Name##Info((type)handle, count, sizeof references, &references, NULL));          \
        break;
        CLASSES(REFERENCES)
    default:
        break;
    }
    return references;
}

static struct world_object *find(const void *handle)
{
    for (unsigned i = 0; i < world.count; i++)
        if (world.objects[i].handle == handle)
            return &world.objects[i];
    return NULL;
}

static bool is_kind(enum world_kind kind, enum world_kind wanted)
{
    return kind == wanted || (wanted == WORLD_MEM && (kind == WORLD_BUFFER || kind == WORLD_IMAGE));
}

static enum world_kind kind_of_mem(cl_mem mem)
{
    cl_mem_object_type type = 0;

    DO(clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL));
    return type == CL_MEM_OBJECT_BUFFER ? WORLD_BUFFER : WORLD_IMAGE;
}

/* Adds an object that one handle has been given of. False: there is no room. */
static bool add(enum world_kind kind, void *handle)
{
    struct world_object *object = find(handle);

    if (object) { /* the root device, again */
        object->taken += kind != WORLD_DEVICE;
        return true;
    }
    if (world.count == WORLD_OBJECTS)
        return false;
    if (kind == WORLD_MEM)
        kind = kind_of_mem(handle);
    object = &world.objects[world.count++];
    *object = (struct world_object){kind, handle, kind > WORLD_DEVICE, false};
    if (kind == WORLD_DEVICE && handle != opened.device)
        object->taken = 1;
    DO(retain(kind, handle));
    return true;
}

void world_add(enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    const bool added = add(kind, handle);
    pthread_mutex_unlock(&world.lock);
    if (!added)
        DO(world_release(kind == WORLD_MEM ? WORLD_BUFFER : kind, handle));
}

/* Kernels are set and launched by one thread each, as OpenCL wants it. */
static bool may_pick(const struct world_actor *actor, unsigned i)
{
    return world.objects[i].kind != WORLD_KERNEL || i % 2 == actor->number % 2 || !actor->number;
}

/* The first object of a kind from a place on, among so many. */
static void *pick_of(struct world_actor *actor, enum world_kind kind, unsigned from, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const unsigned at = (from + i) % count;
        if (is_kind(world.objects[at].kind, kind) && world_holds(&world.objects[at]) &&
            may_pick(actor, at))
            return world.objects[at].handle;
    }
    return NULL;
}

/* One that the sequence has given up, if there is any of the kind. */
static void *pick_gone(enum world_kind kind, uint8_t choice)
{
    for (unsigned i = 0; i < world.count; i++) {
        const struct world_object *object = &world.objects[(choice + i) % world.count];
        if (is_kind(object->kind, kind) && !world_holds(object))
            return object->handle;
    }
    return NULL;
}

/* No handle: beside an object, or anything. The ICD loader would read from it. */
static void *pick_wild(uint8_t choice)
{
#ifdef FUZZ_THROUGH_LOADER
    (void)choice;
    return NULL;
#else
    static const unsigned beside[] = {1, 4, 8, 32};
    const uintptr_t anything[] = {choice, (uintptr_t)opened.host, (uintptr_t)&opened, UINTPTR_MAX};
    char *handle = world.objects[choice % world.count].handle;

    return choice & 4 ? handle + beside[choice % COUNT(beside)]
                      : (void *)anything[choice % COUNT(anything)];
#endif
}

static void *pick_invalid(struct world_actor *actor, enum world_kind kind, bool wild)
{
    const uint8_t choice = world_byte(actor);

    pthread_mutex_lock(&world.lock);
    void *handle = wild ? pick_wild(choice) : pick_gone(kind, choice);
    pthread_mutex_unlock(&world.lock);
    return handle;
}

/* Picks an object of the kind: mostly one that the world began with, in its first context, or one
 * that the sequence made, of which those in contexts of its own go with few others; then any; one
 * that was given up; no object; any object at all; none. */
void *world_pick(struct world_actor *actor, enum world_kind kind)
{
    const uint8_t choice = world_byte(actor);
    const unsigned first = kind > WORLD_QUEUE ? 0x90 : 0xe0;
    void *handle = NULL;

    if (choice >= 0xfb)
        return NULL;
    if (opened.strict && choice >= 0xea && choice < 0xf6)
        return pick_invalid(actor, kind, choice >= 0xf2);
    pthread_mutex_lock(&world.lock);
    if (choice < first)
        handle = pick_of(actor, kind, choice, world.first_count);
    else if (choice < 0xf6 || !opened.strict)
        handle = pick_of(actor, kind, world.count - 1 - choice % 32 % world.count, world.count);
    else
        handle = pick_of(actor, WORLD_PLATFORM + choice % (WORLD_KINDS - 1), choice, world.count);
    pthread_mutex_unlock(&world.lock);
    return handle;
}

void *world_first(enum world_kind kind)
{
    return pick_of(&(struct world_actor){0}, kind, 0, world.count);
}

void world_add_map(const void *mem, void *pointer)
{
    pthread_mutex_lock(&world.lock);
    if (world.map_count < WORLD_MAPS) {
        world.maps[world.map_count].mem = mem;
        world.maps[world.map_count++].pointer = pointer;
    }
    pthread_mutex_unlock(&world.lock);
}

void *world_pick_map(struct world_actor *actor, const void *mem)
{
    const uint8_t choice = world_byte(actor);
    void *pointer = opened.host;

    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.map_count && choice < 0xf0; i++)
        if (world.maps[i].mem == mem || choice >= 0xe0)
            pointer = world.maps[i].pointer;
    pthread_mutex_unlock(&world.lock);
    return choice < 0xf8 ? pointer : NULL;
}

bool world_is(enum world_kind kind, const void *handle)
{
    pthread_mutex_lock(&world.lock);
    const struct world_object *object = find(handle);
    pthread_mutex_unlock(&world.lock);
    return object && is_kind(object->kind, kind);
}

/* The root device is not counted. */
static struct world_object *find_counted(enum world_kind kind, const void *handle)
{
    struct world_object *object = find(handle);

    return object && is_kind(object->kind, kind) && handle != opened.device ? object : NULL;
}

void world_keep(enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    struct world_object *object = find_counted(kind, handle);
    if (object)
        object->taken++;
    pthread_mutex_unlock(&world.lock);
}

/* Gives up an object, now and then: a sequence without objects reaches nothing. A user event first
 * gets its status, as who waits for it would wait for ever (OpenCL 3.0, clReleaseEvent). */
static bool give_up(struct world_actor *actor, struct world_object *object)
{
    const unsigned odds = object->kind > WORLD_QUEUE ? 0x80 : 0x20;

    if (world_byte(actor) >= odds)
        return false;
    if (object->kind == WORLD_EVENT)
        clSetUserEventStatus(object->handle, CL_COMPLETE);
    return object->gone = true;
}

static enum world_gives give(struct world_actor *actor, struct world_object *object)
{
    if (object->taken) {
        object->taken--;
        return WORLD_GIVES_ONE;
    }
    if (!opened.strict)
        return WORLD_KEEPS;
    if (object->gone) /* with threads, another one may get it back */
        return actor->number ? WORLD_KEEPS : WORLD_GIVES_NONE;
    return give_up(actor, object) ? WORLD_GIVES_ONE : WORLD_KEEPS;
}

enum world_gives world_give_back(struct world_actor *actor, enum world_kind kind, void *handle)
{
    pthread_mutex_lock(&world.lock);
    struct world_object *object = find_counted(kind, handle);
    const enum world_gives gives = object ? give(actor, object) : WORLD_GIVES_UNKNOWN;
    pthread_mutex_unlock(&world.lock);
    return gives;
}

/* Contexts, devices, programs and memory objects may be named by a query of what keeps them. */
bool world_is_invalid(const void *handle)
{
    pthread_mutex_lock(&world.lock);
    const struct world_object *object = find(handle);
    const bool is_invalid =
        handle && (!object || (!world_holds(object) &&
                               (object->kind == WORLD_QUEUE || object->kind >= WORLD_KERNEL)));
    pthread_mutex_unlock(&world.lock);
    return is_invalid;
}

void world_settle(struct world_actor *actor)
{
    const uint8_t choice = world_byte(actor);

    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.count; i++) {
        struct world_object *object = &world.objects[i];
        if (object->kind == WORLD_EVENT)
            clSetUserEventStatus(object->handle, choice < 0xe0 ? CL_COMPLETE : -1);
        else if (object->kind == WORLD_QUEUE)
            clFlush(object->handle);
    }
    pthread_mutex_unlock(&world.lock);
}

static void check_count(const struct world_object *object)
{
    const cl_uint counted = references(object->kind, object->handle);
    const cl_uint wanted = object->taken + !object->gone;

    if (counted != wanted)
        fprintf(stderr, "object of kind %d: %u references, not %u\n", object->kind, counted,
                wanted);
    assert(counted == wanted);
}

/* Other drivers may count their own. */
void world_check_counts(void)
{
    if (!opened.strict)
        return;
    pthread_mutex_lock(&world.lock);
    for (unsigned i = 0; i < world.count; i++) {
        const struct world_object *object = &world.objects[i];
        const bool root = object->handle == opened.device;
        if (object->kind > WORLD_PLATFORM && !root && world_holds(object))
            check_count(object);
    }
    pthread_mutex_unlock(&world.lock);
}
