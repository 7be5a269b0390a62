/* SPDX-License-Identifier: MIT */
/* parts.h: what a device has beside the core of the simulator. Whoever makes it puts that together;
 * zeros are a device that interprets programs of Evergreen. */
#pragma once

#include "driver/sim/drawing.h"
#include "driver/sim/engine.h"
#include "driver/sim/watch.h"

struct sim_family;
struct sim_lanes;

struct sim_parts {
    const struct sim_family *const *families;  /* ends with NULL; may be NULL */
    sim_engine_fn engine;                      /* may be NULL, as what follows */
    sim_compile_fn compile;                    /* the engine's */
    const struct sim_drawer *drawer;           /* of graphics */
    const struct sim_watcher *const *watchers; /* ends with NULL; may be NULL */
    /* The tables of lane functions, or others in their place. */
    const struct sim_lanes *(*lanes)(const struct sim_lanes *tables);
};
