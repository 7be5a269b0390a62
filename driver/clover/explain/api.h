/* SPDX-License-Identifier: MIT */
/* api.h: the check "api": what calls of the application do wrong. With it, the functions that the
 * ICD loader calls are wrapped, so that without it no call pays for it. */
#pragma once

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct api_argument {
    const char *name; /* as OpenCL's header has it */
    uintptr_t value;
    bool pointer;
};

/* A call of a function of OpenCL, and the error that it returned. */
struct api_call {
    const char *name, *section;
    const struct api_argument *arguments;
    size_t count;
    cl_int error;
    struct api_call *outer; /* whose callback makes this one; NULL: none */
    char why[192];          /* it fails, where the driver knows more than its rules; "": not */
};

/* The argument of a name; NULL: the call has none. */
const struct api_argument *api_argument(const struct api_call *call, const char *name);
/* Its value as a pointer or a number; NULL or 0: the call has none. */
void *api_pointer(const struct api_call *call, const char *name);
size_t api_number(const struct api_call *call, const char *name);
/* Whether the function's name begins so. */
bool api_is(const struct api_call *call, const char *beginning);
/* Tells a finding of the check, with the call's arguments. */
void api_tell(const struct api_call *call, const char *what);

/* Explains a call that has failed. */
void api_explain(const struct api_call *call);
/* Before a call: what it does wrong though it may succeed. */
void api_look(const struct api_call *call);
/* After a call that succeeded: which objects there are now. `made` is what it returned, or NULL. */
void api_note(const struct api_call *call, void *made);

/* Why the call that this thread is in fails. False: calls are not checked, and so not explained. */
bool api_fails_as(const char *why);

/* Whether calls are checked. */
bool api_is_checked(void);
/* Wraps the functions in the loader's table, if ROOTLE_CHECK asks for it. Once, before the loader
 * calls any of them. */
void api_check_begin(void);
