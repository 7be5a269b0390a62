/* SPDX-License-Identifier: MIT */
/* program.h: a compute pipeline with the descriptors that its program uses. */
#pragma once

#include "program-tester/vk/context.h"
#include "program-tester/vk/module.h"

struct pt_vk_program {
    struct pt_vk_module module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* The feature that the device lacks for the program, or NULL. */
const char *pt_vk_program_lacks(const struct pt_vk *vk, const struct pt_vk_module *module);

/* Makes the pipeline of a module that was read. pt_vk_program_finish is for the caller, in any
 * case. */
VkResult pt_vk_program_make(struct pt_vk *vk, struct pt_vk_program *program, const uint32_t *words,
                            size_t count);
void pt_vk_program_finish(struct pt_vk *vk, struct pt_vk_program *program);
