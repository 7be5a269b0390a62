/* SPDX-License-Identifier: MIT */
/* Objects that two processes share by a dma-buf. The child of each test opens a card of its own,
 * and gets the descriptor by a socket, as any process would. */
#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <linux/dma-buf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xf86drm.h>

#include "ci/tests/run_tests.h"
#include "driver/base/descriptors.h"
#include "driver/shim/tests/client.h"

enum { PAGE = 4096 };

/* The parent's end of a pair of processes, and the child. */
struct pair {
    int socket;
    pid_t child;
};

static void send_descriptor(int socket, int fd)
{
    if (!descriptors_send(socket, &fd, 1, 'c'))
        abort();
}

/* A descriptor that the other process sends, or -1. */
static int receive_descriptor(int socket)
{
    int fd;
    return descriptors_receive(socket, &fd, 1, &(char){0}) == DESCRIPTORS_HERE ? fd : -1;
}

static void tell(int socket)
{
    const char byte = 1;
    if (write(socket, &byte, 1) != 1)
        abort();
}

static bool hear(int socket)
{
    char byte;
    return read(socket, &byte, 1) == 1;
}

/* Starts a process that does `body` with its socket, and leaves with what it returns. */
static struct pair start(bool (*body)(int socket))
{
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        close(ends[0]);
        _exit(!body(ends[1]));
    }
    close(ends[1]);
    return (struct pair){ends[0], child};
}

static void finish(struct pair pair)
{
    int status;
    close(pair.socket);
    assert_int_equal(waitpid(pair.child, &status, 0), pair.child);
    assert_int_equal(status, 0);
}

/* A card with one object, and a descriptor of it. */
struct shared {
    int card, dmabuf;
    uint32_t handle;
    uint64_t *map;
};

static struct shared share(void)
{
    struct shared shared = {.card = client_open()};
    assert_true(shared.card >= 0);
    assert_int_equal(client_create(shared.card, PAGE, &shared.handle), 0);
    shared.map = client_map(shared.card, shared.handle, PAGE);
    assert_ptr_not_equal(shared.map, MAP_FAILED);
    assert_int_equal(
        drmPrimeHandleToFD(shared.card, shared.handle, DRM_CLOEXEC | DRM_RDWR, &shared.dmabuf), 0);
    return shared;
}

static void unshare(struct shared shared)
{
    munmap(shared.map, PAGE);
    close(shared.dmabuf);
    close(shared.card);
}

/* The other process' card, with an object in front of the shared one, so that handles differ. */
static bool import(int socket, struct shared *shared)
{
    uint32_t own, again;
    *shared = (struct shared){.card = client_open(), .dmabuf = receive_descriptor(socket)};
    if (shared->card < 0 || shared->dmabuf < 0 || client_create(shared->card, PAGE, &own))
        return false;
    if (drmPrimeFDToHandle(shared->card, shared->dmabuf, &shared->handle) ||
        drmPrimeFDToHandle(shared->card, shared->dmabuf, &again) || again != shared->handle)
        return false;
    shared->map = client_map(shared->card, shared->handle, PAGE);
    return shared->handle != own && shared->map != MAP_FAILED;
}

static bool write_as_both_do(int socket)
{
    struct shared shared;
    if (!import(socket, &shared) || shared.map[1] != 7 || lseek(shared.dmabuf, 0, SEEK_END) != PAGE)
        return false;
    if (client_submit_write(shared.card, shared.handle, 8) ||
        client_wait(shared.card, shared.handle))
        return false;
    shared.map[2] = 9;
    tell(socket);
    return hear(socket) && shared.map[1] == 10;
}

static void streams_of_both_write_one_memory(void **state)
{
    const struct pair pair = start(write_as_both_do);
    const struct shared shared = share();
    assert_int_equal(client_submit_write(shared.card, shared.handle, 7), 0);
    assert_int_equal(client_wait(shared.card, shared.handle), 0);
    send_descriptor(pair.socket, shared.dmabuf);
    assert_true(hear(pair.socket));
    assert_int_equal(shared.map[1], 8);
    assert_int_equal(shared.map[2], 9);
    assert_int_equal(client_submit_write(shared.card, shared.handle, 10), 0);
    assert_int_equal(client_wait(shared.card, shared.handle), 0);
    tell(pair.socket);
    finish(pair);
    unshare(shared);
}

static bool keep(int socket)
{
    struct shared shared;
    if (!import(socket, &shared))
        return false;
    tell(socket);
    return hear(socket) && shared.map[1] == 11 &&
           !client_submit_write(shared.card, shared.handle, 12) &&
           !client_wait(shared.card, shared.handle) && shared.map[1] == 12;
}

static void memory_outlives_who_made_it(void **state)
{
    const struct pair pair = start(keep);
    const struct shared shared = share();
    send_descriptor(pair.socket, shared.dmabuf);
    assert_true(hear(pair.socket));
    shared.map[1] = 11;
    unshare(shared);
    tell(pair.socket);
    finish(pair);
}

static bool set_tiling(int card, uint32_t handle, uint32_t flags, uint32_t pitch)
{
    struct drm_radeon_gem_set_tiling set = {handle, flags, pitch};
    return !drmIoctl(card, DRM_IOCTL_RADEON_GEM_SET_TILING, &set);
}

static bool tiling_is(int card, uint32_t handle, uint32_t flags, uint32_t pitch)
{
    struct drm_radeon_gem_get_tiling get = {.handle = handle};
    return !drmIoctl(card, DRM_IOCTL_RADEON_GEM_GET_TILING, &get) && get.tiling_flags == flags &&
           get.pitch == pitch;
}

static bool look_at_tiling(int socket)
{
    struct shared shared;
    if (!import(socket, &shared) ||
        !tiling_is(shared.card, shared.handle, RADEON_TILING_MACRO, 512))
        return false;
    tell(socket);
    return hear(socket) && tiling_is(shared.card, shared.handle, RADEON_TILING_MICRO, 256);
}

static void tiling_is_known_to_both(void **state)
{
    const struct pair pair = start(look_at_tiling);
    const struct shared shared = share();
    assert_true(set_tiling(shared.card, shared.handle, RADEON_TILING_MACRO, 512));
    send_descriptor(pair.socket, shared.dmabuf);
    assert_true(hear(pair.socket));
    assert_true(set_tiling(shared.card, shared.handle, RADEON_TILING_MICRO, 256));
    tell(pair.socket);
    finish(pair);
    unshare(shared);
}

/* Locks the object's file, as a process does that runs a stream on the object. */
static int hold(int dmabuf)
{
    char path[32];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    snprintf(path, sizeof(path), "/proc/self/fd/%d", dmabuf);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    return fd >= 0 && !fcntl(fd, F_OFD_SETLK, &whole) ? fd : -1;
}

static bool hold_for_a_while(int socket)
{
    const int dmabuf = receive_descriptor(socket), held = hold(dmabuf);
    tell(socket);
    if (held < 0 || !hear(socket))
        return false;
    usleep(100000);
    uint64_t *map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, dmabuf, 0);
    const bool waited = map != MAP_FAILED && map[1] == 0;
    close(held);
    return waited;
}

static void streams_and_waits_come_after_those_of_others(void **state)
{
    const struct pair pair = start(hold_for_a_while);
    const struct shared shared = share();
    send_descriptor(pair.socket, shared.dmabuf);
    assert_true(hear(pair.socket));
    assert_int_equal(client_busy(shared.card, shared.handle), -EBUSY);
    tell(pair.socket);
    assert_int_equal(client_submit_write(shared.card, shared.handle, 5), 0); /* waits */
    assert_int_equal(client_wait(shared.card, shared.handle), 0);
    assert_int_equal(client_busy(shared.card, shared.handle), 0);
    assert_int_equal(shared.map[1], 5);
    finish(pair);
    unshare(shared);
}

static bool die_with_it(int socket)
{
    const int dmabuf = receive_descriptor(socket), held = hold(dmabuf);
    tell(socket);
    return held >= 0;
}

static void who_died_is_not_waited_for(void **state)
{
    const struct pair pair = start(die_with_it);
    const struct shared shared = share();
    send_descriptor(pair.socket, shared.dmabuf);
    assert_true(hear(pair.socket));
    finish(pair);
    assert_int_equal(client_submit_write(shared.card, shared.handle, 6), 0);
    assert_int_equal(client_wait(shared.card, shared.handle), 0);
    unshare(shared);
}

static void reads_of_the_host_wait(void **state)
{
    const struct shared shared = share();
    struct dma_buf_sync sync = {DMA_BUF_SYNC_START | DMA_BUF_SYNC_READ};
    assert_int_equal(client_submit_write(shared.card, shared.handle, 3), 0);
    assert_int_equal(ioctl(shared.dmabuf, DMA_BUF_IOCTL_SYNC, &sync), 0);
    assert_int_equal(shared.map[1], 3);
    sync.flags = DMA_BUF_SYNC_END | DMA_BUF_SYNC_READ;
    assert_int_equal(ioctl(shared.dmabuf, DMA_BUF_IOCTL_SYNC, &sync), 0);
    sync.flags = 1 << 10;
    assert_int_equal(ioctl(shared.dmabuf, DMA_BUF_IOCTL_SYNC, &sync), -1);
    assert_int_equal(errno, EINVAL);
    unshare(shared);
}

static void descriptors_keep_to_their_access(void **state)
{
    const struct shared shared = share();
    int readable;
    assert_int_equal(drmPrimeHandleToFD(shared.card, shared.handle, DRM_CLOEXEC, &readable), 0);
    assert_ptr_not_equal(mmap(NULL, PAGE, PROT_READ, MAP_SHARED, readable, 0), MAP_FAILED);
    assert_ptr_equal(mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, readable, 0), MAP_FAILED);
    assert_int_equal(errno, EACCES);
    assert_int_equal(ftruncate(shared.dmabuf, 0), -1);
    close(readable);
    unshare(shared);
}

static void other_files_are_refused(void **state)
{
    const struct shared shared = share();
    uint32_t handle;
    const int open_one = memfd_create("rootle-dma-buf", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    const int other = memfd_create("another", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    assert_int_equal(ftruncate(open_one, PAGE), 0);
    assert_int_equal(ftruncate(other, PAGE), 0);
    assert_int_equal(fcntl(other, F_ADD_SEALS, seals), 0);
    assert_int_equal(drmPrimeFDToHandle(shared.card, open_one, &handle), -1);
    assert_int_equal(drmPrimeFDToHandle(shared.card, other, &handle), -1);
    assert_int_equal(drmPrimeFDToHandle(shared.card, shared.card, &handle), -1);
    close(open_one);
    close(other);
    unshare(shared);
}

/* The descriptors of objects do not count against what a program may have open. */
static void a_program_has_its_descriptors(void **state)
{
    enum { OBJECTS = 200 };
    const int card = client_open();
    uint32_t handles[OBJECTS];
    const int before = dup(0);
    close(before);
    for (int i = 0; i < OBJECTS; i++)
        assert_int_equal(client_create(card, PAGE, &handles[i]), 0);
    const int after = dup(0);
    assert_int_equal(after, before);
    close(after);
    for (int i = 0; i < OBJECTS; i++)
        assert_int_equal(client_close(card, handles[i]), 0);
    close(card);
}

/* A child that closes what it has of its parent's card leaves its own card's objects alone. */
static bool close_what_was_inherited(int socket)
{
    const int inherited = receive_descriptor(socket), card = client_open();
    uint32_t handle;
    bool sound = inherited >= 0 && card >= 0 && !client_create(card, PAGE, &handle);
    for (int fd = 3; sound && fd < 64; fd++)
        if (fd != socket && fd != card)
            close(fd);
    close(client_open());
    return sound && !client_submit_write(card, handle, 4) && !client_wait(card, handle) &&
           ((uint64_t *)client_map(card, handle, PAGE))[1] == 4;
}

static void a_childs_card_is_its_own(void **state)
{
    const struct shared shared = share();
    const struct pair pair = start(close_what_was_inherited);
    send_descriptor(pair.socket, shared.dmabuf);
    finish(pair);
    assert_int_equal(client_submit_write(shared.card, shared.handle, 2), 0);
    assert_int_equal(client_wait(shared.card, shared.handle), 0);
    assert_int_equal(shared.map[1], 2);
    unshare(shared);
}

int main(void)
{
    setenv("ROOTLE_MEMORY", "64", 1);
    return RUN_TESTS(
        cmocka_unit_test, streams_of_both_write_one_memory, memory_outlives_who_made_it,
        tiling_is_known_to_both, streams_and_waits_come_after_those_of_others,
        who_died_is_not_waited_for, reads_of_the_host_wait, descriptors_keep_to_their_access,
        other_files_are_refused, a_program_has_its_descriptors, a_childs_card_is_its_own);
}
