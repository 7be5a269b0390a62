/* SPDX-License-Identifier: MIT */
/* dmabuf.h: the memory of buffer objects as files of the kernel's, by which processes share them.
 *
 * Each object's memory is a memory file. A dma-buf is a descriptor of that file: it can be mapped
 * and passed to any process as it is. A process that imports it has an object of its own card in
 * the same memory. What the kernel would know of the one object travels with the file: a stream
 * holds a lock of it from its submission to its end, so that streams and waits of all processes
 * come one after the other, and tiling is its time of modification.
 *
 * Functions that can fail return a negative errno. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "driver/shim/card.h"

/* A new file of `size` bytes, whole pages, that keeps its size. Its descriptor is above those that
 * the program may have, for which the process' limit of them is raised. */
int shim_dmabuf_new(uint64_t size);
/* Another such descriptor of a dma-buf of any process, and what is known of its file. -EINVAL when
 * it is none. */
int shim_dmabuf_open(int fd, struct stat *stat);
/* A descriptor of an object's file for the program, by flags of PRIME_HANDLE_TO_FD. */
int shim_dmabuf_export(struct shim_bo *bo, uint32_t flags);
/* The object's own descriptor; -EBADF when the program has closed it. */
int shim_dmabuf_of(const struct shim_bo *bo);
void shim_dmabuf_close(const struct shim_bo *bo);
/* DMA_BUF_IOCTL_SYNC of a descriptor; -ENOTTY when it is no dma-buf. */
int shim_dmabuf_sync(int fd, uint64_t argument);

/* Takes objects that are shared for a stream, and gives them back when it has ended. They are taken
 * in one order by all, so that none waits for one that waits for it. -EDEADLK: another process has
 * not ended its streams for 30 s. */
int shim_dmabuf_take(struct shim_bo **bos, uint32_t count);
void shim_dmabuf_give(struct shim_bo **bos, uint32_t count);
/* Waits at most `timeout_ns` for streams of other processes: 0 or -EBUSY. */
int shim_dmabuf_wait(const struct shim_bo *bo, uint64_t timeout_ns);

/* Tells other processes the tiling of a shared object, and learns it from them. */
void shim_dmabuf_put_tiling(const struct shim_bo *bo);
void shim_dmabuf_get_tiling(struct shim_bo *bo);
