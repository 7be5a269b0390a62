/* SPDX-License-Identifier: MIT */
/* slots.h: the memory of OpenCL objects, in slots of chunks that are never given back.
 *
 * A slot has objects of one class only, and begins with a clover_object as long as the process
 * lives. So any handle can be looked up before anything is read through it; one that was released
 * is known as such until its slot has another object; and the ICD loader, which reads the dispatch
 * table from a handle before the driver sees it, finds it in a released one, too. A slot waits in
 * line until CLOVER_SLOTS_WAIT others of its class have come in behind it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct clover_chunk;
struct clover_class;
struct clover_object;

enum { CLOVER_SLOTS_WAIT = 4096 };

/* The slots of a class. All 0: there are none yet. */
struct clover_slots {
    struct clover_chunk *newest;          /* has slots that were never used */
    struct clover_object *first, *latest; /* slots that wait, the oldest first */
    size_t waiting;
};

/* Memory for an object of the class, zeroed behind its clover_object; NULL: there is none. */
void *clover_slot_take(const struct clover_class *class);
/* Takes back the memory of an object that nobody holds any more. */
void clover_slot_return(struct clover_object *object, const struct clover_class *class);
/* Whether an address is that of a slot of the class, which has had an object: it has one, or had
 * one last. Reads nothing through the address. */
bool clover_slot_is(const void *address, const struct clover_class *class);
/* The class of the slot at an address; NULL: there is none. */
const struct clover_class *clover_slot_class(const void *address);

/* The lock of all slots, for what follows objects' lives, too. A forked child finds it free. */
void clover_slots_lock(void);
void clover_slots_unlock(void);
/* Always false. A test's own makes a slot be refused, as when memory is short. */
bool clover_slot_refused(void);
