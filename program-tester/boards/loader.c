/* SPDX-License-Identifier: MIT */
/* loader.c: finds OpenCL on a machine as it is: the loader, or the one library of a vendor. */
#define PT_OPENCL_LOADER
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "program-tester/base/util.h"
#include "program-tester/boards/boards.h"
#include "program-tester/boards/opencl.h"

struct pt_opencl pt_opencl;

static const char *const libraries[] = {
    "libOpenCL.so.1",
    "libOpenCL.so",
    "/vendor/lib64/libOpenCL.so", /* of Android, whose linker does not look there */
    "/vendor/lib/libOpenCL.so",
    "OpenCL.dll", /* of Windows */
};

static char *why_none; /* why there is no library */

/* Stands for a function that an older library does not have. No test calls one that its device
 * lacks. */
static void missing(void)
{
    pt_complain("the OpenCL library of this machine lacks a function that was called");
    _exit(PT_BOARD_CANNOT);
}

static cl_int no_platforms(cl_uint entries, cl_platform_id *platforms, cl_uint *count)
{
    const cl_int platform_not_found = -1001; /* CL_PLATFORM_NOT_FOUND_KHR of cl_khr_icd */

    (void)entries;
    (void)platforms;
    if (count)
        *count = 0;
    pt_complain("%s", why_none);
    return platform_not_found;
}

static void *open_library(void)
{
    void *library = NULL;

    for (size_t i = 0; i < PT_COUNT(libraries) && !library; i++) {
        library = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
        if (!library && !i)
            why_none = pt_format("%s", dlerror());
    }
    return library;
}

/* A pointer of any function's type, of which C has none that it converts from data silently. */
static void find(void *library, const char *name, void *pointer)
{
    void *found = library ? dlsym(library, name) : NULL;

    *(void **)pointer = found ? found : (void *)missing;
}

void pt_board_find_library(void)
{
    void *library = open_library();

#define PT_OPENCL(function) find(library, #function, &pt_opencl.function);
#include "program-tester/boards/opencl.def"
#undef PT_OPENCL
    if (!library)
        pt_opencl.clGetPlatformIDs = no_platforms;
}

/* OpenCL's drivers compile by themselves. */
int pt_board_carry(const char *folder)
{
    (void)folder;
    return PT_BOARD_DONE;
}
