/* SPDX-License-Identifier: MIT */
/* dmabuf.c: memory files that processes share. */
#include "driver/shim/dmabuf.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "driver/shim/user.h"

#define FILE_NAME "rootle-dma-buf"
enum { PAGE_BYTES = 4096, SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };
static const uint64_t WAIT_NS = 30ull * 1000000000;
static const uint64_t PAUSE_NS = 50000;

/* Descriptors. */

static int first_descriptor; /* of ours */

static void make_room(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    const rlim_t soft = limit.rlim_cur < 1 << 20 ? limit.rlim_cur : 1 << 20;
    const bool room = limit.rlim_cur < limit.rlim_max;
    limit.rlim_cur = limit.rlim_max;
    first_descriptor = (int)(room && !setrlimit(RLIMIT_NOFILE, &limit) ? soft : soft / 2);
}

/* The descriptor that takes the place of one, out of the program's way where there is room. */
static int moved(int fd)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_room);
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, first_descriptor);
    if (copy < 0)
        return fd;
    close(fd);
    return copy;
}

int shim_dmabuf_new(uint64_t size)
{
    int fd = memfd_create(FILE_NAME, MFD_ALLOW_SEALING | MFD_CLOEXEC);
    if (fd < 0)
        return errno == EMFILE ? -ENOMEM : -errno;
    fd = moved(fd);
    if (!ftruncate(fd, (off_t)size) && !fcntl(fd, F_ADD_SEALS, SEALS))
        return fd;
    const int status = -errno;
    close(fd);
    return status;
}

static bool is_dmabuf(int fd)
{
    char path[64], name[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(path, name, sizeof(name) - 1);
    static const char wanted[] = "/memfd:" FILE_NAME;
    return length >= (ssize_t)sizeof(wanted) - 1 && !memcmp(name, wanted, sizeof(wanted) - 1) &&
           fcntl(fd, F_GET_SEALS) == SEALS;
}

/* An open file of its own, as locks are an open file's. */
static int open_again(int fd, int flags)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    const int again = open(path, flags);
    return again < 0 ? -errno : again;
}

int shim_dmabuf_open(int fd, struct stat *stat)
{
    if (!is_dmabuf(fd))
        return -EINVAL;
    const int again = open_again(fd, O_RDWR | O_CLOEXEC);
    if (again < 0)
        return again;
    if (!shim_inode_of(again, stat) || stat->st_size <= 0 || stat->st_size % PAGE_BYTES) {
        close(again);
        return -EINVAL;
    }
    return moved(again);
}

int shim_dmabuf_of(const struct shim_bo *bo)
{
    struct stat stat;
    const bool own =
        shim_inode_of(bo->file, &stat) && stat.st_ino == bo->inode && stat.st_dev == bo->device;
    return own ? bo->file : -EBADF;
}

void shim_dmabuf_close(const struct shim_bo *bo)
{
    const int fd = shim_dmabuf_of(bo);
    if (fd >= 0)
        close(fd);
}

int shim_dmabuf_export(struct shim_bo *bo, uint32_t flags)
{
    const int fd = shim_dmabuf_of(bo);
    if (fd < 0)
        return fd;
    atomic_store(&bo->shared, true);
    shim_dmabuf_put_tiling(bo);
    return open_again(fd, (flags & DRM_RDWR ? O_RDWR : O_RDONLY) |
                              (flags & DRM_CLOEXEC ? O_CLOEXEC : 0));
}

/* Locks. */

/* Sets or asks for a lock of a whole file: its type, or that of one in the way. */
static int lock_file(int fd, int command, short type)
{
    struct flock whole = {.l_type = type, .l_whence = SEEK_SET};
    return fcntl(fd, command, &whole) ? -errno : whole.l_type;
}

static bool is_locked(int fd)
{
    const int type = lock_file(fd, F_OFD_GETLK, F_WRLCK);
    return type == F_RDLCK || type == F_WRLCK;
}

static void pause_a_little(void)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)PAUSE_NS}, NULL);
}

static int wait_unlocked(int fd, uint64_t timeout_ns)
{
    const uint64_t end = shim_now_ns() + timeout_ns;
    while (is_locked(fd)) {
        if (shim_now_ns() >= end)
            return -EBUSY;
        pause_a_little();
    }
    return 0;
}

static bool try_take(struct shim_bo *bo)
{
    shim_lock();
    const int fd = bo->streams ? -1 : shim_dmabuf_of(bo);
    const bool taken = fd < 0 || lock_file(fd, F_OFD_SETLK, F_WRLCK) != -EAGAIN;
    bo->streams += taken;
    shim_unlock();
    return taken;
}

static void give(struct shim_bo *bo)
{
    shim_lock();
    const int fd = --bo->streams ? -1 : shim_dmabuf_of(bo);
    if (fd >= 0)
        lock_file(fd, F_OFD_SETLK, F_UNLCK);
    shim_unlock();
}

static int by_inode(const void *a, const void *b)
{
    const struct shim_bo *one = *(struct shim_bo *const *)a, *other = *(struct shim_bo *const *)b;
    return (one->inode > other->inode) - (one->inode < other->inode);
}

int shim_dmabuf_take(struct shim_bo **bos, uint32_t count)
{
    const uint64_t end = shim_now_ns() + WAIT_NS;
    qsort(bos, count, sizeof(struct shim_bo *), by_inode);
    for (uint32_t i = 0; i < count; i++) {
        shim_dmabuf_get_tiling(bos[i]);
        while (!try_take(bos[i])) {
            if (shim_now_ns() >= end) {
                shim_dmabuf_give(bos, i);
                return -EDEADLK;
            }
            pause_a_little();
        }
    }
    return 0;
}

void shim_dmabuf_give(struct shim_bo **bos, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        give(bos[i]);
}

int shim_dmabuf_wait(const struct shim_bo *bo, uint64_t timeout_ns)
{
    const int fd = atomic_load(&bo->shared) ? shim_dmabuf_of(bo) : -1;
    return fd < 0 ? 0 : wait_unlocked(fd, timeout_ns);
}

int shim_dmabuf_sync(int fd, uint64_t argument)
{
    struct dma_buf_sync sync;
    if (!is_dmabuf(fd))
        return -ENOTTY;
    if (shim_user_read(&sync, argument, sizeof(sync)))
        return -EFAULT;
    if ((sync.flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK) || !(sync.flags & DMA_BUF_SYNC_RW))
        return -EINVAL;
    return sync.flags & DMA_BUF_SYNC_END ? 0 : wait_unlocked(fd, WAIT_NS);
}

/* Tiling: flags in the low half of the time, the pitch in the high one. */

void shim_dmabuf_put_tiling(const struct shim_bo *bo)
{
    const uint64_t both = (uint64_t)atomic_load(&bo->pitch) << 32 | atomic_load(&bo->tiling);
    const int fd = atomic_load(&bo->shared) ? shim_dmabuf_of(bo) : -1;
    if (fd >= 0)
        futimens(fd, (struct timespec[]){{.tv_nsec = UTIME_OMIT}, {.tv_sec = (time_t)both}});
}

void shim_dmabuf_get_tiling(struct shim_bo *bo)
{
    struct stat stat;
    const int fd = atomic_load(&bo->shared) ? shim_dmabuf_of(bo) : -1;
    if (fd < 0 || !shim_inode_of(fd, &stat))
        return;
    const uint64_t both = (uint64_t)stat.st_mtim.tv_sec;
    const uint32_t tiling = (uint32_t)both, pitch = (uint32_t)(both >> 32);
    if (sim_gem_set_tiling(shim_card()->device, bo->handle, tiling, pitch))
        return;
    atomic_store(&bo->tiling, tiling);
    atomic_store(&bo->pitch, pitch);
}
