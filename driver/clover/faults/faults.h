/* SPDX-License-Identifier: MIT */
/* faults.h: registers wrong attributes of images, wrong samplers, boxes and memory. */
#pragma once

#include "driver/clover/memory/faults.h"

extern const struct clover_faults fault_clover;
