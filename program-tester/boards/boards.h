/* SPDX-License-Identifier: MIT */
/* boards.h: what rootle-board does beside testing: on a machine that has nothing else of Rootle, it
 * keeps files, says what the machine is, and watches a tester. Each returns an exit status. */
#pragma once

enum { PT_BOARD_DONE = 0, PT_BOARD_USAGE = 2, PT_BOARD_CANNOT = 3, PT_BOARD_IN_USE = 4 };

/* Prints a JSON object on one line: processor, boot, processors, MiB of memory, free MiB
 * of the folder. */
int pt_board_about(const char *folder);

/* Reads paths relative to the folder, one a line, and prints the SHA-256 of each, or "-". */
int pt_board_list(const char *folder);

/* Reads files ("SIZE MODE PATH" and a line end, then SIZE bytes; "end" ends them) into the folder.
 * A file is there as a whole or not at all. */
int pt_board_receive(const char *folder);

/* Removes what the folder holds, and the folder. PT_BOARD_IN_USE: a watch runs there. */
int pt_board_remove(const char *folder);

/* Keeps the folder from being removed while this process lives. */
void pt_board_hold(const char *folder);

/* Runs the tester with these arguments in a process of its own, and tells by a record how it ended.
 * The words before "--" set variables (NAME=VALUE), or are --folder=DIR or --cd=DIR. */
int pt_board_watch(int argc, char **argv);

/* Each program has its own of these two, by the API that it tests. */

/* Looks for the API's library, where it is not linked: without OpenCL there are no platforms. */
void pt_board_find_library(void);

/* Reads paths of test files, one a line, and keeps in the folder what a board cannot compile. It
 * prints the path of each file that the tests need there. */
int pt_board_carry(const char *folder);

/* The tester's own main, for which pt_board_find_library must have been called. */
int pt_tester_main(int argc, char **argv);
