/* SPDX-License-Identifier: MIT */
/* decode.h: what the parts of the decoder share. */
#pragma once

#include "driver/sim/decode/program.h"

/* A growing array of the program. */
struct sim_list {
    void **items;
    uint32_t *count;
    uint32_t room;
};

struct sim_decoder {
    const uint32_t *code;
    uint32_t dwords; /* readable */
    uint32_t used;   /* highest dword read so far, plus one */
    const struct hw_chip *chip;
    const struct sim_lanes *lanes;
    struct sim_program *program;
    struct sim_list cf, ops, fetches, stores, consts, literals;
    uint32_t queue_vectors; /* most LDS results in flight */
    uint32_t first_vector;  /* place of SIM_VECTOR_ADDRESS, in vectors */
    char *error;
    size_t error_size;
    bool failed;
};

/* Whether lanes are pixels. */
static inline bool sim_has_pixels(const struct sim_decoder *d)
{
    return d->program->mode.stage && d->program->mode.stage->pixels;
}

/* kcache sets that an ALU clause locks. */
struct sim_kcache {
    uint8_t bank, mode, index_mode;
    uint16_t line;
};

/* Records a message, prefixed with the instruction's offset. Always false. */
bool sim_decode_fail(struct sim_decoder *d, uint32_t word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Appends a zeroed item to a list and returns it, or NULL with an error. */
void *sim_list_add(struct sim_decoder *d, struct sim_list *list, size_t size);
/* Place of a GPR's .x; false with an error for a register that the program does not have. */
bool sim_decode_gpr(struct sim_decoder *d, uint32_t word, unsigned gpr, uint32_t *place);
/* Appends the operations of an ALU clause. */
bool sim_decode_alu(struct sim_decoder *d, uint32_t slot, unsigned slots,
                    const struct sim_kcache kcache[4]);
/* Whether an ALU clause may run as its BARRIER bit says, behind the instruction before it. */
bool sim_decode_order(struct sim_decoder *d, uint32_t word, const struct sim_cf *before,
                      const struct sim_cf *clause);
/* Appends the instructions of a fetch clause. */
bool sim_decode_fetches(struct sim_decoder *d, uint32_t slot, unsigned count);
/* The same for a clause of the global data share. */
bool sim_decode_gds(struct sim_decoder *d, uint32_t slot, unsigned count);
/* Appends MEM_RAT* or MEM_SCRATCH. */
bool sim_decode_store(struct sim_decoder *d, uint32_t word, unsigned cf_op);
