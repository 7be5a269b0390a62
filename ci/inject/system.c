/* SPDX-License-Identifier: MIT */
/* system.c: calls of the system that fail or do less than they were asked for. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "ci/inject/failure.h"

#define DECLARED(type, name, parameters)                                                           \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;

/* A call that says `failure` and sets errno. */
#define FAILING(type, name, failure, parameters, arguments)                                        \
    DECLARED(type, name, parameters)                                                               \
    type __wrap_##name parameters                                                                  \
    {                                                                                              \
        int way = inject_way(INJECT_##name);                                                       \
        if (!way)                                                                                  \
            return __real_##name arguments;                                                        \
        errno = way;                                                                               \
        return failure;                                                                            \
    }

/* A call that returns the error's number. */
#define RETURNING(name, parameters, arguments)                                                     \
    DECLARED(int, name, parameters)                                                                \
    int __wrap_##name parameters                                                                   \
    {                                                                                              \
        int way = inject_way(INJECT_##name);                                                       \
        return way ? way : __real_##name arguments;                                                \
    }

/* A transfer of `size` bytes, or of one. */
#define MOVING(name, parameters, arguments)                                                        \
    DECLARED(ssize_t, name, parameters)                                                            \
    ssize_t __wrap_##name parameters                                                               \
    {                                                                                              \
        int way = inject_way(INJECT_##name);                                                       \
        if (way == INJECT_SHORT && size > 1)                                                       \
            size = 1;                                                                              \
        if (way <= 0)                                                                              \
            return __real_##name arguments;                                                        \
        errno = way;                                                                               \
        return -1;                                                                                 \
    }

MOVING(read, (int fd, void *bytes, size_t size), (fd, bytes, size))
MOVING(pread, (int fd, void *bytes, size_t size, off_t at), (fd, bytes, size, at))
MOVING(write, (int fd, const void *bytes, size_t size), (fd, bytes, size))
MOVING(getrandom, (void *bytes, size_t size, unsigned flags), (bytes, size, flags))
MOVING(send, (int fd, const void *bytes, size_t size, int flags), (fd, bytes, size, flags))
MOVING(recv, (int fd, void *bytes, size_t size, int flags), (fd, bytes, size, flags))

FAILING(ssize_t, sendmsg, -1, (int fd, const struct msghdr *message, int flags),
        (fd, message, flags))
FAILING(ssize_t, recvmsg, -1, (int fd, struct msghdr *message, int flags), (fd, message, flags))
FAILING(int, poll, -1, (struct pollfd * fds, nfds_t count, int timeout), (fds, count, timeout))
FAILING(int, renameat, -1, (int from_folder, const char *from, int to_folder, const char *to),
        (from_folder, from, to_folder, to))
FAILING(int, unlinkat, -1, (int folder, const char *path, int flags), (folder, path, flags))
FAILING(int, mkdir, -1, (const char *path, mode_t mode), (path, mode))
FAILING(int, stat, -1, (const char *path, struct stat *info), (path, info))
FAILING(int, fstat, -1, (int fd, struct stat *info), (fd, info))
FAILING(int, fstatat, -1, (int folder, const char *path, struct stat *info, int flags),
        (folder, path, info, flags))
FAILING(int, futimens, -1, (int fd, const struct timespec times[2]), (fd, times))
FAILING(int, mprotect, -1, (void *address, size_t size, int protection),
        (address, size, protection))
FAILING(void *, mmap, MAP_FAILED,
        (void *address, size_t size, int protection, int flags, int fd, off_t at),
        (address, size, protection, flags, fd, at))
FAILING(int, memfd_create, -1, (const char *name, unsigned flags), (name, flags))
FAILING(int, socketpair, -1, (int domain, int type, int protocol, int pair[2]),
        (domain, type, protocol, pair))
FAILING(int, pipe, -1, (int pair[2]), (pair))
FAILING(int, pipe2, -1, (int pair[2], int flags), (pair, flags))
FAILING(pid_t, fork, -1, (void), ())
FAILING(int, dup, -1, (int fd), (fd))
FAILING(int, dup2, -1, (int from, int to), (from, to))
FAILING(pid_t, waitpid, -1, (pid_t child, int *status, int options), (child, status, options))
FAILING(DIR *, opendir, NULL, (const char *path), (path))
FAILING(DIR *, fdopendir, NULL, (int fd), (fd))
FAILING(struct dirent *, readdir, NULL, (DIR * folder), (folder))
FAILING(int, pidfd_open, -1, (pid_t process, unsigned flags), (process, flags))
FAILING(int, signalfd, -1, (int fd, const sigset_t *signals, int flags), (fd, signals, flags))
FAILING(char *, getcwd, NULL, (char *path, size_t size), (path, size))
FAILING(int, chdir, -1, (const char *path), (path))
FAILING(int, setpriority, -1, (__priority_which_t which, id_t who, int value), (which, who, value))
FAILING(int, setenv, -1, (const char *name, const char *value, int replace), (name, value, replace))

RETURNING(posix_spawn,
          (pid_t * child, const char *path, const posix_spawn_file_actions_t *files,
           const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]),
          (child, path, files, attributes, arguments, environment))
RETURNING(posix_spawn_file_actions_adddup2, (posix_spawn_file_actions_t * files, int from, int to),
          (files, from, to))
RETURNING(posix_spawn_file_actions_addopen,
          (posix_spawn_file_actions_t * files, int fd, const char *path, int flags, mode_t mode),
          (files, fd, path, flags, mode))
RETURNING(posix_spawn_file_actions_addclosefrom_np, (posix_spawn_file_actions_t * files, int from),
          (files, from))
RETURNING(pthread_create,
          (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *data),
          (thread, attributes, run, data))

/* The arguments behind the flags are all pointers; none is used here but the function's own. */
DECLARED(int, clone, (int (*run)(void *), void *stack, int flags, void *data, ...))
int __wrap_clone(int (*run)(void *), void *stack, int flags, void *data, ...)
{
    int way = inject_way(INJECT_clone);

    if (!way)
        return __real_clone(run, stack, flags, data);
    errno = way;
    return -1;
}

/* Linux has closed the descriptor whatever close() says. */
DECLARED(int, close, (int fd))
int __wrap_close(int fd)
{
    int way = inject_way(INJECT_close), status = __real_close(fd);

    if (!way)
        return status;
    errno = way;
    return -1;
}

DECLARED(int, open, (const char *path, int flags, ...))
int __wrap_open(const char *path, int flags, ...)
{
    va_list rest;

    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int way = inject_way(INJECT_open);
    if (!way)
        return __real_open(path, flags, mode);
    errno = way;
    return -1;
}

DECLARED(int, openat, (int folder, const char *path, int flags, ...))
int __wrap_openat(int folder, const char *path, int flags, ...)
{
    va_list rest;

    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int way = inject_way(INJECT_openat);
    if (!way)
        return __real_openat(folder, path, flags, mode);
    errno = way;
    return -1;
}

/* Only new descriptors can be lacking; what else it is asked for cannot fail. */
DECLARED(int, fcntl, (int fd, int command, ...))
int __wrap_fcntl(int fd, int command, ...)
{
    va_list rest;

    va_start(rest, command);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    int way = command == F_DUPFD || command == F_DUPFD_CLOEXEC ? inject_way(INJECT_fcntl) : 0;
    if (!way)
        return __real_fcntl(fd, command, argument);
    errno = way;
    return -1;
}
