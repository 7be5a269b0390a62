/* SPDX-License-Identifier: MIT */
/* double_shuffle.cl: shuffles of vectors of double. */
#include "shuffle.h"

SHUFFLES(double, ulong)
