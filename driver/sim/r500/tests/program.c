/* SPDX-License-Identifier: MIT */
/* program.c: see program.h. Words are put together field by field from AMD's document, not by the
 * compiler's encoder. */
#include "driver/sim/r500/tests/program.h"

#include <stdlib.h>
#include <string.h>

unsigned inline_constant(float value)
{
    const int code = hw_r500_inline_find(value);

    assert_true(code >= 0);
    return (unsigned)code | HW_R500_INLINE;
}

static uint32_t addresses(const struct half *half)
{
    return half->src[0] | half->src[1] << 10 | half->src[2] << 20 | half->srcp << 30;
}

/* Select, three swizzles and modifier, as they follow each other. */
static uint32_t rgb_operand(const struct operand *operand)
{
    return operand->sel | operand->swiz[0] << 2 | operand->swiz[1] << 5 | operand->swiz[2] << 8 |
           operand->mod << 11;
}

static uint32_t alpha_operand(const struct operand *operand)
{
    return operand->sel | operand->swiz[0] << 2 | operand->mod << 5;
}

uint32_t alu(struct program *program, const struct instruction *in)
{
    uint32_t *words = program->words[program->count];
    const struct half *rgb = &in->rgb, *alpha = &in->alpha;

    words[0] = in->type | in->flags | rgb->pred << 3 | (uint32_t)rgb->pred_inv << 6 |
               rgb->wmask << 11 | alpha->wmask << 14 | rgb->omask << 15 | alpha->omask << 18 |
               (uint32_t)rgb->clamp << 19 | (uint32_t)alpha->clamp << 20 |
               (uint32_t)alpha->pred_inv << 22 | alpha->pred << 25;
    words[1] = addresses(rgb);
    words[2] = addresses(alpha);
    words[3] = rgb_operand(&rgb->a) | rgb_operand(&rgb->b) << 13 | rgb->omod << 26 |
               rgb->target << 29 | (uint32_t)in->writes_result << 31;
    words[4] = alpha->op | alpha->dest << 4 | (uint32_t)alpha->dest_relative << 11 |
               alpha_operand(&alpha->a) << 12 | alpha_operand(&alpha->b) << 19 | alpha->omod << 26 |
               alpha->target << 29;
    words[5] = rgb->op | rgb->dest << 4 | (uint32_t)rgb->dest_relative << 11 |
               rgb_operand(&rgb->c) << 12 | alpha_operand(&alpha->c) << 25;
    return program->count++;
}

uint32_t look_up(struct program *program, unsigned unit, unsigned dest, unsigned source,
                 uint32_t cmn, uint32_t inst)
{
    uint32_t *words = program->words[program->count];

    words[0] = HW_R500_TYPE_TEX | cmn | 15u << 11;
    words[1] = unit << 16 | inst | (inst >> 22 & 7u ? 0 : HW_R500_TEX_LD << 22);
    words[2] = source | 0u << 8 | 1u << 10 | 2u << 12 | 3u << 14 | dest << 16 | 0u << 24 |
               1u << 26 | 2u << 28 | 3u << 30;
    return program->count++;
}

uint32_t flow(struct program *program, unsigned op, uint32_t inst, uint32_t addr)
{
    uint32_t *words = program->words[program->count];

    words[0] = HW_R500_TYPE_FC | HW_SET(R500_CMN, ALU_WAIT, 1);
    words[2] = op | inst;
    words[3] = addr;
    return program->count++;
}

void aim(struct program *program, uint32_t number, uint32_t target)
{
    program->words[number][3] |= HW_SET(R500_FC_ADDR, JUMP_ADDR, target);
}

void set_all(struct program *program, unsigned dest, float value)
{
    ALU(program,
        .rgb = {.src = {I(value)}, .a = ALL(0), .b = ONE, .c = ZERO, .dest = dest, .wmask = 7},
        .alpha = {.src = {I(value)},
                  .a = ONE_OF(0, HW_R500_SWIZ_A),
                  .b = ONE,
                  .c = ZERO,
                  .dest = dest,
                  .wmask = 1});
}

void output(struct program *program, unsigned source)
{
    ALU(program, .type = HW_R500_TYPE_OUT, .flags = HW_SET(R500_CMN, TEX_SEM_WAIT, 1),
        .rgb = {.src = {T(source)}, .a = ALL(0), .b = ONE, .c = ZERO, .omask = 7},
        .alpha = {
            .src = {T(source)}, .a = ONE_OF(0, HW_R500_SWIZ_A), .b = ONE, .c = ZERO, .omask = 1});
}

struct pixels *pixels;

int pixels_create(void **state)
{
    const size_t bytes = (sizeof(struct pixels) + 63) / 64 * 64;
    pixels = aligned_alloc(64, bytes);

    assert_non_null(pixels);
    memset(pixels, 0, bytes);
    pixels->draw.program = &pixels->program;
    pixels->draw.lanes = sim_lanes_select();
    pixels->program.temps = 16;
    pixels->program.full_flow = true;
    return 0;
}

int pixels_destroy(void **state)
{
    free(pixels);
    return 0;
}

bool run(const struct program *program)
{
    struct us_wave *wave = &pixels->wave;

    if (!us_decode(&pixels->program, program->words, program->count, pixels->error,
                   sizeof(pixels->error)))
        return false;
    memset(wave, 0, sizeof(*wave));
    wave->draw = &pixels->draw;
    wave->error = pixels->error;
    wave->covered = UINT64_MAX;
    for (unsigned lane = 0; lane < US_LANES; lane++) {
        const float values[4] = {(float)lane, (float)lane / 4, -(float)lane, 1};
        for (unsigned c = 0; c < 4; c++)
            memcpy(&wave->temp[0][c][lane], &values[c], sizeof(float));
    }
    return us_run(wave);
}

float out(unsigned c, unsigned lane)
{
    return ((const us_float *)pixels->wave.output[0][c])[lane];
}

float temp(unsigned t, unsigned c, unsigned lane)
{
    return ((const us_float *)pixels->wave.temp[t][c])[lane];
}

void assert_fault(const struct program *program, const char *words)
{
    pixels->error[0] = '\0';
    assert_false(run(program));
    if (!strstr(pixels->error, words))
        fail_msg("\"%s\" does not say \"%s\"", pixels->error, words);
}
