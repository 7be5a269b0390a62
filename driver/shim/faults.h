/* SPDX-License-Identifier: MIT */
/* faults.h: what goes wrong on purpose, by ROOTLE_DRM_FAULT=NAME:N, so that drivers can be tested
 * against it. The fault strikes call N of those it is about, counted from 1; NAME:N+ strikes later
 * ones as well. docs/hardware-path.md lists the names. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum shim_fault {
#define DRM_FAULT(name, calls, error, help) SHIM_FAULT_##name,
#include "driver/shim/faults.def"
#undef DRM_FAULT
    SHIM_FAULT_COUNT,
    SHIM_FAULT_NONE = SHIM_FAULT_COUNT
};

/* Counts a request (_IOC_NR) and tells what strikes it; *error is a negative errno, or 0 for those
 * that the stream itself meets. Read from the environment once, at the first request. */
enum shim_fault shim_fault_strikes(unsigned number, int *error);
/* Changes some dwords of a stream, where `damage` strikes the call that this thread makes: others
 * for each call, and for each seed (ROOTLE_DRM_FAULT=damage:N+ has seed N). */
void shim_fault_damage(uint32_t *dwords, uint32_t count);
/* Reads the environment again, and counts from the beginning: for tests. */
void shim_faults_read(void);
