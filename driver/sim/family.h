/* SPDX-License-Identifier: MIT */
/* family.h: how streams of a family of chips are checked and executed. */
#pragma once

#include "driver/sim/device.h"
#include "driver/sim/parts.h"

struct sim_dispatcher;
struct sim_gem;
struct sim_stream;

struct sim_family {
    unsigned number; /* hw_chip.family */
    /* As sim_stream_check. */
    struct sim_stream *(*check)(struct sim_gem *gem, const struct hw_chip *chip,
                                const struct sim_chunk *chunks, unsigned chunk_count,
                                const char *label, bool strict, char error[SIM_ERROR_SIZE]);
    /* Executes a checked stream to its end or first failure; false with `error` filled. */
    bool (*run)(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE]);
};

/* The one of a hw_chip.family, the core's own included; NULL: a device cannot have it. */
const struct sim_family *sim_family_find(const struct sim_parts *parts, unsigned number);
