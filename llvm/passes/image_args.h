/* SPDX-License-Identifier: MIT */
/* image_args.h: what a kernel's argument metadata says about images and samplers. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#define IMAGE_SIZE_TYPE   "__llvm_image_size"
#define IMAGE_FORMAT_TYPE "__llvm_image_format"
/* The number of a surface, or ABI_LEVELS_NO_SURFACE, is behind it. */
#define IMAGE_LEVELS_TYPE "__llvm_image_levels."

struct image_arg {
    uint32_t image_type; /* ROOTLE_IMAGE_*; 0: no image */
    bool write;          /* write_only or read_write */
    bool read_write;
    bool is_sampler;
    bool is_image_size, is_image_format, is_image_levels; /* an implicit argument */
    uint32_t surface;                                     /* of is_image_levels */
};

struct image_arg image_arg_of(LLVMValueRef kernel, unsigned index);
