/* SPDX-License-Identifier: MIT */
/* object.h: loads relocatable ELF objects for the host. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct sim_object {
    void *memory; /* mapped: readable and executable, not writable */
    size_t size;
};

/* Loads an object and gives the address of its function `name`. Undefined symbols must be
 * functions of the C library that lane operations call. The bytes, aligned as malloc does, are not
 * trusted to be well formed: what is not understood is an error. NULL with a reason. */
void *sim_object_load(struct sim_object *object, const void *bytes, size_t size, const char *name,
                      const char **why);
void sim_object_unload(struct sim_object *object); /* one that is not loaded is legal */
