/* SPDX-License-Identifier: MIT */
/* Threads that open, make, map, write, share and close, all at once: for ThreadSanitizer, and for
 * results that get lost. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "ci/tests/run_tests.h"
#include "driver/shim/tests/client.h"

enum { THREADS = 4, ROUNDS = 60, PAGE = 4096 };

static int shared_fd;
static uint32_t shared_handle;

/* One round on a file: what is written is what is read. NULL, or what went wrong. */
static const char *make_and_write(int fd, uint64_t value)
{
    uint32_t handle;
    if (client_create(fd, PAGE, &handle))
        return "create";
    uint64_t *memory = client_map(fd, handle, PAGE);
    if (memory == MAP_FAILED)
        return "map";
    if (client_submit_write(fd, handle, value) || client_wait(fd, handle))
        return "submit";
    if (memory[1] != value)
        return "value";
    munmap(memory, PAGE);
    return client_close(fd, handle) ? "close" : NULL;
}

static const char *share(int fd, uint64_t value)
{
    int exported;
    uint32_t imported;
    if (drmPrimeHandleToFD(shared_fd, shared_handle, DRM_CLOEXEC, &exported))
        return "export";
    if (drmPrimeFDToHandle(fd, exported, &imported))
        return "import";
    close(exported);
    if (client_submit_write(fd, imported, value) || client_wait(fd, imported))
        return "submit to a shared object";
    return client_close(fd, imported) ? "close a shared object" : NULL;
}

static void *work(void *data)
{
    const uint64_t thread = (uintptr_t)data;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        const int fd = client_open();
        const uint64_t value = thread << 32 | round;
        const char *wrong = fd < 0 ? "open" : make_and_write(fd, value);
        if (!wrong)
            wrong = make_and_write(shared_fd, value);
        if (!wrong)
            wrong = share(fd, value);
        close(fd);
        if (wrong)
            return (void *)wrong;
    }
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    pthread_t threads[THREADS];
    shared_fd = client_open();
    assert_true(shared_fd >= 0);
    assert_int_equal(client_create(shared_fd, PAGE, &shared_handle), 0);
    for (uintptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        if (wrong)
            fail_msg("thread %d: %s", i, (const char *)wrong);
    }
    close(shared_fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_disturb_each_other)};
    setenv("ROOTLE_MEMORY", "64", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
