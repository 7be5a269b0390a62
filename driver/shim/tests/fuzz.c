/* SPDX-License-Identifier: MIT */
/* fuzz.c: shim-fuzz COUNT [SEED]: COUNT calls of the node with damaged arguments, half of them with
 * damaged command streams of a real launch. Each must work or fail with an error of the kernel's;
 * the card must work at the end. */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "driver/base/count.h"
#include "driver/pipe.h"
#include "driver/r600/screen.h"
#include "driver/r600/tests/machine_code.h"
#include "driver/shim/tests/client.h"
#include "driver/winsys/radeon/winsys_radeon.h"

enum { MOST_DWORDS = 4096, MOST_RELOCS = 16, SCRATCH = 4096, PAGE = 4096 };

/* The stream that is damaged, taken from the driver on its way to the node. */
static struct {
    int fd;
    uint32_t dwords[MOST_DWORDS], count;
    struct drm_radeon_cs_reloc relocs[MOST_RELOCS];
    uint32_t reloc_count;
} seed;

static void keep_chunk(const struct drm_radeon_cs_chunk *chunk)
{
    const size_t bytes = chunk->length_dw * 4ul;
    if (chunk->chunk_id == RADEON_CHUNK_ID_IB && bytes <= sizeof(seed.dwords)) {
        memcpy(seed.dwords, (void *)(uintptr_t)chunk->chunk_data, bytes);
        seed.count = chunk->length_dw;
    } else if (chunk->chunk_id == RADEON_CHUNK_ID_RELOCS && bytes <= sizeof(seed.relocs)) {
        memcpy(seed.relocs, (void *)(uintptr_t)chunk->chunk_data, bytes);
        seed.reloc_count = chunk->length_dw / 4;
    }
}

/* The linker's --wrap: the driver's calls of drmIoctl arrive here. */
int __real_drmIoctl(int fd, unsigned long request, void *argument);
int __wrap_drmIoctl(int fd, unsigned long request, void *argument);
int __wrap_drmIoctl(int fd, unsigned long request, void *argument)
{
    if (request == DRM_IOCTL_RADEON_CS && !seed.count) {
        const struct drm_radeon_cs *cs = argument;
        const uint64_t *chunks = (const void *)(uintptr_t)cs->chunks;
        for (uint32_t i = 0; i < cs->num_chunks; i++)
            keep_chunk((const void *)(uintptr_t)chunks[i]);
        seed.fd = fd;
    }
    return __real_drmIoctl(fd, request, argument);
}

static void fail(const char *what)
{
    printf("shim-fuzz: %s (%s)\n", what, strerror(errno));
    exit(1);
}

/* Objects of the seed's launch, which live as long as streams may name them. */
static struct pipe_resource *target;
static struct pipe_compute_state *state;

/* The least of kernels: every work-item stores a number. */
static void launch(struct pipe_screen *screen, struct pipe_context *context)
{
    static struct machine_code code;
    char error[PIPE_ERROR_SIZE];
    mc_global_id(&code, 0, 2, 0);
    mc_alu(&code, HW_ALU_OP_MOV, 3, 0, LITERAL, ZERO, 0xcafe);
    mc_store_raw(&code, 3, 2);
    mc_finish(&code);
    const struct pipe_resource_template buffer = {.target = PIPE_BUFFER, .width = 1024};
    const struct pipe_compute_state_template kernel = {
        .name = "seed", .code = code.words, .code_bytes = code.bytes, .gprs = 8};
    target = screen->ops->resource_create(screen, &buffer);
    state = context->ops->compute_state_create(context, &kernel, error);
    if (!target || !state)
        fail("no kernel");
    const uint32_t address = screen->ops->resource_address(target);
    const struct pipe_grid_info grid = {.work_dim = 1,
                                        .local_size = {64, 1, 1},
                                        .groups = {1, 1, 1},
                                        .input = &address,
                                        .input_bytes = sizeof(address),
                                        .state = state};
    struct pipe_fence *fence;
    if (context->ops->launch_grid(context, &grid, &fence, error))
        fail(error);
    if (context->ops->fence_wait(context, fence, UINT64_MAX, error) != PIPE_FENCE_DONE)
        fail(error);
    context->ops->fence_destroy(context, fence);
}

/* Numbers. */

static uint64_t random_state;

static uint64_t random_number(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static uint32_t random_below(uint32_t end)
{
    return (uint32_t)(random_number() >> 16) % end;
}

static _Alignas(8) char scratch[SCRATCH];

/* A number that code is likely to trip over. As an address it is that of the scratch memory, or of
 * none: below 1 GiB and where no program reaches there is nothing, not even a sanitizer's own. */
static uint64_t number(void)
{
    switch (random_below(8)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX - random_below(8);
    case 2:
        return (uintptr_t)scratch;
    case 3:
        return random_below(2) ? 1ull << random_below(30) : 1ull << 63 >> random_below(16);
    case 4:
        return random_below(1 << 18) * (uint64_t)PAGE;
    default:
        return random_below(40);
    }
}

static uint32_t damaged_dword(uint32_t dword)
{
    switch (random_below(4)) {
    case 0:
        return dword ^ 1u << random_below(32);
    case 1:
        return (uint32_t)number();
    case 2:
        return (uint32_t)random_number();
    default:
        return dword + random_below(9) - 4;
    }
}

/* Calls. */

static const uint32_t requests[] = {
    DRM_IOCTL_VERSION,
    DRM_IOCTL_GET_CAP,
    DRM_IOCTL_GEM_CLOSE,
    DRM_IOCTL_PRIME_HANDLE_TO_FD,
    DRM_IOCTL_PRIME_FD_TO_HANDLE,
    DRM_IOCTL_RADEON_GEM_INFO,
    DRM_IOCTL_RADEON_GEM_CREATE,
    DRM_IOCTL_RADEON_GEM_MMAP,
    DRM_IOCTL_RADEON_GEM_PREAD,
    DRM_IOCTL_RADEON_GEM_PWRITE,
    DRM_IOCTL_RADEON_GEM_SET_DOMAIN,
    DRM_IOCTL_RADEON_GEM_WAIT_IDLE,
    DRM_IOCTL_RADEON_CS,
    DRM_IOCTL_RADEON_INFO,
    DRM_IOCTL_RADEON_GEM_SET_TILING,
    DRM_IOCTL_RADEON_GEM_GET_TILING,
    DRM_IOCTL_RADEON_GEM_BUSY,
    DRM_IOCTL_RADEON_GEM_VA,
    DRM_IOCTL_RADEON_GEM_OP,
    DRM_IOCTL_RADEON_GEM_USERPTR,
};

/* Streams that were taken, of those that were made. */
static unsigned long streams_made, streams_taken;

static void check_error(const char *what, int status)
{
    static const int known[] = {EINVAL, EFAULT, ENOENT,     ENOMEM, EACCES, ENOTTY,
                                ENOSYS, EBUSY,  EOPNOTSUPP, EBADF,  EMFILE, EPERM};
    if (!status)
        return;
    for (size_t i = 0; i < COUNT(known); i++)
        if (known[i] == errno)
            return;
    fail(what);
}

static void close_strays(int from)
{
    for (int fd = from; fd < from + 64; fd++)
        close(fd);
}

static void any_request(int fd)
{
    uint64_t argument[16];
    uint32_t request = requests[random_below(COUNT(requests))];
    for (size_t i = 0; i < COUNT(argument); i++)
        argument[i] = number();
    argument[0] = number() << 32 | (uint32_t)number(); /* no argument begins with an address */
    if (!random_below(8))
        request = _IOC(random_below(4), 'd', random_below(256), random_below(sizeof(argument)));
    void *address = random_below(32) ? (void *)argument : (void *)(uintptr_t)random_below(PAGE);
    errno = 0;
    check_error("ioctl", ioctl(fd, request, address));
}

static void any_mapping(int fd)
{
    const size_t length = random_below(8) * (size_t)PAGE;
    const off_t offset = (off_t)((1ull << 32) + random_below(64) * (uint64_t)PAGE);
    errno = 0;
    void *mapped = mmap(NULL, length, (int)random_below(4), (int)random_below(4), fd, offset);
    check_error("mmap", mapped == MAP_FAILED);
    if (mapped != MAP_FAILED && length)
        munmap(mapped, length);
}

static void damaged_stream(void)
{
    uint32_t dwords[MOST_DWORDS], flags[3] = {1, 0, 0};
    struct drm_radeon_cs_reloc relocs[MOST_RELOCS];
    memcpy(dwords, seed.dwords, seed.count * 4);
    memcpy(relocs, seed.relocs, sizeof(relocs));
    for (uint32_t i = random_below(4) + 1; i--;) {
        uint32_t *dword = &dwords[random_below(seed.count)];
        *dword = damaged_dword(*dword);
    }
    if (!random_below(8))
        ((uint32_t *)relocs)[random_below(seed.reloc_count * 4)] = (uint32_t)number();
    if (!random_below(16))
        flags[random_below(3)] = (uint32_t)number();
    struct drm_radeon_cs_chunk chunks[] = {
        {RADEON_CHUNK_ID_RELOCS, seed.reloc_count * 4, (uintptr_t)relocs},
        {RADEON_CHUNK_ID_IB, seed.count, (uintptr_t)dwords},
        {RADEON_CHUNK_ID_FLAGS, 3, (uintptr_t)flags},
    };
    if (!random_below(16)) /* longer than its memory is: the kernel reads what is there */
        chunks[random_below(3)].length_dw = random_below(seed.count + 1);
    uint64_t pointers[] = {(uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2]};
    if (!random_below(32))
        pointers[random_below(3)] = number();
    struct drm_radeon_cs cs = {.num_chunks = 3, .chunks = (uintptr_t)pointers};
    errno = 0;
    const int status = ioctl(seed.fd, DRM_IOCTL_RADEON_CS, &cs);
    check_error("CS", status);
    streams_made++;
    streams_taken += !status;
}

static void card_works(void)
{
    const int fd = client_open();
    uint32_t handle;
    if (fd < 0 || client_create(fd, PAGE, &handle))
        fail("the card has no page left");
    uint64_t *memory = client_map(fd, handle, PAGE);
    if (memory == MAP_FAILED || client_submit_write(fd, handle, 4711) || client_wait(fd, handle) ||
        memory[1] != 4711)
        fail("the card works no more");
    close(fd);
}

static void fuzz(unsigned long count)
{
    int fd = client_open();
    for (unsigned long i = 0; i < count; i++) {
        const uint32_t kind = random_below(16);
        if (kind < 8)
            damaged_stream();
        else if (kind < 15)
            any_request(fd);
        else
            any_mapping(fd);
        if (i % 64 == 0) /* the queue shall not grow without end */
            client_wait(seed.fd, seed.relocs[0].handle);
        if (i % 512 == 0) {
            close_strays(fd);
            fd = client_open();
            card_works();
        }
    }
    close_strays(fd);
}

int main(int argc, char **argv)
{
    char error[WINSYS_ERROR_SIZE];
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    random_state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    setenv("ROOTLE_MEMORY", "256", 1);
    setenv("ROOTLE_TIMEOUT", "0.02", 1);
    struct winsys *ws = winsys_radeon_create(NULL, error);
    struct pipe_screen *screen = ws ? r600_screen_create(ws, NULL, error) : NULL;
    struct pipe_context *context = screen ? screen->ops->context_create(screen) : NULL;
    if (!context)
        fail(error);
    launch(screen, context);
    stderr = fopen("/dev/null", "w"); /* where a line comes for each stream that is refused */
    fuzz(count);
    card_works();
    context->ops->compute_state_destroy(context, state);
    screen->ops->resource_destroy(target);
    context->ops->destroy(context);
    screen->ops->destroy(screen);
    printf("shim-fuzz: %lu calls, seed %lu; %lu of %lu streams were taken\n", count,
           argc > 2 ? strtoul(argv[2], NULL, 10) : 1ul, streams_taken, streams_made);
    return 0;
}
