/* SPDX-License-Identifier: MIT */
/* provenance.h: the object that the accesses of an instruction belong to, where its address is made
 * of one pointer among the inputs, or the compiler has said so: known before the launch, so that no
 * access pays for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/base/guide.h"
#include "driver/sim/decode/program.h"

struct sim_launch;

struct sim_provenance {
    uint64_t start, end; /* bytes of the pool, the group's or the work-item's memory */
    uint32_t object;     /* 1 + the guide's number; 0: no pointer */
    enum guide_space space;
    bool constant; /* it is not to be stored to */
    bool fixed;    /* it lies there in all launches of the program's kernel */
};

/* The byte of the inputs that a constant is; GUIDE_NO_INPUT: none. */
static inline uint32_t sim_const_input(const struct guide *guide, const struct sim_const *of)
{
    return of->bank > 1 || (of->bank && !guide->banks[1])
               ? GUIDE_NO_INPUT
               : guide->banks[of->bank] + of->index * 16u + of->channel * 4u;
}

/* Finds them before a launch whose guide knows objects. Without memory no access belongs to one. */
void sim_provenance_find(struct sim_launch *launch);
void sim_provenance_forget(struct sim_launch *launch);
/* NULL: it is not known. */
const struct sim_provenance *sim_provenance_fetch(const struct sim_launch *launch,
                                                  const struct sim_fetch *fetch);
const struct sim_provenance *sim_provenance_store(const struct sim_launch *launch,
                                                  const struct sim_store *store);
/* Returns the object of an operation that is an access, other than those of two addresses. */
const struct sim_provenance *sim_provenance_op(const struct sim_launch *launch,
                                               const struct sim_alu_op *op);
/* Says why an access of [start, end) by a pointer to an object is wrong; NULL: it is not. Flags of
 * buffers (CL_MEM_READ_ONLY) are for launches with a shadow: programs that people run ignore
 * them. */
const char *sim_provenance_complaint(const struct sim_provenance *object, uint64_t start,
                                     uint64_t end);

/* Returns the largest object of the inputs that begins at an address of the pool; NULL: none does.
 */
static inline const struct sim_provenance *
sim_provenance_at(const struct sim_provenance *provenance, unsigned inputs, uint32_t address)
{
    const struct sim_provenance *found = NULL;
    for (unsigned i = 0; i < inputs; i++)
        if (provenance[i].object && provenance[i].space == GUIDE_POOL &&
            provenance[i].start == address && (!found || provenance[i].end > found->end))
            found = &provenance[i];
    return found;
}
/* Whether an access of so many bytes is not wholly in an object. */
static inline bool sim_provenance_leaves(const struct sim_provenance *object, uint32_t address,
                                         uint32_t bytes)
{
    return address < object->start || (uint64_t)address + bytes > object->end;
}
