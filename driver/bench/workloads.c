/* SPDX-License-Identifier: MIT */
/* workloads.c: see workloads.h. Memory objects live until the program ends. */
#include "driver/bench/workloads.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/count.h"

/* The same numbers on every machine (xorshift32). */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Random texels of RGBA: bytes, or floats in [0, 1). The caller frees them. */
static void *random_texels(const struct workload *workload, size_t count)
{
    size_t dwords = count * workload->bytes / 4;
    uint32_t *texels = malloc(dwords * sizeof *texels), state = 1;
    if (!texels)
        host_die("out of memory");
    for (size_t i = 0; i < dwords; i++) {
        texels[i] = next_random(&state);
        float value = (float)(texels[i] >> 8) / (1 << 24);
        if (workload->type == CL_FLOAT)
            memcpy(&texels[i], &value, sizeof value);
    }
    return texels;
}

static cl_mem bind_images(const struct host *host, cl_kernel kernel, cl_mem source,
                          const struct workload *workload)
{
    cl_mem result =
        host_image(host, CL_RGBA, workload->type, workload->width, workload->height, NULL);
    if (!source || !result)
        host_die("no RGBA images of this type");
    host_set_mem(kernel, 0, source);
    host_set_mem(kernel, 1, result);
    return result;
}

static cl_mem bind_filter(const struct host *host, cl_kernel kernel,
                          const struct workload *workload)
{
    void *texels = random_texels(workload, workload->width * workload->height);
    cl_mem source =
        host_image(host, CL_RGBA, workload->type, workload->width, workload->height, texels);
    free(texels);
    return bind_images(host, kernel, source, workload);
}

static cl_mem bind_volume(const struct host *host, cl_kernel kernel,
                          const struct workload *workload)
{
    static const size_t size[3] = {64, 64, 64};
    void *texels = random_texels(workload, size[0] * size[1] * size[2]);
    cl_mem source = host_volume(host, CL_RGBA, workload->type, size, texels);
    free(texels);
    return bind_images(host, kernel, source, workload);
}

static cl_sampler sampler_of_levels(const struct host *host)
{
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_TRUE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP_TO_EDGE,
                                                CL_SAMPLER_FILTER_MODE,
                                                CL_FILTER_LINEAR,
                                                CL_SAMPLER_MIP_FILTER_MODE,
                                                CL_FILTER_LINEAR,
                                                0};
    cl_int status;
    cl_sampler sampler = clCreateSamplerWithProperties(host->context, properties, &status);
    host_check(status, "clCreateSamplerWithProperties");
    return sampler;
}

static cl_mem bind_levels(const struct host *host, cl_kernel kernel,
                          const struct workload *workload)
{
    enum { LEVELS = 5 };
    void *texels = random_texels(workload, workload->width * workload->height);
    cl_mem source =
        host_levels(host, CL_RGBA, workload->type, workload->width, workload->height, LEVELS);
    for (size_t level = 0; source && level < LEVELS; level++) {
        const size_t origin[3] = {0, 0, level},
                     region[3] = {workload->width >> level, workload->height >> level, 1};
        host_check(clEnqueueWriteImage(host->queue, source, CL_TRUE, origin, region, 0, 0, texels,
                                       0, NULL, NULL),
                   "clEnqueueWriteImage");
    }
    free(texels);
    cl_sampler sampler = sampler_of_levels(host);
    host_check(clSetKernelArg(kernel, 2, sizeof sampler, &sampler), "clSetKernelArg");
    return bind_images(host, kernel, source, workload);
}

static cl_mem random_matrix(const struct host *host, size_t count, uint32_t seed)
{
    float *values = malloc(count * sizeof *values);
    if (!values)
        host_die("out of memory");
    for (size_t i = 0; i < count; i++)
        values[i] = (float)(next_random(&seed) >> 8) / (1 << 24);
    cl_mem buffer = host_buffer(host, count * sizeof *values, values);
    free(values);
    return buffer;
}

static cl_mem bind_matrices(const struct host *host, cl_kernel kernel,
                            const struct workload *workload)
{
    size_t count = workload->width * workload->height;
    cl_mem result = host_buffer(host, count * sizeof(float), NULL);
    host_set_mem(kernel, 0, random_matrix(host, count, 2));
    host_set_mem(kernel, 1, random_matrix(host, count, 3));
    host_set_mem(kernel, 2, result);
    return result;
}

static cl_mem bind_result(const struct host *host, cl_kernel kernel,
                          const struct workload *workload)
{
    cl_mem result = host_buffer(host, workload->width * workload->height * sizeof(float), NULL);
    host_set_mem(kernel, 0, result);
    return result;
}

/* Elements of four floats, and as many for the result. */
static cl_mem bind_floats(const struct host *host, cl_kernel kernel,
                          const struct workload *workload)
{
    const size_t bytes = workload_bytes(workload);
    cl_mem result = host_buffer(host, bytes, NULL);
    host_set_mem(kernel, 0, random_matrix(host, bytes / sizeof(float), 5));
    host_set_mem(kernel, 1, result);
    return result;
}

/* A buffer of random numbers, which has room for 1,024 float4 too, and the result. */
static cl_mem bind_numbers(const struct host *host, cl_kernel kernel,
                           const struct workload *workload)
{
    size_t count = workload->width * workload->height;
    cl_mem result = host_buffer(host, count * sizeof(float), NULL);
    host_set_mem(kernel, 0, random_matrix(host, count, 4));
    host_set_mem(kernel, 1, result);
    return result;
}

static const struct workload workloads[] = {
    {"box", "box_filter", 1024, 1024, CL_UNORM_INT8, 4, bind_filter, {0}, NULL},
    {"box-float", "box_filter", 1024, 1024, CL_FLOAT, 16, bind_filter, {0}, NULL},
    {"resample", "resample", 1024, 1024, CL_UNORM_INT8, 4, bind_filter, {0}, NULL},
    {"resample-float", "resample", 1024, 1024, CL_FLOAT, 16, bind_filter, {0}, NULL},
    {"copy", "copy", 1024, 1024, CL_UNORM_INT8, 4, bind_filter, {0}, NULL},
    {"copy-float", "copy", 1024, 1024, CL_FLOAT, 16, bind_filter, {0}, NULL},
    {"copy-float-large", "copy", 4096, 2048, CL_FLOAT, 16, bind_filter, {0}, NULL},
    {"copy-buffer", "copy_buffer", 1024, 1024, 0, 16, bind_floats, {0}, NULL},
    {"copy-buffer-large", "copy_buffer", 4096, 2048, 0, 16, bind_floats, {0}, NULL},
    {"cut", "cut", 1024, 1024, CL_UNORM_INT8, 4, bind_volume, {0}, NULL},
    {"cut-float", "cut", 1024, 1024, CL_FLOAT, 16, bind_volume, {0}, NULL},
    {"mips", "mips", 1024, 1024, CL_UNORM_INT8, 4, bind_levels, {0}, NULL},
    {"gradients", "gradients", 1024, 1024, CL_UNORM_INT8, 4, bind_levels, {0}, NULL},
    {"matmul", "matrix_multiply", 512, 512, 0, 4, bind_matrices, {0}, NULL},
    {"matmul-square", "matrix_multiply", 512, 512, 0, 4, bind_matrices, {16, 16}, NULL},
    {"alu", "alu_loop", 1024, 256, 0, 4, bind_result, {0}, NULL},
    {"xorshift", "xorshift", 1024, 256, 0, 4, bind_result, {0}, NULL},
    {"fma", "fma_float", 1024, 256, 0, 4, bind_result, {0}, NULL},
    {"fma-double", "fma_double", 1024, 256, 0, 4, bind_result, {0}, NULL},
    {"fma-half", "fma_half", 1024, 32, 0, 4, bind_result, {0}, NULL},
    {"n-body", "n_body", 128, 128, 0, 4, bind_numbers, {0}, NULL},
    {"reduce", "reduce", 1024, 1024, 0, 4, bind_numbers, {256, 1}, NULL},
    {"sub-groups", "sub_groups", 1024, 1024, 0, 4, bind_numbers, {256, 1}, "-cl-std=CL3.0"},
};

const struct workload *workload_find(const char *name)
{
    for (size_t i = 0; i < COUNT(workloads); i++)
        if (strcmp(workloads[i].name, name) == 0)
            return &workloads[i];
    return NULL;
}

size_t workload_bytes(const struct workload *workload)
{
    return workload->width * workload->height * workload->bytes;
}

void workload_read(const struct host *host, const struct workload *workload, cl_mem result,
                   void *data)
{
    size_t origin[3] = {0}, region[3] = {workload->width, workload->height, 1};
    if (workload->type)
        host_check(clEnqueueReadImage(host->queue, result, CL_TRUE, origin, region, 0, 0, data, 0,
                                      NULL, NULL),
                   "clEnqueueReadImage");
    else
        host_check(clEnqueueReadBuffer(host->queue, result, CL_TRUE, 0, workload_bytes(workload),
                                       data, 0, NULL, NULL),
                   "clEnqueueReadBuffer");
}
