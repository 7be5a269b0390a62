/* SPDX-License-Identifier: MIT */
/* test_binary.c: compiled programs survive the way to bytes and back, and damage is refused. */
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/binary.h"
#include "driver/base/checksum.h"
#include "driver/base/count.h"

enum { HEADER_BYTES = 24, CHECKSUM_AT = 16 };

static void *copy(const void *data, size_t size)
{
    void *block = malloc(size);
    assert_non_null(block);
    return memcpy(block, data, size);
}

static void fill_kernel(struct rootle_kernel *kernel, const char *name)
{
    static const uint32_t code[] = {0x80000000, 0x00400c90, 0x0000a020, 0x95e01000};
    static const uint32_t samplers[] = {0x21, 0x14};
    kernel->name = strdup(name);
    kernel->attributes = strdup("reqd_work_group_size(8,4,1)");
    kernel->required_size[0] = 8;
    kernel->required_size[1] = 4;
    kernel->required_size[2] = 1;
    kernel->input_bytes = 24;
    kernel->arg_count = 2;
    kernel->args = calloc(2, sizeof(*kernel->args));
    kernel->args[0] = (struct rootle_arg){.kind = ROOTLE_ARG_GLOBAL,
                                          .offset = 36,
                                          .size = 4,
                                          .address = ROOTLE_ADDRESS_GLOBAL,
                                          .name = strdup("out"),
                                          .type_name = strdup("float4*")};
    kernel->args[1] = (struct rootle_arg){.kind = ROOTLE_ARG_VALUE,
                                          .offset = 44,
                                          .size = 16,
                                          .name = strdup(""),
                                          .type_name = strdup("float4")};
    kernel->sampler_count = 2;
    kernel->samplers = copy(samplers, sizeof(samplers));
    static const struct rootle_binding bindings[] = {{ROOTLE_BIND_INPUTS, 1, 0},
                                                     {ROOTLE_BIND_POOL_FETCH, 153, 4}};
    kernel->binding_count = COUNT(bindings);
    kernel->bindings = copy(bindings, sizeof(bindings));
    kernel->code_bytes = sizeof(code);
    kernel->code = copy(code, sizeof(code));
    static const struct rootle_access accesses[] = {{0, 0}, {1, 1}};
    kernel->variable_count = 1;
    kernel->variables = calloc(1, sizeof(*kernel->variables));
    kernel->variables[0] = (struct rootle_variable){strdup("tile"), ROOTLE_ADDRESS_LOCAL, 16, 64};
    kernel->access_count = COUNT(accesses);
    kernel->accesses = copy(accesses, sizeof(accesses));
    kernel->gprs = 7;
    kernel->slot_ops[4] = 99;
}

static struct rootle_binary *make_binary(void)
{
    struct rootle_binary *binary = rootle_binary_create();
    assert_non_null(binary);
    binary->chip = strdup("cypress");
    binary->compiler = strdup("rootle 0.1");
    binary->image_access = 1;
    binary->rodata_bytes = 5;
    binary->rodata = copy("abcd", 5);
    binary->type = ROOTLE_LIBRARY;
    binary->ir_bytes = 3;
    binary->ir = copy("BC", 3);
    binary->relocation_count = 1;
    binary->relocations = copy(&(uint32_t){1}, sizeof(uint32_t));
    binary->string_count = 1;
    binary->strings = calloc(1, sizeof(*binary->strings));
    binary->strings[0] = (struct rootle_string){
        strdup("%d"), strdup("i1"), strdup("<source>"), strdup("talk"), 3, 5};
    binary->variable_count = 1;
    binary->variables = calloc(1, sizeof(*binary->variables));
    binary->variables[0] = (struct rootle_variable){strdup("table"), ROOTLE_ADDRESS_CONSTANT, 0, 4};
    binary->kernel_count = 2;
    binary->kernels = calloc(2, sizeof(*binary->kernels));
    fill_kernel(&binary->kernels[0], "first");
    fill_kernel(&binary->kernels[1], "second");
    return binary;
}

static void *make_image(size_t *size)
{
    struct rootle_binary *binary = make_binary();
    void *image = rootle_binary_write(binary, size);
    assert_non_null(image);
    rootle_binary_destroy(binary);
    return image;
}

static void test_round_trip(void **state)
{
    char error[256] = "";
    size_t size, again_size;
    void *image = make_image(&size);
    struct rootle_binary *binary = rootle_binary_read(image, size, error, sizeof(error));
    assert_non_null(binary);
    assert_string_equal(binary->chip, "cypress");
    assert_int_equal(binary->image_access, 1);
    assert_int_equal(binary->rodata_bytes, 5);
    assert_int_equal(binary->type, ROOTLE_LIBRARY);
    assert_int_equal(binary->ir_bytes, 3);
    assert_string_equal(binary->ir, "BC");
    assert_int_equal(binary->relocation_count, 1);
    assert_int_equal(binary->relocations[0], 1);
    assert_int_equal(binary->string_count, 1);
    assert_string_equal(binary->strings[0].text, "%d");
    assert_string_equal(binary->strings[0].arguments, "i1");
    assert_string_equal(binary->strings[0].file, "<source>");
    assert_string_equal(binary->strings[0].function, "talk");
    assert_int_equal(binary->strings[0].line, 3);
    assert_int_equal(binary->strings[0].column, 5);
    assert_int_equal(binary->kernel_count, 2);
    const struct rootle_kernel *kernel = &binary->kernels[1];
    assert_string_equal(kernel->name, "second");
    assert_string_equal(kernel->attributes, "reqd_work_group_size(8,4,1)");
    assert_int_equal(kernel->required_size[1], 4);
    assert_int_equal(kernel->arg_count, 2);
    assert_int_equal(kernel->args[1].offset, 44);
    assert_string_equal(kernel->args[0].type_name, "float4*");
    assert_int_equal(kernel->samplers[1], 0x14);
    assert_int_equal(kernel->binding_count, 2);
    assert_int_equal(kernel->bindings[1].kind, ROOTLE_BIND_POOL_FETCH);
    assert_int_equal(kernel->bindings[1].slot, 153);
    assert_int_equal(kernel->bindings[1].value, 4);
    assert_int_equal(((uint32_t *)kernel->code)[3], 0x95e01000);
    assert_int_equal(kernel->access_count, 2);
    assert_int_equal(kernel->accesses[1].word, 1);
    assert_int_equal(kernel->accesses[1].variable, 1);
    assert_int_equal(kernel->gprs, 7);
    assert_int_equal(kernel->slot_ops[4], 99);

    void *again = rootle_binary_write(binary, &again_size);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, image, size);
    free(again);
    free(image);
    rootle_binary_destroy(binary);
}

static void test_smallest(void **state)
{
    char error[256] = "";
    struct rootle_binary *binary = rootle_binary_create();
    binary->kernel_count = 1;
    binary->kernels = calloc(1, sizeof(*binary->kernels));
    size_t size;
    void *image = rootle_binary_write(binary, &size);
    rootle_binary_destroy(binary);
    binary = rootle_binary_read(image, size, error, sizeof(error));
    assert_string_equal(error, "");
    assert_non_null(binary);
    assert_string_equal(binary->kernels[0].name, "");
    assert_null(binary->kernels[0].code);
    rootle_binary_destroy(binary);
    rootle_binary_destroy(NULL);
    free(image);
}

/* Reads a copy in a block of exactly that size, so that a sanitizer sees any read beyond it. */
static bool is_read(const uint8_t *bytes, size_t size)
{
    char error[256] = "";
    uint8_t *exact = copy(bytes, size);
    struct rootle_binary *binary = rootle_binary_read(exact, size, error, sizeof(error));
    if (!binary)
        assert_string_not_equal(error, "");
    rootle_binary_destroy(binary);
    free(exact);
    return binary;
}

static void test_truncation(void **state)
{
    size_t size;
    uint8_t *image = make_image(&size);
    for (size_t length = 0; length < size; length++)
        assert_false(is_read(image, length));
    uint8_t *longer = calloc(1, size + 1);
    memcpy(longer, image, size);
    assert_false(is_read(longer, size + 1));
    free(longer);
    free(image);
}

static void test_flips(void **state)
{
    size_t size;
    uint8_t *image = make_image(&size);
    for (size_t bit = 0; bit < size * 8; bit++) {
        image[bit / 8] ^= 1u << bit % 8;
        assert_false(is_read(image, size));
        image[bit / 8] ^= 1u << bit % 8;
    }
    assert_true(is_read(image, size));
    free(image);
}

static void put_checksum(uint8_t *image, size_t size)
{
    uint64_t sum = checksum_of(image + HEADER_BYTES, size - HEADER_BYTES);
    for (int i = 0; i < 8; i++)
        image[CHECKSUM_AT + i] = (uint8_t)(sum >> 8 * i);
}

/* Damage that the checksum does not show: whatever is read must be safe to walk and destroy. */
static void test_forged(void **state)
{
    size_t size, refused = 0;
    uint8_t *image = make_image(&size);
    uint32_t random = 12345;
    for (int round = 0; round < 20000; round++) {
        uint8_t *forged = copy(image, size);
        for (int i = 0; i < 1 + round % 3; i++) {
            random = random * 1664525 + 1013904223;
            size_t at = HEADER_BYTES + (random >> 8) % (size - HEADER_BYTES);
            forged[at] = round & 1 ? 0xff : (uint8_t)(random >> 4);
        }
        put_checksum(forged, size);
        refused += !is_read(forged, size);
        free(forged);
    }
    assert_true(refused > 5000);
    free(image);
}

static void test_bindings(void **state)
{
    static const struct {
        struct rootle_binding binding;
        bool good;
    } rows[] = {
        {{ROOTLE_BIND_INPUTS, 15, 256}, true},     {{ROOTLE_BIND_INPUTS, 16, 0}, false},
        {{ROOTLE_BIND_INPUTS, 0, 300}, false},     {{ROOTLE_BIND_INPUTS, 0, 512}, false},
        {{ROOTLE_BIND_POOL_FETCH, 175, 16}, true}, {{ROOTLE_BIND_POOL_FETCH, 176, 4}, false},
        {{ROOTLE_BIND_POOL_FETCH, 1, 0}, false},   {{ROOTLE_BIND_POOL_FETCH, 1, 12}, false},
        {{ROOTLE_BIND_POOL_FETCH, 1, 32}, false},  {{ROOTLE_BIND_POOL_STORE, 11, 0}, true},
        {{ROOTLE_BIND_POOL_STORE, 12, 0}, false},  {{ROOTLE_BIND_LOOP, 31, ~0u}, true},
        {{ROOTLE_BIND_LOOP, 32, 0}, false},        {{ROOTLE_BIND_INPUTS_FETCH, 176, 0}, false},
        {{ROOTLE_BIND_RODATA_FETCH, 3, 0}, true},  {{ROOTLE_BIND_KIND_COUNT, 0, 0}, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rootle_binding binding = rows[i].binding;
        const struct rootle_kernel kernel = {
            .input_bytes = 400, .bindings = &binding, .binding_count = 1};
        assert_int_equal(!rootle_kernel_fault(&kernel), rows[i].good);
    }
}

/* Two accesses of a kernel of two words and one variable, in a program with another. */
static void test_accesses(void **state)
{
    static const struct {
        struct rootle_access accesses[2];
        bool good;
    } rows[] = {
        {{{0, 0}, {1, 1}}, true},    {{{0, 1}, {1, 0}}, true},  {{{1, 0}, {0, 0}}, false},
        {{{1, 0}, {1, 0}}, false},   {{{0, 0}, {2, 0}}, false}, {{{0, 0}, {1, 2}}, false},
        {{{0, 0}, {1, ~0u}}, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t size;
        struct rootle_binary *binary = make_binary();
        memcpy(binary->kernels[1].accesses, rows[i].accesses, sizeof(rows[i].accesses));
        uint8_t *image = rootle_binary_write(binary, &size);
        assert_int_equal(is_read(image, size), rows[i].good);
        free(image);
        rootle_binary_destroy(binary);
    }
}

static void test_variable_in_no_memory(void **state)
{
    size_t size;
    struct rootle_binary *binary = make_binary();
    binary->kernels[0].variables[0].space = ROOTLE_ADDRESS_LOCAL + 1;
    uint8_t *image = rootle_binary_write(binary, &size);
    assert_false(is_read(image, size));
    free(image);
    rootle_binary_destroy(binary);
}

static void test_argument_outside(void **state)
{
    static const struct {
        uint32_t offset, size, is_signed;
        bool good;
    } rows[] = {
        {36, 24, 0, true}, {36, 25, 0, false}, {35, 4, 0, false},
        {56, 4, 0, true},  {57, 4, 0, false},  {0xfffffff0, 0x40, 0, false},
        {60, 0, 0, true},  {61, 0, 0, false},  {36, 0xffffffff, 0, false},
        {56, 2, 1, true},  {58, 2, 1, false},  {58, 2, 0, false},
        {60, 0, 1, false}, {56, 3, 1, false},  {56, 4, 1, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct rootle_binary *binary = make_binary();
        binary->kernels[0].args[1].offset = rows[i].offset;
        binary->kernels[0].args[1].size = rows[i].size;
        binary->kernels[0].args[1].is_signed = rows[i].is_signed;
        size_t size;
        void *image = rootle_binary_write(binary, &size);
        assert_int_equal(is_read(image, size), rows[i].good);
        free(image);
        rootle_binary_destroy(binary);
    }
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_round_trip, test_smallest, test_truncation, test_flips,
                     test_forged, test_argument_outside, test_bindings, test_accesses,
                     test_variable_in_no_memory);
}
