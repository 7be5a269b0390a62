/* SPDX-License-Identifier: MIT */
/* mock_pipe.c: a pipe driver over malloc. Its pitches are larger than needed, and images move at
 * each transfer, so that whoever ignores either is found out. */
#include "driver/base/count.h"
#include "driver/clover/tests/mock.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_PADDING = 48, MAX_RESOURCES = 4096 };

struct pipe_resource {
    struct pipe_resource_template tmpl;
    uint32_t address, texel;
    size_t row_pitch, slice_pitch;
    unsigned char *data;
};

struct pipe_transfer {
    struct pipe_resource *resource;
    struct pipe_box box;
    unsigned usage;
    unsigned char *copy; /* of images */
    size_t row_pitch, slice_pitch;
};

struct pipe_sampler_view {
    struct pipe_resource *resource;
};
struct pipe_surface {
    struct pipe_resource *resource;
};
struct pipe_sampler {
    struct pipe_sampler_template tmpl;
};
struct pipe_compute_state {
    char name[64];
    uint32_t rodata;
};
struct pipe_fence {
    char error[PIPE_ERROR_SIZE];
    bool failed;
};

struct mock_launch mock_launch;
struct mock_counts mock_counts;
const char *mock_fail_launch, *mock_fail_transfer;
bool mock_lends_memory;
void (*mock_on_launch)(const struct pipe_grid_info *info);

static struct pipe_resource *by_address[MAX_RESOURCES];
static uint32_t last_address;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(int *counter, int difference)
{
    __atomic_fetch_add(counter, difference, __ATOMIC_RELAXED);
}

static void get_caps(struct pipe_screen *screen, struct pipe_caps *caps)
{
    (void)screen;
    *caps = (struct pipe_caps){
        .name = "Mock",
        .vendor = "Nobody",
        .vendor_id = 0x1234,
        .compute_units = 8,
        .max_clock_mhz = 100,
        .max_work_group_size = 256,
        .wave_size = 64,
        .global_mem_bytes = 64 << 20,
        .max_alloc_bytes = 16 << 20,
        .local_mem_bytes = 32768,
        .max_parameter_bytes = 1024,
        .max_constant_bytes = 65536,
        .image_max_2d_width = 256,
        .image_max_2d_height = 128,
        .image_max_3d_width = 64,
        .image_max_3d_height = 32,
        .image_max_3d_depth = 16,
        .image_max_array_size = 8,
        .image_max_buffer_texels = 65536,
        .max_read_images = 8,
        .max_write_images = 4,
        .max_samplers = 8,
        .chip = "mock",
    };
}

static const struct {
    uint32_t order, type, bytes;
    bool read, write;
} formats[] = {
    {CL_RGBA, CL_UNSIGNED_INT8, 4, true, true}, {CL_RGBA, CL_FLOAT, 16, true, true},
    {CL_RGBA, CL_UNORM_INT8, 4, true, true},    {CL_R, CL_FLOAT, 4, true, false},
    {CL_R, CL_SIGNED_INT16, 2, true, true},     {CL_RGB, CL_UNORM_SHORT_565, 2, true, true},
};

static void format_support(struct pipe_screen *screen, enum pipe_target target, uint32_t order,
                           uint32_t type, bool *read, bool *write)
{
    (void)screen;
    (void)target;
    *read = *write = false;
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (formats[i].order == order && formats[i].type == type) {
            *read = formats[i].read;
            *write = formats[i].write;
        }
    }
}

static bool format_at(struct pipe_screen *screen, uint32_t index, uint32_t *order, uint32_t *type)
{
    (void)screen;
    if (index >= COUNT(formats))
        return false;
    *order = formats[index].order;
    *type = formats[index].type;
    return true;
}

static uint32_t texel_bytes(const struct pipe_resource_template *tmpl)
{
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (formats[i].order == tmpl->order && formats[i].type == tmpl->type)
            return formats[i].bytes;
    }
    return 1;
}

static struct pipe_resource *resource_create(struct pipe_screen *screen,
                                             const struct pipe_resource_template *tmpl)
{
    struct pipe_resource *resource = calloc(1, sizeof *resource);

    (void)screen;
    if (!resource)
        return NULL;
    resource->tmpl = *tmpl;
    resource->texel = texel_bytes(tmpl);
    resource->row_pitch =
        tmpl->width * resource->texel + (tmpl->target == PIPE_BUFFER ? 0 : ROW_PADDING);
    resource->slice_pitch =
        resource->row_pitch * (tmpl->height + (tmpl->target == PIPE_BUFFER ? 0 : 3));
    if (tmpl->backing)
        resource->data = tmpl->backing->data + tmpl->backing_offset;
    else
        resource->data = calloc(1, resource->slice_pitch * tmpl->depth * tmpl->array_size);
    if (!resource->data) {
        free(resource);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    resource->address = ++last_address;
    by_address[resource->address % MAX_RESOURCES] = resource;
    pthread_mutex_unlock(&lock);
    count(&mock_counts.resources, 1);
    return resource;
}

static void resource_destroy(struct pipe_resource *resource)
{
    if (!resource)
        return;
    if (!resource->tmpl.backing)
        free(resource->data);
    free(resource);
    count(&mock_counts.resources, -1);
}

static uint32_t resource_address(struct pipe_resource *resource)
{
    return resource->address * MOCK_ADDRESS_STEP;
}

static void *resource_memory(struct pipe_resource *resource)
{
    return mock_lends_memory ? resource->data : NULL;
}

unsigned char *mock_memory(uint32_t address)
{
    return by_address[address / MOCK_ADDRESS_STEP % MAX_RESOURCES]->data +
           address % MOCK_ADDRESS_STEP;
}

static unsigned char *row_of(const struct pipe_transfer *t, uint32_t y, uint32_t z)
{
    const struct pipe_resource *r = t->resource;

    return r->data + (t->box.z + z) * r->slice_pitch + (t->box.y + y) * r->row_pitch +
           t->box.x * r->texel;
}

static void copy_image(struct pipe_transfer *t, bool back)
{
    size_t bytes = t->box.width * t->resource->texel;

    for (uint32_t z = 0; z < t->box.depth; z++) {
        for (uint32_t y = 0; y < t->box.height; y++) {
            unsigned char *copy = t->copy + z * t->slice_pitch + y * t->row_pitch;
            memcpy(back ? row_of(t, y, z) : copy, back ? copy : row_of(t, y, z), bytes);
        }
    }
}

static bool box_inside(const struct pipe_resource *r, const struct pipe_box *box)
{
    uint32_t layers = r->tmpl.depth * r->tmpl.array_size;

    return box->x + box->width <= r->tmpl.width && box->y + box->height <= r->tmpl.height &&
           box->z + box->depth <= layers && box->width && box->height && box->depth;
}

static void transfer_unmap(struct pipe_context *context, struct pipe_transfer *t)
{
    (void)context;
    if (t->copy && (t->usage & PIPE_MAP_WRITE))
        copy_image(t, true);
    free(t->copy);
    free(t);
    count(&mock_counts.transfers, -1);
}

static struct pipe_transfer *transfer_map(struct pipe_context *context,
                                          struct pipe_resource *resource,
                                          const struct pipe_box *box, unsigned usage,
                                          struct pipe_transfer_info *info,
                                          char error[PIPE_ERROR_SIZE])
{
    (void)context;
    if (mock_fail_transfer || !box_inside(resource, box)) {
        snprintf(error, PIPE_ERROR_SIZE, "%s",
                 mock_fail_transfer ? mock_fail_transfer : "box outside");
        mock_fail_transfer = NULL;
        return NULL;
    }
    struct pipe_transfer *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    *t = (struct pipe_transfer){.resource = resource, .box = *box, .usage = usage};
    count(&mock_counts.transfers, 1);
    if (resource->tmpl.target == PIPE_BUFFER) {
        info->data = resource->data + box->x;
        return t;
    }
    t->row_pitch = box->width * resource->texel + 16;
    t->slice_pitch = t->row_pitch * (box->height + 1);
    t->copy = malloc(t->slice_pitch * box->depth);
    if (!t->copy) {
        transfer_unmap(context, t);
        return NULL;
    }
    memset(t->copy, 0xdd, t->slice_pitch * box->depth);
    if (!(usage & PIPE_MAP_DISCARD))
        copy_image(t, false);
    *info = (struct pipe_transfer_info){t->copy, t->row_pitch, t->slice_pitch};
    return t;
}

static struct pipe_sampler_view *view_create(struct pipe_context *context,
                                             struct pipe_resource *resource)
{
    struct pipe_sampler_view *view = malloc(sizeof *view);

    (void)context;
    if (!view)
        return NULL;
    view->resource = resource;
    count(&mock_counts.views, 1);
    return view;
}

static void view_destroy(struct pipe_context *context, struct pipe_sampler_view *view)
{
    (void)context;
    free(view);
    count(&mock_counts.views, -1);
}

static struct pipe_surface *surface_create(struct pipe_context *context,
                                           struct pipe_resource *resource, bool chain)
{
    struct pipe_surface *surface = malloc(sizeof *surface);

    (void)context;
    (void)chain;
    if (!surface)
        return NULL;
    surface->resource = resource;
    count(&mock_counts.surfaces, 1);
    return surface;
}

static void surface_destroy(struct pipe_context *context, struct pipe_surface *surface)
{
    (void)context;
    free(surface);
    count(&mock_counts.surfaces, -1);
}

static struct pipe_sampler *sampler_create(struct pipe_context *context,
                                           const struct pipe_sampler_template *tmpl)
{
    struct pipe_sampler *sampler = malloc(sizeof *sampler);

    (void)context;
    if (!sampler)
        return NULL;
    sampler->tmpl = *tmpl;
    count(&mock_counts.samplers, 1);
    return sampler;
}

static void sampler_destroy(struct pipe_context *context, struct pipe_sampler *sampler)
{
    (void)context;
    free(sampler);
    count(&mock_counts.samplers, -1);
}

static struct pipe_compute_state *state_create(struct pipe_context *context,
                                               const struct pipe_compute_state_template *tmpl,
                                               char error[PIPE_ERROR_SIZE])
{
    (void)context;
    if (tmpl->gprs > 128) {
        snprintf(error, PIPE_ERROR_SIZE, "too many registers");
        return NULL;
    }
    struct pipe_compute_state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    snprintf(state->name, sizeof state->name, "%s", tmpl->name);
    state->rodata = tmpl->rodata_bytes ? 0xabc000 : 0;
    count(&mock_counts.states, 1);
    return state;
}

static void state_destroy(struct pipe_context *context, struct pipe_compute_state *state)
{
    (void)context;
    free(state);
    count(&mock_counts.states, -1);
}

static uint32_t state_rodata(struct pipe_compute_state *state)
{
    return state->rodata;
}

static void record(const struct pipe_grid_info *info)
{
    unsigned launches = mock_launch.count;

    mock_launch = (struct mock_launch){
        .count = launches + 1,
        .work_dim = info->work_dim,
        .lds_bytes = info->lds_bytes,
        .input_bytes = info->input_bytes,
        .view_count = info->view_count,
        .surface_count = info->surface_count,
        .sampler_count = info->sampler_count,
    };
    snprintf(mock_launch.kernel, sizeof mock_launch.kernel, "%s", info->state->name);
    memcpy(mock_launch.local_size, info->local_size, sizeof info->local_size);
    memcpy(mock_launch.groups, info->groups, sizeof info->groups);
    memcpy(mock_launch.input, info->input, info->input_bytes);
    for (uint32_t i = 0; i < info->view_count; i++)
        mock_launch.views[i] = info->views[i] ? info->views[i]->resource : NULL;
    for (uint32_t i = 0; i < info->surface_count; i++)
        mock_launch.surfaces[i] = info->surfaces[i] ? info->surfaces[i]->resource : NULL;
    for (uint32_t i = 0; i < info->sampler_count; i++)
        mock_launch.samplers[i] = info->samplers[i]->tmpl;
}

static int launch_grid(struct pipe_context *context, const struct pipe_grid_info *info,
                       struct pipe_fence **fence, char error[PIPE_ERROR_SIZE])
{
    (void)context;
    (void)error;
    record(info);
    if (mock_on_launch)
        mock_on_launch(info);
    *fence = calloc(1, sizeof **fence);
    if (!*fence)
        return -ENOMEM;
    if (mock_fail_launch) {
        snprintf((*fence)->error, PIPE_ERROR_SIZE, "%s", mock_fail_launch);
        (*fence)->failed = true;
        mock_fail_launch = NULL;
    }
    count(&mock_counts.fences, 1);
    return 0;
}

static enum pipe_fence_state fence_wait(struct pipe_context *context, struct pipe_fence *fence,
                                        uint64_t timeout_ns, char error[PIPE_ERROR_SIZE])
{
    (void)context;
    (void)timeout_ns;
    if (fence->failed)
        memcpy(error, fence->error, PIPE_ERROR_SIZE);
    return fence->failed ? PIPE_FENCE_FAILED : PIPE_FENCE_DONE;
}

static void fence_destroy(struct pipe_context *context, struct pipe_fence *fence)
{
    (void)context;
    free(fence);
    count(&mock_counts.fences, -1);
}

static void context_destroy(struct pipe_context *context)
{
    free(context);
    count(&mock_counts.contexts, -1);
}

static const struct pipe_context_ops context_ops = {
    .destroy = context_destroy,
    .transfer_map = transfer_map,
    .transfer_unmap = transfer_unmap,
    .sampler_view_create = view_create,
    .sampler_view_destroy = view_destroy,
    .surface_create = surface_create,
    .surface_destroy = surface_destroy,
    .sampler_create = sampler_create,
    .sampler_destroy = sampler_destroy,
    .compute_state_create = state_create,
    .compute_state_destroy = state_destroy,
    .compute_state_rodata = state_rodata,
    .launch_grid = launch_grid,
    .fence_wait = fence_wait,
    .fence_destroy = fence_destroy,
};

static struct pipe_context *context_create(struct pipe_screen *screen)
{
    struct pipe_context *context = calloc(1, sizeof *context);

    if (!context)
        return NULL;
    context->ops = &context_ops;
    context->screen = screen;
    count(&mock_counts.contexts, 1);
    return context;
}

static void screen_destroy(struct pipe_screen *screen)
{
    (void)screen;
}

static const struct pipe_screen_ops screen_ops = {
    .destroy = screen_destroy,
    .get_caps = get_caps,
    .format_support = format_support,
    .format_at = format_at,
    .resource_create = resource_create,
    .resource_destroy = resource_destroy,
    .resource_address = resource_address,
    .resource_memory = resource_memory,
    .context_create = context_create,
};

struct pipe_screen *pipe_screen_create(char error[PIPE_ERROR_SIZE])
{
    static struct pipe_screen screen = {&screen_ops};

    (void)error;
    return &screen;
}
