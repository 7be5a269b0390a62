/* SPDX-License-Identifier: MIT */
/* code.h: a kernel after register allocation: instruction groups, clauses, control-flow
 * instructions. */
#pragma once

#include "llvm/evergreen/mir/mir.h"

enum { EVG_SLOTS = 5, EVG_TRANS = 4, EVG_LITERALS = 4, EVG_KCACHE_SETS = 2 };

struct evg_source {
    enum { SOURCE_SELECT, SOURCE_KCACHE, SOURCE_LITERAL } kind;
    uint32_t value; /* enum hw_alu_src or GPR; constant index in vec4; the literal's bits */
    uint8_t channel;
    bool neg, abs, rel;
};

/* One ALU operation in its slot. */
struct evg_slot {
    bool used;
    enum hw_alu_op op;
    enum hw_alu_slots slots; /* that may take it, by the chip */
    uint8_t lds_op;          /* op is LDS_IDX_OP */
    struct evg_source src[3];
    uint8_t gpr, channel;
    bool dst_rel, write;
    bool update_pred, update_exec; /* sets the predicate; turns off the lanes where it fails */
    uint8_t predicate;             /* PRED_SEL */
    uint8_t clamp, omod;
    uint8_t bank_swizzle;
    uint32_t line;              /* of the source: number in the function's lines */
    uint32_t object;            /* as of machine instructions */
    uint32_t point, home, kept; /* likewise, for debuggers: the register that it writes */
};

/* A group of operations that issue at once: x, y, z, w and the transcendental slot (of chips that
 * have one), and the literals they share. */
struct evg_group {
    struct evg_slot slot[EVG_SLOTS];
    uint32_t literal[EVG_LITERALS];
    unsigned literal_count;
};

enum evg_item_kind { ITEM_ALU, ITEM_DOUBLE, ITEM_FETCH, ITEM_STORE, ITEM_BARRIER };

/* A scheduled step of a block. */
struct evg_item {
    enum evg_item_kind kind;
    struct evg_group *group; /* ALU, DOUBLE and BARRIER */
    /* The next step's group must be in the same clause: something is handed over that lives within
     * a clause only (the address register, the LDS queue). */
    bool glued;
    uint32_t planned;            /* mir_inst.group of ALU operations */
    const struct mir_inst *inst; /* FETCH and STORE */
};

struct evg_items {
    struct evg_item *item;
    uint32_t count;
    size_t capacity;
};

/* Groups that are worth a clause of their own, which does not wait for the fetches before it. */
enum { EVG_LEAST_BESIDE = 2 };

/* clauses.c: whether a group reads or writes registers that fetches write, or writes those that
 * they read. */
bool evg_meets_fetches(const struct mir_function *f, const struct evg_group *group,
                       const struct mir_inst *const *fetches, uint32_t count);
/* steps.c */
/* Whether a block has no steps. */
bool evg_is_empty(const struct mir_function *f, const struct mir_block *block);
/* A block's instructions as steps, in their order, one operation a group. */
void evg_steps(const struct mir_function *f, const struct mir_block *block,
               struct evg_items *items);
/* The step that sets the predicate from a block's condition (or that it fails, if inverted), and
 * turns off the lanes without it if `mask` is set. */
void evg_steps_of_test(const struct mir_function *f, const struct mir_block *block, bool invert,
                       bool mask, struct evg_items *items);
/* predicate.c: a block and the if that tests its condition as steps of one clause, appended to no
 * others. False when it is not to be, with any steps in `items`. */
bool evg_predicate(const struct mir_function *f, const struct mir_node *test,
                   struct evg_items *items);
/* schedule.c: puts a block's operations into as few groups as it can. Optional. `may_forward` is
 * what evg_may_forward says of the whole function: whether groups may take results from the one
 * before.
 */
bool evg_may_forward(const struct mir_function *f);
void evg_schedule(const struct mir_function *f, bool may_forward, struct evg_items *items);
/* group.c: adds an operation, whose literals are `literals`, to a group; false when it does not
 * fit. */
bool evg_group_join(struct evg_group *group, const struct evg_slot *operation,
                    const uint32_t *literals);
/* Gives the slots of a group bank swizzles with which they can read their registers; false when
 * there are none. */
bool evg_group_find_ports(struct evg_group *group);
unsigned evg_source_count(const struct evg_slot *slot);
/* 64-bit slots of a clause that a group takes, literals included. */
unsigned evg_group_slots(const struct evg_group *group);

struct evg_kcache {
    bool used;
    uint32_t line; /* the first of two, even */
};

/* One control-flow instruction, with its clause where it has one. */
struct evg_cf {
    enum hw_cf_op op;
    uint32_t target; /* index of a control-flow instruction */
    uint8_t pop_count;
    uint32_t line; /* of one without a clause */
    struct evg_kcache kcache[EVG_KCACHE_SETS];
    struct evg_group **groups;     /* ALU clauses */
    const struct mir_inst **insts; /* fetch clauses; stores have one */
    uint32_t count;                /* of groups or insts */
    size_t capacity;
    uint32_t slots; /* of an ALU clause */
    bool closed;    /* nothing may join the clause */
    bool beside;    /* an ALU clause that runs while the fetches before it are on their way */
    /* A barrier does not go along with what AR or the predicate is set or used by. */
    bool has_barrier, has_state;
};

struct evg_code {
    const struct mir_function *f;
    struct evg_cf *cf;
    uint32_t cf_count;
    size_t cf_capacity;
    uint32_t stack_entries;
    bool overlap;         /* clauses may run beside fetches: see clauses.c */
    bool scratch_pending; /* stores to scratch memory may be on their way */
    uint32_t line;        /* that instructions without a clause get when they are appended */
};

/* clauses.c: appends items to the clause that is open at the end of the code, or to new ones. */
void evg_append_items(struct evg_code *code, const struct evg_items *items);
/* Appends a control-flow instruction without a clause; returns its index. */
uint32_t evg_append_cf(struct evg_code *code, enum hw_cf_op op);
/* Removes one that nothing jumps to; jumps past it from behind it are adjusted. */
void evg_remove_cf(struct evg_code *code, uint32_t index);
bool evg_is_alu_clause(const struct evg_cf *cf);
bool evg_is_fetch_clause(const struct evg_cf *cf);
/* Instructions of the hardware in a fetch clause. */
uint32_t evg_fetches_of(const struct evg_cf *clause);

/* Optional parts of the emission. */
struct evg_emit_options {
    bool schedule;  /* see schedule.c */
    bool exits;     /* loops are left by ALU_BREAK */
    bool masks;     /* no pushes, jumps and elses that can be spared */
    bool predicate; /* see predicate.c; needs schedule */
};

/* cf.c: the whole kernel. Returns 0, or -1 with `error` filled. */
int evg_emit(struct evg_code *code, const struct evg_emit_options *options, char *error,
             size_t error_size);

/* The source line and the object of each 64-bit word of the code, from the arena. */
struct evg_words {
    uint32_t count;
    uint32_t *line;   /* of the source */
    uint32_t *object; /* as of machine instructions */
    uint8_t *space;   /* ROOTLE_ADDRESS_*: that of the object */
    /* For debuggers; NULL where nobody asked. */
    uint32_t *point, *home; /* as of machine instructions */
    uint32_t *order;        /* from 1 on, rising as they run; equal in a group; 0: no instruction */
    uint32_t now;
    struct evg_kept *kept;
    uint32_t kept_count;
    size_t kept_room;
};

/* An instruction leaves a register of SSA form in one of the hardware. */
struct evg_kept {
    uint32_t word, value, gpr, channel;
};

/* encode.c: to dwords, malloc'ed. NULL with `error` filled when the program is too large for its
 * address fields. */
uint32_t *evg_encode(const struct evg_code *code, uint32_t *dwords, struct evg_words *words,
                     char *error, size_t error_size);
