/* SPDX-License-Identifier: MIT */
/* emitter.h: what the parts that write LLVM IR share: names, variables, masks, and branches whose
 * two paths join again.
 *
 * Each vector v of the program is a variable %pV of SIM_NATIVE_LANES lanes, each of its constants a
 * variable %cK; masks are variables of 16 bits. A vector that has a shape somewhere has its first
 * lane there in a variable %uV too, which is right where it has one. A value is known by the number
 * of its name %tN. */
#ifndef ROOTLE_SIM_RECOMPILE_EMITTER_H
#define ROOTLE_SIM_RECOMPILE_EMITTER_H

#include <stdio.h>

#include "driver/base/count.h"
#include "driver/base/look.h"
#include "driver/hw/isa.h"
#include "driver/sim/exec/native.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/recompile/flow.h"
#include "driver/sim/recompile/state.h"

struct native_emitter {
    FILE *out;
    const struct native_state *state;
    const struct sim_launch *launch;
    const struct sim_program *program;
    const char *host;
    struct sim_flow flow;
    const char **why;
    unsigned next;            /* number of the next name */
    bool *used;               /* vectors that have a variable */
    unsigned *called;         /* by fetch: what is called for it (native_called), as bits */
    bool indexed;             /* registers may be indexed */
    bool predicated;          /* operations depend on the predicate */
    bool turns;               /* the function goes on with the wavefront's next block */
    uint32_t cf;              /* the instruction of control flow that is written */
    struct sim_flow_state at; /* what holds here */
    struct sim_shapes shapes; /* likewise */
    bool whole;               /* all live lanes are known to run here */
};

/* Bits of the lanes that run, and why others do not (exec/exec_cf.c); the predicate; `branch` as it
 * was when the clause began. */
enum { NATIVE_MASKS = 6, NATIVE_LOOP_MASKS = 4, NATIVE_OUTER_MASKS = 3 };
extern const char *const native_masks[NATIVE_MASKS];
/* Kept for each loop: the first NATIVE_OUTER_MASKS of these as they were before it, and the lanes
 * that entered it. */
extern const char *const native_loop_masks[NATIVE_LOOP_MASKS];
extern const char *const native_outer_masks[NATIVE_OUTER_MASKS];

_Static_assert(NATIVE_MASKS + SIM_FLOW_DEPTH + SIM_FLOW_LOOPS * NATIVE_LOOP_MASKS <=
                   SIM_NATIVE_MASKS,
               "a block has room for all masks");

/* emit_called.c: the number of the first fetch from a texture that does the same as one: functions
 * of the program's own have it in their names, and serve both. */
uint32_t native_sample_number(const struct native_emitter *e, uint32_t fetch);
/* The same of a fetch that calls one of them: @sampleN, or, for rows, @row_placeN, @row_aheadN,
 * @row_apartN and @row_takeK_N, K being the kind of row; N of @howN and @borderN. */
enum { NATIVE_ROW_KINDS = 4, NATIVE_SAMPLE = 0, NATIVE_ROW };
uint32_t native_called(struct native_emitter *e, uint32_t fetch, unsigned which);
/* The kind of a row: how many fetches, at most, are written as one; quads of texels that these
 * read; whether the texels are converted before they are cut out for each. */
struct native_row_kind {
    uint32_t rows, quads;
    bool shared;
};
extern const struct native_row_kind native_row_kinds[NATIVE_ROW_KINDS];
/* Writes them, and what else fetches and typed stores need, behind the program's function. */
void native_emit_called(struct native_emitter *e);
/* Writes a line. */
void native_line(struct native_emitter *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Notes why the program cannot be carried. Always false. */
bool native_refuse(struct native_emitter *e, const char *why);
/* The number of a name that is not taken: of a value or a label. */
unsigned native_name(struct native_emitter *e);

/* Masks, by the name of their variable, or by its kind and the level of the stack or loop. */
unsigned native_load_mask(struct native_emitter *e, const char *variable);
unsigned native_load_level(struct native_emitter *e, const char *kind, unsigned level);
void native_store_mask(struct native_emitter *e, unsigned value, const char *variable);
void native_store_level(struct native_emitter *e, unsigned value, const char *kind, unsigned level);
unsigned native_binary(struct native_emitter *e, const char *op, unsigned a, unsigned b);
unsigned native_and_not(struct native_emitter *e, unsigned a, unsigned b); /* a & ~b */
void native_update_exec(struct native_emitter *e);
/* The lanes that run; that as 32 bits, and as lanes of 0 and ~0 in the variable %mask. */
unsigned native_run_mask(struct native_emitter *e);
unsigned native_exec(struct native_emitter *e);
void native_spread_exec(struct native_emitter *e);

/* A value, as text, in all lanes. Lane 0 of a vector that has a shape. Lane 0 of what a vector has,
 * to be there for those who ask. */
unsigned native_spread(struct native_emitter *e, const char *value);
unsigned native_first(struct native_emitter *e, uint32_t place);
void native_set_first(struct native_emitter *e, uint32_t vector, unsigned value);

/* Between a vector's variable and its place in memory, for the simulator to see. */
void native_to_memory(struct native_emitter *e, uint32_t vector);
void native_from_memory(struct native_emitter *e, uint32_t vector);
/* A value to a vector, in the lanes of a mask, or in all; or in the lanes that run. */
void native_assign(struct native_emitter *e, uint32_t vector, unsigned value, bool masked,
                   unsigned mask);
void native_assign_run(struct native_emitter *e, uint32_t vector, unsigned value);

/* A function of the frame, at an offset in struct sim_native_frame; and a call of one that may
 * fail, with an index and exec: what follows runs if it did not. */
unsigned native_frame_function(struct native_emitter *e, size_t offset);
void native_ask(struct native_emitter *e, size_t function, uint32_t index);

unsigned native_special(struct native_emitter *e, unsigned select);
/* Lanes that run, of a value, to dwords side by side at a pointer. */
void native_store_run(struct native_emitter *e, unsigned value, unsigned at);

/* Branches on an i1, or on whether the indices of all lanes are inside an instruction's range. What
 * is written next is the path where it does not hold; behind native_turn_ways, the path where it
 * does; behind native_join_ways, what follows both. Returns the label where they join. */
unsigned native_part_ways(struct native_emitter *e, unsigned inside, unsigned *fast);
unsigned native_begin_ways(struct native_emitter *e, unsigned range, uint32_t index_vector,
                           unsigned *fast);
void native_turn_ways(struct native_emitter *e, unsigned joined, unsigned fast);
void native_join_ways(struct native_emitter *e, unsigned joined);

/* A field of the wavefront, at an offset. */
unsigned native_wave_field(struct native_emitter *e, size_t offset, const char *type);
/* A field of what %OF points to, as %NAME; %NAME_at is where it lies. */
void native_name_field(struct native_emitter *e, const char *of, const char *name, size_t offset,
                       const char *type);

/* emit_turns.c: whether the function takes all blocks of a wavefront, one after the other. */
bool native_has_turns(const struct native_emitter *e);
/* Writes first what all turns share; then %vectors and %live, which differ; at the end, the jump to
 * the next one, behind which the last one has ended. */
void native_start_turns(struct native_emitter *e);
void native_begin_turn(struct native_emitter *e);
void native_end_turn(struct native_emitter *e);
/* The numbers of the block's work-items in their group, along an axis. */
unsigned native_own_ids(struct native_emitter *e, unsigned axis);

/* emit_alu.c: False where it cannot be carried. */
bool native_emit_op(struct native_emitter *e, const struct sim_alu_op *op);
/* By the simulator. */
void native_emit_asked(struct native_emitter *e, const struct sim_alu_op *op);
/* Operand i of an operation in all lanes, as text. */
enum { NATIVE_TEXT = 24 };
void native_source(struct native_emitter *e, const struct sim_alu_op *op, unsigned i,
                   char text[NATIVE_TEXT]);
/* emit_barrier.c */
void native_emit_barrier(struct native_emitter *e, const struct sim_alu_op *op);
/* emit_scalar.c: the first lane of an operation's result, and of an operand. */
unsigned native_scalar(struct native_emitter *e, const struct sim_alu_op *op);
/* emit_lds.c */
void native_emit_lds(struct native_emitter *e, const struct sim_alu_op *op);
/* emit_memory.c */
void native_emit_fetch(struct native_emitter *e, const struct sim_fetch *fetch);
void native_emit_store(struct native_emitter *e, const struct sim_store *store);
/* By the simulator; the range of an instruction, fetches first; channels %texelN, or constants, to
 * a fetch's destination. */
void native_asked_fetch(struct native_emitter *e, const struct sim_fetch *fetch);
void native_asked_store(struct native_emitter *e, const struct sim_store *store);
unsigned native_range(struct native_emitter *e, uint32_t number);
/* A field of a range, at an offset; `stays`: it does not change while the program runs. */
unsigned native_range_field(struct native_emitter *e, unsigned range, size_t offset,
                            const char *type, bool stays);
void native_deliver(struct native_emitter *e, const struct sim_fetch *fetch,
                    const uint8_t dst_sel[4], uint32_t one);
/* A fetch's coordinates, to the variables `to`0 to `to`3. */
void native_copy_coordinates(struct native_emitter *e, const struct sim_fetch *fetch,
                             const char *to);
/* A texture's struct sim_surface. */
unsigned native_surface(struct native_emitter *e, uint32_t resource);
/* emit_buffer.c: fetches from buffers whose elements are `stride` bytes apart, and raw stores. */
void native_plain_fetch(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t stride);
void native_plain_store(struct native_emitter *e, const struct sim_store *store);
/* emit_look.c: room for looks, at the program's start, and a look at an operation's result, if an
 * access needs that. */
void native_start_looks(struct native_emitter *e);
void native_look(struct native_emitter *e, const struct sim_alu_op *op);
/* The values, by their numbers, that an access takes from a look. */
struct native_look {
    uint32_t root;   /* number of the operation */
    bool near;       /* lanes that are near one another can be accessed together, too */
    unsigned first;  /* index of the first element of those accessed together */
    unsigned more;   /* how many more; UINT32_MAX: lanes are to be accessed one by one */
    unsigned span;   /* the last one's index less the first one's, 64 bits */
    unsigned beside; /* the i1 that says whether they are neighbours */
};
/* Begins a look at elements of so many dwords, at an index of that shape. */
struct native_look native_begin_look(struct native_emitter *e, struct sim_shape shape,
                                     uint32_t index, unsigned dwords, bool stores);
/* Two ways, if there are: what is written next is for neighbours; behind native_turn_ways for lanes
 * near one another; then come native_join_ways. Returns the label where they join. */
unsigned native_part_look(struct native_emitter *e, const struct native_look *look, unsigned *near);
/* Dwords near one another, the first one at an address. */
void native_load_near(struct native_emitter *e, const struct native_look *look, unsigned at,
                      unsigned texel);
void native_store_near(struct native_emitter *e, const struct native_look *look, unsigned at,
                       uint32_t vector);
/* emit_elements.c: elements of n dwords (1, 2 or 4; those that are stored: 2 or 4) of all lanes,
 * `apart` bytes from one to the next, from an address on: a value of each dword. */
void native_load_elements(struct native_emitter *e, unsigned n, unsigned at, uint32_t apart,
                          unsigned dword[4]);
void native_store_elements(struct native_emitter *e, unsigned n, unsigned at, uint32_t apart,
                           const unsigned dword[4]);
/* emit_rows.c: room, at the program's start, and what is read there of textures. Of a clause's
 * fetches from `fetch` on, `count` in all, those that read rows of one texture are written as one;
 * returns how many, or 0. */
void native_start_rows(struct native_emitter *e);
void native_read_surfaces(struct native_emitter *e);
uint32_t native_emit_rows(struct native_emitter *e, const struct sim_fetch *fetch, uint32_t count);
/* emit_typed.c: what is read at the program's start of surfaces; a typed store to one. */
void native_read_targets(struct native_emitter *e);
void native_typed_store(struct native_emitter *e, const struct sim_store *store);
/* emit_rat.c: finds the block's scratch, at the program's start; accesses to it, and atomic
 * operations: false where the simulator is to be asked. */
void native_emit_scratch(struct native_emitter *e);
bool native_scratch_fetch(struct native_emitter *e, const struct sim_fetch *fetch);
bool native_scratch_store(struct native_emitter *e, const struct sim_store *store);
bool native_atomic(struct native_emitter *e, const struct sim_store *store);
/* emit_flow.c: an instruction of control flow. False where it cannot be carried. */
bool native_emit_cf(struct native_emitter *e, uint32_t index);
/* The function that looks at the time, behind the program's. */
void native_define_look(struct native_emitter *e);

#endif
