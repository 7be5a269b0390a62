/* SPDX-License-Identifier: MIT */
/* Tests through the whole of driver and simulated GPU: image programs made by hand, launched by
 * pipe.h. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/abi/r500/image_program.h"
#include "driver/base/count.h"
#include "driver/base/guide.h"
#include "driver/pipe.h"
#include "driver/r300/screen.h"
#include "driver/sim/r500/r500.h"
#include "driver/sim/r500/tests/program.h"
#include "driver/winsys/winsys_sim.h"

static const struct sim_family *const families[] = {&r500_family, NULL};
static const struct sim_parts r500_parts = {.families = families};
static struct pipe_screen *screen;
static struct pipe_context *context;
static char error[PIPE_ERROR_SIZE];

static int open_device(void **state)
{
    setenv("ROOTLE_CHIP", "rv515", 1);
    setenv("ROOTLE_MEMORY", "64", 1);
    struct winsys *ws = winsys_sim_create(&r500_parts, error);
    assert_non_null(ws);
    screen = r300_screen_create(ws, error);
    assert_non_null(screen);
    context = screen->ops->context_create(screen);
    assert_non_null(context);
    return 0;
}

static int close_device(void **state)
{
    context->ops->destroy(context);
    screen->ops->destroy(screen);
    return 0;
}

struct image {
    struct pipe_resource *resource;
    uint32_t width, height, bytes;
};

static struct image make_image(uint32_t order, uint32_t type, uint32_t width, uint32_t height,
                               uint32_t bytes)
{
    const struct pipe_resource_template tmpl = {.target = PIPE_TEXTURE_2D,
                                                .order = order,
                                                .type = type,
                                                .width = width,
                                                .height = height,
                                                .depth = 1,
                                                .array_size = 1};
    const struct image image = {screen->ops->resource_create(screen, &tmpl), width, height, bytes};

    assert_non_null(image.resource);
    return image;
}

/* Copies texels in or out. */
static void transfer(const struct image *image, void *texels, bool write)
{
    const struct pipe_box box = {.width = image->width, .height = image->height, .depth = 1};
    struct pipe_transfer_info info;
    struct pipe_transfer *made = context->ops->transfer_map(
        context, image->resource, &box, write ? PIPE_MAP_WRITE : PIPE_MAP_READ, &info, error);

    if (!made)
        fail_msg("%s", error);
    const size_t row = (size_t)image->width * image->bytes;
    for (uint32_t y = 0; y < image->height; y++) {
        uint8_t *there = (uint8_t *)info.data + y * info.row_pitch;
        uint8_t *here = (uint8_t *)texels + y * row;
        memcpy(write ? there : here, write ? here : there, row);
    }
    context->ops->transfer_unmap(context, made);
}

/* A launch of a test: a program with t0 = `input`, one texture and up to two targets. */
struct launch {
    struct program code;
    enum abi_image_input_kind input;
    struct abi_image_constant constants[2];
    uint32_t constant_count;
    const struct image *source, *target[2];
    const struct pipe_sampler_template *sampler; /* NULL: read without one */
    uint32_t groups[3], offset[3], inputs[4];
};

static struct pipe_compute_state *make_state(const struct launch *launch, void **code)
{
    const struct abi_image_texture texture = {0, launch->sampler ? 0 : ABI_IMAGE_NO_SAMPLER};
    const struct abi_image_target targets[2] = {{0}, {1}};
    const struct abi_image_input input = {launch->input, 0};
    const struct abi_image_program program = {.temps = 8,
                                              .instruction_count = launch->code.count,
                                              .constant_count = launch->constant_count,
                                              .texture_count = launch->source ? 1 : 0,
                                              .target_count = launch->target[1] ? 2 : 1,
                                              .input_count = 1,
                                              .instructions = launch->code.words,
                                              .constants = launch->constants,
                                              .textures = &texture,
                                              .targets = targets,
                                              .inputs = &input};
    uint32_t bytes;

    *code = abi_image_program_write(&program, &bytes);
    assert_non_null(*code);
    const struct pipe_compute_state_template tmpl = {
        .name = "by_hand", .code = *code, .code_bytes = bytes};
    return context->ops->compute_state_create(context, &tmpl, error);
}

/* Explains a fault, as a driver does, by the byte of its instruction. */
static void tell_byte(const struct guide *guide, const struct guide_fault *fault,
                      char text[GUIDE_TEXT_SIZE])
{
    (void)guide;
    snprintf(text, GUIDE_TEXT_SIZE, "; byte %u", fault->byte);
}

/* 0, or what launch_grid or the fence said. */
static int try_launch(const struct launch *launch)
{
    struct pipe_sampler_view *view = NULL;
    struct pipe_surface *surfaces[2] = {NULL};
    struct pipe_sampler *sampler = NULL;
    struct pipe_fence *fence = NULL;
    const struct guide guide = {.explain = tell_byte};
    void *code;

    struct pipe_compute_state *state = make_state(launch, &code);
    if (!state)
        fail_msg("%s", error);
    for (int i = 0; i < 2 && launch->target[i]; i++)
        surfaces[i] = context->ops->surface_create(context, launch->target[i]->resource, false);
    if (launch->source)
        view = context->ops->sampler_view_create(context, launch->source->resource);
    if (launch->sampler)
        sampler = context->ops->sampler_create(context, launch->sampler);
    struct pipe_grid_info info = {.state = state,
                                  .work_dim = 2,
                                  .local_size = {4, 2, 1},
                                  .input = launch->inputs,
                                  .input_bytes = sizeof(launch->inputs),
                                  .views = &view,
                                  .view_count = 1,
                                  .surfaces = surfaces,
                                  .surface_count = 2,
                                  .samplers = &sampler,
                                  .sampler_count = 1,
                                  .guide = &guide};
    memcpy(info.groups, launch->groups, sizeof(info.groups));
    memcpy(info.offset, launch->offset, sizeof(info.offset));
    int status = context->ops->launch_grid(context, &info, &fence, error);
    if (!status && context->ops->fence_wait(context, fence, UINT64_MAX, error) != PIPE_FENCE_DONE)
        status = 1;
    if (fence)
        context->ops->fence_destroy(context, fence);
    context->ops->sampler_view_destroy(context, view);
    context->ops->sampler_destroy(context, sampler);
    for (int i = 0; i < 2; i++)
        context->ops->surface_destroy(context, surfaces[i]);
    context->ops->compute_state_destroy(context, state);
    free(code);
    return status;
}

static void launch_or_fail(const struct launch *launch)
{
    if (try_launch(launch))
        fail_msg("%s", error);
}

static void assert_launch_fails(const struct launch *launch, const char *words)
{
    assert_int_not_equal(try_launch(launch), 0);
    if (!strstr(error, words))
        fail_msg("\"%s\" does not say \"%s\"", error, words);
}

/* Every pixel gets its global id; those outside of the launch, or of the image, are left. */
static void test_global_id(void **state)
{
    enum { WIDTH = 70, HEIGHT = 9 };
    static float texels[HEIGHT][WIDTH][4];
    const struct image image = make_image(CL_RGBA, CL_FLOAT, WIDTH, HEIGHT, 16);
    struct launch launch = {.target = {&image},
                            .groups = {17, 9, 1}, /* of 4 x 2 work-items */
                            .offset = {3, 2, 0}};

    output(&launch.code, 0);
    launch_or_fail(&launch);
    transfer(&image, texels, false);
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            const bool inside = x >= 3 && y >= 2;
            assert_float_equal(texels[y][x][0], inside ? (float)x : 0, 0);
            assert_float_equal(texels[y][x][1], inside ? (float)y : 0, 0);
            assert_float_equal(texels[y][x][2], 0, 0);
            assert_float_equal(texels[y][x][3], inside ? 1 : 0, 0);
        }
    launch.offset[0] = WIDTH;
    launch_or_fail(&launch); /* draws nothing */
    screen->ops->resource_destroy(image.resource);
}

static void append_copy(struct launch *launch)
{
    look_up(&launch->code, 0, 1, 0, 0, HW_SET(R500_TEX_INST, TEX_SEM_ACQUIRE, 1));
    output(&launch->code, 1);
}

/* Arguments by value, sizes of the launch, reciprocals. */
static void test_constants(void **state)
{
    float back[4][4];
    const struct image to = make_image(CL_RGBA, CL_FLOAT, 4, 1, 16);
    struct launch launch = {.target = {&to},
                            .groups = {1, 1, 1},
                            .inputs = {0xfffffff9 /* -7 */, 4000000000u, 0x40200000 /* 2.5 */, 8},
                            .constant_count = 2,
                            .constants = {{{{ABI_IMAGE_INT, ABI_INPUT_ARGUMENTS},
                                            {ABI_IMAGE_UINT, ABI_INPUT_ARGUMENTS + 4},
                                            {ABI_IMAGE_FLOAT, ABI_INPUT_ARGUMENTS + 8},
                                            {ABI_IMAGE_UINT, ABI_INPUT_GLOBAL_SIZE + 4}}},
                                          {{{ABI_IMAGE_INT_RECIPROCAL, ABI_INPUT_ARGUMENTS + 12},
                                            {ABI_IMAGE_UINT_RECIPROCAL, ABI_INPUT_ARGUMENTS + 12},
                                            {ABI_IMAGE_FLOAT_RECIPROCAL, ABI_INPUT_ARGUMENTS + 8},
                                            {ABI_IMAGE_UINT, ABI_INPUT_LOCAL_SIZE}}}}};
    static const float expected[2][4] = {{-7, 4000000000.0f, 2.5f, 2}, {0.125f, 0.125f, 0.4f, 4}};

    for (int i = 0; i < 2; i++) {
        launch.code.count = 0;
        output(&launch.code, 0);
        launch.code.words[0][1] = launch.code.words[0][2] = C(i);
        launch_or_fail(&launch);
        transfer(&to, back, false);
        for (int c = 0; c < 4; c++)
            assert_float_equal(back[2][c], expected[i][c], 0);
    }
    launch.constants[0].component[0].value = ABI_INPUT_ARGUMENTS + 16;
    assert_launch_fails(&launch, "a constant lies behind its 16 bytes of inputs");
    screen->ops->resource_destroy(to.resource);
}

/* Two targets of different formats and sizes: the smaller one is the limit. */
static void test_two_targets(void **state)
{
    uint8_t bytes[2][3][4] = {{{0}}};
    uint16_t words[2][8] = {{0}};
    const struct image a = make_image(CL_BGRA, CL_UNORM_INT8, 3, 2, 4);
    const struct image b = make_image(CL_R, CL_UNORM_INT16, 8, 2, 2);
    struct launch launch = {.target = {&a, &b}, .groups = {2, 1, 1}};

    for (unsigned target = 0; target < 2; target++)
        ALU(&launch.code, .type = HW_R500_TYPE_OUT,
            .rgb = {.src = {I(target ? 0.5f : 1)},
                    .a = {0, {0, HW_R500_SWIZ_HALF, HW_R500_SWIZ_0}, 0},
                    .b = ONE,
                    .c = ZERO,
                    .omask = 7,
                    .target = target},
            .alpha = {.a = ONE, .b = ONE, .c = ZERO, .omask = 1, .target = target});
    launch_or_fail(&launch);
    transfer(&a, bytes, false);
    transfer(&b, words, false);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 8; x++) {
            if (x < 3) {
                const uint8_t blue_green_red_alpha[4] = {0, 128, 255, 255};
                assert_memory_equal(bytes[y][x], blue_green_red_alpha, 4);
            }
            assert_int_equal(words[y][x], x < 3 ? 32768 : 0); /* 32767.5 to the even one */
        }
    screen->ops->resource_destroy(a.resource);
    screen->ops->resource_destroy(b.resource);
}

static void test_refused(void **state)
{
    const struct pipe_sampler_template linear = {CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, true, 0, 0, 0};
    const struct image from = make_image(CL_R, CL_FLOAT, 4, 4, 4);
    const struct image to = make_image(CL_R, CL_FLOAT, 4, 4, 4);
    struct launch launch = {
        .source = &from, .target = {&to}, .sampler = &linear, .groups = {1, 2, 1}};

    append_copy(&launch);
    assert_launch_fails(&launch, "CL_FILTER_LINEAR of image 0, which holds floats");
    launch.sampler = NULL;
    launch_or_fail(&launch);
    launch.groups[2] = 2;
    assert_launch_fails(&launch, "work-items in three dimensions");
    launch.groups[2] = 1;
    launch.code.words[0][1] = HW_R500_TEX_LD << 22; /* holds no semaphore */
    assert_launch_fails(&launch, "temporary 1 is read while a texture look-up");
    assert_launch_fails(&launch, "from (0, 0) on; byte 24");
    launch.code.words[1][0] &= ~HW_SET(R500_CMN, RGB_OMASK, 7);
    launch.code.words[0][1] |= HW_SET(R500_TEX_INST, TEX_SEM_ACQUIRE, 1);
    assert_launch_fails(&launch, "has not written channel r of render target 0");
    screen->ops->resource_destroy(from.resource);
    screen->ops->resource_destroy(to.resource);
}

/* A sampler that repeats, with a size that is no power of two, requires a program that wraps by
 * itself. */
static void test_wrapping(void **state)
{
    const struct pipe_sampler_template repeat = {
        CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, true, 0, 0, 0};
    const struct pipe_sampler_template edge = {
        CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, true, 0, 0, 0};
    const struct image to = make_image(CL_R, CL_FLOAT, 1, 1, 4);
    struct launch launch = {.target = {&to}, .groups = {1, 1, 1}};

    append_copy(&launch);
    for (uint32_t size = 1; size <= 4; size++)
        for (int tall = 0; tall < 2; tall++) {
            const struct image from =
                make_image(CL_R, CL_FLOAT, tall ? 2 : size, tall ? size : 2, 4);
            launch.source = &from;
            launch.sampler = &edge;
            launch_or_fail(&launch);
            launch.sampler = &repeat;
            if (size != 3)
                launch_or_fail(&launch);
            else
                assert_launch_fails(&launch, tall ? "image 0 of 2 x 3 texels is read by a sampler "
                                                    "that repeats or mirrors"
                                                  : "image 0 of 3 x 2 texels is read by");
            screen->ops->resource_destroy(from.resource);
        }
    screen->ops->resource_destroy(to.resource);
}

/* Behind a program there is none or one that wraps. */
static void test_order(void **state)
{
    struct launch launch = {.input = ABI_IMAGE_TEXEL};
    void *code;

    output(&launch.code, 0);
    struct pipe_compute_state *made = make_state(&launch, &code);
    assert_non_null(made);
    context->ops->compute_state_destroy(context, made);
    struct abi_image_program program;
    const uint32_t *words = code;
    uint32_t bytes = 4 * ABI_IMAGE_PROGRAM_HEADER + 4 * ABI_IMAGE_INSTRUCTION + 8 + 4;
    assert_null(abi_image_program_read(words, bytes, &program));
    program.next = code;
    program.next_bytes = bytes;
    void *both = abi_image_program_write(&program, &bytes);
    const struct pipe_compute_state_template tmpl = {
        .name = "by_hand", .code = both, .code_bytes = bytes};
    assert_null(context->ops->compute_state_create(context, &tmpl, error));
    assert_non_null(strstr(error, "image programs in a wrong order"));
    free(both);
    free(code);
}

/* 3D images are read where their sizes are powers of two, and never written. */
static void test_3d(void **state)
{
    const struct image to = make_image(CL_R, CL_FLOAT, 1, 1, 4);
    struct launch launch = {.target = {&to}, .groups = {1, 1, 1}};
    bool read, write;

    append_copy(&launch);
    for (uint32_t depth = 2; depth <= 6; depth++) {
        const struct pipe_resource_template tmpl = {
            PIPE_TEXTURE_3D, CL_R, CL_FLOAT, 2, 4, depth, 1, NULL, 0, 0, 0, 0};
        const struct image from = {screen->ops->resource_create(screen, &tmpl), 2, 4, 4};
        assert_non_null(from.resource);
        launch.source = &from;
        if (depth == 2 || depth == 4)
            launch_or_fail(&launch);
        else
            assert_launch_fails(&launch, "R500 has 3D textures whose sizes are powers of two");
        assert_null(context->ops->surface_create(context, from.resource, false));
        screen->ops->resource_destroy(from.resource);
    }
    screen->ops->format_support(screen, PIPE_TEXTURE_3D, CL_R, CL_FLOAT, &read, &write);
    assert_true(read && !write);
    screen->ops->resource_destroy(to.resource);
}

/* Images that the chip does not have. */
static void test_resources(void **state)
{
    static const struct pipe_resource_template templates[] = {
        {PIPE_TEXTURE_2D, CL_RGBA, CL_UNSIGNED_INT8, 4, 4, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_RGBA, CL_UNORM_INT8, 4097, 4, 1, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_3D, CL_RGBA, CL_UNORM_INT8, 4, 4, 4097, 1, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D_ARRAY, CL_RGBA, CL_UNORM_INT8, 4, 4, 1, 4, NULL, 0, 0, 0, 0},
        {PIPE_TEXTURE_2D, CL_Rx, CL_UNORM_INT8, 4, 4, 1, 1, NULL, 0, 0, 0, 0}};

    for (size_t i = 0; i < COUNT(templates); i++)
        assert_null(screen->ops->resource_create(screen, &templates[i]));
    const struct pipe_resource_template buffer = {.target = PIPE_BUFFER, .width = 100, .height = 1};
    struct pipe_resource *made = screen->ops->resource_create(screen, &buffer);
    assert_non_null(made);
    screen->ops->resource_destroy(made);
}

/* It has no integers to carry texels in. */
static void test_lowered_formats(void **state)
{
    char why[PIPE_ERROR_SIZE] = "";
    struct winsys *ws = winsys_sim_create(&r500_parts, why);

    assert_non_null(ws);
    setenv("ROOTLE_FORMATS", "lowered:R-FLOAT", 1);
    assert_null(r300_screen_create(ws, why)); /* destroys it */
    unsetenv("ROOTLE_FORMATS");
    assert_non_null(strstr(why, "rv515"));
}

int main(void)
{
    return RUN_TESTS_BETWEEN(open_device, close_device, cmocka_unit_test, test_global_id,
                             test_constants, test_two_targets, test_refused, test_wrapping,
                             test_order, test_3d, test_resources, test_lowered_formats);
}
