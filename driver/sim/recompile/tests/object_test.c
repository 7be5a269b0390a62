/* SPDX-License-Identifier: MIT */
/* object_test.c: objects are loaded and run; damaged ones are refused, or loaded without harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/sim/recompile/object.h"

enum { DAMAGES = 20000 };

static unsigned char *read_sample(size_t *size)
{
    FILE *file = fopen(OBJECT_SAMPLE, "rb");
    unsigned char *bytes = malloc(1 << 20);
    assert_non_null(file);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    assert_in_range(*size, 64, (1 << 20) - 1);
    return bytes;
}

static void test_runs(void **state)
{
    struct sim_object object;
    const char *why = "";
    size_t size;
    unsigned char *bytes = read_sample(&size);
    unsigned (*run)(unsigned);
    (void)state;
    void *function = sim_object_load(&object, bytes, size, "sample_run", &why);
    assert_string_equal(why, "");
    assert_non_null(function);
    memcpy(&run, &function, sizeof(run));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(run(i), (2u << i) + i);
    sim_object_unload(&object);
    assert_null(object.memory);
    sim_object_unload(&object);
    free(bytes);
}

static void test_lacks_a_function(void **state)
{
    struct sim_object object;
    const char *why = "";
    size_t size;
    unsigned char *bytes = read_sample(&size);
    (void)state;
    assert_null(sim_object_load(&object, bytes, size, "another", &why));
    assert_string_equal(why, "it lacks the function");
    assert_null(object.memory);
    free(bytes);
}

static void test_calls_outside(void **state)
{
    struct sim_object object;
    const char *why = "";
    size_t size;
    unsigned char *bytes = read_sample(&size);
    (void)state;
    for (size_t i = 0; i + 5 < size; i++)
        if (!memcmp(bytes + i, "exp2", 5))
            memcpy(bytes + i, "exec", 5);
    assert_null(sim_object_load(&object, bytes, size, "sample_run", &why));
    assert_string_equal(why, "it calls a function that it must not");
    free(bytes);
}

/* Shorter by each number of bytes; its copy ends where the memory does, for sanitizers to see. */
static void test_cut(void **state)
{
    size_t size;
    unsigned char *bytes = read_sample(&size);
    (void)state;
    for (size_t length = 0; length < size; length++) {
        struct sim_object object;
        const char *why = "";
        unsigned char *copy = malloc(length + !length);
        assert_non_null(copy);
        memcpy(copy, bytes, length);
        if (!sim_object_load(&object, copy, length, "sample_run", &why))
            assert_string_not_equal(why, "");
        sim_object_unload(&object);
        free(copy);
    }
    free(bytes);
}

static void test_damaged(void **state)
{
    size_t size;
    unsigned refused = 0;
    unsigned char *bytes = read_sample(&size), *copy = malloc(size);
    (void)state;
    assert_non_null(copy);
    srand(1);
    for (unsigned i = 0; i < DAMAGES; i++) {
        struct sim_object object;
        const char *why = "";
        memcpy(copy, bytes, size);
        for (int k = rand() % 4; k >= 0; k--)
            copy[(size_t)rand() % size] = (unsigned char)rand();
        if (!sim_object_load(&object, copy, size, "sample_run", &why)) {
            assert_string_not_equal(why, "");
            refused++;
        }
        sim_object_unload(&object);
    }
    assert_in_range(refused, DAMAGES / 50, DAMAGES - 1);
    free(copy);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),          cmocka_unit_test(test_lacks_a_function),
        cmocka_unit_test(test_calls_outside), cmocka_unit_test(test_cut),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
