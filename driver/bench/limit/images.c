/* SPDX-License-Identifier: MIT */
/* images.c: kernels on images. Rows are read with their ends repeated, as CLAMP_TO_EDGE has it. */
#include <math.h>
#include <string.h>

#include "driver/bench/limit/limit.h"
#include "driver/bench/limit/vectors.h"

enum { MOST_WIDTH = 4096, PAD = 4, MOST_LEVELS = 13 };

static size_t clamp(long at, size_t size)
{
    return at < 0 ? 0 : at >= (long)size ? size - 1 : (size_t)at;
}

static uint8_t *byte_row(const struct limit_memory *image, long y)
{
    return (uint8_t *)image->data + clamp(y, image->height) * image->width * 4;
}

static float *float_row(const struct limit_memory *image, long y)
{
    return (float *)image->data + clamp(y, image->height) * image->width * 4;
}

static uchar4 to_bytes(float4 texel)
{
    return __builtin_convertvector(
        __builtin_elementwise_min(__builtin_elementwise_max(texel + 0.5f, (float4)0.0f),
                                  (float4)255.0f),
        uchar4);
}

/* A row of floats, 0 to 255 of bytes, with PAD texels before and behind. */
static void padded_row(const struct limit_memory *image, long y, float *restrict row)
{
    const size_t count = image->width * 4;
    if (image->texel == 4) {
        const uint8_t *restrict bytes = byte_row(image, y);
        for (size_t i = 0; i < count; i++)
            row[PAD * 4 + i] = bytes[i];
    } else {
        memcpy(row + PAD * 4, float_row(image, y), count * sizeof *row);
    }
    for (size_t i = 0; i < PAD * 4; i++) {
        row[i] = row[PAD * 4 + i % 4];
        row[PAD * 4 + count + i] = row[PAD * 4 + count - 4 + i % 4];
    }
}

static void store_row(const struct limit_memory *image, size_t y, const float *restrict row)
{
    const size_t count = image->width * 4;
    uint8_t *restrict bytes = byte_row(image, (long)y);
    if (image->texel == 16)
        memcpy(float_row(image, (long)y), row, count * sizeof *row);
    else
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)(int)(row[i] + 0.5f);
}

/* ---- box ---- */

static void box_bytes(const struct limit_launch *launch, size_t y)
{
    static _Thread_local uint8_t padded[5][(MOST_WIDTH + 2 * PAD) * 4];
    const struct limit_memory *source = launch->memory[0];
    const size_t count = source->width * 4;
    for (size_t r = 0; r < 5; r++) {
        const uint8_t *row = byte_row(source, (long)(y + r) - 2);
        memcpy(padded[r] + PAD * 4, row, count);
        for (size_t i = 0; i < PAD * 4; i++) {
            padded[r][i] = row[i % 4];
            padded[r][PAD * 4 + count + i] = row[count - 4 + i % 4];
        }
    }
    uint8_t *restrict result = byte_row(launch->memory[1], (long)y);
    for (size_t i = 0; i < count; i++) {
        uint16_t sum = 0;
        for (size_t r = 0; r < 5; r++)
            for (size_t x = 0; x < 5; x++)
                sum = (uint16_t)(sum + padded[r][i + 4 * (PAD - 2 + x)]);
        result[i] = (uint8_t)((sum + 12) * 5243u >> 17); /* a 25th, exact below 2^15 */
    }
}

static void box_floats(const struct limit_launch *launch, size_t y)
{
    static _Thread_local float padded[5][(MOST_WIDTH + 2 * PAD) * 4];
    for (size_t r = 0; r < 5; r++)
        padded_row(launch->memory[0], (long)(y + r) - 2, padded[r]);
    float *restrict result = float_row(launch->memory[1], (long)y);
    for (size_t i = 0; i < launch->width * 4; i++) {
        float sum = 0;
        for (size_t r = 0; r < 5; r++)
            for (size_t x = 0; x < 5; x++)
                sum += padded[r][i + 4 * (PAD - 2 + x)];
        result[i] = sum / 25.0f;
    }
}

static void box_filter(const struct limit_launch *launch, size_t first, size_t end)
{
    for (size_t y = first; y < end; y++)
        launch->memory[0]->texel == 4 ? box_bytes(launch, y) : box_floats(launch, y);
}

/* ---- copy ---- */

static void copy(const struct limit_launch *launch, size_t first, size_t end)
{
    const size_t pitch = launch->memory[0]->width * launch->memory[0]->texel;
    memcpy((char *)launch->memory[1]->data + first * pitch,
           (char *)launch->memory[0]->data + first * pitch, (end - first) * pitch);
}

/* ---- linear filters ---- */

struct place {
    size_t first, second; /* texels */
    float weight;         /* of the second */
};

static struct place find_place(float at, size_t size)
{
    const float low = floorf(at);
    return (struct place){clamp((long)low, size), clamp((long)low + 1, size), at - low};
}

/* Rows are mixed first, which makes one row that is narrower than the result. */
static void resample(const struct limit_launch *launch, size_t first, size_t end)
{
    static _Thread_local struct place columns[MOST_WIDTH];
    static _Thread_local float mixed[MOST_WIDTH * 4];
    const struct limit_memory *source = launch->memory[0], *result = launch->memory[1];
    for (size_t x = 0; x < launch->width; x++)
        columns[x] = find_place(((float)x + 0.5f) * 0.71875f - 0.5f, source->width);
    const size_t used = (columns[launch->width - 1].second + 1) * 4;
    for (size_t y = first; y < end; y++) {
        const struct place row = find_place(((float)y + 0.5f) * 0.71875f - 0.5f, source->height);
        if (source->texel == 4) {
            const uint8_t *restrict a = byte_row(source, (long)row.first), *restrict b = byte_row(
                                                                               source,
                                                                               (long)row.second);
            for (size_t i = 0; i < used; i++)
                mixed[i] = (float)a[i] + (float)(b[i] - a[i]) * row.weight;
        } else {
            const float *restrict a = float_row(source, (long)row.first), *restrict b = float_row(
                                                                              source,
                                                                              (long)row.second);
            for (size_t i = 0; i < used; i++)
                mixed[i] = a[i] + (b[i] - a[i]) * row.weight;
        }
        uchar4 *restrict bytes = (uchar4 *)byte_row(result, (long)y);
        float4 *restrict floats = (float4 *)result->data + y * result->width;
        for (size_t x = 0; x < launch->width; x++) {
            const float4 a = *(const float4 *)(mixed + columns[x].first * 4),
                         b = *(const float4 *)(mixed + columns[x].second * 4);
            const float4 texel = a + (b - a) * columns[x].weight;
            if (result->texel == 4)
                bytes[x] = to_bytes(texel);
            else
                floats[x] = texel;
        }
    }
}

static inline __attribute__((always_inline)) float4 texel_at(const struct limit_memory *image,
                                                             size_t x, size_t y, size_t z,
                                                             size_t texel)
{
    const size_t at = (z * image->height + y) * image->width + x;
    if (texel == 4)
        return __builtin_convertvector(((const uchar4 *)image->data)[at], float4);
    return ((const float4 *)image->data)[at];
}

static inline __attribute__((always_inline)) void cut_row(const struct limit_launch *launch,
                                                          size_t row, size_t texel)
{
    const struct limit_memory *source = launch->memory[0], *result = launch->memory[1];
    const float v = ((float)row + 0.5f) / 1024.0f;
    const struct place y = find_place(v * (float)source->height - 0.5f, source->height);
    uchar4 *restrict bytes = (uchar4 *)byte_row(result, (long)row);
    float4 *restrict floats = (float4 *)result->data + row * result->width;
    for (size_t i = 0; i < launch->width; i++) {
        const float u = ((float)i + 0.5f) / 1024.0f;
        const struct place x = find_place(u * (float)source->width - 0.5f, source->width);
        const struct place z =
            find_place((u + v) * 0.5f * (float)source->depth - 0.5f, source->depth);
        float4 slices[2];
        for (unsigned s = 0; s < 2; s++) {
            const size_t at = s ? z.second : z.first;
            const float4 a = texel_at(source, x.first, y.first, at, texel),
                         b = texel_at(source, x.second, y.first, at, texel),
                         c = texel_at(source, x.first, y.second, at, texel),
                         d = texel_at(source, x.second, y.second, at, texel);
            const float4 top = a + (b - a) * x.weight, bottom = c + (d - c) * x.weight;
            slices[s] = top + (bottom - top) * y.weight;
        }
        const float4 mixed = slices[0] + (slices[1] - slices[0]) * z.weight;
        if (texel == 4)
            bytes[i] = to_bytes(mixed);
        else
            floats[i] = mixed;
    }
}

static void cut(const struct limit_launch *launch, size_t first, size_t end)
{
    for (size_t y = first; y < end; y++)
        launch->memory[0]->texel == 4 ? cut_row(launch, y, 4) : cut_row(launch, y, 16);
}

/* ---- filters between levels ---- */

/* Each pixel takes four texels from either level. Where a row lies is found once for each level. */
static void levels_row(const struct limit_launch *launch, size_t row, const float *lods)
{
    const struct limit_memory *source = launch->memory[0], *result = launch->memory[1];
    struct place y[MOST_LEVELS];
    const uchar4 *texels[MOST_LEVELS];
    uchar4 *restrict bytes = (uchar4 *)byte_row(result, (long)row);
    for (size_t l = 0; l < source->levels; l++) {
        const size_t height = source->height >> l;
        y[l] = find_place(((float)row + 0.5f) / 1024.0f * (float)height - 0.5f, height);
        texels[l] = (const uchar4 *)((const char *)source->data + limit_level(source, l));
    }
    for (size_t i = 0; i < launch->width; i++) {
        const float u = ((float)i + 0.5f) / 1024.0f;
        const size_t first = (size_t)lods[i];
        float4 mixed[2] = {0};
        for (size_t l = first; l < first + 2 && l < source->levels; l++) {
            const size_t width = source->width >> l;
            const struct place x = find_place(u * (float)width - 0.5f, width);
            const uchar4 *upper = texels[l] + y[l].first * width,
                         *lower = texels[l] + y[l].second * width;
            const float4 a = __builtin_convertvector(upper[x.first], float4),
                         b = __builtin_convertvector(upper[x.second], float4),
                         c = __builtin_convertvector(lower[x.first], float4),
                         d = __builtin_convertvector(lower[x.second], float4);
            const float4 top = a + (b - a) * x.weight, bottom = c + (d - c) * x.weight;
            mixed[l - first] = top + (bottom - top) * y[l].weight;
        }
        bytes[i] = to_bytes(mixed[0] + (mixed[1] - mixed[0]) * (lods[i] - (float)first));
    }
}

static void mips(const struct limit_launch *launch, size_t first, size_t end)
{
    float lods[MOST_WIDTH];
    for (size_t x = 0; x < launch->width; x++)
        lods[x] = ((float)x + 0.5f) / 1024.0f * 3.0f;
    for (size_t y = first; y < end; y++)
        levels_row(launch, y, lods);
}

static void gradients(const struct limit_launch *launch, size_t first, size_t end)
{
    float lods[MOST_WIDTH];
    for (size_t x = 0; x < launch->width; x++)
        lods[x] = log2f(1.0f + ((float)x + 0.5f) / 1024.0f * 7.0f);
    for (size_t y = first; y < end; y++)
        levels_row(launch, y, lods);
}

/* ---- filters of whole programs ---- */

/* Bytes become 0 to 255 as floats, and come back so: the weights' sum is 1. */
static void gaussian(const struct limit_launch *launch, size_t first, size_t end)
{
    static _Thread_local float padded[(MOST_WIDTH + 2 * PAD) * 4], sums[MOST_WIDTH * 4];
    const struct limit_memory *source = launch->memory[0];
    const float *weights = launch->memory[2]->data;
    const size_t count = source->width * 4;
    for (size_t y = first; y < end; y++) {
        if (launch->value[3].pair[0]) {
            padded_row(source, (long)y, padded);
            for (size_t i = 0; i < count; i++) {
                float sum = 0;
                for (size_t t = 0; t < 9; t++)
                    sum += weights[t] * padded[i + 4 * (PAD - 4 + t)];
                sums[i] = sum;
            }
        } else {
            const float *restrict rows[9];
            for (long t = 0; t < 9; t++)
                rows[t] = float_row(source, (long)y + t - 4);
            for (size_t i = 0; i < count; i++) {
                float sum = 0;
                for (size_t t = 0; t < 9; t++)
                    sum += weights[t] * rows[t][i];
                sums[i] = sum;
            }
        }
        store_row(launch->memory[1], y, sums);
    }
}

/* 2^x for x of at most 0, to 2^-20: a polynomial for the fraction, the exponent's bits for the
 * rest. */
static inline __attribute__((always_inline)) float8 power_of_two(float8 x)
{
    x = __builtin_elementwise_max(x, (float8)-126.0f);
    const float8 whole = __builtin_elementwise_floor(x), f = x - whole;
    const float8 part =
        1.0f + f * (0.693147f +
                    f * (0.2402265f + f * (0.05550332f + f * (0.00961804f + f * 0.00133336f))));
    const int8 exponent = (__builtin_convertvector(whole, int8) + 127) << 23;
    return part * (float8)exponent;
}

/* Planes of a row, one a channel, scaled to 1. */
static void planes_of(const struct limit_memory *image, long y,
                      float (*planes)[MOST_WIDTH + 2 * PAD])
{
    const uint8_t *restrict row = byte_row(image, y);
    for (size_t c = 0; c < 4; c++) {
        for (size_t x = 0; x < image->width; x++)
            planes[c][PAD + x] = (float)row[x * 4 + c] * (1.0f / 255.0f);
        for (size_t i = 0; i < PAD; i++) {
            planes[c][i] = planes[c][PAD];
            planes[c][PAD + image->width + i] = planes[c][PAD + image->width - 1];
        }
    }
}

static float8 load8(const float *from)
{
    float8 value;
    memcpy(&value, from, sizeof value);
    return value;
}

/* Eight texels at a time; a part's rows of planes are kept, and five of them used for each. */
static void bilateral(const struct limit_launch *launch, size_t first, size_t end)
{
    static _Thread_local float planes[5][4][MOST_WIDTH + 2 * PAD];
    const struct limit_memory *source = launch->memory[0];
    const float space = -launch->value[2].real * 1.442695f,
                colour = -launch->value[3].real * 1.442695f;
    for (long r = 0; r < 4; r++)
        planes_of(source, (long)first - 2 + r, planes[((long)first + 3 + r) % 5]);
    for (size_t y = first; y < end; y++) {
        planes_of(source, (long)y + 2, planes[(y + 2) % 5]);
        uint8_t *restrict result = byte_row(launch->memory[1], (long)y);
        for (size_t x = 0; x < launch->width; x += 8) {
            float8 centre[4], sums[4] = {0}, weights = 0.0f;
            for (unsigned c = 0; c < 4; c++)
                centre[c] = load8(&planes[y % 5][c][PAD + x]);
            for (long j = -2; j <= 2; j++)
                for (long i = -2; i <= 2; i++) {
                    float8 texel[4], apart = 0.0f;
                    for (unsigned c = 0; c < 4; c++) {
                        texel[c] = load8(&planes[(y + 5 + (size_t)j) % 5][c][PAD + x + (size_t)i]);
                        apart += (texel[c] - centre[c]) * (texel[c] - centre[c]);
                    }
                    const float8 weight =
                        power_of_two((float)(i * i + j * j) * space + apart * colour);
                    for (unsigned c = 0; c < 4; c++)
                        sums[c] += weight * texel[c];
                    weights += weight;
                }
            for (unsigned c = 0; c < 4; c++) {
                const float8 scaled = sums[c] / weights * 255.0f + 0.5f;
                for (size_t i = 0; i < 8; i++)
                    result[(x + i) * 4 + c] = (uint8_t)scaled[i];
            }
        }
    }
}

const struct limit_kernel limit_images[] = {
    {"box_filter", box_filter},
    {"copy", copy},
    {"resample", resample},
    {"cut", cut},
    {"gaussian", gaussian},
    {"bilateral", bilateral},
    {"mips", mips},
    {"gradients", gradients},
    {NULL, NULL},
};
