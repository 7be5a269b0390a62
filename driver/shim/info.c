/* SPDX-License-Identifier: MIT */
/* info.c: answers to RADEON_INFO. The device knows the chip; answers that are the kernel's own are
 * here.
 */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <time.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/shim/ioctl.h"
#include "driver/shim/user.h"

/* Two bits for each tile pipe in ascending order, so that pipes share the backends evenly. */
static uint32_t backend_map(const struct hw_chip *chip)
{
    uint32_t map = 0;
    for (unsigned pipe = 0; pipe < chip->tile_pipes; pipe++)
        map |= (pipe % chip->render_backends) << pipe * 4;
    return map;
}

/* The clock counts cycles of the crystal. */
static uint64_t timestamp(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * HW_CLOCK_CRYSTAL_KHZ * 1000u +
           (uint64_t)now.tv_nsec * HW_CLOCK_CRYSTAL_KHZ / 1000000u;
}

/* Whether a ring takes command streams: graphics and compute, which are one, and DMA. */
static int ring_working(uint32_t *value)
{
    if (*value > RADEON_CS_RING_VCE)
        return -EINVAL;
    *value = *value <= RADEON_CS_RING_DMA &&
             (*value != RADEON_CS_RING_DMA || shim_card()->config.chip->family < HW_FAMILY_R600);
    return 0;
}

/* Requests whose answer has 64 bits; false: it is none of them. */
static bool wide_answer(uint32_t request, uint64_t *value)
{
    switch (request) {
    case RADEON_INFO_TIMESTAMP:
        *value = timestamp();
        return true;
    case RADEON_INFO_NUM_BYTES_MOVED:
        *value = 0;
        return true;
    case RADEON_INFO_VRAM_USAGE:
        *value = atomic_load(&shim_card()->used[1]);
        return true;
    case RADEON_INFO_GTT_USAGE:
        *value = atomic_load(&shim_card()->used[0]);
        return true;
    default:
        return false;
    }
}

static int answer(uint32_t request, uint32_t *value)
{
    static const struct {
        uint32_t request, value;
    } constant[] = {
        {RADEON_INFO_ACCEL_WORKING2, 1},
        {RADEON_INFO_CLOCK_CRYSTAL_FREQ, HW_CLOCK_CRYSTAL_KHZ},
        {RADEON_INFO_WANT_HYPERZ, 0},
        {RADEON_INFO_WANT_CMASK, 0},
        {RADEON_INFO_FUSION_GART_WORKING, 1},
        {RADEON_INFO_FASTFB_WORKING, 0},
        {RADEON_INFO_SI_CP_DMA_COMPUTE, 1},
        {RADEON_INFO_VA_UNMAP_WORKING, 1},
        {RADEON_INFO_CURRENT_GPU_TEMP, 0},
    };
    for (size_t i = 0; i < COUNT(constant); i++)
        if (constant[i].request == request) {
            *value = constant[i].value;
            return 0;
        }
    switch (request) {
    case RADEON_INFO_NUM_GB_PIPES:
    case RADEON_INFO_NUM_Z_PIPES:
    case RADEON_INFO_ACCEL_WORKING: /* 0 on all of Evergreen: drivers ask
                                       RADEON_INFO_ACCEL_WORKING2 instead */
        *value = shim_card()->config.chip->family == HW_FAMILY_R500 ||
                 shim_card()->config.chip->family == HW_FAMILY_R300;
        return 0;
    case RADEON_INFO_RING_WORKING:
        return ring_working(value);
    case RADEON_INFO_GPU_RESET_COUNTER:
        *value = atomic_load(&shim_card()->resets);
        return 0;
    case RADEON_INFO_BACKEND_MAP:
        *value = backend_map(shim_card()->config.chip);
        return 0;
    default:
        return sim_info(shim_card()->device, request, value);
    }
}

int shim_radeon_info(struct shim_file *file, void *argument)
{
    const struct drm_radeon_info *info = argument;
    uint32_t value;
    uint64_t wide;
    (void)file;
    if (shim_user_read(&value, info->value, sizeof(value)))
        return -EFAULT;
    if (wide_answer(info->request, &wide))
        return shim_user_write(info->value, &wide, sizeof(wide));
    const int status = answer(info->request, &value);
    return status ? status : shim_user_write(info->value, &value, sizeof(value));
}
