/* SPDX-License-Identifier: MIT */
/* explain.h: what the API layer knows of a launch, for messages of the device: lines of the source,
 * arguments, variables. */
#ifndef ROOTLE_CLOVER_EXPLAIN_H
#define ROOTLE_CLOVER_EXPLAIN_H

#include "driver/base/guide.h"
#include "driver/clover/launch/inputs.h"

struct clover_guide {
    struct guide base;
    const struct clover_build *build;
    const struct clover_code *code;
    const struct clover_inputs *inputs;
    const struct clover_range *range;
    uint32_t rodata; /* where the program's constants lie in the pool */
};

/* A guide to a launch: what it is of must outlive it. */
struct clover_guide clover_guide(const struct clover_build *build, const struct clover_code *code,
                                 const struct clover_inputs *inputs,
                                 const struct clover_range *range);
/* Tells what went wrong with a launch: a finding of check "launch". */
void clover_report_launch(cl_context context, const char *kernel, const char *error);

/* Writes a variable's name for messages. */
void clover_name_variable(const struct rootle_variable *variable, char text[256]);
/* The value of an argument that is one dword. */
uint32_t clover_argument_value(const struct clover_guide *guide, const struct rootle_arg *arg);
/* Where a local argument ends that begins there: where the next one, or the group's memory, does.
 */
uint32_t clover_local_end(const struct clover_guide *guide, uint32_t start);

#endif
