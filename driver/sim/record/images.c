/* SPDX-License-Identifier: MIT */
/* images.c: what is in the images of a launch, in the trace: texels row by row, as they are
 * in memory, and how channels lie in them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "driver/sim/record/bytes.h"
#include "driver/sim/record/record.h"

enum { MOST_BYTES = 1 << 20 /* of an image: whole rows, from the first on */ };

static void print_format(const struct sim_texel_format *format, FILE *out)
{
    static const char *const kinds[SIM_CHANNEL_KINDS] = {
        [SIM_CHANNEL_NONE] = "none",       [SIM_CHANNEL_ONE] = "one",
        [SIM_CHANNEL_ONE_INT] = "one_int", [SIM_CHANNEL_COPY] = "copy",
        [SIM_CHANNEL_UINT] = "uint",       [SIM_CHANNEL_SINT] = "sint",
        [SIM_CHANNEL_UNORM] = "unorm",     [SIM_CHANNEL_SNORM] = "snorm",
        [SIM_CHANNEL_USCALED] = "uscaled", [SIM_CHANNEL_SSCALED] = "sscaled",
        [SIM_CHANNEL_HALF] = "half",       [SIM_CHANNEL_SRGB] = "srgb",
        [SIM_CHANNEL_NARROW] = "narrow",   [SIM_CHANNEL_SHARED] = "shared",
    };
    fprintf(out, ",\"bytes\":%u,\"integer\":%s,\"channels\":[", format->bytes,
            format->integer ? "true" : "false");
    for (unsigned c = 0; c < 4; c++) {
        const struct sim_channel *channel = &format->channel[c];
        fprintf(out, "%s[\"%s\",%u,%u,%u]", c ? "," : "", kinds[channel->kind], channel->dword,
                channel->shift, channel->bits ? channel->bits : 32);
    }
    fputs("]", out);
}

/* Copies texels in order, as many whole rows as there is room for; NULL when memory is short. */
static uint8_t *copy_texels(const struct sim_surface *surface, uint64_t *rows)
{
    const unsigned bytes = surface->format.bytes;
    const uint64_t row = (uint64_t)surface->width * bytes;
    const uint64_t all = (uint64_t)surface->height * surface->depth, most = MOST_BYTES / row;
    uint8_t *texels, *to;
    *rows = all < most ? all : most;
    to = texels = malloc(*rows * row + 1);
    for (uint64_t y = 0; texels && y < *rows; y++)
        for (uint32_t x = 0; x < surface->width; x++, to += bytes)
            memcpy(to,
                   surface->view.memory + sim_surface_offset(surface, x,
                                                             (uint32_t)(y % surface->height),
                                                             (uint32_t)(y / surface->height)),
                   bytes);
    return texels;
}

static void print_surface(const struct sim_surface *surface, uint64_t launch, const char *what,
                          unsigned slot, unsigned level, bool after, const uint8_t select[4],
                          FILE *out)
{
    uint64_t rows;
    if (!surface->format.bytes || !surface->width)
        return;
    uint8_t *texels = copy_texels(surface, &rows);
    if (!texels)
        return;
    fprintf(out,
            "{\"image\":\"%s\",\"slot\":%u,\"level\":%u,\"of\":%" PRIu64
            ",\"after\":%s,\"size\":[%u,%u,%u],"
            "\"rows\":%" PRIu64 ",\"select\":[%u,%u,%u,%u]",
            what, slot, level, launch, after ? "true" : "false", surface->width, surface->height,
            surface->depth, rows, select[0], select[1], select[2], select[3]);
    print_format(&surface->format, out);
    fputs(",\"texels\":", out);
    trace_print_bytes(out, texels, rows * surface->width * surface->format.bytes);
    fputs("}\n", out);
    free(texels);
}

/* A texture with all of its levels. */
static void print_texture(const struct sim_texture *texture, uint64_t launch, unsigned slot,
                          FILE *out)
{
    print_surface(&texture->surface, launch, "texture", slot, 0, false, texture->dst_sel, out);
    for (uint32_t level = 1; texture->mips && level < texture->levels; level++)
        print_surface(&texture->mips[level - 1], launch, "texture", slot, level, false,
                      texture->dst_sel, out);
}

static void print_sampler(const struct sim_sampler *sampler, unsigned slot, FILE *out)
{
    fprintf(out,
            "{\"sampler\":%u,\"clamp\":[%u,%u,%u],\"linear\":[%d,%d,%d],\"border\":%u,"
            "\"color\":[%u,%u,%u,%u]}\n",
            slot, sampler->clamp[0], sampler->clamp[1], sampler->clamp[2], sampler->linear[0],
            sampler->linear[1], sampler->linear[2], sampler->border_type, sampler->border[0],
            sampler->border[1], sampler->border[2], sampler->border[3]);
}

void sim_record_images(const struct sim_record *record, bool written, FILE *out)
{
    const struct sim_launch *launch = record->launch;
    for (unsigned i = 0; i < HW_RATS; i++) {
        const struct sim_rat *rat = &launch->rats[i];
        if (rat->bound && rat->type != HW_RAT_BUFFER)
            print_surface(&rat->surface, record->number, "rat", i, 0, written, rat->source, out);
    }
    if (written)
        return;
    for (unsigned i = 0; i < HW_CS_RESOURCES; i++)
        if (launch->resource_type[i] == HW_TYPE_TEXTURE)
            print_texture(&launch->textures[i], record->number, i, out);
    for (unsigned i = 0; i < HW_CS_SAMPLERS; i++)
        if (launch->samplers[i].bound)
            print_sampler(&launch->samplers[i], i, out);
}
