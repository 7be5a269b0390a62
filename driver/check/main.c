/* SPDX-License-Identifier: MIT */
/* main.c: rootle-check: runs a program on this driver with its kernels checked, and tells by the
 * exit status whether anything was found. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/base/beside.h"
#include "driver/base/checks.h"
#include "driver/base/like.h"
#include "driver/check/log.h"
#include "driver/hw/chips.h"
#include "rootle_version.h"

static const char usage[] =
    "usage: rootle-check [OPTION]... PROGRAM [ARGUMENT]...\n"
    "Runs an OpenCL program on Rootle's driver and reports what its kernels do wrong.\n"
    "  --check=LIST         what for, with commas between: memory (the fastest), uninitialised,\n"
    "                       races, barriers, images, arithmetic, api, all (the default), none\n"
    "  --error-exitcode=N   exit status when anything was reported; default: the program's own\n"
    "  --log=FILE           append reports to a file, too\n"
    "  --json=FILE          write reports to a file as JSON, with how often each was met\n"
    "  --max-errors=N       tell of N places at most; 0: of all; default: 1000\n"
    "  --suppressions=FILE  what not to tell of\n"
    "  --gen-suppressions=FILE  write suppressions of all that was told\n"
    "  --chip=NAME          the chip: cedar, redwood, juniper, cypress, caicos, turks, barts or\n"
    "                       cayman (as ROOTLE_CHIP)\n"
    "  --version            print the version\n"
    "  --help               print this\n";

struct command {
    FILE *json, *suppressions; /* to be written; NULL: not asked for */
    unsigned checks;           /* 1 << CHECK_* */
    int error_status;          /* -1: the program's own */
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
    char driver[BESIDE_PATH_SIZE];
    if (!beside_program("../librootle.so", ROOTLE_INSTALLED_LIBRARY, driver))
        fail(driver);
    set("OCL_ICD_VENDORS", driver);   /* of ocl-icd's loader */
    set("OCL_ICD_FILENAMES", driver); /* of Khronos's */
}

static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file)
        fail(path);
    return file;
}

static void close_file(FILE *file)
{
    if (file)
        fclose(file);
}

/* The last path that an option was given counts. */
static void open_output(FILE **file, const char *path)
{
    close_file(*file);
    *file = open_file(path, "w");
}

/* Tells the driver of a file by its whole path, as programs may go to other folders. */
static void set_path(const char *variable, const char *path, const char *mode)
{
    char whole[PATH_MAX];
    fclose(open_file(path, mode));
    if (!realpath(path, whole))
        fail(path);
    set(variable, whole);
}

/* Where the driver writes reports: a file of memory that this process keeps. */
static FILE *open_log(void)
{
    char name[64];
    const int fd = memfd_create("rootle-check", 0);
    FILE *log = fd >= 0 ? fdopen(fd, "a+") : NULL;
    if (!log)
        fail("memfd_create");
    snprintf(name, sizeof(name), "/proc/%ld/fd/%d", (long)getpid(), fd);
    set("ROOTLE_CHECK_JSON", name);
    return log;
}

/* The child's end of run(): becomes the program, or tells through the pipe why it cannot. */
__attribute__((noreturn)) static void become(char **argv, int failure)
{
    execvp(argv[0], argv);
    const int why = errno;
    _exit(write(failure, &why, sizeof(why)) == sizeof(why) ? STATUS_CANNOT_START : 1);
}

/* Runs the program to its end; its exit status, or 128 and the signal that ended it. A program that
 * cannot be started ends this one: nothing was checked, so there is nothing to tell. */
static int run(char **argv)
{
    int status, why, failure[2];
    if (pipe2(failure, O_CLOEXEC))
        fail("pipe");
    const pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (!child)
        become(argv, failure[1]);
    close(failure[1]);
    if (read(failure[0], &why, sizeof(why)) ==
        sizeof(why)) { /* exec closes the pipe: then nothing comes */
        errno = why;
        fail(argv[0]);
    }
    close(failure[0]);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            fail("waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Sets the checks. A list that the driver would refuse is refused here, as the program would go on
 * without a device. */
static void set_checks(struct command *command, const char *list)
{
    char why[256];
    if (!checks_read(list, &command->checks, why, sizeof(why))) {
        fprintf(stderr, "rootle-check: %s\n", why);
        exit(STATUS_USAGE);
    }
    set("ROOTLE_CHECK", list);
}

static void set_chip(const char *name)
{
    if (!hw_chip_find(name)) {
        fprintf(stderr, "rootle-check: --chip=%s is not a known chip\n", name);
        exit(STATUS_USAGE);
    }
    set("ROOTLE_CHIP", name);
}

static const struct option options[] = {
    {"check", required_argument, NULL, 'k'},
    {"error-exitcode", required_argument, NULL, 'e'},
    {"log", required_argument, NULL, 'l'},
    {"json", required_argument, NULL, 'j'},
    {"max-errors", required_argument, NULL, 'm'},
    {"suppressions", required_argument, NULL, 's'},
    {"gen-suppressions", required_argument, NULL, 'g'},
    {"chip", required_argument, NULL, 'c'},
    {"version", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static const char *option_at(size_t number)
{
    return options[number].name;
}

/* Says which option was likely meant, or else which there are. getopt has named the wrong one. */
__attribute__((noreturn)) static void refuse(const char *word)
{
    const char *name = strncmp(word, "--", 2) ? word : word + 2;
    const char *likely = like_name(name, strcspn(name, "="), option_at);
    if (likely)
        fprintf(stderr, "rootle-check: did you mean --%s? --help has all options\n", likely);
    else
        fputs(usage, stderr);
    exit(STATUS_USAGE);
}

static void take_option(struct command *command, int option, const char *word)
{
    switch (option) {
    case 'k':
        set_checks(command, optarg);
        break;
    case 'e':
        command->error_status = status_of(optarg);
        break;
    case 'l':
        set_path("ROOTLE_CHECK_LOG", optarg, "a");
        break;
    case 'j':
        open_output(&command->json, optarg);
        break;
    case 'm':
        set("ROOTLE_CHECK_MAX", optarg);
        break;
    case 's':
        set_path("ROOTLE_CHECK_SUPPRESSIONS", optarg, "r");
        break;
    case 'g':
        open_output(&command->suppressions, optarg);
        break;
    case 'c':
        set_chip(optarg);
        break;
    case 'v':
        puts("rootle-check (Rootle) " ROOTLE_VERSION);
        exit(0);
    case 'h':
        fputs(usage, stdout);
        exit(0);
    default:
        refuse(word);
    }
}

/* The number of the first word that is no option. */
static int parse(struct command *command, int argc, char **argv)
{
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;)
        take_option(command, option, argv[optind - 1]);
    return optind;
}

/* Writes to a file that was asked for, and says so if that fails. */
static void write_to(FILE *file, const struct check_log *log,
                     void (*print)(const struct check_log *log, FILE *to))
{
    if (!file)
        return;
    print(log, file);
    if (fclose(file))
        fail("what was found cannot be written");
}

static void tell_names(unsigned checks)
{
    const char *comma = "";
    for (unsigned i = 0; i < CHECK_COUNT; i++) {
        if (!(checks >> i & 1u))
            continue;
        fprintf(stderr, "%s%s", comma, check_name((enum check)i));
        comma = ", ";
    }
}

/* Tells what was looked for, and what another choice would do. */
static void tell_checks(unsigned checks)
{
    const unsigned all = (1u << CHECK_COUNT) - 1;
    fputs("rootle-check: looked for ", stderr);
    tell_names(checks);
    fputs(checks ? "" : "nothing", stderr);
    if (checks != all) {
        fputs("; not for ", stderr);
        tell_names(all & ~checks);
        fputs(" (--check=all does)", stderr);
    } else {
        fputs("; --check=memory is faster, as it recompiles kernels and uses all cores", stderr);
    }
    fputc('\n', stderr);
}

/* Tells what was found, and gives the exit status. */
static int conclude(const struct command *command, FILE *from, int status)
{
    struct check_log log;
    if (!check_log_read(&log, from))
        fail("what was found cannot be read");
    const unsigned reports = check_log_places(&log, false);
    const unsigned suppressed = check_log_places(&log, true);
    check_log_write_counts(&log, stderr);
    tell_checks(command->checks);
    fprintf(stderr, "rootle-check: %u report%s", reports, reports == 1 ? "" : "s");
    check_log_write_kinds(&log, stderr);
    fprintf(stderr, suppressed ? ", %u suppressed\n" : "\n", suppressed);
    write_to(command->json, &log, check_log_write_json);
    write_to(command->suppressions, &log, check_log_write_suppressions);
    check_log_finish(&log);
    return reports && command->error_status >= 0 ? command->error_status : status;
}

int main(int argc, char **argv)
{
    struct command command = {.error_status = -1};
    set_checks(&command, "all");
    const int first = parse(&command, argc, argv);
    if (first == argc) {
        fputs(usage, stderr);
        close_file(command.json);
        close_file(command.suppressions);
        return STATUS_USAGE;
    }
    choose_driver();
    FILE *log = open_log();
    const int status = conclude(&command, log, run(argv + first));
    fclose(log);
    return status;
}
