/* SPDX-License-Identifier: MIT */
/* group.cl: functions that a work-group or a sub-group calls together, of halves. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "group.h"

DEFINE_WORK_GROUP(half, -INFINITY, INFINITY)
DEFINE_SUB_GROUP(half, -INFINITY, INFINITY)
