/* SPDX-License-Identifier: MIT */
/* spawn.h: starts a program that is nobody's child. */
#pragma once

#include <sys/types.h>

/* Moves a descriptor above those that a program gets, close-on-exec: where the application has
 * closed its standard ones, a new descriptor is one of them. -1, and the old one closed, when it
 * fails. */
int spawn_raise(int fd);

/* Runs a program in a session of its own, with `control` as its descriptor 3, our stderr as stdout
 * and stderr, and nothing else of ours: descriptors, signals and environment are as given or as in
 * a fresh program. The caller's waits do not see it and no SIGCHLD tells of it, unless the caller
 * is what adopts orphans (process 1, a subreaper). Returns 0, with the pid of a process that
 * somebody else reaps, or an errno. */
int spawn_detached(const char *path, char *const *arguments, char *const *environment, int control,
                   pid_t *pid);
