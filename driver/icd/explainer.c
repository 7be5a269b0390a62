/* SPDX-License-Identifier: MIT */
/* explainer.c: registers who explains calls and launches, and who makes them wrong. */
#include "driver/clover/object/explainer.h"
#include "driver/clover/memory/faults.h"

#include <stddef.h>

#ifdef ROOTLE_CHECKER
#include "driver/clover/explain/explain.h"

const struct clover_explainer *const clover_explainer = &clover_check_explainer;
#else
const struct clover_explainer *const clover_explainer = NULL;
#endif

#ifdef ROOTLE_FAULTS
#include "driver/clover/faults/faults.h"

const struct clover_faults *const clover_faults = &fault_clover;
#else
const struct clover_faults *const clover_faults = NULL;
#endif
