/* SPDX-License-Identifier: MIT */
/* api_commands.h: commands that the application does not know to have ended, for api_order.c. */
#pragma once

#include "driver/clover/explain/api.h"
#include "driver/clover/memory/memory.h"

enum { COMMANDS = 64, USES = 16 };

struct use {
    const void *root; /* the memory object without a parent; NULL: host memory */
    uint64_t start, end;
    bool write, kernel;
    cl_mem mem;   /* NULL: host memory */
    uint64_t sum; /* of host memory that is read, by host_memory_sum; 0: nobody asks */
};

struct command {
    uint64_t number; /* from 1 on; 0: free */
    uint64_t before; /* a bit for each command that ends before it */
    cl_command_queue queue;
    cl_event event;
    bool barrier;
    bool loose; /* it waits for a user event */
    char name[96];
    struct use uses[USES];
    unsigned use_count;
};

extern struct command api_commands[COMMANDS];

/* A place for a command: where there is none, the oldest is forgotten. */
struct command *command_make(void);
/* The application knows that it has ended: so has what was before it. */
void command_end(struct command *command);
void command_end_event(cl_event event);
void command_end_queue(cl_command_queue queue);
/* The command begins behind those of the events, and behind barriers of its queue, or `all` of it.
 */
void command_wait_for_events(struct command *command, const cl_event *events, size_t count);
void command_wait_for_queue(struct command *command, bool all);
/* api_uses.c: what a call reads and writes, and its name. */
void command_find_uses(struct command *command, const struct api_call *call);
/* Notes a map of a buffer. True: it meets another one, and one of the two is for writing (OpenCL
 * 3.0, 5.5.3). */
bool command_note_mapping(const void *pointer, const struct use *use);
