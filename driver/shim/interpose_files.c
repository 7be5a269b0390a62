/* SPDX-License-Identifier: MIT */
/* interpose_files.c: what a program does with an open node: ioctl, mmap, close. */
#include <errno.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/shim/dmabuf.h"
#include "driver/shim/ioctl.h"
#include "driver/shim/next.h"

SHIM_EXPORT int ioctl(int fd, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    struct shim_file *file = shim_file_of(fd);
    int status = -ENOTTY;
    if (file)
        status = shim_ioctl(file, (uint32_t)request, (uintptr_t)argument);
    else if (request == DMA_BUF_IOCTL_SYNC)
        status = shim_dmabuf_sync(fd, (uintptr_t)argument);
    if (!file && status == -ENOTTY)
        return NEXT(ioctl)(fd, request, argument);
    shim_file_unreference(file);
    if (!status)
        return 0;
    errno = -status;
    return -1;
}

static void *map(void *address, size_t length, int protection, int flags, int fd, off_t offset,
                 void *(*next)(void *, size_t, int, int, int, off_t))
{
    struct shim_file *file = fd < 0 || (flags & MAP_ANONYMOUS) ? NULL : shim_file_of(fd);
    if (!file)
        return next(address, length, protection, flags, fd, offset);
    void *mapped = shim_file_mmap(file, address, length, protection, flags, (uint64_t)offset);
    shim_file_unreference(file);
    return mapped;
}

SHIM_EXPORT void *mmap(void *address, size_t length, int protection, int flags, int fd,
                       off_t offset)
{
    return map(address, length, protection, flags, fd, offset, NEXT(mmap));
}

SHIM_EXPORT void *mmap64(void *address, size_t length, int protection, int flags, int fd,
                         off64_t offset)
{
    return map(address, length, protection, flags, fd, offset, NEXT(mmap64));
}

SHIM_EXPORT int close(int fd)
{
    struct shim_file *file = shim_file_of(fd);
    const int status = NEXT(close)(fd);
    if (file) {
        const int error = errno;
        shim_file_unreference(file);
        shim_files_reap();
        errno = error;
    }
    return status;
}
