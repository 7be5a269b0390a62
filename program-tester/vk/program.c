/* SPDX-License-Identifier: MIT */
/* program.c: a compute pipeline with the descriptors that its program uses. */
#include "program-tester/vk/program.h"

#include <string.h>

enum { PUSH_BYTES = 128 }; /* that every device has (Vulkan 1.3, table "Required Limits") */

const char *pt_vk_program_lacks(const struct pt_vk *vk, const struct pt_vk_module *module)
{
    for (unsigned i = 0; i < module->capability_count; i++) {
        const char *feature = pt_vk_capability_feature(module->capabilities[i]);

        if (feature && !pt_vk_has_feature(&vk->features, feature))
            return feature;
    }
    return NULL;
}

static VkResult make_layouts(struct pt_vk *vk, struct pt_vk_program *program)
{
    VkDescriptorSetLayoutBinding bindings[PT_VK_MOST_USES] = {{0}};
    const struct pt_vk_module *module = &program->module;
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PUSH_BYTES};

    for (unsigned i = 0; i < module->use_count; i++) {
        bindings[i].binding = module->uses[i].binding;
        bindings[i].descriptorType = module->uses[i].type;
        bindings[i].descriptorCount = 1;
        bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    VkDescriptorSetLayoutCreateInfo set = {.sType =
                                               VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                           .bindingCount = module->use_count,
                                           .pBindings = bindings};
    VkResult result = vkCreateDescriptorSetLayout(vk->device, &set, NULL, &program->set_layout);
    if (result)
        return result;
    VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = 1,
                                       .pSetLayouts = &program->set_layout,
                                       .pushConstantRangeCount = module->member_count != 0,
                                       .pPushConstantRanges = &range};
    return vkCreatePipelineLayout(vk->device, &info, NULL, &program->layout);
}

static VkResult make_pipeline(struct pt_vk *vk, struct pt_vk_program *program,
                              const uint32_t *words, size_t count)
{
    VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                     .codeSize = count * sizeof(*words),
                                     .pCode = words};
    VkShaderModule shader;
    VkResult result = vkCreateShaderModule(vk->device, &info, NULL, &shader);

    if (result)
        return result;
    VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT, /* launches may have an offset */
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = shader,
                  .pName = "main"},
        .layout = program->layout};
    result = vkCreateComputePipelines(vk->device, VK_NULL_HANDLE, 1, &pipeline, NULL,
                                      &program->pipeline);
    vkDestroyShaderModule(vk->device, shader, NULL);
    return result;
}

static VkResult make_set(struct pt_vk *vk, struct pt_vk_program *program)
{
    VkDescriptorPoolSize sizes[PT_VK_MOST_USES];
    const struct pt_vk_module *module = &program->module;

    for (unsigned i = 0; i < module->use_count; i++)
        sizes[i] = (VkDescriptorPoolSize){module->uses[i].type, 1};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = module->use_count,
                                       .pPoolSizes = sizes};
    if (!module->use_count)
        return VK_SUCCESS;
    VkResult result = vkCreateDescriptorPool(vk->device, &pool, NULL, &program->pool);
    if (result)
        return result;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = program->pool,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &program->set_layout};
    return vkAllocateDescriptorSets(vk->device, &info, &program->set);
}

VkResult pt_vk_program_make(struct pt_vk *vk, struct pt_vk_program *program, const uint32_t *words,
                            size_t count)
{
    VkResult result = make_layouts(vk, program);

    if (!result)
        result = make_pipeline(vk, program, words, count);
    return result ? result : make_set(vk, program);
}

void pt_vk_program_finish(struct pt_vk *vk, struct pt_vk_program *program)
{
    if (vk->device) {
        vkDestroyDescriptorPool(vk->device, program->pool, NULL);
        vkDestroyPipeline(vk->device, program->pipeline, NULL);
        vkDestroyPipelineLayout(vk->device, program->layout, NULL);
        vkDestroyDescriptorSetLayout(vk->device, program->set_layout, NULL);
    }
    memset(program, 0, sizeof(*program));
}
