/* SPDX-License-Identifier: MIT */
/* requirements.c: what a device asks of images over buffers. */
#include "program-tester/run/requirements.h"

clGetImageRequirementsInfoEXT_fn pt_requirements_function(const struct pt_runner *runner)
{
    const struct pt_device *device = runner->session.device;

    if (!pt_names_have(device->device_extensions, "cl_ext_image_requirements_info"))
        return NULL;
    return (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(
        device->platform, "clGetImageRequirementsInfoEXT");
}

/* cl_khr_image2d_from_buffer alone says it in texels. */
static struct pt_pitch_alignment of_2d_images(const struct pt_runner *runner,
                                              const struct pt_image_wish *wish)
{
    cl_uint texels = 0;

    if (wish->desc.image_type == CL_MEM_OBJECT_IMAGE2D)
        clGetDeviceInfo(runner->session.device->device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
                        sizeof(texels), &texels, NULL);
    return (struct pt_pitch_alignment){texels * wish->texel_bytes, texels * wish->texel_bytes};
}

struct pt_pitch_alignment pt_pitch_alignment(const struct pt_runner *runner,
                                             const struct pt_image_wish *wish)
{
    const clGetImageRequirementsInfoEXT_fn ask = pt_requirements_function(runner);
    struct pt_pitch_alignment found = {0};

    if (!ask ||
        !pt_names_have(runner->session.device->device_extensions, "cl_ext_image_from_buffer"))
        return of_2d_images(runner, wish);
    ask(runner->session.context, NULL, wish->flags, &wish->format, &wish->desc,
        CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, sizeof(found.row), &found.row, NULL);
    ask(runner->session.context, NULL, wish->flags, &wish->format, &wish->desc,
        CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT, sizeof(found.slice), &found.slice, NULL);
    return found;
}
