/* SPDX-License-Identifier: MIT */
/* Tests of launches: the recorded command streams read back. */
#include <errno.h>
#include <string.h>

#include <CL/cl.h>

#include "ci/tests/run_tests.h"
#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "driver/r600/tests/launch_fixture.h"

/* Doubles keep theirs. */
static void single_denormals_off(void **state)
{
    struct fixture *f = *state;
    struct pipe_compute_state_template tmpl = template_of_kernel();
    f->context->ops->compute_state_destroy(f->context, f->state);
    tmpl.without_denormals = true;
    f->grid.state = f->state = f->context->ops->compute_state_create(f->context, &tmpl, f->error);
    assert_non_null(f->state);
    launch(f);
    assert_int_equal(stream_reg(&f->stream, HW_R_SQ_PGM_RESOURCES_LS_2) & 0xf0, 0xc0);
}

static void program_and_group_state(void **state)
{
    struct fixture *f = *state;
    launch(f);
    const struct stream *s = &f->stream;
    assert_string_equal(f->ws->label, "kernel");
    uint32_t resources = stream_reg(s, HW_R_SQ_PGM_RESOURCES_LS);
    assert_int_equal(REG_GET(resources, SQ_PGM_RESOURCES_LS, NUM_GPRS), 9);
    assert_int_equal(REG_GET(resources, SQ_PGM_RESOURCES_LS, STACK_SIZE), 3);
    assert_int_equal(REG_GET(resources, SQ_PGM_RESOURCES_LS, DX10_CLAMP), 1);
    assert_int_equal(stream_reg(s, HW_R_SQ_PGM_RESOURCES_LS_2) & 0x30, 0x30);
    struct winsys_bo *program = stream_reg_bo(s, HW_R_SQ_PGM_START_LS);
    assert_memory_equal(program->map, launch_code, sizeof(launch_code));

    assert_int_equal(stream_reg(s, HW_R_VGT_NUM_INDICES), 64);
    assert_int_equal(stream_reg(s, HW_R_VGT_COMPUTE_THREAD_GROUP_SIZE), 64);
    assert_int_equal(stream_reg(s, HW_R_SPI_COMPUTE_NUM_THREAD_X), 16);
    assert_int_equal(stream_reg(s, HW_R_SPI_COMPUTE_NUM_THREAD_Y), 4);
    assert_int_equal(stream_reg(s, HW_R_SPI_COMPUTE_NUM_THREAD_Z), 1);
    uint32_t lds = stream_reg(s, HW_R_SQ_LDS_ALLOC);
    assert_int_equal(REG_GET(lds, SQ_LDS_ALLOC, SIZE), 26); /* dwords that hold 101 bytes */
    assert_int_equal(REG_GET(lds, SQ_LDS_ALLOC, HS_NUM_WAVES), 1);
    assert_int_equal(stream_reg(s, HW_R_SQ_LSTMP_RING_ITEMSIZE), 0);
    assert_int_equal(stream_reg(s, HW_R_VGT_SHADER_STAGES_EN), 2);
    assert_int_equal(stream_reg(s, HW_R_SPI_COMPUTE_INPUT_CNTL), 7);
    assert_int_equal(s->dispatch_count, 1);
    assert_memory_equal(s->dispatches[0].groups, f->grid.groups, 12);
}

/* A wave of cedar has 32 lanes. */
static void waves_follow_the_chip(void **state)
{
    struct fixture f;
    setup_chip(&f, "cedar");
    launch(&f);
    uint32_t lds = stream_reg(&f.stream, HW_R_SQ_LDS_ALLOC);
    assert_int_equal(REG_GET(lds, SQ_LDS_ALLOC, HS_NUM_WAVES), 2);
    uint32_t config = stream_reg(&f.stream, HW_R_SQ_CONFIG);
    assert_int_equal(REG_GET(config, SQ_CONFIG, VC_ENABLE), 0);
    finish_chip(&f);
}

static void inputs_are_uploaded(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < 3; i++) {
        launch(f);
        const struct stream *s = &f->stream;
        struct winsys_bo *upload = stream_reg_bo(s, HW_R_SQ_ALU_CONST_CACHE_LS);
        uint64_t offset = (uint64_t)stream_reg(s, HW_R_SQ_ALU_CONST_CACHE_LS) << 8;
        assert_int_equal(stream_reg(s, HW_R_SQ_ALU_CONST_BUFFER_SIZE_LS), 1);
        const uint32_t *dwords = (const uint32_t *)((const uint8_t *)upload->map + offset);
        static const uint32_t header[9] = {5, 6, 7, 80, 24, 7, 16, 4, 1};
        assert_memory_equal(dwords, header, sizeof(header));
        assert_memory_equal(dwords + 9, launch_input, sizeof(launch_input));
        /* Fetch resource 0 shows the same bytes. */
        assert_ptr_equal(s->resource_bo[0][0], upload);
        assert_int_equal(s->resource[0][0], offset);
        assert_int_equal(s->resource[0][1], sizeof(header) + sizeof(launch_input) - 1);
        assert_int_equal(REG_GET(s->resource[0][2], BUF_RESOURCE2, STRIDE), 1);
    }
}

static void pool_is_rat_0_and_resource_1(void **state)
{
    struct fixture *f = *state;
    launch(f);
    const struct stream *s = &f->stream;
    struct winsys_bo *pool = r600_screen(f->screen)->pool.bo;
    uint64_t size = r600_screen(f->screen)->pool.size;
    assert_ptr_equal(stream_reg_bo(s, HW_R_CB_COLOR_BASE), pool);
    uint32_t info = stream_reg(s, HW_R_CB_COLOR_INFO);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, RAT), 1);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, RESOURCE_TYPE), HW_RAT_BUFFER);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, FORMAT), HW_FMT_32);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, NUMBER_TYPE), HW_CB_UINT);
    assert_int_equal(stream_reg(s, HW_R_CB_COLOR_DIM), size / 4 - 1);
    assert_ptr_equal(s->resource_bo[1][0], pool);
    assert_int_equal(s->resource[1][1], size - 1);
    assert_int_equal(stream_reg(s, HW_R_CB_TARGET_MASK), 0xf);
    assert_int_equal(stream_reg(s, HW_R_ELEMENT(CB_COLOR_INFO, 1)), 0);
}

static struct pipe_resource *image(struct fixture *f, enum pipe_target target, uint32_t order,
                                   uint32_t type)
{
    struct pipe_resource_template tmpl = {target, order, type, 200, 100, 1, 1, NULL, 0, 0, 0, 0};
    if (target == PIPE_TEXTURE_1D_ARRAY)
        tmpl.height = 1;
    if (target == PIPE_TEXTURE_1D_ARRAY || target == PIPE_TEXTURE_2D_ARRAY)
        tmpl.array_size = 3;
    if (target == PIPE_TEXTURE_3D)
        tmpl.depth = 5;
    struct pipe_resource *resource = f->screen->ops->resource_create(f->screen, &tmpl);
    assert_non_null(resource);
    return resource;
}

static void images_are_bound(void **state)
{
    struct fixture *f = *state;
    const struct pipe_context_ops *ops = f->context->ops;
    struct pipe_resource *read = image(f, PIPE_TEXTURE_3D, CL_INTENSITY, CL_FLOAT);
    struct pipe_resource *written = image(f, PIPE_TEXTURE_2D, CL_BGRA, CL_UNORM_INT8);
    struct pipe_sampler_view *views[3] = {NULL, ops->sampler_view_create(f->context, read), NULL};
    struct pipe_surface *surfaces[8] = {ops->surface_create(f->context, written, false)};
    surfaces[7] = surfaces[0]; /* RAT 8 has registers of its own */
    f->grid.views = views;
    f->grid.view_count = 3;
    f->grid.surfaces = surfaces;
    f->grid.surface_count = 8;
    launch(f);
    const struct stream *s = &f->stream;

    const uint32_t *words = s->resource[ABI_RESOURCE_IMAGES + 1];
    assert_ptr_equal(s->resource_bo[ABI_RESOURCE_IMAGES + 1][0], read->bo);
    assert_ptr_equal(s->resource_bo[ABI_RESOURCE_IMAGES + 1][1], read->bo);
    assert_int_equal(REG_GET(words[0], TEX_RESOURCE0, DIM), HW_DIM_3D);
    assert_int_equal(REG_GET(words[0], TEX_RESOURCE0, TEX_WIDTH), 199);
    assert_int_equal((REG_GET(words[0], TEX_RESOURCE0, PITCH) + 1) * 8, read->layout.pitch);
    assert_int_equal(REG_GET(words[1], TEX_RESOURCE1, TEX_HEIGHT), 99);
    assert_int_equal(REG_GET(words[1], TEX_RESOURCE1, TEX_DEPTH), 4);
    assert_int_equal(REG_GET(words[1], TEX_RESOURCE1, ARRAY_MODE), read->layout.mode);
    assert_int_equal(REG_GET(words[4], TEX_RESOURCE4, DST_SEL_W), HW_SEL_X);
    assert_int_equal(REG_GET(words[7], TEX_RESOURCE7, DATA_FORMAT), HW_FMT_32_FLOAT);

    uint32_t info = stream_reg(s, HW_R_ELEMENT(CB_COLOR_INFO, 1));
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, COMP_SWAP), HW_SWAP_ALT);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, RESOURCE_TYPE), HW_RAT_2D);
    assert_int_equal(REG_GET(info, CB_COLOR_INFO, RAT), 1);
    assert_ptr_equal(stream_reg_bo(s, HW_R_ELEMENT(CB_COLOR_BASE, 1)), written->bo);
    assert_int_equal(stream_reg(s, HW_R_ELEMENT(CB_COLOR_DIM, 1)), 199 | 99 << 16);
    assert_int_equal(stream_reg(s, HW_R_CB_COLOR8_INFO), info);
    assert_ptr_equal(stream_reg_bo(s, HW_R_CB_COLOR8_BASE), written->bo);
    assert_int_equal(stream_reg(s, HW_R_CB_TARGET_MASK), 0xff);
    assert_true(s->sync_control & 1u << 7 && s->sync_control & 1u << 15);

    ops->sampler_view_destroy(f->context, views[1]);
    ops->surface_destroy(f->context, surfaces[0]);
    f->screen->ops->resource_destroy(read);
    f->screen->ops->resource_destroy(written);
}

/* The fields that texture and colour block spell differently must describe one layout. */
static void tile_parameters_agree(void **state)
{
    struct fixture *f = *state;
    const struct pipe_resource_template tmpl = {
        PIPE_TEXTURE_2D_ARRAY, CL_RGBA, CL_FLOAT, 200, 200, 1, 3, NULL, 0, 0, 0, 0};
    struct pipe_resource *resource = f->screen->ops->resource_create(f->screen, &tmpl);
    assert_non_null(resource);
    assert_int_equal(resource->layout.mode, HW_ARRAY_2D_TILED_THIN1);
    struct pipe_sampler_view *view = f->context->ops->sampler_view_create(f->context, resource);
    struct pipe_surface *surface = f->context->ops->surface_create(f->context, resource, false);
    uint32_t attrib = surface->regs[R600_CB_ATTRIB];
    assert_int_equal(64u << REG_GET(view->words[6], TEX_RESOURCE6, TILE_SPLIT), 1024);
    assert_int_equal(64u << REG_GET(attrib, CB_COLOR_ATTRIB, TILE_SPLIT), 1024);
    assert_int_equal(2u << REG_GET(view->words[7], TEX_RESOURCE7, NUM_BANKS), 16);
    assert_int_equal(2u << REG_GET(attrib, CB_COLOR_ATTRIB, NUM_BANKS), 16);
    assert_int_equal(1u << REG_GET(view->words[7], TEX_RESOURCE7, BANK_HEIGHT),
                     resource->layout.bank_height);
    assert_int_equal(1u << REG_GET(attrib, CB_COLOR_ATTRIB, BANK_HEIGHT),
                     resource->layout.bank_height);
    assert_int_equal(1u << REG_GET(view->words[7], TEX_RESOURCE7, MACRO_TILE_ASPECT),
                     resource->layout.aspect);
    assert_int_equal(1u << REG_GET(attrib, CB_COLOR_ATTRIB, MACRO_TILE_ASPECT),
                     resource->layout.aspect);
    assert_int_equal(REG_GET(view->words[5], TEX_RESOURCE5, LAST_ARRAY), 2);
    assert_int_equal(REG_GET(surface->regs[R600_CB_VIEW], CB_COLOR_VIEW, SLICE_MAX), 2);
    f->context->ops->sampler_view_destroy(f->context, view);
    f->context->ops->surface_destroy(f->context, surface);
    f->screen->ops->resource_destroy(resource);
}

/* On cypress macro tiles of 32 bits are 128 x 128: 300 x 530 is in 3 x 5 of them, its halves as
 * powers of two in 2 x 4 and 1 x 2, and the rest is 1D-tiled. Four layers have room from level 1
 * on. */
static void levels_are_2d_tiled(void **state)
{
    static const uint32_t offsets[] = {45 << 16, (45 + 32) << 16, (45 + 32 + 8) << 16,
                                       ((45 + 32 + 8) << 16) + 64 * 128 * 4 * 4};
    struct fixture *f = *state;
    const struct pipe_resource_template tmpl = {
        PIPE_TEXTURE_2D_ARRAY, CL_RGBA, CL_UNORM_INT8, 300, 530, 1, 3, NULL, 0, 0, 0, 5};
    struct pipe_resource *resource = f->screen->ops->resource_create(f->screen, &tmpl);
    assert_non_null(resource);
    struct pipe_sampler_view *view = f->context->ops->sampler_view_create(f->context, resource);
    const uint32_t levels = f->screen->ops->resource_levels(resource);
    assert_int_equal(REG_GET(view->words[1], TEX_RESOURCE1, ARRAY_MODE), HW_ARRAY_2D_TILED_THIN1);
    assert_int_equal(REG_GET(view->words[0], TEX_RESOURCE0, PITCH), 384 / 8 - 1);
    assert_int_equal(view->words[3] - view->words[2], offsets[0] >> 8);
    for (unsigned i = 0; i < COUNT(offsets); i++)
        assert_int_equal(resource->mips[i].offset, offsets[i]);
    assert_int_equal(levels & ABI_LEVELS_COUNT_MASK, 5);
    assert_int_equal(levels >> ABI_LEVELS_MACRO_SHIFT & ABI_LEVELS_MACRO_MASK, 3);
    assert_int_equal(levels >> ABI_LEVELS_TEXEL_SHIFT & ABI_LEVELS_TEXEL_MASK, 2);
    assert_int_equal(levels >> ABI_LEVELS_PIPES_SHIFT & ABI_LEVELS_PIPES_MASK, 3);
    assert_int_equal(levels >> ABI_LEVELS_BANKS_SHIFT & ABI_LEVELS_BANKS_MASK, 4);
    assert_int_equal(levels >> ABI_LEVELS_HEIGHT_SHIFT & ABI_LEVELS_HEIGHT_MASK, 1);
    assert_int_equal(levels >> ABI_LEVELS_ASPECT_SHIFT & ABI_LEVELS_ASPECT_MASK, 1);
    assert_int_equal(levels & ABI_LEVELS_NON_DISPLAYABLE, 0);
    assert_int_equal(resource->chain_layers, 1);
    f->context->ops->sampler_view_destroy(f->context, view);
    f->screen->ops->resource_destroy(resource);
}

static void samplers_are_translated(void **state)
{
    struct fixture *f = *state;
    static const struct {
        struct pipe_sampler_template tmpl;
        unsigned clamp, filter, truncate;
    } cases[] = {
        {{CL_ADDRESS_NONE, CL_FILTER_NEAREST, false, 0, 0, 0}, HW_CLAMP_EDGE, HW_FILTER_POINT, 1},
        {{CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, true, 0, 0, 0},
         HW_CLAMP_EDGE,
         HW_FILTER_BILINEAR,
         0},
        {{CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, true, 0, 0, 0},
         HW_CLAMP_BORDER,
         HW_FILTER_BILINEAR,
         0},
        {{CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, true, 0, 0, 0}, HW_CLAMP_WRAP, HW_FILTER_POINT, 1},
        {{CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, true, 0, 0, 0},
         HW_CLAMP_MIRROR,
         HW_FILTER_POINT,
         1},
    };
    enum { CASES = COUNT(cases) };
    struct pipe_sampler *samplers[CASES + 1] = {0};
    for (int i = 0; i < CASES; i++)
        samplers[i] = f->context->ops->sampler_create(f->context, &cases[i].tmpl);
    f->grid.samplers = samplers;
    f->grid.sampler_count = CASES + 1;
    launch(f);
    for (int i = 0; i < CASES; i++) {
        const uint32_t *words = f->stream.sampler[i];
        assert_int_equal(REG_GET(words[0], SAMPLER0, CLAMP_X), cases[i].clamp);
        assert_int_equal(REG_GET(words[0], SAMPLER0, CLAMP_Z), cases[i].clamp);
        assert_int_equal(REG_GET(words[0], SAMPLER0, XY_MAG_FILTER), cases[i].filter);
        assert_int_equal(REG_GET(words[0], SAMPLER0, XY_MIN_FILTER), cases[i].filter);
        assert_int_equal(REG_GET(words[2], SAMPLER2, TRUNCATE_COORD), cases[i].truncate);
        assert_int_equal(REG_GET(words[2], SAMPLER2, TYPE), 1);
        f->context->ops->sampler_destroy(f->context, samplers[i]);
    }
    assert_false(f->stream.sampler_set[CASES]);
}

static void large_grids_are_split(void **state)
{
    struct fixture *f = *state;
    static const uint32_t grids[][3] = {
        {65535, 1, 1},
        {65536, 1, 1},
        {200000, 70000, 2},
        {1, 1, 131071},
    };
    for (size_t g = 0; g < COUNT(grids); g++) {
        memcpy(f->grid.groups, grids[g], sizeof(f->grid.groups));
        launch(f);
        uint64_t covered = 0;
        for (unsigned i = 0; i < f->stream.dispatch_count; i++) {
            const struct stream_dispatch *a = &f->stream.dispatches[i];
            covered += (uint64_t)a->groups[0] * a->groups[1] * a->groups[2];
            for (unsigned d = 0; d < 3; d++) {
                assert_in_range(a->groups[d], 1, 65535);
                assert_true((uint64_t)a->start[d] + a->groups[d] <= grids[g][d]);
            }
            for (unsigned j = 0; j < i; j++)
                assert_int_not_equal(memcmp(a->start, f->stream.dispatches[j].start, 12), 0);
        }
        assert_int_equal(covered, (uint64_t)grids[g][0] * grids[g][1] * grids[g][2]);
    }
}

/* The work-groups that the streams of one launch have covered. */
struct covered {
    struct stream stream;
    uint32_t grid[3];
    uint8_t seen[5 * 4 * 3];
};

static void cover(struct fake_winsys *ws)
{
    struct covered *c = ws->looker;
    const uint32_t *grid = c->grid;
    stream_read(&c->stream, ws);
    assert_in_range(c->stream.dispatch_count, 1, 3);
    for (unsigned i = 0; i < c->stream.dispatch_count; i++) {
        const struct stream_dispatch *d = &c->stream.dispatches[i];
        for (uint32_t n = 0; n < d->groups[0] * d->groups[1] * d->groups[2]; n++) {
            const uint32_t x = d->start[0] + n % d->groups[0],
                           y = d->start[1] + n / d->groups[0] % d->groups[1],
                           z = d->start[2] + n / d->groups[0] / d->groups[1];
            assert_true(x < grid[0] && y < grid[1] && z < grid[2]);
            c->seen[(z * grid[1] + y) * grid[0] + x]++;
        }
    }
    /* All pieces tell kernels the size of the whole grid. */
    const struct winsys_bo *upload = stream_reg_bo(&c->stream, HW_R_SQ_ALU_CONST_CACHE_LS);
    const uint64_t offset = (uint64_t)stream_reg(&c->stream, HW_R_SQ_ALU_CONST_CACHE_LS) << 8;
    assert_memory_equal((const uint8_t *)upload->map + offset, grid, sizeof(c->grid));
}

static void huge_grids_are_several_streams(void **state)
{
    struct fixture *f = *state;
    struct covered covered = {.grid = {5, 4, 3}};
    memcpy(f->grid.groups, covered.grid, sizeof(covered.grid));
    r600_screen(f->screen)->limits = (struct r600_limits){.groups = 2, .dispatches = 3};
    f->ws->look = cover;
    f->ws->looker = &covered;
    f->ws->outcome = WINSYS_FENCE_PENDING;
    launch(f);
    assert_int_equal(f->ws->submissions, 4); /* of 3 * 2 * 2 dispatches */
    for (size_t i = 0; i < sizeof(covered.seen); i++)
        assert_int_equal(covered.seen[i], 1);
}

/* Linux's radeon driver takes 16,384 dwords. */
static void largest_stream_fits_the_kernel(void **state)
{
    struct fixture *f = *state;
    const struct pipe_context_ops *ops = f->context->ops;
    const struct pipe_resource_template shape = {.target = PIPE_TEXTURE_2D,
                                                 .order = CL_RGBA,
                                                 .type = CL_UNORM_INT8,
                                                 .width = 64,
                                                 .height = 64,
                                                 .depth = 1,
                                                 .array_size = 1};
    struct pipe_resource *image = f->screen->ops->resource_create(f->screen, &shape);
    struct pipe_sampler_view *views[R600_MAX_VIEWS],
        *view = ops->sampler_view_create(f->context, image);
    struct pipe_surface *surfaces[ABI_MAX_SURFACES],
        *surface = ops->surface_create(f->context, image, false);
    const struct pipe_sampler_template tmpl = {.addressing = CL_ADDRESS_CLAMP,
                                               .filter = CL_FILTER_NEAREST};
    struct pipe_sampler *samplers[HW_CS_SAMPLERS],
        *sampler = ops->sampler_create(f->context, &tmpl);
    struct pipe_fence *fence;
    for (unsigned i = 0; i < R600_MAX_VIEWS; i++)
        views[i] = view;
    for (unsigned i = 0; i < ABI_MAX_SURFACES; i++)
        surfaces[i] = surface;
    for (unsigned i = 0; i < HW_CS_SAMPLERS; i++)
        samplers[i] = sampler;
    f->grid.views = views, f->grid.view_count = R600_MAX_VIEWS;
    f->grid.surfaces = surfaces, f->grid.surface_count = ABI_MAX_SURFACES;
    f->grid.samplers = samplers, f->grid.sampler_count = HW_CS_SAMPLERS;
    f->grid.groups[0] = 65535 * 1000, f->grid.groups[1] = f->grid.groups[2] = 1;
    assert_int_equal(ops->launch_grid(f->context, &f->grid, &fence, f->error), 0);
    ops->fence_destroy(f->context, fence);
    assert_int_equal(f->ws->submissions, 1);
    assert_in_range(f->ws->dword_count, 12000, 16384);
    f->grid.groups[0]++;
    assert_int_equal(ops->launch_grid(f->context, &f->grid, &fence, f->error), 0);
    ops->fence_destroy(f->context, fence);
    assert_int_equal(f->ws->submissions, 3);
    ops->sampler_view_destroy(f->context, view);
    ops->surface_destroy(f->context, surface);
    ops->sampler_destroy(f->context, sampler);
    f->screen->ops->resource_destroy(image);
}

static void scratch_ring_grows(void **state)
{
    struct fixture *f = *state;
    static const uint32_t sizes[] = {20, 64, 40};
    struct winsys_bo *before = NULL;
    for (size_t i = 0; i < 3; i++) {
        struct pipe_compute_state_template tmpl = template_of_kernel();
        tmpl.scratch_bytes = sizes[i];
        struct pipe_compute_state *compute = make_state(f, &tmpl);
        f->grid.state = compute;
        launch(f);
        uint32_t item = (sizes[i] + 15) / 16 * 16;
        assert_int_equal(stream_reg(&f->stream, HW_R_SQ_LSTMP_RING_ITEMSIZE), item / 4);
        struct winsys_bo *ring = stream_reg_bo(&f->stream, HW_R_SQ_LSTMP_RING_BASE);
        uint64_t bytes = (uint64_t)item * 64 * 248 * 2;
        assert_int_equal((uint64_t)stream_reg(&f->stream, HW_R_SQ_LSTMP_RING_SIZE) << 8, bytes);
        assert_true(ring->size >= bytes);
        if (i == 2)
            assert_ptr_equal(ring, before);
        before = ring;
        f->context->ops->compute_state_destroy(f->context, compute);
    }
    struct pipe_compute_state_template tmpl = template_of_kernel();
    tmpl.scratch_bytes = 32768; /* 992 MiB of ring: more than the fake device has */
    struct pipe_compute_state *compute = make_state(f, &tmpl);
    struct pipe_fence *fence;
    f->grid.state = compute;
    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error), -ENOMEM);
    f->context->ops->compute_state_destroy(f->context, compute);
}

static void constants_live_in_the_pool(void **state)
{
    struct fixture *f = *state;
    struct pipe_compute_state_template tmpl = template_of_kernel();
    tmpl.rodata = "constant";
    tmpl.rodata_bytes = 9;
    const struct rootle_binding bindings[] = {{ROOTLE_BIND_RODATA_FETCH, 2, 0},
                                              {ROOTLE_BIND_INPUTS_FETCH, 3, 0}};
    tmpl.bindings = bindings;
    tmpl.binding_count = COUNT(bindings);
    struct pipe_compute_state *compute = make_state(f, &tmpl);
    uint32_t address = f->context->ops->compute_state_rodata(compute);
    assert_true(address > 0);
    assert_string_equal((char *)r600_screen(f->screen)->pool.map + address, "constant");
    assert_int_equal(f->context->ops->compute_state_rodata(f->state), 0);
    f->grid.state = compute;
    launch(f);
    assert_int_equal(f->stream.resource[ABI_RESOURCE_LLVM_CONSTANTS][0], address);
    assert_memory_equal(f->stream.resource[ABI_RESOURCE_LLVM_INPUTS], f->stream.resource[0], 32);
    f->context->ops->compute_state_destroy(f->context, compute);
}

/* Kernels of one program see each other's variables. */
static void kernels_share_variables(void **state)
{
    struct fixture *f = *state;
    struct pipe_compute_state_template tmpl = template_of_kernel();
    tmpl.rodata = "variable";
    tmpl.rodata_bytes = 9;
    struct pipe_compute_state *first = make_state(f, &tmpl), *alone = make_state(f, &tmpl);
    tmpl.shares = first;
    struct pipe_compute_state *second = make_state(f, &tmpl);
    tmpl.shares = second;
    struct pipe_compute_state *third = make_state(f, &tmpl);
    const uint32_t address = f->context->ops->compute_state_rodata(first);
    assert_int_equal(f->context->ops->compute_state_rodata(second), address);
    assert_int_equal(f->context->ops->compute_state_rodata(third), address);
    assert_int_not_equal(f->context->ops->compute_state_rodata(alone), address);
    f->context->ops->compute_state_destroy(f->context, second);
    f->context->ops->compute_state_destroy(f->context, third);
    assert_string_equal((char *)r600_screen(f->screen)->pool.map + address, "variable");
    f->context->ops->compute_state_destroy(f->context, first);
    f->context->ops->compute_state_destroy(f->context, alone);
}

/* Code of other compilers finds its inputs, buffers and loop constants where its bindings say. */
static void bindings_are_bound(void **state)
{
    static const struct rootle_binding bindings[] = {
        {ROOTLE_BIND_INPUTS, 1, 256},      {ROOTLE_BIND_POOL_FETCH, 153, 4},
        {ROOTLE_BIND_POOL_FETCH, 175, 16}, {ROOTLE_BIND_POOL_STORE, 11, 0},
        {ROOTLE_BIND_LOOP, 3, 0x123},
    };
    struct fixture *f = *state;
    struct pipe_compute_state_template tmpl = template_of_kernel();
    const uint8_t long_input[512] = {0};
    tmpl.bindings = bindings;
    tmpl.binding_count = COUNT(bindings);
    struct pipe_compute_state *compute = make_state(f, &tmpl);
    f->grid.state = compute;
    f->grid.input = long_input;
    f->grid.input_bytes = sizeof(long_input);
    launch(f);
    const struct stream *s = &f->stream;
    assert_int_equal(stream_reg(s, HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, 1)),
                     stream_reg(s, HW_R_ELEMENT(SQ_ALU_CONST_CACHE_LS, 0)) + 1);
    assert_int_equal(stream_reg(s, HW_R_ELEMENT(SQ_ALU_CONST_BUFFER_SIZE_LS, 1)), 2);
    assert_int_equal(REG_GET(s->resource[153][2], BUF_RESOURCE2, STRIDE), 4);
    assert_int_equal(REG_GET(s->resource[175][2], BUF_RESOURCE2, STRIDE), 16);
    assert_int_equal(REG_GET(s->resource[175][2], BUF_RESOURCE2, DATA_FORMAT), HW_FMT_32_32_32_32);
    assert_ptr_equal(s->resource_bo[175][0], r600_screen(f->screen)->pool.bo);
    uint32_t target = HW_R_CB_COLOR8_BASE + 3 * HW_R_CB_COLOR8_BASE_STRIDE;
    assert_ptr_equal(stream_reg_bo(s, target), r600_screen(f->screen)->pool.bo);
    assert_true(s->sync_control & 1u << 18);
    assert_int_equal(s->loop_constant[3], 0x123);
    f->context->ops->compute_state_destroy(f->context, compute);
}

int main(void)
{
    return RUN_TESTS(WITH_FIXTURE, program_and_group_state, single_denormals_off,
                     waves_follow_the_chip, inputs_are_uploaded, pool_is_rat_0_and_resource_1,
                     images_are_bound, tile_parameters_agree, levels_are_2d_tiled,
                     samplers_are_translated, large_grids_are_split, huge_grids_are_several_streams,
                     largest_stream_fits_the_kernel, scratch_ring_grows, constants_live_in_the_pool,
                     kernels_share_variables, bindings_are_bound);
}
