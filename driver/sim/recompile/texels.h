/* SPDX-License-Identifier: MIT */
/* texels.h: what recompiled programs leave to the simulator of images. */
#pragma once

#include "driver/sim/exec/native.h"

/* For a host that code is made for; NULL: there is none of that name. */
const struct sim_native_texels *recompile_texels(const char *host);
