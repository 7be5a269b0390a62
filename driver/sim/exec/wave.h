/* SPDX-License-Identifier: MIT */
/* wave.h: a wavefront: registers, masks, stack. exec*.c runs it. */
#pragma once

#include "driver/sim/exec/launch.h"
#include "driver/sim/lanes/typed_store.h"

enum {
    SIM_STACK_MAX = 1024,
    SIM_LOOPS_MAX = 64,
    SIM_HINTS = 8,
    SIM_NATIVE_BLOCKS = SIM_LANES / SIM_NATIVE_LANES
};

/* Work-groups run one on each worker; this is what its wavefronts share. */
struct sim_group {
    struct sim_launch *launch;
    uint32_t id[3];
    uint64_t index;
    uint32_t more; /* groups behind it on its row that recompiled code may go on to */
    uint32_t *lds;
};

struct sim_loop {
    uint32_t depth;                     /* of the branch stack */
    uint64_t branch, continued, broken; /* to put back behind the loop */
    uint64_t entered;                   /* lanes that are in the loop */
    uint32_t left;                      /* iterations; UINT32_MAX: no count */
};

/* The allocation that an instruction met last. */
struct sim_range_hint {
    const struct sim_ranges *ranges;
    const struct sim_provenance *object; /* that the range lies in; NULL: any */
    struct sim_range range;
};

struct sim_wave {
    struct sim_group *group;
    const struct sim_launch *launch;
    uint32_t
        *base[SIM_SPACES]; /* vectors: literals (not written to), registers, constants (likewise) */
    unsigned first;        /* number of the first lane in the wavefront; not 0 where a block of a
                              recompiled program runs */
    unsigned n;    /* lanes that loops compute: as many as live, rounded up to SIM_LANE_STEP */
    uint64_t live; /* work-items */
    uint64_t exec; /* branch & ~continued & ~broken */
    uint64_t branch, continued, broken;
    uint64_t predicate;
    uint64_t killed;      /* pixels, which store nothing; at first those that are not covered */
    uint64_t wrong;       /* lanes whose access was found wrong by the instruction that runs */
    uint64_t masked;      /* the bits that lane_mask spreads */
    sim_vector lane_mask; /* of `masked`, 0 or ~0 */
    uint32_t cf, op;      /* where to go on: control flow, operation of an ALU clause */
    uint32_t cf_index[2];
    sim_vector gradients[2][3]; /* horizontal and vertical, by axis */
    unsigned index;             /* in the group */
    unsigned slot;              /* of the device: unique among resident wavefronts */
    unsigned depth, loops;
    unsigned back_edges;
    struct sim_range_hint hints[SIM_HINTS]; /* by instruction */
    /* Members of recompiled programs from here on. */
    const struct sim_native_frame *frame; /* NULL: the launch began no wavefront here for them */
    uint64_t whole;          /* live lanes of the wavefront, while `live` has those of the block */
    uint32_t *vectors, *lds; /* the first lane's; of the group */
    const uint32_t *ids;     /* x, y and z of the block's work-items in the group */
    struct sim_native_block *block; /* that runs */
    struct sim_native_block blocks[SIM_NATIVE_BLOCKS];
    uint64_t stack[SIM_STACK_MAX];
    struct sim_loop loop[SIM_LOOPS_MAX];
};

static inline uint32_t *sim_wave_vector(const struct sim_wave *wave, uint32_t place)
{
    return wave->base[SIM_SPACE_WAVE] + place;
}

/* A vector behind the registers: SIM_VECTOR_*. */
static inline uint32_t *sim_wave_extra(const struct sim_wave *wave, unsigned vector)
{
    return sim_wave_vector(wave, sim_program_vector(wave->launch->program, vector) * SIM_LANES);
}

/* Whether the mask has every lane that is computed, those that have ended included. */
static inline bool sim_wave_whole(const struct sim_wave *wave, uint64_t mask)
{
    return mask == (wave->n == SIM_LANES ? ~0ull : (1ull << wave->n) - 1);
}

/* The mask as a vector of 0 and ~0. */
const uint32_t *sim_wave_mask(struct sim_wave *wave, uint64_t mask);

/* A wrong access: by a lane, at an instruction. */
struct sim_wrong {
    unsigned lane;
    uint32_t word; /* of the instruction: offset in dwords */
    enum guide_space space;
    bool store;
    uint32_t bytes;
    uint64_t address;
    uint32_t object; /* as in guide_fault */
};

/* Fails with a message that names the work-item, and what the launch's guide knows. A launch that
 * goes on keeps a report of an access instead, and the lane is set in wave->wrong. */
void sim_wave_fail(struct sim_wave *wave, const struct sim_wrong *wrong, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Fails it with a message that names an instruction of the program. Always false. */
bool sim_wave_fail_at(struct sim_wave *wave, uint32_t word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the wavefront may go on, asked now and then at a backward jump, at `word`. False when the
 * launch has failed or runs too long. */
bool sim_wave_may_go_on(struct sim_wave *wave, uint32_t word);
/* The value of a source that is a property of the wavefront (HW_SRC_MASK_LO and the like). */
uint32_t sim_wave_special(const struct sim_wave *wave, unsigned select);

/* Runs until the wavefront ends, faults, or reaches a barrier. */
enum sim_next sim_wave_run(struct sim_wave *wave);

/* The smallest and the largest index of an access. */
struct sim_span {
    uint32_t low, high;
};

/* The functions of operations of kind SIM_OP_ACTION, by enum sim_action. Sources come with
 * modifiers applied; mask has the lanes that take part. */
typedef enum sim_next (*sim_action_fn)(struct sim_wave *wave, const struct sim_alu_op *op,
                                       const uint32_t *const src[3], uint64_t mask);
extern const sim_action_fn sim_actions[SIM_ACTION_COUNT];

/* exec_lds.c: the bytes that an operation of local memory may act on, from `low` up to `high`. */
struct sim_span sim_lds_span(const struct sim_launch *launch, const struct sim_alu_op *op);
enum sim_next sim_exec_lds(struct sim_wave *wave, const struct sim_alu_op *op,
                           const uint32_t *const src[3], uint64_t mask);
/* Gives a lane zeros for what it would have read. */
void sim_lds_zero(struct sim_wave *wave, const struct sim_alu_op *op, unsigned lane);
/* exec_alu.c */
enum sim_next sim_exec_alu(struct sim_wave *wave, const struct sim_cf *cf);
/* Who a lane is, for a message. */
void sim_wave_item(const struct sim_wave *wave, unsigned lane, struct guide_fault *fault);
/* Whether to try a fetch or store again, without the lanes whose access is wrong. It has done
 * nothing yet, and takes them out of wave->exec, which the caller restores. */
static inline bool sim_wave_again(struct sim_wave *wave, bool *done)
{
    if (__builtin_expect(!wave->wrong, 1))
        return false;
    wave->exec &= ~wave->wrong;
    wave->wrong = 0;
    *done = !wave->exec;
    return !*done;
}

/* exec_fetch.c and others; false after a fault */
bool sim_exec_fetches(struct sim_wave *wave, const struct sim_cf *cf);
/* A store or operation of random access targets, or a store to scratch. */
bool sim_exec_store(struct sim_wave *wave, const struct sim_store *store);
/* The elements of scratch memory that an access may touch, from `low` up to `high`. */
struct sim_span sim_scratch_span(const struct sim_launch *launch,
                                 const struct sim_provenance *provenance, uint32_t elem_dwords);
/* Says what is wrong with an access of private memory, of which a work-item has so many bytes. */
void sim_private_fail(struct sim_wave *wave, const struct sim_wrong *wrong, uint64_t bytes);
bool sim_exec_scratch_write(struct sim_wave *wave, const struct sim_store *store);
bool sim_exec_texture(struct sim_wave *wave, const struct sim_fetch *fetch);
bool sim_exec_gds(struct sim_wave *wave, const struct sim_fetch *fetch);

/* The new value of a dword that an operation of LDS or GDS (HW_LDS_*) acts on. False when it is
 * none of those that are simulated. */
bool sim_lds_update(unsigned op, uint32_t old, uint32_t a, uint32_t b, uint32_t *result);

/* The meaning of a fetch from a texture, with the texture and the sampler that it finds. */
struct sim_texture_state {
    struct sim_sample_how how;
    uint8_t dst_sel[4]; /* the instruction's and the resource's selects in one */
    uint32_t one;       /* what DST_SEL 1 delivers */
    uint32_t border[4]; /* by channel in memory */
};

/* Fills a state; `sampler` is NULL for loads. Returns SIM_AXES if all is supported, the number of
 * the axis whose clamp mode is not, or more than SIM_AXES for a cube that is filtered across its
 * edges. */
unsigned sim_texture_state(const struct sim_launch *launch, const struct sim_fetch *fetch,
                           const struct sim_texture *texture, const struct sim_sampler *sampler,
                           struct sim_texture_state *state);

/* Finds what a sampler and a mipmapped texture let levels of detail be. */
struct sim_level_bounds;
void sim_find_level_bounds(const struct sim_texture *texture, const struct sim_sampler *sampler,
                           struct sim_level_bounds *bounds);
/* Computes the meaning of a typed store to a surface. */
void sim_store_state(const struct sim_rat *rat, struct sim_store_how *how);

/* The access that is checked: `bytes` bytes at index * scale + offset. */
struct sim_access {
    uint32_t scale, offset, bytes;
    bool store;
    uint32_t word; /* of the instruction: where to remember the allocation that it met last */
    const struct sim_provenance *object; /* that its pointer belongs to; NULL: it is not known */
    bool load;                           /* it is a load (also) */
};

/* Checks that the lanes in mask, which is not empty, may access memory of a view at their index.
 * False after a fault. */
bool sim_check_access(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                      uint64_t mask, const struct sim_access *access, struct sim_span *span);
/* Does the quick part of it: true when all between the smallest and the largest index may be
 * accessed. False does not mean that an access is wrong (ask sim_check_lanes), and reports nothing.
 * Fills `span` in any case. */
bool sim_access_is_whole(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                         uint64_t mask, const struct sim_access *access, struct sim_span *span);
/* The slow part: looks at each lane. False after a fault. */
bool sim_check_lanes(struct sim_wave *wave, const struct sim_view *view, const uint32_t *index,
                     uint64_t mask, const struct sim_access *access);

/* Checks that the lanes' indices have the alignment that a MEM_RAT NOP names (HW_CHECK_*). False
 * after a fault. */
bool sim_check_alignment(struct sim_wave *wave, const struct sim_store *store);
/* Checks that accesses stay in the arguments that the program has chosen (selected.c). False after
 * a fault. */
bool sim_check_selected(struct sim_wave *wave, const struct sim_store *store);

/* Number of the resource that a fetch uses, which must be of type `wanted` (HW_TYPE_*). False after
 * a fault. */
bool sim_resource_number(struct sim_wave *wave, const struct sim_fetch *fetch, unsigned wanted,
                         unsigned *number);

/* The instruction's destination selects applied to the resource's: channels in memory, or
 * constants. */
void sim_compose_selects(struct sim_fetch *fetch, const uint8_t resource[4]);

/* Writes channel values to the destination of a fetch as its DST_SEL say; `one` is what select 1
 * means. */
void sim_write_fetched(struct sim_wave *wave, const struct sim_fetch *fetch,
                       uint32_t *const channel[4], uint32_t one, uint64_t mask);
