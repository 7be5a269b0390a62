/* SPDX-License-Identifier: MIT */
/* launch_fixture.c: a context over a fake winsys with one kernel, for tests of launches. */
#include "driver/r600/tests/launch_fixture.h"

#include <stdlib.h>
#include <string.h>

const uint32_t launch_code[4] = {0, 0x80200000, 0, 0};
const uint32_t launch_input[5] = {11, 22, 33, 44, 55};

struct pipe_compute_state_template template_of_kernel(void)
{
    return (struct pipe_compute_state_template){
        .name = "kernel",
        .code = launch_code,
        .code_bytes = sizeof(launch_code),
        .gprs = 9,
        .stack_entries = 3,
        .lds_bytes = 100,
    };
}

void setup_chip(struct fixture *f, const char *chip)
{
    memset(f, 0, sizeof(*f));
    setenv("ROOTLE_TILING", "", 1);
    f->ws = fake_winsys_create(chip);
    f->screen = r600_screen_create(&f->ws->base, NULL, f->error);
    assert_non_null(f->screen);
    f->context = f->screen->ops->context_create(f->screen);
    assert_non_null(f->context);
    struct pipe_compute_state_template tmpl = template_of_kernel();
    f->state = f->context->ops->compute_state_create(f->context, &tmpl, f->error);
    assert_non_null(f->state);
    f->grid = (struct pipe_grid_info){
        .state = f->state,
        .work_dim = 2,
        .local_size = {16, 4, 1},
        .groups = {5, 6, 7},
        .lds_bytes = 101,
        .input = launch_input,
        .input_bytes = sizeof(launch_input),
    };
}

void finish_chip(struct fixture *f)
{
    f->context->ops->compute_state_destroy(f->context, f->state);
    f->context->ops->destroy(f->context);
    f->screen->ops->destroy(f->screen);
}

int launch_setup(void **state)
{
    struct fixture *f = malloc(sizeof(*f));
    setup_chip(f, "cypress");
    *state = f;
    return 0;
}

int launch_teardown(void **state)
{
    struct fixture *f = *state;
    finish_chip(f);
    free(f);
    return 0;
}

void launch(struct fixture *f)
{
    struct pipe_fence *fence;
    assert_int_equal(f->context->ops->launch_grid(f->context, &f->grid, &fence, f->error), 0);
    assert_int_equal(f->context->ops->fence_wait(f->context, fence, UINT64_MAX, f->error),
                     PIPE_FENCE_DONE);
    f->context->ops->fence_destroy(f->context, fence);
    stream_read(&f->stream, f->ws);
}

struct pipe_compute_state *make_state(struct fixture *f,
                                      const struct pipe_compute_state_template *tmpl)
{
    return f->context->ops->compute_state_create(f->context, tmpl, f->error);
}
