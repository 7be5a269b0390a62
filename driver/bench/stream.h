/* SPDX-License-Identifier: MIT */
/* stream.h: what the host's memory gives: the copy of as many bytes as a kernel that copies moves,
 * by one thread on each processor that this process may use. Kernels bound by memory are held
 * against it. */
#ifndef ROOTLE_BENCH_STREAM_H
#define ROOTLE_BENCH_STREAM_H

#include <stddef.h>

/* Times a copy of so many bytes to as many others `repeat` times, in seconds, after one that is not
 * timed. */
void stream_time(size_t bytes, unsigned repeat, double *seconds);

#endif
