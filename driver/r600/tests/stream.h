/* SPDX-License-Identifier: MIT */
/* stream.h: reads a recorded command stream back into the state that it sets, for tests. */
#pragma once

#include "driver/r600/tests/fake_winsys.h"

enum { STREAM_REGS = 0x1000 / 4, STREAM_CONFIG_REGS = 0x2c00 / 4, STREAM_DISPATCHES = 64 };

struct stream_dispatch {
    uint32_t start[3], groups[3];
};

struct stream {
    uint32_t config[STREAM_CONFIG_REGS], context[STREAM_REGS];
    struct winsys_bo
        *context_bo[STREAM_REGS]; /* relocations, in the order of the packet's registers */
    struct winsys_bo *config_bo[STREAM_CONFIG_REGS];
    uint32_t resource[176][8];
    struct winsys_bo *resource_bo[176][2];
    uint32_t sampler[18][3];
    bool sampler_set[18];
    struct stream_dispatch dispatches[STREAM_DISPATCHES];
    unsigned dispatch_count;
    uint32_t sync_control;
    uint32_t loop_constant[32]; /* of compute */
};

/* Asserts that the stream is well formed: complete packets, legal registers, and after each packet
 * exactly the relocations that the kernel's checker asks for. */
void stream_read(struct stream *stream, const struct fake_winsys *ws);
uint32_t stream_reg(const struct stream *stream, uint32_t address);
/* The object whose relocation patches a register. */
struct winsys_bo *stream_reg_bo(const struct stream *stream, uint32_t address);
