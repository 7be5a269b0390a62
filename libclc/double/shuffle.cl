/* SPDX-License-Identifier: MIT */
/* shuffle.cl: shuffles of vectors of double. */
#include "shuffle.h"

SHUFFLES(double, ulong)
