/* SPDX-License-Identifier: MIT */
/* Tests through the whole of driver and simulated GPU: hand-encoded kernels, launched by pipe.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <CL/cl.h>

#include "driver/pipe.h"
#include "driver/r600/tests/machine_code.h"
#include "driver/winsys.h"

struct fixture {
    struct pipe_screen *screen;
    struct pipe_context *context;
    char error[PIPE_ERROR_SIZE];
};

static void open_device(struct fixture *f, const char *chip, const char *tiling)
{
    setenv("ROOTLE_CHIP", chip, 1);
    setenv("ROOTLE_TILING", tiling, 1);
    setenv("ROOTLE_MEMORY", "64", 1);
    struct winsys *ws = winsys_sim_create(f->error);
    assert_non_null(ws);
    f->screen = r600_screen_create(ws, f->error);
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
        .name = "by_hand", .code = code->words, .code_bytes = code->bytes, .gprs = 8,
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
        .work_dim = 1, .local_size = {local, 1, 1}, .groups = {groups, 1, 1},
        .input = &address, .input_bytes = sizeof(address),
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

static void constants_are_stored(void **state)
{
    (void)state;
    static const char *const chips[] = {"cedar", "redwood", "juniper", "cypress"};
    for (int i = 0; i < 4; i++) {
        check_store(chips[i], 7, 64);
        check_store(chips[i], 3, 100); /* the last wave is not full */
        check_store(chips[i], 5, 1);
    }
}

static void large_grid_is_covered(void **state)
{
    (void)state;
    check_store("cypress", 66000, 1);
}

/* out[global id] = in[global id] */
static void buffer_is_copied(void **state)
{
    (void)state;
    enum { COUNT = 512 };
    struct fixture f;
    open_device(&f, "juniper", "");
    struct machine_code code = {0};
    mc_global_id(&code, 0, 2, 0);
    mc_alu(&code, HW_ALU_OP_LSHL_INT, 4, 0, GPR(2, 0), LITERAL, 2);
    mc_alu(&code, HW_ALU_OP_ADD_INT, 4, 0, GPR(4, 0), CONSTANT(9), 0);
    mc_alu(&code, HW_ALU_OP_LSHR_INT, 2, 1, CONSTANT(10), LITERAL, 2);
    mc_alu(&code, HW_ALU_OP_ADD_INT, 2, 0, GPR(2, 0), GPR(2, 1), 0);
    mc_load(&code, 3, 4);
    mc_store_raw(&code, 3, 2);

    uint32_t data[COUNT], result[COUNT];
    for (uint32_t i = 0; i < COUNT; i++)
        data[i] = i * 2654435761u;
    struct pipe_resource *from = make_buffer(&f, sizeof(data)), *to = make_buffer(&f, sizeof(data));
    buffer_transfer(&f, from, sizeof(data), data, true);
    const uint32_t addresses[2] = {f.screen->ops->resource_address(from),
                                   f.screen->ops->resource_address(to)};
    struct pipe_grid_info grid = {
        .work_dim = 1, .local_size = {128, 1, 1}, .groups = {COUNT / 128, 1, 1},
        .input = addresses, .input_bytes = sizeof(addresses),
    };
    run(&f, &grid, make_kernel(&f, &code));
    buffer_transfer(&f, to, sizeof(data), result, false);
    assert_memory_equal(result, data, sizeof(data));
    f.screen->ops->resource_destroy(from);
    f.screen->ops->resource_destroy(to);
    close_device(&f);
}

static struct pipe_resource *make_image(struct fixture *f, const struct pipe_resource_template *tmpl)
{
    struct pipe_resource *image = f->screen->ops->resource_create(f->screen, tmpl);
    assert_non_null(image);
    return image;
}

/* Binds one image to read and one to write, and runs one work-item a texel of a width x height image. */
static void run_images(struct fixture *f, struct machine_code *code, struct pipe_resource *from,
                       struct pipe_resource *to, struct pipe_sampler *sampler, uint32_t width,
                       uint32_t height)
{
    const struct pipe_context_ops *ops = f->context->ops;
    struct pipe_sampler_view *view = ops->sampler_view_create(f->context, from);
    struct pipe_surface *surface = ops->surface_create(f->context, to);
    assert_true(view && surface);
    struct pipe_grid_info grid = {
        .work_dim = 2, .local_size = {8, 8, 1},
        .groups = {(width + 7) / 8, (height + 7) / 8, 1}, /* stores outside are dropped */
        .views = &view, .view_count = 1, .surfaces = &surface, .surface_count = 1,
        .samplers = &sampler, .sampler_count = sampler ? 1 : 0,
    };
    run(f, &grid, make_kernel(f, code));
    ops->sampler_view_destroy(f->context, view);
    ops->surface_destroy(f->context, surface);
}

static void copy_image(const char *chip, const char *tiling, uint32_t order, uint32_t type,
                       uint32_t texel)
{
    enum { WIDTH = 150, HEIGHT = 137 };
    struct fixture f;
    open_device(&f, chip, tiling);
    struct machine_code code = {0};
    mc_global_id(&code, 0, 2, 0);
    mc_global_id(&code, 1, 2, 1);
    mc_alu(&code, HW_ALU_OP_MOV, 2, 2, ZERO, ZERO, 0);
    mc_alu(&code, HW_ALU_OP_MOV, 2, 3, ZERO, ZERO, 0);
    mc_texture(&code, HW_TEX_LD, 2, 0, 3, 2);
    mc_store_typed(&code, 1, 3, 2);

    const struct pipe_resource_template tmpl = {PIPE_TEXTURE_2D, order, type, WIDTH, HEIGHT, 1, 1,
                                                NULL, 0};
    struct pipe_resource *from = make_image(&f, &tmpl), *to = make_image(&f, &tmpl);
    size_t row = (size_t)WIDTH * texel;
    uint8_t *data = malloc(row * HEIGHT), *result = calloc(HEIGHT, row);
    for (size_t i = 0; i < row * HEIGHT; i++)
        data[i] = (uint8_t)((i * 2654435761u >> 13) & 0x3f); /* no NaN in any float format */
    const struct pipe_box box = {0, WIDTH, 0, 0, HEIGHT, 1};
    transfer(&f, from, &box, row, data, true);
    run_images(&f, &code, from, to, NULL, WIDTH, HEIGHT);
    transfer(&f, to, &box, row, result, false);
    assert_memory_equal(result, data, row * HEIGHT);
    free(data);
    free(result);
    f.screen->ops->resource_destroy(from);
    f.screen->ops->resource_destroy(to);
    close_device(&f);
}

static void images_are_copied(void **state)
{
    (void)state;
    static const char *const chips[] = {"cedar", "juniper", "cypress"};
    static const char *const tilings[] = {"linear", "1d", "2d"};
    for (int chip = 0; chip < 3; chip++)
        for (int tiling = 0; tiling < 3; tiling++) {
            copy_image(chips[chip], tilings[tiling], CL_RGBA, CL_UNSIGNED_INT8, 4);
            copy_image(chips[chip], tilings[tiling], CL_R, CL_UNORM_INT8, 1);
            copy_image(chips[chip], tilings[tiling], CL_RGBA, CL_FLOAT, 16);
            copy_image(chips[chip], tilings[tiling], CL_RG, CL_HALF_FLOAT, 4);
            copy_image(chips[chip], tilings[tiling], CL_BGRA, CL_UNORM_INT8, 4);
            copy_image(chips[chip], tilings[tiling], CL_RA, CL_SIGNED_INT16, 4);
            copy_image(chips[chip], tilings[tiling], CL_RGB, CL_UNORM_SHORT_565, 2);
        }
}

/* Samples a 4 x 4 image at texels -2 to 5 with clamping: outside is the border colour. */
static void check_border(uint32_t order, unsigned channels, float inside_alpha, float border_alpha)
{
    enum { SIZE = 4, OUT = 8 };
    struct fixture f;
    open_device(&f, "cypress", "");
    struct machine_code code = {0};
    for (unsigned c = 0; c < 2; c++) {
        mc_global_id(&code, c, 2, c);
        mc_alu(&code, HW_ALU_OP_INT_TO_FLT, 4, c, GPR(2, c), ZERO, 0);
        mc_alu(&code, HW_ALU_OP_ADD, 4, c, GPR(4, c), LITERAL, 0xbfc00000 /* -1.5 */);
    }
    for (unsigned c = 2; c < 4; c++) {
        mc_alu(&code, HW_ALU_OP_MOV, 2, c, ZERO, ZERO, 0);
        mc_alu(&code, HW_ALU_OP_MOV, 4, c, ZERO, ZERO, 0);
    }
    mc_texture(&code, HW_TEX_SAMPLE_LZ, 2, 0, 3, 4);
    mc_store_typed(&code, 1, 3, 2);

    const struct pipe_resource_template in = {PIPE_TEXTURE_2D, order, CL_FLOAT, SIZE, SIZE, 1, 1, NULL, 0};
    const struct pipe_resource_template out = {PIPE_TEXTURE_2D, CL_RGBA, CL_FLOAT, OUT, OUT, 1, 1, NULL, 0};
    struct pipe_resource *from = make_image(&f, &in), *to = make_image(&f, &out);
    float data[SIZE][SIZE][4], result[OUT][OUT][4];
    for (unsigned i = 0; i < SIZE * SIZE * channels; i++)
        ((float *)data)[i] = 3.0f;
    const struct pipe_box box = {0, SIZE, 0, 0, SIZE, 1}, out_box = {0, OUT, 0, 0, OUT, 1};
    transfer(&f, from, &box, SIZE * channels * 4, data, true);
    const struct pipe_sampler_template clamp = {CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, false};
    struct pipe_sampler *sampler = f.context->ops->sampler_create(f.context, &clamp);
    run_images(&f, &code, from, to, sampler, OUT, OUT);
    f.context->ops->sampler_destroy(f.context, sampler);
    transfer(&f, to, &out_box, OUT * 16, result, false);
    for (int y = 0; y < OUT; y++)
        for (int x = 0; x < OUT; x++) {
            bool inside = x >= 2 && x < 6 && y >= 2 && y < 6;
            assert_true(result[y][x][0] == (inside && order != CL_A ? 3.0f : 0.0f));
            assert_true(result[y][x][3] == (inside ? inside_alpha : border_alpha));
        }
    f.screen->ops->resource_destroy(from);
    f.screen->ops->resource_destroy(to);
    close_device(&f);
}

static void border_colour_follows_the_order(void **state)
{
    (void)state;
    check_border(CL_R, 1, 1, 1);
    check_border(CL_RG, 2, 1, 1);
    check_border(CL_LUMINANCE, 1, 1, 1);
    check_border(CL_A, 1, 3, 0);
    check_border(CL_INTENSITY, 1, 3, 0);
    check_border(CL_RGBA, 4, 3, 0);
}

/* A store outside every allocation fails the launch; the device works on. */
static void stray_stores_are_reported(void **state)
{
    (void)state;
    struct fixture f;
    open_device(&f, "cypress", "");
    struct pipe_resource *buffer = make_buffer(&f, 64);
    uint32_t address = f.screen->ops->resource_address(buffer) + 64;
    struct pipe_compute_state *kernel = store_kernel(&f);
    struct pipe_grid_info grid = {
        .state = kernel, .work_dim = 1, .local_size = {4, 1, 1}, .groups = {1, 1, 1},
        .input = &address, .input_bytes = sizeof(address),
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_stored),
        cmocka_unit_test(large_grid_is_covered),
        cmocka_unit_test(buffer_is_copied),
        cmocka_unit_test(images_are_copied),
        cmocka_unit_test(border_colour_follows_the_order),
        cmocka_unit_test(stray_stores_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
