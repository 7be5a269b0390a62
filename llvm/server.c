/* SPDX-License-Identifier: MIT */
/* server.c: the compiler's side: a warm process that forks a child for each build, ends the child
 * when its client goes away, and ends itself when the driver does. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/compiler.h"
#include "driver/compiler/protocol.h"

/* The priority of a compile that nobody waits for. At the lowest one it would take seconds where
 * simulated work-groups run on all processors, which it is to hasten. */
enum { BACKGROUND_NICE = 2 };

struct job {
    pid_t child;
    int connection; /* kept to notice that the client hung up */
    int errors;     /* the client's file, for the last words of a child that dies */
    char *activity; /* memory shared with the child */
};

struct server {
    int control, child_signals;
    protocol_compile *compile;
    void *context;
    struct job *jobs;
    struct pollfd *polls; /* control, child_signals, then one per job */
    size_t count, capacity;
};

static void set_limit(int resource, rlim_t value)
{
    struct rlimit limit = {value, value};
    setrlimit(resource, &limit);
}

static void apply_limits(const struct protocol_request *request)
{
    set_limit(RLIMIT_CORE, 0);
    /* Sanitizers reserve terabytes; a limit would stop them at once. */
#ifndef ROOTLE_SANITIZED
    if (request->memory_mib)
        set_limit(RLIMIT_AS, (rlim_t)request->memory_mib << 20);
#endif
    if (request->timeout_s)
        set_limit(RLIMIT_CPU, (rlim_t)request->timeout_s + 1);
}

/* The server's own folder is nobody's to look into: a client without one gets the root. */
static void enter_folder(struct protocol_request *request)
{
    if (*request->folder && chdir(request->folder) == 0)
        return;
    if (*request->folder)
        fprintf(stderr, "%s: %s\n", request->folder, strerror(errno));
    *request->folder = '\0';
    if (chdir("/"))
        perror("/");
}

/* The child: one request, one reply, and the end. */
_Noreturn static void serve_child(const struct server *server, pid_t parent, const struct job *job)
{
    int connection = job->connection, errors = job->errors;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    dup2(errors, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    close(errors);
    close(server->control);
    close(server->child_signals);
    for (size_t i = 0; i < server->count; i++) {
        close(server->jobs[i].connection);
        close(server->jobs[i].errors);
    }

    struct protocol_request request;
    struct protocol_reply reply = {0};
    if (protocol_receive_request(connection, &request, PROTOCOL_FOREVER) != PROTOCOL_DONE)
        _exit(EXIT_FAILURE);
    enter_folder(&request);
    apply_limits(&request);
    if (request.background)
        setpriority(PRIO_PROCESS, 0, BACKGROUND_NICE);
    server->compile(&request, &reply, job->activity, server->context);
    fflush(NULL);
    bool sent = protocol_send_reply(connection, &reply, PROTOCOL_FOREVER) == PROTOCOL_DONE;
    /* _exit: destructors of a compiler this size cost milliseconds and have nothing to tell. */
    _exit(sent ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool make_room(struct server *server)
{
    if (server->count < server->capacity)
        return true;
    size_t capacity = server->capacity * 2 + 8;
    struct job *jobs = realloc(server->jobs, capacity * sizeof(*jobs));
    if (jobs)
        server->jobs = jobs;
    struct pollfd *polls = realloc(server->polls, (capacity + 2) * sizeof(*polls));
    if (polls)
        server->polls = polls;
    if (!jobs || !polls)
        return false;
    server->capacity = capacity;
    return true;
}

/* A reply from the server itself, when no child could or did answer. */
static void reply_crashed(int connection, const char *log)
{
    struct protocol_reply reply = {.status = COMPILER_CRASHED, .log = (char *)log};
    protocol_send_reply(connection, &reply, protocol_deadline(1));
}

static void finish_job(struct job *job)
{
    close(job->connection);
    close(job->errors);
    if (job->activity)
        munmap(job->activity, PROTOCOL_ACTIVITY_BYTES);
}

static void start_job(struct server *server, int connection, int errors)
{
    pid_t parent = getpid();
    struct job job = {.child = -1, .connection = connection, .errors = errors};
    void *activity = mmap(NULL, PROTOCOL_ACTIVITY_BYTES, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (activity != MAP_FAILED) {
        job.activity = activity;
        job.child = make_room(server) ? fork() : -1;
    }
    if (job.child == 0)
        serve_child(server, parent, &job);
    if (job.child > 0) {
        assert(server->count < server->capacity);
        server->jobs[server->count++] = job;
        return;
    }
    reply_crashed(connection, "the compiler could not start a process for the build\n");
    finish_job(&job);
}

/* The signal as programmers know it. */
static void describe_crash(char *log, size_t size, int signal, const char *activity)
{
    const char *name = sigabbrev_np(signal);
    snprintf(log, size, "the compiler crashed (SIG%s, %s)%s%.*s\n", name ? name : "?",
             strsignal(signal), *activity ? " while " : "", PROTOCOL_ACTIVITY_BYTES - 1, activity);
}

static void end_job(struct server *server, size_t index, int status)
{
    struct job *job = &server->jobs[index];
    assert(index < server->count);
    char log[PROTOCOL_ACTIVITY_BYTES + 128] = "";
    if (WIFSIGNALED(status))
        describe_crash(log, sizeof(log), WTERMSIG(status), job->activity);
    else if (WEXITSTATUS(status) != EXIT_SUCCESS)
        snprintf(log, sizeof(log), "the compiler ended with status %d\n", WEXITSTATUS(status));
    /* After a whole reply the client reads no further; after part of one this completes no frame
     * whose checksum holds. */
    if (*log)
        reply_crashed(job->connection, log);
    finish_job(job);
    *job = server->jobs[--server->count];
}

static void reap_children(struct server *server)
{
    struct signalfd_siginfo info;
    while (read(server->child_signals, &info, sizeof(info)) > 0)
        continue;
    int status;
    pid_t child;
    while ((child = waitpid(-1, &status, WNOHANG)) > 0)
        for (size_t i = 0; i < server->count; i++)
            if (server->jobs[i].child == child) {
                end_job(server, i, status);
                break;
            }
}

/* False when there is nothing to wait with: the driver then starts another server. */
static bool wait_for_event(struct server *server)
{
    server->polls[0] = (struct pollfd){.fd = server->control, .events = POLLIN};
    server->polls[1] = (struct pollfd){.fd = server->child_signals, .events = POLLIN};
    for (size_t i = 0; i < server->count; i++)
        server->polls[i + 2] =
            (struct pollfd){.fd = server->jobs[i].connection, .events = POLLRDHUP};
    if (poll(server->polls, server->count + 2, -1) < 0)
        return errno == EINTR;
    for (size_t i = 0; i < server->count; i++)
        if (server->polls[i + 2].revents & (POLLRDHUP | POLLHUP | POLLERR))
            kill(server->jobs[i].child, SIGKILL);
    if (server->polls[1].revents)
        reap_children(server);
    return true;
}

static void end_all(struct server *server)
{
    for (size_t i = 0; i < server->count; i++)
        kill(server->jobs[i].child, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        continue;
    for (size_t i = 0; i < server->count; i++)
        finish_job(&server->jobs[i]);
    free(server->jobs);
    free(server->polls);
    close(server->child_signals);
}

int protocol_serve(int control, const struct protocol_hello *hello, protocol_prepare *prepare,
                   protocol_compile *compile, void *context)
{
    struct server server = {.control = control, .compile = compile, .context = context};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    server.child_signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (server.child_signals < 0 || !make_room(&server) ||
        protocol_send_hello(control, hello, protocol_deadline(10)) != PROTOCOL_DONE) {
        end_all(&server);
        return EXIT_FAILURE;
    }
    bool running;
    while ((running = wait_for_event(&server))) {
        if (!server.polls[0].revents)
            continue;
        int connection, errors;
        enum compiler_action action;
        enum protocol_result result =
            protocol_receive_connection(control, &connection, &errors, &action);
        if (result == PROTOCOL_DONE && prepare)
            prepare(action, context);
        if (result == PROTOCOL_DONE)
            start_job(&server, connection, errors);
        else if (result == PROTOCOL_CLOSED)
            break;
    }
    end_all(&server);
    close(control); /* the client waits for that, and not for what the caller may still do */
    return running ? EXIT_SUCCESS : EXIT_FAILURE;
}
