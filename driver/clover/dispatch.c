/* SPDX-License-Identifier: MIT */
/* dispatch.c: the table that the ICD loader calls through. No slot is empty: what this driver does
 * not have answers with an error. */
#include "driver/base/count.h"
#include "driver/clover/platform/platform.h"
#include "driver/clover/program/program.h"

#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <stddef.h>
#include <string.h>

/* Functions of sharing with graphics and of extensions, in two shapes. */
#define FAILS(name, parameters)                                                                    \
    static cl_int no_##name parameters                                                             \
    {                                                                                              \
        return CL_INVALID_OPERATION;                                                               \
    }
#define MAKES_NOTHING(name, type, parameters)                                                      \
    static type no_##name parameters                                                               \
    {                                                                                              \
        return clover_result(NULL, CL_INVALID_OPERATION, errcode_ret);                             \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

MAKES_NOTHING(create_from_gl_buffer, cl_mem,
              (cl_context c, cl_mem_flags f, cl_GLuint b, cl_int *errcode_ret))
MAKES_NOTHING(create_from_gl_texture, cl_mem,
              (cl_context c, cl_mem_flags f, cl_GLenum t, cl_GLint l, cl_GLuint x,
               cl_int *errcode_ret))
MAKES_NOTHING(create_from_gl_renderbuffer, cl_mem,
              (cl_context c, cl_mem_flags f, cl_GLuint b, cl_int *errcode_ret))
FAILS(gl_object_info, (cl_mem m, cl_gl_object_type *t, cl_GLuint *n))
FAILS(gl_texture_info, (cl_mem m, cl_gl_texture_info p, size_t s, void *v, size_t *r))
FAILS(gl_objects,
      (cl_command_queue q, cl_uint n, const cl_mem *m, cl_uint w, const cl_event *l, cl_event *e))
FAILS(gl_context_info,
      (const cl_context_properties *p, cl_gl_context_info i, size_t s, void *v, size_t *r))
MAKES_NOTHING(event_from_gl_sync, cl_event, (cl_context c, cl_GLsync s, cl_int *errcode_ret))

MAKES_NOTHING(create_from_egl_image, cl_mem,
              (cl_context c, CLeglDisplayKHR d, CLeglImageKHR i, cl_mem_flags f,
               const cl_egl_image_properties_khr *p, cl_int *errcode_ret))
FAILS(egl_objects,
      (cl_command_queue q, cl_uint n, const cl_mem *m, cl_uint w, const cl_event *l, cl_event *e))
MAKES_NOTHING(event_from_egl_sync, cl_event,
              (cl_context c, CLeglSyncKHR s, CLeglDisplayKHR d, cl_int *errcode_ret))

FAILS(create_sub_devices_ext, (cl_device_id d, const cl_device_partition_property_ext *p, cl_uint n,
                               cl_device_id *o, cl_uint *r))

#pragma GCC diagnostic pop

/* Sharing with Direct3D, whose types exist on Windows only: the loader here never calls these. */
static cl_int no_direct3d(void)
{
    return CL_INVALID_OPERATION;
}

static const struct {
    const char *name;
    void *function;
} extension_functions[] = {
    {"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
    {"clGetPlatformInfo", (void *)clGetPlatformInfo},
    {"clGetImageRequirementsInfoEXT", (void *)clGetImageRequirementsInfoEXT},
    {"clCreateProgramWithILKHR", (void *)clCreateProgramWithIL},
    {"clSetProgramNameROOTLE", (void *)clSetProgramNameROOTLE},
};

CLOVER_EXPORT void *clGetExtensionFunctionAddress(const char *func_name)
{
    for (size_t i = 0; func_name && i < COUNT(extension_functions); i++) {
        if (strcmp(func_name, extension_functions[i].name) == 0)
            return extension_functions[i].function;
    }
    return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name)
{
    CLOVER_CALL;
    return clover_is(platform, &clover_platform_class) ? clGetExtensionFunctionAddress(func_name)
                                                       : NULL;
}

cl_icd_dispatch clover_dispatch = {
#define CALL(section, name, parameters, ...)       .name = name,
#define MAKE(section, type, name, parameters, ...) .name = name,
#include "driver/clover/object/api_calls.def"
    .clUnloadCompiler = clUnloadCompiler,
    .clGetExtensionFunctionAddress = clGetExtensionFunctionAddress,
    .clCreateFromGLBuffer = no_create_from_gl_buffer,
    .clCreateFromGLTexture2D = no_create_from_gl_texture,
    .clCreateFromGLTexture3D = no_create_from_gl_texture,
    .clCreateFromGLRenderbuffer = no_create_from_gl_renderbuffer,
    .clGetGLObjectInfo = no_gl_object_info,
    .clGetGLTextureInfo = no_gl_texture_info,
    .clEnqueueAcquireGLObjects = no_gl_objects,
    .clEnqueueReleaseGLObjects = no_gl_objects,
    .clGetGLContextInfoKHR = no_gl_context_info,
    .clGetDeviceIDsFromD3D10KHR = (void *)no_direct3d,
    .clCreateFromD3D10BufferKHR = (void *)no_direct3d,
    .clCreateFromD3D10Texture2DKHR = (void *)no_direct3d,
    .clCreateFromD3D10Texture3DKHR = (void *)no_direct3d,
    .clEnqueueAcquireD3D10ObjectsKHR = (void *)no_direct3d,
    .clEnqueueReleaseD3D10ObjectsKHR = (void *)no_direct3d,
    .clCreateSubDevicesEXT = no_create_sub_devices_ext,
    .clRetainDeviceEXT = clRetainDevice,
    .clReleaseDeviceEXT = clReleaseDevice,
    .clCreateEventFromGLsyncKHR = no_event_from_gl_sync,
    .clGetExtensionFunctionAddressForPlatform = clGetExtensionFunctionAddressForPlatform,
    .clCreateFromGLTexture = no_create_from_gl_texture,
    .clGetDeviceIDsFromD3D11KHR = (void *)no_direct3d,
    .clCreateFromD3D11BufferKHR = (void *)no_direct3d,
    .clCreateFromD3D11Texture2DKHR = (void *)no_direct3d,
    .clCreateFromD3D11Texture3DKHR = (void *)no_direct3d,
    .clCreateFromDX9MediaSurfaceKHR = (void *)no_direct3d,
    .clEnqueueAcquireD3D11ObjectsKHR = (void *)no_direct3d,
    .clEnqueueReleaseD3D11ObjectsKHR = (void *)no_direct3d,
    .clGetDeviceIDsFromDX9MediaAdapterKHR = (void *)no_direct3d,
    .clEnqueueAcquireDX9MediaSurfacesKHR = (void *)no_direct3d,
    .clEnqueueReleaseDX9MediaSurfacesKHR = (void *)no_direct3d,
    .clCreateFromEGLImageKHR = no_create_from_egl_image,
    .clEnqueueAcquireEGLObjectsKHR = no_egl_objects,
    .clEnqueueReleaseEGLObjectsKHR = no_egl_objects,
    .clCreateEventFromEGLSyncKHR = no_event_from_egl_sync,
    .clSVMAlloc = clSVMAlloc,
    .clSVMFree = clSVMFree,
    .clGetKernelSubGroupInfoKHR = (void *)clGetKernelSubGroupInfo,
};
