/* SPDX-License-Identifier: MIT */
/* test_image_creation.c: the error codes of clCreateImage (OpenCL 1.2, section 5.3.1), of its
 * elders clCreateImage2D and clCreateImage3D (OpenCL 1.1, section 5.3.1), and of clCreateSampler
 * (5.5.1). The limits are those of the mock: 2D 256 x 128, 3D 64 x 32 x 16, 8 layers, 65536 texels
 * of a buffer. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/clover/platform/platform.h"
#include "driver/clover/tests/fixture.h"
#include "driver/clover/tests/release.h"

#include <string.h>

static unsigned char host[4096];

static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT8};
enum { TEXEL = 4 };

static cl_int creation_error(cl_mem_flags flags, const cl_image_format *format,
                             const cl_image_desc *desc, void *host_ptr)
{
    cl_int error = 1;
    cl_mem image = clCreateImage(context, flags, format, desc, host_ptr, &error);

    assert_int_equal(image == NULL, error != CL_SUCCESS);
    if (image)
        ok(clReleaseMemObject(image));
    return error;
}

static void expect(const char *what, cl_int error, cl_int expected)
{
    if (error != expected)
        fail_msg("%s: %d, expected %d", what, error, expected);
}

#define DESC(type, width, height, depth, layers, ...)                                              \
    {.image_type = CL_MEM_OBJECT_IMAGE##type,                                                      \
     .image_width = (width),                                                                       \
     .image_height = (height),                                                                     \
     .image_depth = (depth),                                                                       \
     .image_array_size = (layers),                                                                 \
     __VA_ARGS__}

static void flags_and_host_memory(void **state)
{
    static const struct {
        const char *what;
        cl_mem_flags flags;
        void *host_ptr;
        cl_int error;
    } rows[] = {
        {"no flags", 0, NULL, CL_SUCCESS},
        {"an unknown flag", (cl_mem_flags)1 << 40, NULL, CL_INVALID_VALUE},
        {"read and write only", CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, NULL, CL_INVALID_VALUE},
        {"read only and both", CL_MEM_READ_ONLY | CL_MEM_READ_WRITE, NULL, CL_INVALID_VALUE},
        {"write only and both", CL_MEM_WRITE_ONLY | CL_MEM_READ_WRITE, NULL, CL_INVALID_VALUE},
        {"use and alloc", CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, host, CL_INVALID_VALUE},
        {"use and copy", CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host, CL_INVALID_VALUE},
        {"alloc and copy", CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, host, CL_SUCCESS},
        {"host reads, host writes", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, NULL,
         CL_INVALID_VALUE},
        {"host reads, no access", CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, NULL,
         CL_INVALID_VALUE},
        {"host writes, no access", CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, NULL,
         CL_INVALID_VALUE},
        {"copy without memory", CL_MEM_COPY_HOST_PTR, NULL, CL_INVALID_HOST_PTR},
        {"use without memory", CL_MEM_USE_HOST_PTR, NULL, CL_INVALID_HOST_PTR},
        {"memory without a flag", 0, host, CL_INVALID_HOST_PTR},
        {"memory with alloc only", CL_MEM_ALLOC_HOST_PTR, host, CL_INVALID_HOST_PTR},
    };
    const cl_image_desc desc = DESC(2D, 4, 4, 0, 0);

    for (size_t i = 0; i < COUNT(rows); i++)
        expect(rows[i].what, creation_error(rows[i].flags, &rgba, &desc, rows[i].host_ptr),
               rows[i].error);
}

static void formats(void **state)
{
    static const struct {
        cl_mem_flags flags;
        cl_image_format format;
        cl_int error;
    } rows[] = {
        {0, {CL_RGBA, CL_UNORM_SHORT_565}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_RGB, CL_UNORM_INT8}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_INTENSITY, CL_SIGNED_INT8}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_LUMINANCE, CL_UNSIGNED_INT32}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_BGRA, CL_FLOAT}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {1, CL_FLOAT}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_RGBA, 2}, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0, {CL_RA, CL_FLOAT}, CL_IMAGE_FORMAT_NOT_SUPPORTED},
        /* The mock reads this format and cannot write it. */
        {CL_MEM_READ_ONLY, {CL_R, CL_FLOAT}, CL_SUCCESS},
        {CL_MEM_WRITE_ONLY, {CL_R, CL_FLOAT}, CL_IMAGE_FORMAT_NOT_SUPPORTED},
        {CL_MEM_READ_WRITE, {CL_R, CL_FLOAT}, CL_IMAGE_FORMAT_NOT_SUPPORTED},
        {0, {CL_R, CL_FLOAT}, CL_IMAGE_FORMAT_NOT_SUPPORTED},
    };
    const cl_image_desc desc = DESC(2D, 4, 4, 0, 0);

    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(creation_error(rows[i].flags, &rows[i].format, &desc, NULL),
                         rows[i].error);
    assert_int_equal(creation_error(0, NULL, &desc, NULL), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

static void sizes(void **state)
{
    static const struct {
        const char *what;
        cl_image_desc desc;
        cl_int error;
    } rows[] = {
        {"largest 1D", DESC(1D, 256, 0, 0, 0), CL_SUCCESS},
        {"1D of width 0", DESC(1D, 0, 0, 0, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"too wide 1D", DESC(1D, 257, 0, 0, 0), CL_INVALID_IMAGE_SIZE},
        {"1D ignores other sizes", DESC(1D, 4, 1000, 1000, 1000), CL_SUCCESS},
        {"largest 1D array", DESC(1D_ARRAY, 256, 0, 0, 8), CL_SUCCESS},
        {"1D array of width 0", DESC(1D_ARRAY, 0, 0, 0, 8), CL_INVALID_IMAGE_DESCRIPTOR},
        {"too wide 1D array", DESC(1D_ARRAY, 257, 0, 0, 8), CL_INVALID_IMAGE_SIZE},
        {"1D array without layers", DESC(1D_ARRAY, 4, 4, 4, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"1D array of many layers", DESC(1D_ARRAY, 4, 0, 0, 9), CL_INVALID_IMAGE_SIZE},
        {"largest 2D", DESC(2D, 256, 128, 0, 0), CL_SUCCESS},
        {"2D of width 0", DESC(2D, 0, 4, 0, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"2D of height 0", DESC(2D, 4, 0, 0, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"too wide 2D", DESC(2D, 257, 4, 0, 0), CL_INVALID_IMAGE_SIZE},
        {"too high 2D", DESC(2D, 4, 129, 0, 0), CL_INVALID_IMAGE_SIZE},
        {"a width that wraps around", DESC(2D, (size_t)1 << 62, 4, 0, 0), CL_INVALID_IMAGE_SIZE},
        {"largest 2D array", DESC(2D_ARRAY, 256, 128, 0, 8), CL_SUCCESS},
        {"2D array of height 0", DESC(2D_ARRAY, 4, 0, 0, 8), CL_INVALID_IMAGE_DESCRIPTOR},
        {"2D array without layers", DESC(2D_ARRAY, 4, 4, 4, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"2D array of many layers", DESC(2D_ARRAY, 4, 4, 0, 9), CL_INVALID_IMAGE_SIZE},
        {"too high 2D array", DESC(2D_ARRAY, 4, 129, 0, 1), CL_INVALID_IMAGE_SIZE},
        {"largest 3D", DESC(3D, 64, 32, 16, 0), CL_SUCCESS},
        {"3D of one slice", DESC(3D, 4, 4, 1, 0), CL_SUCCESS},
        {"3D of depth 0", DESC(3D, 4, 4, 0, 4), CL_INVALID_IMAGE_DESCRIPTOR},
        {"3D of height 0", DESC(3D, 4, 0, 4, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"too wide 3D", DESC(3D, 65, 4, 4, 0), CL_INVALID_IMAGE_SIZE},
        {"too high 3D", DESC(3D, 4, 33, 4, 0), CL_INVALID_IMAGE_SIZE},
        {"too deep 3D", DESC(3D, 4, 4, 17, 0), CL_INVALID_IMAGE_SIZE},
        {"a buffer's type",
         {.image_type = CL_MEM_OBJECT_BUFFER, .image_width = 4},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"no type", {.image_width = 4, .image_height = 4}, CL_INVALID_IMAGE_DESCRIPTOR},
        {"mip levels", DESC(2D, 4, 4, 0, 0, .num_mip_levels = 1), CL_INVALID_IMAGE_DESCRIPTOR},
        {"levels of a buffer", DESC(1D_BUFFER, 4, 0, 0, 0, .num_mip_levels = 2),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"samples", DESC(2D, 4, 4, 0, 0, .num_samples = 1), CL_INVALID_IMAGE_DESCRIPTOR},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        expect(rows[i].what, creation_error(0, &rgba, &rows[i].desc, NULL), rows[i].error);
    assert_int_equal(creation_error(0, &rgba, NULL, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
}

static void pitches(void **state)
{
    static const struct {
        const char *what;
        bool memory;
        cl_image_desc desc;
        cl_int error;
    } rows[] = {
        {"a row pitch without memory", false, DESC(2D, 4, 4, 0, 0, .image_row_pitch = 16),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a slice pitch without memory", false, DESC(3D, 4, 4, 2, 0, .image_slice_pitch = 64),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"no pitch", true, DESC(2D, 4, 4, 0, 0), CL_SUCCESS},
        {"the least row pitch", true, DESC(2D, 4, 4, 0, 0, .image_row_pitch = 16), CL_SUCCESS},
        {"too small a row pitch", true, DESC(2D, 4, 4, 0, 0, .image_row_pitch = 12),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a row pitch within a texel", true, DESC(2D, 4, 4, 0, 0, .image_row_pitch = 18),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a row pitch of 1D", true, DESC(1D, 4, 0, 0, 0, .image_row_pitch = 32), CL_SUCCESS},
        {"too small a row pitch of 1D", true, DESC(1D, 4, 0, 0, 0, .image_row_pitch = 8),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"the least slice pitch", true,
         DESC(3D, 4, 4, 2, 0, .image_row_pitch = 16, .image_slice_pitch = 64), CL_SUCCESS},
        {"a slice pitch alone", true, DESC(3D, 4, 4, 2, 0, .image_slice_pitch = 80), CL_SUCCESS},
        {"too small a slice pitch", true,
         DESC(3D, 4, 4, 2, 0, .image_row_pitch = 16, .image_slice_pitch = 48),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a slice pitch within a row", true,
         DESC(3D, 4, 4, 2, 0, .image_row_pitch = 16, .image_slice_pitch = 72),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a slice pitch of wide rows", true,
         DESC(3D, 4, 4, 2, 0, .image_row_pitch = 24, .image_slice_pitch = 64),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"the least slice pitch of a 2D array", true,
         DESC(2D_ARRAY, 4, 4, 0, 2, .image_row_pitch = 16, .image_slice_pitch = 64), CL_SUCCESS},
        {"too small a slice pitch of a 2D array", true,
         DESC(2D_ARRAY, 4, 4, 0, 2, .image_row_pitch = 16, .image_slice_pitch = 32),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"the least slice pitch of a 1D array", true,
         DESC(1D_ARRAY, 4, 0, 0, 2, .image_row_pitch = 16, .image_slice_pitch = 16), CL_SUCCESS},
        {"too small a slice pitch of a 1D array", true,
         DESC(1D_ARRAY, 4, 0, 0, 2, .image_row_pitch = 32, .image_slice_pitch = 16),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"pitches that wrap around", true, DESC(3D, 4, 4, 2, 0, .image_row_pitch = (size_t)1 << 62),
         CL_INVALID_IMAGE_DESCRIPTOR},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        expect(rows[i].what,
               creation_error(rows[i].memory ? CL_MEM_COPY_HOST_PTR : 0, &rgba, &rows[i].desc,
                              rows[i].memory ? host : NULL),
               rows[i].error);
}

static void context_and_device(void **state)
{
    const cl_image_desc desc = DESC(2D, 4, 4, 0, 0);
    cl_int error = 0;

    assert_null(clCreateImage(NULL, 0, &rgba, &desc, NULL, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);
    assert_null(clCreateImage(NULL, 0, &rgba, &desc, NULL, NULL));
    assert_null(clCreateSampler(NULL, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error));
    assert_int_equal(error, CL_INVALID_CONTEXT);

    device->info.images = CL_FALSE;
    assert_int_equal(creation_error(0, &rgba, &desc, NULL), CL_INVALID_OPERATION);
    assert_null(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &error));
    assert_int_equal(error, CL_INVALID_OPERATION);
    device->info.images = CL_TRUE;
}

/* Every combination of a sampler's three properties; those that repeat need normalized coordinates.
 */
static void samplers(void **state)
{
    static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                               CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                               CL_ADDRESS_MIRRORED_REPEAT};
    static const cl_filter_mode filters[] = {CL_FILTER_NEAREST, CL_FILTER_LINEAR};

    for (cl_bool normalized = CL_FALSE; normalized <= CL_TRUE; normalized++)
        for (size_t m = 0; m < COUNT(modes); m++)
            for (size_t f = 0; f < 2; f++) {
                bool repeats =
                    modes[m] == CL_ADDRESS_REPEAT || modes[m] == CL_ADDRESS_MIRRORED_REPEAT;
                cl_int error = 1;
                cl_sampler sampler =
                    clCreateSampler(context, normalized, modes[m], filters[f], &error);
                assert_int_equal(error, repeats && !normalized ? CL_INVALID_VALUE : CL_SUCCESS);
                if (sampler)
                    ok(clReleaseSampler(sampler));
            }
}

static cl_mem buffer_with(cl_mem_flags flags, size_t size)
{
    cl_int error;
    cl_mem buffer =
        clCreateBuffer(context, flags, size, flags & CL_MEM_COPY_HOST_PTR ? host : NULL, &error);

    ok(error);
    return buffer;
}

static cl_image_desc over(cl_mem buffer, size_t width)
{
    return (cl_image_desc){
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = width, .buffer = buffer};
}

static void flags_over_buffers(void **state)
{
    enum { RO = CL_MEM_READ_ONLY, WO = CL_MEM_WRITE_ONLY, RW = CL_MEM_READ_WRITE };
    static const struct {
        cl_mem_flags buffer, image;
        cl_int error;
    } rows[] = {
        {RW, RO, CL_SUCCESS},
        {RW, WO, CL_SUCCESS},
        {RW, 0, CL_SUCCESS},
        {WO, 0, CL_SUCCESS},
        {WO, RW, CL_INVALID_VALUE},
        {WO, RO, CL_INVALID_VALUE},
        {WO, WO, CL_SUCCESS},
        {RO, RW, CL_INVALID_VALUE},
        {RO, WO, CL_INVALID_VALUE},
        {RO, RO, CL_SUCCESS},
        {RW, CL_MEM_USE_HOST_PTR, CL_INVALID_VALUE},
        {RW, CL_MEM_ALLOC_HOST_PTR, CL_INVALID_VALUE},
        {RW, CL_MEM_COPY_HOST_PTR, CL_INVALID_VALUE},
        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
        {CL_MEM_HOST_NO_ACCESS, 0, CL_SUCCESS},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        cl_mem buffer = buffer_with(rows[i].buffer, 64);
        const cl_image_desc desc = over(buffer, 16);
        cl_int error = creation_error(rows[i].image, &rgba, &desc, NULL);
        if (error != rows[i].error)
            fail_msg("flags %#llx over %#llx: %d, expected %d", (long long)rows[i].image,
                     (long long)rows[i].buffer, error, rows[i].error);
        ok(clReleaseMemObject(buffer));
    }
}

static cl_ulong mem_flags(cl_mem mem)
{
    cl_mem_flags flags = 0;

    ok(clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    return flags;
}

/* "If flags does not specify these, they are inherited from the buffer" (table 5.3). */
static void flags_are_inherited(void **state)
{
    cl_mem buffer =
        buffer_with(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY, 64);
    const cl_image_desc desc = over(buffer, 16);
    cl_int error;
    cl_mem image = clCreateImage(context, 0, &rgba, &desc, NULL, &error);

    ok(error);
    assert_int_equal(mem_flags(image),
                     CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY);
    ok(clReleaseMemObject(image));
    ok(clReleaseMemObject(buffer));
}

static void sizes_over_buffers(void **state)
{
    cl_int error;
    cl_context strange = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_mem buffer = buffer_with(0, 66), large = buffer_with(0, 65537 * TEXEL);
    cl_mem part = clCreateSubBuffer(large, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region){4096, 64}, &error);
    ok(error);
    cl_mem image = make_image(0, CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 4, 4, 1);
    cl_mem elsewhere = clCreateBuffer(strange, 0, 64, NULL, &error);
    ok(error);
    const struct {
        const char *what;
        cl_image_desc desc;
        cl_int error;
    } rows[] = {
        {"all whole texels of a buffer", over(buffer, 16), CL_SUCCESS},
        {"part of a buffer", over(buffer, 3), CL_SUCCESS},
        {"more than a buffer", over(buffer, 17), CL_INVALID_IMAGE_DESCRIPTOR},
        {"a size that wraps around", over(buffer, (size_t)1 << 62), CL_INVALID_IMAGE_SIZE},
        {"width 0", over(buffer, 0), CL_INVALID_IMAGE_DESCRIPTOR},
        {"as many texels as allowed", over(large, 65536), CL_SUCCESS},
        {"more texels than allowed", over(large, 65537), CL_INVALID_IMAGE_SIZE},
        {"all of a sub-buffer", over(part, 16), CL_SUCCESS},
        {"more than a sub-buffer", over(part, 17), CL_INVALID_IMAGE_DESCRIPTOR},
        {"no buffer", over(NULL, 16), CL_INVALID_IMAGE_DESCRIPTOR},
        {"an image for a buffer", over(image, 16), CL_INVALID_IMAGE_DESCRIPTOR},
        {"a buffer of another context", over(elsewhere, 16), CL_INVALID_IMAGE_DESCRIPTOR},
        {"a buffer under a 2D image", DESC(2D, 4, 4, 0, 0, .buffer = buffer),
         CL_INVALID_IMAGE_DESCRIPTOR},
        {"a row pitch", DESC(1D_BUFFER, 4, 0, 0, 0, .image_row_pitch = 16, .buffer = buffer),
         CL_INVALID_IMAGE_DESCRIPTOR},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        expect(rows[i].what, creation_error(0, &rgba, &rows[i].desc, NULL), rows[i].error);
    assert_int_equal(creation_error(0, &rgba, &rows[0].desc, host), CL_INVALID_HOST_PTR);
    release_memory(part, buffer, large, image, elsewhere);
    ok(clReleaseContext(strange));
}

static cl_int old_2d(size_t width, size_t height, size_t pitch, void *host_ptr)
{
    cl_int error = 1;
    cl_mem image = clCreateImage2D(context, host_ptr ? CL_MEM_COPY_HOST_PTR : 0, &rgba, width,
                                   height, pitch, host_ptr, &error);
    if (image)
        ok(clReleaseMemObject(image));
    return error;
}

static cl_int old_3d(size_t width, size_t height, size_t depth, size_t row, size_t slice)
{
    cl_int error = 1;
    cl_mem image = clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba, width, height, depth, row,
                                   slice, host, &error);
    if (image)
        ok(clReleaseMemObject(image));
    return error;
}

static void calls_of_opencl_1_1(void **state)
{
    ok(old_2d(4, 4, 0, NULL));
    ok(old_2d(4, 4, 20, host));
    assert_int_equal(old_2d(0, 4, 0, NULL), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_2d(4, 0, 0, NULL), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_2d(257, 4, 0, NULL), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_2d(4, 4, 16, NULL), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_2d(4, 4, 12, host), CL_INVALID_IMAGE_SIZE);
    ok(old_3d(4, 4, 2, 16, 64));
    assert_int_equal(old_3d(4, 4, 1, 0, 0), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_3d(4, 4, 0, 0, 0), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_3d(4, 4, 17, 0, 0), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_3d(4, 4, 2, 12, 0), CL_INVALID_IMAGE_SIZE);
    assert_int_equal(old_3d(4, 4, 2, 16, 48), CL_INVALID_IMAGE_SIZE);
}

int main(void)
{
    return RUN_TESTS(fixture_test, flags_and_host_memory, formats, sizes, pitches,
                     context_and_device, samplers, flags_over_buffers, flags_are_inherited,
                     sizes_over_buffers, calls_of_opencl_1_1);
}
