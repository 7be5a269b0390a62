/* SPDX-License-Identifier: MIT */
/* faults.h: registers wrong attributes of images, wrong samplers, boxes and memory. */
#ifndef ROOTLE_CLOVER_FAULTS_FAULTS_H
#define ROOTLE_CLOVER_FAULTS_FAULTS_H

#include "driver/clover/memory/faults.h"

extern const struct clover_faults fault_clover;

#endif
