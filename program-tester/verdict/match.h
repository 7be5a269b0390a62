/* SPDX-License-Identifier: MIT */
/* match.h: whether one value is another, or near enough. */
#pragma once

#include "program-tester/parse/plan.h"

/* Whether one lane matches. */
bool pt_lane_matches(enum pt_scalar scalar, const void *expected, const void *actual,
                     const struct pt_tolerance *tolerance);

/* Whether a lane lies between two others; NaN never does. Where zeros are told apart, -0 is the
 * lower one. */
bool pt_lane_within(enum pt_scalar scalar, const void *low, const void *high, const void *actual,
                    const struct pt_tolerance *tolerance);

/* The same as pt_lane_matches by Piglit's rules: `tolerance V` of a floating type counts as the ulp
 * number that V's bits spell, a huge ulp number lets everything pass. */
bool pt_lane_matches_piglit(enum pt_scalar scalar, const void *expected, const void *actual,
                            const struct pt_tolerance *tolerance);
