/* SPDX-License-Identifier: MIT */
/* r700.h: the family of R600 and R700. Its streams are checked as they are, and run as streams of
 * Evergreen: registers, descriptors and programs are translated. */
#pragma once

#include "driver/sim/family.h"

extern const struct sim_family r600_family, r700_family;
