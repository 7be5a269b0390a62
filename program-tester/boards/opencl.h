/* SPDX-License-Identifier: MIT */
/* opencl.h: OpenCL's functions by pointers, which loader.c looks up when the program starts. It is
 * included before everything else of the tester's sources, so that rootle-board runs, and can say
 * what is missing, where there is no OpenCL. */
#pragma once

#include <CL/cl.h>

struct pt_opencl {
#define PT_OPENCL(function) __typeof__(&function) function;
#include "program-tester/boards/opencl.def"
#undef PT_OPENCL
};

extern struct pt_opencl pt_opencl;

/* Each function of opencl.def is a macro for its pointer; CMake writes them. */
#ifndef PT_OPENCL_LOADER
#include "opencl_calls.h"
#endif
