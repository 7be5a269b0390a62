/* SPDX-License-Identifier: MIT */
/* error.h: the names of OpenCL's errors. */
#pragma once

#include <CL/cl.h>

#include "program-tester/base/names.h"

#define CL_PLATFORM_NOT_FOUND (-1001) /* cl_khr_icd: the loader found no platform */

/* "CL_INVALID_VALUE" */
const char *pt_cl_error(cl_int error);

/* All their names. */
struct pt_names pt_cl_error_names(void);

/* The error of that name, or CL_SUCCESS if there is none. */
cl_int pt_cl_error_find(struct pt_word name);
