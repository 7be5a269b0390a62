/* SPDX-License-Identifier: MIT */
/* binding.c: the buffers, images and samplers behind a test's arguments. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/vk/run.h"
#include "program-tester/vk/sampler.h"

static bool stop(struct pt_result *result, const struct pt_arg *arg, enum pt_vk_made made,
                 char *why)
{
    static const enum pt_status statuses[] = {
        [PT_VK_LACKS] = PT_SKIP, [PT_VK_WRONG] = PT_ERROR, [PT_VK_FAILED] = PT_FAIL};

    pt_judge_stop_arg(result, statuses[made], arg, "%s", why);
    free(why);
    return false;
}

static bool make_buffer(struct pt_runner *runner, struct pt_vk_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_vk_binding_arg(binding);
    VkResult made =
        pt_vk_buffer_make(&runner->vk, &binding->buffer, arg->size,
                          VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);

    return !made || stop(result, arg, PT_VK_FAILED,
                         pt_format("making the buffer gave %s", pt_vk_error(made)));
}

static VkFormatFeatureFlags2 storage_needs(const struct pt_runner *runner,
                                           const struct pt_vk_use *use, bool buffer)
{
    VkFormatFeatureFlags2 needed = buffer ? VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT
                                          : VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;

    if (runner->program.module.image_atomics)
        needed |= buffer ? VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT
                         : VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;
    if (!use->formatted) /* whichever of the two the program does */
        needed |= VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    return needed;
}

static VkFormatFeatureFlags2 needs(const struct pt_runner *runner,
                                   const struct pt_vk_binding *binding, const struct pt_vk_use *use)
{
    const VkFormatFeatureFlags2 sampled = VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;

    switch (use ? use->type : VK_DESCRIPTOR_TYPE_MAX_ENUM) {
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
        return storage_needs(runner, use, false);
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return storage_needs(runner, use, true);
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        return VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        return sampled | pt_vk_sampler_needs(binding->sampled);
    default:
        return 0;
    }
}

static bool make_texture(struct pt_runner *runner, struct pt_vk_binding *binding,
                         const struct pt_vk_use *use, struct pt_result *result)
{
    const struct pt_arg *arg = pt_vk_binding_arg(binding);
    char *why = NULL;

    if (arg->native[PT_NATIVE_SAMPLES] && (binding->out || arg->fill != PT_FILL_NONE))
        return stop(result, arg, PT_VK_WRONG,
                    pt_format("an image with samples is an arg_in, and NULL: none are copied"));
    enum pt_vk_made made = pt_vk_texture_make(&runner->vk, &binding->texture, arg, use,
                                              needs(runner, binding, use), &why);

    return made == PT_VK_MADE || stop(result, arg, made, why);
}

static bool make_sampler(struct pt_runner *runner, struct pt_vk_binding *binding,
                         const struct pt_arg *sampler, struct pt_result *result)
{
    char *why = NULL;
    bool skip;

    if (pt_vk_sampler_make(&runner->vk, sampler, &binding->texture.format, &binding->sampler, &skip,
                           &why))
        return true;
    return stop(result, sampler ? sampler : pt_vk_binding_arg(binding),
                skip ? PT_VK_LACKS : PT_VK_WRONG, why);
}

static void fill(struct pt_runner *runner, struct pt_vk_binding *binding)
{
    unsigned char *contents = pt_initial_contents(runner->options, binding->in, binding->out);

    memcpy(pt_vk_binding_memory(binding), contents, pt_vk_binding_arg(binding)->size);
    free(contents);
    if (binding->texture.handle && !binding->texture.over)
        pt_vk_texture_write(&runner->vk, &binding->texture);
}

static bool make_memory(struct pt_runner *runner, struct pt_vk_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_vk_binding_arg(binding);
    const struct pt_vk_use *use = pt_vk_module_use(&runner->program.module, arg->index);
    bool made;

    if (arg->kind == PT_ARG_BUFFER)
        made = make_buffer(runner, binding, result);
    else
        made = make_texture(runner, binding, use, result);
    if (made && use && use->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER)
        made = make_sampler(runner, binding, binding->sampled, result);
    if (made)
        fill(runner, binding);
    return made;
}

bool pt_vk_binding_make(struct pt_runner *runner, struct pt_vk_binding *binding,
                        struct pt_result *result)
{
    const struct pt_arg *arg = pt_vk_binding_arg(binding);
    const struct pt_vk_use *use = pt_vk_module_use(&runner->program.module, arg->index);

    switch (arg->kind) {
    case PT_ARG_BUFFER:
    case PT_ARG_IMAGE:
        return make_memory(runner, binding, result);
    case PT_ARG_SAMPLER:
        return !use || use->type != VK_DESCRIPTOR_TYPE_SAMPLER ||
               make_sampler(runner, binding, arg, result);
    case PT_ARG_LOCAL:
        return pt_judge_stop_arg(result, PT_ERROR, arg, "shaders have no local arguments");
    case PT_ARG_VALUE:
        break;
    }
    return true;
}

static void write_set(struct pt_runner *runner, const struct pt_vk_use *use, VkBuffer handle,
                      VkImageView view, VkBufferView texels, VkSampler sampler)
{
    VkDescriptorBufferInfo buffer = {handle, 0, VK_WHOLE_SIZE};
    VkDescriptorImageInfo image = {sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = runner->program.set,
                                  .dstBinding = use->binding,
                                  .descriptorCount = 1,
                                  .descriptorType = use->type,
                                  .pImageInfo = &image,
                                  .pBufferInfo = &buffer,
                                  .pTexelBufferView = &texels};

    vkUpdateDescriptorSets(runner->vk.device, 1, &write, 0, NULL);
}

bool pt_vk_binding_use_nothing(struct pt_runner *runner, struct pt_vk_binding *binding,
                               unsigned index, struct pt_result *result)
{
    const struct pt_vk_use *use = pt_vk_module_use(&runner->program.module, index);
    char *why = NULL;
    bool skip;

    if (!use)
        return true;
    if (use->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER && /* which is there even so */
        !pt_vk_sampler_make(&runner->vk, NULL, NULL, &binding->sampler, &skip, &why)) {
        pt_result_set(result, PT_FAIL, "%s", why);
        free(why);
        return false;
    }
    write_set(runner, use, VK_NULL_HANDLE, VK_NULL_HANDLE, VK_NULL_HANDLE, binding->sampler);
    return true;
}

void pt_vk_binding_use(struct pt_runner *runner, const struct pt_vk_binding *binding)
{
    const struct pt_arg *arg = pt_vk_binding_arg(binding);
    const struct pt_vk_use *use = pt_vk_module_use(&runner->program.module, arg->index);

    if (use && arg->kind != PT_ARG_VALUE)
        write_set(runner, use, binding->buffer.handle, binding->texture.view,
                  binding->texture.buffer_view, binding->sampler);
}

void pt_vk_binding_finish(struct pt_runner *runner, struct pt_vk_binding *binding)
{
    vkDestroySampler(runner->vk.device, binding->sampler, NULL);
    pt_vk_buffer_finish(&runner->vk, &binding->buffer);
    pt_vk_texture_finish(&runner->vk, &binding->texture);
}
