/* SPDX-License-Identifier: MIT */
/* sandbox.c: a filter of system calls, by libseccomp, and Landlock, by its system calls, for which
 * the C library has no functions. */
#include "llvm/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/count.h"

/* ---- system calls ---- */

/* Allowed as they are. Most are what the C library needs for memory, open files and threads: Clang
 * goes on in a thread with a stack of its own where a program nests deeply. */
static const int allowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(pread64),
    SCMP_SYS(readv),
    SCMP_SYS(write),
    SCMP_SYS(pwrite64),
    SCMP_SYS(writev),
    SCMP_SYS(lseek),
    SCMP_SYS(close),
    SCMP_SYS(sendto),
    SCMP_SYS(recvfrom),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(stat),
    SCMP_SYS(lstat),
    SCMP_SYS(statx),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(getcwd),
    SCMP_SYS(getdents64),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(getuid),
    SCMP_SYS(geteuid),
    SCMP_SYS(getgid),
    SCMP_SYS(getegid),
    SCMP_SYS(getrandom),
    SCMP_SYS(getrlimit),
    SCMP_SYS(getrusage),
    SCMP_SYS(sysinfo),
    SCMP_SYS(uname),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_getres),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(times),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
};

/* Further calls that the start of another program makes: its libraries are executable. */
static const int starting[] = {SCMP_SYS(execve),          SCMP_SYS(mmap),
                               SCMP_SYS(mprotect),        SCMP_SYS(arch_prctl),
                               SCMP_SYS(set_tid_address), SCMP_SYS(prlimit64)};

/* Allowed while one argument, under a mask, has a value. */
struct condition {
    int call;
    unsigned argument;
    scmp_datum_t mask, value;
};

static const struct condition conditions[] = {
    {SCMP_SYS(open), 1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
    {SCMP_SYS(openat), 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
    {SCMP_SYS(clone), 0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFD},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_SETFD},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFL},
};

/* Likewise, of a process that starts no program. */
static const struct condition staying[] = {
    {SCMP_SYS(mmap), 2, PROT_EXEC, 0},
    {SCMP_SYS(mprotect), 2, PROT_EXEC, 0},
    {SCMP_SYS(prlimit64), 2, UINT64_MAX, 0}, /* asks, and sets nothing */
};

/* These are as if the kernel did not have them: the C library knows other ways. The rest is not
 * permitted. */
static const int absent[] = {SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(close_range)};

static int allow(scmp_filter_ctx filter, const int *calls, size_t count)
{
    int error = 0;
    for (size_t i = 0; i < count && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
    return error;
}

static int allow_where(scmp_filter_ctx filter, const struct condition *rows, size_t count)
{
    int error = 0;
    for (size_t i = 0; i < count && !error; i++)
        error = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, rows[i].call, 1,
            SCMP_CMP(rows[i].argument, SCMP_CMP_MASKED_EQ, rows[i].mask, rows[i].value));
    return error;
}

/* A call that this architecture does not have needs no rule. */
static int add_rules(scmp_filter_ctx filter, bool starts)
{
    int error = allow(filter, allowed, COUNT(allowed));
    if (!error)
        error = allow_where(filter, conditions, COUNT(conditions));
    if (!error)
        error = starts ? allow(filter, starting, COUNT(starting))
                       : allow_where(filter, staying, COUNT(staying));
    /* To itself alone: raise and abort. */
    if (!error)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                                 SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    for (size_t i = 0; i < COUNT(absent) && !error; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), absent[i], 0);
    return error;
}

static int filter_calls(bool starts, FILE *log)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int error = filter ? add_rules(filter, starts) : -ENOMEM;
    if (!error)
        error = seccomp_load(filter);
    if (filter)
        seccomp_release(filter);
    if (error)
        fprintf(log, "no filter of system calls: %s\n", strerror(-error));
    return error ? -1 : 0;
}

/* ---- files ---- */

enum { READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR };

/* All that the first version knows; the filter keeps from what later ones added. */
enum { HANDLED = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };

/* The access to programs and libraries, which may be single files. */
enum { USE_FILE = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE };

static void allow_access(int rules, const char *path, unsigned access)
{
    struct landlock_path_beneath_attr below = {.allowed_access = access,
                                               .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (below.parent_fd < 0)
        return; /* what is not there needs no permission */
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
    close(below.parent_fd);
}

/* A kernel without Landlock, or without room for one more layer of it, is no error. */
static void confine_files(const char *const *paths, size_t count, unsigned access)
{
    const struct landlock_ruleset_attr handled = {.handled_access_fs = HANDLED};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0);
    if (rules < 0)
        return;
    for (size_t i = 0; i < count; i++)
        allow_access(rules, paths[i], access);
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}

static int give_up_privileges(FILE *log)
{
    if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return 0;
    fprintf(log, "privileges cannot be given up: %s\n", strerror(errno));
    return -1;
}

int sandbox_enter(const char *const *folders, size_t count, FILE *log)
{
    if (give_up_privileges(log))
        return -1;
    confine_files(folders, count, READ);
    return filter_calls(false, log);
}

int sandbox_enter_program(const char *program, FILE *log)
{
    const char *const paths[] = {program, "/usr/lib", "/usr/lib64",
                                 "/lib",  "/lib64",   "/etc/ld.so.cache"};
    if (give_up_privileges(log))
        return -1;
    confine_files(paths, COUNT(paths), USE_FILE);
    return filter_calls(true, log);
}

/* ---- whether it works ---- */

/* In a process of its own, which says what is wrong through a pipe. */
_Noreturn static void try_it(int out)
{
    FILE *log = fdopen(out, "w");
    int result = log ? sandbox_enter(NULL, 0, log) : -1;
    if (log)
        fflush(log);
    _exit(result ? EXIT_FAILURE : EXIT_SUCCESS);
}

bool sandbox_works(char *why, size_t size)
{
    int ends[2], status = -1;
    snprintf(why, size, "it cannot be tried");
    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    pid_t child = fork();
    if (child == 0)
        try_it(ends[1]);
    close(ends[1]);
    ssize_t got = read(ends[0], why, size - 1);
    if (got > 0) {
        why[got] = '\0';
        why[strcspn(why, "\n")] = '\0';
    }
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}
