/* SPDX-License-Identifier: MIT */
/* main.c: rootle-board, one file with all that a board needs: the tester, and what run-tests asks
 * of the machine that it runs on. docs/boards.md says how they talk. */
#include <stdio.h>
#include <string.h>

#include "program-tester/base/util.h"
#include "program-tester/boards/boards.h"
#include "rootle_version.h"

static const char usage[] =
    "usage: rootle-board tester ARGUMENT...    as program-tester\n"
    "       rootle-board about DIR             say what this machine is\n"
    "       rootle-board list DIR              hashes of files, whose names come by standard "
    "input\n"
    "       rootle-board receive DIR           keep files that come by standard input\n"
    "       rootle-board remove DIR            remove the folder\n"
    "       rootle-board carry DIR             compile tests, whose paths come by standard input, "
    "for boards\n"
    "       rootle-board watch [--folder=DIR] [--cd=DIR] [NAME=VALUE]... -- ARGUMENT...\n"
    "                                          run a tester for a runner elsewhere\n"
    "       rootle-board --version\n";

static const struct {
    const char *name;
    int (*run)(const char *folder);
} of_folders[] = {
    {"about", pt_board_about},     {"carry", pt_board_carry},   {"list", pt_board_list},
    {"receive", pt_board_receive}, {"remove", pt_board_remove},
};

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "tester")) {
        pt_board_find_library();
        return pt_tester_main(argc - 1, argv + 1);
    }
    if (!strcmp(what, "watch"))
        return pt_board_watch(argc - 2, argv + 2);
    for (size_t i = 0; i < PT_COUNT(of_folders) && argc == 3; i++) {
        if (!strcmp(what, of_folders[i].name))
            return of_folders[i].run(argv[2]);
    }
    if (!strcmp(what, "--version")) {
        printf("rootle-board (Rootle) %s\n", ROOTLE_VERSION);
        return PT_BOARD_DONE;
    }
    if (!strcmp(what, "--help") || !strcmp(what, "-h")) {
        fputs(usage, stdout);
        return PT_BOARD_DONE;
    }
    fputs(usage, stderr);
    return PT_BOARD_USAGE;
}
