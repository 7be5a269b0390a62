/* SPDX-License-Identifier: MIT */
/* calls.h: the functions of OpenCL, as a fuzzed sequence calls them. */
#pragma once

#include "driver/fuzz/api/world.h"

/* Makes the call that the actor's next bytes choose, and asserts what holds of any: an error is one
 * that the function may return, an object comes with no error, and one that failed took no
 * reference. `alone`: no other thread makes calls. */
void calls_next(struct world_actor *actor, bool alone);
