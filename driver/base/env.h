/* SPDX-License-Identifier: MIT */
/* env.h: the ROOTLE_* environment variables and the words of ROOTLE_DEBUG, from one table. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum env_variable {
#define DEBUG_FLAG(name, help)
#define ENV(name, value, where, help) ENV_##name,
#include "driver/base/env.def"
#undef DEBUG_FLAG
#undef ENV
    ENV_COUNT
};

enum debug_flag {
#define DEBUG_FLAG(name, help) DEBUG_##name,
#define ENV(name, value, where, help)
#include "driver/base/env.def"
#undef DEBUG_FLAG
#undef ENV
    DEBUG_COUNT
};

/* Whom a variable matters to. */
enum env_where {
    ENV_WHERE_CARD,   /* whatever drives the simulated card */
    ENV_WHERE_DRIVER, /* the bundled driver */
    ENV_WHERE_DIRECT, /* the bundled driver on its own card, not behind rootle-drm */
};
enum env_where env_where(enum env_variable variable);
/* Whether the environment has a value for it that is not its default. */
bool env_is_changed(enum env_variable variable);
const char *env_name(enum env_variable variable);

/* The variable's value, or its default. Read from the environment at each call. */
const char *env_get(enum env_variable variable);
/* Whether a number is in the variable's list, such as 0,5,8-9. What cannot be read ends the list.
 */
bool env_lists(enum env_variable variable, uint64_t number);
/* The value as a number; a value that is none counts as the default, with one warning on stderr. */
double env_number(enum env_variable variable);
/* Whether a word is in ROOTLE_DEBUG, which is read once. An unknown word is reported on stderr
 * once; the word "help" prints the list of words and variables. */
bool debug_enabled(enum debug_flag flag);
