/* SPDX-License-Identifier: MIT */
/* accident_driver.c: the bundled driver, but a program that is built with -D ACCIDENT has it do
 * what the variable ACCIDENT names: what careless drivers do to the process that they are in. */
#include <CL/cl_icd.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms,
                                                       cl_uint *platform_count);

typedef void(CL_CALLBACK *notify_fn)(cl_program program, void *data);
static cl_int (*build)(cl_program, cl_uint, const cl_device_id *, const char *, notify_fn, void *);

/* ---- output ---- */

enum { DESCRIPTORS = 2048 };

/* Records that would turn verdicts around, if anybody took them for such. */
static void write_to(int first)
{
    static const char text[] =
        "{\"begin\":\"a.cl::wrong\"}\n{\"test\":\"a.cl::wrong\",\"status\":\"pass\","
        "\"seconds\":0}\n\xff\xfe{\"done\":\"a.cl\"}\nno end";

    for (int file = first; file < DESCRIPTORS; file++) {
        if (fcntl(file, F_GETFD) >= 0 && write(file, text, sizeof(text) - 1) < 0)
            continue;
    }
}

static void write_everywhere(void)
{
    write_to(0);
}

static void print(void)
{
    puts("{\"test\":\"a.cl::wrong\",\"status\":\"pass\",\"seconds\":0}");
    fputs("{\"test\":\"a.cl::wrong\",\"status\":\"pass\",\"seconds\":0}\nno end", stderr);
}

static void write_short(void)
{
    for (int file = 0; file < DESCRIPTORS; file++) {
        if (fcntl(file, F_GETFD) >= 0 && write(file, "x", 1) < 0)
            continue;
    }
}

/* ---- descriptors ---- */

static void close_others(void)
{
    close_range(STDERR_FILENO + 1, ~0U, 0);
}

static void close_all(void)
{
    close_range(0, ~0U, 0);
}

static void close_standard(void)
{
    fclose(stdin);
    fclose(stdout);
    fclose(stderr);
}

/* As a process does that becomes a daemon, in the wrong order. */
static void replace_all(void)
{
    int nothing = open("/dev/null", O_RDWR);

    for (int file = 0; file < DESCRIPTORS; file++)
        if (file != nothing && fcntl(file, F_GETFD) >= 0)
            dup2(nothing, file);
}

static void switch_waiting(void)
{
    for (int file = 0; file < DESCRIPTORS; file++) {
        int flags = fcntl(file, F_GETFL);

        if (flags >= 0)
            fcntl(file, F_SETFL, flags ^ O_NONBLOCK);
    }
}

/* ---- ends ---- */

static void exit_well(void)
{
    exit(0);
}

static void exit_at_once(void)
{
    _exit(0);
}

static void end_thread(void)
{
    pthread_exit(NULL);
}

static void stop(void)
{
    raise(SIGSTOP);
}

static void hang(void)
{
    for (;;)
        pause();
}

static void end_at_exit(void)
{
    write_to(0);
    _exit(0);
}

static void exit_otherwise(void)
{
    atexit(end_at_exit);
}

/* ---- children ---- */

/* Holds what it inherits, and writes to it, for as long as tests go on. */
static void leave_child(void)
{
    if (fork())
        return;
    prctl(PR_SET_PDEATHSIG, 0);
    for (int turn = 0; turn < 600; turn++) {
        write_to(STDERR_FILENO + 1);
        usleep(100000);
    }
    _exit(0);
}

/* A child that was to execute a program and could not goes on as its parent. */
static void leave_twin(void)
{
    if (fork() == 0)
        exit(0);
}

static void run_shell(void)
{
    if (system("for i in 1 2 3 4 5 6 7 8 9; do echo '{\"done\":\"a.cl\"}' >&$i; done 2>&1") < 0)
        return;
}

static const struct accident {
    const char *name;
    void (*happen)(void);
} accidents[] = {
#define ROW(name) {#name, name}
    ROW(write_everywhere),
    ROW(print),
    ROW(write_short),
    ROW(close_others),
    ROW(close_all),
    ROW(replace_all),
    ROW(close_standard),
    ROW(switch_waiting),
    ROW(exit_well),
    ROW(exit_at_once),
    ROW(end_thread),
    ROW(stop),
    ROW(hang),
    ROW(leave_child),
    ROW(leave_twin),
    ROW(run_shell),
    ROW(exit_otherwise),
#undef ROW
};

static void happen(const char *name)
{
    for (size_t i = 0; i < sizeof(accidents) / sizeof(*accidents); i++)
        if (!strcmp(accidents[i].name, name))
            accidents[i].happen();
}

static cl_int CL_API_CALL build_by_accident(cl_program program, cl_uint count,
                                            const cl_device_id *devices, const char *options,
                                            notify_fn notify, void *data)
{
    const char *name = getenv("ACCIDENT");

    if (name && options && strstr(options, "-D ACCIDENT"))
        happen(name);
    return build(program, count, devices, options, notify, data);
}

/* All objects of the bundled driver have one table of functions, which can be written to. */
__attribute__((constructor)) static void spoil(void)
{
    cl_platform_id platform;

    if (clIcdGetPlatformIDsKHR(1, &platform, NULL))
        return;
    cl_icd_dispatch *functions = *(cl_icd_dispatch **)platform;
    build = functions->clBuildProgram;
    functions->clBuildProgram = build_by_accident;
}
