/* SPDX-License-Identifier: MIT */
/* world.h: the OpenCL objects that a fuzzed sequence of calls works on, and where its numbers come
 * from.
 *
 * Every object has one handle of the world's own, so that what the sequence releases mostly stays
 * valid. Of a driver that tells them from others, the sequence gives that back, too, now and then,
 * and goes on to use what it gave up; and pointers that are no objects. The end gives all back, and
 * sees that nothing keeps the contexts. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum world_kind {
    WORLD_NOTHING,
    WORLD_PLATFORM,
    WORLD_DEVICE,
    WORLD_CONTEXT,
    WORLD_QUEUE,
    WORLD_MEM, /* a buffer or an image: no object is kept as such */
    WORLD_BUFFER,
    WORLD_IMAGE,
    WORLD_PROGRAM,
    WORLD_KERNEL,
    WORLD_EVENT,
    WORLD_SAMPLER,
    WORLD_KINDS
};

/* Host memory that commands read and write: more than any box that is no overflow reaches. */
enum { WORLD_HOST_SHIFT = 36 };

/* One thread of a sequence: its input, and what its current call has been given. */
struct world_actor {
    const uint8_t *at, *end;
    unsigned number;
    void *rooms[64]; /* of the call's arrays, each of its exact size */
    unsigned room_count;
};

/* Opens the device and builds the programs, once; false: there is none. */
bool world_open(void);
/* Two contexts with objects of every kind; `host` points to the memory for commands. */
void world_begin(void);
/* Waits for everything, releases everything, and asserts that nothing is left. */
void world_end(void);

/* Whether calls may be given what only a driver that checks all can bear: objects of other kinds
 * and released ones, and what wraps around. */
bool world_is_strict(void);
char *world_host(void);
/* The program of the kernels below as the device has compiled it. */
const unsigned char *world_binary(size_t *size);
/* The kernels: fill(global uint *p, uint v) stores to 64 bytes of p; image(read_only image2d_t in,
 * sampler_t s, write_only image2d_t out, local uint *l, float f); nothing(). */
extern const char world_source[];

/* The next byte of an actor's input; 0 when it has ended. */
uint8_t world_byte(struct world_actor *actor);
/* Memory of a size until the call has returned, zeroed. */
void *world_room(struct world_actor *actor, size_t bytes);
void world_leave_rooms(struct world_actor *actor);

/* A handle for a call: mostly an object of that kind and of the first context, of a strict driver
 * also what is none; NULL: none, or none wanted. */
void *world_pick(struct world_actor *actor, enum world_kind kind);
/* Takes an object that a call has made. */
void world_add(enum world_kind kind, void *handle);
/* Notes a pointer that mapping an object gave, or gives one, mostly of that object. */
void world_add_map(const void *mem, void *pointer);
void *world_pick_map(struct world_actor *actor, const void *mem);

/* Whether the handle is an object of the kind that the sequence works on. */
bool world_is(enum world_kind kind, const void *handle);
/* The sequence has one more handle of the object, if it is of this kind. */
void world_keep(enum world_kind kind, void *handle);
/* Gives one back. */
enum world_gives {
    WORLD_GIVES_UNKNOWN, /* it is no object of the kind */
    WORLD_GIVES_ONE,     /* the release must succeed */
    WORLD_GIVES_NONE,    /* the sequence has none: it must fail */
    WORLD_KEEPS,         /* it is not to be released now */
};
enum world_gives world_give_back(struct world_actor *actor, enum world_kind kind, void *handle);
/* Whether every call that is given the handle must fail: it is no object, or one that was given up.
 */
bool world_is_invalid(const void *handle);
/* Gives every user event its status and every queue to its device, so that a call may wait. */
void world_settle(struct world_actor *actor);
/* Asserts that each object has as many references as were taken, where the driver counts so. */
void world_check_counts(void);

/* Callbacks that count: those that calls registered, of which the end sees all called. */
void world_expect_callbacks(int more);
void CL_CALLBACK world_called_event(cl_event event, cl_int status, void *data);
void CL_CALLBACK world_called_mem(cl_mem mem, void *data);
void CL_CALLBACK world_called_context(cl_context context, void *data);
/* Callbacks that do not. */
void CL_CALLBACK world_ignore_message(const char *message, const void *data, size_t size,
                                      void *user);
void CL_CALLBACK world_ignore_program(cl_program program, void *data);
