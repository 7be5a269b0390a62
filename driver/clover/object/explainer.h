/* SPDX-License-Identifier: MIT */
/* explainer.h: who tells of calls and launches in words: the checker, where it is built. */
#ifndef ROOTLE_CLOVER_EXPLAINER_H
#define ROOTLE_CLOVER_EXPLAINER_H

#include <CL/cl.h>
#include <stdbool.h>

struct clover_guide;

struct clover_explainer {
    /* Wraps the functions in the loader's table, if ROOTLE_CHECK asks for it. Called before the
     * loader calls any of them. */
    void (*begin)(void);
    /* Why the call that this thread is in fails. False: calls are not checked, and so not
     * explained. */
    bool (*fails_as)(const char *why);
    /* Sets the functions of a launch's guide. */
    void (*guide)(struct clover_guide *guide);
    /* Tells what went wrong with a launch: a finding of check "launch". */
    void (*launch_failed)(cl_context context, const char *kernel, const char *error);
};

/* NULL: nothing is explained. driver/icd has it. */
extern const struct clover_explainer *const clover_explainer;

#endif
