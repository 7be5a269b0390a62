/* SPDX-License-Identifier: MIT */
/* r500.h: command streams of R500: checked as the kernel does, and executed. */
#pragma once

#include "driver/sim/family.h"
#include "driver/sim/lanes/lanes.h"
#include "driver/sim/stream/stream.h"

/* The registration of a device with these chips. */
extern const struct sim_family r500_family;

/* As sim_stream_check: by the rules of Linux's r300.c and r100.c for rv515, and of what this
 * simulator draws. */
struct sim_stream *r500_stream_check(struct sim_gem *gem, const struct hw_chip *chip,
                                     const struct sim_chunk *chunks, unsigned chunk_count,
                                     const char *label, bool strict, char error[SIM_ERROR_SIZE]);

/* Executes a checked stream to its end or first failure; false with `error` filled. */
bool r500_stream_run(const struct sim_lanes *lanes, const struct sim_stream *stream,
                     char error[SIM_ERROR_SIZE]);
