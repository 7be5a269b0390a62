/* SPDX-License-Identifier: MIT */
/* ioctl.c: requests that all drivers of the kernel's DRM share, and the way to radeon's own. */
#include "driver/shim/ioctl.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "driver/base/count.h"
#include "driver/base/env.h"
#include "driver/shim/dmabuf.h"
#include "driver/shim/faults.h"
#include "driver/shim/user.h"

/* Copies a string to a buffer of the program, as much of it as *size allows, and sets *size to its
 * whole length. */
static int put_string(const char *text, char *to, __kernel_size_t *size)
{
    const size_t length = strlen(text), room = *size;
    *size = length;
    return to ? shim_user_write((uintptr_t)to, text, room < length ? room : length) : 0;
}

static int version(struct shim_file *file, void *argument)
{
    struct drm_version *v = argument;
    (void)file;
    v->version_major = 2;
    v->version_minor = 50;
    v->version_patchlevel = 0;
    int status = put_string("radeon", v->name, &v->name_len);
    if (!status)
        status = put_string("20080528", v->date, &v->date_len);
    if (!status)
        status = put_string("ATI Radeon", v->desc, &v->desc_len);
    return status;
}

static int get_cap(struct shim_file *file, void *argument)
{
    struct drm_get_cap *cap = argument;
    (void)file;
    switch (cap->capability) {
    case DRM_CAP_PRIME:
        cap->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    case DRM_CAP_TIMESTAMP_MONOTONIC:
        cap->value = 1;
        return 0;
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE:
        cap->value = 0;
        return 0;
    default:
        return -EOPNOTSUPP; /* the other capabilities are of displays */
    }
}

static int gem_close(struct shim_file *file, void *argument)
{
    const struct drm_gem_close *close_ = argument;
    return shim_bo_close(file, close_->handle);
}

static int handle_to_fd(struct shim_file *file, void *argument)
{
    struct drm_prime_handle *prime = argument;
    if (prime->flags & ~(uint32_t)(DRM_CLOEXEC | DRM_RDWR))
        return -EINVAL;
    struct shim_bo *bo = shim_bo_find(file, prime->handle);
    if (!bo)
        return -ENOENT;
    const int fd = bo->user ? -EPERM : shim_dmabuf_export(bo, prime->flags);
    shim_bo_unreference(bo);
    prime->fd = fd;
    return fd < 0 ? fd : 0;
}

static int fd_to_handle(struct shim_file *file, void *argument)
{
    struct drm_prime_handle *prime = argument;
    return shim_bo_import(file, prime->fd, &prime->handle);
}

static const struct shim_request core_requests[] = {
    {DRM_IOCTL_VERSION, version, "VERSION"},
    {DRM_IOCTL_GET_CAP, get_cap, "GET_CAP"},
    {DRM_IOCTL_GEM_CLOSE, gem_close, "GEM_CLOSE"},
    {DRM_IOCTL_PRIME_HANDLE_TO_FD, handle_to_fd, "PRIME_HANDLE_TO_FD"},
    {DRM_IOCTL_PRIME_FD_TO_HANDLE, fd_to_handle, "PRIME_FD_TO_HANDLE"},
};

/* Requests that exist, but not for a render node: the kernel refuses them so. */
static const uint32_t primary_only[] = {
    DRM_IOCTL_GET_UNIQUE,  DRM_IOCTL_GET_MAGIC,      DRM_IOCTL_AUTH_MAGIC,  DRM_IOCTL_GET_CLIENT,
    DRM_IOCTL_SET_VERSION, DRM_IOCTL_SET_CLIENT_CAP, DRM_IOCTL_GEM_FLINK,   DRM_IOCTL_GEM_OPEN,
    DRM_IOCTL_SET_MASTER,  DRM_IOCTL_DROP_MASTER,    DRM_IOCTL_WAIT_VBLANK,
};

static const struct shim_request *find_request(unsigned number)
{
    if (number >= DRM_COMMAND_BASE && number < DRM_COMMAND_END)
        return shim_radeon_request(number);
    for (size_t i = 0; i < COUNT(core_requests); i++)
        if (_IOC_NR(core_requests[i].request) == number)
            return &core_requests[i];
    return NULL;
}

static int no_request(unsigned number)
{
    for (size_t i = 0; i < COUNT(primary_only); i++)
        if (_IOC_NR(primary_only[i]) == number)
            return -EACCES;
    return -EINVAL;
}

enum { ARGUMENT_BYTES = 256 };

static int call(const struct shim_request *known, struct shim_file *file, uint32_t request,
                uint64_t argument)
{
    _Alignas(8) char copy[ARGUMENT_BYTES] = {0};
    const size_t own = _IOC_SIZE(known->request), given = _IOC_SIZE(request);
    const size_t size = given < own ? given : own;
    const unsigned direction = _IOC_DIR(request & known->request);
    if ((direction & _IOC_WRITE) && shim_user_read(copy, argument, size))
        return -EFAULT;
    const int status = known->call(file, copy);
    if ((direction & _IOC_READ) && shim_user_write(argument, copy, size))
        return -EFAULT;
    return status;
}

int shim_ioctl(struct shim_file *file, uint32_t request, uint64_t argument)
{
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE)
        return -ENOTTY;
    if (file->process != getpid()) {
        shim_say("the node was opened before fork(): the card is in the process that opened it");
        return -ENODEV;
    }
    const struct shim_request *known = find_request(_IOC_NR(request));
    int status;
    const enum shim_fault fault = shim_fault_strikes(_IOC_NR(request), &status);
    if (!status && (fault == SHIM_FAULT_hang || fault == SHIM_FAULT_reset))
        shim_card_strike(fault == SHIM_FAULT_hang);
    if (!status)
        status = known ? call(known, file, request, argument) : no_request(_IOC_NR(request));
    if (status && debug_enabled(DEBUG_drm))
        shim_say("ioctl 0x%08x (%s): %s", request, known ? known->name : "unknown",
                 strerror(-status));
    return status;
}
