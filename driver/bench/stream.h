/* SPDX-License-Identifier: MIT */
/* stream.h: what the host's memory gives: the copy of as many bytes as a kernel that copies moves,
 * by one thread on each processor that this process may use. Kernels bound by memory are held
 * against it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Times a copy of so many bytes to as many others `repeat` times, in seconds, after one that is not
 * timed. `tiled`: by pieces of 16 bytes, in the order in which a kernel goes through an image in
 * tiles; of a multiple of 8 MiB. */
void stream_time(size_t bytes, bool tiled, unsigned repeat, double *seconds);
