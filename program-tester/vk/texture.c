/* SPDX-License-Identifier: MIT */
/* texture.c: images of arguments, and copies between boxes of them and buffers. */
#include "program-tester/vk/texture.h"

#include <stdlib.h>
#include <string.h>

#include "program-tester/parse/layout.h"

/* The kinds of images, by what programs use them as. */
static const struct kind {
    uint32_t dim;
    bool arrayed;
    const char *name;
    cl_mem_object_type type;
    VkImageViewType view;
    unsigned faces; /* layers are a multiple of this number */
} kinds[] = {
    {PT_VK_DIM_1D, false, "1D", CL_MEM_OBJECT_IMAGE1D, VK_IMAGE_VIEW_TYPE_1D, 1},
    {PT_VK_DIM_1D, true, "1DArray", CL_MEM_OBJECT_IMAGE1D_ARRAY, VK_IMAGE_VIEW_TYPE_1D_ARRAY, 1},
    {PT_VK_DIM_2D, false, "2D", CL_MEM_OBJECT_IMAGE2D, VK_IMAGE_VIEW_TYPE_2D, 1},
    {PT_VK_DIM_2D, true, "2DArray", CL_MEM_OBJECT_IMAGE2D_ARRAY, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 1},
    {PT_VK_DIM_3D, false, "3D", CL_MEM_OBJECT_IMAGE3D, VK_IMAGE_VIEW_TYPE_3D, 1},
    {PT_VK_DIM_CUBE, false, "Cube", CL_MEM_OBJECT_IMAGE2D_ARRAY, VK_IMAGE_VIEW_TYPE_CUBE, 6},
    {PT_VK_DIM_CUBE, true, "CubeArray", CL_MEM_OBJECT_IMAGE2D_ARRAY, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
     6},
    {PT_VK_DIM_BUFFER, false, "Buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, VK_IMAGE_VIEW_TYPE_1D, 1},
};

static const struct kind *kind_of(const struct pt_vk_use *use)
{
    for (size_t i = 0; i < PT_COUNT(kinds); i++) {
        if (kinds[i].dim == use->dim && kinds[i].arrayed == use->arrayed)
            return &kinds[i];
    }
    return NULL;
}

static size_t levels_of(const struct pt_vk_texture *texture)
{
    return texture->image.levels ? texture->image.levels : 1;
}

static VkImageType type_of(const struct pt_image *image)
{
    if (image->type == CL_MEM_OBJECT_IMAGE3D)
        return VK_IMAGE_TYPE_3D;
    return pt_image_kind(image->type)->has_height ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_1D;
}

static bool is_storage(const struct pt_vk_use *use)
{
    return use && (use->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ||
                   use->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER);
}

/* The swizzle of a view, by letters of components and digits. */
static bool read_swizzle(const char *text, VkComponentMapping *mapping)
{
    static const char letters[] = "01rgba";
    static const VkComponentSwizzle meant[] = {VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_ONE,
                                               VK_COMPONENT_SWIZZLE_R,    VK_COMPONENT_SWIZZLE_G,
                                               VK_COMPONENT_SWIZZLE_B,    VK_COMPONENT_SWIZZLE_A};
    VkComponentSwizzle *const to[] = {&mapping->r, &mapping->g, &mapping->b, &mapping->a};

    memset(mapping, 0, sizeof(*mapping));
    if (!text)
        return true;
    for (unsigned i = 0; i < 4; i++) {
        const char *at = text[i] ? strchr(letters, text[i]) : NULL;

        if (!at)
            return false;
        *to[i] = meant[at - letters];
    }
    return !text[4];
}

static bool is_linear(const struct pt_arg *arg)
{
    const char *tiling = arg->native[PT_NATIVE_TILING];

    return tiling && !strcmp(tiling, "linear");
}

static VkImageCreateInfo info_of(const struct pt_vk_texture *texture, const struct pt_arg *arg,
                                 const struct pt_vk_use *use)
{
    const struct pt_image *image = &texture->image;
    const unsigned block = texture->format.block;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = type_of(image),
        .format = texture->format.format,
        .extent = {(uint32_t)image->width * block / texture->format.parts, (uint32_t)image->height,
                   (uint32_t)image->depth},
        .mipLevels = (uint32_t)levels_of(texture),
        .arrayLayers = (uint32_t)image->layers,
        .samples = (VkSampleCountFlagBits)texture->samples,
        .tiling = is_linear(arg) ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
        .initialLayout =
            is_linear(arg) ? VK_IMAGE_LAYOUT_PREINITIALIZED : VK_IMAGE_LAYOUT_UNDEFINED,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};

    if (info.imageType != VK_IMAGE_TYPE_1D)
        info.extent.height *= block;
    if (use)
        info.usage |= is_storage(use) ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
    if (use && use->dim == PT_VK_DIM_CUBE)
        info.flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (arg->native[PT_NATIVE_VIEW])
        info.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    return info;
}

static enum pt_vk_made fail(const char *call, VkResult result, char **why)
{
    *why = pt_format("%s gave %s", call, pt_vk_error(result));
    return PT_VK_FAILED;
}

/* Whether the device has such images at all. */
static enum pt_vk_made check_info(struct pt_vk *vk, const struct pt_vk_texture *texture,
                                  const VkImageCreateInfo *info, char **why)
{
    VkImageFormatProperties limits;
    VkResult result =
        vkGetPhysicalDeviceImageFormatProperties(vk->physical, info->format, info->imageType,
                                                 info->tiling, info->usage, info->flags, &limits);

    if (result || info->mipLevels > limits.maxMipLevels || !(limits.sampleCounts & info->samples) ||
        info->arrayLayers > limits.maxArrayLayers || info->extent.width > limits.maxExtent.width ||
        info->extent.height > limits.maxExtent.height ||
        info->extent.depth > limits.maxExtent.depth) {
        *why = pt_format("the device has no such image of %s", texture->format.name);
        return PT_VK_LACKS;
    }
    return PT_VK_MADE;
}

/* From its first layout to the one that everything can be done in. */
static void set_layout(struct pt_vk *vk, const struct pt_vk_texture *texture, VkImageLayout first)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = first,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = texture->handle,
        .subresourceRange = {texture->format.aspect, 0, VK_REMAINING_MIP_LEVELS, 0,
                             VK_REMAINING_ARRAY_LAYERS}};

    if (strstr(texture->format.name, "_S8")) /* both aspects go together */
        barrier.subresourceRange.aspectMask =
            VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    vkCmdPipelineBarrier(pt_vk_commands(vk), VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static enum pt_vk_made make_image(struct pt_vk *vk, struct pt_vk_texture *texture,
                                  const VkImageCreateInfo *info, size_t size, char **why)
{
    VkMemoryRequirements needed;
    VkResult result = vkCreateImage(vk->device, info, NULL, &texture->handle);

    if (result)
        return fail("vkCreateImage", result, why);
    vkGetImageMemoryRequirements(vk->device, texture->handle, &needed);
    const bool linear = info->tiling == VK_IMAGE_TILING_LINEAR;
    result = pt_vk_allocate(vk, &needed,
                            linear ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                         VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
                                   : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                            &texture->memory);
    if (result)
        return fail("vkAllocateMemory", result, why);
    result = vkBindImageMemory(vk->device, texture->handle, texture->memory, 0);
    if (!result && linear)
        result = vkMapMemory(vk->device, texture->memory, 0, VK_WHOLE_SIZE, 0, &texture->linear);
    if (!result)
        result = pt_vk_buffer_make(vk, &texture->texels, size, 0);
    if (result)
        return fail("vkBindImageMemory", result, why);
    set_layout(vk, texture, info->initialLayout);
    return PT_VK_MADE;
}

static enum pt_vk_made make_view(struct pt_vk *vk, struct pt_vk_texture *texture,
                                 const struct pt_arg *arg, const struct pt_vk_use *use, char **why)
{
    const struct kind *kind = kind_of(use);
    const char *seen = arg->native[PT_NATIVE_VIEW], *swizzle = arg->native[PT_NATIVE_SWIZZLE];
    const bool storage = is_storage(use);
    VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = texture->handle,
        .viewType = kind->view,
        .format = seen ? pt_vk_format_named(seen) : texture->format.format,
        .subresourceRange = {texture->format.aspect,
                             storage ? (uint32_t)texture->image.bound_level : 0,
                             storage ? 1 : VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS}};

    if (!info.format || !read_swizzle(swizzle, &info.components)) {
        *why = info.format ? pt_format("a swizzle is four of rgba01, not '%s'", swizzle)
                           : pt_format("there is no vk_view %s", seen);
        return PT_VK_WRONG;
    }
    VkResult result = vkCreateImageView(vk->device, &info, NULL, &texture->view);
    return result ? fail("vkCreateImageView", result, why) : PT_VK_MADE;
}

static enum pt_vk_made make_buffer_image(struct pt_vk *vk, struct pt_vk_texture *texture,
                                         const struct pt_vk_use *use, size_t size, char **why)
{
    VkResult result = pt_vk_buffer_make(vk, &texture->texels, size,
                                        is_storage(use) ? VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT
                                                        : VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    if (result)
        return fail("vkCreateBuffer", result, why);
    VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = texture->texels.handle,
                                   .format = texture->format.format,
                                   .range = VK_WHOLE_SIZE};
    result = use ? vkCreateBufferView(vk->device, &info, NULL, &texture->buffer_view) : VK_SUCCESS;
    return result ? fail("vkCreateBufferView", result, why) : PT_VK_MADE;
}

/* Whether the image is what the program takes it for. */
static bool fits(const struct pt_vk_texture *texture, const struct pt_vk_use *use, char **why)
{
    const struct kind *kind = use ? kind_of(use) : NULL;

    if (!use)
        return true;
    if (!kind || kind->type != texture->image.type)
        *why = pt_format("the program uses it as a texture%s, for which the type is another",
                         kind ? kind->name : "");
    else if (texture->image.layers % kind->faces ||
             (kind->faces > 1 && !kind->arrayed && texture->image.layers != kind->faces))
        *why = pt_format("a texture%s needs %s6 layers", kind->name,
                         kind->arrayed ? "a multiple of " : "");
    else if (use->multisampled != (texture->samples > 1))
        *why = pt_format("the program uses it %s samples", use->multisampled ? "with" : "without");
    return !*why;
}

/* How many samples a texel has, and how the image is laid out. */
static bool read_words(struct pt_vk_texture *texture, const struct pt_arg *arg, char **why)
{
    const char *samples = arg->native[PT_NATIVE_SAMPLES], *tiling = arg->native[PT_NATIVE_TILING];

    texture->samples = samples ? (uint32_t)strtoul(samples, NULL, 10) : 1;
    if (!texture->samples || texture->samples > 64 || texture->samples & (texture->samples - 1))
        *why = pt_format("an image has 1, 2, 4 or more samples, not '%s'", samples);
    else if (tiling && strcmp(tiling, "linear") && strcmp(tiling, "optimal"))
        *why = pt_format("vk_tiling is linear or optimal, not '%s'", tiling);
    return !*why;
}

/* The image of another argument, of which this one is an aspect that no program uses. */
static enum pt_vk_made share_image(struct pt_vk *vk, struct pt_vk_texture *texture,
                                   const struct pt_vk_use *use, size_t size, char **why)
{
    const struct pt_vk_texture *over = texture->over;
    const struct pt_image *one = &texture->image, *other = &over->image;

    if (use || !over->handle || over->linear || over->format.format != texture->format.format ||
        one->type != other->type || one->width != other->width || one->height != other->height ||
        one->depth != other->depth || one->layers != other->layers ||
        one->levels != other->levels) {
        *why = pt_format("an image over another is an aspect of it, and for copies and clears");
        return PT_VK_WRONG;
    }
    texture->handle = over->handle;
    VkResult result = pt_vk_buffer_make(vk, &texture->texels, size, 0);
    return result ? fail("vkCreateBuffer", result, why) : PT_VK_MADE;
}

enum pt_vk_made pt_vk_texture_make(struct pt_vk *vk, struct pt_vk_texture *texture,
                                   const struct pt_arg *arg, const struct pt_vk_use *use,
                                   VkFormatFeatureFlags2 needed, char **why)
{
    const bool buffer = arg->image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;

    *why = NULL;
    texture->image = arg->image;
    if (!pt_vk_format_of(arg, &texture->format, why) || !read_words(texture, arg, why) ||
        !fits(texture, use, why))
        return PT_VK_WRONG;
    *why = pt_vk_format_lacks(vk->physical, &texture->format,
                              buffer           ? PT_VK_BUFFER
                              : is_linear(arg) ? PT_VK_LINEAR
                                               : PT_VK_OPTIMAL,
                              needed);
    if (*why)
        return PT_VK_LACKS;
    if (texture->over)
        return share_image(vk, texture, use, arg->size, why);
    if (buffer)
        return make_buffer_image(vk, texture, use, arg->size, why);
    const VkImageCreateInfo info = info_of(texture, arg, use);
    enum pt_vk_made made = check_info(vk, texture, &info, why);
    if (made == PT_VK_MADE)
        made = make_image(vk, texture, &info, arg->size, why);
    if (made == PT_VK_MADE && use)
        made = make_view(vk, texture, arg, use, why);
    return made;
}

void pt_vk_texture_finish(struct pt_vk *vk, struct pt_vk_texture *texture)
{
    vkDestroyBufferView(vk->device, texture->buffer_view, NULL);
    vkDestroyImageView(vk->device, texture->view, NULL);
    if (!texture->over)
        vkDestroyImage(vk->device, texture->handle, NULL);
    vkFreeMemory(vk->device, texture->memory, NULL);
    pt_vk_buffer_finish(vk, &texture->texels);
    memset(texture, 0, sizeof(*texture));
}

/* The coordinate of a box that is a layer; 3: none. */
static unsigned layer_axis(const struct pt_image *image)
{
    const struct pt_image_kind *kind = pt_image_kind(image->type);

    return kind->has_layers ? kind->dimensions - 1 : 3;
}

VkImageSubresourceLayers pt_vk_box_layers(const struct pt_vk_texture *texture,
                                          const struct pt_box *box)
{
    const unsigned axis = layer_axis(&texture->image);

    return (VkImageSubresourceLayers){texture->format.aspect, (uint32_t)box->level,
                                      axis < 3 ? (uint32_t)box->origin[axis] : 0,
                                      axis < 3 ? (uint32_t)box->region[axis] : 1};
}

/* Dimensions of texels, without layers. */
static unsigned dimensions_of(const struct pt_image *image)
{
    return (unsigned)type_of(image) + 1;
}

VkOffset3D pt_vk_box_offset(const struct pt_vk_texture *texture, const struct pt_box *box)
{
    const unsigned dimensions = dimensions_of(&texture->image), block = texture->format.block;

    return (VkOffset3D){(int32_t)(box->origin[0] * block / texture->format.parts),
                        dimensions > 1 ? (int32_t)(box->origin[1] * block) : 0,
                        dimensions > 2 ? (int32_t)box->origin[2] : 0};
}

/* Texels of so many blocks: the last one of a level may reach over its end. */
static uint32_t within(uint32_t region, size_t blocks, unsigned block, size_t level)
{
    const size_t texels = (blocks * block) >> level, end = texels ? texels : 1;

    return block > 1 && region * block > end ? (uint32_t)end : region * block;
}

VkExtent3D pt_vk_box_extent(const struct pt_vk_texture *texture, const struct pt_box *box)
{
    const unsigned dimensions = dimensions_of(&texture->image), block = texture->format.block;
    const uint32_t width = (uint32_t)box->region[0], height = (uint32_t)box->region[1];
    const struct pt_image *image = &texture->image;

    return (VkExtent3D){within(width, image->width, block, box->level) / texture->format.parts,
                        dimensions > 1 ? within(height, image->height, block, box->level) : 1,
                        dimensions > 2 ? (uint32_t)box->region[2] : 1};
}

/* A copy of a whole level. */
static VkBufferImageCopy copy_of(const struct pt_vk_texture *texture, size_t level, size_t *offset)
{
    const struct pt_image one = pt_image_level(&texture->image, level);
    struct pt_box box = {.level = level};

    pt_image_region(&one, box.region);
    VkBufferImageCopy copy = {.bufferOffset = *offset,
                              .imageSubresource = pt_vk_box_layers(texture, &box),
                              .imageExtent = pt_vk_box_extent(texture, &box)};
    *offset += texture->format.size * box.region[0] * box.region[1] * box.region[2];
    return copy;
}

enum pt_vk_layout pt_vk_texture_layout(const struct pt_vk_texture *texture)
{
    return texture->linear ? PT_VK_LINEAR : PT_VK_OPTIMAL;
}

/* The host copies a layer of a level between `tight` and the image. Returns the bytes of `tight`.
 */
static size_t copy_layer(struct pt_vk *vk, const struct pt_vk_texture *texture,
                         const VkImageSubresource *place, char *tight, bool to_image)
{
    const struct pt_image one = pt_image_level(&texture->image, place->mipLevel);
    const size_t row = one.width * texture->format.size;
    VkSubresourceLayout layout;

    vkGetImageSubresourceLayout(vk->device, texture->handle, place, &layout);
    for (size_t z = 0; z < one.depth; z++) {
        for (size_t y = 0; y < one.height; y++) {
            char *host = tight + (z * one.height + y) * row;
            char *image = (char *)texture->linear + layout.offset + z * layout.depthPitch +
                          y * layout.rowPitch;

            memcpy(to_image ? image : host, to_image ? host : image, row);
        }
    }
    return row * one.height * one.depth;
}

static void copy_by_host(struct pt_vk *vk, const struct pt_vk_texture *texture, bool to_image)
{
    char *tight = texture->texels.mapped;

    for (size_t level = 0; level < levels_of(texture); level++) {
        for (size_t layer = 0; layer < texture->image.layers; layer++) {
            const VkImageSubresource place = {texture->format.aspect, (uint32_t)level,
                                              (uint32_t)layer};

            tight += copy_layer(vk, texture, &place, tight, to_image);
        }
    }
}

void pt_vk_texture_fetch(struct pt_vk *vk, const struct pt_vk_texture *texture)
{
    if (texture->linear)
        copy_by_host(vk, texture, false);
}

/* Whether commands copy its texels. */
static bool is_copied(const struct pt_vk_texture *texture)
{
    return texture->handle && !texture->linear && texture->samples == 1;
}

void pt_vk_texture_write(struct pt_vk *vk, const struct pt_vk_texture *texture)
{
    size_t offset = 0;

    if (texture->linear)
        copy_by_host(vk, texture, true);
    for (size_t level = 0; level < levels_of(texture) && is_copied(texture); level++) {
        const VkBufferImageCopy copy = copy_of(texture, level, &offset);

        vkCmdCopyBufferToImage(pt_vk_commands(vk), texture->texels.handle, texture->handle,
                               VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    }
    pt_vk_barrier(vk);
}

void pt_vk_texture_read(struct pt_vk *vk, const struct pt_vk_texture *texture)
{
    size_t offset = 0;

    for (size_t level = 0; level < levels_of(texture) && is_copied(texture); level++) {
        const VkBufferImageCopy copy = copy_of(texture, level, &offset);

        vkCmdCopyImageToBuffer(pt_vk_commands(vk), texture->handle, VK_IMAGE_LAYOUT_GENERAL,
                               texture->texels.handle, 1, &copy);
    }
    pt_vk_barrier(vk);
}
