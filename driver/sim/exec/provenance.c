/* SPDX-License-Identifier: MIT */
/* provenance.c: whose the pointers of a launch are, by what its program's addresses are made of. */
#include "driver/sim/exec/provenance.h"

#include <stdlib.h>

#include "driver/sim/exec/launch.h"
#include "driver/sim/exec/lds_ops.h"

const char *sim_provenance_complaint(const struct sim_provenance *object, uint64_t start,
                                     uint64_t end)
{
    return start < object->start || end > object->end
               ? "lies outside the object that its pointer belongs to"
               : NULL;
}

/* Notes objects at the inputs that hold their addresses. */
static void note_inputs(const struct sim_launch *launch)
{
    struct guide_object object;
    for (uint32_t i = 0; launch->guide->object(launch->guide, i, &object); i++)
        for (unsigned c = 0; c < sim_provenance_inputs(launch->program); c++)
            if (object.input != GUIDE_NO_INPUT &&
                sim_const_input(launch->guide, &launch->program->consts[c]) == object.input)
                launch->provenance[c] = (struct sim_provenance){
                    object.start, object.end, i + 1, object.space, object.constant, false};
}

/* 1 + the input that an address belongs to; 0: to none, to several, or nobody knows. */
static uint32_t input_of(const struct sim_launch *launch, const struct sim_pointer *pointer,
                         enum guide_space space)
{
    uint64_t added = pointer->added, mixed = pointer->mixed;
    unsigned found = 0;
    if (pointer->loaded == SIM_POINTER_CHOICE)
        return 0;
    for (; mixed; mixed &= mixed - 1)
        if (launch->provenance[__builtin_ctzll(mixed)].object)
            return 0;
    for (; added; added &= added - 1) {
        const unsigned input = (unsigned)__builtin_ctzll(added);
        const uint32_t object = launch->provenance[input].object;
        if (object && found && launch->provenance[found - 1].object != object)
            return 0;
        if (object)
            found = input + 1;
    }
    return found && launch->provenance[found - 1].space == space ? found : 0;
}

/* ---- variables that the compiler has noted ---- */

struct finding {
    struct sim_launch *launch;
    uint32_t count; /* of launch->provenance */
};

/* Code sees private memory, and what is stored to the pool, by dwords. */
static void widen_to_dwords(struct sim_provenance *provenance)
{
    provenance->start &= ~3ull;
    provenance->end = (provenance->end + 3) & ~3ull;
}

/* 1 + the place of an object; 0: an access of that memory cannot be of it. */
static uint32_t place_of(struct finding *f, uint32_t number, enum guide_space space, bool dwords)
{
    const struct guide *guide = f->launch->guide;
    struct sim_provenance *provenance = f->launch->provenance;
    struct guide_object object;
    if (!guide->object(guide, number, &object) || object.space != space)
        return 0;
    struct sim_provenance made = {object.start, object.end,      number + 1,
                                  space,        object.constant, space != GUIDE_POOL};
    if (dwords)
        widen_to_dwords(&made);
    for (uint32_t i = sim_provenance_inputs(f->launch->program); i < f->count; i++)
        if (provenance[i].object == made.object && provenance[i].end == made.end)
            return i + 1;
    provenance[f->count++] = made;
    return f->count;
}

static uint32_t find_one(struct finding *f, uint32_t access, uint32_t word, enum guide_space space,
                         bool dwords)
{
    const struct guide *guide = f->launch->guide;
    const struct sim_program *program = f->launch->program;
    const uint32_t number = guide->belongs ? guide->belongs(guide, word * 4) : 0;
    const uint32_t place = number ? place_of(f, number - 1, space, dwords) : 0;
    if (place || !program->pointers)
        return place;
    return input_of(f->launch, &program->pointers[access], space);
}

static bool has_two_addresses(const struct sim_alu_op *op)
{
    const uint8_t shape = sim_lds_table[op->lds_op & 63u].shape;
    return op->action == SIM_ACTION_LDS && (shape == SIM_LDS_PAIR || shape == SIM_LDS_PAIR_REL);
}

static void find_all(struct finding *f)
{
    const struct sim_program *p = f->launch->program;
    uint32_t *by = f->launch->provenance_by, at = 0;
    for (uint32_t i = 0; i < p->fetch_count; i++, at++) {
        const bool scratch = p->fetches[i].kind == SIM_FETCH_SCRATCH;
        by[at] = find_one(f, at, p->fetches[i].word, scratch ? GUIDE_PRIVATE : GUIDE_POOL, scratch);
    }
    for (uint32_t i = 0; i < p->store_count; i++, at++) {
        const bool scratch = p->stores[i].cf_op == HW_CF_MEM_SCRATCH;
        by[at] = find_one(f, at, p->stores[i].word, scratch ? GUIDE_PRIVATE : GUIDE_POOL, true);
    }
    for (uint32_t i = 0; i < p->accessing_count; i++, at++) {
        const struct sim_alu_op *op = &p->ops[p->accessing[i]];
        const bool local = op->action == SIM_ACTION_LDS;
        by[at] = has_two_addresses(op)
                     ? 0
                     : find_one(f, at, op->word, local ? GUIDE_LOCAL : GUIDE_PRIVATE, !local);
    }
}

void sim_provenance_find(struct sim_launch *launch)
{
    const struct sim_program *program = launch->program;
    const uint32_t accesses = sim_program_accesses(program);
    struct finding f = {launch, sim_provenance_inputs(program)};
    if (!launch->guide || !launch->guide->object || !accesses ||
        (!launch->guide->belongs && !program->pointers))
        return;
    launch->provenance = calloc(f.count + accesses, sizeof(*launch->provenance));
    launch->provenance_by = malloc(accesses * sizeof(*launch->provenance_by));
    if (!launch->provenance || !launch->provenance_by) {
        sim_provenance_forget(launch);
        return;
    }
    note_inputs(launch);
    find_all(&f);
}

void sim_provenance_forget(struct sim_launch *launch)
{
    free(launch->provenance);
    free(launch->provenance_by);
    launch->provenance = NULL;
    launch->provenance_by = NULL;
}

static const struct sim_provenance *at(const struct sim_launch *launch, size_t access)
{
    const uint32_t by = launch->provenance_by ? launch->provenance_by[access] : 0;
    return by ? &launch->provenance[by - 1] : NULL;
}

const struct sim_provenance *sim_provenance_fetch(const struct sim_launch *launch,
                                                  const struct sim_fetch *fetch)
{
    return at(launch, sim_fetch_access(launch->program, fetch));
}

const struct sim_provenance *sim_provenance_store(const struct sim_launch *launch,
                                                  const struct sim_store *store)
{
    return at(launch, sim_store_access(launch->program, store));
}

const struct sim_provenance *sim_provenance_op(const struct sim_launch *launch,
                                               const struct sim_alu_op *op)
{
    return at(launch, op->access);
}
