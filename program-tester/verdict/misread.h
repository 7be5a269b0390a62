/* SPDX-License-Identifier: MIT */
/* misread.h: whether a program reads an image by a function of another kind of format. */
#pragma once

#include "program-tester/parse/plan.h"

/* Returns a hint that begins with "; " (to free()); NULL: no image of the test is read so. */
char *pt_misread_hint(const struct pt_plan *plan, const struct pt_test *test);
