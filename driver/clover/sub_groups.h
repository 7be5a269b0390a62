/* SPDX-License-Identifier: MIT */
/* sub_groups.h: sub-groups, which are the wavefronts of a work-group. */
#ifndef ROOTLE_CLOVER_SUB_GROUPS_H
#define ROOTLE_CLOVER_SUB_GROUPS_H

#include "driver/clover/platform.h"

/* How many sub-groups so many work-items of a group are. */
cl_uint clover_sub_groups(cl_device_id device, size_t work_items);

#endif
