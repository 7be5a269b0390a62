/* SPDX-License-Identifier: MIT */
/* exit_test.c: what is told at a program's end, and of variables that have no effect here. Each
 * case is a process of its own. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/shim/tests/client.h"

enum { PAGE = 4096, TEXT = 4096, ABORTED = 1000 };

/* The actions of a program on the node, before it ends. */
struct deed {
    const char *fatal; /* ROOTLE_DRM_FATAL; NULL: unset */
    unsigned bad;      /* streams that are refused */
    bool fails;        /* one more fails on the card, and is not waited for */
    int status;        /* that it ends with */
    bool child;        /* it is a child of the one that sent them that ends so */
};

static void submit(int fd, unsigned bad, bool fails)
{
    const uint32_t junk[] = {0x12345678, 0};
    /* WAIT_REG_MEM for a memory of 0 to be 5, and its relocation */
    const uint32_t hang[] = {0xC0053C00, 0x13, 0, 0, 5, 0xff, 10, 0xC0001000, 0};
    uint32_t handle;
    if (client_create(fd, PAGE, &handle) || client_submit_write(fd, handle, 1))
        _exit(99);
    for (unsigned i = 0; i < bad; i++)
        client_submit(fd, junk, COUNT(junk), &handle, 1);
    if (fails && client_submit(fd, hang, COUNT(hang), &handle, 1))
        _exit(98);
}

static void do_it(const struct deed *deed)
{
    const int fd = client_open();
    int status;
    submit(fd, deed->bad, deed->fails);
    if (!deed->child)
        exit(deed->status);
    const pid_t child = fork();
    if (!child)
        exit(deed->status);
    waitpid(child, &status, 0);
    _exit(WEXITSTATUS(status));
}

/* Runs it in a process: the exit status, and what is on standard error. */
static int run(const struct deed *deed, char text[TEXT])
{
    int ends[2], status;
    size_t length = 0;
    ssize_t count;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        if (deed->fatal)
            setenv("ROOTLE_DRM_FATAL", deed->fatal, 1);
        do_it(deed);
    }
    close(ends[1]);
    while ((count = read(ends[0], text + length, TEXT - 1 - length)) > 0)
        length += (size_t)count;
    text[length] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? ABORTED : WEXITSTATUS(status);
}

static void lost_streams_cost_success(void **state)
{
    static const struct {
        struct deed deed;
        int status;
        const char *text; /* NULL: nothing is told at the end */
    } cases[] = {
        {{.bad = 0}, 0, NULL},
        {{.bad = 1}, 1, "1 command stream was refused or failed"},
        {{.bad = 2, .fatal = "exit"}, 1, "2 command streams were refused or failed"},
        {{.bad = 2, .status = 7}, 7, "2 command streams were refused or failed"},
        {{.bad = 1, .fatal = "0"}, 0, NULL},
        {{.bad = 2, .fatal = "1"}, ABORTED, NULL},
        {{.bad = 1, .child = true}, 0, NULL},
        {{.fails = true}, 1, "1 command stream was refused or failed"},
        {{.fails = true, .fatal = "0"}, 0, NULL},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) {
        char text[TEXT];
        assert_int_equal(run(&cases[i].deed, text), cases[i].status);
        if (cases[i].text)
            assert_non_null(strstr(text, cases[i].text));
        else
            assert_null(strstr(text, "not to be trusted"));
        assert_true(!cases[i].deed.bad == !strstr(text, "a command stream is refused"));
    }
}

static void variables_without_effect_are_told(void **state)
{
    static const struct {
        const char *check, *formats, *winsys, *text;
    } cases[] = {
        {NULL, NULL, NULL, NULL},
        {"memory", NULL, NULL, NULL}, /* as if it were not set */
        {"all", NULL, NULL, NULL},
        {"none", "minimal", NULL, "without effect on this card: ROOTLE_FORMATS\n"},
        {"races", "minimal", "radeon", NULL},
        {NULL, "minimal", "radeon", NULL},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) {
        char text[TEXT];
        const struct {
            const char *name, *value;
        } variables[] = {{"ROOTLE_CHECK", cases[i].check},
                         {"ROOTLE_FORMATS", cases[i].formats},
                         {"ROOTLE_WINSYS", cases[i].winsys},
                         {"ROOTLE_CHIP", "juniper"}};
        for (unsigned k = 0; k < COUNT(variables); k++) {
            unsetenv(variables[k].name);
            if (variables[k].value)
                setenv(variables[k].name, variables[k].value, 1);
        }
        assert_int_equal(run(&(struct deed){.bad = 0}, text), 0);
        const char *told = strstr(text, "without effect");
        assert_true(!told == !cases[i].text);
        if (told) {
            assert_true(!strncmp(told, cases[i].text, strlen(cases[i].text)));
            assert_null(strstr(told + 1, "without effect"));
        }
    }
}

int main(void)
{
    unsetenv("ROOTLE_DRM_FATAL");
    return RUN_TESTS(cmocka_unit_test, lost_streams_cost_success,
                     variables_without_effect_are_told);
}
