/* SPDX-License-Identifier: MIT */
/* test_catalyst.c: program binaries in the form of AMD's Catalyst driver, made by
 * driver/catalyst/tests, on the real library: what their kernels compute, and that those which ask
 * for what there is not are refused. CATALYST_ELFS is the folder that they are in. */
#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/icd/tests/device_fixture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 256, GROUP = 64, OFFSET = 5 };

static unsigned char *load(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", CATALYST_ELFS, name);
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = malloc(1 << 20);

    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static cl_program from_bytes(const unsigned char *bytes, size_t size, cl_int *error)
{
    return clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, error);
}

/* The kernels for the chip that there is. */
static cl_program program(void)
{
    const char *chip = getenv("ROOTLE_CHIP");
    char name[64];
    size_t size;
    cl_int error;

    snprintf(name, sizeof name, "kernels-%s.elf", chip ? chip : "cypress");
    unsigned char *bytes = load(name, &size);
    cl_program made = from_bytes(bytes, size, &error);
    ok(error);
    free(bytes);
    ok(clBuildProgram(made, 1, &device, "-cl-kernel-arg-info", NULL, NULL));
    return made;
}

/* Runs the kernel over ITEMS items from OFFSET on, and reads `words` of the buffer. */
static void run(cl_kernel kernel, cl_mem out, uint32_t *words, size_t count)
{
    const size_t offset = OFFSET, global = ITEMS, local = GROUP;

    ok(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, NULL, NULL));
    read_back(out, words, count * sizeof *words);
    ok(clReleaseKernel(kernel));
}

struct data {
    cl_program program;
    uint32_t a[4 * (ITEMS + OFFSET)], b[4 * (ITEMS + OFFSET)], out[4 * (ITEMS + OFFSET)];
    cl_mem buffers[3];
};

static struct data *data(void **state)
{
    return *state;
}

static int open_program(void **state)
{
    struct data *d = calloc(1, sizeof *d);

    open_device(state);
    for (size_t i = 0; i < COUNT(d->a); i++) {
        d->a[i] = (uint32_t)(i * 2654435761u);
        d->b[i] = (uint32_t)(i * 40503u + 77);
    }
    d->program = program();
    d->buffers[0] = buffer_of(sizeof d->a, d->a);
    d->buffers[1] = buffer_of(sizeof d->b, d->b);
    d->buffers[2] = buffer_of(sizeof d->out, d->out);
    *state = d;
    return 0;
}

static int close_program(void **state)
{
    struct data *d = *state;

    for (size_t i = 0; i < COUNT(d->buffers); i++)
        ok(clReleaseMemObject(d->buffers[i]));
    ok(clReleaseProgram(d->program));
    free(d);
    return close_device(state);
}

static void sums(void **state)
{
    struct data *d = data(state);
    cl_kernel kernel = kernel_of(d->program, "sum");

    for (cl_uint i = 0; i < 3; i++)
        set(kernel, i, sizeof(cl_mem), &d->buffers[i]);
    run(kernel, d->buffers[2], d->out, COUNT(d->out));
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(d->out[OFFSET + i], d->a[OFFSET + i] + d->b[OFFSET + i]);
}

static void local_memory(void **state)
{
    struct data *d = data(state);
    cl_kernel kernel = kernel_of(d->program, "reverse");
    cl_ulong bytes = 0;

    set(kernel, 0, sizeof(cl_mem), &d->buffers[0]);
    set(kernel, 1, sizeof(cl_mem), &d->buffers[2]);
    set(kernel, 2, GROUP * sizeof(uint32_t), NULL);
    ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
                                NULL));
    assert_int_equal(bytes, 64 + GROUP * sizeof(uint32_t));
    run(kernel, d->buffers[2], d->out, COUNT(d->out));
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(d->out[OFFSET + i],
                         d->a[OFFSET + i / GROUP * GROUP + GROUP - 1 - i % GROUP]);
}

/* Runs a kernel whose only argument is the output, and reads what each work-item stores. */
static void one_argument(struct data *d, const char *name)
{
    cl_kernel kernel = kernel_of(d->program, name);

    set(kernel, 0, sizeof(cl_mem), &d->buffers[2]);
    run(kernel, d->buffers[2], d->out, COUNT(d->out));
}

static void counted_loops(void **state)
{
    struct data *d = data(state);

    one_argument(d, "count");
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(d->out[OFFSET + i], 37);
}

static void private_memory(void **state)
{
    struct data *d = data(state);

    one_argument(d, "private");
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(d->out[OFFSET + i], OFFSET + i);
}

static void discarded_results(void **state)
{
    struct data *d = data(state);

    one_argument(d, "choose");
    for (size_t i = OFFSET; i < OFFSET + ITEMS; i++)
        assert_int_equal(d->out[i], i % 2 ? 7 : 9);
}

static void wide_fetches(void **state)
{
    struct data *d = data(state);
    cl_kernel kernel = kernel_of(d->program, "wide");

    set(kernel, 0, sizeof(cl_mem), &d->buffers[0]);
    set(kernel, 1, sizeof(cl_mem), &d->buffers[2]);
    run(kernel, d->buffers[2], d->out, COUNT(d->out));
    for (size_t i = 4 * OFFSET; i < 4 * (OFFSET + ITEMS); i++)
        assert_int_equal(d->out[i], d->a[i] + d->a[i / 4 * 4 + 1]);
}

static uint32_t bits(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

static void check_words(const uint32_t *found, const uint32_t *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(found[i], wanted[i]);
}

/* Both constant buffers, as docs/catalyst.md has them. */
static void constant_buffers(void **state)
{
    static const size_t offset[2] = {OFFSET, 3}, global[2] = {16, 8}, local[2] = {8, 2};
    static const uint32_t some[3] = {11, 22, 33};
    static const float three[4] = {1.5f, -2, 1e9f, 0};
    static const uint16_t pair[2] = {0x1234, 0xfedc};
    static const signed char byte = -3;
    struct data *d = data(state);
    cl_kernel kernel = kernel_of(d->program, "dump");
    const uint32_t launch[] = {16, 8, 1, 2, 8, 2, 1, 0, 2, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const uint32_t mathematics[] = {bits(0), bits(0.5f), bits(1), bits(2), OFFSET, 3, 0};
    const uint32_t values[] = {0xfd,       0,        0,          0, 0xfedc1234, 0,  0, 0,
                               bits(1.5f), bits(-2), bits(1e9f), 0, 11,         22, 33};

    set(kernel, 0, sizeof(cl_mem), &d->buffers[2]);
    set(kernel, 1, sizeof byte, &byte);
    set(kernel, 2, sizeof pair, pair);
    set(kernel, 3, sizeof three, three);
    set(kernel, 4, sizeof some, some);
    ok(clEnqueueNDRangeKernel(queue, kernel, 2, offset, global, local, 0, NULL, NULL));
    read_back(d->buffers[2], d->out, sizeof d->out);
    check_words(d->out, launch, COUNT(launch));
    check_words(d->out + 20, mathematics, COUNT(mathematics));
    check_words(d->out + 36, (const uint32_t[]){OFFSET, 3, 0}, 3);
    check_words(d->out + 40, values, COUNT(values));
    ok(clReleaseKernel(kernel));
}

static void argument_info(void **state)
{
    cl_kernel kernel = kernel_of(data(state)->program, "dump");
    cl_uint count = 0;
    char name[32];
    cl_kernel_arg_type_qualifier qualifier;
    cl_kernel_arg_address_qualifier address;

    ok(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL));
    assert_int_equal(count, 5);
    ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
    assert_string_equal(name, "int*");
    ok(clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_NAME, sizeof name, name, NULL));
    assert_string_equal(name, "three");
    ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier,
                          NULL));
    assert_int_equal(qualifier, CL_KERNEL_ARG_TYPE_CONST);
    ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                          NULL));
    assert_int_equal(address, CL_KERNEL_ARG_ADDRESS_GLOBAL);
    ok(clReleaseKernel(kernel));
}

/* The application gets the binary back that it gave. */
static void binary_is_kept(void **state)
{
    unsigned char *bytes, *again;
    size_t size, kept = 0;

    ok(clGetProgramInfo(data(state)->program, CL_PROGRAM_BINARY_SIZES, sizeof kept, &kept, NULL));
    again = malloc(kept);
    ok(clGetProgramInfo(data(state)->program, CL_PROGRAM_BINARIES, sizeof again, &again, NULL));
    const char *chip = getenv("ROOTLE_CHIP");
    char name[64];
    snprintf(name, sizeof name, "kernels-%s.elf", chip ? chip : "cypress");
    bytes = load(name, &size);
    assert_int_equal(size, kept);
    assert_memory_equal(bytes, again, size);
    free(bytes);
    free(again);
}

static void must_refuse(const char *name)
{
    size_t size;
    cl_int error = CL_SUCCESS;
    unsigned char *bytes = load(name, &size);

    assert_null(from_bytes(bytes, size, &error));
    if (error != CL_INVALID_BINARY)
        print_error("%s: error %d\n", name, error);
    assert_int_equal(error, CL_INVALID_BINARY);
    free(bytes);
}

static void refused(void **state)
{
    const char *chip = getenv("ROOTLE_CHIP");
    struct dirent *entry;
    unsigned count = 0;
    DIR *folder = opendir(CATALYST_ELFS);

    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        if (strncmp(entry->d_name, "refused-", 8) == 0) {
            must_refuse(entry->d_name);
            count++;
        }
    }
    closedir(folder);
    assert_true(count >= 18);
    must_refuse(chip && strcmp(chip, "cypress") != 0 ? "kernels-cypress.elf"
                                                     : "kernels-juniper.elf");
}

/* The file ends early, at every length. */
static void cut_off(void **state)
{
    size_t size;
    unsigned char *bytes = load("one-choose.elf", &size);
    cl_int error = CL_SUCCESS;

    for (size_t length = 1; length < size; length += 13) {
        assert_null(from_bytes(bytes, length, &error));
        assert_int_equal(error, CL_INVALID_BINARY);
    }
    free(bytes);
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_program, close_program, cmocka_unit_test, sums, local_memory,
                             counted_loops, private_memory, discarded_results, wide_fetches,
                             constant_buffers, argument_info, binary_is_kept, refused, cut_off);
}
