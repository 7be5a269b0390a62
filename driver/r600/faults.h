/* SPDX-License-Identifier: MIT */
/* faults.h: who makes state of the hardware wrong, for ROOTLE_FAULT (driver/base/fault.h). */
#pragma once

#include "driver/hw/formats.h"

struct r600_faults {
    /* The format that stands for a sound one: itself, or its changed copy in `room`. NULL stays. */
    const struct hw_image_format *(*format)(const struct hw_image_format *sound,
                                            struct hw_image_format *room);
    void (*sampler)(uint32_t words[3]);
    void (*view)(uint32_t *cb_view); /* of a surface */
};
