/* SPDX-License-Identifier: MIT */
/* spawn.c: the application starts a process between, which starts the program and ends: so the
 * program is a child of whatever adopts orphans. The process between is one that waits see only
 * when they ask for clones (__WALL, __WCLONE), for the moment that it lives, and its end raises no
 * signal. (A clone that runs the program itself would not do: the kernel gives it SIGCHLD back.) */
#include "driver/compiler/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/whole.h"
#include "driver/compiler/protocol.h"

#ifdef __SANITIZE_THREAD__
enum { SHARED_MEMORY = 0 }; /* its runtime takes every clone for a fork, whose memory is a copy */
#else
enum { SHARED_MEMORY = CLONE_VM };
#endif
enum { STACK_BYTES = 256 << 10, FIRST_OWN_FD = 10 };

int spawn_raise(int fd)
{
    if (fd < 0)
        return -1;
    int raised = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_OWN_FD);
    /* EINVAL: the process may have no descriptors as high as that. */
    int error = raised < 0 && errno == EINVAL ? EMFILE : errno;
    close(fd);
    errno = error;
    return raised;
}

struct launch {
    const char *path;
    char *const *arguments, *const *environment;
    int control, report; /* the process between writes its outcome to `report` */
};

struct outcome {
    int error;
    pid_t pid;
};

/* Gives the program fd 3, our stderr and nothing else. */
static int prepare_files(posix_spawn_file_actions_t *files, int control)
{
    int error = posix_spawn_file_actions_adddup2(files, control, PROTOCOL_CONTROL_FD);
    if (!error)
        error = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error && fcntl(STDERR_FILENO, F_GETFD) < 0)
        error = posix_spawn_file_actions_addopen(files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
    if (!error)
        error = posix_spawn_file_actions_addclosefrom_np(files, PROTOCOL_CONTROL_FD + 1);
    return error;
}

/* A session of its own keeps the terminal's interrupt key and its hang-up away from the program;
 * signals are as in a fresh one whatever the application did to its own. */
static int prepare_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETSID);
}

static struct outcome spawn(const struct launch *launch)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    struct outcome outcome = {.error = prepare_files(&files, launch->control)};
    if (!outcome.error)
        outcome.error = prepare_signals(&attributes);
    if (!outcome.error)
        outcome.error = posix_spawn(&outcome.pid, launch->path, &files, &attributes,
                                    launch->arguments, launch->environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return outcome;
}

/* The process between. It has the application's memory, as after vfork, and says how it went
 * through a pipe all the same: under valgrind its memory is a copy. clone() ends it, since
 * AddressSanitizer wonders about _exit on this stack. */
static int run_between(void *data)
{
    const struct launch *launch = data;
    struct outcome outcome = spawn(launch);
    whole_write(launch->report, &outcome, sizeof(outcome));
    return 0;
}

/* No handler of the application's may run in it. qemu-user has no clone without a signal. */
static pid_t clone_between(struct launch *launch, char *stack)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int flags = SHARED_MEMORY | CLONE_VFORK;
    pid_t between = clone(run_between, stack + STACK_BYTES, flags, launch);
    if (between < 0 && errno == EINVAL)
        between = clone(run_between, stack + STACK_BYTES, flags | SIGCHLD, launch);
    int error = errno;
    while (between > 0 && waitpid(between, NULL, __WALL) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return between;
}

static int launch_through(struct launch *launch, char *stack, pid_t *pid)
{
    int ends[2];
    struct outcome outcome = {.error = EAGAIN};
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
        return errno;
    ends[0] = spawn_raise(ends[0]);
    ends[1] = spawn_raise(ends[1]);
    launch->report = ends[1];
    if (ends[0] < 0 || ends[1] < 0 || clone_between(launch, stack) < 0)
        outcome.error = errno;
    else if (whole_read(ends[0], &outcome, sizeof(outcome)) != sizeof(outcome))
        outcome.error = EAGAIN;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    *pid = outcome.pid;
    return outcome.error;
}

int spawn_detached(const char *path, char *const *arguments, char *const *environment, int control,
                   pid_t *pid)
{
    struct launch launch = {
        .path = path, .arguments = arguments, .environment = environment, .control = control};
    char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return errno;
    int error = launch_through(&launch, stack, pid);
    munmap(stack, STACK_BYTES);
    return error;
}
