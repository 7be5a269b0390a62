/* SPDX-License-Identifier: MIT */
/* object.c: reference counting of all OpenCL objects. */
#include "driver/clover/object.h"

#include <assert.h>
#include <stdio.h>

static atomic_uint generation = 1;

void clover_object_init(struct clover_object *object, const struct clover_class *class)
{
    object->dispatch = &clover_dispatch;
    object->class = class;
    atomic_init(&object->refs, 1);
    atomic_init(&object->handles, 1);
    object->generation = atomic_load_explicit(&generation, memory_order_relaxed);
}

void clover_objects_orphaned(void)
{
    atomic_fetch_add(&generation, 1);
}

static bool is_orphan(const struct clover_object *object)
{
    static atomic_bool told;

    if (object->generation == 0 ||
        object->generation == atomic_load_explicit(&generation, memory_order_relaxed))
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
        object->class = NULL;
        class->destroy(object);
    }
}

bool clover_is(const void *handle, const struct clover_class *class)
{
    const struct clover_object *object = handle;

    return object && object->dispatch == &clover_dispatch && object->class == class &&
           !is_orphan(object);
}

cl_int clover_retain(void *handle, const struct clover_class *class)
{
    struct clover_object *object = handle;

    if (!clover_is(object, class))
        return class->invalid;
    /* The object may come from a query after its last handle was released. */
    if (atomic_fetch_add(&object->handles, 1) == 0)
        clover_ref(object);
    return CL_SUCCESS;
}

cl_int clover_release(void *handle, const struct clover_class *class)
{
    struct clover_object *object = handle;

    if (!clover_is(object, class))
        return class->invalid;
    unsigned handles = atomic_load(&object->handles);
    do {
        if (handles == 0)
            return class->invalid;
    } while (!atomic_compare_exchange_weak(&object->handles, &handles, handles - 1));
    if (handles == 1) {
        if (class->released)
            class->released(object);
        clover_unref(object);
    }
    return CL_SUCCESS;
}
