/* SPDX-License-Identifier: MIT */
/* memory.cl: vectors of half in memory, and copies of them by a work-group. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "vector_memory.h"

DEFINE_VECTOR_MEMORY(half, short)
DEFINE_ASYNC_OF_ALL(half)
