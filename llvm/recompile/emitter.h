/* SPDX-License-Identifier: MIT */
/* emitter.h: what the parts that build LLVM IR share: variables, masks, and branches whose two ways
 * join again.
 *
 * Each vector of the program is a variable of SIM_NATIVE_LANES lanes, as each of its constants is;
 * masks are variables of 16 bits. A vector that has an affine form somewhere has its first lane
 * there in a variable of its own, too, which is right where it has one. */
#pragma once

#include <limits.h>
#include <llvm-c/Core.h>
#include <stddef.h>

#include "driver/base/arena.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/isa.h"
#include "driver/sim/decode/operands.h"
#include "driver/sim/exec/wave.h"
#include "driver/sim/lanes/sample.h"
#include "driver/sim/recompile/ready.h"
#include "driver/sim/recompile/state.h"
#include "llvm/recompile/flow.h"
#include "llvm/recompile/progress.h"
#include "llvm/recompile/recompile.h"

/* A value of LLVM's IR. */
typedef LLVMValueRef ssa;

/* Bits of the lanes that run, and why others do not (exec/exec_cf.c); the predicate; `branch` as it
 * was when the clause began. */
enum { MASK_EXEC, MASK_BRANCH, MASK_CONTINUED, MASK_BROKEN, MASK_PREDICATE, MASK_BEFORE, MASKS };
/* A loop keeps MASK_BRANCH to MASK_BROKEN as they were before it, and the lanes that entered it. */
enum { LOOP_ENTERED = MASK_BROKEN, LOOP_MASKS };
struct emitter_loop {
    ssa mask[LOOP_MASKS], left; /* turns of a loop that is counted */
};

_Static_assert(MASKS + SIM_FLOW_DEPTH + SIM_FLOW_LOOPS * LOOP_MASKS <= SIM_NATIVE_MASKS,
               "a block has room for all masks");

/* The kind of a row: how many fetches, at most, are written as one; quads of texels that these
 * read; whether the texels are converted before they are cut out for each. */
enum { ROW_KINDS = 4, MOST_ROWS = 8, MOST_OF_PLANES = 12 };
struct row_kind {
    uint32_t rows, quads;
    bool shared;
};
extern const struct row_kind row_kinds[ROW_KINDS];

/* Rows that filters keep (emit_smooth.c), or NULL; coordinates and channels of two blocks; twins of
 * texels, or NULL, where they are stored, and the call that may be told so, or NULL. */
struct emitter_both {
    ssa rows, at[8], to[8], rare_at[8], rare_to[8], twins, target, call;
};

/* The functions of the program's own that carry out fetches from a texture, and what they are made
 * for. NULL: there are none. */
struct emitter_fetch {
    ssa how, border, sample, levels;
    enum recompile_usual usual;     /* which code that is ready carries it out; of a filter */
    unsigned axes;                  /* that takes lanes that lie anyhow: how many, x first */
    ssa place, steps, ahead, apart; /* of rows */
    ssa load[ROW_KINDS][2];         /* of one block, of those abreast */
    ssa cut[2];                     /* of what one fetch has loaded, of what several share */
    bool keeps;                     /* texels of a row are kept as they are */
    ssa smooth, smooth_kept; /* of a filter whose lanes share all but x; of two blocks abreast */
};

/* One of the blocks that the function takes side by side: its own variables (emit_abreast.c). */
enum { MOST_ABREAST = 2 * SIM_NATIVE_BLOCKS, SIM_WIDE_ACCESSES = 8 };
struct emitter_abreast {
    ssa vectors, ids;
    ssa *vector, *first, *places, *strides;
    ssa *converted; /* by operation: lane 0's whole number that it makes a float of */
};

/* Where the slow copy of an instruction begins (emit_slow.c), and where one of its items does, if
 * somebody goes there. NULL: there is none. */
struct emitter_slow {
    LLVMBasicBlockRef start, middle;
    uint32_t item;
};

/* A fetch of a group's first rows, whose texels may all be copied, if lines hold two rows
 * (emit_pairs.c): the block that copies, NULL once it is written, or where there is none; the one
 * behind the turns, or NULL; and where the first lane is. */
struct emitter_pair {
    const struct sim_fetch *fetch;
    LLVMBasicBlockRef copies, otherwise, ended;
    ssa from[3], to[3];
};

/* The memory that an access of a wavefront's blocks touches: each block's lies so many bytes (64
 * bits) behind `at`, and its lanes' own from `own` on are `bytes` (32 bits) long. */
struct emitter_window {
    ssa at, own, bytes, distance[SIM_NATIVE_BLOCKS];
};

/* A program that takes a wavefront at once, or leaves for one that takes blocks (emit_wide.c). */
struct emitter_wide {
    bool behind, rare; /* it is the one that is left for; hardly ever, so that it is to be short */
    ssa narrow;        /* the function that does; NULL: it is no such program */
    LLVMBasicBlockRef leave;
    ssa unlike, (*distance)[SIM_NATIVE_BLOCKS]; /* of blocks, by operation that is a basis */
    struct emitter_window fetch[SIM_WIDE_ACCESSES], store[SIM_WIDE_ACCESSES];
    bool stored;
};

/* Elements at equal distances: of indices from `first` on to that plus `more` (64 bits); whether
 * they are accessed one by one unless all lanes run. */
struct elements {
    ssa first, more;
    bool together;
};

/* An access of a loop that takes turns unchecked (emit_unchecked.c), if it is steady: elements of
 * it, and variables: the index of the last turn's and of the one before; the address of the next
 * turn's first element, and how many bytes it moves each turn. */
enum { SIM_MOST_UNCHECKED = 8 };
struct emitter_steady {
    uint32_t access, stride;
    struct elements of;
    ssa index, before, at, bytes;
};

/* The last loop that may do so. */
struct emitter_unchecked {
    struct progress loop;
    struct emitter_steady steady[SIM_MOST_UNCHECKED];
    unsigned count;
    ssa turns, wait; /* variables: 256 less the turns that are left; turns until one tries */
    LLVMBasicBlockRef *block; /* by instruction, of the copy that checks nothing */
    bool written;             /* it is written now */
    uint32_t loops;           /* that have one */
};

struct emitter {
    struct arena arena; /* that lists are in */
    LLVMContextRef context;
    LLVMModuleRef module, library;
    LLVMBuilderRef builder;
    LLVMTypeRef none, i1, i8, i32, i64, ptr, lanes, bits; /* `bits`: one of each lane */
    LLVMTypeRef mask_of_one, mask_of_all; /* a bit of each lane of a block, of those abreast */
    ssa likely, unlikely, invariant, launched, around; /* metadata */
    unsigned noinline;                                 /* kind of the attribute */

    const struct recompile_state *state;
    const struct sim_program *program;
    struct sim_folded folded;
    const struct hw_chip *chip;
    const struct recompiler_host *host;
    struct flow flow;
    bool assumes;           /* it may have another program first (emit_assumed.c), */
    struct flow other_flow; /* and goes on so where it leaves that one */
    const char **why;
    bool *used;                /* vectors that have a variable */
    bool indexed;              /* registers may be indexed */
    bool predicated;           /* operations depend on the predicate */
    bool turns;                /* the function goes on with the wavefront's next block */
    uint8_t texels;            /* texels of these kinds, as bits, may be stored as they were read
                                  or filtered (emit_texels.c) */
    bool regions;              /* it takes all blocks of a group from barrier to barrier */
    bool pairs;                /* two rows of a group go abreast that tiles keep together */
    unsigned abreast;          /* it takes so many blocks side by side */
    unsigned column;           /* of a group that it takes whole, each of these is so many blocks
                                  further than the one before; 0: it takes wavefronts */
    unsigned along;            /* so many of the blocks abreast lie side by side, in each row */
    bool column_pays;          /* a fetch in a loop loads lanes that all of these share, */
    bool column_costs;         /* or is one of each */
    unsigned part;             /* the one of these that is written, which emit_take_part chose; */
    bool apart;                /* false: what is written is of all of them */
    uint32_t cf;               /* the instruction of control flow that is written */
    struct flow_state at;      /* what holds here */
    struct affine_forms forms; /* likewise */
    bool whole;                /* all live lanes are known to run here */

    /* By operation that makes floats of whole numbers: how these differed. */
    struct affine_form *converted_form;

    ssa function, poll, enter, encode;
    LLVMBasicBlockRef *block, *resume; /* by instruction; by barrier's operation */
    struct emitter_slow *slow_block;   /* by instruction */
    bool slow;                         /* slow copies are written */
    LLVMBasicBlockRef end, fault, turn, again;
    LLVMBasicBlockRef leave; /* where lanes part that were assumed not to */
    ssa left;                /* whether they did in this call */
    ssa wave, frame;         /* parameters, and what is read there at first */
    ssa group[3], waiting, lds, lds_bytes, launch, vectors, ids, live;
    ssa vectors_at, ids_at, first_at; /* of turns */
    ssa first_vectors, first_ids, first_lane, all_live, done, shared_ids[3];
    ssa number, region, *kept,
        *kept_first; /* of regions; what is kept across barriers, by vector */
    ssa *group_at;   /* by access: where the first block's elements lie, if all the group's are
                        known to lie there, too; else NULL */
    ssa ended;       /* whether blocks behind the one whose turn it is need none in the region */
    uint32_t early;  /* instructions that may say so */
    struct emitter_abreast of[MOST_ABREAST];
    ssa *vector, *first;           /* by vector */
    ssa *constant, *constant_lane; /* by constant: spread over the lanes, and not */
    ssa *literal, zero, ones;
    ssa *places, *strides; /* by operation whose strides are measured */
    ssa source[3], result[2], address[4], raw, mask_lanes, edges;
    struct emitter_parts *parts; /* of writes to local memory; NULL: there were none */
    ssa found; /* the one of an access's two ranges that elements lie in, or the first's address */
    ssa part_number; /* of the block that a function of its own is for; NULL: it is found */
    ssa asked, asked_vectors; /* the wavefront that is asked; the block's vectors, or NULL */
    ssa apart_lanes; /* lanes, as bits, that the simulator is asked for behind the others; NULL:
                        none */
    bool chooses;    /* pointers of accesses that follow may have been chosen: there was a check */
    ssa chosen[3];   /* addresses, bases and mask of lanes whose arguments are looked for */
    ssa texel[4], coordinate[4], scratch;
    ssa place[MOST_ABREAST][MOST_OF_PLANES], row[MOST_ROWS], slots; /* of fetches of rows */
    ssa rare_coordinate[4], rare_texels, rare_texel[4];
    ssa kept_texels[MOST_ABREAST];  /* of the last fetch that keeps some: a dword of each, */
    ssa whole_texels[MOST_ABREAST]; /* or four, see sim_block_whole_channels */
    uint8_t kept_kind;
    uint8_t *channel;              /* by vector: 1 + that of these which it has; 0: none */
    uint8_t idle_depth;            /* no lane runs while the stack is so deep; 0: some may */
    struct emitter_planes *planes; /* emit_planes.h */
    unsigned plane_count;
    bool keeps_planes; /* a fetch reads some of these */
    ssa planes_meet, plane_at[MOST_ABREAST][MOST_OF_PLANES], plane_room, plane_starts;
    struct emitter_both both;
    struct emitter_pair pair;
    struct emitter_wide wide;
    struct emitter_runs *runs; /* emit_runs.h; NULL: it takes no groups at once */
    struct emitter_unchecked unchecked;
    bool copies, streams; /* the program copies lines of two rows; stores around the caches */
    uint32_t texels_stored, whole_stored;  /* stores of texels as read, as filtered */
    uint32_t filtered, smoothed, levelled; /* fetches that do so by ready code, rows, levels */
    uint32_t inside; /* accesses of local memory that are known to lie inside */
    ssa mask[MASKS], stack[SIM_FLOW_DEPTH];
    struct emitter_loop loop[SIM_FLOW_LOOPS];
    struct emitter_fetch *fetch;         /* by fetch: those of emit_same */
    ssa surface[HW_CS_RESOURCES];        /* copies */
    ssa target[HW_RATS], store[HW_RATS]; /* copies of surfaces; how to store */
    ssa put[HW_RATS][RECOMPILE_LANES];   /* functions that store rows */
    ssa rows_put, put_dwords;            /* given to such code; stores dwords of blocks abreast */
};

/* ---- emitter.c: IR ---- */

/* Notes why the program cannot be carried. Always false. */
bool emit_refuse(struct emitter *e, const char *why);
ssa emit_i32(const struct emitter *e, uint32_t value);
ssa emit_i64(const struct emitter *e, uint64_t value);
ssa emit_op(struct emitter *e, LLVMOpcode op, ssa a, ssa b);
ssa emit_test(struct emitter *e, LLVMIntPredicate how, ssa a, ssa b);
ssa emit_and_not(struct emitter *e, ssa a, ssa b); /* a & ~b */
ssa emit_select(struct emitter *e, ssa test, ssa yes, ssa no);
ssa emit_wide(struct emitter *e, ssa value); /* zext to i64 */
/* A constant of all lanes. */
ssa emit_splat(const struct emitter *e, uint32_t value);
/* A value in all lanes. */
ssa emit_spread(struct emitter *e, ssa value);
ssa emit_lane_0(struct emitter *e, ssa lanes);
/* Lanes of `a` and, numbered on, `b` (may be NULL); EMIT_ANY_LANE: whatever. */
#define EMIT_ANY_LANE UINT_MAX
ssa emit_shuffle(struct emitter *e, ssa a, ssa b, const unsigned *lane, unsigned count);

ssa emit_variable(struct emitter *e, LLVMTypeRef type);
ssa emit_lanes_variable(struct emitter *e);
/* Addresses so many bytes behind one. */
ssa emit_behind(struct emitter *e, ssa at, uint64_t bytes);
ssa emit_further(struct emitter *e, ssa at, ssa bytes);
ssa emit_load(struct emitter *e, LLVMTypeRef type, ssa at);
ssa emit_load_lanes(struct emitter *e, ssa at);
ssa emit_store(struct emitter *e, ssa value, ssa at);
void emit_copy_lanes(struct emitter *e, ssa from, ssa to);
/* A field of what a pointer points to, at an offset; `stays`: it does not change while the program
 * runs. */
ssa emit_field(struct emitter *e, LLVMTypeRef type, ssa of, size_t offset);
ssa emit_field_that_stays(struct emitter *e, LLVMTypeRef type, ssa of, size_t offset);

/* Calls a function of the library, whose type is what the library says, or the one of
 * SIM_BLOCK_USUAL for texels of a format; writes one here that is short; calls an intrinsic
 * function of LLVM, which may be overloaded for a type; a function of the program's own; one of the
 * frame. */
#define EMIT_ARGS(...)                     (ssa[]){__VA_ARGS__}, sizeof((ssa[]){__VA_ARGS__}) / sizeof(ssa)
#define emit_call(e, name, ...)            emit_call_library(e, name, EMIT_ARGS(__VA_ARGS__))
#define emit_usual(e, name, format, ...)   emit_call_usual(e, name, format, EMIT_ARGS(__VA_ARGS__))
#define emit_short(e, name, ...)           emit_short_library(e, name, EMIT_ARGS(__VA_ARGS__))
#define emit_intrinsic(e, name, over, ...) emit_call_llvm(e, name, over, EMIT_ARGS(__VA_ARGS__))
#define emit_own(e, function, ...)         emit_call_own(e, function, EMIT_ARGS(__VA_ARGS__))
#define emit_frame(e, offset, returns, ...)                                                        \
    emit_call_frame(e, offset, returns, EMIT_ARGS(__VA_ARGS__))
#define emit_ready(e, name, returns, ...)                                                          \
    emit_call_ready(e, offsetof(struct sim_native_ready, name), returns, EMIT_ARGS(__VA_ARGS__))
ssa emit_call_library(struct emitter *e, const char *name, ssa *args, size_t count);
ssa emit_call_usual(struct emitter *e, const char *name, const struct sim_texel_format *format,
                    ssa *args, size_t count);
ssa emit_short_library(struct emitter *e, const char *name, ssa *args, size_t count);
ssa emit_call_llvm(struct emitter *e, const char *name, LLVMTypeRef over, ssa *args, size_t count);
ssa emit_call_own(struct emitter *e, ssa function, ssa *args, size_t count);
ssa emit_call_frame(struct emitter *e, size_t offset, LLVMTypeRef returns, ssa *args, size_t count);
/* A function that is made beforehand, by its offset in struct sim_native_ready; calls one. */
ssa emit_ready_code(struct emitter *e, size_t offset);
ssa emit_call_ready(struct emitter *e, size_t offset, LLVMTypeRef returns, ssa *args, size_t count);
/* The function sim_block_KIND_NAME of an operation. */
ssa emit_call_op(struct emitter *e, const char *kind, int op, ssa *args, size_t count);
void emit_mark(const struct emitter *e, ssa function, const char *const attributes[]);
/* Begins a function of the program's own, which has these attributes besides those of all; the
 * driver calls the one that has none (NULL). */
ssa emit_function(struct emitter *e, const char *name, LLVMTypeRef returns, const char *params,
                  const char *const attributes[]);
/* A constant of bytes, or of lanes that are one. */
ssa emit_bytes(struct emitter *e, const void *data, size_t size);
ssa emit_constant_lanes(struct emitter *e, uint32_t value);

/* emit_inlined.c: writes a function of the library here, if it is one short block; false: it is to
 * be called. */
bool emit_inlined(struct emitter *e, ssa function, const ssa *args, ssa *result);

LLVMBasicBlockRef emit_new_block(struct emitter *e);
/* That block is written next, behind all others. */
void emit_begin_block(struct emitter *e, LLVMBasicBlockRef block);
void emit_go(struct emitter *e, LLVMBasicBlockRef block);
ssa emit_branch(struct emitter *e, ssa test, LLVMBasicBlockRef yes, LLVMBasicBlockRef no);
/* Two ways, by a test. What is written next is the way where it does not hold; behind emit_turn,
 * the way where it does; behind emit_join, what follows both. */
struct ways {
    LLVMBasicBlockRef fast, joined;
};
struct ways emit_part(struct emitter *e, ssa test);
/* The same where neither is rare. */
struct ways emit_part_evenly(struct emitter *e, ssa test);
/* On the way where it does not hold: to the other one by another test. */
void emit_come_back(struct emitter *e, struct ways ways, ssa test);
void emit_turn(struct emitter *e, struct ways ways);
void emit_join(struct emitter *e, struct ways ways);

/* ---- emitter.c: lanes ---- */

/* Masks of no lanes and of all lanes: of one block, or of those abreast, as what is written is. */
ssa emit_no_lanes(const struct emitter *e);
ssa emit_all_lanes(const struct emitter *e);
LLVMTypeRef emit_mask_type(const struct emitter *e);
ssa emit_mask(struct emitter *e, unsigned which);
void emit_set_mask(struct emitter *e, unsigned which, ssa value);
ssa emit_any(struct emitter *e, ssa mask); /* whether a lane is in it */
ssa emit_all(struct emitter *e);           /* whether all of a block run */
void emit_update_exec(struct emitter *e);
/* The lanes that live. */
ssa emit_live(const struct emitter *e);
/* The lanes that run; that as 32 bits; as lanes of 0 and ~0 in the variable for that. */
ssa emit_run_mask(struct emitter *e);
ssa emit_exec(struct emitter *e);
void emit_spread_exec(struct emitter *e);
ssa emit_as_bits(struct emitter *e, ssa mask);

/* Lane 0 of a vector that has an affine form. Lane 0 of what a vector has, to be there for those
 * who ask.
 */
ssa emit_first(struct emitter *e, uint32_t place);
void emit_set_first(struct emitter *e, uint32_t vector, ssa lanes);
/* Before vectors go to memory for the simulator, which is then asked. */
void emit_begin_ask(struct emitter *e);
/* Between a vector's variable and its place in memory, for the simulator to see. */
void emit_to_memory(struct emitter *e, uint32_t vector);
void emit_from_memory(struct emitter *e, uint32_t vector);
/* A value to a vector, in the lanes of a mask (NULL: all), or in those that run. */
void emit_assign(struct emitter *e, uint32_t vector, ssa value, ssa mask);
void emit_assign_run(struct emitter *e, uint32_t vector, ssa value);
/* Ends the program with a fault, unless something could be done. */
void emit_go_on(struct emitter *e, ssa sound);
/* Calls a function of the frame that may fail, with an index and exec: what follows runs if it did
 * not. */
void emit_ask(struct emitter *e, size_t function, uint32_t index);
/* The same of the lanes that are not among some, as bits; then of these, or of one if none are. */
void emit_ask_apart(struct emitter *e, size_t function, uint32_t index, ssa lanes);
/* A source that the wavefront answers; masks are those of all lanes. */
ssa emit_special(struct emitter *e, unsigned select);
/* Lanes that run, of a value, to dwords side by side at a pointer, of what a launch may stream. */
void emit_store_run(struct emitter *e, ssa value, ssa at, bool streams);
/* emit_streams.c: values of whole lines of the host's cache, side by side from an address on:
 * around the caches, if the launch streams and lines begin there. */
void emit_store_lines(struct emitter *e, const ssa *value, unsigned count, ssa at);

/* ---- the parts ---- */

/* emit_turns.c: whether the function takes all blocks of a wavefront, one after the other. */
bool emit_has_turns(const struct emitter *e);
/* Writes first what all turns share; then what differs; at the end, the jump to the next one,
 * behind which the last one has ended. */
void emit_start_turns(struct emitter *e);
void emit_begin_turn(struct emitter *e);
void emit_end_turn(struct emitter *e);
/* The numbers of the block's work-items in their group, along an axis. */
ssa emit_own_ids(struct emitter *e, unsigned axis);

/* emit_regions.c: whether the function takes all blocks of a group; its function that prepares a
 * wavefront to be asked; what is written at its start, before the first region, and at its end. */
bool emit_has_regions(const struct emitter *e);
void emit_enter(struct emitter *e);
void emit_start_regions(struct emitter *e);
void emit_begin_regions(struct emitter *e);
ssa emit_line_ids(struct emitter *e, unsigned axis); /* emit_own_ids, of a group along x */
void emit_end_regions(struct emitter *e);
/* Where the next block's turn begins; a barrier. */
void emit_resumes(struct emitter *e);
void emit_meeting(struct emitter *e, const struct sim_alu_op *op);
/* How far a block's wavefront's part is behind the first one's, where wavefronts lie `bytes` apart.
 */
ssa emit_find_part(struct emitter *e, ssa block, uint64_t bytes);
/* Tells the group's other wavefronts, and the rest of the first one, that they have ended. */
void emit_end_group(struct emitter *e);
/* The running block's wavefront, for those who are asked. */
ssa emit_block_wave(struct emitter *e);
/* emit.c: adds the barriers of an instruction, if it is reached, to a switch by the numbers of
 * their operations from 1 on. */
void emit_resume(struct emitter *e, ssa choice, uint32_t index);

/* emit_early.c: whether a region ends early where no lane of a block runs an instruction. Writes
 * two ways there, which say whether the region ends: what is written next is the one where none
 * does; the other one goes on in the block that is returned. */
bool emit_ends_early(struct emitter *e, uint32_t index);
LLVMBasicBlockRef emit_begin_early(struct emitter *e, uint32_t index);

/* emit_abreast.c: lists of each block's variables; those of its strides are made by themselves. */
void emit_make_parts(struct emitter *e);
/* Turn to one of the blocks abreast, of which is what is written next; to all of them again. */
void emit_take_part(struct emitter *e, unsigned part);
void emit_take_all(struct emitter *e);
/* Writes something of each of them. */
void emit_in_parts(struct emitter *e, void (*write)(struct emitter *e));
/* The part of a mask of all that is the block's; a mask of all with another one there. */
ssa emit_part_of_mask(struct emitter *e, ssa mask);
ssa emit_join_mask(struct emitter *e, ssa mask, ssa part);
/* The number of the block in its wavefront, or in the group that is taken whole. */
ssa emit_part_number(struct emitter *e);

/* emit_alu.c: False where it cannot be carried. */
bool emit_alu(struct emitter *e, const struct sim_alu_op *op);
/* By the simulator. */
void emit_asked(struct emitter *e, const struct sim_alu_op *op);
/* Operand i of an operation, in all lanes: where they are. */
ssa emit_source(struct emitter *e, const struct sim_alu_op *op, unsigned i);
/* The first lane of an operand, and of an operation's result. */
ssa emit_scalar_source(struct emitter *e, const struct sim_src *src);
ssa emit_scalar(struct emitter *e, const struct sim_alu_op *op);
/* emit_barrier.c */
void emit_barrier(struct emitter *e, const struct sim_alu_op *op);
/* emit_lds.c */
void emit_lds(struct emitter *e, const struct sim_alu_op *op);
/* Whether turns of the innermost loop update local memory. */
bool emit_turn_updates(const struct emitter *e);
/* emit_memory.c */
void emit_fetch(struct emitter *e, const struct sim_fetch *fetch);
void emit_memory_store(struct emitter *e, const struct sim_store *store);
/* By the simulator; the range of an access; channels in `texel`, or constants, to a fetch's
 * destination; a fetch's coordinates to variables. */
void emit_asked_fetch(struct emitter *e, const struct sim_fetch *fetch);
void emit_asked_store(struct emitter *e, const struct sim_store *store);
ssa emit_range(struct emitter *e, uint32_t access);
void emit_deliver(struct emitter *e, const struct sim_fetch *fetch, const uint8_t dst_sel[4],
                  uint32_t one);
void emit_copy_coordinates(struct emitter *e, const struct sim_fetch *fetch, ssa to[4]);
/* Surfaces of textures and of RATs, and a copy of one in a variable. They do not change in a
 * launch, and LLVM sees that of variables. */
ssa emit_surface(struct emitter *e, uint32_t resource);
ssa emit_target(struct emitter *e, uint32_t rat);
ssa emit_surface_copy(struct emitter *e, ssa surface);
/* emit_buffer.c: fetches from buffers whose elements are `stride` bytes apart, and raw stores. */
void emit_plain_fetch(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride);
/* Whether such a fetch is written once, for all blocks that go abreast. */
bool emit_fetches_together(const struct emitter *e, const struct sim_fetch *fetch);
void emit_plain_store(struct emitter *e, const struct sim_store *store);
/* emit_flow.c: runs what is written between the two only if lanes run; NULL: they do. */
LLVMBasicBlockRef emit_begin_busy(struct emitter *e);
void emit_end_busy(struct emitter *e, LLVMBasicBlockRef next);
/* emit_strides.c: room for strides, at the program's start, and the strides of an operation's
 * result, if an access needs that. */
void emit_start_strides(struct emitter *e);
void emit_strides(struct emitter *e, const struct sim_alu_op *op);
/* The values that an access takes from strides. */
struct strides {
    uint32_t basis; /* number of the operation */
    bool near;      /* lanes that are near one another can be accessed together, too */
    ssa first;      /* index of the first element of those accessed together */
    ssa more;       /* how many more; UINT32_MAX: lanes are to be accessed one by one */
    ssa span;       /* the last one's index less the first one's, 64 bits */
    ssa beside;     /* whether they are neighbours */
};
/* Computes the strides of elements of so many dwords, at an index of that affine form. */
struct strides emit_begin_strides(struct emitter *e, struct affine_form form, uint32_t index,
                                  unsigned dwords, bool stores);
/* Two ways, if there are: what is written next is for neighbours; behind emit_turn for lanes near
 * one another. */
struct ways emit_part_strides(struct emitter *e, const struct strides *strides);
/* Dwords near one another, the first one at an address. */
void emit_load_near(struct emitter *e, const struct strides *strides, ssa at, unsigned texel);
void emit_store_near(struct emitter *e, const struct strides *strides, ssa at, uint32_t vector);
/* emit_elements.c: elements of n dwords (1, 2 or 4; those that are stored: 2 or 4) of all lanes,
 * `apart` bytes from one to the next, from an address on: a value of each dword. */
void emit_load_elements(struct emitter *e, unsigned n, ssa at, uint32_t apart, ssa dword[4]);
void emit_store_elements(struct emitter *e, unsigned n, ssa at, uint32_t apart, const ssa dword[4]);
/* emit_called.c: the number of the first fetch from a texture that does the same as one: functions
 * of the program's own serve both. Builds these. */
uint32_t emit_same(const struct emitter *e, uint32_t fetch);
void emit_called(struct emitter *e);
/* emit_rows.c: whether rows can be read of the texture that a fetch names; room, at the program's
 * start, and what is read there of textures. Of a clause's fetches from `fetch` on, `count` in all,
 * those that read rows of one texture are written as one; returns how many, or 0. */
bool emit_may_be_row(const struct recompile_fetch_state *state);
bool emit_shares_rows(const struct emitter *e, const struct sim_fetch *fetch); /* all but x */
/* A fetch whose lanes read no row, by code that is ready. What this is given and gives lies in
 * variables of its own, so that the others can stay in host registers. */
void emit_take_apart(struct emitter *e, const struct sim_fetch *fetch);
/* emit_steps.c: finds the vectors of whole numbers that a fetch's coordinates are, x going by steps
 * of one; false: not all are. */
bool emit_finds_steps(const struct emitter *e, const struct sim_fetch *fetch,
                      uint32_t vector[SIM_AXES]);
void emit_start_rows(struct emitter *e);
/* Told of each operation: keeps lane 0's whole number that it makes a float of, if it does. */
bool emit_is_converted(const struct sim_alu_op *op);
void emit_converted(struct emitter *e, const struct sim_alu_op *op);
void emit_read_surfaces(struct emitter *e);
uint32_t emit_rows(struct emitter *e, const struct sim_fetch *fetch, uint32_t count);
/* emit_levels.c: builds the functions of a fetch that filters within levels; the fetch; keeps
 * gradients for one of the clause. */
void emit_levels_function(struct emitter *e, struct emitter_fetch *f,
                          const struct recompile_fetch_state *state);
void emit_levels(struct emitter *e, const struct sim_fetch *fetch);
void emit_gradients(struct emitter *e, const struct sim_fetch *fetch);
/* emit_typed.c: what is read at the program's start of surfaces; a typed store to one. */
void emit_read_targets(struct emitter *e);
/* Builds what stores to a surface need. */
void emit_store_functions(struct emitter *e, unsigned rat);
void emit_typed_store(struct emitter *e, const struct sim_store *store);
/* emit_texels.c: kinds of which there are such fetches and stores, and whether a fetch is one.
 * They are told of each instruction, operation, and fetch, `kept`: whether its texels are. */
uint8_t emit_find_texels(const struct emitter *e);
bool emit_texels_keeps(struct emitter *e, const struct recompile_fetch_state *state);
void emit_texels_cf(struct emitter *e, const struct flow_state *s, const struct sim_cf *cf);
void emit_texels_op(struct emitter *e, const struct sim_alu_op *op);
void emit_texels_fetch(struct emitter *e, const struct sim_fetch *fetch, bool kept);
/* Keep the texels of a row, or of lanes that read none; write those that are kept for a store to
 * `texel`: false where it stores others. */
void emit_texels_keep(struct emitter *e, ssa window, ssa place, ssa first);
void emit_texels_keep_apart(struct emitter *e, const ssa from[4]);
bool emit_texels_store(struct emitter *e, const struct sim_store *store);
/* The same of texels that are whole; NULL where it stores others. */
ssa emit_texels_whole(struct emitter *e, const struct sim_store *store);
/* Whether a store is of all channels that are followed, unchanged and in their order. */
bool emit_texels_are_kept(const struct emitter *e, const struct sim_store *store);
/* emit_pairs.c: whether two rows go abreast that tiles keep together. A fetch may then leave for a
 * copy of the group's lines, if the store, which is told of later, writes what it has read. */
bool emit_has_pairs(const struct emitter *e);
void emit_pairs_fetch(struct emitter *e, const struct sim_fetch *fetch);
void emit_pairs_store(struct emitter *e, const struct sim_store *store);
void emit_end_pairs(struct emitter *e);
/* emit_wide.c: whether a program that takes blocks may take whole wavefronts first; whether the
 * accesses of the one that shall do so lie in a way that it can. What it does at a basis, of each
 * of the blocks abreast; at a fetch; at the first store, for all; at its end. */
bool emit_may_wide(const struct emitter *e);
bool emit_is_wide(struct emitter *e);
void emit_wide_basis(struct emitter *e, const struct sim_alu_op *op);
void emit_wide_fetch(struct emitter *e, const struct sim_fetch *fetch, uint32_t stride);
void emit_wide_stores(struct emitter *e);
void emit_end_wide(struct emitter *e);
/* emit_rat.c: finds the block's scratch, at the program's start; accesses to it, and atomic
 * operations: false where the simulator is to be asked. */
void emit_scratch(struct emitter *e);
bool emit_scratch_fetch(struct emitter *e, const struct sim_fetch *fetch);
bool emit_scratch_store(struct emitter *e, const struct sim_store *store);
bool emit_atomic(struct emitter *e, const struct sim_store *store);
/* emit_slow.c: whether the instruction that is written may have a slow copy; where that goes on
 * with an item, one of the instruction's; before an item of a copy; the block of a later
 * instruction, in the copy that is written if it is there; all copies, false where an instruction
 * cannot be carried. */
bool emit_has_slow(const struct emitter *e);
LLVMBasicBlockRef emit_slow_block(struct emitter *e, uint32_t item);
void emit_slow_item(struct emitter *e, uint32_t item);
LLVMBasicBlockRef emit_block(const struct emitter *e, uint32_t index);
bool emit_slow(struct emitter *e);
/* emit_assumed.c: finds whether there is a program that assumes all lanes to pass each test, or
 * none; writes the program, that one first, each with its variables; leaves it behind a test. */
void emit_find_assumed(struct emitter *e);
bool emit_programs(struct emitter *e, void (*variables)(struct emitter *e),
                   bool (*body)(struct emitter *e));
void emit_assume(struct emitter *e);
/* emit_unchecked.c: variables, at the program's start; where a loop is entered. */
void emit_start_unchecked(struct emitter *e);
void emit_enter_unchecked(struct emitter *e, uint32_t loop);
/* Notes the elements of an access, if that is steady. In the copy that checks nothing: the address
 * of the first one; NULL: it is to be checked. */
void emit_note_steady(struct emitter *e, uint32_t access, const struct elements *of,
                      uint32_t stride);
ssa emit_unchecked_at(struct emitter *e, uint32_t access);
/* The jump back to the loop's next turn; false: it is a plain one. The block of an instruction of
 * the copy; NULL: it has none. Writes the copy, behind the loop's last instruction. */
bool emit_turn_unchecked(struct emitter *e, uint32_t target);
LLVMBasicBlockRef emit_unchecked_block(const struct emitter *e, uint32_t index);
bool emit_unchecked(struct emitter *e, uint32_t index);
/* emit_flow.c: a jump back to a block, which polls the time now and then; an instruction of control
 * flow. False where it cannot be carried. */
void emit_go_back(struct emitter *e, LLVMBasicBlockRef block);
bool emit_cf(struct emitter *e, uint32_t index);
