/* SPDX-License-Identifier: MIT */
/* launch_fixture.h: a context over a fake winsys with one kernel, for tests of launches. */
#pragma once

#include "ci/tests/run_tests.h"
#include "driver/r600/r600.h"
#include "driver/r600/screen.h"
#include "driver/r600/tests/stream.h"

struct fixture {
    struct fake_winsys *ws;
    struct pipe_screen *screen;
    struct pipe_context *context;
    struct pipe_compute_state *state;
    struct pipe_grid_info grid;
    char error[PIPE_ERROR_SIZE];
    struct stream stream;
};

/* The kernel's code, and the arguments that launches of `grid` give it. */
extern const uint32_t launch_code[4], launch_input[5];

struct pipe_compute_state_template template_of_kernel(void);
/* The parts of a fixture, on a chip; launch_teardown() frees the fixture, too. */
void setup_chip(struct fixture *f, const char *chip);
void finish_chip(struct fixture *f);

int launch_setup(void **state);
int launch_teardown(void **state);

#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, launch_setup, launch_teardown)

/* Launches the grid, waits for its end, and reads the command stream back. */
void launch(struct fixture *f);
/* NULL, with f->error written, where the template is refused. */
struct pipe_compute_state *make_state(struct fixture *f,
                                      const struct pipe_compute_state_template *tmpl);
