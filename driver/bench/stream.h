/* SPDX-License-Identifier: MIT */
/* stream.h: what the host's memory gives: the copy of as many bytes as the kernel copy-float moves,
 * by one thread on each processor that this process may use. Kernels bound by memory are held
 * against it. */
#ifndef ROOTLE_BENCH_STREAM_H
#define ROOTLE_BENCH_STREAM_H

/* Times a copy of 16 MiB to other 16 MiB `repeat` times, in seconds, after one that is not timed.
 */
void stream_time(unsigned repeat, double *seconds);

#endif
