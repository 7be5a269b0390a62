/* SPDX-License-Identifier: MIT */
/* cp.h: the command processor. */
#ifndef ROOTLE_SIM_DEVICE_CP_H
#define ROOTLE_SIM_DEVICE_CP_H

#include "driver/sim/launch/dispatch.h"

/* Executes a checked stream to its end or first failure; false with `error` filled. */
bool sim_cp_run(struct sim_dispatcher *dispatcher, const struct sim_stream *stream,
                char error[SIM_ERROR_SIZE]);

#endif
