/* SPDX-License-Identifier: MIT */
/* object.h: what all OpenCL objects have in common: the ICD's dispatch pointer, a class, and two
 * counts.
 *
 * `refs` keeps the object; whoever stores a pointer holds one. `handles` counts the application's
 * retains, which together hold one of `refs`. So the counts that applications query are exactly
 * theirs, and releasing a handle once too often is an error even while a queued command keeps the
 * object.
 *
 * No handle is trusted. clover_is() finds out whether it is an object of a class before anything is
 * read through it, and holds the object until the call ends, whatever other threads release
 * meanwhile. The application may use an object that it has a handle of; one that it has released,
 * but that lives on in others, from where a query names it again; and one that a callback is called
 * with, until that returns. All else is an invalid handle.
 *
 * Objects belong to the process that made them. fork() gives the child none of the threads that run
 * queues and device, and mutexes in whatever state they were: there the objects of the parent are
 * handles of nothing, so that every call with one fails at once without looking into it, while new
 * contexts open a device of the child's own. */
#pragma once

#include "driver/clover/object/slots.h"

#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdbool.h>

struct clover_class {
    const char *name; /* of an object, with its article, for messages */
    cl_int invalid;   /* the error for a handle that is not of this class */
    size_t size;      /* bytes of an object */
    struct clover_slots *slots;
    const void *permanent;          /* an object that is in no slot and always lives; may be NULL */
    void (*released)(void *object); /* the application's last handle went, for good; may be NULL */
    void (*destroy)(void *object);  /* nobody holds it any more; what it has is to be freed */
};

struct clover_object {
    const cl_icd_dispatch *dispatch; /* the ICD loader calls through it: must be first */
    atomic_uint refs, handles;
    atomic_uint loans;          /* callbacks that run with it as their argument */
    atomic_bool named;          /* by a query, since the application released it */
    unsigned life;              /* which of its slot's objects it is */
    atomic_uint generation;     /* of the process that made it; 0: no process's, always valid */
    struct clover_object *next; /* in the line of slots */
    const struct clover_class *class;
};

/* For the few functions that the library shows; the loader finds the others through the table. */
#define CLOVER_EXPORT __attribute__((visibility("default")))

/* Its functions are wrapped when the API is checked (api.h). */
extern cl_icd_dispatch clover_dispatch;

/* ---- calls ---- */

enum { CLOVER_HELD_FEW = 12 };

/* The objects that a call of the API holds until it ends. */
struct clover_call {
    struct clover_call *outer; /* the call whose callback makes this one */
    size_t count, room;
    struct clover_object **held; /* `few`, or malloc'ed */
    struct clover_object *few[CLOVER_HELD_FEW];
};

void clover_call_begin(struct clover_call *call);
void clover_call_end(struct clover_call *call);

/* The first line of every function of the API that is given a handle. */
#define CLOVER_CALL                                                                                \
    __attribute__((cleanup(clover_call_end))) struct clover_call this_call;                        \
    clover_call_begin(&this_call)

/* ---- lives ---- */

/* A new object of the class, zeroed, with one handle and the reference that handles hold. NULL:
 * memory is short. */
void *clover_object_create(const struct clover_class *class);
void clover_ref(void *handle);
void clover_unref(void *handle); /* NULL is legal */

/* The process is a new one, forked from the one that made all objects so far. */
void clover_objects_orphaned(void);

/* Whether a handle from the application is an object of the class, made by this process, that it
 * may use. Then the current call holds it. */
bool clover_is(const void *handle, const struct clover_class *class);
/* Likewise, and the object that the handle was when its life was noted. */
bool clover_is_still(const void *handle, const struct clover_class *class, unsigned life);
/* Describes a handle that a call has refused with an error: "is a queue that was released" in
 * `text`. False: the handle is valid and the error has another reason, or it is another
 * process's. */
bool clover_describe_handle(const void *handle, cl_int error, char text[64]);
/* clRetain* and clRelease*: CL_SUCCESS or the class's error. */
cl_int clover_retain(void *handle, const struct clover_class *class);
cl_int clover_release(void *handle, const struct clover_class *class);

/* The application gets a handle of an object that it may not know yet. */
void clover_give(void *handle);
/* A query tells the application of an object that its own keep: it may use that again, even if it
 * has released it. NULL is legal. */
void clover_name(void *handle);
/* Around a callback with the object as its argument, which lives as long. */
void clover_lend(void *handle);
void clover_take_back(void *handle);

/* The end of a clCreate* function: stores the error where the application wants it. */
static inline void *clover_result(void *object, cl_int error, cl_int *errcode_ret)
{
    if (errcode_ret)
        *errcode_ret = error;
    return error ? NULL : object;
}
