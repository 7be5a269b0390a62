/* SPDX-License-Identifier: MIT */
/* job.c: jobs as bytes. What is read is not trusted: the state must be such that whoever makes code
 * for it can look up tables by it. */
#include "driver/sim/recompile/job.h"

#include <stdlib.h>

#include "driver/base/codec.h"
#include "driver/base/count.h"
#include "driver/base/free_all.h"
#include "driver/hw/chips.h"
#include "driver/hw/registers.h"
#include "driver/sim/recompile/abreast.h"

enum { MOST_BLOCKS = 64 }; /* of a group */

static void code_flag(struct codec *codec, bool *flag)
{
    uint32_t value = *flag;
    codec_u32(codec, &value);
    *flag = value != 0;
}

static void code_short(struct codec *codec, uint16_t *number, uint16_t most)
{
    uint32_t value = *number;
    codec_u32(codec, &value);
    if (value > most)
        codec_fail(codec, "there are not so many registers");
    *number = (uint16_t)value;
}

static void code_chip(struct codec *codec, const struct hw_chip **chip)
{
    char *name = *chip ? (char *)(*chip)->name : NULL; /* writing changes nothing in it */
    codec_string(codec, &name);
    if (!codec->reading)
        return;
    *chip = name ? hw_chip_find(name) : NULL;
    if (!*chip)
        codec_fail(codec, "there is no such chip");
    free(name);
}

static void code_job(struct codec *codec, struct recompile_job *job)
{
    struct sim_program_mode *mode = &job->mode;
    bool *const flags[] = {&mode->dx10_clamp, &mode->flush_in, &mode->flush_out,
                           &mode->double_denormals, &mode->strict};
    code_chip(codec, &job->chip);
    code_short(codec, &mode->gprs, HW_GPRS);
    code_short(codec, &mode->stack_entries, UINT8_MAX);
    for (size_t i = 0; i < COUNT(flags); i++)
        code_flag(codec, flags[i]);
    codec_blob(codec, (void **)&job->code, &job->code_bytes);
    codec_blob(codec, (void **)&job->state, &job->state_bytes);
}

void *recompile_job_write(const struct recompile_job *job, size_t *size)
{
    struct codec codec;
    codec_write_init(&codec);
    code_job(&codec, (struct recompile_job *)job); /* writing changes nothing in it */
    return codec_take(&codec, size);
}

bool recompile_job_read(struct recompile_job *job, const void *bytes, size_t size, const char **why)
{
    struct codec codec;
    *job = (struct recompile_job){0};
    codec_read_init(&codec, bytes, size);
    code_job(&codec, job);
    const bool sound = codec_finished(&codec);
    *why = sound ? NULL : codec.why ? codec.why : "it goes on behind its end";
    return sound;
}

void recompile_job_finish(struct recompile_job *job)
{
    FREE_ALL(job->code, job->state);
}

/* Read as bytes: what is no bool must not be read as one. */
static bool are_flags(const bool *flag, size_t count)
{
    const uint8_t *byte = (const uint8_t *)flag;
    for (size_t i = 0; i < count; i++)
        if (byte[i] > 1)
            return false;
    return true;
}

static bool is_format(const struct sim_texel_format *format)
{
    bool sound =
        format->dwords <= 4 && format->kind < SIM_TEXEL_KINDS && are_flags(&format->integer, 1);
    for (unsigned c = 0; c < 4; c++)
        sound &= format->channel[c].kind < SIM_CHANNEL_KINDS && format->channel[c].dword < 4;
    return sound;
}

static bool is_texture(const struct sim_sample_how *how)
{
    bool sound = is_format(&how->format) && how->dim <= HW_DIM_2D_ARRAY &&
                 are_flags(&how->load, 1) && are_flags(&how->far, 1) && are_flags(&how->flat, 1) &&
                 are_flags(how->linear, SIM_AXES);
    for (unsigned axis = 0; axis < SIM_AXES; axis++)
        sound &= how->clamp[axis] <= HW_CLAMP_MIRROR_ONCE_BORDER;
    return sound;
}

static bool fits_fetch(const struct recompile_fetch_state *state, const struct sim_fetch *fetch)
{
    if (state->kind == RECOMPILE_FETCH_ASKED)
        return true;
    if (fetch->resource >= HW_CS_RESOURCES)
        return false;
    if (state->kind == RECOMPILE_FETCH_PLAIN)
        return fetch->kind == SIM_FETCH_BUFFER && !fetch->const_fields && fetch->format.bytes &&
               fetch->src_sel[0] <= HW_SEL_W;
    if (state->kind == RECOMPILE_FETCH_LEVELS)
        return fetch->kind == SIM_FETCH_SAMPLE && is_texture(&state->texture.how) &&
               recompile_filters_levels(&state->texture.how) &&
               are_flags(&state->bounds.selects, 1) && are_flags(&state->bounds.blends, 1);
    return state->kind == RECOMPILE_FETCH_SAMPLE && is_texture(&state->texture.how);
}

/* Columns of a group are of as many blocks as go abreast, or of multiples of that. */
static bool fits_across(const struct recompile_state *state, const struct sim_program *program)
{
    const uint32_t column = state->across * SIM_NATIVE_BLOCKS;
    return !state->across ||
           (state->abreast == SIM_NATIVE_BLOCKS && state->across <= state->blocks &&
            state->blocks && state->blocks <= MOST_BLOCKS && state->blocks % column == 0 &&
            recompile_may_columns(program));
}

/* Blocks go abreast in whole wavefronts, and no more than one has. */
static bool fits_abreast(const struct recompile_job *job, const struct sim_program *program)
{
    const struct recompile_state *state = job->state;
    const uint32_t count = state->abreast;
    if (count <= 1)
        return !state->across;
    return (count == 2 || count == 4) && count * SIM_NATIVE_LANES <= job->chip->wave_size &&
           state->rows && !state->scratch_dwords && recompile_may_abreast(program) &&
           fits_across(state, program);
}

/* Rows that lie along y are one block each. */
static bool fits_line(const struct recompile_state *state)
{
    return state->line <= RECOMPILE_LINE_Y && (state->line != RECOMPILE_LINE_Y || state->rows == 1);
}

bool recompile_job_fits(const struct recompile_job *job, const struct sim_program *program)
{
    const struct recompile_state *state = job->state;
    bool sound = job->state_bytes == recompile_state_bytes(program) && fits_abreast(job, program) &&
                 fits_line(state);
    for (uint32_t i = 0; sound && i < HW_RATS; i++)
        sound = !state->stores[i].typed || (is_format(&state->stores[i].how.format) &&
                                            are_flags(&state->stores[i].how.flat, 1));
    for (uint32_t i = 0; sound && i < program->fetch_count; i++)
        sound = fits_fetch(&state->fetches[i], &program->fetches[i]);
    return sound;
}
