/* SPDX-License-Identifier: MIT */
/* checks.h: what programs are checked for: the list of ROOTLE_CHECK. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum check {
#define CHECK(name, help) CHECK_##name,
#include "driver/base/checks.def"
#undef CHECK
    CHECK_COUNT
};

/* Reads names separated by commas, "all" and "none" among them, as bits 1 << CHECK_*;
 * uninitialised and races need memory, and have it. False with a
 * message in `why` when a name is none of these. */
bool checks_read(const char *list, unsigned *checks, char *why, size_t room);
/* Whether some of these need a launch to be watched while it is interpreted. */
bool checks_are_watched(unsigned checks);
const char *check_name(enum check check);
