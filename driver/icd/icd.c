/* SPDX-License-Identifier: MIT */
/* icd.c: makes the linker take the API out of its archive: the exported calls are what the loader
 * needs. */
#include <CL/cl.h>
#include <CL/cl_ext.h>

void *const rootle_icd_entry_points[3] = {
    (void *)clGetExtensionFunctionAddress,
    (void *)clIcdGetPlatformIDsKHR,
    (void *)clGetPlatformInfo,
};
