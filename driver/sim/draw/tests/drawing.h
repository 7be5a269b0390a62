/* SPDX-License-Identifier: MIT */
/* drawing.h: tests of streams that draw, each on a machine of its own. */
#pragma once

#include "ci/tests/run_tests.h"
#include "driver/hw/chips.h"
#include "driver/sim/draw/draw.h"
#include "driver/sim/tests/machine.h"

static inline int drawing(void **state)
{
    static struct machine m;
    const struct sim_config config = {.chip = hw_chip_find("cypress"),
                                      .threads = 1,
                                      .memory_bytes = 1u << 28,
                                      .time_limit_s = 1.0,
                                      .parts = {.drawer = &sim_drawer}};
    machine_init_with(&m, &config);
    *state = &m;
    return 0;
}
#define drawing_test(f) cmocka_unit_test_setup_teardown(f, drawing, machine_teardown)
