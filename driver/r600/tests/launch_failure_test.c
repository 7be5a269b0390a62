/* SPDX-License-Identifier: MIT */
/* Tests of launches that fail or are refused, and of many at once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/r600/tests/launch_fixture.h"

static void impossible_launches_are_refused(void **state)
{
    struct fixture *f = *state;
    const struct pipe_grid_info good = f->grid;
    struct pipe_fence *fence;
#define REFUSED(change)                                                                            \
    f->grid = good;                                                                                \
    change;                                                                                        \
    f->error[0] = '\0';                                                                            \
    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error),         \
                     -EINVAL);                                                                     \
    assert_true(f->error[0] != '\0')
    REFUSED(f->grid.groups[1] = 0);
    REFUSED(f->grid.local_size[2] = 5);
    REFUSED(f->grid.local_size[0] = 0);
    REFUSED((f->grid.local_size[0] = 1u << 31, f->grid.local_size[1] = 2));
    REFUSED(f->grid.lds_bytes = 32769);
    REFUSED(f->grid.input_bytes = 65536);
    REFUSED(f->grid.surface_count = ABI_MAX_SURFACES + 1);
    REFUSED(f->grid.view_count = 140);
    REFUSED(f->grid.sampler_count = 19);
    REFUSED(f->ws->refuse = true);
#undef REFUSED
    f->ws->refuse = false;
    f->grid = good;
    launch(f); /* works on */
}

static void bad_kernels_are_refused(void **state)
{
    struct fixture *f = *state;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        struct pipe_compute_state_template tmpl = template_of_kernel();                            \
        change;                                                                                    \
        f->error[0] = '\0';                                                                        \
        assert_null(make_state(f, &tmpl));                                                         \
        assert_true(f->error[0] != '\0');                                                          \
    } while (0)
    REFUSED(tmpl.code_bytes = 0);
    REFUSED(tmpl.code_bytes = 12);
    REFUSED(tmpl.gprs = 129);
    REFUSED(tmpl.lds_bytes = 40000);
    REFUSED(tmpl.scratch_bytes = 1 << 20);
    REFUSED(tmpl.rodata_bytes = 1 << 30);
#undef REFUSED
}

static struct pipe_transfer *map_byte(struct fixture *f, struct pipe_resource *buffer)
{
    struct pipe_transfer_info info;
    const struct pipe_box box = {.width = 1, .height = 1, .depth = 1};
    f->error[0] = '\0';
    return f->context->ops->transfer_map(f->context, buffer, &box, PIPE_MAP_READ, &info, f->error);
}

/* A launch that failed fails the next map, once; not when its fence told of it already. */
static void failures_surface_once(void **state)
{
    struct fixture *f = *state;
    const struct pipe_resource_template tmpl = {.target = PIPE_BUFFER, .width = 16};
    struct pipe_resource *buffer = f->screen->ops->resource_create(f->screen, &tmpl);
    struct pipe_fence *fences[2];

    f->ws->outcome = WINSYS_FENCE_FAILED;
    for (int i = 0; i < 2; i++)
        assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fences[i], f->error),
                         0);
    assert_null(map_byte(f, buffer));
    assert_string_equal(f->error, "failed as told");
    struct pipe_transfer *transfer = map_byte(f, buffer);
    assert_non_null(transfer);
    f->context->ops->transfer_unmap(f->context, transfer);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(f->context->ops->fence_wait(f->context, fences[i], 0, f->error),
                         PIPE_FENCE_FAILED);
        f->context->ops->fence_destroy(f->context, fences[i]);
    }

    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fences[0], f->error), 0);
    assert_int_equal(f->context->ops->fence_wait(f->context, fences[0], UINT64_MAX, f->error),
                     PIPE_FENCE_FAILED);
    f->context->ops->fence_destroy(f->context, fences[0]);
    transfer = map_byte(f, buffer);
    assert_non_null(transfer);
    f->context->ops->transfer_unmap(f->context, transfer);
    f->screen->ops->resource_destroy(buffer);
}

/* Inputs of launches in flight are never overwritten, however many there are. */
static void many_launches_in_flight(void **state)
{
    struct fixture *f = *state;
    static uint8_t big[20000];
    f->grid.input = big;
    f->grid.input_bytes = sizeof(big);
    f->ws->outcome = WINSYS_FENCE_PENDING;
    for (unsigned i = 0; i < 500; i++) {
        struct pipe_fence *fence;
        assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error), 0);
        f->context->ops->fence_destroy(f->context, fence);
        const struct r600_context *context = r600_context(f->context);
        for (uint32_t a = 0; a < context->launch_count; a++)
            for (uint32_t b = 0; b < a; b++) {
                const struct r600_launch *x =
                    &context->launches[(context->launch_first + a) % R600_LAUNCHES];
                const struct r600_launch *y =
                    &context->launches[(context->launch_first + b) % R600_LAUNCHES];
                assert_true(x->input_end <= y->input_start || y->input_end <= x->input_start);
            }
    }
}

/* A launch of several streams ends with the first that fails. */
static void failed_streams_fail_the_launch(void **state)
{
    struct fixture *f = *state;
    struct pipe_fence *fence;
    r600_screen(f->screen)->limits = (struct r600_limits){.groups = 65535, .dispatches = 1};
    f->grid.groups[0] = 65535 * 4;
    f->ws->failing = 2;
    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error), -EIO);
    assert_string_equal(f->error, "failed as told");
    assert_int_equal(f->ws->submissions, 2);
    assert_true(r600_launches_idle(r600_context(f->context))); /* it is told of no second time */
    f->ws->failing = 6;                                        /* the last */
    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error), 0);
    assert_int_equal(f->ws->submissions, 6);
    assert_int_equal(f->context->ops->fence_wait(f->context, fence, UINT64_MAX, f->error),
                     PIPE_FENCE_FAILED);
    f->context->ops->fence_destroy(f->context, fence);
    assert_true(r600_launches_idle(r600_context(f->context)));
    assert_int_equal(f->ws->fences, 0);
}

static void creation_unwinds(void **state)
{
    char error[PIPE_ERROR_SIZE];
    struct fake_winsys *ws = fake_winsys_create("redwood");
    ws->allocations_until_failure = 1;
    assert_null(r600_screen_create(&ws->base, NULL, error)); /* destroys it */
    struct fixture f;
    setup_chip(&f, "redwood");
    unsigned objects = f.ws->objects;
    for (unsigned n = 1; n <= 2; n++) {
        f.ws->allocations_until_failure = n;
        assert_null(f.screen->ops->context_create(f.screen));
    }
    f.ws->allocations_until_failure = 1;
    struct pipe_compute_state_template tmpl = template_of_kernel();
    assert_null(make_state(&f, &tmpl));
    assert_int_equal(f.ws->objects, objects);
    f.context->ops->compute_state_destroy(f.context, NULL);
    finish_chip(&f);
}

/* A list of formats that names what is none. */
static void wrong_formats_are_refused(void **state)
{
    char error[PIPE_ERROR_SIZE] = "";

    setenv("ROOTLE_FORMATS", "lowered:R-FLOAT,R-FLOT", 1);
    assert_null(r600_screen_create(&fake_winsys_create("redwood")->base, NULL, error));
    unsetenv("ROOTLE_FORMATS");
    assert_non_null(strstr(error, "'R-FLOT'"));
}

int main(void)
{
    return RUN_TESTS(WITH_FIXTURE, impossible_launches_are_refused, bad_kernels_are_refused,
                     failures_surface_once, many_launches_in_flight, failed_streams_fail_the_launch,
                     creation_unwinds, wrong_formats_are_refused);
}
