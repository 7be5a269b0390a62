/* SPDX-License-Identifier: MIT */
/* object.c: lives and counts of all OpenCL objects, and what calls hold of them. */
#include "driver/clover/object/object.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint generation = 1;

void *clover_object_create(const struct clover_class *class)
{
    assert(class->size >= sizeof(struct clover_object) && class->destroy);
    struct clover_object *object = clover_slot_take(class);

    if (!object)
        return NULL;
    object->class = class;
    object->life++;
    atomic_store(&object->generation, atomic_load(&generation));
    atomic_store(&object->named, false);
    atomic_store(&object->handles, 1);
    atomic_store(&object->refs, 1);
    return object;
}

void clover_objects_orphaned(void)
{
    atomic_fetch_add(&generation, 1);
}

static bool is_orphan(const struct clover_object *object)
{
    static atomic_bool told;
    const unsigned made_in = atomic_load_explicit(&object->generation, memory_order_relaxed);

    if (made_in == 0 || made_in == atomic_load_explicit(&generation, memory_order_relaxed))
        return false;
    if (!atomic_exchange(&told, true))
        fprintf(stderr,
                "rootle: an OpenCL object of a process cannot be used in its fork()ed child; "
                "make a new context there\n");
    return true;
}

void clover_ref(void *handle)
{
    struct clover_object *object = handle;

    unsigned before = atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
    (void)before;
    assert(before > 0);
}

void clover_unref(void *handle)
{
    struct clover_object *object = handle;

    if (!object)
        return;
    unsigned before = atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel);
    assert(before > 0);
    if (before == 1) {
        const struct clover_class *class = object->class;
        class->destroy(object);
        clover_slot_return(object, class);
    }
}

/* ---- handles ---- */

/* A reference on what may have none any more: false. */
static bool try_ref(struct clover_object *object)
{
    unsigned refs = atomic_load_explicit(&object->refs, memory_order_relaxed);

    do {
        if (refs == 0)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&object->refs, &refs, refs + 1,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

/* Whether the application may use an object, which somebody holds. */
static bool is_usable(const struct clover_object *object)
{
    return atomic_load(&object->handles) || atomic_load(&object->named) ||
           atomic_load(&object->loans);
}

/* The object that a handle is, with a reference; NULL: none of the class that may be used. */
static struct clover_object *take(const void *handle, const struct clover_class *class)
{
    struct clover_object *object = (struct clover_object *)handle;

    if (!handle || (handle != class->permanent && !clover_slot_is(handle, class)) ||
        is_orphan(object) || !try_ref(object))
        return NULL;
    if (is_usable(object))
        return object;
    clover_unref(object);
    return NULL;
}

/* ---- calls ---- */

static _Thread_local struct clover_call *current;

void clover_call_begin(struct clover_call *call)
{
    call->outer = current;
    call->count = 0;
    call->room = CLOVER_HELD_FEW;
    call->held = call->few;
    current = call;
}

void clover_call_end(struct clover_call *call)
{
    assert(current == call); /* calls end in the reverse order of their beginnings */
    while (call->count)
        clover_unref(call->held[--call->count]);
    if (call->held != call->few)
        free(call->held);
    current = call->outer;
}

static bool make_room(struct clover_call *call)
{
    assert(call->count <= call->room);
    if (call->count < call->room)
        return true;
    struct clover_object **few = call->held == call->few ? call->few : NULL;
    struct clover_object **grown =
        realloc(few ? NULL : call->held, 2 * call->room * sizeof(struct clover_object *));
    if (!grown)
        return false;
    if (few)
        memcpy(grown, few, sizeof call->few);
    call->held = grown;
    call->room *= 2;
    return true;
}

bool clover_is(const void *handle, const struct clover_class *class)
{
    struct clover_object *object = take(handle, class);

    assert(current);
    if (!object)
        return false;
    if (make_room(current)) {
        current->held[current->count++] = object;
        return true;
    }
    clover_unref(object);
    return false;
}

bool clover_is_still(const void *handle, const struct clover_class *class, unsigned life)
{
    return clover_is(handle, class) && ((const struct clover_object *)handle)->life == life;
}

bool clover_describe_handle(const void *handle, cl_int error, char text[64])
{
    const struct clover_class *class = clover_slot_class(handle);
    struct clover_object *object = class ? take(handle, class) : NULL;
    const bool is_usable = object;

    clover_unref(object);
    if (!class)
        snprintf(text, 64, "is no object of this driver");
    else
        snprintf(text, 64, "is %s%s", class->name, is_usable ? "" : " that was released");
    return !class || (is_usable ? class->invalid != error : !is_orphan(handle));
}

/* ---- counts ---- */

void clover_give(void *handle)
{
    struct clover_object *object = handle;

    assert(atomic_load(&object->refs) > 0);
    if (atomic_fetch_add(&object->handles, 1) == 0)
        clover_ref(object);
}

void clover_name(void *handle)
{
    struct clover_object *object = handle;

    if (object && !object->class->released && atomic_load(&object->handles) == 0)
        atomic_store(&object->named, true);
}

void clover_lend(void *handle)
{
    clover_ref(handle);
    atomic_fetch_add(&((struct clover_object *)handle)->loans, 1);
}

void clover_take_back(void *handle)
{
    const unsigned before = atomic_fetch_sub(&((struct clover_object *)handle)->loans, 1);
    (void)before;
    assert(before > 0);
    clover_unref(handle);
}

cl_int clover_retain(void *handle, const struct clover_class *class)
{
    struct clover_object *object = take(handle, class);

    if (!object)
        return class->invalid;
    clover_give(object);
    clover_unref(object);
    return CL_SUCCESS;
}

cl_int clover_release(void *handle, const struct clover_class *class)
{
    struct clover_object *object = take(handle, class);

    if (!object)
        return class->invalid;
    unsigned handles = atomic_load(&object->handles);
    while (handles && !atomic_compare_exchange_weak(&object->handles, &handles, handles - 1))
        ;
    if (handles == 1) {
        atomic_store(&object->named, false);
        if (class->released)
            class->released(object);
        clover_unref(object);
    }
    clover_unref(object);
    return handles ? CL_SUCCESS : class->invalid;
}
