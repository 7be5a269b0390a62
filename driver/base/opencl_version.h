/* SPDX-License-Identifier: MIT */
/* opencl_version.h: the version of OpenCL that ROOTLE_CL chooses. */
#pragma once

/* In the form of __OPENCL_VERSION__. */
enum { OPENCL_VERSION_OLD = 120, OPENCL_VERSION_NEW = 300 };

/* OPENCL_VERSION_OLD or OPENCL_VERSION_NEW; the latter, with one warning on stderr, for a value
 * that is none. Read from the environment at each call. */
int opencl_version(void);
