/* SPDX-License-Identifier: MIT */
/* module.h: reads from a module of SPIR-V which bindings it uses and what it needs. */
#pragma once

#include <vulkan/vulkan.h>

#include "program-tester/parse/plan.h"

/* A binding that a program uses. */
struct pt_vk_use {
    uint32_t set, binding;
    VkDescriptorType type;
    uint32_t dim;   /* of an image, as SPIR-V numbers them (section 3.8) */
    bool arrayed;   /* the image has layers */
    bool formatted; /* a storage image whose format the program names */
    bool multisampled;
};

enum {
    PT_VK_DIM_1D = 0,
    PT_VK_DIM_2D = 1,
    PT_VK_DIM_3D = 2,
    PT_VK_DIM_CUBE = 3,
    PT_VK_DIM_BUFFER = 5
};
enum { PT_VK_MOST_USES = 32, PT_VK_MOST_CAPABILITIES = 64, PT_VK_MOST_MEMBERS = 32 };

struct pt_vk_module {
    struct pt_vk_use uses[PT_VK_MOST_USES];
    unsigned use_count;
    uint32_t capabilities[PT_VK_MOST_CAPABILITIES];
    unsigned capability_count;
    uint32_t members[PT_VK_MOST_MEMBERS]; /* offsets in the block of push constants */
    unsigned member_count;
    uint32_t group[3];  /* work-items of a work-group */
    bool image_atomics; /* on texels */
};

/* False: it is no module, or has more than there is room for; *why is a line to free(). */
bool pt_vk_module_read(struct pt_vk_module *module, const uint32_t *words, size_t count,
                       char **why);

/* The use of a binding of set 0, or NULL. */
const struct pt_vk_use *pt_vk_module_use(const struct pt_vk_module *module, unsigned binding);
