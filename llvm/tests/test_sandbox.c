/* SPDX-License-Identifier: MIT */
/* test_sandbox.c: what a process can still do in the sandbox, and what it cannot. Each attempt is
 * made by a child that has entered it. */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "llvm/sandbox.h"

static char inside[] = "/tmp/rootle-inside-XXXXXX", outside[] = "/tmp/rootle-outside-XXXXXX";
static char inside_file[64], outside_file[64];

static int set_up(void **state)
{
    if (!mkdtemp(inside) || !mkdtemp(outside))
        return -1;
    snprintf(inside_file, sizeof(inside_file), "%s/file", inside);
    snprintf(outside_file, sizeof(outside_file), "%s/file", outside);
    const char *const files[] = {inside_file, outside_file};
    for (int i = 0; i < 2; i++) {
        int file = open(files[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0 || write(file, "text", 4) != 4 || close(file))
            return -1;
    }
    return 0;
}

static int tear_down(void **state)
{
    return unlink(inside_file) | unlink(outside_file) | rmdir(inside) | rmdir(outside);
}

/* Runs an attempt in the sandbox. Returns what waitpid says of the process, which exits with what
 * the attempt returned. */
static int attempt(int (*act)(void))
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        const char *const folders[] = {inside};
        int result = sandbox_enter(folders, 1, stderr) ? 255 : act();
        _exit(result);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static int error_of(long result)
{
    return result < 0 ? errno : 0;
}

/* ---- what is refused: each returns the error ---- */

static int open_to_write(void)
{
    return error_of(open(inside_file, O_WRONLY | O_CLOEXEC));
}

static int open_to_create(void)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/new", inside);
    return error_of(open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0600));
}

static int open_to_truncate(void)
{
    return error_of(open(inside_file, O_RDONLY | O_TRUNC | O_CLOEXEC));
}

static int open_by_openat2(void)
{
    uint64_t how[3] = {O_RDWR};
    return error_of(syscall(SYS_openat2, AT_FDCWD, inside_file, how, sizeof(how)));
}

static int remove_file(void)
{
    return error_of(unlink(inside_file));
}

static int rename_file(void)
{
    return error_of(rename(inside_file, outside_file));
}

static int make_folder(void)
{
    return error_of(mkdir("/tmp/rootle-made", 0700));
}

static int change_mode(void)
{
    return error_of(chmod(inside_file, 0777));
}

static int open_socket(void)
{
    return error_of(socket(AF_INET, SOCK_STREAM, 0));
}

static int open_local_socket(void)
{
    return error_of(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int run_program(void)
{
    char *words[] = {"/bin/true", NULL};
    return error_of(execve(words[0], words, words + 1));
}

static int fork_child(void)
{
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return error_of(child);
}

static int fork_by_clone3(void)
{
    uint64_t arguments[8] = {[4] = SIGCHLD};
    pid_t child = (pid_t)syscall(SYS_clone3, arguments, sizeof(arguments));
    if (child == 0)
        _exit(0);
    return error_of(child);
}

static int signal_parent(void)
{
    return error_of(kill(getppid(), SIGURG));
}

static int signal_thread_of_parent(void)
{
    return error_of(syscall(SYS_tgkill, getppid(), getppid(), SIGURG));
}

static int send_input_signals(void)
{
    int fd = open(inside_file, O_RDONLY | O_CLOEXEC);
    return error_of(fcntl(fd, F_SETOWN, getppid()));
}

static int trace_parent(void)
{
    return error_of(ptrace(PTRACE_SEIZE, getppid(), 0, 0));
}

static int be_traced(void)
{
    return error_of(ptrace(PTRACE_TRACEME, 0, 0, 0));
}

static int read_parent(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {inside, 1};
    return error_of(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

static int map_code(void)
{
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return error_of(code == MAP_FAILED ? -1 : 0);
}

static int make_code(void)
{
    void *data = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return error_of(mprotect(data, 4096, PROT_READ | PROT_EXEC));
}

static int make_file_in_memory(void)
{
    return error_of(syscall(SYS_memfd_create, "x", 0));
}

static int type_into_terminal(void)
{
    return error_of(ioctl(STDIN_FILENO, TIOCSTI, "x"));
}

static int raise_limits(void)
{
    struct rlimit limit = {0, 0};
    return error_of(setrlimit(RLIMIT_CORE, &limit));
}

static int leave_namespace(void)
{
    return error_of(unshare(CLONE_NEWUSER));
}

static int set_up_ring(void)
{
    return error_of(syscall(SYS_io_uring_setup, 1, inside));
}

static int load_filter(void)
{
    return error_of(syscall(SYS_bpf, 0, inside, 0));
}

static int open_process(void)
{
    return error_of(syscall(SYS_pidfd_open, getppid(), 0));
}

static void test_refused(void **state)
{
    static const struct {
        const char *name;
        int (*act)(void);
    } rows[] = {
#define ROW(act) {#act, act}
        ROW(open_to_write),       ROW(open_to_create),     ROW(open_to_truncate),
        ROW(open_by_openat2),     ROW(remove_file),        ROW(rename_file),
        ROW(make_folder),         ROW(change_mode),        ROW(open_socket),
        ROW(open_local_socket),   ROW(run_program),        ROW(fork_child),
        ROW(fork_by_clone3),      ROW(signal_parent),      ROW(signal_thread_of_parent),
        ROW(send_input_signals),  ROW(trace_parent),       ROW(be_traced),
        ROW(read_parent),         ROW(map_code),           ROW(make_code),
        ROW(make_file_in_memory), ROW(type_into_terminal), ROW(raise_limits),
        ROW(leave_namespace),     ROW(set_up_ring),        ROW(load_filter),
        ROW(open_process),
#undef ROW
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        int status = attempt(rows[i].act);
        if (!WIFEXITED(status) || (WEXITSTATUS(status) != EPERM && WEXITSTATUS(status) != ENOSYS))
            fail_msg("%s: status %x", rows[i].name, (unsigned)status);
    }
    assert_int_equal(access(inside_file, F_OK), 0);
}

/* ---- what works: each returns 0 ---- */

static int read_inside(void)
{
    char text[8] = "";
    int file = open(inside_file, O_RDONLY | O_CLOEXEC);
    return file < 0 || read(file, text, sizeof(text)) != 4 || strcmp(text, "text") || close(file);
}

static void *count(void *number)
{
    ++*(int *)number;
    return number;
}

static int start_thread(void)
{
    pthread_t thread;
    int number = 0;
    return pthread_create(&thread, NULL, count, &number) || pthread_join(thread, NULL) ||
           number != 1;
}

static int take_memory(void)
{
    char *block = malloc(64 << 20);
    if (!block)
        return 1;
    memset(block, 1, 64 << 20);
    block = realloc(block, 128 << 20);
    free(block);
    return !block;
}

static int print_number(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%d", 12);
    return fclose(out) || strcmp(text, "12");
}

static void test_possible(void **state)
{
    assert_int_equal(attempt(read_inside), 0);
    assert_int_equal(attempt(start_thread), 0);
    assert_int_equal(attempt(take_memory), 0);
    assert_int_equal(attempt(print_number), 0);
}

#ifndef ROOTLE_SANITIZED
static int call_abort(void)
{
    abort();
}

/* A crash is seen as what it is. */
static void test_abort(void **state)
{
    int status = attempt(call_abort);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
#endif

static int read_outside(void)
{
    return error_of(open(outside_file, O_RDONLY | O_CLOEXEC));
}

static int list_outside(void)
{
    return error_of(open("/etc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

/* Where the kernel has Landlock. */
static void test_reading_outside(void **state)
{
    if (syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) < 1)
        skip();
    int files = attempt(read_outside), folders = attempt(list_outside);
    assert_true(WIFEXITED(files) && WEXITSTATUS(files) == EACCES);
    assert_true(WIFEXITED(folders) && WEXITSTATUS(folders) == EACCES);
}

static int try_again(void)
{
    char why[128] = "";
    bool works = sandbox_works(why, sizeof(why)); /* no process can be made any more */
    return works || !*why;
}

static void test_whether_it_works(void **state)
{
    char why[128] = "";
    assert_true(sandbox_works(why, sizeof(why)));
    assert_int_equal(attempt(try_again), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whether_it_works),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_possible),
        cmocka_unit_test(test_reading_outside),
#ifndef ROOTLE_SANITIZED
        cmocka_unit_test(test_abort),
#endif
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
