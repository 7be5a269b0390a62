/* SPDX-License-Identifier: MIT */
/* image_program.c: image programs to dwords and back. */
#include "driver/abi/r500/image_program.h"

#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"

/* One dword of the header each; counts have a byte or two each. */
struct header {
    uint32_t magic, version, flags, temps, bools;
    uint32_t instructions_constants;        /* 16 bits each */
    uint32_t textures_targets_inputs_loops; /* 8 bits each */
    uint32_t next_bytes;                    /* of the program behind it */
};
_Static_assert(sizeof(struct header) == 4 * ABI_IMAGE_PROGRAM_HEADER, "the header is packed");

enum { SECTIONS = 7 };

struct section {
    const void *data;
    size_t bytes;
};

static void list_sections(const struct abi_image_program *program, struct section list[SECTIONS])
{
    const struct section all[SECTIONS] = {
        {program->instructions, program->instruction_count * sizeof(*program->instructions)},
        {program->constants, program->constant_count * sizeof(*program->constants)},
        {program->textures, program->texture_count * sizeof(*program->textures)},
        {program->targets, program->target_count * sizeof(*program->targets)},
        {program->inputs, program->input_count * sizeof(*program->inputs)},
        {program->loops, program->loop_count * sizeof(*program->loops)},
        {program->next, program->next_bytes}};

    memcpy(list, all, sizeof(all));
}

void *abi_image_program_write(const struct abi_image_program *program, uint32_t *bytes)
{
    const struct header header = {
        .magic = ABI_IMAGE_PROGRAM_MAGIC,
        .version = ABI_IMAGE_PROGRAM_VERSION,
        .flags = program->flags,
        .temps = program->temps,
        .bools = program->bools,
        .instructions_constants = program->instruction_count | program->constant_count << 16,
        .textures_targets_inputs_loops = program->texture_count | program->target_count << 8 |
                                         program->input_count << 16 | program->loop_count << 24,
        .next_bytes = program->next_bytes};
    struct section sections[SECTIONS];
    size_t size = sizeof(header);

    list_sections(program, sections);
    for (int i = 0; i < SECTIONS; i++)
        size += sections[i].bytes;
    uint8_t *code = malloc(size);
    if (!code)
        return NULL;
    memcpy(code, &header, sizeof(header));
    uint8_t *at = code + sizeof(header);
    for (int i = 0; i < SECTIONS; i++) {
        if (sections[i].bytes)
            memcpy(at, sections[i].data, sections[i].bytes);
        at += sections[i].bytes;
    }
    *bytes = (uint32_t)size;
    return code;
}

static const char *count_fault(const struct abi_image_program *program)
{
    if (program->instruction_count == 0 || program->instruction_count > ABI_IMAGE_MAX_INSTRUCTIONS)
        return "an image program of no possible length";
    if (program->temps == 0 || program->temps > ABI_IMAGE_MAX_TEMPS)
        return "an image program of no possible number of registers";
    if (program->constant_count > ABI_IMAGE_MAX_CONSTANTS ||
        program->texture_count > ABI_IMAGE_MAX_TEXTURES || program->target_count == 0 ||
        program->target_count > ABI_IMAGE_MAX_TARGETS ||
        program->input_count > ABI_IMAGE_MAX_INPUTS || program->loop_count > ABI_IMAGE_MAX_LOOPS)
        return "an image program with more of something than there is, or no target";
    if (program->flags & ~(uint32_t)(ABI_IMAGE_FULL_FLOW | ABI_IMAGE_WRAPS))
        return "an image program with an unknown flag";
    return NULL;
}

static const char *constants_fault(const struct abi_image_program *program)
{
    for (uint32_t i = 0; i < 4 * program->constant_count; i++) {
        const struct abi_image_component *component = &program->constants[i / 4].component[i % 4];

        if (component->source >= ABI_IMAGE_SOURCE_COUNT)
            return "a constant of an unknown source";
        if (abi_image_is_of_unit(component->source)) {
            if (!(program->flags & ABI_IMAGE_WRAPS) || component->value % 4 ||
                component->value / 4 >= program->texture_count)
                return "a constant of a texture that there is not";
        } else if (component->source != ABI_IMAGE_LITERAL &&
                   (component->value % 4 || component->value >= ABI_MAX_INPUT_BYTES)) {
            return "a constant that lies outside the inputs";
        }
    }
    return NULL;
}

static const char *slots_fault(const struct abi_image_program *program)
{
    for (uint32_t i = 0; i < program->texture_count; i++)
        if (program->textures[i].view >= ABI_MAX_READ_IMAGES ||
            (program->textures[i].sampler != ABI_IMAGE_NO_SAMPLER &&
             program->textures[i].sampler >= ABI_MAX_SAMPLERS))
            return "a texture of an image or sampler that there is not";
    for (uint32_t i = 0; i < program->target_count; i++)
        if (program->targets[i].surface >= ABI_MAX_WRITE_IMAGES)
            return "a target of an image that there is not";
    for (uint32_t i = 0; i < program->input_count; i++)
        if (program->inputs[i].kind >= ABI_IMAGE_INPUT_KINDS ||
            program->inputs[i].temp >= program->temps)
            return "an input of an unknown kind, or to a register that there is not";
    return NULL;
}

/* Points the program's arrays into the code, which is long enough. */
static void place_sections(struct abi_image_program *program, const uint32_t *at)
{
    program->instructions = (const uint32_t(*)[ABI_IMAGE_INSTRUCTION])(const void *)at;
    at += program->instruction_count * ABI_IMAGE_INSTRUCTION;
    program->constants = (const struct abi_image_constant *)(const void *)at;
    at += program->constant_count * (sizeof(*program->constants) / sizeof(*at));
    program->textures = (const struct abi_image_texture *)(const void *)at;
    at += program->texture_count * (sizeof(*program->textures) / sizeof(*at));
    program->targets = (const struct abi_image_target *)(const void *)at;
    at += program->target_count * (sizeof(*program->targets) / sizeof(*at));
    program->inputs = (const struct abi_image_input *)(const void *)at;
    at += program->input_count * (sizeof(*program->inputs) / sizeof(*at));
    program->loops = at;
    at += program->loop_count;
    program->next = program->next_bytes ? at : NULL;
}

const char *abi_image_program_read(const void *code, uint32_t bytes,
                                   struct abi_image_program *program)
{
    const struct header *header = code;
    struct section sections[SECTIONS];
    size_t size = sizeof(*header);

    if (bytes < sizeof(*header) || header->magic != ABI_IMAGE_PROGRAM_MAGIC)
        return "not an image program";
    if (header->version != ABI_IMAGE_PROGRAM_VERSION || header->next_bytes % 4)
        return "an image program of another version";
    *program = (struct abi_image_program){
        .flags = header->flags,
        .temps = header->temps,
        .bools = header->bools,
        .instruction_count = header->instructions_constants & 0xffff,
        .constant_count = header->instructions_constants >> 16,
        .texture_count = header->textures_targets_inputs_loops & 0xff,
        .target_count = header->textures_targets_inputs_loops >> 8 & 0xff,
        .input_count = header->textures_targets_inputs_loops >> 16 & 0xff,
        .loop_count = header->textures_targets_inputs_loops >> 24,
        .next_bytes = header->next_bytes};
    const char *fault = count_fault(program);
    if (fault)
        return fault;
    list_sections(program, sections);
    for (int i = 0; i < SECTIONS; i++)
        size += sections[i].bytes;
    if (size != bytes)
        return "an image program of the wrong length";
    place_sections(program, (const uint32_t *)code + ABI_IMAGE_PROGRAM_HEADER);
    fault = constants_fault(program);
    return fault ? fault : slots_fault(program);
}
