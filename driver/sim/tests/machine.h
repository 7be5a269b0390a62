/* SPDX-License-Identifier: MIT */
/* machine.h: for tests: machine code made by hand, and a device that runs it. */
#pragma once

#include <stdbool.h>

#include "ci/tests/run_tests.h"
#include "driver/hw/registers.h"
#include "driver/sim/device.h"

/* A source operand. */
struct src {
    unsigned sel, chan;
    bool neg, abs;
    uint32_t literal; /* where sel is HW_SRC_LITERAL */
    bool relative;
};
static inline struct src r(unsigned gpr, unsigned chan)
{
    return (struct src){.sel = gpr, .chan = chan};
}
static inline struct src lit(uint32_t value)
{
    return (struct src){.sel = HW_SRC_LITERAL, .literal = value};
}
static inline struct src special(unsigned sel, unsigned chan)
{
    return (struct src){.sel = sel, .chan = chan};
}

struct alu {
    int op; /* HW_ALU_OP_* */
    unsigned gpr, chan;
    struct src src[3];
    bool masked;     /* writes no register */
    bool exec, pred; /* UPDATE_* */
    unsigned pred_sel, omod;
    bool clamp, dst_relative;
    unsigned lds_op, lds_offset; /* of LDS_IDX_OP, whose op3 sources are address and data */
};

enum { MAX_CF_WORDS = 512, MAX_BODY_WORDS = 16384 };

/* A program in the making: control flow in front, clauses behind. */
struct program {
    uint32_t cf[MAX_CF_WORDS];
    uint32_t cf_words;
    uint32_t body[MAX_BODY_WORDS];
    uint32_t body_words;
    int32_t clause_of[MAX_CF_WORDS / 2]; /* where in the body; -1: none */
    uint32_t clause_start;
    uint32_t words[MAX_CF_WORDS + MAX_BODY_WORDS]; /* after finish */
    uint32_t word_count;
    bool has_cf_end; /* ends as programs for cayman do */
};

uint32_t here(const struct program *p); /* number of the next control-flow instruction */
void cf(struct program *p, unsigned op, uint32_t target, unsigned pop_count);
/* Control flow whose target is not known yet; patch gives it. */
void patch(struct program *p, uint32_t cf_number, uint32_t target);
void alu_begin(struct program *p);
void group(struct program *p, const struct alu *instrs, unsigned count);
void alu_end(struct program *p, unsigned cf_op);
/* Common instructions, a group each. */
void op(struct program *p, int alu_op, unsigned gpr, unsigned chan, struct src a, struct src b,
        struct src c);
/* A dword of local memory; what is read goes to R[gpr].x. */
void lds_write(struct program *p, struct src address, struct src value);
void lds_read(struct program *p, unsigned gpr, struct src address);
/* A comparison that turns off the lanes that fail; the second is a clause of its own. */
void alu_predicate(struct program *p, int alu_op, struct src a, struct src b);
void alu_test(struct program *p, unsigned cf_op, int alu_op, struct src a, struct src b);
void fetch_begin(struct program *p);
void load(struct program *p, unsigned gpr, unsigned index_gpr, unsigned index_chan, unsigned format,
          unsigned components);
void load_signed(struct program *p, unsigned gpr, unsigned index_gpr, unsigned index_chan,
                 unsigned format);
void texture(struct program *p, unsigned op, unsigned gpr, unsigned coord_gpr, unsigned resource,
             unsigned sampler, bool normalized);
void fetch_end(struct program *p);
void rat(struct program *p, unsigned cf_op, unsigned rat_op, unsigned rat_id, unsigned data_gpr,
         unsigned index_gpr, unsigned mask);
void finish(struct program *p); /* appends the end */
/* As a cypress decodes it; it must be right. */
struct sim_program *finish_and_decode(struct program *p);

enum { POOL_BYTES = 1 << 20, CODE_BYTES = 1 << 17, CONST_BYTES = 4096, SCRATCH_BYTES = 1 << 22 };

struct machine {
    struct sim_device *device;
    uint32_t pool_handle, code_handle, const_handle, scratch_handle;
    uint8_t *pool, *code;
    uint32_t *consts;
    /* The stream in the making. */
    uint32_t stream[4096];
    uint32_t stream_dwords;
    struct sim_reloc relocs[64];
    uint32_t reloc_count;
    uint32_t ring;  /* SIM_RING_*, for all streams */
    uint32_t order; /* SIM_CHUNK_ORDER of the next stream */
    bool waited;    /* whether it is executed by whoever waits for it */
    /* Settings of the next launch. */
    uint32_t local[3], groups[3], start[3];
    uint32_t gprs, stack, lds_dwords, scratch_dwords;
    bool flush_denormals;
    uint32_t wave_size, counted_lanes; /* the latter are a wavefront where drivers count them */
    char error[SIM_ERROR_SIZE];
};

void machine_init(struct machine *m, const char *chip);
void machine_init_with(struct machine *m, const struct sim_config *config);
/* A cypress that checks memory: as for our own driver's streams, or (not strict) for others'. */
void machine_init_checked(struct machine *m, bool strict);
void machine_finish(struct machine *m);
/* A new buffer object, and its memory. */
void *machine_object(struct machine *m, uint64_t size, uint32_t *handle);
/* For tests that need one machine, a cypress: *state is the struct machine. */
int machine_setup(void **state);
int machine_teardown(void **state);
#define machine_test(f) cmocka_unit_test_setup_teardown(f, machine_setup, machine_teardown)
/* Pieces of streams. */
void emit_context(struct machine *m, uint32_t address, uint32_t value);
void emit_config(struct machine *m, uint32_t address, uint32_t value);
void emit_reloc(struct machine *m, uint32_t handle);
void emit_packet(struct machine *m, unsigned opcode, const uint32_t *payload, unsigned count);
/* Dwords as they are. */
void emit_dwords(struct machine *m, const uint32_t *dwords, unsigned count);
#define EMIT(m, ...)                                                                               \
    emit_dwords(m, (const uint32_t[]){__VA_ARGS__},                                                \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
/* State of a launch but for the dispatch itself; the pool is RAT 0 and resource 1. */
void emit_state(struct machine *m);
/* Resource 1 as the first so many bytes of the pool. */
void emit_pool_resource(struct machine *m, uint32_t bytes);
void emit_dispatch(struct machine *m);
int machine_submit(struct machine *m, uint64_t *sequence);
/* Submits a stream without program and waits, where success is expected. */
void machine_must_pass(struct machine *m);
/* Puts the program in place, submits and waits. */
enum sim_status machine_run(struct machine *m, const struct program *p);
/* The same, where success is expected. */
void machine_must_run(struct machine *m, const struct program *p);
/* The same, where a failure with `text` in its message is expected. */
void machine_must_fail(struct machine *m, const struct program *p, const char *text);
/* The message of the last failure has `text` in it. */
void machine_must_say(const struct machine *m, const char *text);
uint32_t *pool_words(const struct machine *m, uint32_t address);
