/* SPDX-License-Identifier: MIT */
/* empty_driver.c: the bundled driver, but all that it says images ask of buffers is 0. */
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <string.h>

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms,
                                                       cl_uint *platform_count);

static void *(CL_API_CALL *find_function)(cl_platform_id, const char *);

static cl_int CL_API_CALL answer_nothing(cl_context context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, const cl_image_format *format,
                                         const cl_image_desc *desc,
                                         cl_image_requirements_info_ext name, size_t size,
                                         void *value, size_t *value_size)
{
    (void)context, (void)properties, (void)flags, (void)format, (void)desc, (void)name;
    if (value)
        memset(value, 0, size);
    if (value_size)
        *value_size = size;
    return CL_SUCCESS;
}

static void *CL_API_CALL find(cl_platform_id platform, const char *name)
{
    return strcmp(name, "clGetImageRequirementsInfoEXT") == 0 ? (void *)answer_nothing
                                                              : find_function(platform, name);
}

/* All objects of the bundled driver have one table of functions, which can be written to. */
__attribute__((constructor)) static void load(void)
{
    cl_platform_id platform;

    if (clIcdGetPlatformIDsKHR(1, &platform, NULL))
        return;
    cl_icd_dispatch *functions = *(cl_icd_dispatch **)platform;
    find_function = functions->clGetExtensionFunctionAddressForPlatform;
    functions->clGetExtensionFunctionAddressForPlatform = find;
}
