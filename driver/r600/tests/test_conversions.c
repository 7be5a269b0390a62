/* SPDX-License-Identifier: MIT */
/* test_conversions.c: what kernels read of every number that a channel of 8 or 16 bits or of a
 * packed format can hold, and what is stored of every such value and of those around it. Expected
 * values come from OpenCL 1.2, section 8.3: normalized numbers are quotients, rounded once; stores
 * round to the nearest, halves to the nearest even; integers saturate. Run twice: as the hardware
 * converts, and as kernels do (ROOTLE_FORMATS=minimal). */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, TEXELS = SIDE * SIDE };
enum kind { NORM, INTEGER, HALF };

struct type {
    cl_channel_type type;
    enum kind kind;
    unsigned bits;
    bool is_signed;
};

static const struct type types[] = {
    {CL_UNORM_INT8, NORM, 8, false},       {CL_UNORM_INT16, NORM, 16, false},
    {CL_SNORM_INT8, NORM, 8, true},        {CL_SNORM_INT16, NORM, 16, true},
    {CL_UNSIGNED_INT8, INTEGER, 8, false}, {CL_UNSIGNED_INT16, INTEGER, 16, false},
    {CL_SIGNED_INT8, INTEGER, 8, true},    {CL_SIGNED_INT16, INTEGER, 16, true},
    {CL_HALF_FLOAT, HALF, 16, true},
};

static const struct {
    cl_channel_order order;
    unsigned channels;
} orders[] = {{CL_R, 1}, {CL_RG, 2}, {CL_RGBA, 4}};

/* Packed formats: their fields red, green, blue. */
static const struct packed {
    cl_channel_type type;
    unsigned bytes, bits[3], shift[3];
} packed_types[] = {
    {CL_UNORM_SHORT_565, 2, {5, 6, 5}, {11, 5, 0}},
    {CL_UNORM_SHORT_555, 2, {5, 5, 5}, {10, 5, 0}},
    {CL_UNORM_INT_101010, 4, {10, 10, 10}, {20, 10, 0}},
};

static unsigned char memory[TEXELS * 8];

union color {
    cl_float f[4];
    cl_int i[4];
    cl_uint u[4];
};
static union color colors[TEXELS];

/* The kernels that convert, which serve every format: by direction and function. */
static cl_kernel kernels[2][3];

static int release_kernels(void **state)
{
    for (size_t i = 0; i < 6; i++)
        if (kernels[i / 3][i % 3])
            ok(clReleaseKernel(kernels[i / 3][i % 3]));
    return close_device(state);
}

static cl_kernel kernel_for(const char *function, bool write)
{
    const char *vector = *function ? *function == 'i' ? "int4" : "uint4" : "float4";
    cl_kernel *kernel = &kernels[write][strlen(function)]; /* "", "i" and "ui" */
    char source[512];

    if (*kernel)
        return *kernel;
    snprintf(source, sizeof source,
             "kernel void k(%s image2d_t image, global %s *colors)\n{\n"
             "    int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
             "    int i = at.y * %d + at.x;\n    %s%s%s;\n}\n",
             write ? "write_only" : "read_only", vector, SIDE,
             write ? "write_image" : "colors[i] = read_image", *function ? function : "f",
             write ? "(image, at, colors[i])" : "(image, at)");
    *kernel = build(source);
    return *kernel;
}

/* Reads all texels to `colors`, or writes them from there. */
static void run(const cl_image_format *format, const char *function, bool write)
{
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    const size_t zero[3] = {0, 0, 0}, size[3] = {SIDE, SIDE, 1};
    cl_int error;
    const cl_kernel kernel = kernel_for(function, write);
    cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, format, &desc, memory, &error);
    ok(error);
    cl_mem buffer = buffer_of(sizeof colors, colors);
    set(kernel, 0, sizeof image, &image);
    set(kernel, 1, sizeof buffer, &buffer);
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
    if (write)
        ok(clEnqueueReadImage(queue, image, CL_TRUE, zero, size, 0, 0, memory, 0, NULL, NULL));
    else
        read_back(buffer, colors, sizeof colors);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
}

static const char *function_of(const struct type *type)
{
    return type->kind != INTEGER ? "" : type->is_signed ? "i" : "ui";
}

static uint32_t mask_of(unsigned bits)
{
    return (1u << bits) - 1;
}

/* The stored number of each channel: texels together hold all numbers, each channel in its own
 * order. */
static uint32_t stored_number(const struct type *type, unsigned texel, unsigned channel)
{
    return (texel * (2 * channel + 1) + 77 * channel) & mask_of(type->bits);
}

static int32_t extended(const struct type *type, uint32_t stored)
{
    uint32_t sign = 1u << (type->bits - 1);

    return type->is_signed && (stored & sign) ? (int32_t)(stored | ~mask_of(type->bits))
                                              : (int32_t)stored;
}

static double largest(const struct type *type)
{
    return mask_of(type->bits - type->is_signed);
}

static double half_value(uint32_t half)
{
    int exponent = half >> 10 & 31;
    double digits = half & 0x3ff, magnitude;

    if (exponent == 31)
        magnitude = digits != 0 ? NAN : INFINITY;
    else
        magnitude = exponent ? ldexp(digits + 1024, exponent - 25) : ldexp(digits, -24);
    return half & 0x8000 ? -magnitude : magnitude;
}

static float real_value(const struct type *type, uint32_t stored)
{
    if (type->kind == HALF)
        return (float)half_value(stored);
    return (float)fmax(extended(type, stored) / largest(type), -1);
}

static void put_number(const struct type *type, size_t at, uint32_t stored)
{
    memcpy(memory + at * type->bits / 8, &stored, type->bits / 8);
}

static uint32_t get_number(const struct type *type, size_t at)
{
    uint32_t stored = 0;

    memcpy(&stored, memory + at * type->bits / 8, type->bits / 8);
    return stored;
}

static bool same(float a, float b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof a) == 0;
}

static void check_read(const struct type *type, unsigned texel, unsigned channel)
{
    uint32_t stored = stored_number(type, texel, channel);
    const union color *color = &colors[texel];

    if (type->kind == INTEGER) {
        if (color->i[channel] != extended(type, stored))
            fail_msg("type %#x: %#x is read as %d", type->type, stored, color->i[channel]);
    } else if (!same(color->f[channel], real_value(type, stored))) {
        fail_msg("type %#x: %#x is read as %a, expected %a", type->type, stored, color->f[channel],
                 real_value(type, stored));
    }
}

static void reads(void **state)
{
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t o = 0; o < COUNT(orders); o++) {
            const cl_image_format format = {orders[o].order, types[t].type};
            unsigned channels = orders[o].channels;
            for (unsigned i = 0; i < TEXELS; i++)
                for (unsigned c = 0; c < channels; c++)
                    put_number(&types[t], i * channels + c, stored_number(&types[t], i, c));
            run(&format, function_of(&types[t]), false);
            for (unsigned i = 0; i < TEXELS; i++)
                for (unsigned c = 0; c < channels; c++)
                    check_read(&types[t], i, c);
        }
}

/* Returns a value to write for a number: itself, or a value nearly half a step beside it; of
 * halves, the middle to the next. */
static float value_near(const struct type *type, uint32_t stored, double steps)
{
    if (type->kind != HALF)
        return (float)((extended(type, stored) + steps) / largest(type));
    if (steps == 0 || (stored & 0x7fff) >= 0x7c00)
        return (float)half_value(stored);
    double next = (stored & 0x7fff) == 0x7bff ? 65536 : fabs(half_value(stored + 1));
    double middle = (fabs(half_value(stored)) + next) / 2;
    return (float)(stored & 0x8000 ? -middle : middle);
}

static uint32_t expected_number(const struct type *type, uint32_t stored, double steps)
{
    if (type->kind == HALF)
        return steps == 0 || (stored & 0x7fff) >= 0x7c00 ? stored : stored + (stored & 1);
    /* The lowest signed number is below -1, which is stored as the next. */
    bool lowest = type->is_signed && stored == 1u << (type->bits - 1);
    return lowest ? stored + 1 : stored;
}

static bool is_half_nan(const struct type *type, uint32_t stored)
{
    return type->kind == HALF && (stored & 0x7fff) > 0x7c00;
}

static void write_reals(const struct type *type, size_t o, double steps)
{
    const cl_image_format format = {orders[o].order, type->type};
    unsigned channels = orders[o].channels;

    for (unsigned i = 0; i < TEXELS; i++)
        for (unsigned c = 0; c < channels; c++)
            colors[i].f[c] = value_near(type, stored_number(type, i, c), steps);
    run(&format, "", true);
    for (unsigned i = 0; i < TEXELS; i++)
        for (unsigned c = 0; c < channels; c++) {
            uint32_t number = stored_number(type, i, c), got = get_number(type, i * channels + c);
            bool nan = is_half_nan(type, number) && is_half_nan(type, got);
            if (!nan && got != expected_number(type, number, steps))
                fail_msg("type %#x: %a is stored as %#x, expected %#x", type->type,
                         value_near(type, number, steps), got,
                         expected_number(type, number, steps));
        }
}

static void real_writes(void **state)
{
    static const double steps[] = {0, 0.49, -0.49};

    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t o = 0; o < COUNT(orders); o++)
            for (size_t s = 0; s < COUNT(steps); s++)
                if (types[t].kind != INTEGER)
                    write_reals(&types[t], o, steps[s]);
}

/* Numbers of 18 bits, of which all beyond the type saturate. */
static int32_t wide_number(const struct type *type, unsigned texel, unsigned channel)
{
    int32_t number = (int32_t)((texel * 4 + channel) % (1u << 18));

    return type->is_signed ? number - (1 << 17) : number;
}

static int32_t saturated(const struct type *type, int32_t number)
{
    int32_t high = (int32_t)largest(type), low = type->is_signed ? -high - 1 : 0;

    return number > high ? high : number < low ? low : number;
}

static void integer_writes(void **state)
{
    for (size_t t = 0; t < COUNT(types); t++)
        for (size_t o = 0; o < COUNT(orders) && types[t].kind == INTEGER; o++) {
            const cl_image_format format = {orders[o].order, types[t].type};
            unsigned channels = orders[o].channels;
            for (unsigned i = 0; i < TEXELS; i++)
                for (unsigned c = 0; c < channels; c++)
                    colors[i].i[c] = wide_number(&types[t], i, c);
            run(&format, function_of(&types[t]), true);
            for (unsigned i = 0; i < TEXELS; i++)
                for (unsigned c = 0; c < channels; c++)
                    assert_int_equal(extended(&types[t], get_number(&types[t], i * channels + c)),
                                     saturated(&types[t], wide_number(&types[t], i, c)));
        }
}

/* All texels of 16 bits; of 32 bits, all numbers of each field and of the padding. */
static uint32_t packed_texel(const struct packed *packed, unsigned i)
{
    return packed->bytes == 2 ? i : i << 20 | (i * 5 & 0x3ff) << 10 | (i * 7 & 0x3ff);
}

static uint32_t field_of(const struct packed *packed, uint32_t texel, unsigned c)
{
    return texel >> packed->shift[c] & mask_of(packed->bits[c]);
}

static void put_packed(const struct packed *packed)
{
    for (unsigned i = 0; i < TEXELS; i++) {
        uint32_t texel = packed_texel(packed, i);
        memcpy(memory + i * packed->bytes, &texel, packed->bytes);
    }
}

static void packed_reads(void **state)
{
    for (size_t t = 0; t < COUNT(packed_types); t++) {
        const struct packed *packed = &packed_types[t];
        put_packed(packed);
        run(&(cl_image_format){CL_RGB, packed->type}, "", false);
        for (unsigned i = 0; i < TEXELS; i++) {
            for (unsigned c = 0; c < 3; c++) {
                double number = field_of(packed, packed_texel(packed, i), c);
                assert_true(same(colors[i].f[c], (float)(number / mask_of(packed->bits[c]))));
            }
            assert_true(colors[i].f[3] == 1);
        }
    }
}

static void write_packed(const struct packed *packed, double steps)
{
    for (unsigned i = 0; i < TEXELS; i++)
        for (unsigned c = 0; c < 3; c++)
            colors[i].f[c] = (float)((field_of(packed, packed_texel(packed, i), c) + steps) /
                                     mask_of(packed->bits[c]));
    run(&(cl_image_format){CL_RGB, packed->type}, "", true);
    for (unsigned i = 0; i < TEXELS; i++) {
        uint32_t texel = 0;
        memcpy(&texel, memory + i * packed->bytes, packed->bytes);
        for (unsigned c = 0; c < 3; c++)
            assert_int_equal(field_of(packed, texel, c),
                             field_of(packed, packed_texel(packed, i), c));
    }
}

static void packed_writes(void **state)
{
    for (size_t t = 0; t < COUNT(packed_types); t++) {
        write_packed(&packed_types[t], 0);
        write_packed(&packed_types[t], 0.49);
        write_packed(&packed_types[t], -0.49);
    }
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, release_kernels, cmocka_unit_test, reads, real_writes,
                             integer_writes, packed_reads, packed_writes);
}
