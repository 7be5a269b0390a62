/* SPDX-License-Identifier: MIT */
/* check.h: the shadow of a launch, which its checks share: beside each register, and each dword of
 * memory that is touched, which object a pointer in it belongs to, which of its bits nobody wrote,
 * and who accessed it last. */
#pragma once

#include "driver/sim/exec/wave.h"

/* Tags: what a value points to. A number is no pointer; something mixed may be one, to whatever it
 * is not known. Between them 1 + the number of an object. */
enum { CHECK_NUMBER = 0, CHECK_MIXED = UINT16_MAX };

/* Flags of a vector: some lane has a tag, or undefined bits. */
enum { CHECK_HAS_TAGS = 1, CHECK_HAS_UNDEFINED = 2 };

/* Where an undefined value comes from: a register, or the dword of a memory. */
enum { CHECK_ORIGIN_SHIFT = 30, CHECK_ORIGIN_MASK = (1 << CHECK_ORIGIN_SHIFT) - 1 };
enum {
    CHECK_ORIGIN_VIEW = 1 << 29
}; /* of GUIDE_NOTHING: it is the number of an image's resource */
static inline uint32_t check_origin(enum guide_space space, uint64_t address)
{
    return (uint32_t)space << CHECK_ORIGIN_SHIFT | ((uint32_t)(address / 4) & CHECK_ORIGIN_MASK);
}

/* The shadow of a vector: SIM_LANES of each. */
struct check_vector {
    uint16_t *tags;
    uint32_t *undefined; /* bits */
    uint32_t *origins;   /* of undefined ones */
    uint8_t *flags;      /* CHECK_HAS_* */
};

/* Values of an asynchronous copy that the program gives, and how many copies at one time are told
 * apart. */
enum { CHECK_COPY_VALUES = 6, CHECK_AGENTS = 15 };

/* A wavefront's. */
struct check_wave {
    struct check_vector vectors; /* all of them, one behind the other */
    struct check_vector scratch; /* a vector for each dword of private memory; flags is NULL */
    uint64_t undefined_predicate;
    /* The barrier that it reached last, and the lanes that were there. */
    uint32_t barrier;
    uint64_t reached;
    unsigned unfenced; /* HW_FENCE_* that the next barrier does not order */
    /* copies.c has 1 + the agent of the copy that runs, or 0; copies and steps so far; the values
     * of the copy that begins. */
    unsigned agent, copy_values;
    uint64_t copies;
    size_t steps;
    uint32_t copy_value[CHECK_COPY_VALUES];
};

/* A page of memory; each array comes when it is first needed. */
enum { CHECK_PAGE_BYTES = 4096, CHECK_PAGE_DWORDS = CHECK_PAGE_BYTES / 4 };
/* Cells, of 40 bits: cells.h. */
struct check_cells {
    uint32_t low[CHECK_PAGE_DWORDS];
    uint8_t high[CHECK_PAGE_DWORDS];
};
enum { CHECK_MIXED_IN_MEMORY = UINT8_MAX }; /* as are tags that do not fit */
struct check_page {
    uint8_t *tags;
    uint32_t *undefined;
    struct check_cells *readers, *writers, *changers; /* the last: by atomic operations */
};
struct check_memory {
    uint64_t bytes;
    struct check_page **chunks; /* of pages; NULL until one is touched */
};

/* Where the parts of a cell lie, which depends on how large the launch is; and which instructions
 * the numbers in cells stand for. */
enum { CHECK_NUMBERS = 255 }; /* those of more instructions are not known */
struct check_cell_layout {
    uint8_t epoch_at, epoch_bits, item_at, item_bits, group_at;
    uint32_t words[CHECK_NUMBERS], lines[CHECK_NUMBERS]; /* a line: 0 where nobody asked */
    uint8_t *numbers;                                    /* 1 + the number, by word / 2 */
    uint8_t count;
};

/* The shadow of an image that the launch may write to. */
struct check_image {
    const uint8_t *memory; /* where the device has it; NULL: there is none */
    struct check_memory shadow;
};

struct check_object {
    struct guide_object is;
    uint32_t number; /* the guide's */
};

/* Where the lanes of a store have stored so far, or what atomic operations have made of it. */
enum { CHECK_STORED = 4 * SIM_LANES };
struct check_stored {
    uint32_t instant; /* of the store; entries of others are empty */
    uint64_t address;
    unsigned lane;
    uint32_t value;
    uint64_t writer; /* the cell of who stored there before; 0: what is stored was there already */
};

/* A load that conflicts with an atomic operation: it is none if the work-item goes on to change the
 * same dword by atomic operations, as a loop around a compare and exchange does. */
enum { CHECK_DOUBTS = 1024 };
struct check_doubt {
    bool used;
    uint64_t address;
    uint32_t item;
    struct guide_fault fault, other;
    char what[160], other_what[160];
};

/* The number of accesses to images whose formats are checked. */
enum { CHECK_ASKED = 256 };

struct sim_check {
    struct sim_watch watch;
    struct sim_launch *launch;
    unsigned checks; /* 1 << CHECK_* */
    bool ended;      /* what runs now is the launch once more */
    struct check_object *objects;
    unsigned object_count;
    struct check_object *variables; /* and local arguments, for who comes there without a tag */
    unsigned variable_count;
    uint16_t *constant_tags; /* by constant of the program */
    struct check_wave *waves;
    unsigned wave_count;
    struct check_memory pool, local;
    struct check_image images[HW_RATS];
    bool images_ordered; /* perhaps, by atomic operations of others, from here on */
    struct check_cell_layout cells;
    bool has_sub_groups;  /* the program's source speaks of them */
    uint64_t group;       /* number of the group that runs */
    uint32_t epoch;       /* barriers that it has passed, which order global memory */
    uint32_t local_epoch; /* and local memory */
    uint32_t image_epoch; /* and images, which all of them do */
    bool in_local;        /* the cells that are compared are of local memory */
    struct check_stored stored[CHECK_STORED];
    uint32_t instant;            /* number of the store that runs */
    struct check_order *order;   /* order.c; NULL: no fence of the program orders anything */
    struct check_copies *copies; /* copies.c; NULL: the program has none */
    struct check_doubt *doubts;  /* CHECK_DOUBTS */
    bool doubtful;               /* there is one */
    uint32_t asked[CHECK_ASKED]; /* instructions whose images' formats were looked at */
    unsigned asked_count;
};

static inline bool check_does(const struct sim_check *check, enum check what)
{
    return check->checks >> what & 1u;
}

static inline struct check_wave *check_wave_of(const struct sim_check *check,
                                               const struct sim_wave *wave)
{
    return &check->waves[wave->slot];
}

/* The part of a wavefront's shadow that belongs to a place. */
static inline struct check_vector check_at(const struct check_vector *all, uint32_t place)
{
    return (struct check_vector){all->tags + place, all->undefined + place, all->origins + place,
                                 all->flags ? all->flags + place / SIM_LANES : NULL};
}

/* shadow.c: memory. The page at an address, NULL outside of what there is; an array of a page, made
 * if need be with every byte `fill`, NULL when memory is short. */
struct check_page *check_page_at(const struct check_memory *memory, uint64_t address);
void *check_array(void *array, size_t bytes);
#define CHECK_ARRAY(page, name)                                                                    \
    ((page)->name = check_array((page)->name, CHECK_PAGE_DWORDS * sizeof(*(page)->name)))
#define CHECK_CELLS(page, name) ((page)->name = check_array((page)->name, sizeof(*(page)->name)))
bool check_memory_init(struct check_memory *memory, uint64_t bytes);
void check_memory_finish(struct check_memory *memory);
/* Whether nothing is said of any byte from `low` to `high`. */
bool check_memory_is_plain(const struct check_memory *memory, uint64_t low, uint64_t high);
/* Bytes that nobody wrote. */
void check_memory_forget(struct check_memory *memory, uint64_t start, uint64_t end);

struct check_access;

/* objects.c */
bool check_objects_init(struct sim_check *check);
/* The tag of the dword at a byte of constant buffer 0. */
uint16_t check_input_tag(const struct sim_check *check, uint64_t byte);
/* The variable that an access is in. It is not known where it should be in one, and is not. */
struct check_found {
    bool known;
    const struct guide_object *variable; /* NULL: the space has none */
};
struct check_found check_find_variable(const struct sim_check *check,
                                       const struct check_access *access);
/* Whether an object consists of variables: the program's constants. */
bool check_has_variables(const struct sim_check *check, const struct guide_object *object);
/* The object of a tag in a space; NULL when it is another's, or not known. */
const struct check_object *check_object_of(const struct sim_check *check, uint16_t tag,
                                           enum guide_space space);

/* One access of a lane. */
struct check_access {
    enum guide_space space;
    unsigned lane;
    uint32_t word; /* of the instruction */
    uint64_t address;
    uint32_t bytes;     /* 1 to 16 */
    bool store, atomic; /* an atomic operation is both a load and a store, */
    bool only_reads;    /* but for races if it changes nothing */
    bool same;          /* what is stored is there already, or a lane before has stored it, */
    bool beside;        /* in the same instruction */
    const struct check_memory *image; /* of a texel, whose first byte there is `texel`; else NULL */
    uint32_t texel;
};

/* report.c: tells of a fault; `other` with what there is to say of a second party, or NULL. */
void check_fault(const struct sim_wave *wave, const struct check_access *access,
                 struct guide_fault *fault);
void check_report(struct sim_check *check, enum check kind, const struct guide_fault *fault,
                  const struct guide_fault *other, const char *other_what, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* "load of 4 bytes at local address 0x10" */
enum { CHECK_ACCESS_TEXT = 96 };
void check_access_text(const struct check_access *access, char text[CHECK_ACCESS_TEXT]);

/* bounds.c: whether an access by a pointer of this tag may be; false, when it has been reported,
 * and is to be left out. */
bool check_bounds(struct sim_check *check, const struct sim_wave *wave, uint16_t tag,
                  const struct check_access *access);
/* stores.c: the lanes whose access of private memory, at an index plus an offset in elements, is in
 * a variable.
 */
uint64_t check_private(struct sim_check *check, const struct sim_wave *wave, uint32_t word,
                       const uint32_t *index, uint32_t offset, uint32_t dwords, bool store);
/* cells.c: lays cells out for a launch. False: memory is short. */
bool check_cells_init(struct sim_check *check);
/* races.c: notes an access, and reports it when it conflicts with one before. */
void check_race(struct sim_check *check, const struct sim_wave *wave,
                const struct check_access *access);
/* The same for the loads of the lanes in `mask`, at base + index * scale, where `load` has the
 * rest.
 */
void check_race_loads(struct sim_check *check, const struct sim_wave *wave,
                      const struct check_access *load, const uint32_t *index, uint32_t scale,
                      uint64_t base, uint64_t mask);
/* race_report.c: reports the loads that are still in doubt. */
void check_doubts_end(struct sim_check *check);
/* stored.c: the lane that has stored at an address before in the same instruction; notes that this
 * one does. -1: none. check_stores_begin begins an instruction. */
void check_stores_begin(struct sim_check *check);
int check_stored_by(struct sim_check *check, uint64_t address, unsigned lane);
/* The note about an address; NULL: no lane of this instruction has stored there. */
struct check_stored *check_stored_at(struct sim_check *check, uint64_t address);
/* The dword that the instruction's atomic operations have changed so far, to be changed on: memory
 * has `before` until the instruction runs. */
uint32_t *check_value_at(struct sim_check *check, uint64_t address, uint32_t before);
/* order.c: what fences and atomic operations order. */
bool check_order_init(struct sim_check *check); /* false: memory is short */
void check_order_finish(struct sim_check *check);
void check_order_group(struct sim_check *check); /* one begins */
/* The lanes of a wavefront come to a fence; HW_FENCE_*. */
void check_order_fence(struct sim_check *check, const struct sim_wave *wave, unsigned bits);
void check_order_atomic(struct sim_check *check, const struct sim_wave *wave,
                        const struct check_access *access);
void check_order_barrier(struct sim_check *check); /* the group has passed one */
/* An access before: whose, and behind how many barriers. */
struct check_past {
    uint64_t group;
    uint32_t item, epoch;
    bool local; /* of local memory */
};
/* Whether a work-item of the group that runs comes behind it. */
bool check_order_has(const struct sim_check *check, uint32_t item, const struct check_past *past);
/* arithmetic.c: a check of HW_CHECK_ARITHMETIC. */
void check_arithmetic(struct sim_check *check, const struct sim_wave *wave,
                      const struct sim_store *store);
/* copies.c: asynchronous copies. False: memory is short. */
bool check_copies_init(struct sim_check *check);
void check_copies_finish(struct sim_check *check);
void check_copies_group(struct sim_check *check);   /* one ends */
void check_copies_barrier(struct sim_check *check); /* the group has passed one */
/* A check of HW_CHECK_LOCKSTEP that concerns copies. */
void check_copies_marker(struct sim_check *check, const struct sim_wave *wave,
                         const struct sim_store *store);
/* Whether the copy is not waited for yet whose accesses have the number of a work-item behind the
 * group's, which it made behind so many barriers. */
bool check_copy_is_pending(const struct sim_check *check, uint32_t item, uint64_t epoch,
                           bool local);
/* barriers.c */
void check_barrier(struct sim_check *check, struct sim_wave *wave, const struct sim_alu_op *op,
                   uint64_t mask);
void check_meet(struct sim_watch *watch, struct sim_wave *waves, unsigned count);

/* undefined.c: reports lanes of `mask` in which a vector has undefined bits, which then count as
 * defined: `what` they do, "decides a branch". */
void check_use(struct sim_check *check, const struct sim_wave *wave, struct check_vector vector,
               uint64_t mask, uint32_t word, const char *what);
/* Reports one that is stored, or updated, where only memory has the bits. */
void check_use_at(struct sim_check *check, const struct sim_wave *wave,
                  const struct check_access *access, uint32_t origin, const char *what);

/* alu.c */
uint64_t check_alu(struct sim_watch *watch, struct sim_wave *wave, const struct sim_alu_op *op,
                   const uint32_t *const src[3], uint64_t mask);
/* The shadow of a source: of the vector as it is before modifiers. `room` has a vector for sources
 * that are indexed. */
struct check_vector check_source(struct sim_check *check, const struct sim_wave *wave,
                                 const struct sim_src *src, struct check_vector room);
/* Return the tag and the undefined bits of a lane of a vector. */
static inline uint16_t check_tag_at(struct check_vector vector, unsigned lane)
{
    return *vector.flags ? vector.tags[lane] : CHECK_NUMBER;
}
static inline uint32_t check_undefined_at(struct check_vector vector, unsigned lane)
{
    return *vector.flags ? vector.undefined[lane] : 0;
}
/* local.c */
uint64_t check_lds(struct sim_check *check, struct sim_wave *wave, const struct sim_alu_op *op,
                   const uint32_t *const src[3], uint64_t mask);
/* loads.c, stores.c */
uint64_t check_fetch(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch);
uint64_t check_store(struct sim_watch *watch, struct sim_wave *wave, const struct sim_store *store);

/* images.c: looks at what is read from texture `number`, or from an image that is a buffer, or
 * written to a RAT. */
void check_image_fetch(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_fetch *fetch, uint32_t number);
void check_image_buffer(struct sim_check *check, const struct sim_wave *wave,
                        const struct sim_fetch *fetch, uint32_t number,
                        const struct sim_buffer *buffer);
void check_image_store(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_store *store, const struct sim_rat *rat, uint32_t number);

/* texels.c: the shadow of images that the launch may write to. */
bool check_texels_init(struct sim_check *check);
void check_texels_finish(struct sim_check *check);
/* Races of loads from a buffer that the launch writes texels to, as OpenGL's are. */
void check_texel_loads(struct sim_check *check, const struct sim_wave *wave,
                       const struct sim_fetch *fetch, uint32_t number,
                       const struct sim_buffer *buffer);
/* Texels that are written, and read: by a fetch whose coordinates are found. */
void check_texel_stores(struct sim_check *check, const struct sim_wave *wave,
                        const struct sim_store *store, const struct sim_rat *rat, uint32_t number);
void check_sample(struct sim_watch *watch, struct sim_wave *wave, const struct sim_fetch *fetch,
                  const struct sim_sample *sample, const struct sim_sample_how *how);

/* shadow.c: the shadow of the bytes of a dword-sized value at an address. */
void check_load_shadow(const struct check_memory *memory, uint64_t address, uint32_t bytes,
                       uint16_t *tag, uint32_t *undefined);
void check_store_shadow(struct check_memory *memory, uint64_t address, uint32_t bytes, uint16_t tag,
                        uint32_t undefined);
