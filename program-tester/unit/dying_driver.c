/* SPDX-License-Identifier: MIT */
/* dying_driver.c: a driver that crashes as it is loaded, and leaves a process behind that holds the
 * tester's descriptors, all but the standard ones. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

static void be_helper(void)
{
    int nothing = open("/dev/null", O_RDWR);

    for (int standard = 0; standard <= STDERR_FILENO; standard++)
        dup2(nothing, standard);
    sleep(600);
    _exit(0);
}

__attribute__((constructor)) static void load(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};

    if (fork() == 0)
        be_helper();
    sigaction(SIGABRT, &usual, NULL);
    prctl(PR_SET_DUMPABLE, 0);
    abort();
}
