/* SPDX-License-Identifier: MIT */
/* program.c: image programs, and the constants that a launch gives them. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/r300/r300.h"

/* The program, and the one behind it that wraps. */
static const char *read_programs(struct pipe_compute_state *state, uint32_t bytes)
{
    struct abi_image_program *program = &state->program, *wrapping = &state->wrapping;
    const char *fault = abi_image_program_read(state->code, bytes, program);

    if (fault || !program->next_bytes)
        return fault;
    fault = abi_image_program_read(program->next, program->next_bytes, wrapping);
    if (!fault && (program->flags & ABI_IMAGE_WRAPS || !(wrapping->flags & ABI_IMAGE_WRAPS) ||
                   wrapping->next_bytes))
        fault = "image programs in a wrong order";
    return fault;
}

struct pipe_compute_state *r300_compute_state_create(struct pipe_context *context,
                                                     const struct pipe_compute_state_template *tmpl,
                                                     char error[PIPE_ERROR_SIZE])
{
    struct pipe_compute_state *state = calloc(1, sizeof(*state));
    (void)context;

    if (state)
        state->code = malloc(tmpl->code_bytes + 1u);
    if (!state || !state->code) {
        snprintf(error, PIPE_ERROR_SIZE, "no memory for the code of kernel %s", tmpl->name);
        free(state);
        return NULL;
    }
    memcpy(state->code, tmpl->code, tmpl->code_bytes);
    snprintf(state->name, sizeof(state->name), "%s", tmpl->name);
    const char *fault = read_programs(state, tmpl->code_bytes);
    if (!fault && tmpl->binding_count)
        fault = "an image program with bindings of another chip";
    if (!fault)
        return state;
    snprintf(error, PIPE_ERROR_SIZE, "kernel %s: %s", tmpl->name, fault);
    r300_compute_state_destroy(context, state);
    return NULL;
}

void r300_compute_state_destroy(struct pipe_context *context, struct pipe_compute_state *state)
{
    (void)context;
    if (!state)
        return;
    free(state->code);
    free(state);
}

/* Constants of the program are in its constants. */
uint32_t r300_compute_state_rodata(struct pipe_compute_state *state)
{
    (void)state;
    return 0;
}

/* The dword at a byte of constant buffer 0. */
static bool read_input(const struct pipe_grid_info *info, uint32_t byte, uint32_t *value)
{
    const uint32_t i = byte % 12 / 4;

    if (byte < ABI_INPUT_GLOBAL_SIZE)
        *value = info->groups[i];
    else if (byte < ABI_INPUT_LOCAL_SIZE)
        *value = info->groups[i] * info->local_size[i];
    else if (byte < ABI_INPUT_ARGUMENTS)
        *value = info->local_size[i];
    else if (byte - ABI_INPUT_ARGUMENTS + sizeof(*value) <= info->input_bytes)
        memcpy(value, (const uint8_t *)info->input + (byte - ABI_INPUT_ARGUMENTS), sizeof(*value));
    else
        return false;
    return true;
}

static float component(const struct abi_image_component *component, uint32_t bits)
{
    switch (component->source) {
    case ABI_IMAGE_INT:
        return (float)(int32_t)bits;
    case ABI_IMAGE_UINT:
        return (float)bits;
    case ABI_IMAGE_FLOAT_RECIPROCAL:
        return 1.0f / bits_float(bits);
    case ABI_IMAGE_INT_RECIPROCAL:
        return (float)(1.0 / (int32_t)bits);
    case ABI_IMAGE_UINT_RECIPROCAL:
        return (float)(1.0 / bits);
    default:
        return bits_float(bits);
    }
}

/* Returns a value of a texture unit that a program which wraps coordinates itself asks for. */
static float unit_component(const struct abi_image_program *program,
                            const struct pipe_grid_info *info,
                            const struct abi_image_component *component)
{
    assert(component->value / 4 < program->texture_count);
    const struct abi_image_texture *texture = &program->textures[component->value / 4];
    const struct pipe_resource_template *tmpl = &info->views[texture->view]->resource->tmpl;
    const struct pipe_sampler *sampler = r300_sampler_of(info, texture);
    const bool wraps = r300_wraps(info, texture);

    switch (component->source) {
    case ABI_IMAGE_WIDTH:
        return (float)tmpl->width;
    case ABI_IMAGE_HEIGHT:
        return (float)tmpl->height;
    case ABI_IMAGE_WRAPPED:
        return wraps ? 0.0f : -1.0f;
    case ABI_IMAGE_MIRRORED:
        return wraps && sampler->mirrors ? 0.0f : -1.0f;
    default:
        return wraps && sampler->linear ? 0.0f : -1.0f;
    }
}

int r300_constants(const struct abi_image_program *program, const struct pipe_grid_info *info,
                   uint32_t values[4 * ABI_IMAGE_MAX_CONSTANTS])
{
    for (uint32_t i = 0; i < 4 * program->constant_count; i++) {
        const struct abi_image_component *from = &program->constants[i / 4].component[i % 4];
        uint32_t bits = from->value;

        if (abi_image_is_of_unit(from->source)) {
            values[i] = float_bits(unit_component(program, info, from));
            continue;
        }
        if (from->source != ABI_IMAGE_LITERAL && !read_input(info, from->value, &bits))
            return -EINVAL;
        /* Bits of floats as they are: NaN, too. */
        values[i] = from->source <= ABI_IMAGE_FLOAT ? bits : float_bits(component(from, bits));
    }
    return 0;
}
