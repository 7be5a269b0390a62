/* SPDX-License-Identifier: MIT */
/* process.c: one compiler process for the whole application, and the builds sent to it.
 *
 * The end of our end of the control socket ends it, so it never outlives the application, however
 * that ends. It is no child of the application. A forked child of the application forgets the
 * parent's process and starts its own when it builds. */
#include "driver/compiler/process.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/compiler.h"
#include "driver/compiler/spawn.h"

enum { LAST_WORDS_BYTES = 16 << 10 };

/* How long a process may take to end, and a server to end a build. */
enum { END_MS = 200, ABANDON_MS = 2000 };

/* The running process. Guarded by the lock. */
static struct {
    pthread_mutex_t lock;
    int control;           /* -1: none runs */
    pid_t pid, owner;      /* its own, and that of the process that started it */
    unsigned number;       /* counts those that were started */
    char path[PATH_MAX];   /* the program that runs */
    struct timespec built; /* its modification time: a newer one replaces it */
} server = {.lock = PTHREAD_MUTEX_INITIALIZER, .control = -1};

static inline bool is_locked(void)
{
    return pthread_mutex_trylock(&server.lock) == EBUSY;
}

static bool make_pair(int pair[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
        return false;
    pair[0] = spawn_raise(pair[0]);
    pair[1] = spawn_raise(pair[1]);
    if (pair[0] >= 0 && pair[1] >= 0)
        return true;
    if (pair[0] >= 0)
        close(pair[0]);
    if (pair[1] >= 0)
        close(pair[1]);
    return false;
}

/* Nothing of the environment reaches a compile but by its request. Sanitizers read their options
 * there. Called with the lock. */
static char **environment(void)
{
    assert(is_locked());
    static char *kept[8];
    size_t count = 0;
#ifdef ROOTLE_SANITIZED
    for (char **at = environ; at && *at && count + 1 < COUNT(kept); at++)
        if (strstr(*at, "SAN_OPTIONS="))
            kept[count++] = *at;
#endif
    kept[count] = NULL;
    return kept;
}

/* Whether the peer closes its end of a connection in time. */
static bool hangs_up(int fd, int timeout_ms)
{
    struct pollfd entry = {.fd = fd};
    int ready;
    do
        ready = poll(&entry, 1, timeout_ms);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

/* Closes our end alone. */
static void forget_locked(void)
{
    assert(is_locked());
    if (server.control >= 0)
        close(server.control);
    server.control = -1;
}

/* Ends the process, unless it is the parent's and we are a child that fork's handlers did not see.
 * It ends by itself when nothing more can come, unless it hangs: then it still has
 * its end of the socket, and the pid is still its own. */
static void stop_locked(void)
{
    assert(is_locked());
    if (server.control >= 0 && server.owner == getpid()) {
        shutdown(server.control, SHUT_WR);
        if (!hangs_up(server.control, END_MS))
            kill(server.pid, SIGKILL);
    }
    forget_locked();
}

static void before_fork(void)
{
    pthread_mutex_lock(&server.lock);
}

static void after_fork_in_parent(void)
{
    pthread_mutex_unlock(&server.lock);
}

/* The parent's compiler is the parent's: only our copy of the socket goes. */
static void after_fork_in_child(void)
{
    forget_locked();
    pthread_mutex_unlock(&server.lock);
}

static void register_fork_handlers(void)
{
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

__attribute__((destructor)) static void stop_at_unload(void)
{
    /* The process is ending. If another of its threads holds the lock there is nothing to do: the
     * socket closes with the process. */
    if (pthread_mutex_trylock(&server.lock) == 0) {
        stop_locked();
        pthread_mutex_unlock(&server.lock);
    }
}

__attribute__((format(printf, 3, 4))) static void
set_reply(struct protocol_reply *reply, enum compiler_status status, const char *format, ...)
{
    va_list arguments;
    protocol_reply_finish(reply);
    reply->status = status;
    va_start(arguments, format);
    if (vasprintf(&reply->log, format, arguments) < 0)
        reply->log = NULL;
    va_end(arguments);
}

static const char *describe(enum protocol_result result)
{
    static const char *const texts[] = {
        [PROTOCOL_DONE] = "no error",
        [PROTOCOL_CLOSED] = "it ended without an answer",
        [PROTOCOL_LATE] = "it did not answer in time",
        [PROTOCOL_BROKEN] = "what it says is not this version's protocol",
        [PROTOCOL_NO_MEMORY] = "there is not enough memory",
    };
    assert(result < COUNT(texts));
    return texts[result];
}

static void refuse_start(struct protocol_reply *reply, enum compiler_status status,
                         const char *path, const char *why)
{
    set_reply(reply, status, "the compiler %s could not be started: %s\n", path, why);
}

static enum compiler_status start_failure(enum protocol_result result)
{
    if (result == PROTOCOL_NO_MEMORY)
        return COMPILER_NO_MEMORY;
    return result == PROTOCOL_LATE ? COMPILER_TIMEOUT : COMPILER_UNAVAILABLE;
}

/* Once: it is the machine that is so. */
static void tell_unconfined(const struct protocol_hello *hello)
{
    static bool told;
    if (*hello->unconfined && env_number(ENV_SANDBOX) != 0 && !told)
        fprintf(stderr, "rootle: programs are compiled without a sandbox: %s\n", hello->unconfined);
    told |= *hello->unconfined;
}

static bool greet(int64_t deadline, struct protocol_reply *reply)
{
    struct protocol_hello hello;
    assert(is_locked() && server.control >= 0);
    enum protocol_result result = protocol_receive_hello(server.control, &hello, deadline);
    if (result == PROTOCOL_DONE)
        tell_unconfined(&hello);
    protocol_hello_finish(&hello);
    if (result == PROTOCOL_DONE)
        return true;
    stop_locked();
    refuse_start(reply, start_failure(result), server.path, describe(result));
    return false;
}

/* Whether the program at `path` runs for us, and is the one that lies there now. */
static bool runs_locked(const char *path, const struct stat *info)
{
    return server.control >= 0 && server.owner == getpid() && !strcmp(server.path, path) &&
           info->st_mtim.tv_sec == server.built.tv_sec &&
           info->st_mtim.tv_nsec == server.built.tv_nsec;
}

/* Requests for that chip will be served fastest. Returns 0 or an errno. */
static int start_locked(const char *path, const char *chip, const struct stat *info)
{
    assert(is_locked() && server.control < 0); /* one process at a time */
    char *arguments[] = {(char *)path, "--server", "--chip", (char *)chip, NULL};
    int pair[2];
    if (!make_pair(pair))
        return errno;
    int error = spawn_detached(path, arguments, environment(), pair[1], &server.pid);
    close(pair[1]);
    if (error) {
        close(pair[0]);
        return error;
    }
    snprintf(server.path, sizeof(server.path), "%s", path);
    server.built = info->st_mtim;
    server.control = pair[0];
    server.owner = getpid();
    server.number++;
    return 0;
}

/* Makes sure that it runs. */
static bool ensure_locked(const char *path, const char *chip, int64_t deadline,
                          struct protocol_reply *reply)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_fork_handlers);
    struct stat info;
    if (stat(path, &info) < 0)
        memset(&info, 0, sizeof(info));
    if (runs_locked(path, &info))
        return true;
    stop_locked();
    int error = start_locked(path, chip, &info);
    if (!error)
        return greet(deadline, reply);
    refuse_start(reply, COMPILER_UNAVAILABLE, path, strerror(error));
    return false;
}

/* A connection to the compiler with `errors` as its stderr, or -1 with the reply filled. A process
 * that died since the last build is replaced once. */
static int connect_locked(const char *path, const struct protocol_request *request, int errors,
                          int64_t deadline, struct protocol_reply *reply)
{
    assert(is_locked());
    for (int attempt = 0; attempt < 2; attempt++) {
        int pair[2];
        if (!ensure_locked(path, request->chip, deadline, reply))
            return -1;
        if (!make_pair(pair)) {
            set_reply(reply, COMPILER_UNAVAILABLE, "no socket for the build: %s\n",
                      strerror(errno));
            return -1;
        }
        enum protocol_result result = protocol_send_connection(
            server.control, pair[1], errors, (enum compiler_action)request->action);
        close(pair[1]);
        if (result == PROTOCOL_DONE)
            return pair[0];
        close(pair[0]);
        stop_locked();
    }
    set_reply(reply, COMPILER_CRASHED, "the compiler process %s keeps ending\n", path);
    return -1;
}

/* Reads the end of what a compile wrote to its stderr; malloc'ed, or NULL for nothing. */
static char *last_words(int errors)
{
    struct stat info;
    if (errors < 0 || fstat(errors, &info) < 0 || info.st_size == 0)
        return NULL;
    size_t size = info.st_size < LAST_WORDS_BYTES ? (size_t)info.st_size : LAST_WORDS_BYTES;
    char *words = malloc(size + 1);
    if (!words)
        return NULL;
    ssize_t got = pread(errors, words, size, info.st_size - (off_t)size);
    words[got > 0 ? got : 0] = '\0';
    return words;
}

/* Shows what ROOTLE_DEBUG had the compiler print. */
static void relay(int errors)
{
    char buffer[4096];
    off_t at = 0;
    for (ssize_t got; (got = pread(errors, buffer, sizeof(buffer), at)) > 0; at += got)
        fwrite(buffer, 1, (size_t)got, stderr);
}

static void add_last_words(struct protocol_reply *reply, int errors)
{
    char *words = last_words(errors), *log = NULL;
    if (words && asprintf(&log, "%s%s", reply->log ? reply->log : "", words) >= 0) {
        free(reply->log);
        reply->log = log;
    }
    free(words);
}

/* Forgets a server that is dying or hangs, so that no other build is sent to it. */
static void discard(unsigned number)
{
    pthread_mutex_lock(&server.lock);
    if (server.number == number)
        stop_locked();
    pthread_mutex_unlock(&server.lock);
}

/* Gives up a build. shutdown() tells the server even where a forked child of ours still has a copy
 * of the connection. Returns whether the server hung up in time. */
static bool abandon(int connection)
{
    shutdown(connection, SHUT_WR);
    return hangs_up(connection, ABANDON_MS);
}

/* Waits for the reply to begin. LATE where it is not wanted any more; all else is for the transfer
 * to find. */
static enum protocol_result wait_wanted(int connection, const int *unwanted, int64_t deadline)
{
    struct pollfd entries[] = {{.fd = connection, .events = POLLIN},
                               {.fd = unwanted ? *unwanted : -1, .events = POLLIN}};
    int ready = 0;
    while (unwanted && !ready) {
        int64_t left = deadline == PROTOCOL_FOREVER ? -1 : deadline - protocol_deadline(0);
        if (deadline != PROTOCOL_FOREVER && left <= 0)
            return PROTOCOL_LATE;
        ready = poll(entries, COUNT(entries), left > 1 << 30 ? 1 << 30 : (int)left);
        if (ready < 0 && errno == EINTR)
            ready = 0;
    }
    return ready > 0 && entries[1].revents ? PROTOCOL_LATE : PROTOCOL_DONE;
}

/* One attempt. CLOSED means that the server itself went away. */
static enum protocol_result try_compile(const char *path, const struct protocol_request *request,
                                        const int *unwanted, int errors, int64_t deadline,
                                        struct protocol_reply *reply)
{
    pthread_mutex_lock(&server.lock);
    int connection = connect_locked(path, request, errors, deadline, reply);
    unsigned number = server.number;
    pthread_mutex_unlock(&server.lock);
    if (connection < 0)
        return PROTOCOL_DONE;
    enum protocol_result result = protocol_send_request(connection, request, deadline);
    /* A server that refused early may have answered before it closed. One that did not must not
     * wait for the rest of the request. */
    if (result == PROTOCOL_CLOSED)
        shutdown(connection, SHUT_WR);
    if (result == PROTOCOL_DONE)
        result = wait_wanted(connection, unwanted, deadline);
    if (result == PROTOCOL_DONE || result == PROTOCOL_CLOSED)
        result = protocol_receive_reply(connection, reply, deadline);
    /* A server that closes a connection without an answer is dying. */
    if (result == PROTOCOL_CLOSED || (result == PROTOCOL_LATE && !abandon(connection)))
        discard(number);
    close(connection);
    return result;
}

static void conclude(enum protocol_result result, double seconds, int errors,
                     struct protocol_reply *reply)
{
    if (result == PROTOCOL_LATE)
        set_reply(reply, COMPILER_TIMEOUT, "the compiler was stopped after %g seconds\n", seconds);
    else if (result == PROTOCOL_NO_MEMORY)
        set_reply(reply, COMPILER_NO_MEMORY, "%s\n", "not enough memory to talk to the compiler");
    else if (result != PROTOCOL_DONE)
        set_reply(reply, COMPILER_CRASHED, "the compiler crashed: %s\n", describe(result));
    else if (reply->status > COMPILER_NO_MEMORY)
        set_reply(reply, COMPILER_CRASHED, "the compiler crashed: %s\n",
                  "its status has no meaning");
    if (reply->status == COMPILER_CRASHED || reply->status == COMPILER_TIMEOUT)
        add_last_words(reply, errors);
    else if (errors >= 0)
        relay(errors);
}

/* The lower of two limits, of which 0 is none. */
static double lower(double a, double b)
{
    return a <= 0 || (b > 0 && b < a) ? b : a;
}

/* Fills the request's limits. Returns its seconds; 0: no limit. */
static double set_limits(const struct compiler_request *asked, struct protocol_request *request)
{
    double seconds = lower(env_number(ENV_CC_TIMEOUT), asked->seconds);
    request->timeout_s = (uint32_t)(seconds < 1e6 ? seconds + 0.999 : 0);
    request->memory_mib = (uint32_t)lower(env_number(ENV_CC_MEMORY), asked->memory_mib);
    request->confined = env_number(ENV_SANDBOX) != 0;
    request->background = asked->background;
    return seconds;
}

void process_compile(const char *path, const struct compiler_request *asked,
                     struct protocol_request *request, struct protocol_reply *reply)
{
    const double seconds = set_limits(asked, request);
    int errors = spawn_raise(memfd_create("rootle-cc-stderr", MFD_CLOEXEC));
    *reply = (struct protocol_reply){0};
    if (errors < 0) {
        set_reply(reply, COMPILER_UNAVAILABLE, "no file for the compiler's messages: %s\n",
                  strerror(errno));
        return;
    }
    int64_t deadline = seconds > 0 ? protocol_deadline(seconds) : PROTOCOL_FOREVER;
    enum protocol_result result = PROTOCOL_CLOSED;
    for (int attempt = 0; attempt < 2 && result == PROTOCOL_CLOSED; attempt++)
        result = try_compile(path, request, asked->unwanted, errors, deadline, reply);
    conclude(result, seconds, errors, reply);
    close(errors);
}
