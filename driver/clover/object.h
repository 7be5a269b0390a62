/* SPDX-License-Identifier: MIT */
/* object.h: what all OpenCL objects have in common: the ICD's dispatch pointer, a class, and two
 * counts.
 *
 * `refs` keeps the memory; whoever stores a pointer holds one. `handles` counts the application's
 * retains, which together hold one of `refs`. So the counts that applications query are exactly
 * theirs, and releasing a handle once too often is an error even while a queued command keeps the
 * object.
 *
 * Objects belong to the process that made them. fork() gives the child none of the threads that run
 * queues and device, and mutexes in whatever state they were: there the objects of the parent are
 * handles of nothing, so that every call with one fails at once without looking into it, while new
 * contexts open a device of the child's own. */
#ifndef ROOTLE_CLOVER_OBJECT_H
#define ROOTLE_CLOVER_OBJECT_H

#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdbool.h>

struct clover_class {
    cl_int invalid;                 /* the error for a handle that is not of this class */
    void (*released)(void *object); /* the application's last handle went; may be NULL */
    void (*destroy)(void *object);  /* nobody holds it any more */
};

struct clover_object {
    const cl_icd_dispatch *dispatch; /* the ICD loader calls through it: must be first */
    const struct clover_class *class;
    atomic_uint refs, handles;
    unsigned generation; /* of the process that made it; 0: no process's, always valid */
};

/* For the few functions that the library shows; the loader finds the others through the table. */
#define CLOVER_EXPORT __attribute__((visibility("default")))

/* Its functions are wrapped when the API is checked (api.h). */
extern cl_icd_dispatch clover_dispatch;

/* Gives the object its class, one handle and the reference that handles hold. */
void clover_object_init(struct clover_object *object, const struct clover_class *class);
void clover_ref(void *handle);
void clover_unref(void *handle); /* NULL is legal */

/* The process is a new one, forked from the one that made all objects so far. */
void clover_objects_orphaned(void);

/* Whether a handle from the application is an object of the class, made by this process. */
bool clover_is(const void *handle, const struct clover_class *class);
/* clRetain* and clRelease*: CL_SUCCESS or the class's error. */
cl_int clover_retain(void *handle, const struct clover_class *class);
cl_int clover_release(void *handle, const struct clover_class *class);

/* The end of a clCreate* function: stores the error where the application wants it. */
static inline void *clover_result(void *object, cl_int error, cl_int *errcode_ret)
{
    if (errcode_ret)
        *errcode_ret = error;
    return error ? NULL : object;
}

#endif
