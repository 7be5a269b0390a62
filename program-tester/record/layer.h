/* SPDX-License-Identifier: MIT */
/* layer.h: what the wrapped functions share. A wrapper passes the call on as it came, and keeps it
 * when it has succeeded; commands are written before they are made. No lock is held while the
 * driver works. */
#ifndef ROOTLE_RECORD_LAYER_H
#define ROOTLE_RECORD_LAYER_H

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
    cl_mem_object_type type;
    size_t size; /* of an SVM allocation */
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
/* The object of an SVM allocation that a pointer points into, and how far. */
struct object layer_find_svm(const void *pointer, size_t *offset);
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

/* Writes the hash of what a command reads as soon as the application can know that it is there:
 * at once if `event` is NULL, else when layer_look() finds it complete. Retains the event. */
void layer_expect(uint64_t record, struct box box, cl_event event);
/* Looks whether reads have ended. To be called before the application learns that one has. */
void layer_look(void);

/* Returns the box of an image's texels in the application's memory. */
struct box layer_image_box(const void *bytes, struct object image, const size_t *region,
                           size_t row_pitch, size_t slice_pitch);

/* Answers CL_EVENT_REFERENCE_COUNT without the layer's own references. */
cl_int layer_references(cl_event event, size_t size, void *value, size_t *size_ret);

/* ---- the tables of wrappers: each fills its functions in ---- */

void layer_wrap_creation(cl_icd_dispatch *table);
void layer_wrap_images(cl_icd_dispatch *table);
void layer_wrap_programs(cl_icd_dispatch *table);
void layer_wrap_kernels(cl_icd_dispatch *table);
void layer_wrap_commands(cl_icd_dispatch *table);
void layer_wrap_transfers(cl_icd_dispatch *table);
void layer_wrap_maps(cl_icd_dispatch *table);
void layer_wrap_events(cl_icd_dispatch *table);
void layer_wrap_others(cl_icd_dispatch *table);

/* Keeps a device's name, when it is first used. */
uint64_t layer_device(cl_device_id device);

#endif
