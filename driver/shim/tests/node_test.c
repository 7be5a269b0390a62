/* SPDX-License-Identifier: MIT */
/* Tests of the node as libdrm and a program see it. The library's functions are linked in, in front
 * of libc's, as preloading would put them. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xf86drm.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/shim/faults.h"
#include "driver/shim/tests/client.h"

enum { PAGE = 4096 };

static int open_card(void)
{
    const int fd = client_open();
    assert_true(fd >= 0);
    return fd;
}

static uint32_t create(int fd, uint64_t size)
{
    uint32_t handle;
    assert_int_equal(client_create(fd, size, &handle), 0);
    return handle;
}

static uint64_t *map(int fd, uint32_t handle, uint64_t size)
{
    void *address = client_map(fd, handle, size);
    assert_ptr_not_equal(address, MAP_FAILED);
    return address;
}

static void libdrm_finds_the_card(void **state)
{
    const int fd = open_card();
    drmVersionPtr version = drmGetVersion(fd);
    assert_non_null(version);
    assert_string_equal(version->name, "radeon");
    assert_int_equal(version->version_major, 2);
    drmFreeVersion(version);
    drmDevicePtr device;
    assert_int_equal(drmGetDevice2(fd, 0, &device), 0);
    assert_int_equal(device->bustype, DRM_BUS_PCI);
    assert_int_equal(device->deviceinfo.pci->vendor_id, 0x1002);
    assert_string_equal(device->nodes[DRM_NODE_RENDER], CLIENT_NODE);
    drmFreeDevice(&device);
    drmDevicePtr all[4];
    assert_int_equal(drmGetDevices2(0, all, 4), 1);
    drmFreeDevices(all, 1);
    char *name = drmGetRenderDeviceNameFromFd(fd);
    assert_string_equal(name, CLIENT_NODE);
    free(name);
    close(fd);
}

static void files_look_as_the_kernels_do(void **state)
{
    struct stat stat_;
    char text[64] = "", target[PATH_MAX];
    assert_int_equal(stat(CLIENT_NODE, &stat_), 0);
    assert_true(S_ISCHR(stat_.st_mode));
    assert_int_equal(stat_.st_rdev, makedev(226, 128));
    assert_int_equal(lstat("/sys/dev/char/226:128/device/subsystem", &stat_), 0);
    assert_true(S_ISLNK(stat_.st_mode));
    const ssize_t length = readlink("/sys/dev/char/226:128/device/subsystem", target, PATH_MAX);
    assert_true(length > 3 && !memcmp(target + length - 4, "/pci", 4));
    FILE *file = fopen("/sys//dev/char/226:128/./device/drm/../vendor", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof(text), file));
    assert_string_equal(text, "0x1002\n");
    fclose(file);
    assert_int_equal(open("/sys/dev/char/226:128/device/vendor", O_WRONLY), -1);
    assert_int_equal(errno, EACCES);
    assert_int_equal(access(CLIENT_NODE, R_OK | W_OK), 0);
    assert_non_null(realpath("/sys/dev/char/226:128/device", target));
    assert_null(strstr(target, "226"));
    assert_int_equal(stat("/dev/null", &stat_), 0); /* what is not ours is libc's */
}

static void folders_have_their_entries(void **state)
{
    DIR *folder = opendir("/dev/dri/");
    unsigned entries = 0, nodes = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)); entries++)
        nodes += !strcmp(entry->d_name, "renderD128") && entry->d_type == DT_CHR;
    assert_int_equal(entries, 3);
    assert_int_equal(nodes, 1);
    rewinddir(folder);
    assert_string_equal(readdir(folder)->d_name, ".");
    closedir(folder);
    folder = opendir("/");
    assert_non_null(folder);
    assert_non_null(readdir(folder));
    closedir(folder);
    assert_null(opendir(CLIENT_NODE));
    assert_int_equal(errno, ENOTDIR);
}

static void redirected_files_are_found(void **state)
{
    char text[8] = "";
    setenv("ROOTLE_DRM_REDIRECT", "/nowhere/a=/nowhere/b:/nowhere/null=/dev/null", 1);
    assert_int_equal(access("/nowhere/null", F_OK), 0);
    FILE *file = fopen("/nowhere/null", "r");
    assert_non_null(file);
    assert_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_int_equal(access("/nowhere/nullable", F_OK), -1);
    unsetenv("ROOTLE_DRM_REDIRECT");
    assert_int_equal(access("/nowhere/null", F_OK), -1);
}

static void mappings_outlive_handle_and_file(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, 3 * PAGE);
    uint64_t *one = map(fd, handle, 3 * PAGE), *other = map(fd, handle, 3 * PAGE);
    assert_ptr_not_equal(one, other);
    one[2 * PAGE / 8] = 42;
    assert_int_equal(other[2 * PAGE / 8], 42);
    munmap(one, 3 * PAGE);
    assert_int_equal(client_close(fd, handle), 0);
    close(fd);
    other[0] = 1; /* still there */
    assert_int_equal(other[2 * PAGE / 8], 42);
    munmap(other, 3 * PAGE);
}

static void mmap_refuses_what_the_kernel_refuses(void **state)
{
    const int fd = open_card(), stranger = open_card();
    struct drm_radeon_gem_mmap at = {.handle = create(fd, 2 * PAGE)};
    assert_int_equal(drmIoctl(fd, DRM_IOCTL_RADEON_GEM_MMAP, &at), 0);
    const off_t offset = (off_t)at.addr_ptr;
    const struct {
        int fd, flags, error;
        off_t offset;
        size_t length;
    } cases[] = {
        {fd, MAP_SHARED, 0, offset, 2 * PAGE},      {fd, MAP_SHARED, 0, offset + PAGE, PAGE},
        {fd, MAP_SHARED, EINVAL, offset, 3 * PAGE}, {fd, MAP_SHARED, EINVAL, 0, PAGE},
        {fd, MAP_PRIVATE, EINVAL, offset, PAGE},    {stranger, MAP_SHARED, EACCES, offset, PAGE},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        errno = 0;
        void *mapped =
            mmap(NULL, cases[i].length, PROT_READ, cases[i].flags, cases[i].fd, cases[i].offset);
        assert_int_equal(mapped == MAP_FAILED ? errno : 0, cases[i].error);
        if (mapped != MAP_FAILED)
            munmap(mapped, cases[i].length);
    }
    close(fd);
    close(stranger);
}

static void memory_is_given_back(void **state)
{
    uint32_t handle, used;
    for (int round = 0; round < 40; round++) { /* more than there is, were it kept */
        const int fd = open_card(), copy = dup(fd);
        create(fd, 16 << 20);
        assert_int_equal(client_create(fd, 1ull << 40, &handle), -ENOMEM);
        close(fd);
        assert_int_equal(client_info(copy, RADEON_INFO_VRAM_USAGE, &used), 0);
        assert_int_equal(used, 16 << 20);
        close(copy);
    }
}

static void handles_are_a_files_own(void **state)
{
    const int one = open_card(), other = open_card();
    const uint32_t handle = create(one, PAGE);
    assert_int_equal(client_busy(one, handle), 0);
    assert_int_equal(client_busy(other, handle), -ENOENT);
    assert_int_equal(client_close(other, handle), -EINVAL);
    assert_int_equal(client_close(one, handle), 0);
    assert_int_equal(client_close(one, handle), -EINVAL);
    close(one);
    close(other);
}

static void dma_bufs_share_an_object(void **state)
{
    const int one = open_card(), other = open_card();
    const uint32_t handle = create(one, PAGE);
    uint32_t imported, again;
    int shared;
    assert_int_equal(drmPrimeHandleToFD(one, handle, DRM_CLOEXEC | DRM_RDWR, &shared), 0);
    assert_int_equal(lseek(shared, 0, SEEK_END), PAGE);
    assert_int_equal(drmPrimeFDToHandle(other, shared, &imported), 0);
    assert_int_equal(drmPrimeFDToHandle(other, shared, &again), 0);
    assert_int_equal(again, imported);
    assert_int_equal(client_submit_write(one, handle, 77), 0);
    assert_int_equal(client_wait(other, imported), 0);
    assert_int_equal(map(other, imported, PAGE)[1], 77);
    uint64_t *direct = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, shared, 0);
    assert_ptr_not_equal(direct, MAP_FAILED);
    assert_int_equal(direct[1], 77);
    assert_int_equal(drmPrimeFDToHandle(other, STDIN_FILENO, &again), -1);
    close(shared);
    close(one);
    assert_int_equal(client_submit_write(other, imported, 78), 0);
    assert_int_equal(client_wait(other, imported), 0);
    assert_int_equal(direct[1], 78);
    close(other);
}

static void children_share_mappings_and_open_their_own(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, PAGE);
    uint64_t *memory = map(fd, handle, PAGE);
    const pid_t child = fork();
    if (!child) {
        memory[0] = 5;
        bool sound = client_busy(fd, handle) == -ENODEV;
        const int own = client_open();
        uint32_t mine;
        sound = sound && own >= 0 && !client_create(own, PAGE, &mine) &&
                !client_submit_write(own, mine, 9) && !client_wait(own, mine);
        sound = sound && ((uint64_t *)client_map(own, mine, PAGE))[1] == 9;
        _exit(!sound);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(memory[0], 5);
    assert_int_equal(client_submit_write(fd, handle, 6), 0);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(memory[1], 6);
    close(fd);
}

static int make_user_object(int fd, void *memory, uint64_t size, uint32_t flags, uint32_t *handle)
{
    struct drm_radeon_gem_userptr user = {.addr = (uintptr_t)memory, .size = size, .flags = flags};
    const int status = drmIoctl(fd, DRM_IOCTL_RADEON_GEM_USERPTR, &user) ? -errno : 0;
    *handle = user.handle;
    return status;
}

static void user_memory_becomes_an_object(void **state)
{
    const uint32_t writable =
        RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER | RADEON_GEM_USERPTR_VALIDATE;
    const int fd = open_card();
    uint64_t *memory =
        mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint32_t handle;
    memory[0] = 1;
    memory[1] = 2;
    memory[PAGE / 8] = 3;
    assert_int_equal(make_user_object(fd, memory, 2 * PAGE, writable, &handle), 0);
    assert_int_equal(client_submit_write(fd, handle, 0x0102030405060708), 0);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(memory[0], 1);
    assert_int_equal(memory[1], 0x0102030405060708);
    assert_int_equal(memory[PAGE / 8], 3);
    assert_ptr_equal(client_map(fd, handle, 2 * PAGE), MAP_FAILED);
    assert_int_equal(errno, EPERM);
    munmap(memory, 2 * PAGE);
    assert_int_equal(client_submit_write(fd, handle, 4), -EFAULT);
    close(fd);
}

static void user_memory_is_checked(void **state)
{
    const uint32_t both = RADEON_GEM_USERPTR_ANONONLY | RADEON_GEM_USERPTR_REGISTER;
    const int fd = open_card(), file = open("/proc/self/exe", O_RDONLY);
    void *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *of_file = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, file, 0);
    uint32_t handle;
    assert_int_equal(make_user_object(fd, NULL, 0, 0, &handle), -EACCES); /* Mesa's probe */
    assert_int_equal(make_user_object(fd, (char *)memory + 8, PAGE, both, &handle), -EINVAL);
    assert_int_equal(make_user_object(fd, memory, PAGE, 1u << 9, &handle), -EINVAL);
    assert_int_equal(make_user_object(fd, memory, PAGE, RADEON_GEM_USERPTR_REGISTER, &handle),
                     -EACCES);
    assert_int_equal(
        make_user_object(fd, of_file, PAGE, both | RADEON_GEM_USERPTR_VALIDATE, &handle), -EPERM);
    assert_int_equal(make_user_object(fd, memory, PAGE, RADEON_GEM_USERPTR_READONLY, &handle), 0);
    assert_int_equal(client_submit_write(fd, handle, 7), 0);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(((uint64_t *)memory)[1], 0);
    munmap(memory, PAGE);
    munmap(of_file, PAGE);
    close(file);
    close(fd);
}

static void requests_fail_as_the_kernels_do(void **state)
{
    const int fd = open_card();
    uint32_t value = 0;
    struct drm_radeon_gem_va va = {0};
    struct drm_gem_flink flink = {0};
    struct drm_radeon_info info = {.request = RADEON_INFO_DEVICE_ID, .value = 8};
    assert_int_equal(client_info(fd, RADEON_INFO_VA_START, &value), -EINVAL);
    assert_int_equal(client_info(fd, RADEON_INFO_IB_VM_MAX_SIZE, &value), -EINVAL);
    assert_int_equal(client_info(fd, 0x1000, &value), -EINVAL);
    assert_int_equal(drmIoctl(fd, DRM_IOCTL_RADEON_INFO, &info), -1);
    assert_int_equal(errno, EFAULT);
    assert_int_equal(drmIoctl(fd, DRM_IOCTL_RADEON_GEM_VA, &va), -1);
    assert_int_equal(errno, ENOTTY);
    assert_int_equal(drmIoctl(fd, DRM_IOCTL_GEM_FLINK, &flink), -1);
    assert_int_equal(errno, EACCES);
    assert_int_equal(drmIoctl(fd, DRM_IO(0x3f), NULL), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(client_wait(fd, 999), -ENOENT);
    assert_int_equal(client_submit_write(fd, 999, 1), -ENOENT);
    close(fd);
}

static void streams_are_checked(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, PAGE), junk[] = {0x12345678, 0};
    uint32_t before, after;
    assert_int_equal(client_submit(fd, junk, COUNT(junk), &handle, 1), -EINVAL);
    assert_int_equal(client_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &before), 0);
    assert_int_equal(client_submit_write(fd, handle, 3), 0);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(client_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &after), 0);
    assert_int_equal(before, after);
    assert_int_equal(map(fd, handle, PAGE)[1], 3);
    close(fd);
}

/* Submits a stream that the library refuses, and takes what it prints to standard error. */
static void refuse_with_label(int fd, uint32_t handle, const char *label, char *text, size_t size)
{
    const uint32_t junk[] = {0x12345678, 0};
    FILE *file = tmpfile();
    const int standard_error = dup(STDERR_FILENO);
    assert_non_null(file);
    dup2(fileno(file), STDERR_FILENO);
    const int status = client_submit_label(fd, junk, COUNT(junk), &handle, 1, label);
    fflush(stderr);
    dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    assert_int_equal(status, -EINVAL);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void refused_streams_are_named(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, PAGE);
    char text[512];
    refuse_with_label(fd, handle, "vector_add", text, sizeof(text));
    assert_non_null(strstr(text, "a command stream of kernel vector_add is refused: "));
    refuse_with_label(fd, handle, NULL, text, sizeof(text));
    assert_non_null(strstr(text, "a command stream is refused: "));
    const char long_label[] =
        "a name that is longer than a label may be, as it has seventy letters...";
    refuse_with_label(fd, handle, long_label, text, sizeof(text));
    assert_non_null(
        strstr(text, "of kernel a name that is longer than a label may be, as it has seventy"));
    close(fd);
}

static void faults_strike(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, PAGE);
    uint32_t before, after, none;
    assert_int_equal(client_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &before), 0);
    setenv("ROOTLE_DRM_FAULT", "hang:2", 1);
    shim_faults_read();
    assert_int_equal(client_submit_write(fd, handle, 1), 0);
    assert_int_equal(client_submit_write(fd, handle, 2), 0);
    assert_int_equal(client_busy(fd, handle), -EBUSY);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(client_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &after), 0);
    assert_int_equal(after, before + 1);
    assert_int_equal(map(fd, handle, PAGE)[1], 1); /* what hung has not written */
    setenv("ROOTLE_DRM_FAULT", "enomem:2", 1);
    shim_faults_read();
    create(fd, PAGE);
    assert_int_equal(client_create(fd, PAGE, &none), -ENOMEM);
    create(fd, PAGE);
    setenv("ROOTLE_DRM_FAULT", "eintr:1+", 1);
    shim_faults_read();
    assert_int_equal(client_wait(fd, handle), 0);
    unsetenv("ROOTLE_DRM_FAULT");
    shim_faults_read();
    close(fd);
}

/* Damaged streams are carried out, refused, or end badly: the card goes on. */
static void damaged_streams_end(void **state)
{
    const int fd = open_card();
    const uint32_t handle = create(fd, PAGE);
    unsigned accepted = 0;
    setenv("ROOTLE_DRM_FAULT", "damage:1+", 1);
    shim_faults_read();
    for (unsigned i = 0; i < 500; i++)
        accepted += !client_submit_write(fd, handle, i);
    unsetenv("ROOTLE_DRM_FAULT");
    shim_faults_read();
    assert_in_range(accepted, 1, 499);
    assert_int_equal(client_submit_write(fd, handle, 77), 0);
    assert_int_equal(client_wait(fd, handle), 0);
    assert_int_equal(map(fd, handle, PAGE)[1], 77);
    close(fd);
}

int main(void)
{
    setenv("ROOTLE_MEMORY", "64", 1);
    return RUN_TESTS(cmocka_unit_test, libdrm_finds_the_card, files_look_as_the_kernels_do,
                     folders_have_their_entries, redirected_files_are_found,
                     mappings_outlive_handle_and_file, mmap_refuses_what_the_kernel_refuses,
                     memory_is_given_back, handles_are_a_files_own, dma_bufs_share_an_object,
                     children_share_mappings_and_open_their_own, user_memory_becomes_an_object,
                     user_memory_is_checked, requests_fail_as_the_kernels_do, streams_are_checked,
                     refused_streams_are_named, faults_strike, damaged_streams_end);
}
