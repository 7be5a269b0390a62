/* SPDX-License-Identifier: MIT */
/* program.h: machine code in the simulator's own form.
 *
 * A program is decoded once (decode*.c) into lists: control flow, ALU operations, fetches. Nothing
 * in it depends on a launch, so launches share it. Operands are places of vectors: a space and an
 * offset in dwords. Instruction groups are flattened: the decoder orders operations and adds copies
 * so that each reads what the group's two phases (read all, then write all) would let it read; PV
 * and PS become the register or temporary that their producer wrote. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/sim/lanes/lanes.h"
#include "driver/sim/lanes/texel.h"

struct hw_chip;

/* Where vectors lie: a wavefront's own, the program's literals, a launch's constants, its inputs.
 */
enum sim_space {
    SIM_SPACE_LITERAL,
    SIM_SPACE_WAVE,
    SIM_SPACE_CONST,
    SIM_SPACE_PARAM, /* of pixels: by input and channel, SIM_PARAM_VECTORS each */
    SIM_SPACES
};

/* An input of a pixel's program is P0 + i * P10 + j * P20, of four channels each. */
enum { SIM_PARAM_P0 = 0, SIM_PARAM_P10 = 4, SIM_PARAM_P20 = 8, SIM_PARAM_VECTORS = 12 };

enum { SIM_SRC_NEG = 1, SIM_SRC_ABS = 2, SIM_SRC_FLUSH = 4 };

struct sim_src {
    uint32_t offset;  /* dwords from the space's start */
    uint8_t space;    /* enum sim_space */
    uint8_t mods;     /* SIM_SRC_* */
    uint8_t relative; /* 1 + channel of the address register added to the GPR's number; 0: none */
    uint16_t special; /* a source that is a property of the running wavefront (HW_SRC_MASK_LO...);
                         0: none */
};

/* The needs of an operation besides its lane function. With no bit set the function alone carries
 * it out. */
enum {
    SIM_OP_SOURCES = 1 << 0, /* a source has modifiers, or is relative or special */
    SIM_OP_FINISH = 1 << 1,  /* output modifiers */
    SIM_OP_PREDICATED = 1 << 2,
    SIM_OP_RELATIVE = 1 << 3, /* destination is indexed by an address register */
    SIM_OP_ACTION = 1 << 4,   /* not a map of lanes: `action` does it */
};

/* The step after an operation of kind SIM_OP_ACTION. */
/* SIM_NEXT_LOCKSTEP: of recompiled code, whose blocks of lanes wait for the wavefront's others. */
enum sim_next { SIM_NEXT, SIM_NEXT_BARRIER, SIM_NEXT_FAULT, SIM_NEXT_END, SIM_NEXT_LOCKSTEP };

/* The action of an operation of that kind. */
enum sim_action {
    SIM_ACTION_NONE,
    SIM_ACTION_PREDICATE, /* PRED_SETcc */
    SIM_ACTION_BARRIER,
    SIM_ACTION_CF_INDEX,
    SIM_ACTION_LDS,
    SIM_ACTION_KILL,
    SIM_ACTION_DOUBLE, /* of double precision: each source and the result are two vectors */
    SIM_ACTION_COUNT
};

struct sim_alu_op {
    sim_lane_fn fn;
    struct sim_src src[3];
    uint32_t dst;           /* place in the wave's space; SIM_NO_DST: nowhere */
    uint16_t flags;         /* SIM_OP_* */
    uint16_t finish;        /* SIM_OUT_* */
    uint8_t action;         /* enum sim_action */
    uint8_t predicate;      /* HW_PRED_SEL_* */
    uint8_t dst_relative;   /* as sim_src.relative */
    uint8_t update;         /* PRED_SETcc: SIM_UPDATE_* */
    uint8_t lds_op;         /* HW_LDS_* */
    uint32_t lds_offset;    /* dwords */
    uint32_t lds_result[2]; /* places in queues A and B; SIM_NO_DST: none */
    int16_t op;             /* enum hw_alu_op of the instruction, for trace and messages */
    int16_t map;            /* enum hw_alu_op whose function `fn` is; -1 where it is NULL */
    uint32_t word;          /* offset in dwords in the program, for messages */
    uint32_t access;        /* its number among accesses, if it is one */
};

enum { SIM_UPDATE_EXEC = 1, SIM_UPDATE_PRED = 2 };
#define SIM_NO_DST UINT32_MAX

/* A kcache constant that the program reads; a launch spreads its value over a vector. */
struct sim_const {
    uint8_t bank, channel;
    uint16_t index;      /* of the 16-byte constant in the bank */
    uint16_t index_mode; /* 0, or 1 + number of the CF index that the bank is chosen by */
};

/* The items of a control-flow instruction. */
enum sim_items { SIM_ITEMS_NONE, SIM_ITEMS_OPS, SIM_ITEMS_FETCHES, SIM_ITEMS_STORE };

struct sim_cf {
    uint16_t op;           /* enum hw_cf_op */
    uint8_t items;         /* enum sim_items */
    uint8_t flow;          /* enum hw_cf_flow; of ALU clauses PUSH before it, all else behind it */
    uint8_t pop_count;     /* of ALU clauses, too */
    bool end;              /* END_OF_PROGRAM, or CF_END */
    uint32_t target;       /* index of the instruction to go to */
    uint32_t first, count; /* of ALU operations or fetches; a store is stores[first] */
    uint8_t loop_const;
    bool may_skip; /* ALU clauses: where no lane runs they do nothing */
    bool valid;    /* not for pixels that store nothing (VALID_PIXEL_MODE): fetches, loops */
};

enum sim_fetch_kind {
    SIM_FETCH_BUFFER,
    SIM_FETCH_SCRATCH,
    SIM_FETCH_SAMPLE,
    SIM_FETCH_LOAD,
    SIM_FETCH_TEXTURE_INFO,
    SIM_FETCH_BUFFER_INFO,
    SIM_FETCH_GRADIENTS, /* SET_GRADIENTS_H and _V */
    SIM_FETCH_GDS,       /* an operation on an append counter, which `resource` names */
    SIM_FETCH_KINDS
};

/* The names of the kinds of fetches: in text for people, and in the lines of ROOTLE_TRACE
 * (docs/explorer.md). */
extern const struct sim_fetch_name {
    const char *text, *key;
} sim_fetch_names[SIM_FETCH_KINDS];

/* Where a sample has its level of detail from: it reads level 0, coordinate w says it (SAMPLE_LB:
 * as there are no derivatives in compute), or the clause's
 * gradients. */
enum sim_lod { SIM_LOD_FIRST, SIM_LOD_GIVEN, SIM_LOD_GRADIENTS };

struct sim_fetch {
    uint8_t kind; /* enum sim_fetch_kind */
    uint8_t resource, sampler;
    uint8_t resource_index_mode, sampler_index_mode; /* 0, or 1 + number of the CF index added */
    uint8_t dst_sel[4], src_sel[4];
    uint8_t normalized;             /* bit c: coordinate c is normalized */
    uint8_t lod;                    /* enum sim_lod */
    uint8_t vertical;               /* SET_GRADIENTS_V */
    bool const_fields;              /* format comes from the resource */
    struct sim_texel_format format; /* of buffers, unless const_fields */
    bool by_instance;               /* the index is an instance's */
    uint8_t quads;                  /* HW_TEX_* that the stage of graphics carries out; 0: none */
    bool indexed;                   /* READ_SCRATCH */
    uint8_t elem_dwords;
    uint8_t gds_op;    /* HW_LDS_*: the global data share has the operations of the local one */
    uint16_t offset;   /* bytes; READ_SCRATCH: elements */
    uint32_t src, dst; /* places of the .x vector */
    uint32_t word;
};

/* MEM_RAT, MEM_SCRATCH, and EXPORT. */
struct sim_store {
    uint16_t cf_op;
    uint8_t export_type, burst, sel[4]; /* EXPORT: HW_EXPORT_*, registers, selects */
    uint8_t rat, rat_index_mode;
    uint8_t rat_op;
    uint8_t comp_mask;
    uint8_t compare; /* channel of the data with what CMPXCHG compares, or MSKOR's mask */
    uint8_t elem_dwords;
    bool indexed; /* INDEX_GPR takes part */
    uint16_t array_base;
    uint32_t data, index; /* places of the .x vectors */
    uint32_t word;
};

/* The inputs that an access's address is computed from. They are numbered as the program's
 * constants are; a bit stands for each. */
enum { SIM_POINTER_INPUTS = 64 };
enum { SIM_POINTER_SUM = 1, SIM_POINTER_CHOICE };
struct sim_pointer {
    uint64_t added; /* it is a sum of some of these, of parts of them, and of numbers */
    uint64_t mixed; /* these have another part in it */
    uint8_t loaded; /* SIM_POINTER_SUM: so has something that was in memory; SIM_POINTER_CHOICE: it
                       may be that alone */
};

/* A stage of graphics: its instructions beside those of compute, by the drawer. */
struct sim_clause;
struct sim_decoder;
enum { SIM_TAKES_MEMORY = 0x100 };
struct sim_stage {
    bool fetches, pixels; /* fetches are by vertex and instance; lanes are pixels of quads */
    /* Whether it has a control flow instruction; whether it carries out a fetch, and fills it (`op`
     * of one of memory has SIM_TAKES_MEMORY, too). */
    bool (*has)(uint32_t word, unsigned cf_op);
    bool (*takes)(unsigned op, struct sim_fetch *fetch);
    bool (*decode_export)(struct sim_decoder *d, uint32_t word, unsigned cf_op);
    /* Whether an ALU operation reads an input; appends what instruction `index` does that is one.
     */
    bool (*interpolates)(int op);
    bool (*interpolate)(struct sim_clause *c, unsigned index);
    int (*kill_test)(int op); /* the test of one that kills pixels */
};

/* The fields of SQ_PGM_RESOURCES_LS and SQ_PGM_RESOURCES_LS_2 that change the decoded program. */
struct sim_program_mode {
    uint16_t gprs;
    uint16_t stack_entries;
    const struct sim_stage *stage; /* NULL: compute */
    bool dx10_clamp, flush_in, flush_out, double_denormals;
    bool strict; /* sim_config.strict */
};

struct sim_program {
    uint64_t serial; /* unlike an address, never used again in this process */
    struct sim_cf *cf;
    struct sim_alu_op *ops;
    struct sim_fetch *fetches;
    struct sim_store *stores;
    struct sim_const *consts;
    struct sim_pointer *pointers; /* by access; NULL: nothing is known */
    uint32_t *accessing; /* numbers of operations of local memory and on indexed registers */
    uint32_t accessing_count;
    uint32_t *literals; /* vectors, by lanes */
    uint32_t cf_count, op_count, fetch_count, store_count, const_count, literal_count;
    uint32_t vector_count;  /* vectors of one wavefront */
    bool barriers;          /* there are some, at which wavefronts of a group wait for each other */
    bool lockstep;          /* lanes rely on their wavefront without a barrier */
    bool dynamic_resources; /* resources chosen at run time */
    uint32_t dwords;        /* extent of the code */
    struct sim_program_mode mode;
    uint32_t *code; /* a copy, to know the program again */
};

/* Vectors of a wavefront behind its GPRs (4 * gprs) and clause temporaries, in this order. */
enum {
    SIM_VECTOR_ADDRESS = 0,                     /* AR.x to AR.w */
    SIM_VECTOR_RESULT = SIM_VECTOR_ADDRESS + 4, /* two sets of five: PV and PS, turn by turn */
    SIM_VECTOR_SOURCE = SIM_VECTOR_RESULT + 10, /* modified sources */
    SIM_VECTOR_TEMP = SIM_VECTOR_SOURCE + 3,    /* a result before it is blended */
    SIM_VECTOR_REDUCE = SIM_VECTOR_TEMP + 1,    /* DOT4 in progress */
    SIM_VECTOR_DOUBLE = SIM_VECTOR_REDUCE + 5, /* sources of double precision, low and high words */
    SIM_VECTOR_QUEUE = SIM_VECTOR_DOUBLE + 6,  /* LDS results in flight */
};

/* Whether a store is none, but says that lanes rely on their wavefront there. */
static inline bool sim_store_is_lockstep(const struct sim_store *store)
{
    return store->cf_op != HW_CF_MEM_SCRATCH && store->rat_op == HW_RAT_NOP && !store->rat &&
           store->comp_mask == HW_CHECK_LOCKSTEP;
}

/* Whether an instruction may go to its target. */
static inline bool sim_cf_jumps(const struct sim_cf *cf)
{
    return cf->items == SIM_ITEMS_NONE && cf->flow != HW_FLOW_NEXT && cf->flow != HW_FLOW_POP;
}

/* The vectors of registers. The hardware writes R0 and R1 in any case. */
static inline uint32_t sim_program_registers(const struct sim_program *program)
{
    return 4u * (program->mode.gprs < 2 ? 2 : program->mode.gprs);
}

/* The number of a vector behind them. */
static inline uint32_t sim_program_vector(const struct sim_program *program, unsigned vector)
{
    return sim_program_registers(program) + HW_CLAUSE_TEMPS * 4u + vector;
}

/* How many accesses there are: fetches, then stores, then those operations. */
static inline uint32_t sim_program_accesses(const struct sim_program *program)
{
    return program->fetch_count + program->store_count + program->accessing_count;
}

/* How many inputs of a program may be noted as addresses. */
static inline unsigned sim_provenance_inputs(const struct sim_program *program)
{
    return program->const_count < SIM_POINTER_INPUTS ? program->const_count : SIM_POINTER_INPUTS;
}

/* The channels in memory that a fetch's destination selects name, as bits. */
static inline unsigned sim_wanted_channels(const struct sim_fetch *fetch)
{
    unsigned wanted = 0;
    for (unsigned c = 0; c < 4; c++)
        if (fetch->dst_sel[c] <= HW_SEL_W)
            wanted |= 1u << fetch->dst_sel[c];
    return wanted;
}

/* The number of an access. Operations have it in `access`. */
static inline uint32_t sim_fetch_access(const struct sim_program *program,
                                        const struct sim_fetch *fetch)
{
    return (uint32_t)(fetch - program->fetches);
}

static inline uint32_t sim_store_access(const struct sim_program *program,
                                        const struct sim_store *store)
{
    return program->fetch_count + (uint32_t)(store - program->stores);
}

/* Decodes the program whose code is at most `dwords` long. NULL with a message in `error`. */
struct sim_program *sim_program_decode(const uint32_t *code, uint32_t dwords,
                                       const struct sim_program_mode *mode,
                                       const struct hw_chip *chip, const struct sim_lanes *lanes,
                                       char *error, size_t error_size);
void sim_program_destroy(struct sim_program *program); /* NULL is legal */
