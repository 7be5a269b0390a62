/* SPDX-License-Identifier: MIT */
/* texels.h: what recompiled programs leave to the simulator of images. */
#pragma once

#include "driver/sim/exec/native.h"

extern const struct sim_native_texels recompile_texels;
