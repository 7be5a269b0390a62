/* SPDX-License-Identifier: MIT */
/* surroundings.h: the floating-point environment and the locale that results must not depend on. A
 * thread takes both over from the application: how it rounds, whether it flushes denormals
 * (programs linked with -ffast-math do) or traps, and the sign before a fraction. */
#pragma once

#include <fenv.h>
#include <locale.h>

struct surroundings {
    fenv_t arithmetic;
    locale_t locale;
};

/* In a thread of ours, where nothing of the application's runs: the default environment and C's
 * locale, for good. */
void surroundings_reset(void);
/* In any thread, for a while; what was there is kept in `mine`. */
void surroundings_enter(struct surroundings *mine);
void surroundings_leave(const struct surroundings *mine);
