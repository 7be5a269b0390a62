/* SPDX-License-Identifier: MIT */
/* Tests through the whole of driver and simulated GPU: hand-encoded kernels, launched by pipe.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "driver/hw/formats.h"
#include "driver/pipe.h"
#include "driver/r600/screen.h"
#include "driver/r600/tests/machine_code.h"
#include "driver/winsys/winsys_sim.h"

struct fixture {
    struct pipe_screen *screen;
    struct pipe_context *context;
    char error[PIPE_ERROR_SIZE];
};

static void open_device(struct fixture *f, const char *chip, const char *tiling)
{
    setenv("ROOTLE_CHIP", chip, 1);
    setenv("ROOTLE_TILING", tiling, 1);
    setenv("ROOTLE_LINEAR_RATS", "1", 1);
    setenv("ROOTLE_MEMORY", "64", 1);
    struct winsys *ws = winsys_sim_create(&(struct sim_parts){0}, f->error);
    assert_non_null(ws);
    f->screen = r600_screen_create(ws, NULL, f->error);
    assert_non_null(f->screen);
    f->context = f->screen->ops->context_create(f->screen);
    assert_non_null(f->context);
}

static void close_device(struct fixture *f)
{
    f->context->ops->destroy(f->context);
    f->screen->ops->destroy(f->screen);
}

static struct pipe_compute_state *make_kernel(struct fixture *f, struct machine_code *code)
{
    mc_finish(code);
    const struct pipe_compute_state_template tmpl = {
        .name = "by_hand",
        .code = code->words,
        .code_bytes = code->bytes,
        .gprs = 8,
    };
    struct pipe_compute_state *state =
        f->context->ops->compute_state_create(f->context, &tmpl, f->error);
    assert_non_null(state);
    return state;
}

/* Launches, waits and destroys the kernel. */
static void run(struct fixture *f, struct pipe_grid_info *grid, struct pipe_compute_state *state)
{
    struct pipe_fence *fence;
    grid->state = state;
    if (f->context->ops->launch_grid(f->context, grid, &fence, f->error))
        fail_msg("%s", f->error);
    if (f->context->ops->fence_wait(f->context, fence, UINT64_MAX, f->error) != PIPE_FENCE_DONE)
        fail_msg("%s", f->error);
    f->context->ops->fence_destroy(f->context, fence);
    f->context->ops->compute_state_destroy(f->context, state);
}

static struct pipe_resource *make_buffer(struct fixture *f, uint64_t bytes)
{
    const struct pipe_resource_template tmpl = {.target = PIPE_BUFFER, .width = bytes};
    struct pipe_resource *buffer = f->screen->ops->resource_create(f->screen, &tmpl);
    assert_non_null(buffer);
    return buffer;
}

/* Copies a whole resource from or to `rows`, which has no padding. */
static void transfer(struct fixture *f, struct pipe_resource *resource, const struct pipe_box *box,
                     size_t row_bytes, void *rows, bool write)
{
    struct pipe_transfer_info info;
    struct pipe_transfer *map = f->context->ops->transfer_map(
        f->context, resource, box, write ? PIPE_MAP_WRITE | PIPE_MAP_DISCARD : PIPE_MAP_READ, &info,
        f->error);
    assert_non_null(map);
    for (uint32_t z = 0; z < box->depth; z++)
        for (uint32_t y = 0; y < box->height; y++) {
            uint8_t *device = (uint8_t *)info.data + z * info.slice_pitch + y * info.row_pitch;
            uint8_t *host = (uint8_t *)rows + (z * box->height + y) * row_bytes;
            memcpy(write ? device : host, write ? host : device, row_bytes);
        }
    f->context->ops->transfer_unmap(f->context, map);
}

static void buffer_transfer(struct fixture *f, struct pipe_resource *buffer, uint64_t bytes,
                            void *data, bool write)
{
    const struct pipe_box box = {.width = bytes, .height = 1, .depth = 1};
    transfer(f, buffer, &box, bytes, data, write);
}

/* out[global id] = 0xcafe */
static struct pipe_compute_state *store_kernel(struct fixture *f)
{
    struct machine_code code = {0};
    mc_global_id(&code, 0, 2, 0);
    mc_alu(&code, HW_ALU_OP_LSHR_INT, 2, 1, CONSTANT(9), LITERAL, 2);
    mc_alu(&code, HW_ALU_OP_ADD_INT, 2, 0, GPR(2, 0), GPR(2, 1), 0);
    mc_alu(&code, HW_ALU_OP_MOV, 3, 0, LITERAL, ZERO, 0xcafe);
    mc_store_raw(&code, 3, 2);
    return make_kernel(f, &code);
}

static void check_store(const char *chip, uint32_t groups, uint32_t local)
{
    struct fixture f;
    open_device(&f, chip, "");
    uint32_t count = groups * local;
    struct pipe_resource *buffer = make_buffer(&f, (count + 1) * 4ull);
    uint32_t address = f.screen->ops->resource_address(buffer);
    struct pipe_grid_info grid = {
        .work_dim = 1,
        .local_size = {local, 1, 1},
        .groups = {groups, 1, 1},
        .input = &address,
        .input_bytes = sizeof(address),
    };
    run(&f, &grid, store_kernel(&f));
    uint32_t *result = calloc(count + 1, 4);
    buffer_transfer(&f, buffer, (count + 1) * 4ull, result, false);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(result[i], 0xcafe);
    assert_int_equal(result[count], 0);
    free(result);
    f.screen->ops->resource_destroy(buffer);
    close_device(&f);
}

/* Whether the code made here, which is Evergreen's, runs on a chip. */
static bool runs_by_hand(const struct hw_chip *chip)
{
    return chip->family == HW_FAMILY_EVERGREEN && chip->vliw == HW_VLIW5;
}

static void constants_are_stored(void **state)
{
    for (size_t i = 0; i < hw_chip_count; i++) {
        if (!runs_by_hand(&hw_chips[i]))
            continue;
        check_store(hw_chips[i].name, 7, 64);
        check_store(hw_chips[i].name, 3, 100); /* the last wave is not full */
        check_store(hw_chips[i].name, 5, 1);
    }
}

static struct pipe_resource *make_image(struct fixture *f,
                                        const struct pipe_resource_template *tmpl)
{
    struct pipe_resource *image = f->screen->ops->resource_create(f->screen, tmpl);
    assert_non_null(image);
    return image;
}

/* Binds one image to read and one to write, and runs one work-item a texel. */
static void run_images(struct fixture *f, struct machine_code *code, struct pipe_resource *from,
                       struct pipe_resource *to, const struct pipe_box *box)
{
    const struct pipe_context_ops *ops = f->context->ops;
    struct pipe_sampler_view *view = ops->sampler_view_create(f->context, from);
    struct pipe_surface *surface = ops->surface_create(f->context, to, false);
    assert_true(view && surface);
    struct pipe_grid_info grid = {
        .work_dim = 3,
        .local_size = {8, box->height > 1 ? 8 : 1, 1},
        .groups = {((uint32_t)box->width + 7) / 8, (box->height + 7) / 8, box->depth},
        .views = &view,
        .view_count = 1,
        .surfaces = &surface,
        .surface_count = 1,
    };
    run(f, &grid, make_kernel(f, code)); /* stores beyond the last column and row are dropped */
    ops->sampler_view_destroy(f->context, view);
    ops->surface_destroy(f->context, surface);
}

/* A kernel copies an image texel by texel: LD, then STORE_TYPED. */
static void copy_image(struct fixture *f, const struct pipe_resource_template *tmpl)
{
    struct machine_code code = {0};
    for (unsigned c = 0; c < 3; c++)
        mc_global_id(&code, c, 2, c);
    mc_alu(&code, HW_ALU_OP_MOV, 2, 3, ZERO, ZERO, 0);
    mc_texture(&code, HW_TEX_LD, 2, 0, 3, 2);
    mc_store_typed(&code, 1, 3, 2);

    struct pipe_resource *from = make_image(f, tmpl), *to = make_image(f, tmpl);
    const struct pipe_box box = {0, tmpl->width, 0, 0, tmpl->height, tmpl->depth * tmpl->array_size,
                                 0};
    size_t row = box.width * hw_image_format_find(tmpl->order, tmpl->type)->bytes;
    size_t bytes = row * box.height * box.depth;
    uint8_t *data = malloc(bytes), *result = calloc(1, bytes);
    for (size_t i = 0; i < bytes; i++)
        data[i] = i * 2654435761u >> 13 & 0x3f; /* no NaN in any float format */
    transfer(f, from, &box, row, data, true);
    run_images(f, &code, from, to, &box);
    transfer(f, to, &box, row, result, false);
    assert_memory_equal(result, data, bytes);
    free(data);
    free(result);
    f->screen->ops->resource_destroy(from);
    f->screen->ops->resource_destroy(to);
}

static void every_layout_is_copied(void **state)
{
    static const char *const tilings[] = {"linear", "1d", "2d"};
    static const struct pipe_resource_template images[] = {
        {PIPE_TEXTURE_1D, CL_RGBA, CL_UNSIGNED_INT8, 1001, 1, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_1D_ARRAY, CL_R, CL_UNORM_INT16, 77, 1, 1, 9, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_R, CL_UNORM_INT8, 300, 70, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_RG, CL_HALF_FLOAT, 131, 257, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D_ARRAY, CL_RGBA, CL_FLOAT, 45, 66, 1, 5, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_3D, CL_RGBA, CL_SIGNED_INT16, 33, 41, 17, 1, NULL, 0, 0, 0, 0},
    };
    for (size_t chip = 0; chip < hw_chip_count; chip++)
        for (int tiling = 0; tiling < 3 && runs_by_hand(&hw_chips[chip]); tiling++) {
            struct fixture f;
            open_device(&f, hw_chips[chip].name, tilings[tiling]);
            for (size_t i = 0; i < COUNT(images); i++)
                copy_image(&f, &images[i]);
            close_device(&f);
        }
}

enum { THREADS = 4, ROUNDS = 40, THREAD_ITEMS = 256 };

/* One thread's work: buffers, kernels and launches of its own, on a context of its own. */
static void *launch_in_rounds(void *screen)
{
    struct fixture f = {.screen = screen};
    f.context = f.screen->ops->context_create(f.screen);
    for (uintptr_t round = 0; f.context && round < ROUNDS; round++) {
        const struct pipe_resource_template tmpl = {.target = PIPE_BUFFER,
                                                    .width = THREAD_ITEMS * 4};
        struct pipe_resource *buffer = f.screen->ops->resource_create(f.screen, &tmpl);
        uint32_t address = f.screen->ops->resource_address(buffer);
        struct pipe_grid_info grid = {
            .work_dim = 1,
            .local_size = {64, 1, 1},
            .groups = {THREAD_ITEMS / 64, 1, 1},
            .input = &address,
            .input_bytes = sizeof(address),
        };
        uint32_t result[THREAD_ITEMS] = {0};
        run(&f, &grid, store_kernel(&f));
        buffer_transfer(&f, buffer, sizeof(result), result, false);
        f.screen->ops->resource_destroy(buffer);
        for (int i = 0; i < THREAD_ITEMS; i++)
            if (result[i] != 0xcafe)
                return NULL;
    }
    if (f.context)
        f.context->ops->destroy(f.context);
    return screen;
}

static void threads_share_a_screen(void **state)
{
    struct fixture f;
    pthread_t threads[THREADS];
    open_device(&f, "cypress", "");
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, launch_in_rounds, f.screen), 0);
    unsigned succeeded = 0;
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        succeeded += result == f.screen;
    }
    assert_int_equal(succeeded, THREADS);
    close_device(&f);
}

/* A dword in which a buffer ends may not be stored to whole. */
static void odd_sizes_are_kept(void **state)
{
    struct fixture f;
    open_device(&f, "cypress", "");
    struct pipe_resource *buffer = make_buffer(&f, 13);
    uint32_t address = f.screen->ops->resource_address(buffer);
    struct pipe_grid_info grid = {
        .work_dim = 1,
        .local_size = {3, 1, 1},
        .groups = {1, 1, 1},
        .input = &address,
        .input_bytes = sizeof(address),
    };
    run(&f, &grid, store_kernel(&f));
    struct pipe_compute_state *kernel = store_kernel(&f);
    grid.local_size[0] = 4;
    grid.state = kernel;
    struct pipe_fence *fence;
    assert_int_equal(f.context->ops->launch_grid(f.context, &grid, &fence, f.error), 0);
    assert_int_equal(f.context->ops->fence_wait(f.context, fence, UINT64_MAX, f.error),
                     PIPE_FENCE_FAILED);
    f.context->ops->fence_destroy(f.context, fence);
    f.context->ops->compute_state_destroy(f.context, kernel);
    f.screen->ops->resource_destroy(buffer);
    close_device(&f);
}

/* A store outside every allocation fails the launch; the device works on. */
static void stray_stores_are_reported(void **state)
{
    struct fixture f;
    open_device(&f, "cypress", "");
    struct pipe_resource *buffer = make_buffer(&f, 64);
    uint32_t address = f.screen->ops->resource_address(buffer) + 64;
    struct pipe_compute_state *kernel = store_kernel(&f);
    struct pipe_grid_info grid = {
        .state = kernel,
        .work_dim = 1,
        .local_size = {4, 1, 1},
        .groups = {1, 1, 1},
        .input = &address,
        .input_bytes = sizeof(address),
    };
    struct pipe_fence *fence;
    assert_int_equal(f.context->ops->launch_grid(f.context, &grid, &fence, f.error), 0);
    f.error[0] = '\0';
    assert_int_equal(f.context->ops->fence_wait(f.context, fence, UINT64_MAX, f.error),
                     PIPE_FENCE_FAILED);
    assert_non_null(strstr(f.error, "by_hand"));
    f.context->ops->fence_destroy(f.context, fence);

    address -= 64;
    run(&f, &grid, kernel);
    uint32_t result[16];
    buffer_transfer(&f, buffer, 64, result, false);
    assert_int_equal(result[3], 0xcafe);
    assert_int_equal(result[4], 0);
    f.screen->ops->resource_destroy(buffer);
    close_device(&f);
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, constants_are_stored, every_layout_is_copied,
                     threads_share_a_screen, odd_sizes_are_kept, stray_stores_are_reported);
}
