/* SPDX-License-Identifier: MIT */
/* layer.h: what the wrapped functions share. A wrapper passes the call on as it came, and keeps it
 * when it has succeeded; commands are written before they are made. No lock is held while the
 * driver works. */
#pragma once

#include <stdbool.h>

#include <CL/cl_layer.h>

#include "program-tester/record/writer.h"

/* The functions of the driver, or of the next layer. */
extern const cl_icd_dispatch *layer_next;

/* ---- objects ---- */

struct object {
    enum object_kind kind;
    uint64_t id;
    size_t element;  /* of an image: bytes of a texel */
    bool has_levels; /* its origins have a fourth number */
    bool is_part;    /* its memory is another object's */
    cl_mem_object_type type;
    cl_mem_flags flags;
};

/* Gives a new handle the next id, which it returns. */
uint64_t layer_add(const void *handle, struct object object);
/* Returns an id that no handle has yet. */
uint64_t layer_new_id(void);
/* Gives a handle an id that layer_new_id() returned. */
void layer_bind(const void *handle, struct object object);
/* Returns the object of a handle; kind OBJECT_NONE where it is not known. */
struct object layer_find(const void *handle);
/* Returns the handles of all objects of a kind that the application has, to free(). */
const void **layer_list(enum object_kind kind, size_t *count);
/* Packs the id of a handle; 0 for NULL. A handle that is not known is noted. */
void layer_pack(struct pack *pack, const void *handle);
/* Counts a handle's references: a release of the last is kept. */
void layer_retained(const void *handle);
void layer_released(const void *handle);

/* ---- commands ---- */

struct command {
    struct pack fields;
    enum op op;
    uint64_t record, event;
};

/* Starts a command, of which `queue` is the first field. */
struct command layer_command(enum op op, cl_command_queue queue);
/* Appends the events and writes the record, just before the call is made. `event` is where the
 * application asks for the new one. */
void layer_send(struct command *command, cl_uint count, const cl_event *list,
                const cl_event *event);
/* After the call: takes the record back if it failed, and names the new event. Returns the error.
 */
cl_int layer_sent(struct command *command, cl_int error, cl_event event);

/* Says where a read puts its event: one that does not block must have one, to know when it has
 * ended. */
cl_event *layer_event_for(cl_bool blocking, cl_event *asked, cl_event *own);
/* Ends a read: `event` is the one that the driver gave, `asked` where the application wants it. */
cl_int layer_read_done(struct command *command, cl_int error, struct box box, cl_bool blocking,
                       cl_event event, cl_event *asked);
/* Writes the hash of what a command reads as soon as the application can know that it is there:
 * at once if `event` is NULL, else when layer_look() finds it complete. Retains the event. */
void layer_expect(uint64_t record, struct box box, cl_event event);
/* To be called before a read into memory of the application's is given: nobody will know what an
 * earlier read into the same memory got that has not ended yet, and its hash is not written. */
void layer_overwrite(struct box box);
/* Looks whether reads have ended. To be called before the application learns that one has. */
void layer_look(void);

/* Returns the box of an image's texels in the application's memory. */
struct box layer_image_box(const void *bytes, struct object image, const size_t *region,
                           size_t row_pitch, size_t slice_pitch);

/* Answers CL_EVENT_REFERENCE_COUNT without the layer's own references. */
cl_int layer_references(cl_event event, size_t size, void *value, size_t *size_ret);

/* Returns one of the queues that is of a context, or NULL. */
cl_command_queue layer_queue_of(cl_context context, const void **queues, size_t count);
/* Counts a launch that is about to be made, and begins the recording at the first that is kept. */
void layer_start(void);
/* Flags of memory as they are kept: what is there before the recording begins is then written by
 * it, whether or not the application may. */
uint64_t layer_flags(cl_mem_flags flags);

/* ---- shared virtual memory ---- */

/* Returns the buffer that a pointer is kept as; 0 where there is none. */
uint64_t layer_svm_object(const void *pointer);
/* Keeps what the application wrote to fine-grained memory: to be called before a launch. */
void layer_svm_launch(cl_command_queue queue);
/* Keeps what all of it has, when the recording begins. */
void layer_svm_start(const void **queues, size_t count);
/* Keeps the hash of what commands left there: those of a queue that were given before an event's,
 * which has ended. */
void layer_svm_finish(cl_command_queue queue, uint64_t event);
/* The same of events that the application has waited for. */
void layer_svm_wait(cl_uint count, const cl_event *list);

/* ---- the tables of wrappers: each fills its functions in ---- */

void layer_wrap_creation(cl_icd_dispatch *table);
void layer_wrap_images(cl_icd_dispatch *table);
void layer_wrap_programs(cl_icd_dispatch *table);
void layer_wrap_kernels(cl_icd_dispatch *table);
void layer_wrap_commands(cl_icd_dispatch *table);
void layer_wrap_transfers(cl_icd_dispatch *table);
void layer_wrap_maps(cl_icd_dispatch *table);
void layer_wrap_events(cl_icd_dispatch *table);
void layer_wrap_svm(cl_icd_dispatch *table);
void layer_wrap_answers(cl_icd_dispatch *table);
void layer_wrap_others(cl_icd_dispatch *table);

/* The wrapper of clGetImageRequirementsInfoEXT. */
void *layer_requirements(void);

/* Keeps a device's name, when it is first used. */
uint64_t layer_device(cl_device_id device);
