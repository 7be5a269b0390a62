/* SPDX-License-Identifier: MIT */
/* image_args.c: what a kernel's argument metadata says about images and samplers. */
#include "llvm/passes/image_args.h"

#include <stdlib.h>
#include <string.h>

#include "driver/abi/binary.h"
#include "driver/base/count.h"
#include "llvm/ir/ir.h"

static const struct {
    const char *name;
    uint32_t type;
} image_types[] = {
    {"image1d_t", ROOTLE_IMAGE_1D},
    {"image1d_buffer_t", ROOTLE_IMAGE_1D_BUFFER},
    {"image1d_array_t", ROOTLE_IMAGE_1D_ARRAY},
    {"image2d_t", ROOTLE_IMAGE_2D},
    {"image2d_array_t", ROOTLE_IMAGE_2D_ARRAY},
    {"image3d_t", ROOTLE_IMAGE_3D},
    {"image2d_depth_t", ROOTLE_IMAGE_2D_DEPTH},
    {"image2d_array_depth_t", ROOTLE_IMAGE_2D_ARRAY_DEPTH},
};

struct image_arg image_arg_of(LLVMValueRef kernel, unsigned index)
{
    struct image_arg arg = {0};
    /* A typedef's name is in kernel_arg_type; the base type says what it stands for. */
    LLVMValueRef node = ir_function_node(kernel, "kernel_arg_base_type");
    if (!node)
        node = ir_function_node(kernel, "kernel_arg_type");
    const char *type = ir_node_string(node, index);
    for (size_t i = 0; i < COUNT(image_types); i++)
        if (!strcmp(type, image_types[i].name))
            arg.image_type = image_types[i].type;
    const char *access = ir_node_string(ir_function_node(kernel, "kernel_arg_access_qual"), index);
    arg.read_write = !strcmp(access, "read_write");
    arg.write = arg.read_write || !strcmp(access, "write_only");
    arg.is_sampler = !strcmp(type, "sampler_t");
    arg.is_image_size = !strcmp(type, IMAGE_SIZE_TYPE);
    arg.is_image_format = !strcmp(type, IMAGE_FORMAT_TYPE);
    arg.is_image_levels = !strncmp(type, IMAGE_LEVELS_TYPE, strlen(IMAGE_LEVELS_TYPE));
    if (arg.is_image_levels)
        arg.surface = (uint32_t)strtoul(type + strlen(IMAGE_LEVELS_TYPE), NULL, 10);
    return arg;
}
