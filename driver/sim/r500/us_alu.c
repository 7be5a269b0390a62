/* SPDX-License-Identifier: MIT */
/* us_alu.c: ALU and output instructions on vectors of lanes. All operands are read before anything
 * is written. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/sim/lanes/transcendental.h"
#include "driver/sim/r500/us_wave.h"

#define FOR_LANES(i) for (unsigned i = 0; i < US_LANES; i++)

typedef float us_vector[US_LANES] __attribute__((aligned(64)));

enum { RGB_CHANNELS = 3, ALPHA = 3, SOURCES = 4 /* the presubtract included */ };

/* Sources 0 to 2 and the presubtract, by channel; those that no operand takes are not set. */
struct sources {
    const us_float *at[SOURCES][4];
    us_vector room[SOURCES][4];
};

static void fill(us_vector to, float value)
{
    FOR_LANES(i) to[i] = value;
}

static bool find_source(struct us_wave *wave, const struct us_source *source, unsigned n,
                        unsigned first, unsigned last, struct sources *sources)
{
    const bool constant = source->kind == US_CONSTANT;
    unsigned index = 0;

    if (source->kind != US_INLINE &&
        !us_register(wave, source->index, source->relative,
                     constant ? HW_R500_CONSTANTS : wave->draw->program->temps, &index))
        return false;
    for (unsigned c = first; c <= last; c++) {
        sources->at[n][c] = sources->room[n][c];
        if (source->kind == US_TEMP)
            sources->at[n][c] = (const us_float *)wave->temp[index][c];
        else
            fill(sources->room[n][c], constant ? wave->draw->constant[index][c] : source->value);
    }
    return true;
}

static void presubtract(const struct us_alu *alu, unsigned first, unsigned last,
                        struct sources *sources)
{
    for (unsigned c = first; c <= last; c++) {
        const us_float *a = sources->at[0][c], *b = sources->at[1][c];
        float *to = sources->room[HW_R500_SEL_SRCP][c];

        sources->at[HW_R500_SEL_SRCP][c] = to;
        if (alu->srcp == HW_R500_SRCP_BIAS)
            FOR_LANES(i) to[i] = 1.0f - 2.0f * a[i];
        else if (alu->srcp == HW_R500_SRCP_SUB)
            FOR_LANES(i) to[i] = b[i] - a[i];
        else if (alu->srcp == HW_R500_SRCP_ADD)
            FOR_LANES(i) to[i] = b[i] + a[i];
        else
            FOR_LANES(i) to[i] = 1.0f - a[i];
    }
}

/* Returns the sources that the operands of either ALU take from this one: from `alpha`, its one
 * channel. */
static unsigned wanted(const struct us_instruction *instruction, bool alpha)
{
    const struct us_alu *const alus[] = {&instruction->rgb, &instruction->alpha};
    const unsigned channels[] = {RGB_CHANNELS, 1};
    const bool dp4 = instruction->rgb.op->code == HW_R500_RGB_DP4;
    unsigned set = 0;

    for (unsigned a = 0; a < 2; a++)
        for (unsigned o = 0; o < 3; o++) {
            const struct us_operand *operand = &alus[a]->operand[o];
            const bool read = (alus[a]->op->operands >> o & 1u) || (a && dp4 && o < 2);
            for (unsigned c = 0; c < channels[a] && read; c++)
                if (alpha ? operand->swiz[c] == HW_R500_SWIZ_A : operand->swiz[c] < HW_R500_SWIZ_A)
                    set |= 1u << operand->sel;
        }
    return set;
}

static bool find_sources(struct us_wave *wave, const struct us_instruction *instruction, bool alpha,
                         struct sources *sources)
{
    const struct us_alu *alu = alpha ? &instruction->alpha : &instruction->rgb;
    const unsigned first = alpha ? ALPHA : 0, last = alpha ? ALPHA : RGB_CHANNELS - 1;
    const bool both = alu->srcp == HW_R500_SRCP_SUB || alu->srcp == HW_R500_SRCP_ADD;
    unsigned set = wanted(instruction, alpha);
    const bool srcp = set >> HW_R500_SEL_SRCP & 1u;

    if (srcp)
        set |= both ? 3u : 1u;
    for (unsigned n = 0; n < 3; n++)
        if ((set >> n & 1u) && !find_source(wave, &alu->source[n], n, first, last, sources))
            return false;
    if (srcp)
        presubtract(alu, first, last, sources);
    return true;
}

/* One channel of an operand, after its modifier. */
static void read_operand(const struct sources *sources, const struct us_operand *operand,
                         unsigned swiz, us_vector to)
{
    static const float numbers[] = {0.0f, 0.5f, 1.0f};

    if (swiz <= HW_R500_SWIZ_A)
        memcpy(to, sources->at[operand->sel][swiz], sizeof(us_vector));
    else
        fill(to, numbers[swiz - HW_R500_SWIZ_0]);
    if (operand->mod == HW_R500_MOD_ABS || operand->mod == HW_R500_MOD_NAB)
        FOR_LANES(i) to[i] = fabsf(to[i]);
    if (operand->mod == HW_R500_MOD_NEG || operand->mod == HW_R500_MOD_NAB)
        FOR_LANES(i) to[i] = -to[i];
}

/* The operations on one channel that both ALUs have. */
enum simple {
    SIMPLE_NONE,
    SIMPLE_MAD,
    SIMPLE_MIN,
    SIMPLE_MAX,
    SIMPLE_CND,
    SIMPLE_CMP,
    SIMPLE_FRC,
    SIMPLE_MDH,
    SIMPLE_MDV
};

/* A product; US_CONFIG may have 0 win over infinities and NaN. */
static inline float product(float a, float b, bool zero_wins)
{
    return zero_wins && (a == 0.0f || b == 0.0f) ? 0.0f : a * b;
}

static void simple(enum simple op, us_vector to, const us_vector a, const us_vector b,
                   const us_vector c, bool zero_wins)
{
    switch (op) {
    case SIMPLE_MAD:
        if (zero_wins)
            FOR_LANES(i) to[i] = product(a[i], b[i], true) + c[i];
        else
            FOR_LANES(i) to[i] = a[i] * b[i] + c[i];
        break;
    case SIMPLE_MDH:
        FOR_LANES(i) to[i] = b[i] * a[i & ~1u] + a[i | 1u];
        break;
    case SIMPLE_MDV:
        FOR_LANES(i) to[i] = b[i] * a[i & ~2u] + a[i | 2u];
        break;
    case SIMPLE_MIN:
        FOR_LANES(i) to[i] = a[i] < b[i] ? a[i] : b[i];
        break;
    case SIMPLE_MAX:
        FOR_LANES(i) to[i] = a[i] >= b[i] ? a[i] : b[i];
        break;
    case SIMPLE_CND:
        FOR_LANES(i) to[i] = c[i] > 0.5f ? a[i] : b[i];
        break;
    case SIMPLE_CMP:
        FOR_LANES(i) to[i] = c[i] >= 0.0f ? a[i] : b[i];
        break;
    case SIMPLE_FRC:
        FOR_LANES(i) to[i] = a[i] - floorf(a[i]);
        break;
    case SIMPLE_NONE:
        break;
    }
}

/* By the code of an operation; codes have 4 bits. */
static const uint8_t simple_rgb[16] = {
    [HW_R500_RGB_MAD] = SIMPLE_MAD, [HW_R500_RGB_MIN] = SIMPLE_MIN, [HW_R500_RGB_MAX] = SIMPLE_MAX,
    [HW_R500_RGB_CND] = SIMPLE_CND, [HW_R500_RGB_CMP] = SIMPLE_CMP, [HW_R500_RGB_FRC] = SIMPLE_FRC,
    [HW_R500_RGB_MDH] = SIMPLE_MDH, [HW_R500_RGB_MDV] = SIMPLE_MDV};
static const uint8_t simple_alpha[16] = {
    [HW_R500_ALPHA_MAD] = SIMPLE_MAD, [HW_R500_ALPHA_MIN] = SIMPLE_MIN,
    [HW_R500_ALPHA_MAX] = SIMPLE_MAX, [HW_R500_ALPHA_CND] = SIMPLE_CND,
    [HW_R500_ALPHA_CMP] = SIMPLE_CMP, [HW_R500_ALPHA_FRC] = SIMPLE_FRC,
    [HW_R500_ALPHA_MDH] = SIMPLE_MDH, [HW_R500_ALPHA_MDV] = SIMPLE_MDV};

static void transcendental(unsigned code, us_vector to, const us_vector a)
{
    switch (code) {
    case HW_R500_ALPHA_EX2:
        FOR_LANES(i) to[i] = sim_exp2(a[i]);
        break;
    case HW_R500_ALPHA_LN2:
        FOR_LANES(i) to[i] = sim_log2(a[i]);
        break;
    case HW_R500_ALPHA_RCP:
        FOR_LANES(i) to[i] = 1.0f / a[i];
        break;
    case HW_R500_ALPHA_RSQ:
        FOR_LANES(i) to[i] = (float)(1.0 / sqrt((double)a[i]));
        break;
    case HW_R500_ALPHA_SIN:
        FOR_LANES(i) to[i] = sim_sine_of_turns(a[i], 0);
        break;
    default:
        FOR_LANES(i) to[i] = sim_sine_of_turns(a[i], 1);
        break;
    }
}

/* Operands A, B, C of each channel; what is not read stays as it is. */
struct operands {
    us_vector rgb[3][RGB_CHANNELS], alpha[3];
};

static void read_operands(const struct us_instruction *instruction, const struct sources *sources,
                          struct operands *operands)
{
    const struct us_alu *rgb = &instruction->rgb, *alpha = &instruction->alpha;
    const bool dp4 = rgb->op->code == HW_R500_RGB_DP4;

    for (unsigned o = 0; o < 3; o++) {
        for (unsigned c = 0; c < RGB_CHANNELS && (rgb->op->operands >> o & 1u); c++)
            read_operand(sources, &rgb->operand[o], rgb->operand[o].swiz[c], operands->rgb[o][c]);
        if ((alpha->op->operands >> o & 1u) || (dp4 && o < 2))
            read_operand(sources, &alpha->operand[o], alpha->operand[o].swiz[0],
                         operands->alpha[o]);
    }
}

/* DP3, DP4, D2A: sums from the left to the right. */
static void dot(unsigned code, us_vector to, const struct operands *o, bool zero)
{
    FOR_LANES(i)
    {
        float sum = product(o->rgb[0][0][i], o->rgb[1][0][i], zero) +
                    product(o->rgb[0][1][i], o->rgb[1][1][i], zero);
        if (code == HW_R500_RGB_D2A)
            sum += o->rgb[2][2][i];
        else
            sum += product(o->rgb[0][2][i], o->rgb[1][2][i], zero);
        if (code == HW_R500_RGB_DP4)
            sum += product(o->alpha[0][i], o->alpha[1][i], zero);
        to[i] = sum;
    }
}

static void compute(const struct us_instruction *instruction, const struct operands *o, bool zero,
                    us_vector result[4])
{
    const unsigned r = instruction->rgb.op->code, a = instruction->alpha.op->code;
    us_vector scalar;

    if (instruction->alpha.op->transcendental)
        transcendental(a, result[ALPHA], o->alpha[0]);
    else
        simple(simple_alpha[a], result[ALPHA], o->alpha[0], o->alpha[1], o->alpha[2], zero);
    for (unsigned c = 0; c < RGB_CHANNELS && !instruction->rgb.op->scalar; c++)
        simple(simple_rgb[r], result[c], o->rgb[0][c], o->rgb[1][c], o->rgb[2][c], zero);
    if (!instruction->rgb.op->scalar)
        return;
    if (r == HW_R500_RGB_SOP)
        memcpy(scalar, result[ALPHA], sizeof(scalar));
    else
        dot(r, scalar, o, zero);
    for (unsigned c = 0; c < RGB_CHANNELS; c++)
        memcpy(result[c], scalar, sizeof(scalar));
    if (a == HW_R500_ALPHA_DP)
        memcpy(result[ALPHA], scalar, sizeof(scalar));
}

/* Output modifier, width and clamp. */
static void finish(const struct us_alu *alu, bool narrow, us_vector value)
{
    static const float factors[] = {1.0f, 2.0f, 4.0f, 8.0f, 0.5f, 0.25f, 0.125f};

    if (alu->omod == HW_R500_OMOD_DISABLE)
        return;
    assert(alu->omod < COUNT(factors));
    const float factor = factors[alu->omod];
    FOR_LANES(i)
    {
        const float x = value[i] * factor;
        const float flushed = fabsf(x) < FLT_MIN ? copysignf(0.0f, x) : x;
        value[i] = x == x ? flushed : bits_float(0x7fffffff);
    }
    if (narrow)
        FOR_LANES(i) value[i] = us_narrowed(value[i]);
    if (alu->clamp)
        FOR_LANES(i) value[i] = value[i] > 0.0f ? (value[i] < 1.0f ? value[i] : 1.0f) : 0.0f;
}

static uint64_t test(unsigned how, const us_vector value)
{
    uint64_t set = 0;

    FOR_LANES(i)
    {
        const float x = value[i];
        const bool passes = how == HW_R500_TEST_EQ   ? x == 0.0f
                            : how == HW_R500_TEST_LT ? x < 0.0f
                            : how == HW_R500_TEST_GE ? x >= 0.0f
                                                     : x != 0.0f;
        set |= (uint64_t)passes << i;
    }
    return set;
}

static void write_lanes(uint32_t *to, const us_vector value, uint64_t lanes)
{
    if (lanes == UINT64_MAX) {
        memcpy(to, value, sizeof(us_vector));
        return;
    }
    FOR_LANES(i)
    if (lanes >> i & 1u)
        to[i] = float_bits(value[i]);
}

static void write_channel(struct us_wave *wave, const struct us_instruction *instruction,
                          const struct us_alu *alu, unsigned c, unsigned bit, unsigned dest,
                          const us_vector value)
{
    const uint64_t lanes = us_writers(wave, instruction, c);

    if (alu->wmask >> bit & 1u)
        write_lanes(wave->temp[dest][c], value, lanes);
    if (!(alu->omask >> bit & 1u))
        return;
    if (instruction->type == HW_R500_TYPE_OUT) {
        write_lanes(wave->output[alu->target][c], value, lanes & wave->covered);
        wave->output_lanes[alu->target][c] |= lanes;
    } else {
        wave->predicate[c] = (wave->predicate[c] & ~lanes) | (test(alu->target, value) & lanes);
    }
}

static bool destination(struct us_wave *wave, const struct us_alu *alu, unsigned *dest)
{
    *dest = 0;
    return !alu->wmask ||
           us_register(wave, alu->dest, alu->dest_relative, wave->draw->program->temps, dest);
}

bool us_exec_alu(struct us_wave *wave, const struct us_instruction *instruction)
{
    const struct us_alu *rgb = &instruction->rgb, *alpha = &instruction->alpha;
    struct sources sources;
    struct operands operands = {0};
    us_vector result[4] = {{0}};
    unsigned rgb_dest, alpha_dest;

    memset(sources.at, 0, sizeof(sources.at));
    if (!find_sources(wave, instruction, false, &sources) ||
        !find_sources(wave, instruction, true, &sources) || !destination(wave, rgb, &rgb_dest) ||
        !destination(wave, alpha, &alpha_dest))
        return false;
    read_operands(instruction, &sources, &operands);
    compute(instruction, &operands, wave->draw->zero_wins, result);
    for (unsigned c = 0; c < 4; c++)
        finish(c == ALPHA ? alpha : rgb, wave->draw->narrow, result[c]);
    if (instruction->writes_result) {
        wave->result = test(instruction->result_test, result[instruction->result_channel]);
        wave->has_result = true;
    }
    if (instruction->writes_depth) {
        const uint64_t lanes = us_writers(wave, instruction, ALPHA) & wave->covered;
        write_lanes(wave->depths, result[ALPHA], lanes);
        wave->depth_lanes |= lanes;
    }
    /* Predicates that this instruction writes are not those that it is under. */
    uint64_t before[4];
    memcpy(before, wave->predicate, sizeof(before));
    uint64_t after[4];
    for (unsigned c = 0; c < 4; c++) {
        memcpy(wave->predicate, before, sizeof(before));
        write_channel(wave, instruction, c == ALPHA ? alpha : rgb, c, c == ALPHA ? 0 : c,
                      c == ALPHA ? alpha_dest : rgb_dest, result[c]);
        after[c] = wave->predicate[c];
    }
    memcpy(wave->predicate, after, sizeof(after));
    return true;
}
