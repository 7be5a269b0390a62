/* SPDX-License-Identifier: MIT */
/* run_tests.h: what main() of a program of cmocka tests returns. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A test gets a state that few of them use. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* row(a), row(b), ... of at least one and at most 256 names. A macro does not expand within itself,
 * so each step leaves the next one to be found when its text is read again; RUN_TESTS_READ_* read
 * it often enough. */
#define RUN_TESTS_ROWS(row, ...) RUN_TESTS_READ_256(RUN_TESTS_STEP(row, __VA_ARGS__))
#define RUN_TESTS_STEP(row, name, ...)                                                             \
    row(name), __VA_OPT__(RUN_TESTS_NEXT RUN_TESTS_NO_ARGUMENTS(row, __VA_ARGS__))
#define RUN_TESTS_NEXT()       RUN_TESTS_STEP
#define RUN_TESTS_NO_ARGUMENTS ()
#define RUN_TESTS_READ_256(...)                                                                    \
    RUN_TESTS_READ_64(RUN_TESTS_READ_64(RUN_TESTS_READ_64(RUN_TESTS_READ_64(__VA_ARGS__))))
#define RUN_TESTS_READ_64(...)                                                                     \
    RUN_TESTS_READ_16(RUN_TESTS_READ_16(RUN_TESTS_READ_16(RUN_TESTS_READ_16(__VA_ARGS__))))
#define RUN_TESTS_READ_16(...)                                                                     \
    RUN_TESTS_READ_4(RUN_TESTS_READ_4(RUN_TESTS_READ_4(RUN_TESTS_READ_4(__VA_ARGS__))))
#define RUN_TESTS_READ_4(...) __VA_ARGS__

/* Runs the named functions in their order, each as row(function) says: cmocka_unit_test, or a macro
 * that adds a fixture; set_up and tear_down are of the whole program, or NULL. The value is how
 * many failed. */
#define RUN_TESTS_BETWEEN(set_up, tear_down, row, ...)                                             \
    __extension__({                                                                                \
        const struct CMUnitTest tests[] = {RUN_TESTS_ROWS(row, __VA_ARGS__)};                      \
        cmocka_run_group_tests(tests, set_up, tear_down);                                          \
    })
#define RUN_TESTS(row, ...) RUN_TESTS_BETWEEN(NULL, NULL, row, __VA_ARGS__)
