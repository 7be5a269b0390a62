/* SPDX-License-Identifier: MIT */
/* fault.h: faults put into the driver on purpose, by ROOTLE_FAULT=name[,name], to show that tests
 * catch them. Asked for where objects are made and code is chosen, never in a loop over texels. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum fault {
#define FAULT(name, where, families, help) FAULT_##name,
#include "driver/base/fault.def"
#undef FAULT
    FAULT_COUNT
};

/* Whether ROOTLE_FAULT names nothing but faults; `why` says what else. A run without the fault that
 * was asked for would show that tests do not catch it. */
bool fault_check(char *why, size_t room);
/* Whether ROOTLE_FAULT has the fault. The variable is read once; the word "list" then prints the
 * table of faults on stderr. */
bool fault_active(enum fault fault);
/* Puts in these faults (names separated by commas) instead of those of ROOTLE_FAULT. No other
 * thread may ask for faults meanwhile. */
void fault_set(const char *names);
/* Whether it has any. */
bool fault_any(void);
enum fault_part { FAULT_IN_DRIVER, FAULT_IN_COMPILER, FAULT_IN_BUILTINS };
/* The name of the first active fault of a part at or behind `*next`, which moves behind it. NULL:
 * no more. Start with 0. */
const char *fault_next(enum fault_part part, size_t *next);
