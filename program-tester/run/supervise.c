/* SPDX-License-Identifier: MIT */
/* supervise.c: runs files in a process of their own; when that dies or hangs, reports the test it
 * was at and lets another process go on behind it. */
#include "program-tester/run/supervise.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program-tester/report/channel.h"

enum { EXIT_DONE = 0, EXIT_CANNOT_RUN = 3 };

/* A message of the worker to its supervisor, over a pipe. */
struct event {
    uint64_t key; /* of this run: what the driver writes there by mistake does not have it */
    enum { EVENT_BEGIN, EVENT_END, EVENT_LEAVE } kind;
    struct pt_position position; /* EVENT_BEGIN, EVENT_END */
    enum pt_status status;       /* EVENT_END */
    bool ran;                    /* EVENT_LEAVE: whether tester and driver could run */
    char device[128];            /* EVENT_BEGIN: label, cut if need be */
};

/* The worker's way to its supervisor; pipe_end -1: there is none. */
struct link {
    int pipe_end;
    uint64_t key;
};

static void tell(const struct link *link, struct event event)
{
    event.key = link->key;
    if (link->pipe_end >= 0 && !pt_write_all(link->pipe_end, &event, sizeof(event)))
        _exit(EXIT_CANNOT_RUN); /* the supervisor is gone */
}

static void run_on_device(const struct pt_options *options, const struct pt_device *device,
                          const struct pt_files *files, struct pt_reporter *reporter,
                          struct pt_position position, const struct link *link)
{
    struct pt_runner *runner = pt_runner_create(&options->run, device);
    for (; pt_position_settle(&position, files); position.test++) {
        struct event event = {.kind = EVENT_BEGIN, .position = position};

        snprintf(event.device, sizeof(event.device), "%s", device->label);
        tell(link, event);
        event.kind = EVENT_END;
        event.status = pt_file_run(&files->items[position.file], position.test, runner, reporter);
        tell(link, event);
    }
    pt_runner_destroy(runner);
}

/* Runs everything from the position on. */
static bool work(const struct pt_options *options, const struct pt_files *files,
                 struct pt_reporter *reporter, struct pt_position position, const struct link *link)
{
    struct pt_devices devices;
    char *why;

    if (!pt_devices_find(&devices, options->platform, options->device, &why)) {
        pt_complain("%s", why);
        free(why);
        return false;
    }
    for (; position.device < devices.count; position.device++) {
        run_on_device(options, &devices.items[position.device], files, reporter, position, link);
        position.file = position.test = 0;
    }
    pt_devices_finish(&devices);
    return true;
}

/* The supervisor's knowledge of its worker. */
struct watch {
    const struct pt_options *options;
    const struct pt_files *files;
    struct pt_reporter *reporter;
    uint64_t key;
    struct event current; /* the last one */
    bool in_test, could_run;
    bool has_left; /* it has done all that it was to do, or has no memory to go on */
    double began;
};

/* Whether an event names a test that there is. */
static bool is_sound(const struct watch *watch, const struct event *event)
{
    const struct pt_files *files = watch->files;
    size_t file = event->position.file;

    if (event->kind == EVENT_LEAVE)
        return true;
    return file < files->count && event->position.test < files->items[file].count &&
           event->status < PT_STATUS_COUNT;
}

static void take_event(struct watch *watch, const struct event *event)
{
    if (event->kind == EVENT_LEAVE) {
        watch->has_left = true;
        watch->could_run &= event->ran;
        return;
    }
    watch->current = *event;
    watch->in_test = event->kind == EVENT_BEGIN;
    watch->began = pt_now();
    if (event->kind == EVENT_END)
        watch->reporter->counts[event->status]++;
}

/* Reports the test at which the worker stayed. */
static void report_victim(struct watch *watch, enum pt_status status, const char *message)
{
    const struct pt_position *position = &watch->current.position;
    const struct pt_file *file = &watch->files->items[position->file];
    struct pt_result result = {.plan = file->plan,
                               .test = pt_file_test(file, position->test),
                               .name = pt_file_full_name(file, position->test),
                               .device = watch->current.device,
                               .seconds = pt_now() - watch->began};

    pt_result_set(&result, status, "%s", message);
    pt_report_result(watch->reporter, &result);
    pt_result_finish(&result);
}

/* Milliseconds until the running test's time is up; -1: never. */
static int time_left(const struct watch *watch)
{
    double left = watch->began + watch->options->timeout - pt_now();

    if (!watch->in_test || watch->options->timeout <= 0)
        return -1;
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

/* Why the worker is followed no more. */
enum stop { STOP_NOT, STOP_END, STOP_LATE, STOP_LOST };

/* The descriptors that tell of the worker, and the event that comes, as far as it has come. */
struct inbox {
    int pipe_end; /* -1: nobody can write to it any more */
    int end;      /* readable when the worker has ended; -1: the pipe alone tells */
    struct event event;
    size_t size;
};

/* Drops what stands before an event's key: the worker writes an event in one piece, so that what
 * somebody else writes, of any length, is between two of them. */
static void drop_strays(struct inbox *inbox, uint64_t key)
{
    char *bytes = (char *)&inbox->event;
    size_t at = 0;

    while (at + sizeof(key) <= inbox->size && memcmp(bytes + at, &key, sizeof(key)) != 0)
        at++;
    inbox->size -= at;
    memmove(bytes, bytes + at, inbox->size);
}

/* Reads what is there, without waiting for the rest of an event. */
static enum stop read_event(struct watch *watch, struct inbox *inbox)
{
    ssize_t got = read(inbox->pipe_end, (char *)&inbox->event + inbox->size,
                       sizeof(inbox->event) - inbox->size);

    if (got == 0) {
        inbox->pipe_end = -1;
        return inbox->end < 0 ? STOP_END : STOP_NOT;
    }
    if (got < 0)
        return errno == EINTR ? STOP_NOT : STOP_LOST;
    inbox->size += (size_t)got;
    drop_strays(inbox, watch->key);
    if (inbox->size < sizeof(inbox->event))
        return STOP_NOT;
    inbox->size = 0;
    if (is_sound(watch, &inbox->event))
        take_event(watch, &inbox->event);
    return STOP_NOT;
}

/* A process that a driver has forked may hold the pipe open behind the worker's end, and write to
 * it: the worker's own end counts, and what was in the pipe by then. */
static enum stop follow(struct watch *watch, int pipe_end, int end)
{
    enum { MOST_LEFT = 4096 /* reads; a pipe holds fewer events */ };
    struct inbox inbox = {.pipe_end = pipe_end, .end = end};
    enum stop stop = STOP_NOT;

    for (unsigned left = MOST_LEFT; stop == STOP_NOT && left > 0;) {
        struct pollfd wait[] = {{.fd = inbox.pipe_end, .events = POLLIN},
                                {.fd = inbox.end, .events = POLLIN}};
        int ready = poll(wait, 2, time_left(watch));

        if (ready < 0 && errno == EINTR)
            continue;
        if (ready < 0)
            return STOP_LOST;
        left -= wait[1].revents != 0;
        if (wait[0].revents)
            stop = read_event(watch, &inbox);
        else
            stop = ready ? STOP_END : STOP_LATE;
    }
    return stop ? stop : STOP_END;
}

static char *describe_end(int state)
{
    if (WIFSIGNALED(state))
        return pt_format("the process crashed: %s", strsignal(WTERMSIG(state)));
    return pt_format("the process ended with status %d", WEXITSTATUS(state));
}

static struct link worker_link;

/* The test at which memory ran out has not crashed. */
static void tell_end(void)
{
    tell(&worker_link, (struct event){.kind = EVENT_LEAVE});
}

/* Runs tests, in the worker's process. */
static _Noreturn void be_worker(struct watch *watch, struct pt_position position, int pipe_end)
{
    const struct link link = {pipe_end, watch->key};
    struct event leave = {.kind = EVENT_LEAVE};

    worker_link = link;
    pt_last_word = tell_end;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a kernel that hangs must not outlive its supervisor */
    leave.ran = work(watch->options, watch->files, watch->reporter, position, &link);
    if (ferror(watch->reporter->file)) {
        pt_complain("cannot write the report");
        leave.ran = false;
    }
    tell(&link, leave);
    exit(leave.ran ? EXIT_DONE : EXIT_CANNOT_RUN);
}

static pid_t start_worker(struct watch *watch, struct pt_position position, int *pipe_end)
{
    int ends[2];

    if (pt_channel_pipe(ends))
        return -1;
    fflush(watch->reporter->file);
    pid_t worker = fork();
    if (worker == 0) {
        close(ends[0]);
        be_worker(watch, position, ends[1]);
    }
    close(ends[1]);
    *pipe_end = ends[0];
    if (worker < 0)
        close(ends[0]);
    return worker;
}

/* A driver may end the process quietly before all tests have run, or badly after them. */
static bool has_ended_well(const struct watch *watch, int state)
{
    return watch->has_left && WIFEXITED(state) &&
           (WEXITSTATUS(state) == EXIT_DONE || WEXITSTATUS(state) == EXIT_CANNOT_RUN);
}

static void bury(struct watch *watch, int state, enum stop stop)
{
    char *end = describe_end(state);

    if (stop == STOP_LOST) {
        watch->could_run = false;
    } else if (watch->in_test && watch->has_left) {
        report_victim(watch, PT_ERROR, "the tester is out of memory");
    } else if (watch->in_test && stop == STOP_END) {
        report_victim(watch, PT_CRASH, end);
    } else if (watch->in_test) {
        report_victim(watch, PT_TIMEOUT, "the test did not end in time");
    } else if (!has_ended_well(watch, state)) {
        pt_complain("outside of any test, %s", end);
        watch->could_run = false;
    }
    free(end);
}

/* One worker's life, from the position on. Returns whether another must go on, at *position. */
static bool one_worker(struct watch *watch, struct pt_position *position)
{
    int pipe_end, state = 0;
    pid_t worker = start_worker(watch, *position, &pipe_end);

    if (worker < 0) {
        pt_complain("cannot start a process: %s", strerror(errno));
        watch->could_run = false;
        return false;
    }
    watch->in_test = watch->has_left = false;
    int end = (int)syscall(SYS_pidfd_open, worker, 0); /* musl has no other name for it */
    enum stop stop = follow(watch, pipe_end, end);
    if (stop == STOP_LOST)
        pt_complain("cannot follow the tests: %s", strerror(errno));
    if (stop != STOP_END)
        kill(worker, SIGKILL);
    while (waitpid(worker, &state, 0) < 0 && errno == EINTR)
        continue;
    close(pipe_end);
    if (end >= 0)
        close(end);
    bury(watch, state, stop);
    *position = watch->current.position;
    position->test++;
    return watch->in_test && stop != STOP_LOST;
}

bool pt_supervise(const struct pt_options *options, const struct pt_files *files,
                  struct pt_reporter *reporter)
{
    struct watch watch = {
        .options = options, .files = files, .reporter = reporter, .could_run = true};
    struct pt_position position = {0}, first = {0};

    if (!pt_position_settle(&first, files))
        return true;
    if (options->no_fork)
        return work(options, files, reporter, position, &(struct link){-1, 0});
    if (getrandom(&watch.key, sizeof(watch.key), 0) != sizeof(watch.key)) {
        pt_complain("no random numbers: %s", strerror(errno));
        return false;
    }
    while (one_worker(&watch, &position))
        continue;
    return watch.could_run;
}
