/* SPDX-License-Identifier: MIT */
/* test_client.c: whatever the compiler process does, a build ends with a status and a log. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/base/count.h"
#include "driver/compiler.h"

static char folder[] = "/tmp/rootle-client-XXXXXX";

static void build(const char *source, const char *options, struct compiler_result *result)
{
    struct compiler_request request = {
        .source = source, .source_size = strlen(source), .options = options, .chip = "cypress"};
    compiler_build(&request, result);
    assert_non_null(result->log);
}

/* Another mode is another "compiler"; the modification time replaces the one that runs, too. */
static void use_server(const char *mode)
{
    static time_t stamp = 1000000;
    char path[256], command[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, mode);
    snprintf(command, sizeof(command), "cp -f %s %s", MOCK_COMPILER, path);
    assert_int_equal(system(command), 0);
    struct timespec times[2] = {{.tv_sec = ++stamp}, {.tv_sec = stamp}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    setenv("ROOTLE_CC", path, 1);
}

static int set_up(void **state)
{
    char cache[256];
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(cache, sizeof(cache), "%s/cache/deep", folder);
    setenv("ROOTLE_CACHE_DIR", cache, 1);
    setenv("ROOTLE_CC_TIMEOUT", "0.6", 1);
    return 0;
}

static int tear_down(void **state)
{
    char command[300];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static void test_outcomes(void **state)
{
    (void)state;
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
            use_server(rows[i].server);
        server = rows[i].server;
        build(rows[i].source, "-cl-nonsense", &result);
        if (result.status != rows[i].status || !strstr(result.log, rows[i].log))
            fail_msg("row %zu: status %d, log '%s'", i, (int)result.status, result.log);
        assert_int_equal(result.binary != NULL, rows[i].status == COMPILER_OK);
        assert_int_equal(result.image != NULL, rows[i].status == COMPILER_OK);
        compiler_result_finish(&result);
    }
    unsetenv("ROOTLE_CACHE");
}

/* What a request may say of how it is made. */
static void test_background(void **state)
{
    const struct compiler_request request = {.source = "report",
                                             .source_size = 6,
                                             .options = "",
                                             .chip = "cypress",
                                             .background = true,
                                             .seconds = 0.4,
                                             .memory_mib = 123};
    struct compiler_result result;
    (void)state;
    use_server("serve");
    compiler_build(&request, &result);
    assert_non_null(strstr(result.log, "nice=19 seconds=1 memory=123."));
    compiler_result_finish(&result);
}

static void test_own_time_limit(void **state)
{
    const struct compiler_request request = {
        .source = "hang", .source_size = 4, .options = "", .chip = "cypress", .seconds = 0.2};
    struct compiler_result result;
    (void)state;
    use_server("serve");
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
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "", 1), 1);
    use_server("serve");
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
    (void)state;
    struct compiler_result result;
    setenv("ROOTLE_CC", "/nowhere/rootle-cc", 1);
    assert_false(compiler_available());
    build("ok", "", &result);
    assert_int_equal(result.status, COMPILER_UNAVAILABLE);
    assert_non_null(strstr(result.log, "/nowhere/rootle-cc"));
    compiler_result_finish(&result);
    setenv("ROOTLE_CC", folder, 1); /* a folder is no program */
    assert_false(compiler_available());
    use_server("serve");
    assert_true(compiler_available());
}

static void expect_cached(const char *source, const char *options, bool cached)
{
    struct compiler_result result;
    build(source, options, &result);
    assert_int_equal(result.status, COMPILER_OK);
    assert_string_equal(result.log, "a warning\n");
    assert_int_equal(result.binary->rodata_bytes, strlen(source));
    if (result.cached != cached)
        fail_msg("'%s' with '%s': cached is %d", source, options, result.cached);
    compiler_result_finish(&result);
}

static void test_cache(void **state)
{
    (void)state;
    use_server("serve");
    expect_cached("ok 1", "", false);
    expect_cached("ok 1", "", true);
    expect_cached("ok 1", "-DA", false);
    expect_cached("ok 2", "", false);
    expect_cached("ok 1", "-DA", true);
    setenv("ROOTLE_CACHE", "0", 1);
    expect_cached("ok 1", "", false);
    unsetenv("ROOTLE_CACHE");
    use_server("serve"); /* another build of the compiler */
    expect_cached("ok 1", "", false);
    expect_cached("ok 1", "", true);
}

static void test_uncacheable(void **state)
{
    (void)state;
    use_server("serve");
    expect_cached("outside", "", false);
    expect_cached("outside", "", false);
    expect_cached("ok #include __DATE__", "", false);
    expect_cached("ok #include __DATE__", "",
                  true); /* what a text says is for the compiler to tell */
}

/* Another value of each variable that shapes code is another program, and it comes with the
 * request: the process that runs has the environment of its start. */
static void test_settings(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value, *reported;
    } rows[] = {
        {"ROOTLE_DISABLE", "share", "disable=share."},
        {"ROOTLE_MAX_GPRS", "12", "gprs=12 "},
        {"ROOTLE_FORMATS", "minimal", "raw=1 "},
    };
    use_server("serve");
    expect_cached("ok settings", "", false);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct compiler_result result;
        setenv(rows[i].name, rows[i].value, 1);
        build("report", "", &result);
        if (!strstr(result.log, rows[i].reported))
            fail_msg("%s=%s: %s", rows[i].name, rows[i].value, result.log);
        compiler_result_finish(&result);
        expect_cached("ok settings", "", false);
        expect_cached("ok settings", "", true);
        unsetenv(rows[i].name);
        expect_cached("ok settings", "", true);
    }
}

/* Overwrites part of every cached file. */
static int damage_cache(void)
{
    int count = 0;
    DIR *list = opendir(getenv("ROOTLE_CACHE_DIR"));
    assert_non_null(list);
    for (struct dirent *row; (row = readdir(list));) {
        int file = openat(dirfd(list), row->d_name, O_WRONLY);
        if (file < 0)
            continue;
        count += pwrite(file, "???", 3, 30) == 3;
        close(file);
    }
    closedir(list);
    return count;
}

static void test_damaged_cache(void **state)
{
    (void)state;
    use_server("serve");
    expect_cached("ok damaged", "", false);
    assert_true(damage_cache() > 0);
    expect_cached("ok damaged", "", false);
    expect_cached("ok damaged", "", true);
}

static bool recompile_is_cached(void)
{
    const struct compiler_request request = {.action = COMPILER_RECOMPILE,
                                             .source = "ok object",
                                             .source_size = 9,
                                             .options = "v2",
                                             .chip = "cypress"};
    struct compiler_result result;
    compiler_build(&request, &result);
    assert_int_equal(result.status, COMPILER_OK);
    assert_true(result.image_size > 0);
    const bool cached = result.cached;
    compiler_result_finish(&result);
    return cached;
}

/* Objects for the host come from the cache only where nobody else could write to it, and whole. */
static void test_recompiled_cache(void **state)
{
    (void)state;
    use_server("serve");
    assert_false(recompile_is_cached());
    assert_true(recompile_is_cached());
    assert_true(damage_cache() > 0);
    assert_false(recompile_is_cached());
    assert_true(recompile_is_cached());
    assert_int_equal(chmod(getenv("ROOTLE_CACHE_DIR"), 0777), 0);
    assert_false(recompile_is_cached());
    assert_int_equal(chmod(getenv("ROOTLE_CACHE_DIR"), 0700), 0);
    assert_true(recompile_is_cached());
}

static void test_unwritable_cache(void **state)
{
    (void)state;
    char before[256];
    snprintf(before, sizeof(before), "%s", getenv("ROOTLE_CACHE_DIR"));
    setenv("ROOTLE_CACHE_DIR", "/dev/null/cache", 1);
    use_server("serve");
    expect_cached("ok unwritable", "", false);
    expect_cached("ok unwritable", "", false);
    setenv("ROOTLE_CACHE_DIR", before, 1);
}

struct report {
    int server, highest;
    unsigned size;
    int noopt, variables;
};

static struct report report(void)
{
    struct compiler_result result;
    struct report facts = {0};
    build("report", "", &result);
    assert_int_equal(sscanf(result.log, "server=%d noopt=%d size=%u highest=%d variables=%d",
                            &facts.server, &facts.noopt, &facts.size, &facts.highest,
                            &facts.variables),
                     5);
    compiler_result_finish(&result);
    return facts;
}

static void test_process(void **state)
{
    (void)state;
    setenv("ROOTLE_DEBUG", "noopt", 1);
    int leaked = fcntl(STDERR_FILENO, F_DUPFD, 200); /* inheritable */
    use_server("serve");
    struct report first = report(), second = report();
    assert_int_equal(first.server, second.server);
    assert_true(first.noopt);
    assert_int_equal(first.variables, 0);
    assert_int_equal(first.size, 6);
    assert_true(first.highest < 200);
    close(leaked);

    kill(first.server, SIGKILL);
    struct report third = report();
    assert_int_not_equal(third.server, first.server);
    unsetenv("ROOTLE_DEBUG");
}

static int child_signals;

static void count_signal(int signal)
{
    (void)signal;
    child_signals++;
}

static int open_descriptors(void)
{
    int count = 0;
    DIR *list = opendir("/proc/self/fd");
    while (readdir(list))
        count++;
    closedir(list);
    return count;
}

/* An application's waits and signal handlers do not see its compiler, while it runs and when it
 * dies. */
static void test_invisible(void **state)
{
    (void)state;
    static const int options[] = {0, __WALL, __WCLONE};
    struct sigaction counting = {.sa_handler = count_signal}, before;
    sigaction(SIGCHLD, &counting, &before);
    use_server("serve");
    child_signals = 0;
    int descriptors = 0;
    for (int turn = 0; turn < 3; turn++) {
        struct report facts = report();
        for (size_t i = 0; i < COUNT(options); i++) {
            assert_int_equal(waitpid(-1, NULL, options[i]), -1);
            assert_int_equal(errno, ECHILD);
        }
        assert_int_equal(getsid(facts.server), facts.server);
        kill(facts.server, SIGKILL);
        if (turn)
            assert_int_equal(open_descriptors(), descriptors);
        descriptors = open_descriptors();
    }
    assert_int_equal(child_signals, 0);
    sigaction(SIGCHLD, &before, NULL);
}

/* Whether a process ends soon; what adopted it may be slow to reap it. */
static bool ends(pid_t pid)
{
    char path[64], state = 'R';
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 500 && state != 'Z'; i++) {
        FILE *file = fopen(path, "r");
        if (!file)
            return true;
        if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            state = 'Z';
        fclose(file);
        usleep(10000);
    }
    return state == 'Z';
}

/* However the application ends, its compiler does. */
static void test_end_of_application(void **state)
{
    (void)state;
    static const int signals[] = {0, SIGKILL, SIGABRT, SIGTERM};
    use_server("serve");
    for (size_t i = 0; i < COUNT(signals); i++) {
        int pipe_ends[2];
        pid_t server = 0;
        assert_int_equal(pipe(pipe_ends), 0);
        pid_t child = fork();
        if (!child) {
            server = report().server;
            ssize_t written = write(pipe_ends[1], &server, sizeof(server));
            if (signals[i])
                raise(signals[i]);
            _exit(written != sizeof(server));
        }
        assert_int_equal(read(pipe_ends[0], &server, sizeof(server)), sizeof(server));
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_true(ends(server));
        close(pipe_ends[0]);
        close(pipe_ends[1]);
    }
}

/* A process that hangs costs the builds that it has, and no more. */
static void test_hanging_process(void **state)
{
    (void)state;
    struct compiler_result result;
    use_server("serve");
    pid_t server = report().server;
    kill(server, SIGSTOP);
    build("fail", "", &result);
    assert_int_equal(result.status, COMPILER_TIMEOUT);
    compiler_result_finish(&result);
    assert_true(ends(server));
    assert_int_not_equal(report().server, server);
}

/* What a compile prints reaches our stderr, and not the log. */
static void test_relay(void **state)
{
    (void)state;
    char path[256], text[64] = "";
    struct compiler_result result;
    snprintf(path, sizeof(path), "%s/stderr", folder);
    use_server("serve");
    int before = dup(STDERR_FILENO), file = open(path, O_RDWR | O_CREAT, 0600);
    dup2(file, STDERR_FILENO);
    build("noise", "", &result);
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
    (void)state;
    char mark[256];
    snprintf(mark, sizeof(mark), "%s/once.mark", folder);
    use_server("once");
    expect_cached("ok retry", "", false);
    assert_int_equal(access(mark, F_OK), 0);
}

#ifndef ROOTLE_SANITIZED
static void test_memory_limit(void **state)
{
    (void)state;
    struct compiler_result result;
    use_server("serve");
    setenv("ROOTLE_CC_MEMORY", "200", 1);
    build("eat", "", &result);
    assert_int_equal(result.status, COMPILER_NO_MEMORY);
    compiler_result_finish(&result);
    unsetenv("ROOTLE_CC_MEMORY");
}
#endif

static void test_fork(void **state)
{
    (void)state;
    use_server("serve");
    struct report parent = report();
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        exit(report().server == parent.server); /* runs the destructor, too */
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(report().server, parent.server);
}

/* An application may have closed its standard descriptors, which new ones then take the place of.
 */
static void test_closed_descriptors(void **state)
{
    (void)state;
    for (int closed = 0; closed < 8; closed++) {
        int status;
        use_server("serve");
        pid_t child = fork();
        if (!child) {
            struct compiler_result result;
            for (int fd = 0; fd < 3; fd++)
                if (closed & 1 << fd)
                    close(fd);
            build("fail", "", &result);
            _exit(result.status != COMPILER_BUILD_FAILED || strcmp(result.log, "1:1: error: no\n"));
        }
        waitpid(child, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status))
            fail_msg("mask %d: status %x", closed, (unsigned)status);
    }
}

/* A child that no handler of fork's told of starts its own, and its end leaves ours alone. */
static void test_raw_fork(void **state)
{
    (void)state;
    use_server("serve");
    struct report parent = report();
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    assert_true(child >= 0);
    if (!child)
        exit(report().server == parent.server);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(report().server, parent.server);
}

static void *build_many(void *data)
{
    const char *tag = data;
    for (int i = 0; i < 8; i++) {
        char source[64];
        struct compiler_result result;
        snprintf(source, sizeof(source), "%s %d", i == 3 ? "crash" : "ok", i);
        build(source, tag, &result);
        if (result.status != (i == 3 ? COMPILER_CRASHED : COMPILER_OK))
            return data;
        if (i != 3 && memcmp(result.binary->rodata, source, strlen(source)))
            return data;
        compiler_result_finish(&result);
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    static char tags[6][8];
    pthread_t threads[6];
    setenv("ROOTLE_CC_TIMEOUT", "20", 1);
    use_server("serve");
    for (int i = 0; i < 6; i++) {
        snprintf(tags[i], sizeof(tags[i]), "-D%d", i);
        assert_int_equal(pthread_create(&threads[i], NULL, build_many, tags[i]), 0);
    }
    for (int i = 0; i < 6; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    setenv("ROOTLE_CC_TIMEOUT", "0.6", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_process), /* first: ROOTLE_DEBUG is read once */
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_background),
        cmocka_unit_test(test_own_time_limit),
        cmocka_unit_test(test_unwanted),
        cmocka_unit_test(test_missing_compiler),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_uncacheable),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_damaged_cache),
        cmocka_unit_test(test_recompiled_cache),
        cmocka_unit_test(test_unwritable_cache),
        cmocka_unit_test(test_relay),
        cmocka_unit_test(test_retry),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_raw_fork),
        cmocka_unit_test(test_closed_descriptors),
        cmocka_unit_test(test_invisible),
        cmocka_unit_test(test_end_of_application),
        cmocka_unit_test(test_hanging_process),
        cmocka_unit_test(test_threads),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_memory_limit),
#endif
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
