/* SPDX-License-Identifier: MIT */
/* texture.h: images of arguments, and copies between boxes of them and buffers. */
#pragma once

#include "program-tester/vk/context.h"
#include "program-tester/vk/format.h"
#include "program-tester/vk/module.h"

struct pt_vk_texture {
    struct pt_image image;
    struct pt_vk_format format;
    VkImage handle;
    VkDeviceMemory memory;
    VkImageView view;
    uint32_t samples;
    const struct pt_vk_texture *over; /* of which this is another aspect; NULL: it has memory */
    void *linear; /* the memory of an image whose texels the host sees itself; NULL: of others */
    struct pt_vk_buffer texels; /* what goes there and comes back; of a buffer image, the image */
    VkBufferView buffer_view;
};

/* How a texture ended up not being made. */
enum pt_vk_made { PT_VK_MADE, PT_VK_LACKS, PT_VK_WRONG, PT_VK_FAILED };

/* Makes the image of an argument, and its view for a use of the program (NULL: it has none;
 * `needed` are features of its format). Otherwise *why is to free(). pt_vk_texture_finish is for
 * the caller. */
enum pt_vk_made pt_vk_texture_make(struct pt_vk *vk, struct pt_vk_texture *texture,
                                   const struct pt_arg *arg, const struct pt_vk_use *use,
                                   VkFormatFeatureFlags2 needed, char **why);
void pt_vk_texture_finish(struct pt_vk *vk, struct pt_vk_texture *texture);

/* Records the copy of all levels between the image and texture->texels, where they follow each
 * other tightly packed. The host copies those of a linear image, by the pitches that it is told:
 * to it at once, and from it when what was recorded is done. Images with samples have no copies. */
void pt_vk_texture_write(struct pt_vk *vk, const struct pt_vk_texture *texture);
void pt_vk_texture_read(struct pt_vk *vk, const struct pt_vk_texture *texture);
void pt_vk_texture_fetch(struct pt_vk *vk, const struct pt_vk_texture *texture);

enum pt_vk_layout pt_vk_texture_layout(const struct pt_vk_texture *texture);

/* A box of an image in Vulkan's terms. */
VkImageSubresourceLayers pt_vk_box_layers(const struct pt_vk_texture *texture,
                                          const struct pt_box *box);
VkOffset3D pt_vk_box_offset(const struct pt_vk_texture *texture, const struct pt_box *box);
VkExtent3D pt_vk_box_extent(const struct pt_vk_texture *texture, const struct pt_box *box);
