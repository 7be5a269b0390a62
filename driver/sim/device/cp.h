/* SPDX-License-Identifier: MIT */
/* cp.h: the command processor. */
#pragma once

#include "driver/sim/launch/dispatch.h"

/* Executes a checked stream to its end or first failure; false with `error` filled, or empty when
 * wrong accesses were reported and nothing else failed. */
bool sim_cp_run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE]);

/* A stream in execution. */
struct sim_cp {
    struct sim_dispatcher *dispatcher;
    const struct sim_stream *stream;
    struct sim_state *state;
    char *error;                 /* empty, or what ended the stream */
    struct sim_drawing *drawing; /* NULL until graphics sets state */
    bool reported;               /* a dispatch had wrong accesses, which were reported */
};

/* Fills the error with the packet's name and place and the text. Always false. */
bool sim_cp_fail(struct sim_cp *cp, const struct sim_packet *packet, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* cp_memory.c: packets that read or write memory, each false with the error filled. */
bool sim_cp_dma(struct sim_cp *cp, const struct sim_packet *packet);
bool sim_cp_mem_write(struct sim_cp *cp, const struct sim_packet *packet);
bool sim_cp_wait_reg_mem(struct sim_cp *cp, const struct sim_packet *packet);
bool sim_cp_event_write_eop(struct sim_cp *cp, const struct sim_packet *packet);
bool sim_cp_event_write_eos(struct sim_cp *cp, const struct sim_packet *packet);
bool sim_cp_set_append_cnt(struct sim_cp *cp, const struct sim_packet *packet);
