/* SPDX-License-Identifier: MIT */
/* test_client_process.c: the compiler process, beside the application's own, its forks and threads.
 */
#include "driver/compiler/tests/client_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/count.h"

struct report {
    int server, highest;
    unsigned size;
    int noopt, variables;
};

static struct report report(void)
{
    struct compiler_result result;
    struct report facts = {0};
    client_build("report", "", &result);
    assert_int_equal(sscanf(result.log, "server=%d noopt=%d size=%u highest=%d variables=%d",
                            &facts.server, &facts.noopt, &facts.size, &facts.highest,
                            &facts.variables),
                     5);
    compiler_result_finish(&result);
    return facts;
}

static void test_process(void **state)
{
    setenv("ROOTLE_DEBUG", "noopt", 1);
    int leaked = fcntl(STDERR_FILENO, F_DUPFD, 200); /* inheritable */
    client_use_server("serve");
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
    static const int options[] = {0, __WALL, __WCLONE};
    struct sigaction counting = {.sa_handler = count_signal}, before;
    sigaction(SIGCHLD, &counting, &before);
    client_use_server("serve");
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
    static const int signals[] = {0, SIGKILL, SIGABRT, SIGTERM};
    client_use_server("serve");
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
    struct compiler_result result;
    client_use_server("serve");
    pid_t server = report().server;
    kill(server, SIGSTOP);
    client_build("fail", "", &result);
    assert_int_equal(result.status, COMPILER_TIMEOUT);
    compiler_result_finish(&result);
    assert_true(ends(server));
    assert_int_not_equal(report().server, server);
}

static void test_fork(void **state)
{
    client_use_server("serve");
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
    for (int closed = 0; closed < 8; closed++) {
        int status;
        client_use_server("serve");
        pid_t child = fork();
        if (!child) {
            struct compiler_result result;
            for (int fd = 0; fd < 3; fd++)
                if (closed & 1 << fd)
                    close(fd);
            client_build("fail", "", &result);
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
    client_use_server("serve");
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
        client_build(source, tag, &result);
        if (result.status != (i == 3 ? COMPILER_CRASHED : COMPILER_OK))
            return data;
        if (i != 3 && memcmp(result.binary->rodata, source, strlen(source)))
            return data;
        compiler_result_finish(&result);
    }
    return NULL;
}

/* The log says why, whether few more descriptors can be had or, as here, none that is as high as
 * ours are. */
static void test_few_descriptors(void **state)
{
    struct rlimit before;
    struct compiler_result result;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit few = {8, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    client_build("report", "", &result);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_not_equal(result.status, COMPILER_OK);
    assert_non_null(strstr(result.log, strerror(EMFILE)));
    compiler_result_finish(&result);
}

static void test_threads(void **state)
{
    static char tags[6][8];
    pthread_t threads[6];
    setenv("ROOTLE_CC_TIMEOUT", "20", 1);
    client_use_server("serve");
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
        cmocka_unit_test(test_invisible),       cmocka_unit_test(test_end_of_application),
        cmocka_unit_test(test_hanging_process), cmocka_unit_test(test_fork),
        cmocka_unit_test(test_raw_fork),        cmocka_unit_test(test_closed_descriptors),
        cmocka_unit_test(test_few_descriptors), cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, client_set_up, client_tear_down);
}
