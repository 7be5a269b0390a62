/* SPDX-License-Identifier: MIT */
/* Tests of the winsys over a node of Linux's radeon driver, which rootle-drm's functions, linked
 * in, serve; and of what becomes of it when the kernel's calls fail. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/registers.h"
#include "driver/shim/faults.h"
#include "driver/winsys/radeon/winsys_radeon.h"
#include "driver/winsys/tests/check_info.h"

static struct winsys *open_card(void)
{
    char error[WINSYS_ERROR_SIZE];
    struct winsys *ws = winsys_radeon_create(NULL, error);
    if (!ws)
        fail_msg("%s", error);
    return ws;
}

static void set_fault(const char *fault)
{
    setenv("ROOTLE_DRM_FAULT", fault, 1);
    shim_faults_read();
}

static void info_describes_the_chip(void **state)
{
    struct winsys *ws = open_card();
    const struct hw_chip *chip = hw_chip_find(HW_CHIP_DEFAULT);
    const struct winsys_info info = check_info(ws, chip, 64u << 20);
    assert_int_equal(info.max_bo_bytes, 1u << 30);
    assert_false(info.zeroed);
    ws->ops->destroy(ws);
}

static void nodes_of_others_are_refused(void **state)
{
    char error[WINSYS_ERROR_SIZE];
    assert_null(winsys_radeon_create("/dev/null", error));
    assert_non_null(strstr(error, "/dev/null"));
    assert_null(winsys_radeon_create("/dev/dri/renderD129", error));
    assert_non_null(strstr(error, strerror(ENOENT)));
}

/* Submits a stream that writes a number to byte 8 of an object. */
static int submit_write(struct winsys *ws, struct winsys_bo *bo, uint32_t value,
                        struct winsys_fence **fence, char error[WINSYS_ERROR_SIZE])
{
    const uint32_t dwords[] = {hw_pkt3(HW_PKT3_MEM_WRITE, 4, false), 8, 0, value, 0,
                               hw_pkt3(HW_PKT3_NOP, 1, false),       0};
    const struct winsys_reloc reloc = {bo, WINSYS_DOMAIN_VRAM, WINSYS_DOMAIN_VRAM};
    const struct winsys_cs cs = {.dwords = dwords,
                                 .dword_count = COUNT(dwords),
                                 .relocs = &reloc,
                                 .reloc_count = 1,
                                 .label = "write"};
    return ws->ops->cs_submit(ws, &cs, fence, error);
}

static void streams_run_and_fences_tell(void **state)
{
    struct winsys *ws = open_card();
    char error[WINSYS_ERROR_SIZE] = "";
    struct winsys_bo *bo = ws->ops->bo_create(ws, 4096, 4096, WINSYS_DOMAIN_VRAM);
    struct winsys_fence *fence;
    assert_int_equal(submit_write(ws, bo, 5, &fence, error), 0);
    assert_int_equal(ws->ops->fence_wait(fence, 10000000000u, error), WINSYS_FENCE_DONE);
    assert_int_equal(((uint32_t *)bo->map)[2], 5);
    assert_int_equal(ws->ops->fence_wait(fence, 0, NULL), WINSYS_FENCE_DONE);
    ws->ops->fence_destroy(fence);
    assert_int_equal(submit_write(ws, bo, 6, NULL, error), 0);
    const uint32_t cut = hw_pkt3(HW_PKT3_MEM_WRITE, 4, false);
    const struct winsys_cs cs = {
        .dwords = &cut, .dword_count = 1, .relocs = NULL, .reloc_count = 0, .label = "cut off"};
    assert_int_equal(ws->ops->cs_submit(ws, &cs, &fence, error), -EINVAL);
    assert_non_null(strstr(error, "cut off"));
    winsys_bo_unreference(bo);
    ws->ops->destroy(ws);
}

/* More relocations than the winsys keeps on its stack. */
static void many_relocations_pass(void **state)
{
    enum { OBJECTS = 100 };
    struct winsys *ws = open_card();
    struct winsys_reloc relocs[OBJECTS];
    const uint32_t last[] = {hw_pkt3(HW_PKT3_MEM_WRITE, 4, false),
                             0,
                             0,
                             1,
                             0,
                             hw_pkt3(HW_PKT3_NOP, 1, false),
                             (OBJECTS - 1) * 4};
    for (uint32_t i = 0; i < OBJECTS; i++)
        relocs[i] = (struct winsys_reloc){ws->ops->bo_create(ws, 4096, 4096, WINSYS_DOMAIN_VRAM),
                                          WINSYS_DOMAIN_VRAM, WINSYS_DOMAIN_VRAM};
    const struct winsys_cs cs = {
        .dwords = last, .dword_count = COUNT(last), .relocs = relocs, .reloc_count = OBJECTS};
    char error[WINSYS_ERROR_SIZE];
    struct winsys_fence *fence;
    if (ws->ops->cs_submit(ws, &cs, &fence, error))
        fail_msg("%s", error);
    assert_int_equal(ws->ops->fence_wait(fence, UINT64_MAX, error), WINSYS_FENCE_DONE);
    assert_int_equal(*(uint32_t *)relocs[OBJECTS - 1].bo->map, 1);
    ws->ops->fence_destroy(fence);
    for (uint32_t i = 0; i < OBJECTS; i++)
        winsys_bo_unreference(relocs[i].bo);
    ws->ops->destroy(ws);
}

/* A stream that hangs, or meets a reset, has failed; the next one has not. */
static void check_recovery(const char *fault)
{
    struct winsys *ws = open_card();
    char error[WINSYS_ERROR_SIZE] = "";
    struct winsys_bo *bo = ws->ops->bo_create(ws, 4096, 4096, WINSYS_DOMAIN_VRAM);
    struct winsys_fence *fence;
    set_fault(fault);
    assert_int_equal(submit_write(ws, bo, 1, &fence, error), 0);
    assert_int_equal(ws->ops->fence_wait(fence, UINT64_MAX, error), WINSYS_FENCE_FAILED);
    assert_non_null(strstr(error, "reset"));
    assert_int_equal(ws->ops->fence_wait(fence, 0, NULL), WINSYS_FENCE_FAILED);
    ws->ops->fence_destroy(fence);
    assert_int_equal(submit_write(ws, bo, 2, &fence, error), 0);
    assert_int_equal(ws->ops->fence_wait(fence, UINT64_MAX, error), WINSYS_FENCE_DONE);
    assert_int_equal(((uint32_t *)bo->map)[2], 2);
    ws->ops->fence_destroy(fence);
    winsys_bo_unreference(bo);
    ws->ops->destroy(ws);
    set_fault("");
}

static void the_driver_goes_on_after_a_reset(void **state)
{
    check_recovery("hang:1");
    check_recovery("reset:1");
}

/* A whole session: NULL when its result is right, or what ended it. */
static const char *session(char error[WINSYS_ERROR_SIZE])
{
    struct winsys_fence *fence = NULL;
    const char *end = NULL;
    struct winsys *ws = winsys_radeon_create(NULL, error);
    if (!ws)
        return "open";
    struct winsys_bo *bo = ws->ops->bo_create(ws, 4096, 4096, WINSYS_DOMAIN_VRAM);
    if (!bo)
        end = "create";
    else if (ws->ops->bo_set_tiling(bo, WINSYS_TILING_MICRO, 64))
        end = "tiling";
    else if (submit_write(ws, bo, 7, &fence, error))
        end = "submit";
    else if (ws->ops->fence_wait(fence, UINT64_MAX, error) != WINSYS_FENCE_DONE)
        end = "wait";
    else if (((uint32_t *)bo->map)[2] != 7)
        end = "result";
    ws->ops->fence_destroy(fence);
    winsys_bo_unreference(bo);
    ws->ops->destroy(ws);
    return end;
}

enum { CALLS = 40 }; /* more than a session makes */

static void interrupted_calls_are_made_again(void **state)
{
    static const char *const names[] = {"eintr", "eagain"};
    for (size_t i = 0; i < COUNT(names); i++)
        for (int call = 1; call <= CALLS; call++) {
            char fault[32], error[WINSYS_ERROR_SIZE] = "";
            snprintf(fault, sizeof(fault), "%s:%d+", names[i], call);
            set_fault(fault);
            const char *end = session(error);
            if (end)
                fail_msg("%s: %s: %s", fault, end, error);
        }
    set_fault("");
}

/* Whatever fails, at whichever call: an error that says so, and never a result that is wrong. */
static void failing_calls_end_in_errors(void **state)
{
    static const char *const names[] = {"enomem",       "cs_enomem", "edeadlk",
                                        "wait_edeadlk", "lost",      "reset"};
    unsigned ended = 0;
    for (size_t i = 0; i < COUNT(names); i++)
        for (int call = 1; call <= CALLS; call++) {
            char fault[32], error[WINSYS_ERROR_SIZE] = "";
            snprintf(fault, sizeof(fault), "%s:%d%s", names[i], call, call % 2 ? "+" : "");
            set_fault(fault);
            const char *end = session(error);
            ended += end != NULL;
            if (end && !strcmp(end, "result"))
                fail_msg("%s: the result is wrong, and nothing failed", fault);
            if (end && strcmp(end, "create") && strcmp(end, "tiling") && !*error)
                fail_msg("%s: %s failed without a message", fault, end);
        }
    set_fault("");
    assert_true(ended >= COUNT(names) + 10); /* each at least once, a lost card at many calls */
}

int main(void)
{
    setenv("ROOTLE_MEMORY", "64", 1);
    return RUN_TESTS(cmocka_unit_test, info_describes_the_chip, nodes_of_others_are_refused,
                     streams_run_and_fences_tell, many_relocations_pass,
                     the_driver_goes_on_after_a_reset, interrupted_calls_are_made_again,
                     failing_calls_end_in_errors);
}
