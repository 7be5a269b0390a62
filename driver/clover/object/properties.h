/* SPDX-License-Identifier: MIT */
/* properties.h: the lists of properties of clCreate*WithProperties: names and values in turn, and a
 * 0 at the end. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

/* A list as it was given, for queries that give it back. No list was given: NULL and 0. */
struct clover_properties {
    cl_properties *list; /* owned */
    size_t count;        /* with the closing 0 */
};

/* Whether the list (NULL is legal) has names of `known` alone, and none twice. */
bool clover_properties_legal(const cl_properties *list, const cl_properties *known, size_t count);
/* The value of a name, or `otherwise` where the list (NULL is legal) does not have it. */
cl_properties clover_properties_get(const cl_properties *list, cl_properties name,
                                    cl_properties otherwise);
/* Copies the list (NULL is legal). CL_SUCCESS or CL_OUT_OF_HOST_MEMORY. */
cl_int clover_properties_keep(struct clover_properties *kept, const cl_properties *list);
void clover_properties_finish(struct clover_properties *kept);
