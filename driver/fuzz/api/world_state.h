/* SPDX-License-Identifier: MIT */
/* world_state.h: what world.c and begin.c share: the objects of a sequence, and the device. */
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#include "driver/fuzz/api/world.h"

enum { WORLD_OBJECTS = 256, WORLD_MAPS = 64 };

struct world_object {
    enum world_kind kind;
    void *handle;
    unsigned taken; /* handles that the sequence may give back */
    bool gone;      /* it has given back the world's own, too */
};

extern struct world {
    pthread_mutex_t lock;
    struct world_object objects[WORLD_OBJECTS];
    unsigned count;
    struct {
        const void *mem;
        void *pointer;
    } maps[WORLD_MAPS];
    unsigned map_count;
    unsigned first_count; /* objects of the first context, the device and the platform */
    atomic_uint expected, called, contexts, ended;
} world;

extern struct opened {
    cl_platform_id platform;
    cl_device_id device;
    char *host;
    unsigned char *binary;
    size_t binary_size;
    bool strict;
} opened;

/* A call that must succeed. */
#define DO(call)                                                                                   \
    do {                                                                                           \
        const cl_int done = call;                                                                  \
        if (done)                                                                                  \
            fprintf(stderr, "%s: %d\n", #call, done);                                              \
        assert(!done);                                                                             \
    } while (0)

static inline bool world_holds(const struct world_object *object)
{
    return object->taken || !object->gone;
}

/* The first object of a kind. */
void *world_first(enum world_kind kind);
/* Gives back one handle of an object. */
cl_int world_release(enum world_kind kind, void *handle);
