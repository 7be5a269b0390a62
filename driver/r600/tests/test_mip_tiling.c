/* SPDX-License-Identifier: MIT */
/* test_mip_tiling.c: levels that are large enough for macro tiles. What kernels write to every
 * texel of a level is what the host reads, what the host writes is what kernels sample, and fills
 * and copies touch their boxes alone: three ways to a texel's place, one in a built-in, one in the
 * texture unit, one in transfers. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

enum { LEVELS = 5, CHANNELS = 4 };

struct shape {
    const char *name;
    cl_mem_object_type type;
    size_t size[3]; /* of layers as well */
};

/* Sizes whose halves are not powers of two, and that most levels of leave macro tiles part empty.
 */
static const struct shape shapes[] = {
    {"2d", CL_MEM_OBJECT_IMAGE2D, {300, 530, 1}},
    {"2d", CL_MEM_OBJECT_IMAGE2D, {1030, 270, 1}},
    {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {261, 521, 3}},
    {"3d", CL_MEM_OBJECT_IMAGE3D, {258, 259, 5}},
};

struct format {
    cl_image_format format;
    unsigned channels, bytes; /* of one channel */
};

static const struct format formats[] = {
    {{CL_R, CL_UNSIGNED_INT8}, 1, 1},     {{CL_R, CL_UNSIGNED_INT16}, 1, 2},
    {{CL_RGBA, CL_UNSIGNED_INT8}, 4, 1},  {{CL_RG, CL_UNSIGNED_INT32}, 2, 4},
    {{CL_RGBA, CL_UNSIGNED_INT32}, 4, 4},
};

static const char source[] =
    "#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
    "#pragma OPENCL EXTENSION cl_khr_mipmap_image_writes : enable\n"
    "uint4 value(uint x, uint y, uint z, uint lod)\n"
    "{\n"
    "    uint v = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ z * 0xc2b2ae3du ^ lod * 0x27d4eb2fu;\n"
    "    v = (v ^ v >> 15) * 0x2c1b3c6du;\n"
    "    v ^= v >> 13;\n"
    "    return (uint4)(v, v >> 7, v >> 5, v >> 3);\n"
    "}\n"
    "#define KERNELS(shape, type, place, point)\\\n"
    "kernel void write_##shape(write_only type image, int lod, int4 size, uint mask)\\\n"
    "{\\\n"
    "    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\\\n"
    "    if (x < size.x)\\\n"
    "        write_imageui(image, place, lod, value(x, y, z, lod) & mask);\\\n"
    "}\\\n"
    "kernel void read_##shape(read_only type image, sampler_t s, int lod, int4 size,\\\n"
    "                         global uint4 *out)\\\n"
    "{\\\n"
    "    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\\\n"
    "    float4 at = ((float4)(x, y, z, 0) + 0.5f) / convert_float4(size);\\\n"
    "    if (x < size.x)\\\n"
    "        out[(z * size.y + y) * size.x + x] = read_imageui(image, s, point, (float)lod);\\\n"
    "}\n"
    "KERNELS(2d, image2d_t, ((int2)(x, y)), at.xy)\n"
    "KERNELS(2d_array, image2d_array_t, ((int4)(x, y, z, 0)), ((float4)(at.xy, z, 0)))\n"
    "KERNELS(3d, image3d_t, ((int4)(x, y, z, 0)), at)\n";

static cl_program program;

static void value_of(uint32_t value[CHANNELS], const struct format *f, const size_t at[3],
                     uint32_t lod)
{
    uint32_t v = (uint32_t)at[0] * 0x9e3779b1u ^ (uint32_t)at[1] * 0x85ebca77u ^
                 (uint32_t)at[2] * 0xc2b2ae3du ^ lod * 0x27d4eb2fu;
    const uint32_t mask = (uint32_t)((1ull << f->bytes * 8) - 1);
    v = (v ^ v >> 15) * 0x2c1b3c6du;
    v ^= v >> 13;
    for (unsigned c = 0; c < CHANNELS; c++)
        value[c] = (c ? v >> (9 - 2 * c) : v) & mask;
}

/* ---- levels ---- */

struct level {
    const struct format *format;
    size_t size[3], texel; /* bytes */
    cl_int number;
    size_t origin[4]; /* with the level where transfers have it */
};

static struct level level_of(const struct shape *shape, const struct format *format, cl_int number)
{
    struct level level = {
        .format = format, .number = number, .texel = (size_t)format->channels * format->bytes};
    for (unsigned i = 0; i < 3; i++) {
        const bool halved = i < 2 || shape->type == CL_MEM_OBJECT_IMAGE3D;
        const size_t size = shape->size[i] >> (halved ? number : 0);
        level.size[i] = size ? size : 1;
    }
    level.origin[shape->type == CL_MEM_OBJECT_IMAGE2D ? 2 : 3] = (size_t)number;
    return level;
}

static size_t texels_in(const struct level *level)
{
    return level->size[0] * level->size[1] * level->size[2];
}

/* The texels of a level, as the host has them. */
static unsigned char *contents_of(const struct level *level)
{
    unsigned char *texels = malloc(texels_in(level) * level->texel), *next = texels;
    size_t at[3];
    assert_non_null(texels);
    for (at[2] = 0; at[2] < level->size[2]; at[2]++)
        for (at[1] = 0; at[1] < level->size[1]; at[1]++)
            for (at[0] = 0; at[0] < level->size[0]; at[0]++) {
                uint32_t value[CHANNELS];
                value_of(value, level->format, at, (uint32_t)level->number);
                for (unsigned c = 0; c < level->format->channels; c++, next += level->format->bytes)
                    memcpy(next, &value[c], level->format->bytes);
            }
    return texels;
}

static cl_mem image_of(const struct shape *shape, const struct format *format)
{
    const cl_image_desc desc = {.image_type = shape->type,
                                .image_width = shape->size[0],
                                .image_height = shape->size[1],
                                .image_depth = shape->size[2],
                                .image_array_size = shape->size[2],
                                .num_mip_levels = LEVELS};
    cl_int error;
    cl_mem image = clCreateImage(context, 0, &format->format, &desc, NULL, &error);
    ok(error);
    return image;
}

static void write_level(cl_mem image, const struct level *level)
{
    unsigned char *texels = contents_of(level);
    ok(clEnqueueWriteImage(queue, image, CL_TRUE, level->origin, level->size, 0, 0, texels, 0, NULL,
                           NULL));
    free(texels);
}

static void assert_level(cl_mem image, const struct level *level, const unsigned char *expected)
{
    const size_t bytes = texels_in(level) * level->texel;
    unsigned char *found = malloc(bytes);
    assert_non_null(found);
    ok(clEnqueueReadImage(queue, image, CL_TRUE, level->origin, level->size, 0, 0, found, 0, NULL,
                          NULL));
    assert_memory_equal(found, expected, bytes);
    free(found);
}

static void launch(cl_kernel kernel, const struct level *level)
{
    const size_t local[3] = {64, 1, 1},
                 global[3] = {(level->size[0] + 63) / 64 * 64, level->size[1], level->size[2]};
    ok(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL));
    ok(clFinish(queue));
}

static cl_kernel kernel_for(const char *what, const struct shape *shape)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", what, shape->name);
    return kernel_of(program, name);
}

static cl_int4 size_of(const struct level *level)
{
    return (cl_int4){
        .s = {(cl_int)level->size[0], (cl_int)level->size[1], (cl_int)level->size[2], 1}};
}

/* ---- tests ---- */

typedef void (*check_fn)(const struct shape *shape, const struct format *format);

static void for_each_image(check_fn check)
{
    program = built("-cl-std=CL3.0", source);
    for (size_t s = 0; s < COUNT(shapes); s++)
        for (size_t f = 0; f < COUNT(formats); f++)
            check(&shapes[s], &formats[f]);
    ok(clReleaseProgram(program));
}

static void check_kernel_writes(const struct shape *shape, const struct format *format)
{
    cl_mem image = image_of(shape, format);
    cl_kernel kernel = kernel_for("write", shape);
    const cl_uint mask = (cl_uint)((1ull << format->bytes * 8) - 1);
    set(kernel, 0, sizeof image, &image);
    set(kernel, 3, sizeof mask, &mask);
    for (cl_int n = 0; n < LEVELS; n++) {
        const struct level level = level_of(shape, format, n);
        const cl_int4 size = size_of(&level);
        set(kernel, 1, sizeof n, &n);
        set(kernel, 2, sizeof size, &size);
        launch(kernel, &level);
    }
    for (cl_int n = 0; n < LEVELS; n++) {
        const struct level level = level_of(shape, format, n);
        unsigned char *expected = contents_of(&level);
        assert_level(image, &level, expected);
        free(expected);
    }
    ok(clReleaseKernel(kernel));
    ok(clReleaseMemObject(image));
}

static void kernels_write_where_the_host_reads(void **state)
{
    for_each_image(check_kernel_writes);
}

static void assert_sampled(cl_mem buffer, const struct level *level)
{
    const size_t bytes = texels_in(level) * sizeof(cl_uint4);
    cl_uint4 *found = malloc(bytes), *next = found;
    size_t at[3];
    assert_non_null(found);
    read_back(buffer, found, bytes);
    for (at[2] = 0; at[2] < level->size[2]; at[2]++)
        for (at[1] = 0; at[1] < level->size[1]; at[1]++)
            for (at[0] = 0; at[0] < level->size[0]; at[0]++, next++) {
                uint32_t value[CHANNELS];
                value_of(value, level->format, at, (uint32_t)level->number);
                assert_memory_equal(next->s, value, level->format->channels * sizeof(uint32_t));
            }
    free(found);
}

static void check_kernel_reads(const struct shape *shape, const struct format *format)
{
    const cl_sampler_properties nearest[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE,
                                             CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE,
                                             0};
    const struct level first = level_of(shape, format, 0);
    cl_int error;
    cl_sampler sampler = clCreateSamplerWithProperties(context, nearest, &error);
    cl_mem image = image_of(shape, format),
           buffer = buffer_of(texels_in(&first) * sizeof(cl_uint4), NULL);
    cl_kernel kernel = kernel_for("read", shape);
    ok(error);
    set(kernel, 0, sizeof image, &image);
    set(kernel, 1, sizeof sampler, &sampler);
    set(kernel, 4, sizeof buffer, &buffer);
    for (cl_int n = 0; n < LEVELS; n++) {
        const struct level level = level_of(shape, format, n);
        write_level(image, &level);
    }
    for (cl_int n = 0; n < LEVELS; n++) {
        const struct level level = level_of(shape, format, n);
        const cl_int4 size = size_of(&level);
        set(kernel, 2, sizeof n, &n);
        set(kernel, 3, sizeof size, &size);
        launch(kernel, &level);
        assert_sampled(buffer, &level);
    }
    ok(clReleaseKernel(kernel));
    ok(clReleaseSampler(sampler));
    ok(clReleaseMemObject(buffer));
    ok(clReleaseMemObject(image));
}

static void kernels_sample_what_the_host_writes(void **state)
{
    for_each_image(check_kernel_reads);
}

/* A box that begins and ends inside macro tiles, and is a third of the level. */
static void place_box(const struct level *level, size_t from[3], size_t region[3])
{
    for (unsigned i = 0; i < 3; i++) {
        from[i] = level->size[i] / 4;
        region[i] = (level->size[i] + 2) / 3;
    }
}

static unsigned char *texel_at(const struct level *level, unsigned char *texels, size_t x, size_t y,
                               size_t z)
{
    return texels + ((z * level->size[1] + y) * level->size[0] + x) * level->texel;
}

/* A box of the level that was the image's first one. */
static void copy_box(const struct level *level, unsigned char *to, unsigned char *from)
{
    size_t at[3], region[3];
    place_box(level, at, region);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            memcpy(texel_at(level, to, at[0], at[1] + y, at[2] + z), texel_at(level, from, 0, y, z),
                   region[0] * level->texel);
}

static void check_copies(const struct shape *shape, const struct format *format)
{
    cl_mem from = image_of(shape, format), to = image_of(shape, format);
    const cl_uint nothing[4] = {0};
    for (cl_int n = 0; n < LEVELS; n++) {
        const struct level level = level_of(shape, format, n);
        unsigned char *texels = contents_of(&level),
                      *expected = calloc(texels_in(&level), level.texel);
        size_t box[3], region[3], origin[4];
        assert_non_null(expected);
        write_level(from, &level);
        ok(clEnqueueFillImage(queue, to, nothing, level.origin, level.size, 0, NULL, NULL));
        place_box(&level, box, region);
        memcpy(origin, level.origin, sizeof origin);
        for (unsigned i = 0; i < 3; i++)
            origin[i] += box[i];
        ok(clEnqueueCopyImage(queue, from, to, level.origin, origin, region, 0, NULL, NULL));
        copy_box(&level, expected, texels);
        assert_level(to, &level, expected);
        assert_level(from, &level, texels);
        free(expected);
        free(texels);
    }
    ok(clReleaseMemObject(from));
    ok(clReleaseMemObject(to));
}

static void fills_and_copies_touch_their_boxes(void **state)
{
    for_each_image(check_copies);
}

/* A kernel writes the last row of the last slice. */
static void check_last_row(cl_mem image, cl_kernel kernel, const struct level *level)
{
    const size_t last[3] = {0, level->size[1] - 1, level->size[2] - 1},
                 global[3] = {level->size[0], 1, 1}, local[3] = {64, 1, 1};
    const cl_int4 size = size_of(level);
    const cl_uint mask = 0xff;
    size_t origin[4], at[3];
    unsigned char row[1024];
    memcpy(origin, level->origin, sizeof origin);
    memcpy(at, last, sizeof at);
    origin[1] += last[1];
    origin[2] += last[2];
    set(kernel, 0, sizeof image, &image);
    set(kernel, 1, sizeof level->number, &level->number);
    set(kernel, 2, sizeof size, &size);
    set(kernel, 3, sizeof mask, &mask);
    ok(clEnqueueNDRangeKernel(queue, kernel, 3, last, global, local, 0, NULL, NULL));
    ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, global, 0, 0, row, 0, NULL, NULL));
    for (at[0] = 0; at[0] < level->size[0]; at[0]++) {
        uint32_t value[CHANNELS];
        value_of(value, level->format, at, (uint32_t)level->number);
        assert_int_equal(row[at[0]], value[0]);
    }
}

/* More texels than one layer of a surface has. */
static void large_images_have_levels(void **state)
{
    static const struct shape large[] = {
        {"2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, {1024, 1024, 300}},
        {"3d", CL_MEM_OBJECT_IMAGE3D, {1024, 512, 600}},
    };
    program = built("-cl-std=CL3.0", source);
    for (size_t i = 0; i < COUNT(large); i++) {
        cl_mem image = image_of(&large[i], &formats[0]);
        cl_kernel kernel = kernel_for("write", &large[i]);
        for (cl_int n = 0; n < LEVELS; n++) {
            const struct level level = level_of(&large[i], &formats[0], n);
            check_last_row(image, kernel, &level);
        }
        ok(clReleaseKernel(kernel));
        ok(clReleaseMemObject(image));
    }
    ok(clReleaseProgram(program));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test,
                             kernels_write_where_the_host_reads,
                             kernels_sample_what_the_host_writes,
                             fills_and_copies_touch_their_boxes, large_images_have_levels);
}
