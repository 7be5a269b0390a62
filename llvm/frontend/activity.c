/* SPDX-License-Identifier: MIT */
/* activity.c: notes what is done, and what was on the stack when that crashed. */
#include "llvm/frontend/activity.h"

#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/count.h"

enum { FRAMES = 12, OWN_FRAMES = 2, STACK_BYTES = 256 << 10 };

static struct {
    char *text; /* NULL: nobody wants to know */
    size_t size;
    unsigned (*line)(void);
} activity;

void activity_set(const char *act, const char *name)
{
    if (activity.text)
        snprintf(activity.text, activity.size, "%s%s%s", act, *name ? " " : "", name);
}

void activity_set_line(unsigned (*line)(void))
{
    activity.line = line;
}

/* The handlers are gone by now: a second crash, in here, ends the process. */
static void end(int signal)
{
    unsigned line = activity.line ? activity.line() : 0;
    size_t used = strlen(activity.text);
    if (line)
        snprintf(activity.text + used, activity.size - used, " line %u", line);
    void *frames[FRAMES + OWN_FRAMES];
    int count = backtrace(frames, FRAMES + OWN_FRAMES);
    if (count > OWN_FRAMES)
        backtrace_symbols_fd(frames + OWN_FRAMES, count - OWN_FRAMES, STDERR_FILENO);
    raise(signal);
}

void activity_watch(char *text, size_t size)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    static char stack[STACK_BYTES];
    const stack_t aside = {.ss_sp = stack, .ss_size = sizeof(stack)};
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK | SA_RESETHAND};
    void *frame;
    activity.text = text;
    activity.size = size;
    backtrace(&frame, 1); /* its first call loads a library */
    sigaltstack(&aside, NULL);
#ifndef ROOTLE_SANITIZED /* which has more to say */
    for (size_t i = 0; i < COUNT(signals); i++)
        sigaction(signals[i], &action, NULL);
#else
    (void)signals;
    (void)action;
#endif
}
