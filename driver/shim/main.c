/* SPDX-License-Identifier: MIT */
/* main.c: rootle-drm: runs a program with the simulated card's node. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/base/beside.h"
#include "rootle_version.h"

static const char usage[] =
    "usage: rootle-drm [OPTION]... PROGRAM [ARGUMENT]...\n"
    "Runs a program that drives a radeon card on a simulated one.\n"
    "  --chip=NAME          the chip: cedar, redwood, juniper, cypress, caicos, turks, barts,\n"
    "                       cayman, r600, rv770, rv515 or rc410 (as ROOTLE_CHIP)\n"
    "  --fatal              end the program when a command stream is refused or fails, which\n"
    "                       otherwise makes an exit status of 0 be 1\n"
    "  --redirect=FROM=TO   look for files below FROM below TO; may be given again\n"
    "  --debug              print a line for each ioctl that is refused\n"
    "  --version            print the version\n"
    "  --help               print this\n";

static void fail(const char *what)
{
    fprintf(stderr, "rootle-drm: %s: %s\n", what, strerror(errno));
    exit(127);
}

static void set(const char *name, const char *value)
{
    if (setenv(name, value, 1))
        fail(name);
}

/* Puts a word in front of those that a variable has. */
static void prepend(const char *name, const char *value, char separator)
{
    const char *old = getenv(name);
    char *both;
    if (!old || !*old) {
        set(name, value);
        return;
    }
    if (asprintf(&both, "%s%c%s", value, separator, old) < 0)
        fail(name);
    set(name, both);
    free(both);
}

/* The library beside this program in a build tree, or where it is installed from here. */
static void preload(void)
{
    char library[BESIDE_PATH_SIZE];
    if (!beside_program("../librootle-drm.so", ROOTLE_DRM_LIBRARY, library))
        fail(library);
    prepend("LD_PRELOAD", library, ':');
}

/* Names the node for programs that would not ask for a render node. waffle, by which Piglit's open
 * GBM, asks udev for cards with a display alone, but takes a file by name. */
static void name_node(void)
{
    if (setenv("WAFFLE_GBM_DEVICE", "/dev/dri/renderD128", 0))
        fail("WAFFLE_GBM_DEVICE");
}

static void check_redirect(const char *rule)
{
    const char *equals = strchr(rule, '=');
    if (rule[0] == '/' && equals && equals[1] == '/' && !strchr(rule, ':'))
        return;
    fprintf(stderr, "rootle-drm: --redirect=%s: not of the form /FROM=/TO\n", rule);
    exit(2);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"chip", required_argument, NULL, 'c'},
        {"fatal", no_argument, NULL, 'f'},
        {"redirect", required_argument, NULL, 'r'},
        {"debug", no_argument, NULL, 'd'},
        {"version", no_argument, NULL, 'v'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        switch (option) {
        case 'c':
            set("ROOTLE_CHIP", optarg);
            break;
        case 'f':
            set("ROOTLE_DRM_FATAL", "1");
            break;
        case 'r':
            check_redirect(optarg);
            prepend("ROOTLE_DRM_REDIRECT", optarg, ':');
            break;
        case 'd':
            prepend("ROOTLE_DEBUG", "drm", ',');
            break;
        case 'v':
            puts("rootle-drm (Rootle) " ROOTLE_VERSION);
            return 0;
        case 'h':
            fputs(usage, stdout);
            return 0;
        default:
            fputs(usage, stderr);
            return 2;
        }
    }
    if (optind == argc) {
        fputs(usage, stderr);
        return 2;
    }
    preload();
    name_node();
    execvp(argv[optind], argv + optind);
    fail(argv[optind]);
}
