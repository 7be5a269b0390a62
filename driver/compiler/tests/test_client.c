/* SPDX-License-Identifier: MIT */
/* test_client.c: whatever the compiler process does, a build ends with a status and a log. */
#include "driver/compiler/tests/client_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/count.h"

static void test_outcomes(void **state)
{
    static const struct {
        const char *server, *source;
        enum compiler_status status;
        const char *log; /* a part of it */
    } rows[] = {
        {"serve", "ok", COMPILER_OK, "a warning"},
        {"serve", "fail", COMPILER_BUILD_FAILED, "1:1: error: no"},
        {"serve", "options", COMPILER_INVALID_OPTIONS, "-cl-nonsense"},
        {"serve", "crash", COMPILER_CRASHED,
         "the compiler crashed (SIGABRT, Aborted) while pretending\n"},
        {"serve", "crash", COMPILER_CRASHED, "last words"},
        {"serve", "exit", COMPILER_CRASHED, "status 7"},
        {"serve", "hang", COMPILER_TIMEOUT, "stopped after 0.6 seconds"},
        {"serve", "hang", COMPILER_TIMEOUT, "still thinking"},
        {"serve", "badimage", COMPILER_CRASHED, "cannot be used"},
        {"serve", "badstatus", COMPILER_CRASHED, "status has no meaning"},
        {"serve", "ok", COMPILER_OK, "a warning"},
        {"exit", "fail", COMPILER_UNAVAILABLE, "ended without an answer"},
        {"garbage", "fail", COMPILER_UNAVAILABLE, "not this version's protocol"},
        {"silent", "fail", COMPILER_TIMEOUT, "did not answer in time"},
        {"half", "fail", COMPILER_CRASHED, "ended without an answer"},
        {"serve", "fail", COMPILER_BUILD_FAILED, "1:1: error: no"},
    };
    setenv("ROOTLE_CACHE", "0", 1);
    const char *server = "";
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct compiler_result result;
        if (strcmp(server, rows[i].server))
            client_use_server(rows[i].server);
        server = rows[i].server;
        client_build(rows[i].source, "-cl-nonsense", &result);
        if (result.status != rows[i].status || !strstr(result.log, rows[i].log))
            fail_msg("row %zu: status %d, log '%s'", i, (int)result.status, result.log);
        assert_int_equal(result.binary != NULL, rows[i].status == COMPILER_OK);
        assert_int_equal(result.image != NULL, rows[i].status == COMPILER_OK);
        compiler_result_finish(&result);
    }
    unsetenv("ROOTLE_CACHE");
}

/* A request passes on its priority and its limits of time and memory. */
static void test_background(void **state)
{
    const struct compiler_request request = {.source = "report",
                                             .source_size = 6,
                                             .options = "",
                                             .chip = "cypress",
                                             .background = true,
                                             .seconds = 20.4,
                                             .memory_mib = 123};
    struct compiler_result result;
    client_use_server("serve");
    setenv("ROOTLE_CC_TIMEOUT", "60", 1);
    compiler_build(&request, &result);
    setenv("ROOTLE_CC_TIMEOUT", "0.6", 1);
    if (!strstr(result.log, "nice=2 seconds=21 memory=123."))
        fail_msg("%s", result.log);
    compiler_result_finish(&result);
}

static void test_own_time_limit(void **state)
{
    const struct compiler_request request = {
        .source = "hang", .source_size = 4, .options = "", .chip = "cypress", .seconds = 0.2};
    struct compiler_result result;
    client_use_server("serve");
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_TIMEOUT);
    assert_non_null(strstr(result.log, "stopped after 0.2 seconds"));
    compiler_result_finish(&result);
}

/* A build ends when the caller does not want it any more. */
static void test_unwanted(void **state)
{
    int ends[2];
    struct compiler_request request = {
        .source = "hang", .source_size = 4, .options = "", .chip = "cypress", .unwanted = ends};
    struct compiler_result result;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "", 1), 1);
    client_use_server("serve");
    setenv("ROOTLE_CC_TIMEOUT", "60", 1);
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_TIMEOUT);
    compiler_result_finish(&result);
    request.source = "fail"; /* one that is not made in any case */
    compiler_build(&request, &result);
    assert_true(result.status == COMPILER_TIMEOUT || result.status == COMPILER_BUILD_FAILED);
    compiler_result_finish(&result);
    setenv("ROOTLE_CC_TIMEOUT", "0.6", 1);
    close(ends[0]);
    close(ends[1]);
}

static void test_missing_compiler(void **state)
{
    struct compiler_result result;
    setenv("ROOTLE_CC", "/proc/absent/rootle-cc", 1);
    assert_false(compiler_available());
    client_build("ok", "", &result);
    assert_int_equal(result.status, COMPILER_UNAVAILABLE);
    assert_non_null(strstr(result.log, "/proc/absent/rootle-cc"));
    compiler_result_finish(&result);
    setenv("ROOTLE_CC", client_folder, 1); /* a folder is no program */
    assert_false(compiler_available());
    client_use_server("serve");
    assert_true(compiler_available());
}

/* A compile's output reaches our stderr, and not the log. */
static void test_relay(void **state)
{
    char path[256], text[64] = "";
    struct compiler_result result;
    snprintf(path, sizeof(path), "%s/stderr", client_folder);
    client_use_server("serve");
    int before = dup(STDERR_FILENO), file = open(path, O_RDWR | O_CREAT, 0600);
    dup2(file, STDERR_FILENO);
    client_build("noise", "", &result);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    assert_true(pread(file, text, sizeof(text) - 1, 0) > 0);
    assert_string_equal(text, "machine code\n");
    assert_string_equal(result.log, "only the log\n");
    compiler_result_finish(&result);
    close(before);
    close(file);
}

static void test_retry(void **state)
{
    char mark[256];
    snprintf(mark, sizeof(mark), "%s/once.mark", client_folder);
    client_use_server("once");
    client_expect_cached("ok retry", "", false);
    assert_int_equal(access(mark, F_OK), 0);
}

#ifndef ROOTLE_SANITIZED
static void test_memory_limit(void **state)
{
    struct compiler_result result;
    client_use_server("serve");
    setenv("ROOTLE_CC_MEMORY", "200", 1);
    client_build("eat", "", &result);
    assert_int_equal(result.status, COMPILER_NO_MEMORY);
    compiler_result_finish(&result);
    unsetenv("ROOTLE_CC_MEMORY");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_background),
        cmocka_unit_test(test_own_time_limit),
        cmocka_unit_test(test_unwanted),
        cmocka_unit_test(test_missing_compiler),
        cmocka_unit_test(test_relay),
        cmocka_unit_test(test_retry),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_memory_limit),
#endif
    };
    return cmocka_run_group_tests(tests, client_set_up, client_tear_down);
}
