/* SPDX-License-Identifier: MIT */
/* watchers.h: who looks on at launches (watch.h): a device has some, and a launch those that want
 * to. */
#pragma once

#include <stdbool.h>

struct sim_launch;
struct sim_parts;
struct sim_stream;

/* Whether some look on at launches that are checked so: bits 1 << CHECK_*. */
bool sim_watchers_want(const struct sim_parts *parts, unsigned checks);
/* Whether these checks are done: others than that of memory take somebody who looks on. */
bool sim_watchers_check(const struct sim_parts *parts, unsigned checks);

/* Fills launch->watch, before the launch runs; it may fail then. */
void sim_watch_begin(struct sim_launch *launch, const struct sim_stream *stream,
                     const struct sim_parts *parts, unsigned checks);
/* Whether one of them has put the launch back to its beginning, to run once more. */
bool sim_watch_again(struct sim_launch *launch);
void sim_watch_end(struct sim_launch *launch);
