/* SPDX-License-Identifier: MIT */
/* supervise.c: goes through the failures of each scenario in a child process; a crash or a hang
 * costs one failure, and another child goes on behind it. */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ci/inject/failure.h"

/* Warm-ups fill what is kept for later, as the streams of a device's last launches. */
enum { WARM_UPS = 18, REPEATS = 3, MAX_BAD = 20, HANG_S = 60, EXIT_LEAK = 23 };

static const char *const family_names[INJECT_FAMILIES] = {"memory", "system"};

void inject_print_failure(FILE *file, const char *scenario, const struct inject_failure *failure)
{
    fprintf(file, "%s %s %ld %d %s", scenario, family_names[failure->family], failure->at,
            failure->way, failure->onwards ? "onwards" : "once");
}

static void report(const char *program, const struct inject_scenario *scenario, const char *what)
{
    const struct inject_call *call = inject_state->call;

    inject_state->bad++;
    fprintf(stderr, "  %s%s%s; see it again: %s ", call ? call->name : "", call ? " fails: " : "",
            what, program);
    inject_print_failure(stderr, scenario->name, &inject_state->failure);
    fputc('\n', stderr);
}

static size_t open_files(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");

    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

struct usage {
    size_t live, files;
    unsigned long allocated;
};

static struct usage usage_now(void)
{
    return (struct usage){inject_live(), open_files(), inject_allocated()};
}

static bool grew(const struct usage *before, const struct usage *now)
{
    return now->live > before->live || now->files > before->files;
}

/* Runs the scenario with the failure, and then without. Returns whether both were as they should.
 */
static bool run_pair(const struct inject_scenario *scenario)
{
    inject_state->count = 0;
    inject_state->call = NULL;
    inject_state->complaints = 0;
    inject_state->happened = false;
    inject_state->armed = true;
    scenario->run();
    inject_state->armed = false;
    bool happened = inject_state->happened;
    bool sound = !inject_state->complaints;
    if (happened) {
        inject_state->happened = false;
        scenario->run();
        inject_state->happened = true;
    }
    if (sound && inject_state->complaints)
        fprintf(stderr, "    (that was the run after it, without a failure)\n");
    return !inject_state->complaints;
}

/* True when usage grows with each repetition, as leaks do; memory that is kept for later grows
 * once. */
static bool leaks(const struct inject_scenario *scenario, struct usage before)
{
    struct usage now = usage_now(), last = before;

    for (int i = 0; i < REPEATS; i++) {
        if (!grew(&last, &now))
            return false;
        last = now;
        run_pair(scenario);
        now = usage_now();
    }
    if (!grew(&last, &now))
        return false;
    fprintf(stderr, "    left behind: %zd allocations, %zd descriptors\n", now.live - last.live,
            now.files - last.files);
    inject_print_live(last.allocated);
    return true;
}

static void run_failure(const char *program, const struct inject_scenario *scenario)
{
    struct usage before = usage_now();

    if (!run_pair(scenario))
        report(program, scenario, "complaints");
    else if (leaks(scenario, before))
        report(program, scenario, "leaks");
    inject_state->runs++;
    inject_state->failures[inject_state->failure.family] += inject_state->happened;
}

/* The failure behind the one that was tried. False behind the last. */
static bool next_failure(int stride)
{
    struct inject_failure *failure = &inject_state->failure;
    const struct inject_call *call = inject_state->call;

    if (!call) { /* it was behind the scenario's last call */
        int mode = failure->family * 2 + failure->onwards + 1;
        *failure = (struct inject_failure){.family = mode / 2, .onwards = mode % 2};
        return mode < INJECT_FAMILIES * 2;
    }
    if (++failure->way >= call->way_count) {
        failure->way = 0;
        failure->at += stride;
    }
    return true;
}

static void warm_up(const struct inject_scenario *scenario)
{
    inject_state->complaints = 0;
    inject_state->happened = false;
    for (int i = 0; i < WARM_UPS; i++)
        scenario->run();
    if (inject_state->complaints) {
        fprintf(stderr, "  %s fails without any failure\n", scenario->name);
        inject_state->bad++;
        inject_state->done = true;
    }
}

/* Goes on from inject_state->failure. */
static void work(const char *program, const struct inject_scenario *scenario, int stride)
{
    warm_up(scenario);
    while (!inject_state->done) {
        run_failure(program, scenario);
        inject_state->done = inject_state->bad >= MAX_BAD || !next_failure(stride);
    }
}

static bool wait_briefly(pid_t child, int *status)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    return waitpid(child, status, WNOHANG) == child;
}

/* Waits for the child's end; ends it when it gets no further. */
static int follow(pid_t child, bool *hung)
{
    int status = 0;
    long runs = -1;
    time_t since = time(NULL);

    *hung = false;
    while (!wait_briefly(child, &status)) {
        if (runs != inject_state->runs) {
            runs = inject_state->runs;
            since = time(NULL);
        } else if (!*hung && time(NULL) - since > HANG_S) {
            *hung = true;
            kill(-child, SIGKILL);
        }
    }
    return status;
}

/* One child's life. */
static void supervise_child(const char *program, const struct inject_scenario *scenario, int stride)
{
    bool hung;
    char what[64];
    pid_t child = fork();

    if (child == 0) {
        setpgid(0, 0); /* what it forks ends with it */
        work(program, scenario, stride);
        exit(EXIT_SUCCESS);
    }
    int status = child < 0 ? -1 : follow(child, &hung);
    if (child < 0 || status == 0)
        return;
    inject_state->armed = false;
    snprintf(what, sizeof(what), "%s %d",
             hung                  ? "hangs, ended by signal"
             : WIFSIGNALED(status) ? "signal"
                                   : "exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    report(program, scenario, what);
    inject_state->done =
        inject_state->done || inject_state->bad >= MAX_BAD || !next_failure(stride);
}

static void begin(void)
{
    memset(inject_state, 0, sizeof(*inject_state));
}

/* Returns whether the scenario stood every failure. */
static bool run_scenario(const char *program, const struct inject_scenario *scenario, int stride)
{
    struct timespec start, end;

    begin();
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (!inject_state->done)
        supervise_child(program, scenario, stride);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%-16s %5lu failures of memory, %5lu of calls, %lu not stood, %ld s\n", scenario->name,
           inject_state->failures[INJECT_MEMORY], inject_state->failures[INJECT_SYSTEM],
           inject_state->bad, (long)(end.tv_sec - start.tv_sec));
    fflush(stdout);
    if (!inject_state->bad && !inject_state->failures[INJECT_MEMORY] &&
        !inject_state->failures[INJECT_SYSTEM])
        inject_state->bad++; /* nothing was tested */
    return !inject_state->bad;
}

static const struct inject_scenario *find(const struct inject_scenario *scenarios, size_t count,
                                          const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(scenarios[i].name, name))
            return &scenarios[i];
    return NULL;
}

/* NAME FAMILY AT WAY once|onwards */
static int see_again(const char *program, const struct inject_scenario *scenario, char **words)
{
    begin();
    warm_up(scenario);
    inject_state->failure = (struct inject_failure){
        .family = strcmp(words[0], family_names[INJECT_MEMORY]) ? INJECT_SYSTEM : INJECT_MEMORY,
        .at = atol(words[1]),
        .way = atoi(words[2]),
        .onwards = !strcmp(words[3], "onwards")};
    inject_state->show = true;
    run_failure(program, scenario);
    if (!inject_state->call)
        fprintf(stderr, "the scenario has fewer calls\n");
    return inject_state->bad ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int usage(const char *program, const struct inject_scenario *scenarios, size_t count)
{
    fprintf(stderr,
            "usage: %s [--long] [NAME...]\n       %s NAME memory|system AT WAY once|onwards\n"
            "scenarios:",
            program, program);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", scenarios[i].name);
    fputc('\n', stderr);
    return 2;
}

int inject_main(int argc, char **argv, const struct inject_scenario *scenarios, size_t count)
{
    const char *long_tests = getenv("ROOTLE_LONG_TESTS");
    bool asked = argc > 1 && !strcmp(argv[1], "--long"), sound = true;
    bool all = asked || (long_tests && !strcmp(long_tests, "1"));
    int first = asked ? 2 : 1;

    inject_state = mmap(NULL, sizeof(*inject_state), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (inject_state == MAP_FAILED)
        return 3;
    for (int i = first; i < argc && argc - first != 5; i++)
        if (!find(scenarios, count, argv[i]))
            return usage(argv[0], scenarios, count);
    if (argc - first == 5 && find(scenarios, count, argv[first]))
        return see_again(argv[0], find(scenarios, count, argv[first]), argv + first + 1);
    for (size_t i = 0; i < count; i++) {
        bool wanted = argc == first;
        for (int word = first; word < argc; word++)
            wanted = wanted || !strcmp(argv[word], scenarios[i].name);
        if (wanted)
            sound &= run_scenario(argv[0], &scenarios[i], all ? 1 : scenarios[i].stride);
    }
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
