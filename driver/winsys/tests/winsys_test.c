/* SPDX-License-Identifier: MIT */
/* Tests of the winsys over the simulated device: what passes through it, and what is refused. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/registers.h"
#include "driver/winsys/tests/check_info.h"
#include "driver/winsys/winsys_sim.h"

static struct winsys *open_chip(const char *chip, const char *mib)
{
    char error[WINSYS_ERROR_SIZE] = "";
    setenv("ROOTLE_CHIP", chip, 1);
    setenv("ROOTLE_MEMORY", mib, 1);
    struct winsys *ws = winsys_sim_create(&(struct sim_parts){0}, error);
    if (!ws)
        fail_msg("%s", error);
    return ws;
}

static void info_describes_the_chip(void **state)
{
    for (size_t i = 0; i < hw_chip_count; i++) {
        const struct hw_chip *chip = &hw_chips[i];
        if (chip->family != HW_FAMILY_EVERGREEN)
            continue;
        struct winsys *ws = open_chip(chip->name, "32");
        const struct winsys_info info = check_info(ws, chip, 32u << 20);
        assert_non_null(strstr(info.name, chip->name + 1));
        ws->ops->destroy(ws);
    }
}

static void unknown_chip_is_refused(void **state)
{
    char error[WINSYS_ERROR_SIZE] = "";
    setenv("ROOTLE_CHIP", "voodoo", 1);
    assert_null(winsys_sim_create(&(struct sim_parts){0}, error));
    assert_non_null(strstr(error, "voodoo"));
    assert_non_null(strstr(error, "juniper"));
}

/* The core alone refuses settings of the environment that only an annex has. */
static void missing_parts_are_refused(void **state)
{
    static const struct {
        const char *name, *value, *usual, *why;
    } rows[] = {{"ROOTLE_CHIP", "rv515", "cypress", "left out of this build"},
                {"ROOTLE_EXEC", "both", "auto", "interprets programs only"},
                {"ROOTLE_EXEC", "recompile", "auto", "interprets programs only"},
                {"ROOTLE_CHECK", "races", "memory", "checks memory only"}};
    setenv("ROOTLE_CHIP", "cypress", 1);
    for (size_t i = 0; i < COUNT(rows); i++) {
        char error[WINSYS_ERROR_SIZE] = "";
        setenv(rows[i].name, rows[i].value, 1);
        assert_null(winsys_sim_create(&(struct sim_parts){0}, error));
        assert_non_null(strstr(error, rows[i].why));
        assert_non_null(strstr(error, rows[i].value));
        setenv(rows[i].name, rows[i].usual, 1);
    }
}

static void objects_are_counted_and_limited(void **state)
{
    struct winsys *ws = open_chip("juniper", "16");
    const struct winsys_ops *ops = ws->ops;
    assert_null(ops->bo_create(ws, 17u << 20, 4096, WINSYS_DOMAIN_VRAM));
    struct winsys_bo *bo = ops->bo_create(ws, 10u << 20, 256, WINSYS_DOMAIN_VRAM);
    assert_non_null(bo);
    assert_int_equal(bo->size, 10u << 20);
    uint8_t *map = bo->map;
    assert_int_equal(map[0], 0);
    assert_int_equal(map[(10u << 20) - 1], 0);
    map[5] = 77;
    winsys_bo_reference(bo);
    winsys_bo_unreference(bo);
    assert_int_equal(((uint8_t *)bo->map)[5], 77); /* one reference is left */
    assert_null(ops->bo_create(ws, 10u << 20, 256, WINSYS_DOMAIN_VRAM));
    winsys_bo_unreference(bo);
    winsys_bo_unreference(NULL);
    bo = ops->bo_create(ws, 10u << 20, 256, WINSYS_DOMAIN_VRAM);
    assert_non_null(bo);
    assert_int_equal(((uint8_t *)bo->map)[5], 0);
    winsys_bo_unreference(bo);
    ops->destroy(ws);
}

static int submit(struct winsys *ws, const uint32_t *dwords, uint32_t count,
                  struct winsys_fence **fence, char error[WINSYS_ERROR_SIZE])
{
    const struct winsys_cs cs = {.dwords = dwords, .dword_count = count, .label = "test"};
    return ws->ops->cs_submit(ws, &cs, fence, error);
}

static void streams_are_checked(void **state)
{
    struct winsys *ws = open_chip("juniper", "16");
    char error[WINSYS_ERROR_SIZE] = "";
    const uint32_t event[2] = {hw_pkt3(HW_PKT3_EVENT_WRITE, 1, false),
                               HW_EVENT_CS_PARTIAL_FLUSH | 4 << 8};
    struct winsys_fence *fence = NULL;
    assert_int_equal(submit(ws, event, 2, &fence, error), 0);
    assert_int_equal(ws->ops->fence_wait(fence, UINT64_MAX, error), WINSYS_FENCE_DONE);
    assert_int_equal(ws->ops->fence_wait(fence, 0, NULL), WINSYS_FENCE_DONE);
    ws->ops->fence_destroy(fence);
    ws->ops->fence_destroy(NULL);
    assert_int_equal(submit(ws, event, 2, NULL, error), 0);

    fence = NULL;
    assert_int_equal(submit(ws, event, 1, &fence, error), -EINVAL); /* cut off */
    assert_true(error[0] != '\0');
    assert_null(fence);
    const uint32_t no_reloc[3] = {hw_pkt3(HW_PKT3_SET_CONTEXT_REG, 2, true),
                                  (HW_R_SQ_PGM_START_LS - HW_CONTEXT_REG_BASE) / 4, 0};
    error[0] = '\0';
    assert_int_equal(submit(ws, no_reloc, 3, &fence, error), -EINVAL);
    assert_true(error[0] != '\0');
    ws->ops->destroy(ws);
}

/* More relocations than the winsys keeps on its stack. */
static void many_relocations_pass(void **state)
{
    enum { OBJECTS = 100 };
    struct winsys *ws = open_chip("juniper", "16");
    struct winsys_reloc relocs[OBJECTS];
    uint32_t dwords[OBJECTS * 5];
    for (uint32_t i = 0; i < OBJECTS; i++) {
        relocs[i] = (struct winsys_reloc){ws->ops->bo_create(ws, 4096, 4096, WINSYS_DOMAIN_VRAM),
                                          WINSYS_DOMAIN_VRAM, 0};
        assert_non_null(relocs[i].bo);
        const uint32_t packet[5] = {hw_pkt3(HW_PKT3_SET_CONTEXT_REG, 2, true),
                                    (HW_R_SQ_PGM_START_LS - HW_CONTEXT_REG_BASE) / 4, 0,
                                    hw_pkt3(HW_PKT3_NOP, 1, true), i * 4};
        memcpy(dwords + i * 5, packet, sizeof(packet));
    }
    const struct winsys_cs cs = {
        .dwords = dwords, .dword_count = OBJECTS * 5, .relocs = relocs, .reloc_count = OBJECTS};
    char error[WINSYS_ERROR_SIZE] = "";
    struct winsys_fence *fence;
    if (ws->ops->cs_submit(ws, &cs, &fence, error))
        fail_msg("%s", error);
    assert_int_equal(ws->ops->fence_wait(fence, UINT64_MAX, error), WINSYS_FENCE_DONE);
    ws->ops->fence_destroy(fence);
    for (uint32_t i = 0; i < OBJECTS; i++)
        winsys_bo_unreference(relocs[i].bo);
    ws->ops->destroy(ws);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, info_describes_the_chip, unknown_chip_is_refused,
                     missing_parts_are_refused, objects_are_counted_and_limited,
                     streams_are_checked, many_relocations_pass);
}
