/* SPDX-License-Identifier: MIT */
/* images.c: runs kernels with images that LLVM's R600 backend compiled, on the simulated device:
 * r600-images CHIP. Requests come on standard input and results go to standard output, so that
 * test_images.py decides what is right; this knows no image format. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"

/* Where the kernels' instructions look for their image. */
enum { VIEW = 5 - ABI_RESOURCE_IMAGES, SAMPLER = 2, SURFACE = 3 - ABI_RAT_IMAGES };
enum { GROUP = 64, VECTOR_BYTES = 16, MAX_BYTES = 1 << 24 };

/* The header in front of path, image, and a vector or two for each work-item. */
struct request {
    uint32_t path_bytes, image_bytes, texel_bytes;
    uint32_t groups; /* of GROUP work-items */
    uint32_t writes; /* 1: the image is written, and behind the vectors come coordinates */
    uint32_t target; /* enum pipe_target */
    uint32_t order, type;
    uint32_t width, height, depth, layers;
    uint32_t addressing, filter, normalized;
};

struct job {
    struct request r;
    char path[4096];
    uint8_t *image, *data, *coordinates;
    struct pipe_resource *texture, *buffers[3]; /* out, data, coordinates */
};

static uint32_t vector_bytes(const struct job *job)
{
    return job->r.groups * GROUP * VECTOR_BYTES;
}

static void *take(uint32_t bytes)
{
    void *block = bytes <= MAX_BYTES ? malloc(bytes + 1) : NULL;
    if (block && fread(block, 1, bytes, stdin) == bytes)
        return block;
    fputs("r600-images: a request is cut off or too long\n", stderr);
    exit(EXIT_FAILURE);
}

static bool read_job(struct job *job)
{
    *job = (struct job){0};
    if (fread(&job->r, sizeof(job->r), 1, stdin) != 1)
        return false;
    char *path = take(job->r.path_bytes);
    snprintf(job->path, sizeof(job->path), "%.*s", (int)job->r.path_bytes, path);
    free(path);
    job->image = take(job->r.image_bytes);
    job->data = take(vector_bytes(job));
    job->coordinates = job->r.writes ? take(vector_bytes(job)) : NULL;
    return true;
}

static void finish_job(struct corpus_device *device, struct job *job)
{
    for (unsigned i = 0; i < COUNT(job->buffers); i++)
        device->screen->ops->resource_destroy(job->buffers[i]);
    device->screen->ops->resource_destroy(job->texture);
    free(job->image);
    free(job->data);
    free(job->coordinates);
}

static struct pipe_resource *make_texture(struct corpus_device *device, const struct job *job)
{
    const struct pipe_resource_template tmpl = {.target = job->r.target,
                                                .order = job->r.order,
                                                .type = job->r.type,
                                                .width = job->r.width,
                                                .height = job->r.height,
                                                .depth = job->r.depth,
                                                .array_size = job->r.layers};
    return device->screen->ops->resource_create(device->screen, &tmpl);
}

static bool make_resources(struct corpus_device *device, struct job *job, char *error)
{
    const uint32_t bytes = vector_bytes(job);
    void *contents[3] = {NULL, job->data, job->coordinates};
    job->texture = make_texture(device, job);
    if (!job->texture)
        return false;
    for (unsigned i = 0; i < COUNT(job->buffers); i++) {
        job->buffers[i] = corpus_device_buffer(device, bytes);
        if (!job->buffers[i] ||
            (contents[i] && corpus_device_transfer(device, job->buffers[i], contents[i], bytes,
                                                   PIPE_MAP_WRITE, error)))
            return false;
    }
    return true;
}

/* Copies the whole image, whose rows lie without gaps in `data`. */
static bool move_image(struct corpus_device *device, const struct job *job, unsigned usage,
                       char *error)
{
    const struct pipe_context_ops *ops = device->context->ops;
    const struct request *r = &job->r;
    const uint32_t slices = r->depth * r->layers, row = r->width * r->texel_bytes;
    const struct pipe_box box = {.width = r->width, .height = r->height, .depth = slices};
    struct pipe_transfer_info info;
    struct pipe_transfer *map =
        ops->transfer_map(device->context, job->texture, &box, usage, &info, error);
    if (!map)
        return false;
    for (uint32_t y = 0; y < r->height * slices; y++) {
        uint8_t *there = (uint8_t *)info.data + y / r->height * info.slice_pitch +
                         y % r->height * info.row_pitch;
        uint8_t *here = job->image + (size_t)y * row;
        memcpy(usage & PIPE_MAP_WRITE ? there : here, usage & PIPE_MAP_WRITE ? here : there, row);
    }
    ops->transfer_unmap(device->context, map);
    return true;
}

static bool launch(struct corpus_device *device, const struct job *job,
                   const struct kernel_code *code, char *error)
{
    const struct pipe_context_ops *ops = device->context->ops;
    const struct pipe_screen_ops *screen = device->screen->ops;
    const struct pipe_sampler_template sampling = {
        .addressing = job->r.addressing, .filter = job->r.filter, .normalized = job->r.normalized};
    struct pipe_sampler_view *views[VIEW + 1] = {0};
    struct pipe_surface *surfaces[SURFACE + 1] = {0};
    struct pipe_sampler *samplers[SAMPLER + 1] = {0};
    uint32_t input[3];
    for (unsigned i = 0; i < COUNT(input); i++)
        input[i] = screen->resource_address(job->buffers[i]);
    if (job->r.writes)
        surfaces[SURFACE] = ops->surface_create(device->context, job->texture, false);
    else
        views[VIEW] = ops->sampler_view_create(device->context, job->texture);
    samplers[SAMPLER] = ops->sampler_create(device->context, &sampling);
    struct pipe_grid_info grid = {.work_dim = 1,
                                  .local_size = {GROUP, 1, 1},
                                  .groups = {job->r.groups, 1, 1},
                                  .input = input,
                                  .input_bytes = sizeof(input),
                                  .views = views,
                                  .view_count = COUNT(views),
                                  .surfaces = surfaces,
                                  .surface_count = COUNT(surfaces),
                                  .samplers = samplers,
                                  .sampler_count = COUNT(samplers)};
    bool good = !corpus_device_launch(device, job->path, code, &grid, error);
    ops->sampler_destroy(device->context, samplers[SAMPLER]);
    if (job->r.writes)
        ops->surface_destroy(device->context, surfaces[SURFACE]);
    else
        ops->sampler_view_destroy(device->context, views[VIEW]);
    return good;
}

static bool run_job(struct corpus_device *device, struct job *job, char error[PIPE_ERROR_SIZE])
{
    struct kernel_code code;
    snprintf(error, PIPE_ERROR_SIZE, "no memory for its resources, or no such image");
    if (kernel_code_from_elf(job->path, "k", &code, error, PIPE_ERROR_SIZE))
        return false;
    bool good = make_resources(device, job, error) &&
                move_image(device, job, PIPE_MAP_WRITE, error) && launch(device, job, &code, error);
    if (good && job->r.writes)
        good = move_image(device, job, PIPE_MAP_READ, error);
    else if (good)
        good = !corpus_device_transfer(device, job->buffers[0], job->data, vector_bytes(job),
                                       PIPE_MAP_READ, error);
    kernel_code_finish(&code);
    return good;
}

/* The number of bytes, and they: the image or the vectors; or 0 and a line of text. */
static void answer(const struct job *job, bool good, const char *error)
{
    const uint32_t bytes = job->r.writes ? job->r.image_bytes : vector_bytes(job);
    fwrite(good ? &bytes : &(uint32_t){0}, sizeof(bytes), 1, stdout);
    if (good)
        fwrite(job->r.writes ? job->image : job->data, 1, bytes, stdout);
    else
        printf("%s\n", error);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct corpus_device device;
    struct job job;
    char error[PIPE_ERROR_SIZE] = "";
    if (argc != 2 || !hw_chip_find(argv[1])) {
        fprintf(stderr, "usage: %s CHIP < REQUESTS\n", argv[0]);
        return EXIT_FAILURE;
    }
    setenv("ROOTLE_CHIP", argv[1], 1);
    if (corpus_device_init(&device, error)) {
        fprintf(stderr, "cannot start: %s\n", error);
        return EXIT_FAILURE;
    }
    while (read_job(&job)) {
        bool good = run_job(&device, &job, error);
        answer(&job, good, error);
        finish_job(&device, &job);
    }
    corpus_device_finish(&device);
    return EXIT_SUCCESS;
}
