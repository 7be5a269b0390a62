/* SPDX-License-Identifier: MIT */
/* checker.h: what the checks of packets share: check_registers.c, check_resources.c and
 * check_transfers.c have one function for each kind of packet, checker.c calls them. */
#pragma once

#include "driver/sim/stream/stream.h"

struct checker {
    struct sim_stream *stream;
    const struct hw_chip *chip;
    const struct sim_reloc *relocs;
    uint32_t reloc_count;
    bool keep_tiling;
    /* sim_config.strict: refuse also what the kernel would let pass. Without it `state` holds
     * what graphics and compute packets set alike, as the kernel keeps it. */
    bool strict;
    struct sim_state *state;
    struct sim_packet packet; /* in hand */
    uint32_t next;            /* offset behind it, and behind relocations taken so far */
    uint32_t packet_number;
    uint64_t indirect_bytes;   /* of the object where arguments of indirect draws are */
    uint32_t dma_relocs;       /* how many relocations a stream of the DMA ring has used so far */
    struct sim_checks *checks; /* NULL: nothing is kept */
    bool acts, sets_later;     /* a packet does more than set registers; one sets some behind it */
    uint32_t begin;            /* the first packet that does more */
    char *error;
};

/* Fills the error with the packet's place and the text. Always false. */
bool sim_check_refuse(struct checker *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The object of the next relocation, which `what` needs. NULL with the error filled. */
struct sim_bo *sim_check_reloc(struct checker *c, const char *what);

/* Whether a packet with a relocation comes next. */
bool sim_check_is_reloc(const struct checker *c);

enum { SIM_OPCODES = 256 };

/* A kind of packet: the least and the most dwords of its payload, and its check; NULL: it is not
 * supported. */
struct sim_packet_rule {
    unsigned least, most;
    bool (*check)(struct checker *c);
};

/* All packets of a stream, by the rules of its chip for each opcode; `passed` follows each that
 * passes. */
bool sim_check_packets(struct checker *c, const struct sim_packet_rule rules[SIM_OPCODES],
                       void (*passed)(struct checker *c));

/* Payload dwords of the packet in hand, to be changed where they hold addresses. */
uint32_t *sim_check_payload(struct checker *c);

/* The first register or slot of a SET packet; the two highest bits of its dword say nothing. */
uint32_t sim_check_first(struct checker *c);

/* Whether a SET packet may have so many values: the kernel lets one of none pass, as Mesa sends for
 * the inputs of a pixel shader that has none. False with the error filled. */
bool sim_check_some(struct checker *c, uint32_t count);

/* The packets of driver/hw/packets.def. Each is false with the error filled. */
bool sim_check_any(struct checker *c);     /* which needs no check */
bool sim_check_refused(struct checker *c); /* which is not supported */
bool sim_check_cayman(struct checker *c);  /* which other families do not have */
bool sim_check_set_config(struct checker *c);
bool sim_check_set_context(struct checker *c);
bool sim_check_set_resource(struct checker *c);
bool sim_check_set_sampler(struct checker *c);
bool sim_check_set_loop_const(struct checker *c);
bool sim_check_set_bool_const(struct checker *c);
bool sim_check_set_ctl_const(struct checker *c);
bool sim_check_dispatch(struct checker *c);
/* Graphics: none of it is for compute drivers. */
bool sim_check_graphics(struct checker *c);
bool sim_check_draw(struct checker *c);
bool sim_check_set_base(struct checker *c);
bool sim_check_predication(struct checker *c);
bool sim_check_strmout_update(struct checker *c);
bool sim_check_copy_dw(struct checker *c);
/* The colour surfaces that are bound. */
bool sim_check_colors(struct checker *c);
bool sim_check_surface_sync(struct checker *c);
bool sim_check_cp_dma(struct checker *c);
bool sim_check_mem_write(struct checker *c);
bool sim_check_wait_reg_mem(struct checker *c);
bool sim_check_event_write(struct checker *c);
bool sim_check_event_address(struct checker *c);
bool sim_check_set_append_cnt(struct checker *c);

/* A whole stream of the DMA ring. */
bool sim_check_dma(struct checker *c);
