/* SPDX-License-Identifier: MIT */
/* group.cl: functions that a work-group or a sub-group calls together, of doubles. */
#include "group.h"

DEFINE_WORK_GROUP(double, -INFINITY, INFINITY)
DEFINE_SUB_GROUP(double, -INFINITY, INFINITY)
