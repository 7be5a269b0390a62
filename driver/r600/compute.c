/* SPDX-License-Identifier: MIT */
/* compute.c: kernels and their launches. */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/deadline.h"
#include "driver/base/env.h"
#include "driver/r600/r600.h"

__attribute__((format(printf, 3, 4))) static int fail(int status, char error[PIPE_ERROR_SIZE],
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, PIPE_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return status;
}

static int check_template(const struct pipe_compute_state_template *tmpl,
                          char error[PIPE_ERROR_SIZE])
{
    if (!tmpl->code_bytes || tmpl->code_bytes % 8)
        return fail(-EINVAL, error, "kernel %s: %u bytes are no machine code", tmpl->name,
                    tmpl->code_bytes);
    if (tmpl->gprs > HW_GPRS || tmpl->stack_entries > 0xff)
        return fail(-EINVAL, error, "kernel %s: %u registers and %u stack entries are too many",
                    tmpl->name, tmpl->gprs, tmpl->stack_entries);
    if (tmpl->lds_bytes > R600_MAX_LDS_BYTES)
        return fail(-EINVAL, error, "kernel %s needs %u bytes of local memory; there are %u",
                    tmpl->name, tmpl->lds_bytes, R600_MAX_LDS_BYTES);
    if (tmpl->scratch_bytes > R600_MAX_SCRATCH_BYTES)
        return fail(-EINVAL, error,
                    "kernel %s needs %u bytes of private memory a work-item; the limit is %u",
                    tmpl->name, tmpl->scratch_bytes, R600_MAX_SCRATCH_BYTES);
    return 0;
}

static struct winsys_bo *upload_code(struct r600_screen *screen,
                                     const struct pipe_compute_state_template *tmpl)
{
    const struct winsys_ops *ops = screen->ws->ops;
    struct winsys_bo *bo =
        ops->bo_create(screen->ws, tmpl->code_bytes, R600_ADDRESS_ALIGNMENT, WINSYS_DOMAIN_VRAM);
    if (bo)
        memcpy(bo->map, tmpl->code, tmpl->code_bytes);
    return bo;
}

/* Constants that point to constants hold offsets among them until their place is known. */
static void upload_rodata(unsigned char *map, uint64_t address,
                          const struct pipe_compute_state_template *tmpl)
{
    memcpy(map, tmpl->rodata, tmpl->rodata_bytes);
    for (uint32_t i = 0; i < tmpl->relocation_count; i++) {
        uint32_t pointer;
        memcpy(&pointer, map + tmpl->relocations[i], sizeof(pointer));
        assert(tmpl->relocations[i] + sizeof(pointer) <= tmpl->rodata_bytes);
        pointer += (uint32_t)address;
        memcpy(map + tmpl->relocations[i], &pointer, sizeof(pointer));
    }
}

static bool copy_bindings(struct pipe_compute_state *state,
                          const struct pipe_compute_state_template *tmpl)
{
    size_t bytes = tmpl->binding_count * sizeof(*state->bindings);
    state->bindings = malloc(bytes + 1); /* never of 0 bytes */
    if (!state->bindings)
        return false;
    if (bytes)
        memcpy(state->bindings, tmpl->bindings, bytes);
    state->binding_count = tmpl->binding_count;
    return true;
}

struct pipe_compute_state *r600_compute_state_create(struct pipe_context *context,
                                                     const struct pipe_compute_state_template *tmpl,
                                                     char error[PIPE_ERROR_SIZE])
{
    struct r600_screen *screen = r600_screen(context->screen);
    if (check_template(tmpl, error))
        return NULL;
    struct pipe_compute_state *state = calloc(1, sizeof(*state));
    if (!state)
        goto no_memory;
    state->screen = screen;
    snprintf(state->name, sizeof(state->name), "%s", tmpl->name);
    state->gprs = tmpl->gprs;
    state->stack_entries = tmpl->stack_entries;
    state->lds_bytes = tmpl->lds_bytes;
    state->scratch_bytes = (tmpl->scratch_bytes + 15) & ~15u; /* elements of up to four dwords */
    state->without_denormals = tmpl->without_denormals;
    if (!copy_bindings(state, tmpl))
        goto no_bindings;
    state->code = upload_code(screen, tmpl);
    if (!state->code)
        goto no_code;
    state->shares = tmpl->shares && tmpl->shares->shares ? tmpl->shares->shares : tmpl->shares;
    assert(!state->shares || !state->shares->shares); /* one keeps the constants of all */
    if (tmpl->rodata_bytes && state->shares) {
        state->rodata = state->shares->rodata;
    } else if (tmpl->rodata_bytes) {
        if (!r600_pool_alloc(&screen->pool, tmpl->rodata_bytes, &state->rodata))
            goto no_rodata;
        upload_rodata(screen->pool.map + state->rodata.offset, state->rodata.offset, tmpl);
    }
    return state;

no_rodata:
    winsys_bo_unreference(state->code);
no_code:
    free(state->bindings);
no_bindings:
    free(state);
no_memory:
    fail(0, error, "no memory for the code and constants of kernel %s", tmpl->name);
    return NULL;
}

void r600_compute_state_destroy(struct pipe_context *context, struct pipe_compute_state *state)
{
    (void)context;
    if (!state)
        return;
    if (!state->shares)
        r600_pool_free(&state->screen->pool, &state->rodata);
    winsys_bo_unreference(state->code);
    free(state->bindings);
    free(state);
}

uint32_t r600_compute_state_rodata(struct pipe_compute_state *state)
{
    return (uint32_t)state->rodata.offset;
}

static int check_grid(const struct pipe_grid_info *info, char error[PIPE_ERROR_SIZE])
{
    const char *name = info->state->name;
    uint64_t items = 1;
    for (int i = 0; i < 3; i++) {
        items *= info->local_size[i];
        if (!info->groups[i] || !info->local_size[i] || items > R600_MAX_GROUP_SIZE)
            return fail(-EINVAL, error,
                        "kernel %s: work-groups of %u x %u x %u in a grid of %u x %u x %u "
                        "cannot be launched",
                        name, info->local_size[0], info->local_size[1], info->local_size[2],
                        info->groups[0], info->groups[1], info->groups[2]);
    }
    if (info->lds_bytes > R600_MAX_LDS_BYTES)
        return fail(-EINVAL, error, "kernel %s: %u bytes of local memory; there are %u", name,
                    info->lds_bytes, R600_MAX_LDS_BYTES);
    if (info->input_bytes > R600_MAX_INPUT_BYTES - ABI_INPUT_ARGUMENTS)
        return fail(-EINVAL, error, "kernel %s: %u bytes of arguments are too many", name,
                    info->input_bytes);
    if (info->view_count > R600_MAX_VIEWS || info->surface_count > ABI_MAX_SURFACES ||
        info->sampler_count > HW_CS_SAMPLERS)
        return fail(-EINVAL, error,
                    "kernel %s: %u read images, %u written images, %u samplers; the limits "
                    "are %u, %u and %u",
                    name, info->view_count, info->surface_count, info->sampler_count,
                    R600_MAX_VIEWS, ABI_MAX_SURFACES, HW_CS_SAMPLERS);
    return 0;
}

/* For a number of bytes a work-item. */
static uint64_t scratch_ring_bytes(const struct r600_screen *screen, uint32_t item_bytes)
{
    return (uint64_t)item_bytes * screen->chip->wave_size * R600_WAVE_SLOTS *
           screen->chip->shader_engines;
}

/* A reference to the ring at `place`, made anew where it is smaller. */
static struct winsys_bo *take_ring(struct winsys *ws, struct winsys_bo **place, uint64_t ring_bytes)
{
    if (!*place || (*place)->size < ring_bytes) {
        winsys_bo_unreference(*place);
        *place = ws->ops->bo_create(ws, ring_bytes, R600_ADDRESS_ALIGNMENT, WINSYS_DOMAIN_VRAM);
    }
    if (*place)
        winsys_bo_reference(*place);
    return *place;
}

/* Launches that may run at the same time need rings of their own, which contexts have for those
 * that need little. Others share one, and run alone. */
static bool needs_much(uint64_t ring_bytes)
{
    return ring_bytes > 64 << 20;
}

static struct winsys_bo *acquire_scratch(struct r600_context *context, uint64_t ring_bytes)
{
    struct r600_screen *screen = r600_screen(context->base.screen);
    if (!needs_much(ring_bytes))
        return take_ring(screen->ws, &context->scratch, ring_bytes);
    pthread_mutex_lock(&screen->scratch_lock);
    struct winsys_bo *scratch = take_ring(screen->ws, &screen->scratch, ring_bytes);
    pthread_mutex_unlock(&screen->scratch_lock);
    return scratch;
}

static void write_inputs(uint8_t *to, const struct pipe_grid_info *info)
{
    assert(info->input || !info->input_bytes);
    uint32_t header[ABI_INPUT_ARGUMENTS / 4];
    for (int i = 0; i < 3; i++) {
        header[i] = info->groups[i];
        header[3 + i] = info->groups[i] * info->local_size[i];
        header[6 + i] = info->local_size[i];
    }
    memcpy(to, header, sizeof(header));
    if (info->input_bytes)
        memcpy(to + sizeof(header), info->input, info->input_bytes);
}

/* `waited`: the caller waits for the stream. */
static int submit(struct r600_context *context, const struct r600_dispatch *dispatch, bool waited,
                  struct pipe_fence *fence, char error[PIPE_ERROR_SIZE])
{
    struct winsys *ws = fence->ws;
    const struct pipe_grid_info *info = dispatch->info;
    const char *label = info->state->name;
    if (!r600_cs_ok(&context->cs))
        return fail(-ENOMEM, error, "out of memory while launching kernel %s", label);
    const struct winsys_cs cs = {
        .dwords = context->cs.dwords,
        .dword_count = context->cs.count,
        .relocs = context->cs.relocs,
        .reloc_count = context->cs.reloc_count,
        .order = needs_much(dispatch->scratch_ring_bytes) ? 0 : context->order,
        .units = info->compute_units,
        .waited = waited || info->waited,
        .label = label,
        .guide = info->guide,
    };
    if (debug_enabled(DEBUG_cs))
        r600_cs_dump(&cs, R600_CS_DUMP_ALL);
    else if (debug_enabled(DEBUG_state))
        r600_cs_dump(&cs, R600_CS_DUMP_BINDINGS);
    r600_cs_record(&cs);
    return ws->ops->cs_submit(ws, &cs, &fence->fence, error);
}

static double now_ms(void)
{
    return (double)clock_ns(CLOCK_MONOTONIC) / 1e6;
}

/* ROOTLE_DEBUG=dispatch: waits, so that the time is the launch's own. */
static void print_launch(const struct pipe_grid_info *info, struct pipe_fence *fence, double start)
{
    enum winsys_fence_state state = fence->ws->ops->fence_wait(fence->fence, UINT64_MAX, NULL);
    fprintf(stderr,
            "rootle: launch %s: groups %u %u %u of %u %u %u, lds %u, images %u read %u written: "
            "%.3f ms%s\n",
            info->state->name, info->groups[0], info->groups[1], info->groups[2],
            info->local_size[0], info->local_size[1], info->local_size[2], info->lds_bytes,
            info->view_count, info->surface_count, now_ms() - start,
            state == WINSYS_FENCE_FAILED ? ", failed" : "");
}

/* Submits one command stream, of as many pieces as it has room for. */
static int launch_stream(struct r600_context *context, const struct pipe_grid_info *info,
                         struct r600_pieces *pieces, struct pipe_fence **fence,
                         char error[PIPE_ERROR_SIZE])
{
    struct r600_screen *screen = r600_screen(context->base.screen);
    int status = 0;
    struct r600_launch launch = {.fence = r600_fence_create(screen->ws)};
    if (!launch.fence)
        return fail(-ENOMEM, error, "out of memory while launching kernel %s", info->state->name);
    uint64_t ring_bytes = scratch_ring_bytes(screen, info->state->scratch_bytes);
    if (ring_bytes && !(launch.scratch = acquire_scratch(context, ring_bytes))) {
        status = fail(-ENOMEM, error,
                      "kernel %s: no memory for %u bytes of private memory of each "
                      "work-item",
                      info->state->name, info->state->scratch_bytes);
        goto release;
    }

    struct r600_dispatch dispatch = {
        .info = info,
        .input_bytes = ABI_INPUT_ARGUMENTS + info->input_bytes,
        .scratch = launch.scratch,
        .scratch_ring_bytes = (uint32_t)ring_bytes,
    };
    launch.input_start = dispatch.input_offset = r600_upload_reserve(context, dispatch.input_bytes);
    launch.input_end = launch.input_start + dispatch.input_bytes;
    assert(launch.input_end <= R600_UPLOAD_BYTES);
    write_inputs(context->upload_map + dispatch.input_offset, info);

    r600_cs_reset(&context->cs);
    r600_emit_launch(context, &dispatch, pieces);
    status = submit(context, &dispatch, !pieces->done, launch.fence, error);
    if (status)
        goto release;
    *fence = launch.fence;
    atomic_fetch_add(&launch.fence->references, 1);
    r600_launch_record(context, &launch);
    return 0;

release:
    winsys_bo_unreference(launch.scratch);
    r600_fence_unreference(launch.fence);
    return status;
}

/* Waits for a stream. Wrong accesses that were reported fail a launch at its end: behind them the
 * rest of it is run. */
static int end_stream(struct pipe_context *context, struct pipe_fence *fence, bool *reported,
                      char error[PIPE_ERROR_SIZE])
{
    bool done = r600_fence_wait(context, fence, UINT64_MAX, error) == PIPE_FENCE_DONE;
    r600_fence_destroy(context, fence);
    if (done || *error)
        return done ? 0 : -EIO;
    *reported = true;
    return 0;
}

/* Few launches need more than one stream; those wait for it before they make the next, so that
 * memory suffices for a grid of any size. */
int r600_launch_grid(struct pipe_context *base, const struct pipe_grid_info *info,
                     struct pipe_fence **fence, char error[PIPE_ERROR_SIZE])
{
    const double start = debug_enabled(DEBUG_dispatch) ? now_ms() : 0;
    bool reported = false;
    int status = check_grid(info, error);
    if (status)
        return status;
    struct r600_pieces pieces = r600_pieces(info->groups, r600_screen(base->screen)->limits.groups);
    status = launch_stream(r600_context(base), info, &pieces, fence, error);
    while (!status && !pieces.done) {
        status = end_stream(base, *fence, &reported, error);
        if (!status)
            status = launch_stream(r600_context(base), info, &pieces, fence, error);
    }
    if (status)
        return status;
    if (debug_enabled(DEBUG_dispatch))
        print_launch(info, *fence, start);
    if (!reported)
        return 0;
    status = end_stream(base, *fence, &reported, error);
    return status ? status : fail(-EIO, error, "%s", "");
}
