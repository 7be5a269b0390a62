/* SPDX-License-Identifier: MIT */
/* half_shuffle.cl: shuffles of vectors of half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "shuffle.h"

SHUFFLES(half, ushort)
