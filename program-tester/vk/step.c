/* SPDX-License-Identifier: MIT */
/* step.c: the steps of tests that are no launches: reads, writes, copies and fills. */
#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/layout.h"
#include "program-tester/vk/run.h"

static const struct pt_box tight; /* of a buffer, from its beginning */

static struct pt_vk_binding *binding_of(const struct pt_vk_execution *execution,
                                        const struct pt_box *box)
{
    return &execution->bindings[box->arg];
}

/* A box of an image, and where its rows lie in a buffer. */
static VkBufferImageCopy image_copy(const struct pt_vk_texture *texture, const struct pt_box *box,
                                    const struct pt_box *buffer)
{
    const uint32_t block = texture->format.block;

    return (VkBufferImageCopy){.bufferOffset = buffer->origin[0],
                               .bufferRowLength =
                                   (uint32_t)buffer->row_length * block / texture->format.parts,
                               .bufferImageHeight = (uint32_t)buffer->image_height * block,
                               .imageSubresource = pt_vk_box_layers(texture, box),
                               .imageOffset = pt_vk_box_offset(texture, box),
                               .imageExtent = pt_vk_box_extent(texture, box)};
}

static void copy_images(VkCommandBuffer commands, const struct pt_vk_texture *from,
                        const struct pt_box *box, const struct pt_vk_texture *to,
                        const struct pt_box *there)
{
    VkImageCopy copy = {.srcSubresource = pt_vk_box_layers(from, box),
                        .srcOffset = pt_vk_box_offset(from, box),
                        .dstSubresource = pt_vk_box_layers(to, there),
                        .dstOffset = pt_vk_box_offset(to, there),
                        .extent = pt_vk_box_extent(from, box)};

    vkCmdCopyImage(commands, from->handle, VK_IMAGE_LAYOUT_GENERAL, to->handle,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
}

static bool copy(struct pt_vk_execution *execution, const struct pt_step *step)
{
    VkCommandBuffer commands = pt_vk_commands(&execution->runner->vk);
    const struct pt_vk_binding *from = binding_of(execution, &step->box),
                               *to = binding_of(execution, &step->to);

    if (from->texture.handle && to->texture.handle) {
        copy_images(commands, &from->texture, &step->box, &to->texture, &step->to);
    } else if (from->texture.handle) {
        VkBufferImageCopy one = image_copy(&from->texture, &step->box, &step->to);
        vkCmdCopyImageToBuffer(commands, from->texture.handle, VK_IMAGE_LAYOUT_GENERAL,
                               to->buffer.handle, 1, &one);
    } else if (to->texture.handle) {
        VkBufferImageCopy one = image_copy(&to->texture, &step->to, &step->box);
        vkCmdCopyBufferToImage(commands, from->buffer.handle, to->texture.handle,
                               VK_IMAGE_LAYOUT_GENERAL, 1, &one);
    } else {
        VkBufferCopy one = {step->box.origin[0], step->to.origin[0], step->box.region[0]};
        vkCmdCopyBuffer(commands, from->buffer.handle, to->buffer.handle, 1, &one);
    }
    pt_vk_barrier(&execution->runner->vk);
    return true;
}

static VkOffset3D end_of(VkOffset3D from, VkExtent3D extent)
{
    return (VkOffset3D){from.x + (int32_t)extent.width, from.y + (int32_t)extent.height,
                        from.z + (int32_t)extent.depth};
}

/* Skips the test where there is a reason, which is freed. Returns whether there was one. */
static bool skip(struct pt_vk_execution *execution, char *why)
{
    if (why)
        pt_result_set(execution->result, PT_SKIP, "%s", why);
    free(why);
    return why;
}

/* Skips a test whose formats cannot be blitted so. */
static bool can_blit(struct pt_vk_execution *execution, const struct pt_step *step)
{
    const struct pt_vk_texture *from = &binding_of(execution, &step->box)->texture,
                               *to = &binding_of(execution, &step->to)->texture;
    const VkPhysicalDevice physical = execution->runner->vk.physical;
    const VkFormatFeatureFlags2 filter =
        step->linear ? VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT : 0;
    char *why = pt_vk_format_lacks(physical, &from->format, pt_vk_texture_layout(from),
                                   VK_FORMAT_FEATURE_2_BLIT_SRC_BIT | filter);

    if (!why)
        why = pt_vk_format_lacks(physical, &to->format, pt_vk_texture_layout(to),
                                 VK_FORMAT_FEATURE_2_BLIT_DST_BIT);
    return !skip(execution, why);
}

static bool blit(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct pt_vk *vk = &execution->runner->vk;
    const struct pt_vk_texture *from = &binding_of(execution, &step->box)->texture,
                               *to = &binding_of(execution, &step->to)->texture;
    const VkOffset3D source = pt_vk_box_offset(from, &step->box),
                     target = pt_vk_box_offset(to, &step->to);
    const VkImageBlit one = {
        .srcSubresource = pt_vk_box_layers(from, &step->box),
        .srcOffsets = {source, end_of(source, pt_vk_box_extent(from, &step->box))},
        .dstSubresource = pt_vk_box_layers(to, &step->to),
        .dstOffsets = {target, end_of(target, pt_vk_box_extent(to, &step->to))}};

    if (!can_blit(execution, step))
        return false;
    vkCmdBlitImage(pt_vk_commands(vk), from->handle, VK_IMAGE_LAYOUT_GENERAL, to->handle,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &one,
                   step->linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST);
    pt_vk_barrier(vk);
    return true;
}

static bool resolve(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct pt_vk *vk = &execution->runner->vk;
    const struct pt_vk_texture *from = &binding_of(execution, &step->box)->texture,
                               *to = &binding_of(execution, &step->to)->texture;
    const VkImageResolve one = {.srcSubresource = pt_vk_box_layers(from, &step->box),
                                .srcOffset = pt_vk_box_offset(from, &step->box),
                                .dstSubresource = pt_vk_box_layers(to, &step->to),
                                .dstOffset = pt_vk_box_offset(to, &step->to),
                                .extent = pt_vk_box_extent(from, &step->box)};

    if (!from->handle || !to->handle || from->samples == 1 || to->samples != 1)
        return pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "a resolve is from an image with samples to one without");
    if (skip(execution, pt_vk_format_lacks(vk->physical, &to->format, pt_vk_texture_layout(to),
                                           VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT)))
        return false;
    vkCmdResolveImage(pt_vk_commands(vk), from->handle, VK_IMAGE_LAYOUT_GENERAL, to->handle,
                      VK_IMAGE_LAYOUT_GENERAL, 1, &one);
    pt_vk_barrier(vk);
    return true;
}

/* Whether the box is all of a level: Vulkan clears nothing less. */
static bool is_level(const struct pt_vk_texture *texture, const struct pt_box *box)
{
    const struct pt_image one = pt_image_level(&texture->image, box->level);
    size_t whole[3];

    pt_image_region(&one, whole);
    if (pt_image_kind(one.type)->has_layers) /* of layers it does */
        whole[pt_image_kind(one.type)->dimensions - 1] =
            box->region[pt_image_kind(one.type)->dimensions - 1];
    return !memcmp(whole, box->region, sizeof(whole));
}

static void clear(VkCommandBuffer commands, const struct pt_vk_texture *texture,
                  const struct pt_box *box, const void *colour)
{
    const VkImageSubresourceLayers layers = pt_vk_box_layers(texture, box);
    const VkImageSubresourceRange range = {layers.aspectMask, layers.mipLevel, 1,
                                           layers.baseArrayLayer, layers.layerCount};
    VkClearDepthStencilValue depth;
    VkClearColorValue value;

    memcpy(&value, colour, sizeof(value));
    depth.depth = value.float32[0];
    depth.stencil = value.uint32[0];
    if (layers.aspectMask == VK_IMAGE_ASPECT_COLOR_BIT)
        vkCmdClearColorImage(commands, texture->handle, VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
    else
        vkCmdClearDepthStencilImage(commands, texture->handle, VK_IMAGE_LAYOUT_GENERAL, &depth, 1,
                                    &range);
}

static bool fill(struct pt_vk_execution *execution, const struct pt_step *step)
{
    VkCommandBuffer commands = pt_vk_commands(&execution->runner->vk);
    const struct pt_vk_binding *binding = binding_of(execution, &step->box);
    const struct pt_arg *contents = &step->contents;
    unsigned char *values = pt_alloc(contents->size + sizeof(VkClearColorValue), 1);
    uint32_t word;
    bool good = true;

    pt_arg_expand(contents, execution->runner->options->seed, values);
    memcpy(&word, values, sizeof(word));
    if (binding->texture.handle && is_level(&binding->texture, &step->box))
        clear(commands, &binding->texture, &step->box, values);
    else if (!binding->texture.handle && contents->size == sizeof(word))
        vkCmdFillBuffer(commands, binding->buffer.handle, step->box.origin[0], step->box.region[0],
                        word);
    else
        good = pt_judge_stop(execution->result, PT_ERROR, step->offset,
                             "Vulkan fills buffers with four bytes, and whole levels of images");
    free(values);
    pt_vk_barrier(&execution->runner->vk);
    return good;
}

static bool write_box(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct pt_vk *vk = &execution->runner->vk;
    const struct pt_vk_binding *binding = binding_of(execution, &step->box);
    VkResult result = pt_vk_finish(vk);

    if (result)
        return pt_vk_stop(execution, step->offset, "what came before", result);
    unsigned char *to = pt_vk_binding_memory(binding);
    if (!binding->texture.handle)
        to += step->box.origin[0];
    pt_arg_expand(&step->contents, execution->runner->options->seed, to);
    if (binding->texture.handle) {
        VkBufferImageCopy one = image_copy(&binding->texture, &step->box, &tight);
        vkCmdCopyBufferToImage(pt_vk_commands(vk), binding->texture.texels.handle,
                               binding->texture.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &one);
        pt_vk_barrier(vk);
    }
    return true;
}

static bool read_box(struct pt_vk_execution *execution, const struct pt_step *step)
{
    struct pt_vk *vk = &execution->runner->vk;
    const struct pt_vk_binding *binding = binding_of(execution, &step->box);
    const struct pt_arg *contents = &step->contents;

    if (binding->texture.handle) {
        VkBufferImageCopy one = image_copy(&binding->texture, &step->box, &tight);
        vkCmdCopyImageToBuffer(pt_vk_commands(vk), binding->texture.handle, VK_IMAGE_LAYOUT_GENERAL,
                               binding->texture.texels.handle, 1, &one);
        pt_vk_barrier(vk);
    }
    VkResult result = pt_vk_finish(vk);
    if (result)
        return pt_vk_stop(execution, step->offset, "the read", result);
    const unsigned char *from = pt_vk_binding_memory(binding);
    if (!binding->texture.handle)
        from += step->box.origin[0];
    unsigned char *expected = pt_alloc(contents->size, 1), *actual = pt_alloc(contents->size, 1);
    memcpy(actual, from, contents->size);
    pt_arg_expand(contents, execution->runner->options->seed, expected);
    pt_judge_compare(execution->runner->options, execution->test, step, contents, expected, actual,
                     execution->result);
    free(expected);
    free(actual);
    return true;
}

static bool has_pitches(const struct pt_box *box)
{
    return box->row_pitch || box->slice_pitch;
}

bool pt_vk_step(struct pt_vk_execution *execution, const struct pt_step *step)
{
    typedef bool do_step(struct pt_vk_execution *, const struct pt_step *);
    static do_step *const steps[PT_STEP_KIND_COUNT] = {
        [PT_STEP_READ] = read_box,       [PT_STEP_WRITE] = write_box, [PT_STEP_FILL] = fill,
        [PT_STEP_COPY] = copy,           [PT_STEP_BLIT] = blit,       [PT_STEP_RESOLVE] = resolve,
        [PT_STEP_FORMAT] = pt_vk_promise};

    if (!steps[step->kind] || step->error || step->host_row_pitch || has_pitches(&step->box) ||
        has_pitches(&step->to))
        return pt_judge_stop(
            execution->result, PT_ERROR, step->offset,
            "vk-tester has launch, format, and read, write, fill, copy, blit and resolve "
            "without pitches and errors");
    return steps[step->kind](execution, step);
}
