/* SPDX-License-Identifier: MIT */
/* translate.h: a stream of R700 that becomes one of Evergreen. */
#pragma once

#include "driver/sim/r700/registers.h"
#include "driver/sim/stream/stream.h"

/* Dwords that grow. */
struct r700_words {
    uint32_t *at;
    uint32_t count, room;
};

/* A program that has been translated: from where, with which inputs, and to where. */
struct r700_inputs {
    uint32_t control[2];  /* SPI_PS_IN_CONTROL_0 and 1 */
    uint32_t input[32];   /* SPI_PS_INPUT_CNTL */
    uint32_t gprs;        /* registers that the program has */
    uint32_t flat;        /* whether inputs may be flat */
    uint32_t barycentric; /* SPI_BARYC_CNTL of the translation */
};
struct r700_program {
    uint32_t from, to;
    struct r700_inputs wanted, made;
};

enum r700_kind { R700_FETCH, R700_VERTEX, R700_PIXEL, R700_RING_VERTEX, R700_GEOMETRY, R700_KINDS };

/* Where programs of Evergreen lie: no object reaches so far. */
#define R700_CODE_ADDRESS (1ull << 39)

struct r700 {
    const struct sim_stream *stream;
    const struct hw_chip *chip;
    char *error;
    uint32_t context[SIM_CONTEXT_REGS];
    uint32_t places[4]; /* of samples, on R600 */
    struct r700_words out, code;
    struct r700_program programs[R700_KINDS];
};

static inline uint32_t r700_context(const struct r700 *r, uint32_t address)
{
    return r->context[(address - HW_CONTEXT_REG_BASE) / 4];
}

static inline uint32_t r700_bits(uint32_t word, unsigned low, unsigned width)
{
    return word >> low & ((1u << width) - 1u);
}

/* Fills the error. Always false. */
bool r700_fail(struct r700 *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends dwords; false: memory is short. */
bool r700_add(struct r700 *r, struct r700_words *words, const uint32_t *values, uint32_t count);
/* Appends a packet that sets `count` registers, or slots, from number `first` on. */
bool r700_set(struct r700 *r, unsigned opcode, uint32_t first, const uint32_t *values,
              uint32_t count);

/* resources.c: SET_RESOURCE and SET_SAMPLER. */
bool r700_set_resources(struct r700 *r, const struct sim_packet *packet);
bool r700_set_samplers(struct r700 *r, const struct sim_packet *packet);
/* How many tiles wide a bank is, so that macro tiles have the size that R700's have. */
unsigned r700_bank_width(unsigned bytes);

/* program.c: translates the program at `address` / 256, unless that was done; `inputs`, which is of
 * pixels alone, gets what the translation asks for. `*to` is where it lies, / 256. */
bool r700_translate(struct r700 *r, enum r700_kind kind, uint32_t address,
                    struct r700_inputs *inputs, uint32_t *to);

/* state.c: sets all of Evergreen's state that a draw looks at. */
bool r700_set_state(struct r700 *r);

/* check.c: as sim_check_fn. */
struct checker;
bool r700_check(struct checker *c);

/* Whether a stream may set a register. */
bool r700_is_safe(uint32_t address);
/* memory.c: whether there is memory for a texture, whose words have offsets yet, and for what a
 * draw has set. False with the error filled. */
struct sim_bo;
bool r700_check_texture(struct checker *c, const uint32_t *words, const struct sim_bo *bo,
                        const struct sim_bo *mips);
bool r700_check_memory(struct checker *c);
