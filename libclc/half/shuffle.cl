/* SPDX-License-Identifier: MIT */
/* shuffle.cl: shuffles of vectors of half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "shuffle.h"

SHUFFLES(half, ushort)
