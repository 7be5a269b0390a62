/* SPDX-License-Identifier: MIT */
/* replay.h: makes the calls of a recording again, on the driver that is there. Nothing of a
 * recording is trusted: objects are looked up by id and kind, sizes have limits, and what cannot be
 * done is said with the number of its record. */
#pragma once

#include <CL/cl.h>
#include <stdio.h>

#include "program-tester/base/json.h"
#include "program-tester/record/reader.h"

enum { HASH_TEXT = 33 };

struct argument {
    bool is_set, is_refused; /* the driver has another than this one, which it did not take */
    enum argument_form form;
    uint64_t id; /* of the object */
    size_t size; /* of the bytes, or of local memory */
    uint8_t *bytes;
    enum object_kind kind; /* of the object, and a reference to it */
    void *handle;
};

/* An object of the recording. Which fields count depends on its kind. */
struct thing {
    enum object_kind kind;
    uint64_t id;
    void *handle; /* NULL: it could not be made */
    uint64_t context;
    /* Memory objects. */
    cl_mem_flags flags;
    size_t size;
    cl_image_format format;
    cl_image_desc desc;
    size_t element;
    uint64_t parent;
    uint64_t root;        /* the object whose memory it lies in; itself, where it has its own */
    uint64_t writes;      /* of a root: how often its memory was written to */
    uint64_t kept_when;   /* `writes` of the root when `kept` was kept */
    char kept[HASH_TEXT]; /* the file that has what is in it, or nothing */
    void *host;           /* what CL_MEM_USE_HOST_PTR was given */
    /* Programs: the record that made it, and the options of its build. */
    size_t made_by;
    char *options;
    bool is_compiled;
    /* Kernels. */
    uint64_t program;
    char *name;
    struct argument *arguments;
    size_t argument_count;
    /* Queues; samplers. */
    cl_device_id device;
    cl_ulong modes[3];
    cl_ulong mip_modes[3]; /* filter, lowest and highest level of detail, as far as has_mips says */
    unsigned has_mips;
    /* Mappings. */
    uint64_t mem;
    cl_event event;
    struct box box;
};

/* A read whose result is not known yet, or a write whose bytes are still needed. */
struct transfer {
    size_t record;
    cl_event event; /* NULL: it has ended */
    void *bytes;    /* NULL: those of a mapping of `mem` */
    uint64_t mem;
    struct box box;
    bool is_read, is_undefined; /* it reads what nobody wrote */
};

struct launched {
    size_t number;
    cl_event event;
};

struct replay {
    struct recording recording;
    /* The command line asks for these. */
    size_t from, until, only; /* launches; 0: all */
    size_t most_bytes;        /* of all memory objects, and of a content */
    const char *states;       /* a folder for what launches read and wrote, or NULL */
    const char *inputs;       /* a folder with what launches are to read, or NULL */
    const char *strip;        /* a folder for a recording of the launch `only`, or NULL */
    double patience;          /* seconds */
    bool is_serial;           /* each command ends before the next one is given */
    bool is_rounded;          /* products, sums, quotients and roots are, each by itself */
    bool has_errors;          /* calls that failed in the application are made, too */
    /* The replay is there now. */
    size_t record, launch;
    bool is_failing, has_failed; /* the call failed in the application; it does here */
    cl_int failed_with;
    cl_platform_id platform;
    cl_device_id devices[16];
    cl_uint device_count, devices_met;
    struct thing **things;
    size_t thing_count;
    unsigned waiting; /* user events that have no status yet */
    uint64_t *late;   /* queues that were released meanwhile */
    size_t late_count, late_room;
    struct transfer *transfers;
    size_t transfer_count, transfer_room;
    struct launched *launches;
    size_t launched_count, launched_room;
    size_t bytes;
    FILE *states_file, *inputs_file;
    struct pt_json json; /* what is told: a line for each launch, each difference, each problem */
    size_t same, different, undefined, problems;
    size_t told_answers, same_answers, other_answers;
    bool is_over;
};

/* Tells what could not be done. */
void replay_problem(struct replay *replay, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Tells and hashes what the driver answers to a call, which was asked for the fact `what`. */
struct hash replay_answer(struct replay *replay, const char *call, uint64_t what, cl_int error,
                          const void *value, size_t size);
/* The name of a record's kind, as ops.def has it. */
const char *replay_name(const struct replay *replay, uint64_t record);
/* Tells of an error of a call; nothing of CL_SUCCESS. Returns true for CL_SUCCESS. */
bool replay_check(struct replay *replay, cl_int error, const char *call);

/* The object with an id, of that kind, with a handle; NULL, where it is not there. */
struct thing *replay_find(struct replay *replay, uint64_t id, enum object_kind kind);
/* The same of the next field. A missing one is told. */
struct thing *replay_take(struct replay *replay, struct unpack *fields, enum object_kind kind);
/* A memory object: a buffer or an image. */
struct thing *replay_mem(struct replay *replay, uint64_t id);
struct thing *replay_take_mem(struct replay *replay, struct unpack *fields);
/* A new object without a handle, whose id is the next field; NULL where the id is wrong. */
struct thing *replay_new(struct replay *replay, struct unpack *fields, enum object_kind kind);
/* The content whose number is the next field, to free(); NULL and size 0 where there is none. */
uint8_t *replay_content(struct replay *replay, struct unpack *fields, size_t *size);
/* Counts memory that is about to be made. Returns false beyond the limit, and tells. */
bool replay_room(struct replay *replay, size_t size);
/* Gives an object back. */
void replay_drop(struct thing *thing);
/* A reference more, or less, to an object of the driver's. */
void replay_retain(enum object_kind kind, void *handle);
void replay_release(enum object_kind kind, void *handle);

/* Takes down that a user event has a status: behind the last, queues are released that were to be.
 */
void replay_event_set(struct replay *replay, struct thing *event);

/* The list of events of a command. */
struct waits {
    cl_uint count;
    cl_event *list; /* NULL where there are none */
    uint64_t event; /* id of the new event, or 0 */
};

struct waits replay_waits(struct replay *replay, struct unpack *fields);
/* After the call: names the event, tells of errors, gives the list back. In serial mode waits until
 * the command has ended. */
bool replay_done(struct replay *replay, struct waits *waits, cl_int error, cl_event event,
                 const char *call);
/* Waits for a command; no longer than `patience` where user events without a status may hold it up.
 * Returns false if it has not ended. */
bool replay_wait(const struct replay *replay, cl_event event);
/* Tells whether a command has ended by an error, which it stores. */
bool replay_failed(cl_event event, cl_int *error);
/* Tells whether a call may block that blocked in the application. */
bool replay_blocks(const struct replay *replay, bool was_blocking);
/* Remembers memory until its transfer has ended. Takes the bytes. */
void replay_remember(struct replay *replay, struct transfer transfer);
/* Gives back the memory of writes that have ended. */
void replay_sweep(struct replay *replay);
/* Forgets what is to be compared in the mapping of an object that begins at `base`, or in all of
 * its mappings where that is NULL: it is compared before these go, or not at all. */
void replay_forget(struct replay *replay, uint64_t mem, const void *base);
/* Tells the times of launches that have ended. */
void replay_times(struct replay *replay);

/* Runs the records. */
void replay_run(struct replay *replay);

/* Makes a record's call again. */
typedef void play(struct replay *replay, struct unpack *fields);
play play_device, play_context, play_queue, play_release, play_buffer, play_sub_buffer, play_image,
    play_sampler;
play play_source, play_il, play_binary, play_built_in, play_specialize, play_build, play_compile,
    play_link, play_kernel, play_clone, play_argument, play_launch;
play play_read_buffer, play_write_buffer, play_read_rect, play_write_rect, play_read_image,
    play_write_image, play_fill_buffer, play_fill_image, play_migrate, play_map_buffer,
    play_map_image, play_unmap, play_result;
play play_user_event, play_set_status, play_wait, play_finish, play_flush, play_answer;
#define COMMAND(op, function, ...) play play_##op;
#include "program-tester/record/commands.def"
#undef COMMAND

/* ---- memory.c: what memory objects hold, levels one behind the other ---- */

/* Counts the levels of an image; 1 of what has none. */
unsigned memory_levels(const struct thing *mem);
/* Stores width, rows and slices of a level of an image. */
void memory_region(const struct thing *image, unsigned level, size_t region[3]);
/* Stores where a level begins. */
void memory_origin(const struct thing *image, unsigned level, size_t origin[4]);
/* Counts the bytes of a level, and of all of them. */
size_t memory_level_size(const struct thing *mem, unsigned level);
size_t memory_size(const struct thing *mem);
/* Says in which memory a new object lies: in its parent's, if it has one. */
void memory_place(const struct replay *replay, struct thing *mem);
/* Takes down that the memory of an object is written to. */
void memory_write(const struct replay *replay, const struct thing *mem);
/* Counts how often that was done. Nobody knows what is in memory where it is 0. */
uint64_t memory_writes(const struct replay *replay, const struct thing *mem);
/* Reads or writes all of an object, and waits for it. */
cl_int memory_move(const struct thing *queue, const struct thing *mem, void *bytes, bool is_write);

/* ---- contents.c: what memory objects hold, as files of the folder `states` ---- */

/* Keeps bytes once, in a file whose name is stored. */
void contents_keep_bytes(struct replay *replay, const void *bytes, size_t size,
                         char name[HASH_TEXT]);
/* Keeps what is in an object. The name is empty where it cannot be read. */
void contents_keep(struct replay *replay, const struct thing *queue, struct thing *mem,
                   char name[HASH_TEXT]);
/* Puts a content of the folder `inputs` into an object. */
void contents_give(struct replay *replay, const struct thing *queue, const struct thing *mem,
                   const char *name);
void contents_close(void);

/* ---- states.c: what a launch reads and writes ---- */

/* Puts the inputs that another driver had in the place of ours, and keeps what is there. */
void states_before(struct replay *replay, const struct thing *queue, const struct thing *kernel);
/* Keeps what is there afterwards, and writes the line of the launch. */
void states_after(struct replay *replay, const struct thing *queue, const struct thing *kernel,
                  const struct unpack *sizes, double seconds, cl_int error);
/* Returns what an argument of the latest launch had before it, or after it, to free(); NULL, where
 * that is not kept. */
uint8_t *states_content(struct replay *replay, size_t index, bool after, size_t *size);
bool states_open(struct replay *replay);
void states_close(struct replay *replay);
