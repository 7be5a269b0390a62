/* SPDX-License-Identifier: MIT */
/* launches.c: fences, and the launches of a context that may still run with what they hold. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/r600/r600.h"

struct pipe_fence *r600_fence_create(struct winsys *ws)
{
    struct pipe_fence *fence = calloc(1, sizeof(*fence));
    if (!fence)
        return NULL;
    atomic_init(&fence->references, 1);
    fence->ws = ws;
    return fence;
}

void r600_fence_unreference(struct pipe_fence *fence)
{
    if (!fence)
        return;
    const unsigned before = atomic_fetch_sub_explicit(&fence->references, 1, memory_order_acq_rel);
    assert(before > 0);
    if (before > 1)
        return;
    fence->ws->ops->fence_destroy(fence->fence);
    free(fence);
}

void r600_fence_destroy(struct pipe_context *context, struct pipe_fence *fence)
{
    (void)context;
    r600_fence_unreference(fence);
}

static enum winsys_fence_state look(struct pipe_fence *fence, uint64_t timeout_ns, char *error)
{
    return fence->ws->ops->fence_wait(fence->fence, timeout_ns, error);
}

enum pipe_fence_state r600_fence_wait(struct pipe_context *context, struct pipe_fence *fence,
                                      uint64_t timeout_ns, char error[PIPE_ERROR_SIZE])
{
    (void)context;
    switch (look(fence, timeout_ns, error)) {
    case WINSYS_FENCE_DONE:
        return PIPE_FENCE_DONE;
    case WINSYS_FENCE_FAILED:
        atomic_store(&fence->reported, true);
        return PIPE_FENCE_FAILED;
    default:
        return PIPE_FENCE_PENDING;
    }
}

static struct r600_launch *oldest(struct r600_context *context)
{
    return &context->launches[context->launch_first];
}

/* Takes the oldest launch, which has ended, out of the ring. If it failed and nobody was told, the
 * next drain tells. */
static void retire(struct r600_context *context, bool failed)
{
    assert(context->launch_count > 0);
    struct r600_launch *launch = oldest(context);
    if (failed && !atomic_load(&launch->fence->reported) && !context->failed)
        context->failed = launch->fence;
    else
        r600_fence_unreference(launch->fence);
    winsys_bo_unreference(launch->scratch);
    *launch = (struct r600_launch){0};
    context->launch_first = (context->launch_first + 1) % R600_LAUNCHES;
    context->launch_count--;
}

static void wait_oldest(struct r600_context *context)
{
    retire(context, look(oldest(context)->fence, UINT64_MAX, NULL) == WINSYS_FENCE_FAILED);
}

static void retire_ended(struct r600_context *context)
{
    while (context->launch_count) {
        enum winsys_fence_state state = look(oldest(context)->fence, 0, NULL);
        if (state == WINSYS_FENCE_PENDING)
            return;
        retire(context, state == WINSYS_FENCE_FAILED);
    }
}

static bool in_use(const struct r600_context *context, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < context->launch_count; i++) {
        const struct r600_launch *launch =
            &context->launches[(context->launch_first + i) % R600_LAUNCHES];
        if (launch->input_start < end && start < launch->input_end)
            return true;
    }
    return false;
}

uint32_t r600_upload_reserve(struct r600_context *context, uint32_t bytes)
{
    assert(bytes <= R600_UPLOAD_BYTES);
    uint32_t start = (context->upload_head + R600_ADDRESS_ALIGNMENT - 1) &
                     ~(uint32_t)(R600_ADDRESS_ALIGNMENT - 1);
    if (start + bytes > R600_UPLOAD_BYTES)
        start = 0;
    retire_ended(context);
    if (!context->launch_count) /* then commands are mostly the same as those of a launch before */
        start = 0;
    while (in_use(context, start, start + bytes))
        wait_oldest(context);
    return start;
}

void r600_launch_record(struct r600_context *context, const struct r600_launch *launch)
{
    assert(launch->fence && launch->input_end <= R600_UPLOAD_BYTES);
    if (context->launch_count == R600_LAUNCHES)
        wait_oldest(context);
    context->launches[(context->launch_first + context->launch_count) % R600_LAUNCHES] = *launch;
    assert(context->launch_count < R600_LAUNCHES);
    context->launch_count++;
    context->upload_head = launch->input_end;
}

bool r600_launches_idle(struct r600_context *context)
{
    while (context->launch_count)
        wait_oldest(context);
    return !context->failed;
}

bool r600_launches_drain(struct r600_context *context, char error[PIPE_ERROR_SIZE])
{
    r600_launches_idle(context);
    struct pipe_fence *failed = context->failed;
    context->failed = NULL;
    if (!failed)
        return true;
    bool known = atomic_exchange(&failed->reported, true);
    if (!known && error)
        look(failed, 0, error);
    r600_fence_unreference(failed);
    return known;
}
