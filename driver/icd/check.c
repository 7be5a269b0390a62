/* SPDX-License-Identifier: MIT */
/* check.c: rootle-check: runs a program on this driver with its kernels checked, and tells by the
 * exit status whether anything was found. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rootle_version.h"

static const char usage[] =
    "usage: rootle-check [OPTION]... PROGRAM [ARGUMENT]...\n"
    "Runs an OpenCL program on Rootle's driver and reports what its kernels do wrong.\n"
    "  --check=LIST         what for: memory (the default), none\n"
    "  --error-exitcode=N   exit status when anything was reported; default: the program's own\n"
    "  --log=FILE           append reports to a file, too\n"
    "  --chip=NAME          the chip: cedar, redwood, juniper, cypress (as ROOTLE_CHIP)\n"
    "  --version            print the version\n"
    "  --help               print this\n";

struct command {
    const char *log;
    int error_status; /* -1: the program's own */
};

/* Before the program runs, so that the status is none of the program's. */
enum { STATUS_USAGE = 2, STATUS_CANNOT_START = 127 };

static void fail(const char *what)
{
    fprintf(stderr, "rootle-check: %s: %s\n", what, strerror(errno));
    exit(STATUS_CANNOT_START);
}

static void set(const char *name, const char *value)
{
    if (setenv(name, value, 1))
        fail(name);
}

static int status_of(const char *text)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (*text && !*end && value >= 0 && value <= 255)
        return (int)value;
    fprintf(stderr, "rootle-check: --error-exitcode=%s: not a number from 0 to 255\n", text);
    exit(STATUS_USAGE);
}

/* The driver beside this program in a build tree, or where it is installed from here. */
static void choose_driver(void)
{
    char self[PATH_MAX], built[PATH_MAX + 64], installed[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        fail("/proc/self/exe");
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    snprintf(built, sizeof(built), "%s/../librootle.so", self);
    snprintf(installed, sizeof(installed), "%s/%s", self, ROOTLE_INSTALLED_LIBRARY);
    const char *chosen = access(built, R_OK) ? installed : built;
    if (access(chosen, R_OK))
        fail(chosen);
    set("OCL_ICD_VENDORS", chosen);   /* of ocl-icd's loader */
    set("OCL_ICD_FILENAMES", chosen); /* of Khronos's */
}

/* Where the driver writes reports: a file of memory that this process keeps, or the one asked for.
 */
static FILE *open_log(const char *path)
{
    char name[PATH_MAX];
    const int fd = path ? -1 : memfd_create("rootle-check", 0);
    FILE *log = path ? fopen(path, "a+") : fd >= 0 ? fdopen(fd, "a+") : NULL;
    if (!log)
        fail(path ? path : "memfd_create");
    if (path && !realpath(path, name))
        fail(path);
    if (!path)
        snprintf(name, sizeof(name), "/proc/%ld/fd/%d", (long)getpid(), fd);
    set("ROOTLE_CHECK_LOG", name);
    return log;
}

/* Reports begin with the driver's name; their other lines are indented. */
static unsigned count_reports(FILE *log, long from)
{
    char *line = NULL;
    size_t room = 0;
    unsigned count = 0;
    if (fseek(log, from, SEEK_SET))
        return 0;
    while (getline(&line, &room, log) >= 0)
        count += !strncmp(line, "rootle: ", strlen("rootle: "));
    free(line);
    return count;
}

/* Runs the program to its end; its exit status, or 128 and the signal that ended it. */
static int run(char **argv)
{
    int status;
    const pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (!child) {
        execvp(argv[0], argv);
        fprintf(stderr, "rootle-check: %s: %s\n", argv[0], strerror(errno));
        _exit(STATUS_CANNOT_START);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            fail("waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The number of the first word that is no option. */
static int parse(struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"check", required_argument, NULL, 'k'},
        {"error-exitcode", required_argument, NULL, 'e'},
        {"log", required_argument, NULL, 'l'},
        {"chip", required_argument, NULL, 'c'},
        {"version", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        switch (option) {
        case 'k':
            set("ROOTLE_CHECK", optarg);
            break;
        case 'e':
            command->error_status = status_of(optarg);
            break;
        case 'l':
            command->log = optarg;
            break;
        case 'c':
            set("ROOTLE_CHIP", optarg);
            break;
        case 'v':
            puts("rootle-check (Rootle) " ROOTLE_VERSION);
            exit(0);
        case 'h':
            fputs(usage, stdout);
            exit(0);
        default:
            fputs(usage, stderr);
            exit(STATUS_USAGE);
        }
    }
    return optind;
}

int main(int argc, char **argv)
{
    struct command command = {.error_status = -1};
    set("ROOTLE_CHECK", "memory");
    const int first = parse(&command, argc, argv);
    if (first == argc) {
        fputs(usage, stderr);
        return STATUS_USAGE;
    }
    choose_driver();
    FILE *log = open_log(command.log);
    const long before = fseek(log, 0, SEEK_END) ? 0 : ftell(log);
    const int status = run(argv + first);
    const unsigned reports = count_reports(log, before);
    fclose(log);
    fprintf(stderr, "rootle-check: %u report%s\n", reports, reports == 1 ? "" : "s");
    return reports && command.error_status >= 0 ? command.error_status : status;
}
