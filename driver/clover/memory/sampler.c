/* SPDX-License-Identifier: MIT */
/* sampler.c: samplers. */
#include "driver/clover/memory/sampler.h"

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/clover/object/info.h"
#include "driver/clover/platform/device_versions.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

struct mode {
    cl_uint value; /* CL_* */
    uint32_t bits;
};

static const struct mode addressing_modes[] = {
    {CL_ADDRESS_NONE, ABI_SAMPLER_ADDRESS_NONE},
    {CL_ADDRESS_CLAMP_TO_EDGE, ABI_SAMPLER_CLAMP_TO_EDGE},
    {CL_ADDRESS_CLAMP, ABI_SAMPLER_CLAMP},
    {CL_ADDRESS_REPEAT, ABI_SAMPLER_REPEAT},
    {CL_ADDRESS_MIRRORED_REPEAT, ABI_SAMPLER_MIRRORED_REPEAT},
};
static const struct mode filter_modes[] = {{CL_FILTER_NEAREST, ABI_SAMPLER_NEAREST},
                                           {CL_FILTER_LINEAR, ABI_SAMPLER_LINEAR}};

static const struct mode *find_value(const struct mode *modes, size_t count, cl_uint value)
{
    for (size_t i = 0; i < count; i++) {
        if (modes[i].value == value)
            return &modes[i];
    }
    return NULL;
}

static const struct mode *find_bits(const struct mode *modes, size_t count, uint32_t bits)
{
    for (size_t i = 0; i < count; i++) {
        if (modes[i].bits == bits)
            return &modes[i];
    }
    return NULL;
}

uint32_t clover_sampler_bits(const struct pipe_sampler_template *sampler)
{
    const struct mode *addressing =
        find_value(addressing_modes, COUNT(addressing_modes), sampler->addressing);
    const struct mode *filter = find_value(filter_modes, COUNT(filter_modes), sampler->filter);
    assert(addressing && filter); /* no sampler was made with others */
    return (sampler->normalized ? ABI_SAMPLER_NORMALIZED : 0) | addressing->bits | filter->bits;
}

bool clover_sampler_from_bits(uint32_t bits, struct pipe_sampler_template *sampler)
{
    /* A constant without filter bits means nearest: Clang accepts such samplers. */
    uint32_t filter_bits =
        bits & ABI_SAMPLER_FILTER_MASK ? bits & ABI_SAMPLER_FILTER_MASK : ABI_SAMPLER_NEAREST;
    const struct mode *addressing =
        find_bits(addressing_modes, COUNT(addressing_modes), bits & ABI_SAMPLER_ADDRESS_MASK);
    const struct mode *filter = find_bits(filter_modes, COUNT(filter_modes), filter_bits);

    if (!addressing || !filter)
        return false;
    /* "Only the default values for these properties will be used" (cl_khr_mipmap_image). */
    *sampler = (struct pipe_sampler_template){.addressing = addressing->value,
                                              .filter = filter->value,
                                              .normalized = bits & ABI_SAMPLER_NORMALIZED,
                                              .mip_filter = CL_FILTER_NEAREST,
                                              .lod_max = FLT_MAX};
    return true;
}

static void sampler_destroy(void *object)
{
    cl_sampler sampler = object;

    clover_unref(sampler->context);
    clover_properties_finish(&sampler->given);
}

static struct clover_slots slots;
const struct clover_class clover_sampler_class = {.name = "a sampler",
                                                  .invalid = CL_INVALID_SAMPLER,
                                                  .size = sizeof(struct _cl_sampler),
                                                  .slots = &slots,
                                                  .destroy = sampler_destroy};

static cl_int sampler_create(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                             cl_filter_mode filter, cl_sampler *out)
{
    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    if (normalized > CL_TRUE ||
        !find_value(addressing_modes, COUNT(addressing_modes), addressing) ||
        !find_value(filter_modes, COUNT(filter_modes), filter))
        return CL_INVALID_VALUE;
    /* The repeating modes are defined for normalized coordinates only. */
    if (!normalized &&
        (addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT))
        return CL_INVALID_VALUE;
    if (!context->device->info.images)
        return CL_INVALID_OPERATION;

    cl_sampler sampler = clover_object_create(&clover_sampler_class);
    if (!sampler)
        return CL_OUT_OF_HOST_MEMORY;
    clover_ref(context);
    sampler->context = context;
    sampler->normalized = normalized;
    sampler->addressing = addressing;
    sampler->filter = filter;
    sampler->mip_filter = CL_FILTER_NEAREST;
    sampler->lod_max = FLT_MAX;
    *out = sampler;
    return CL_SUCCESS;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords,
                           cl_addressing_mode addressing_mode, cl_filter_mode filter_mode,
                           cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_sampler sampler = NULL;
    cl_int error =
        sampler_create(context, normalized_coords, addressing_mode, filter_mode, &sampler);

    return clover_result(sampler, error, errcode_ret);
}

/* Properties whose values are floats hold their bits. */
static bool get_float(const cl_sampler_properties *list, cl_properties name, cl_float *value)
{
    uint32_t bits;

    memcpy(&bits, value, sizeof bits);
    const cl_properties given = clover_properties_get(list, name, bits);
    bits = (uint32_t)given;
    memcpy(value, &bits, sizeof bits);
    return given <= UINT32_MAX;
}

static cl_int set_levels(cl_sampler sampler, const cl_sampler_properties *list)
{
    const cl_properties filter =
        clover_properties_get(list, CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_NEAREST);

    if (!get_float(list, CL_SAMPLER_LOD_MIN_KHR, &sampler->lod_min) ||
        !get_float(list, CL_SAMPLER_LOD_MAX_KHR, &sampler->lod_max) || filter > UINT32_MAX ||
        !find_value(filter_modes, COUNT(filter_modes), (cl_uint)filter))
        return CL_INVALID_VALUE;
    sampler->mip_filter = (cl_filter_mode)filter;
    return CL_SUCCESS;
}

/* Creates a sampler from a list of properties. Those that it leaves out have the defaults of
 * section 5.7.1 of OpenCL 3.0. */
static cl_int sampler_create_from(cl_context context, const cl_sampler_properties *list,
                                  cl_sampler *out)
{
    static const cl_properties known[] = {
        CL_SAMPLER_NORMALIZED_COORDS,   CL_SAMPLER_ADDRESSING_MODE, CL_SAMPLER_FILTER_MODE,
        CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_SAMPLER_LOD_MIN_KHR,     CL_SAMPLER_LOD_MAX_KHR};
    enum { OF_LEVELS = 3 };
    cl_sampler sampler = NULL;

    if (!clover_is(context, &clover_context_class))
        return CL_INVALID_CONTEXT;
    const size_t count =
        COUNT(known) - (clover_has_mipmaps(&context->device->caps) ? 0 : OF_LEVELS);
    if (!clover_properties_legal(list, known, count))
        return CL_INVALID_VALUE;
    cl_properties normalized = clover_properties_get(list, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE),
                  addressing =
                      clover_properties_get(list, CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP),
                  filter = clover_properties_get(list, CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST);
    if ((normalized | addressing | filter) > UINT32_MAX)
        return CL_INVALID_VALUE;
    cl_int error = sampler_create(context, (cl_bool)normalized, (cl_addressing_mode)addressing,
                                  (cl_filter_mode)filter, &sampler);
    if (error)
        return error;
    error = set_levels(sampler, list);
    if (!error)
        error = clover_properties_keep(&sampler->given, list);
    if (error)
        clover_unref(sampler);
    *out = sampler;
    return error;
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *sampler_properties,
                                         cl_int *errcode_ret)
{
    CLOVER_CALL;
    cl_sampler sampler = NULL;
    cl_int error = sampler_create_from(context, sampler_properties, &sampler);

    return clover_result(sampler, error, errcode_ret);
}

static const struct clover_info sampler_table[] = {
    CLOVER_HANDLES(CL_SAMPLER_REFERENCE_COUNT),
    CLOVER_OBJECT(CL_SAMPLER_CONTEXT, struct _cl_sampler, context),
    CLOVER_FIELD(CL_SAMPLER_NORMALIZED_COORDS, struct _cl_sampler, normalized),
    CLOVER_FIELD(CL_SAMPLER_ADDRESSING_MODE, struct _cl_sampler, addressing),
    CLOVER_FIELD(CL_SAMPLER_FILTER_MODE, struct _cl_sampler, filter),
    CLOVER_ARRAY(CL_SAMPLER_PROPERTIES, struct _cl_sampler, given.list, given.count),
    CLOVER_FIELD(CL_SAMPLER_MIP_FILTER_MODE_KHR, struct _cl_sampler, mip_filter),
    CLOVER_FIELD(CL_SAMPLER_LOD_MIN_KHR, struct _cl_sampler, lod_min),
    CLOVER_FIELD(CL_SAMPLER_LOD_MAX_KHR, struct _cl_sampler, lod_max),
};

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret)
{
    CLOVER_CALL;
    struct clover_answer to = {param_value_size, param_value, param_value_size_ret};

    return clover_info_of(sampler, &clover_sampler_class, sampler_table, COUNT(sampler_table),
                          param_name, to);
}
