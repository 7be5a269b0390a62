/* SPDX-License-Identifier: MIT */
/* every_image.c: images and samplers, and all that is done to them. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl_ext.h>

#include "program-tester/record/tests/every_call.h"

enum { WIDTH = 8, HEIGHT = 4, TEXEL = 4, BYTES = WIDTH * HEIGHT * TEXEL };

static const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
static const size_t nowhere[3] = {0, 0, 0}, all[3] = {WIDTH, HEIGHT, 1};

struct images {
    cl_mem made, old, layers, buffer;
};

static struct images make(const struct world *world)
{
    struct images images;
    uint8_t texels[BYTES + 64];
    cl_int error;
    const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                .image_width = WIDTH,
                                .image_height = HEIGHT,
                                .image_row_pitch = WIDTH * TEXEL + 16};
    const cl_image_desc rows = {.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                .image_width = WIDTH,
                                .image_array_size = HEIGHT};

    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)(i * 37);
    images.made = clCreateImage(world->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                &flat, texels, &error);
    every_must(error, "image");
    images.old =
        clCreateImage2D(world->context, CL_MEM_READ_WRITE, &format, WIDTH, HEIGHT, 0, NULL, &error);
    every_must(error, "old image");
    images.layers = clCreateImage(world->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                  &rows, texels, &error);
    every_must(error, "layers");
    images.buffer = clCreateBuffer(world->context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    every_must(error, "buffer");
    return images;
}

static void transfer(const struct world *world, const struct images *images)
{
    uint8_t texels[BYTES];
    const size_t at[3] = {2, 1, 0}, part[3] = {4, 2, 1}, row[3] = {WIDTH, HEIGHT, 1};

    every_must(clEnqueueReadImage(world->queue, images->made, CL_TRUE, nowhere, all, 0, 0, texels,
                                  0, NULL, NULL),
               "read");
    every_tell("image", texels, BYTES);
    memset(texels, 0x40, sizeof texels);
    every_must(clEnqueueWriteImage(world->queue, images->old, CL_TRUE, nowhere, all, 0, 0, texels,
                                   0, NULL, NULL),
               "write");
    texels[0] = 1;
    every_must(clEnqueueWriteImage(world->queue, images->old, CL_TRUE, at, part, 20, 0, texels, 0,
                                   NULL, NULL),
               "write a part");
    every_must(clEnqueueReadImage(world->queue, images->old, CL_TRUE, nowhere, all, 0, 0, texels, 0,
                                  NULL, NULL),
               "read");
    every_tell("old image", texels, BYTES);
    every_must(clEnqueueReadImage(world->queue, images->layers, CL_TRUE, nowhere, row, 0, 0, texels,
                                  0, NULL, NULL),
               "read layers");
    every_tell("layers", texels, BYTES);
}

static void copy(const struct world *world, const struct images *images)
{
    uint8_t texels[BYTES];
    const float colour[4] = {0, 0.5f, 1, 1};
    const size_t at[3] = {1, 1, 0}, part[3] = {3, 2, 1};

    every_must(clEnqueueCopyImage(world->queue, images->made, images->old, nowhere, at, part, 0,
                                  NULL, NULL),
               "copy");
    every_must(clEnqueueFillImage(world->queue, images->old, colour, at, (size_t[3]){1, 1, 1}, 0,
                                  NULL, NULL),
               "fill");
    every_must(clEnqueueCopyImageToBuffer(world->queue, images->old, images->buffer, nowhere, all,
                                          0, 0, NULL, NULL),
               "copy to a buffer");
    every_must(clEnqueueCopyBufferToImage(world->queue, images->buffer, images->made, 16, at, part,
                                          0, NULL, NULL),
               "copy from a buffer");
    every_must(
        clEnqueueReadBuffer(world->queue, images->buffer, CL_TRUE, 0, BYTES, texels, 0, NULL, NULL),
        "read");
    every_tell("copied image", texels, BYTES);
}

static void map(const struct world *world, const struct images *images)
{
    size_t pitch, slice;
    cl_int error;
    uint8_t *mapped =
        clEnqueueMapImage(world->queue, images->made, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, nowhere,
                          all, &pitch, &slice, 0, NULL, NULL, &error);

    every_must(error, "map");
    for (size_t y = 0; y < HEIGHT; y++)
        every_tell("row", mapped + y * pitch, WIDTH * TEXEL);
    mapped[pitch + 3] = 200;
    every_must(clEnqueueUnmapMemObject(world->queue, images->made, mapped, 0, NULL, NULL), "unmap");
}

static void launch(const struct world *world, const struct images *images)
{
    float seen[WIDTH * 4];
    const float colour[4] = {1, 0.25f, 0, 1};
    const size_t eight = WIDTH, part[2] = {3, 2};
    cl_int error;
    cl_sampler sampler = clCreateSampler(world->context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE,
                                         CL_FILTER_LINEAR, &error);
    every_must(error, "sampler");
    cl_mem out = clCreateBuffer(world->context, CL_MEM_WRITE_ONLY, sizeof seen, NULL, &error);
    every_must(error, "buffer");
    cl_kernel paint = clCreateKernel(world->program, "paint", &error);
    every_must(error, "kernel");
    cl_kernel sample = clCreateKernel(world->program, "sample", &error);
    every_must(error, "kernel");
    every_must(clSetKernelArg(paint, 0, sizeof(cl_mem), &images->made), "argument");
    every_must(clSetKernelArg(paint, 1, sizeof colour, colour), "argument");
    every_must(clEnqueueNDRangeKernel(world->queue, paint, 2, NULL, part, NULL, 0, NULL, NULL),
               "launch");
    every_must(clSetKernelArg(sample, 0, sizeof(cl_mem), &out), "argument");
    every_must(clSetKernelArg(sample, 1, sizeof(cl_mem), &images->made), "argument");
    every_must(clSetKernelArg(sample, 2, sizeof sampler, &sampler), "argument");
    every_must(clEnqueueNDRangeKernel(world->queue, sample, 1, NULL, &eight, NULL, 0, NULL, NULL),
               "launch");
    every_must(clEnqueueReadBuffer(world->queue, out, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL),
               "read");
    every_tell("sampled", seen, sizeof seen);
    every_must(clReleaseKernel(paint), "release");
    every_must(clReleaseKernel(sample), "release");
    every_must(clRetainSampler(sampler), "retain");
    every_must(clReleaseSampler(sampler), "release");
    every_must(clReleaseSampler(sampler), "release");
    every_must(clReleaseMemObject(out), "release");
}

/* Asks of each kind one thing. Some are asked for twice, or for a size alone. */
static void ask(const struct world *world, cl_mem image)
{
    cl_image_format formats[4];
    size_t fact = 0;
    const cl_image_desc flat = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
    cl_platform_id platform;

    for (unsigned i = 0; i < 2; i++)
        every_must(clGetImageInfo(image, CL_IMAGE_DEPTH, sizeof fact, &fact, NULL), "image");
    every_must(clGetImageInfo(image, CL_IMAGE_WIDTH, 0, NULL, &fact), "image");
    every_must(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof fact, &fact, NULL), "memory");
    every_must(clGetSupportedImageFormats(world->context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D,
                                          4, formats, NULL),
               "formats");
    every_must(clGetDeviceInfo(world->device, CL_DEVICE_PLATFORM, sizeof(void *), &platform, NULL),
               "device");
    const clGetImageRequirementsInfoEXT_fn requirements =
        (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(
            platform, "clGetImageRequirementsInfoEXT");
    if (requirements)
        every_must(requirements(world->context, NULL, CL_MEM_READ_ONLY, &format, &flat,
                                CL_IMAGE_REQUIREMENTS_SIZE_EXT, sizeof fact, &fact, NULL),
                   "requirements");
}

void every_image(struct world *world)
{
    const struct images images = make(world);

    ask(world, images.made);
    transfer(world, &images);
    copy(world, &images);
    map(world, &images);
    launch(world, &images);
    every_must(clReleaseMemObject(images.made), "release");
    every_must(clReleaseMemObject(images.old), "release");
    every_must(clReleaseMemObject(images.layers), "release");
    every_must(clReleaseMemObject(images.buffer), "release");
}
