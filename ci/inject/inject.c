/* SPDX-License-Identifier: MIT */
/* inject.c: decides which call fails. */
#include <errno.h>
#include <execinfo.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "ci/inject/failure.h"

enum { DEEPEST = 24 };

static const struct inject_call calls[INJECT_CALLS] = {
#define SHORT           INJECT_SHORT
#define WAYS(...)       (sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
#define MEMORY(name)    [INJECT_##name] = {#name, INJECT_MEMORY, 1, {ENOMEM}},
#define CALL(name, ...) [INJECT_##name] = {#name, INJECT_SYSTEM, WAYS(__VA_ARGS__), {__VA_ARGS__}},
#include "ci/inject/failures.def"
#undef MEMORY
#undef CALL
};

struct inject_state *inject_state;
static atomic_int paused;

void inject_pause(void)
{
    atomic_fetch_add(&paused, 1);
}

void inject_resume(void)
{
    atomic_fetch_sub(&paused, 1);
}

bool inject_happened(void)
{
    return atomic_load(&inject_state->happened);
}

void inject_complain(const char *format, ...)
{
    va_list arguments;

    inject_pause();
    va_start(arguments, format);
    fputs("    ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    atomic_fetch_add(&inject_state->complaints, 1);
    inject_resume();
}

static void happen(const struct inject_call *call, int way)
{
    void *places[DEEPEST];

    inject_state->call = call;
    if (!inject_state->show || atomic_exchange(&inject_state->happened, true)) {
        inject_state->happened = true;
        return;
    }
    fprintf(stderr, "%s fails (%s), process %d:\n", call->name,
            way == INJECT_SHORT ? "short" : strerrorname_np(way), (int)getpid());
    backtrace_symbols_fd(places, backtrace(places, DEEPEST), STDERR_FILENO);
}

/* True for errors after which callers try again: to let them get on in the end, these strike every
 * other time at most. */
static bool is_passing(int way)
{
    return way == EINTR || way == EAGAIN;
}

static int choose(const struct inject_call *call, long number)
{
    const struct inject_failure *failure = &inject_state->failure;
    long behind = number - failure->at;

    if (behind < 0 || (behind > 0 && !failure->onwards))
        return 0;
    int last = call->way_count - 1;
    int way = call->ways[failure->way < last ? failure->way : last];
    return is_passing(way) && behind % 2 ? 0 : way;
}

bool inject_armed(void)
{
    return inject_state && inject_state->armed && !paused;
}

int inject_way(enum inject_call_number number)
{
    const struct inject_call *call = &calls[number];

    if (!inject_armed() || inject_state->failure.family != call->family)
        return 0;
    int way = choose(call, atomic_fetch_add(&inject_state->count, 1));
    if (way)
        happen(call, way);
    return way;
}
