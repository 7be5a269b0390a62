/* SPDX-License-Identifier: MIT */
/* others.c: calls that shape results and are not kept: a note says so. */
#include <string.h>

#include "program-tester/record/layer/layer.h"

static cl_icd_dispatch *table; /* ours */

static cl_mem CL_API_CALL create_pipe(cl_context context, cl_mem_flags flags, cl_uint size,
                                      cl_uint count, const cl_pipe_properties *properties,
                                      cl_int *error)
{
    writer_note("clCreatePipe: pipes are not kept");
    return layer_next->clCreatePipe(context, flags, size, count, properties, error);
}

static cl_int CL_API_CALL native_kernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *),
                                        void *arguments, size_t size, cl_uint mems,
                                        const cl_mem *list_of, const void **places, cl_uint count,
                                        const cl_event *list, cl_event *event)
{
    writer_note("clEnqueueNativeKernel: functions of the application are not kept");
    return layer_next->clEnqueueNativeKernel(queue, function, arguments, size, mems, list_of,
                                             places, count, list, event);
}

static cl_mem CL_API_CALL from_gl_buffer(cl_context context, cl_mem_flags flags, cl_GLuint buffer,
                                         cl_int *error)
{
    writer_note("clCreateFromGLBuffer: what is shared with OpenGL is not kept");
    return layer_next->clCreateFromGLBuffer(context, flags, buffer, error);
}

static cl_mem CL_API_CALL from_gl_texture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                          cl_GLint level, cl_GLuint texture, cl_int *error)
{
    writer_note("clCreateFromGLTexture: what is shared with OpenGL is not kept");
    return layer_next->clCreateFromGLTexture(context, flags, target, level, texture, error);
}

/* Functions of extensions that became functions of OpenCL are wrapped as these; others of the
 * driver's are not. */
static void *wrapped(void *function, const char *name)
{
    if (!function || !name)
        return function;
    if (!strcmp(name, "clCreateProgramWithILKHR") && table->clCreateProgramWithIL)
        return (void *)table->clCreateProgramWithIL;
    if (!strcmp(name, "clCreateCommandQueueWithPropertiesKHR") &&
        table->clCreateCommandQueueWithProperties)
        return (void *)table->clCreateCommandQueueWithProperties;
    if (!strcmp(name, "clGetImageRequirementsInfoEXT"))
        return layer_requirements();
    if (!strstr(name, "Get") && !strstr(name, "Retain") && !strstr(name, "Release"))
        writer_note("%.100s: calls of functions of extensions are not kept", name);
    return function;
}

static void *CL_API_CALL extension_for(cl_platform_id platform, const char *name)
{
    return wrapped(layer_next->clGetExtensionFunctionAddressForPlatform(platform, name), name);
}

static void *CL_API_CALL extension(const char *name)
{
    return wrapped(layer_next->clGetExtensionFunctionAddress(name), name);
}

void layer_wrap_others(cl_icd_dispatch *wraps)
{
    table = wraps;
    table->clCreatePipe = create_pipe;
    table->clEnqueueNativeKernel = native_kernel;
    table->clCreateFromGLBuffer = from_gl_buffer;
    table->clCreateFromGLTexture = from_gl_texture;
    table->clGetExtensionFunctionAddressForPlatform = extension_for;
    table->clGetExtensionFunctionAddress = extension;
}
