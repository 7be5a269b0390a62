/* SPDX-License-Identifier: MIT */
/* module.c: reads from a module of SPIR-V which bindings it uses and what it needs. */
#include "program-tester/vk/module.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of the SPIR-V specification: instructions (3.49), decorations (3.20), storage classes
 * (3.7). */
enum {
    OP_EXECUTION_MODE = 16,
    OP_CAPABILITY = 17,
    OP_TYPE_IMAGE = 25,
    OP_TYPE_SAMPLER = 26,
    OP_TYPE_SAMPLED_IMAGE = 27,
    OP_TYPE_STRUCT = 30,
    OP_TYPE_POINTER = 32,
    OP_VARIABLE = 59,
    OP_IMAGE_TEXEL_POINTER = 60,
    OP_DECORATE = 71,
    OP_MEMBER_DECORATE = 72,
};
enum { MAGIC = 0x07230203, HEADER = 5, MOST_IDS = 1 << 20 };
enum { MODE_LOCAL_SIZE = 17 };
enum { DECORATION_BLOCK = 2, DECORATION_BUFFER_BLOCK = 3 };
enum { DECORATION_BINDING = 33, DECORATION_SET = 34, DECORATION_OFFSET = 35 };
enum {
    CLASS_UNIFORM_CONSTANT = 0,
    CLASS_UNIFORM = 2,
    CLASS_PUSH_CONSTANT = 9,
    CLASS_STORAGE_BUFFER = 12,
};

/* An id, as far as it is known. */
struct id {
    const uint32_t *type; /* the instruction of a type, or NULL */
    uint32_t set, binding;
    bool buffer_block;
};

struct reading {
    struct pt_vk_module *module;
    struct id *ids;
    uint32_t bound;
    uint32_t block; /* the type of the push constants; 0: none */
};

static struct id *id_of(const struct reading *reading, uint32_t id)
{
    return &reading->ids[id < reading->bound ? id : 0];
}

static uint32_t opcode_of(const uint32_t *instruction)
{
    return instruction ? *instruction & 0xffff : 0;
}

/* A word of an instruction; 0 where it has none. */
static uint32_t word_of(const uint32_t *instruction, unsigned index)
{
    return index < *instruction >> 16 ? instruction[index] : 0;
}

static VkDescriptorType image_type(const uint32_t *image)
{
    const bool buffer = word_of(image, 3) == PT_VK_DIM_BUFFER, storage = word_of(image, 7) == 2;

    if (buffer)
        return storage ? VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
                       : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    return storage ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
}

/* Fills in what a variable of that type in that class is. False: no descriptor. */
static bool describe(const struct reading *reading, uint32_t class, uint32_t type,
                     struct pt_vk_use *use)
{
    const struct id *pointed = id_of(reading, type);
    const uint32_t *image = pointed->type;
    const bool combined = opcode_of(image) == OP_TYPE_SAMPLED_IMAGE;

    if (class == CLASS_STORAGE_BUFFER || class == CLASS_UNIFORM) {
        use->type = class == CLASS_STORAGE_BUFFER || pointed->buffer_block
                        ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                        : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        return true;
    }
    if (class != CLASS_UNIFORM_CONSTANT)
        return false;
    if (combined)
        image = id_of(reading, word_of(image, 2))->type;
    if (opcode_of(image) == OP_TYPE_IMAGE) {
        use->type = image_type(image);
        use->dim = word_of(image, 3);
        use->arrayed = word_of(image, 5);
        use->formatted = word_of(image, 8);
        use->multisampled = word_of(image, 6);
    }
    if (combined && use->type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE)
        use->type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    return opcode_of(image) == OP_TYPE_IMAGE || opcode_of(image) == OP_TYPE_SAMPLER;
}

static void read_variable(struct reading *reading, const uint32_t *instruction)
{
    struct pt_vk_module *module = reading->module;
    const struct id *variable = id_of(reading, word_of(instruction, 2));
    const uint32_t *pointer = id_of(reading, word_of(instruction, 1))->type;
    struct pt_vk_use use = {
        .set = variable->set, .binding = variable->binding, .type = VK_DESCRIPTOR_TYPE_SAMPLER};

    if (opcode_of(pointer) != OP_TYPE_POINTER)
        return;
    if (word_of(instruction, 3) == CLASS_PUSH_CONSTANT)
        reading->block = word_of(pointer, 3);
    if (describe(reading, word_of(instruction, 3), word_of(pointer, 3), &use)) {
        if (module->use_count < PT_VK_MOST_USES)
            module->uses[module->use_count] = use;
        module->use_count++;
    }
}

static void read_decoration(struct reading *reading, const uint32_t *instruction)
{
    struct id *id = id_of(reading, word_of(instruction, 1));
    const uint32_t value = word_of(instruction, 3);

    switch (word_of(instruction, 2)) {
    case DECORATION_BINDING:
        id->binding = value;
        break;
    case DECORATION_SET:
        id->set = value;
        break;
    case DECORATION_BUFFER_BLOCK:
        id->buffer_block = true;
        break;
    default:
        break;
    }
}

static void read_instruction(struct reading *reading, const uint32_t *instruction)
{
    struct pt_vk_module *module = reading->module;

    switch (opcode_of(instruction)) {
    case OP_CAPABILITY:
        if (module->capability_count < PT_VK_MOST_CAPABILITIES)
            module->capabilities[module->capability_count++] = word_of(instruction, 1);
        break;
    case OP_EXECUTION_MODE:
        for (unsigned i = 0; i < 3 && word_of(instruction, 2) == MODE_LOCAL_SIZE; i++)
            module->group[i] = word_of(instruction, 3 + i);
        break;
    case OP_TYPE_IMAGE:
    case OP_TYPE_SAMPLER:
    case OP_TYPE_SAMPLED_IMAGE:
    case OP_TYPE_STRUCT:
    case OP_TYPE_POINTER:
        id_of(reading, word_of(instruction, 1))->type = instruction;
        break;
    case OP_DECORATE:
        read_decoration(reading, instruction);
        break;
    case OP_VARIABLE:
        read_variable(reading, instruction);
        break;
    case OP_IMAGE_TEXEL_POINTER:
        module->image_atomics = true;
        break;
    default:
        break;
    }
}

/* Members of the block of push constants, once it is known which type it is. */
static void read_member(struct reading *reading, const uint32_t *instruction)
{
    struct pt_vk_module *module = reading->module;
    const uint32_t member = word_of(instruction, 2);

    if (opcode_of(instruction) != OP_MEMBER_DECORATE || !reading->block ||
        word_of(instruction, 1) != reading->block || word_of(instruction, 3) != DECORATION_OFFSET ||
        member >= PT_VK_MOST_MEMBERS)
        return;
    module->members[member] = word_of(instruction, 4);
    if (module->member_count <= member)
        module->member_count = member + 1;
}

typedef void read_one(struct reading *reading, const uint32_t *instruction);

/* False: an instruction reaches over the end. */
static bool each(struct reading *reading, const uint32_t *words, size_t count, read_one *one)
{
    for (size_t at = HEADER; at < count; at += words[at] >> 16) {
        if (!(words[at] >> 16) || words[at] >> 16 > count - at)
            return false;
        one(reading, words + at);
    }
    return true;
}

bool pt_vk_module_read(struct pt_vk_module *module, const uint32_t *words, size_t count, char **why)
{
    struct reading reading = {.module = module};
    bool good = count > HEADER && words[0] == MAGIC && words[3] <= MOST_IDS;

    memset(module, 0, sizeof(*module));
    if (good) {
        reading.bound = words[3] ? words[3] : 1;
        reading.ids = pt_alloc(reading.bound, sizeof(*reading.ids));
        good = each(&reading, words, count, read_instruction) &&
               each(&reading, words, count, read_member);
        free(reading.ids);
    }
    if (!good)
        *why = pt_format("it is no module of SPIR-V");
    else if (module->use_count > PT_VK_MOST_USES)
        *why = pt_format("a program may have %d bindings", PT_VK_MOST_USES);
    return good && module->use_count <= PT_VK_MOST_USES;
}

const struct pt_vk_use *pt_vk_module_use(const struct pt_vk_module *module, unsigned binding)
{
    for (unsigned i = 0; i < module->use_count; i++) {
        if (module->uses[i].binding == binding)
            return &module->uses[i];
    }
    return NULL;
}
