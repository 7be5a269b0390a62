/* SPDX-License-Identifier: MIT */
/* spoilt_driver.c: the bundled driver, but a process gets one context from it and no other, as if
 * what ran on the first had left the driver broken. */
#include <CL/cl_icd.h>
#include <stdbool.h>

enum { BROKEN = -9999 }; /* NVIDIA's driver says so once a kernel has accessed memory wrongly */

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms,
                                                       cl_uint *platform_count);

static cl_context (*create_context)(const cl_context_properties *, cl_uint, const cl_device_id *,
                                    void(CL_CALLBACK *)(const char *, const void *, size_t, void *),
                                    void *, cl_int *);
static bool is_spoilt;

static cl_context CL_API_CALL create_once(const cl_context_properties *properties,
                                          cl_uint device_count, const cl_device_id *devices,
                                          void(CL_CALLBACK *notify)(const char *, const void *,
                                                                    size_t, void *),
                                          void *data, cl_int *error)
{
    if (is_spoilt) {
        *error = BROKEN;
        return NULL;
    }
    is_spoilt = true;
    return create_context(properties, device_count, devices, notify, data, error);
}

/* All objects of the bundled driver have one table of functions, which can be written to. */
__attribute__((constructor)) static void spoil(void)
{
    cl_platform_id platform;

    if (clIcdGetPlatformIDsKHR(1, &platform, NULL))
        return;
    cl_icd_dispatch *functions = *(cl_icd_dispatch **)platform;
    create_context = functions->clCreateContext;
    functions->clCreateContext = create_once;
}
