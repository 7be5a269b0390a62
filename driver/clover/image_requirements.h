/* SPDX-License-Identifier: MIT */
/* image_requirements.h: the function of cl_ext_image_requirements_info, which programs get by its
 * name. */
#ifndef ROOTLE_CLOVER_IMAGE_REQUIREMENTS_H
#define ROOTLE_CLOVER_IMAGE_REQUIREMENTS_H

#include <CL/cl_ext.h>

/* Sizes in bytes for alignments (powers of two) and the size, texels or layers for limits. */
cl_int CL_API_CALL clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *image_format, const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret);

#endif
