/* SPDX-License-Identifier: MIT */
/* check_info.h: what every winsys says of a chip. */
#pragma once

#include "ci/tests/run_tests.h"
#include "driver/hw/chips.h"
#include "driver/winsys.h"

/* Asks for the information, and holds it against the table of chips. */
static inline struct winsys_info check_info(struct winsys *ws, const struct hw_chip *chip,
                                            uint64_t vram_bytes)
{
    struct winsys_info info;
    ws->ops->get_info(ws, &info);
    assert_int_equal(info.pci_id, chip->pci_id);
    assert_int_equal(info.tiling_config, hw_chip_tiling_config(chip));
    assert_int_equal(info.max_pipes, chip->quad_pipes);
    assert_int_equal(info.max_se, chip->shader_engines);
    assert_int_equal(info.tile_pipes, chip->tile_pipes);
    assert_int_equal(info.backends, chip->render_backends);
    assert_int_equal(info.compute_units, chip->simds * chip->shader_engines);
    assert_int_equal(info.vram_bytes, vram_bytes);
    assert_in_range(info.max_clock_mhz, 100, 2000);
    return info;
}
