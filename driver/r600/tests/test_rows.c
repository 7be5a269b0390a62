/* SPDX-License-Identifier: MIT */
/* test_rows.c: rows of images that work-items side by side write and read, from any column on, over
 * the image's edges, in part, and in layers. What kernels write is what the host reads, and what
 * the host writes is what kernels read. Values are numbers of texels' places, so that a texel at a
 * wrong place is seen; texels of eight bytes in tiles have another order than those of four or
 * sixteen. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

enum { CHANNELS = 4, READS = 4, MOST_WIDTH = 130, HEIGHT = 5, LAYERS = 3 };

struct shape {
    const char *name;
    cl_mem_object_type type;
    size_t height, layers;
};

static const struct shape shapes[] = {
    {"1d", CL_MEM_OBJECT_IMAGE1D, 1, 1},
    {"1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, LAYERS},
    {"2d", CL_MEM_OBJECT_IMAGE2D, HEIGHT, 1},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, HEIGHT, LAYERS},
    {"3d", CL_MEM_OBJECT_IMAGE3D, HEIGHT, LAYERS},
};

struct format {
    cl_image_format format;
    unsigned channels, bytes; /* of one channel */
};

/* The first two are tried in all shapes. */
static const struct format formats[] = {
    {{CL_RGBA, CL_UNSIGNED_INT16}, 4, 2}, {{CL_RGBA, CL_UNSIGNED_INT32}, 4, 4},
    {{CL_R, CL_UNSIGNED_INT16}, 1, 2},    {{CL_RGBA, CL_UNSIGNED_INT8}, 4, 1},
    {{CL_R, CL_UNSIGNED_INT32}, 1, 4},    {{CL_RG, CL_UNSIGNED_INT32}, 2, 4},
};

/* As wide as a block of work-items, and not; blocks begin where the image does, a few texels
 * before or behind, or before its edge. */
static const size_t widths[] = {16, 21, 64, MOST_WIDTH};
static const cl_int shifts[] = {0, 1, 4, -3, -16};

/* `skipped`: work-items of every so many do nothing; 0: all run. */
static const char source[] =
    "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
    "                       CLK_FILTER_NEAREST;\n"
    "uint4 value(int x, int y, int z)\n"
    "{\n"
    "    uint v = x + 256 * y + 4096 * z;\n"
    "    return (uint4)(v + 1, v ^ 0x5555, v * 3, v ^ 0xffff);\n"
    "}\n"
    "#define KERNELS(shape, type, place)\\\n"
    "kernel void write_##shape(write_only type image, int shift, uint skipped, uint mask)\\\n"
    "{\\\n"
    "    int i = get_global_id(0), x = i + shift, y = get_global_id(1), z = get_global_id(2);\\\n"
    "    if (!skipped || i % skipped)\\\n"
    "        write_imageui(image, place, value(x, y, z) & mask);\\\n"
    "}\\\n"
    "kernel void one_##shape(read_only type image, int shift, global uint4 *out)\\\n"
    "{\\\n"
    "    int i = get_global_id(0), x = i + shift, y = get_global_id(1), z = get_global_id(2);\\\n"
    "    uint at = (z * get_global_size(1) + y) * get_global_size(0) + i;\\\n"
    "    out[at * 4] = read_imageui(image, s, place);\\\n"
    "}\\\n"
    "kernel void four_##shape(read_only type image, int shift, global uint4 *out)\\\n"
    "{\\\n"
    "    int i = get_global_id(0), x = i + shift, y = get_global_id(1), z = get_global_id(2);\\\n"
    "    uint at = (z * get_global_size(1) + y) * get_global_size(0) + i;\\\n"
    "    uint4 texel[4];\\\n"
    "    for (int n = 0; n < 4; n++, x++)\\\n"
    "        texel[n] = read_imageui(image, s, place);\\\n"
    "    for (int n = 0; n < 4; n++)\\\n"
    "        out[at * 4 + n] = texel[n];\\\n"
    "}\n"
    "KERNELS(1d, image1d_t, x)\n"
    "KERNELS(1d_array, image1d_array_t, ((int2)(x, z)))\n"
    "KERNELS(2d, image2d_t, ((int2)(x, y)))\n"
    "KERNELS(2d_array, image2d_array_t, ((int4)(x, y, z, 0)))\n"
    "KERNELS(3d, image3d_t, ((int4)(x, y, z, 0)))\n";

static cl_program program;

/* An image of a format, as it is for a test. */
struct image {
    const struct shape *shape;
    const struct format *format;
    size_t width, local[3], global[3];
    cl_mem object;
};

static cl_uint mask_of(const struct format *format)
{
    return (cl_uint)((1ull << format->bytes * 8) - 1);
}

static void value_of(uint32_t value[CHANNELS], const struct image *image, size_t x, size_t y,
                     size_t z)
{
    const uint32_t v = (uint32_t)(x + 256 * y + 4096 * z),
                   all[CHANNELS] = {v + 1, v ^ 0x5555, v * 3, v ^ 0xffff};
    for (unsigned c = 0; c < CHANNELS; c++)
        value[c] = all[c] & mask_of(image->format);
}

static size_t texel_bytes(const struct image *image)
{
    return (size_t)image->format->channels * image->format->bytes;
}

static size_t bytes_of(const struct image *image)
{
    return image->width * image->shape->height * image->shape->layers * texel_bytes(image);
}

/* The image's region as transfers have it: layers of 1D arrays are rows. */
static void region_of(const struct image *image, size_t region[3])
{
    const bool rows = image->shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    region[0] = image->width;
    region[1] = rows ? image->shape->layers : image->shape->height;
    region[2] = rows ? 1 : image->shape->layers;
}

static cl_mem object_of(const struct image *image)
{
    const cl_image_desc desc = {.image_type = image->shape->type,
                                .image_width = image->width,
                                .image_height = image->shape->height,
                                .image_depth = image->shape->layers,
                                .image_array_size = image->shape->layers};
    cl_int error;
    cl_mem object = clCreateImage(context, 0, &image->format->format, &desc, NULL, &error);
    ok(error);
    return object;
}

static void launch(cl_kernel kernel, const struct image *image)
{
    ok(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, image->global, image->local, 0, NULL, NULL));
    ok(clFinish(queue));
}

static cl_kernel kernel_for(const char *what, const struct shape *shape)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", what, shape->name);
    return kernel_of(program, name);
}

typedef void (*check_fn)(const struct image *image, cl_int shift);

/* Images of all sizes, and work-items that reach over their edges. */
static void for_each_size(const struct shape *shape, const struct format *format, check_fn check)
{
    for (size_t i = 0; i < COUNT(widths) * COUNT(shifts); i++) {
        struct image image = {.shape = shape,
                              .format = format,
                              .width = widths[i / COUNT(shifts)],
                              .local = {i % 2 ? 16 : 32, 1, 1}};
        image.global[0] = (image.width + 31) / 32 * 32;
        image.global[1] = shape->height;
        image.global[2] = shape->layers;
        image.object = object_of(&image);
        check(&image, shifts[i % COUNT(shifts)]);
        ok(clReleaseMemObject(image.object));
    }
}

static void for_each_image(check_fn check)
{
    program = built("-cl-std=CL3.0", source);
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t f = 0; f < COUNT(formats); f++)
            if (f < 2 || shapes[s].type == CL_MEM_OBJECT_IMAGE2D)
                for_each_size(&shapes[s], &formats[f], check);
    ok(clReleaseProgram(program));
}

/* Whether a work-item writes a texel of that column. */
static bool is_written(const struct image *image, size_t x, cl_int shift, cl_uint skipped)
{
    const long item = (long)x - shift;
    return item >= 0 && item < (long)image->global[0] && (!skipped || item % skipped);
}

static void assert_written(const struct image *image, cl_int shift, cl_uint skipped)
{
    const unsigned channels = image->format->channels, bytes = image->format->bytes;
    size_t region[3], origin[3] = {0};
    unsigned char *found = malloc(bytes_of(image)), *next = found;
    assert_non_null(found);
    region_of(image, region);
    ok(clEnqueueReadImage(queue, image->object, CL_TRUE, origin, region, 0, 0, found, 0, NULL,
                          NULL));
    for (size_t z = 0; z < image->shape->layers; z++)
        for (size_t y = 0; y < image->shape->height; y++)
            for (size_t x = 0; x < image->width; x++) {
                uint32_t value[CHANNELS] = {0};
                if (is_written(image, x, shift, skipped))
                    value_of(value, image, x, y, z);
                for (unsigned c = 0; c < channels; c++, next += bytes)
                    if (memcmp(next, &value[c], bytes))
                        fail_msg("%s of %zu, texels of %zu bytes, shift %d, skipped %u: (%zu, %zu, "
                                 "%zu) is wrong",
                                 image->shape->name, image->width, texel_bytes(image), shift,
                                 skipped, x, y, z);
            }
    free(found);
}

static void check_writes(const struct image *image, cl_int shift)
{
    static const cl_uint skips[] = {0, 5};
    const cl_uint mask = mask_of(image->format), nothing[CHANNELS] = {0};
    size_t region[3], origin[3] = {0};
    cl_kernel kernel = kernel_for("write", image->shape);
    region_of(image, region);
    set(kernel, 0, sizeof image->object, &image->object);
    set(kernel, 1, sizeof shift, &shift);
    set(kernel, 3, sizeof mask, &mask);
    for (size_t i = 0; i < COUNT(skips); i++) {
        ok(clEnqueueFillImage(queue, image->object, nothing, origin, region, 0, NULL, NULL));
        set(kernel, 2, sizeof skips[i], &skips[i]);
        launch(kernel, image);
        assert_written(image, shift, skips[i]);
    }
    ok(clReleaseKernel(kernel));
}

static void kernels_write_rows(void **state)
{
    for_each_image(check_writes);
}

static void fill(const struct image *image)
{
    const unsigned channels = image->format->channels, bytes = image->format->bytes;
    size_t region[3], origin[3] = {0};
    unsigned char *texels = malloc(bytes_of(image)), *next = texels;
    assert_non_null(texels);
    region_of(image, region);
    for (size_t z = 0; z < image->shape->layers; z++)
        for (size_t y = 0; y < image->shape->height; y++)
            for (size_t x = 0; x < image->width; x++) {
                uint32_t value[CHANNELS];
                value_of(value, image, x, y, z);
                for (unsigned c = 0; c < channels; c++, next += bytes)
                    memcpy(next, &value[c], bytes);
            }
    ok(clEnqueueWriteImage(queue, image->object, CL_TRUE, origin, region, 0, 0, texels, 0, NULL,
                           NULL));
    free(texels);
}

static size_t clamped(long x, size_t width)
{
    return x < 0 ? 0 : x < (long)width ? (size_t)x : width - 1;
}

static void assert_read(const struct image *image, cl_mem buffer, cl_int shift, unsigned reads)
{
    const size_t items = image->global[0] * image->global[1] * image->global[2];
    cl_uint4 *found = malloc(items * READS * sizeof *found);
    assert_non_null(found);
    read_back(buffer, found, items * READS * sizeof *found);
    for (size_t i = 0; i < items * READS; i++) {
        const size_t item = i / READS, x = item % image->global[0],
                     y = item / image->global[0] % image->global[1],
                     z = item / image->global[0] / image->global[1];
        uint32_t value[CHANNELS];
        if (i % READS >= reads)
            continue;
        value_of(value, image, clamped((long)x + shift + (long)(i % READS), image->width), y, z);
        if (memcmp(found[i].s, value, image->format->channels * sizeof *value))
            fail_msg("%s of %zu, texels of %zu bytes, shift %d, %u reads: work-item (%zu, %zu, "
                     "%zu) has a wrong texel %zu",
                     image->shape->name, image->width, texel_bytes(image), shift, reads, x, y, z,
                     i % READS);
    }
    free(found);
}

static void check_reads(const struct image *image, cl_int shift)
{
    static const char *const names[] = {"one", "four"};
    cl_mem buffer = buffer_of(image->global[0] * HEIGHT * LAYERS * READS * sizeof(cl_uint4), NULL);
    fill(image);
    for (unsigned i = 0; i < COUNT(names); i++) {
        cl_kernel kernel = kernel_for(names[i], image->shape);
        set(kernel, 0, sizeof image->object, &image->object);
        set(kernel, 1, sizeof shift, &shift);
        set(kernel, 2, sizeof buffer, &buffer);
        launch(kernel, image);
        assert_read(image, buffer, shift, i ? READS : 1);
        ok(clReleaseKernel(kernel));
    }
    ok(clReleaseMemObject(buffer));
}

static void kernels_read_rows(void **state)
{
    for_each_image(check_reads);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, kernels_write_rows,
                             kernels_read_rows);
}
