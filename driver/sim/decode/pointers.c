/* SPDX-License-Identifier: MIT */
/* pointers.c: follows a program once, from its first instruction to its last, with what is known of
 * each register: which inputs it is a sum of.
 *
 * It follows what one lane sees. A lane that is turned off keeps its registers until an ELSE, a POP
 * or the end of a loop turns it on again: so an entry of the branch stack collects what was known
 * where lanes were turned off, a loop what was known where they left it, or a turn of it. Loops are
 * followed until nothing more is learnt. */
#include "driver/sim/decode/pointers.h"

#include <stdlib.h>
#include <string.h>

#include "driver/sim/decode/operands.h"
#include "driver/sim/decode/traits.h"

enum { MOST_FRAMES = 64, MOST_SCRATCH = 256, STEPS_PER_OP = 256, STEPS_AT_LEAST = 4096 };

typedef struct sim_pointer value;

/* The state of the analysis at an instruction: a value for each register, then for each dword of
 * private memory. */
struct state {
    bool reached; /* by a lane */
    value *values;
};

/* An entry of the branch stack, or a loop. */
struct frame {
    bool loop;
    uint32_t start;    /* of a loop: its first instruction */
    struct state off;  /* lanes that are turned off; of a loop: that are done with this turn */
    struct state left; /* of a loop: lanes that have left it */
    struct state turn; /* of a loop: where a turn begins */
};

struct finder {
    struct sim_program *program;
    uint32_t count, scratch; /* values of a state; those of private memory begin at `scratch` */
    struct state now;
    struct frame frames[MOST_FRAMES];
    unsigned depth;
    struct state *jumped; /* by instruction: what comes there by jumps that pop entries */
    unsigned *jumped_depth;
    uint64_t steps; /* that are left */
    bool lost;      /* nothing is known */
};

/* ---- values ---- */

static const value number = {0}, loaded = {.loaded = SIM_POINTER_SUM};

static bool same(const value *a, const value *b)
{
    return a->added == b->added && a->mixed == b->mixed && a->loaded == b->loaded;
}

/* One or the other. */
static value either(value a, value b)
{
    uint8_t most = a.loaded > b.loaded ? a.loaded : b.loaded;
    if (most && a.added != b.added)
        most = SIM_POINTER_CHOICE;
    return (value){a.added | b.added, a.mixed | b.mixed, most};
}

static value sum(value a, value b)
{
    return (value){a.added | b.added, a.mixed | b.mixed, a.loaded > b.loaded ? a.loaded : b.loaded};
}

/* Anything else that is made of both. */
static value mix(value a, value b)
{
    value result = sum(a, b);
    result.mixed |= result.added;
    result.added = 0;
    return result;
}

/* A value whose sum goes on, and one that only has a part in it. */
static value keep(value first, value other)
{
    return sum(first, mix(other, number));
}

/* ---- states ---- */

static bool make(struct finder *f, struct state *state)
{
    if (!state->values)
        state->values = calloc(f->count, sizeof(value));
    f->lost |= !state->values;
    return state->values;
}

static void copy(struct finder *f, struct state *to, const struct state *from)
{
    to->reached = from->reached;
    if (from->reached && make(f, to))
        memcpy(to->values, from->values, f->count * sizeof(value));
}

/* Joins what two ways bring. True when that is more than `into` had. */
static bool join(struct finder *f, struct state *into, const struct state *from)
{
    bool more = false;
    if (!from->reached)
        return false;
    if (!into->reached) {
        copy(f, into, from);
        return true;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        const value joined = either(into->values[i], from->values[i]);
        more |= !same(&joined, &into->values[i]);
        into->values[i] = joined;
    }
    return more;
}

/* ---- operations ---- */

static value source(const struct finder *f, const struct sim_src *src)
{
    const struct sim_operand read = {.vector = src->offset / SIM_LANES, .indexed = src->relative};
    if (src->special || src->space == SIM_SPACE_LITERAL)
        return number;
    if (src->space == SIM_SPACE_CONST) {
        if (read.vector >= SIM_POINTER_INPUTS)
            return (value){.loaded = SIM_POINTER_CHOICE};
        return (value){.added = 1ull << read.vector};
    }
    value result = f->now.values[read.vector];
    SIM_FOR_VECTORS(v, &read, f->program)
        result = either(result, f->now.values[v]);
    return result;
}

static value result_of(const struct sim_alu_op *op, value a, value b, value c)
{
    switch (sim_op_address(op)) {
    case SIM_ADDRESS_FIRST:
        return keep(a, mix(b, c));
    case SIM_ADDRESS_THIRD:
        return keep(c, mix(a, b));
    case SIM_ADDRESS_SUM:
        return sum(a, b);
    case SIM_ADDRESS_MASK: /* a mask is a number */
        return op->src[0].space == SIM_SPACE_LITERAL   ? b
               : op->src[1].space == SIM_SPACE_LITERAL ? a
                                                       : mix(a, b);
    case SIM_ADDRESS_INSERT:
        return keep(sum(b, c), a);
    case SIM_ADDRESS_SELECT:
        return either(b, c);
    default:
        return mix(mix(a, b), c);
    }
}

/* `always`: in all lanes that run. */
static void write(struct finder *f, const struct sim_operand *to, value result, bool always)
{
    SIM_FOR_VECTORS(v, to, f->program)
        f->now.values[v] = always && !to->indexed ? result : either(f->now.values[v], result);
}

static void follow_op(struct finder *f, const struct sim_alu_op *op)
{
    const value first = source(f, &op->src[0]),
                result = result_of(op, first, source(f, &op->src[1]), source(f, &op->src[2]));
    const struct sim_operands writes = sim_op_writes(op);
    if (op->action == SIM_ACTION_LDS)
        f->program->pointers[op->access] = first;
    SIM_FOR_OPERANDS(to, writes)
        write(f, to,
              to->kind == SIM_OPERAND_QUEUE        ? loaded
              : to->kind == SIM_OPERAND_HIGH       ? mix(result, number)
              : op->action == SIM_ACTION_PREDICATE ? number
                                                   : result,
              !op->predicate);
}

/* Lanes that an operation turns off. */
static void turn_off(struct finder *f, const struct sim_cf *cf)
{
    struct frame *frame = f->depth ? &f->frames[f->depth - 1] : NULL;
    const bool leaves = cf->flow == HW_FLOW_BREAK || cf->flow == HW_FLOW_CONTINUE;
    for (unsigned i = f->depth; leaves && i-- > 0 && !frame->loop;)
        frame = &f->frames[i];
    if (frame)
        join(f, cf->flow == HW_FLOW_BREAK ? &frame->left : &frame->off, &f->now);
}

static void follow_ops(struct finder *f, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count && f->now.reached && !f->lost; i++) {
        const struct sim_alu_op *op = &f->program->ops[cf->first + i];
        follow_op(f, op);
        if (op->update & SIM_UPDATE_EXEC)
            turn_off(f, cf);
    }
}

/* ---- memory ---- */

static value *scratch_at(const struct finder *f, uint64_t element, unsigned dwords, unsigned c)
{
    const uint64_t at = f->scratch + element * dwords + c;
    return at < f->count && c < dwords ? &f->now.values[at] : NULL;
}

static void follow_fetch(struct finder *f, const struct sim_fetch *fetch)
{
    const struct sim_operands writes = sim_fetch_writes(fetch);
    const bool fixed = fetch->kind == SIM_FETCH_SCRATCH && !fetch->indexed;
    if (fetch->src_sel[0] <= HW_SEL_W)
        f->program->pointers[sim_fetch_access(f->program, fetch)] =
            f->now.values[sim_fetch_index(fetch)];
    SIM_FOR_OPERANDS(to, writes) {
        const unsigned select = fetch->dst_sel[to->index];
        const value *at = fixed ? scratch_at(f, fetch->offset, fetch->elem_dwords, select) : NULL;
        write(f, to, select > HW_SEL_W ? number : at ? *at : loaded, true);
    }
}

static void follow_store(struct finder *f, const struct sim_store *store)
{
    const struct sim_operands reads = sim_store_reads(store);
    f->program->pointers[sim_store_access(f->program, store)] =
        f->now.values[store->index / SIM_LANES];
    SIM_FOR_OPERANDS(from, reads) {
        const value data = f->now.values[from->vector];
        value *at = scratch_at(f, store->array_base, store->elem_dwords, from->index);
        if (store->cf_op != HW_CF_MEM_SCRATCH || from->kind != SIM_OPERAND_DATA ||
            !(store->comp_mask >> from->index & 1u))
            continue;
        for (uint32_t i = f->scratch; store->indexed && i < f->count; i++)
            f->now.values[i] = either(f->now.values[i], data);
        if (at && !store->indexed)
            *at = data;
    }
}

/* ---- control flow ---- */

static struct frame *push(struct finder *f, bool loop)
{
    if (f->depth == MOST_FRAMES) {
        f->lost = true;
        return NULL;
    }
    struct frame *frame = &f->frames[f->depth++];
    frame->loop = loop;
    frame->off.reached = frame->left.reached = frame->turn.reached = false;
    return frame;
}

/* The entry on top, or the one `below` it; NULL, and all is lost, where there is none. */
static struct frame *entry(struct finder *f, unsigned below)
{
    struct frame *frame = below < f->depth ? &f->frames[f->depth - 1 - below] : NULL;
    f->lost |= !frame || frame->loop;
    return f->lost ? NULL : frame;
}

static void pop(struct finder *f, unsigned count)
{
    for (struct frame *top; count && (top = entry(f, 0)); count--) {
        join(f, &f->now, &top->off);
        f->depth--;
    }
}

static void swap(struct finder *f)
{
    struct frame *top = entry(f, 0);
    if (!top)
        return;
    const struct state off = top->off;
    top->off = f->now;
    f->now = off;
}

/* No lane that runs goes where a jump leads, but those of the entries that it pops do. */
static void jump(struct finder *f, uint32_t index, const struct sim_cf *cf)
{
    const bool forward = cf->target > index && cf->target < f->program->cf_count;
    const unsigned depth = f->depth - cf->pop_count;
    if (!forward || cf->pop_count > f->depth) {
        f->lost = true;
        return;
    }
    struct state *to = &f->jumped[cf->target];
    if (f->jumped_depth[cf->target] && f->jumped_depth[cf->target] != depth + 1)
        f->lost = true;
    f->jumped_depth[cf->target] = depth + 1;
    for (unsigned i = 0; i < cf->pop_count && entry(f, i); i++)
        join(f, to, &entry(f, i)->off);
}

static void start_loop(struct finder *f, uint32_t index)
{
    struct frame *frame = push(f, true);
    if (!frame)
        return;
    frame->start = index;
    copy(f, &frame->turn, &f->now);
}

/* Where to go on. */
static uint32_t end_loop(struct finder *f, uint32_t index)
{
    while (f->depth && !f->frames[f->depth - 1].loop)
        pop(f, 1);
    if (!f->depth) {
        f->lost = true;
        return index;
    }
    struct frame *loop = &f->frames[f->depth - 1];
    join(f, &f->now, &loop->off);
    if (join(f, &loop->turn, &f->now)) {
        copy(f, &f->now, &loop->turn);
        return loop->start + 1;
    }
    join(f, &f->now, &loop->left);
    f->depth--;
    return index + 1;
}

static void leave_loop(struct finder *f, bool breaks)
{
    unsigned i = f->depth;
    while (i && !f->frames[i - 1].loop)
        i--;
    f->lost |= !i;
    if (i)
        join(f, breaks ? &f->frames[i - 1].left : &f->frames[i - 1].off, &f->now);
    f->now.reached = false;
}

static void follow_alu(struct finder *f, const struct sim_cf *cf)
{
    if (cf->flow == HW_FLOW_PUSH)
        push(f, false);
    follow_ops(f, cf);
    pop(f, cf->pop_count);
    if (cf->flow == HW_FLOW_ELSE)
        swap(f);
}

static void follow_fetches(struct finder *f, const struct sim_cf *cf)
{
    for (uint32_t i = 0; i < cf->count && f->now.reached; i++)
        follow_fetch(f, &f->program->fetches[cf->first + i]);
}

/* Follows an instruction without items, and returns the number of the next. */
static uint32_t follow_flow(struct finder *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    switch (cf->flow) {
    case HW_FLOW_PUSH:
        if (cf->target != index + 1)
            jump(f, index, cf);
        push(f, false);
        break;
    case HW_FLOW_ELSE:
        swap(f);
        jump(f, index, cf);
        break;
    case HW_FLOW_JUMP:
        jump(f, index, cf);
        break;
    case HW_FLOW_POP:
        pop(f, cf->pop_count);
        break;
    case HW_FLOW_LOOP:
        start_loop(f, index);
        break;
    case HW_FLOW_LOOP_END:
        return end_loop(f, index);
    case HW_FLOW_BREAK:
    case HW_FLOW_CONTINUE:
        leave_loop(f, cf->flow == HW_FLOW_BREAK);
        break;
    default:
        break;
    }
    return index + 1;
}

/* Follows one instruction, and returns the number of the next. */
static uint32_t follow(struct finder *f, uint32_t index)
{
    const struct sim_cf *cf = &f->program->cf[index];
    switch (cf->items) {
    case SIM_ITEMS_OPS:
        follow_alu(f, cf);
        return index + 1;
    case SIM_ITEMS_FETCHES:
        follow_fetches(f, cf);
        return index + 1;
    case SIM_ITEMS_STORE:
        if (f->now.reached)
            follow_store(f, &f->program->stores[cf->first]);
        return index + 1;
    default:
        return follow_flow(f, index);
    }
}

/* Lanes that jumps have brought here. */
static void arrive(struct finder *f, uint32_t index)
{
    if (f->jumped_depth[index] && f->jumped_depth[index] != f->depth + 1)
        f->lost = true;
    join(f, &f->now, &f->jumped[index]);
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): finish() frees what there is */
}

static void follow_all(struct finder *f)
{
    const struct sim_program *p = f->program;
    for (uint32_t i = 0; i < p->cf_count && !f->lost;) {
        const struct sim_cf *cf = &p->cf[i];
        const uint64_t steps = 1 + cf->count;
        arrive(f, i);
        if (f->lost || steps > f->steps)
            f->lost = true;
        else
            i = follow(f, i);
        f->steps -= f->lost ? 0 : steps;
        if (cf->end)
            f->now.reached = false;
    }
}

/* The dwords of private memory that are accessed at an address that is known. */
static uint32_t scratch_dwords(const struct sim_program *p)
{
    uint32_t dwords = 0;
    for (uint32_t i = 0; i < p->store_count; i++) {
        const struct sim_store *store = &p->stores[i];
        const uint32_t end = (store->array_base + 1u) * store->elem_dwords;
        if (store->cf_op == HW_CF_MEM_SCRATCH && end > dwords && end <= MOST_SCRATCH)
            dwords = end;
    }
    return dwords;
}

static void finish(struct finder *f)
{
    free(f->now.values);
    for (unsigned i = 0; i < MOST_FRAMES; i++) {
        free(f->frames[i].off.values);
        free(f->frames[i].left.values);
        free(f->frames[i].turn.values);
    }
    for (uint32_t i = 0; f->jumped && i < f->program->cf_count; i++)
        free(f->jumped[i].values);
    free(f->jumped);
    free(f->jumped_depth);
}

void sim_find_pointers(struct sim_program *p)
{
    const uint32_t accesses = sim_program_accesses(p);
    struct finder f = {.program = p,
                       .scratch = p->vector_count,
                       .count = p->vector_count + scratch_dwords(p),
                       .now = {.reached = true},
                       .steps = (uint64_t)p->op_count * STEPS_PER_OP + STEPS_AT_LEAST};
    if (!accesses)
        return;
    p->pointers = calloc(accesses, sizeof(*p->pointers));
    f.jumped = calloc(p->cf_count, sizeof(*f.jumped));
    f.jumped_depth = calloc(p->cf_count, sizeof(*f.jumped_depth));
    if (p->pointers && f.jumped && f.jumped_depth && make(&f, &f.now))
        follow_all(&f);
    else
        f.lost = true;
    if (f.lost) {
        free(p->pointers);
        p->pointers = NULL;
    }
    finish(&f);
}
