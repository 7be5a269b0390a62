/* SPDX-License-Identifier: MIT */
/* explainer.c: registers who explains calls and launches. */
#include "driver/clover/object/explainer.h"

#include <stddef.h>

#ifdef ROOTLE_CHECKER
#include "driver/clover/explain/explain.h"

const struct clover_explainer *const clover_explainer = &clover_check_explainer;
#else
const struct clover_explainer *const clover_explainer = NULL;
#endif
