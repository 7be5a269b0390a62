/* SPDX-License-Identifier: MIT */
/* stream.h: a command stream on its way through the device: checked (checker.c), applied to the
 * register file (packets.c) and executed (cp.c). */
#pragma once

#include "driver/sim/device.h"
#include "driver/sim/memory/gem.h"
#include "driver/sim/stream/state.h"

struct hw_chip;

struct sim_stream {
    uint32_t *dwords; /* a copy, with relocations applied: addresses are the GPU's */
    uint32_t dword_count;
    struct sim_bo **bos; /* one reference each */
    uint32_t bo_count;
    bool dma; /* for the DMA ring, whose packets are others (dma.h) */
    char label[128];
    const struct guide *guide; /* may be NULL */
    uint64_t sequence;
    uint32_t units;              /* that may run it; 0: all */
    uint32_t order;              /* SIM_CHUNK_ORDER; 0: it runs alone */
    uint32_t max_steps;          /* R500: instructions that pixels may run; 0: as many as ever */
    bool waited;                 /* for whoever waits for it to execute */
    struct sim_checked *checked; /* one reference; NULL: its registers are not known */
    struct sim_stream *next;
};

/* Checks chunks as the kernel does and makes a stream of them; `strict` refuses also what the
 * kernel lets pass but no compute driver should send. NULL with `error` filled. */
struct sim_stream *sim_stream_check(struct sim_gem *gem, const struct hw_chip *chip,
                                    const struct sim_chunk *chunks, unsigned chunk_count,
                                    const char *label, bool strict, char error[SIM_ERROR_SIZE]);
/* The same for strict streams, which pass if they have passed before. */
struct sim_checks;
struct sim_stream *sim_stream_check_again(struct sim_checks *checks, struct sim_gem *gem,
                                          const struct hw_chip *chip,
                                          const struct sim_chunk *chunks, unsigned chunk_count,
                                          const char *label, char error[SIM_ERROR_SIZE]);
/* The same by the rules of another family: `check` goes through a stream whose objects are found,
 * and applies relocations. */
struct checker;
typedef bool (*sim_check_fn)(struct checker *checker);
struct sim_stream *sim_stream_check_by(sim_check_fn check, struct sim_gem *gem,
                                       const struct hw_chip *chip, const struct sim_chunk *chunks,
                                       unsigned chunk_count, const char *label, bool strict,
                                       char error[SIM_ERROR_SIZE]);
void sim_stream_destroy(struct sim_gem *gem, struct sim_stream *stream); /* NULL is legal */

/* The object that holds an address of the GPU, among those of the stream; NULL when none does. */
struct sim_bo *sim_stream_find(const struct sim_stream *stream, uint64_t address);

/* Executes a checked stream of the DMA ring to its end or first failure; false with `error` filled.
 */
bool sim_dma_run(const struct hw_chip *chip, const struct sim_stream *stream,
                 char error[SIM_ERROR_SIZE]);

/* One packet of a stream. */
struct sim_packet {
    uint32_t offset;        /* of the header, in dwords */
    unsigned opcode, count; /* count: payload dwords */
    bool compute;
    const uint32_t *payload;
};

/* Reads the packet at `offset`, which a check has found sound. False for a type-2 filler. */
bool sim_packet_read(const struct sim_stream *stream, uint32_t offset, struct sim_packet *packet);
/* Name of an opcode, or NULL. */
const char *sim_packet_name(unsigned opcode);

/* Applies a SET packet to the register file; others change nothing. */
void sim_packet_apply(struct sim_state *state, const struct sim_packet *packet);

/* Description of colour surface n as a RAT: registers by name of the first element. */
uint32_t sim_state_color(const struct sim_state *state, unsigned n, uint32_t reg);
bool sim_state_color_bound(const struct sim_state *state, unsigned n);
/* Whether it has a format and is in the mask, RAT or not. */
bool sim_state_color_enabled(const struct sim_state *state, unsigned n);
/* Whole rows in a slice of it; 0 where a row is longer than the slice. */
uint32_t sim_state_color_rows(const struct sim_state *state, unsigned n);

struct hw_surface_layout;
uint8_t sim_texture_samples(const uint32_t words[8]);
/* Memory layout of colour surface n, and of a texture resource, with all layers or those of the
 * view. False with a reason in *why. */
bool sim_color_layout(const struct sim_state *state, const struct hw_chip *chip, unsigned n,
                      unsigned samples, struct hw_surface_layout *layout, const char **why);
bool sim_texture_layout(const uint32_t words[8], const struct hw_chip *chip, bool all,
                        struct hw_surface_layout *layout, const char **why);
/* That of a level from 1 on, level 0 lying as `base`. */
bool sim_texture_mip_layout(const uint32_t words[8], const struct hw_surface_layout *base,
                            unsigned level, struct hw_surface_layout *layout, const char **why);
