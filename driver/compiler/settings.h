/* SPDX-License-Identifier: MIT */
/* settings.h: what ROOTLE_* variables ask of a compile. They are read where a build is asked for
 * and travel with it; the compiler process has no environment of its own. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "driver/base/env.h"

struct compiler_settings {
    uint32_t debug;        /* bits 1 << DEBUG_*: words of ROOTLE_DEBUG that the compiler knows */
    uint32_t max_gprs;     /* ROOTLE_MAX_GPRS; 0: all */
    uint32_t tex_group;    /* ROOTLE_TEX_GROUP; 0: what suits the chip */
    uint32_t image_access; /* enum hw_image_access, of ROOTLE_FORMATS */
    uint32_t version;      /* ROOTLE_CL, as __OPENCL_VERSION__ has it: 120 or 300 */
    uint32_t extensions;   /* compiler_request.extensions; all bits: what the chip carries */
    uint32_t guarded;      /* 1: ROOTLE_CHECK has more than memory */
    char *disable;         /* ROOTLE_DISABLE; NULL counts as "" */
    char *faults;          /* names, with commas, of faults of ROOTLE_FAULT that change code */
};

/* Reads the environment of now, but ROOTLE_DEBUG and ROOTLE_FAULT as they were when first asked
 * for. -1 when memory is short. */
int compiler_settings_read(struct compiler_settings *settings);
void compiler_settings_finish(struct compiler_settings *settings);
bool compiler_settings_has(const struct compiler_settings *settings, enum debug_flag flag);
/* Whether the compiler has to run, to print or to check. */
bool compiler_settings_want_run(const struct compiler_settings *settings);
