/* SPDX-License-Identifier: MIT */
/* numbers.c: kernels on buffers. Work-items become lanes of vectors; what they share in local
 * memory stays in registers or in a small array of the thread. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bench/limit/limit.h"
#include "driver/bench/limit/vectors.h"

enum { LANES = 16 };
static const uint16 lane_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static void copy_buffer(const struct limit_launch *launch, size_t first, size_t end)
{
    const size_t pitch = launch->width * sizeof(float4);
    memcpy((char *)launch->memory[1]->data + first * pitch,
           (char *)launch->memory[0]->data + first * pitch, (end - first) * pitch);
}

/* Four rows by 32 columns of sums are kept in registers. */
static void matrix_multiply(const struct limit_launch *launch, size_t first, size_t end)
{
    enum { SIZE = 512, ROWS = 4, VECTORS = 2 };
    const float *a = launch->memory[0]->data, *b = launch->memory[1]->data;
    float *result = launch->memory[2]->data;
    for (size_t row = first; row < end; row += ROWS)
        for (size_t column = 0; column < SIZE; column += LANES * VECTORS) {
            float16 sums[ROWS][VECTORS] = {0};
            for (size_t k = 0; k < SIZE; k++)
                for (size_t v = 0; v < VECTORS; v++) {
                    float16 other;
                    memcpy(&other, b + k * SIZE + column + v * LANES, sizeof other);
                    for (size_t r = 0; r < ROWS; r++)
                        sums[r][v] += a[(row + r < end ? row + r : row) * SIZE + k] * other;
                }
            for (size_t r = 0; r < ROWS && row + r < end; r++)
                memcpy(result + (row + r) * SIZE + column, sums[r], sizeof sums[r]);
        }
}

/* Four vectors at a time, as each step waits for the one before. */
enum { AT_ONCE = 4 };

static void alu_loop(const struct limit_launch *launch, size_t first, size_t end)
{
    float *result = launch->memory[0]->data;
    for (size_t at = first * 1024; at < end * 1024; at += LANES * AT_ONCE) {
        uint16 state[AT_ONCE];
        float16 sum[AT_ONCE] = {0};
        for (size_t v = 0; v < AT_ONCE; v++)
            state[v] = lane_numbers + (uint32_t)(at + v * LANES);
        for (unsigned i = 0; i < 1000; i++)
            for (size_t v = 0; v < AT_ONCE; v++) {
                state[v] = state[v] * 1664525u + 1013904223u;
                sum[v] = sum[v] * 0.5f + __builtin_convertvector((int16)(state[v] >> 24), float16);
            }
        memcpy(result + at, sum, sizeof sum);
    }
}

static void xorshift(const struct limit_launch *launch, size_t first, size_t end)
{
    float *result = launch->memory[0]->data;
    for (size_t at = first * 1024; at < end * 1024; at += LANES * AT_ONCE) {
        uint16 state[AT_ONCE];
        for (size_t v = 0; v < AT_ONCE; v++)
            state[v] = (lane_numbers + (uint32_t)(at + v * LANES)) * 2654435761u + 1u;
        for (unsigned i = 0; i < 1000; i++)
            for (size_t v = 0; v < AT_ONCE; v++) {
                state[v] ^= state[v] << 13;
                state[v] ^= state[v] >> 17;
                state[v] ^= state[v] << 5;
            }
        for (size_t v = 0; v < AT_ONCE; v++) {
            const float16 value = __builtin_convertvector((int16)(state[v] >> 8), float16);
            memcpy(result + at + v * LANES, &value, sizeof value);
        }
    }
}

/* Four sums of each work-item, which converge; two vectors of these at a time, as each step waits
 * for the one before. */
#define FMA_LOOP(name, real, reals)                                                                \
    static void name(const struct limit_launch *launch, size_t first, size_t end)                  \
    {                                                                                              \
        enum { PAIR = 2 };                                                                         \
        float *result = launch->memory[0]->data;                                                   \
        for (size_t at = first * 1024; at < end * 1024; at += LANES * PAIR) {                      \
            const reals b = (real)0.75f;                                                           \
            reals a[PAIR], s[PAIR], t[PAIR], u[PAIR], v[PAIR];                                     \
            for (size_t p = 0; p < PAIR; p++) {                                                    \
                const reals own =                                                                  \
                    __builtin_convertvector(lane_numbers + (uint32_t)(at + p * LANES), reals);     \
                s[p] = a[p] = own * (real)0.001f + (real)1;                                        \
                t[p] = a[p] / (real)2, u[p] = a[p] / (real)4, v[p] = a[p] + (real)2;               \
            }                                                                                      \
            for (unsigned i = 0; i < 1000; i++)                                                    \
                for (size_t p = 0; p < PAIR; p++) {                                                \
                    s[p] = s[p] * b + a[p];                                                        \
                    t[p] = t[p] * b + a[p];                                                        \
                    u[p] = u[p] * b + a[p];                                                        \
                    v[p] = v[p] * b + a[p];                                                        \
                }                                                                                  \
            for (size_t p = 0; p < PAIR; p++) {                                                    \
                const float16 sum = __builtin_convertvector(s[p] + t[p] + u[p] + v[p], float16);   \
                memcpy(result + at + p * LANES, &sum, sizeof sum);                                 \
            }                                                                                      \
        }                                                                                          \
    }
FMA_LOOP(fma_float, float, float16)
FMA_LOOP(fma_double, double, double16)
FMA_LOOP(fma_half, _Float16, half16)

static void n_body(const struct limit_launch *launch, size_t first, size_t end)
{
    enum { BODIES = 1024 };
    const float4 *bodies = launch->memory[0]->data;
    float *result = launch->memory[1]->data;
    for (size_t at = first * 128; at < end * 128; at += LANES) {
        float16 x, y, z, sum = 0.0f;
        for (size_t i = 0; i < LANES; i++) {
            x[i] = bodies[(at + i) % BODIES].x;
            y[i] = bodies[(at + i) % BODIES].y;
            z[i] = bodies[(at + i) % BODIES].z;
        }
        for (size_t i = 0; i < BODIES; i++) {
            const float16 dx = bodies[i].x - x, dy = bodies[i].y - y, dz = bodies[i].z - z;
            const float16 inverse =
                1.0f / __builtin_elementwise_sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            sum += dx * bodies[i].w * (inverse * inverse * inverse);
        }
        memcpy(result + at, &sum, sizeof sum);
    }
}

static void reduce(const struct limit_launch *launch, size_t first, size_t end)
{
    enum { GROUP = 256, VECTORS = 4 };
    const float *numbers = launch->memory[0]->data;
    float *result = launch->memory[1]->data;
    for (size_t at = first * launch->width; at < end * launch->width; at += GROUP) {
        float16 sums[VECTORS] = {0};
        for (size_t i = 0; i < GROUP; i += VECTORS * LANES)
            for (size_t v = 0; v < VECTORS; v++) {
                float16 part;
                memcpy(&part, numbers + at + i + v * LANES, sizeof part);
                sums[v] += __builtin_elementwise_floor(part * 1024.0f);
            }
        const float16 all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        float sum = 0;
        for (size_t i = 0; i < LANES; i++)
            sum += all[i];
        for (size_t i = 0; i < GROUP; i++)
            result[at + i] = sum;
    }
}

/* Factors of all passes, made once: pass `half` takes each (count / 2 / half)th of them. */
static const float *fft_factors(size_t count)
{
    static float *_Atomic made;
    float *factors = atomic_load(&made);
    if (factors)
        return factors;
    factors = malloc(count * sizeof *factors);
    for (size_t k = 0; factors && k < count / 2; k++) {
        factors[2 * k] = (float)cos(-2 * M_PI * (double)k / (double)count);
        factors[2 * k + 1] = (float)sin(-2 * M_PI * (double)k / (double)count);
    }
    if (!factors)
        abort();
    atomic_store(&made, factors);
    return factors;
}

static void fft(const struct limit_launch *launch, size_t first, size_t end)
{
    const size_t half = launch->value[2].number, count = launch->value[3].number;
    const float *restrict factors = fft_factors(count), *restrict from = launch->memory[0]->data;
    float *restrict to = launch->memory[1]->data;
    const size_t step = count / 2 / half;
    for (size_t i = first, run; i < end; i += run) {
        const size_t low = i & (half - 1), left = half - low, place = ((i - low) << 1) + low;
        run = left < end - i ? left : end - i;
        const float *restrict a = from + 2 * i, *restrict b = from + 2 * (i + count / 2);
        float *restrict near = to + 2 * place, *restrict far = to + 2 * (place + half);
        for (size_t k = 0; k < run; k++) {
            const float c = factors[2 * (low + k) * step], s = factors[2 * (low + k) * step + 1];
            const float re = b[2 * k] * c - b[2 * k + 1] * s, im = b[2 * k] * s + b[2 * k + 1] * c;
            near[2 * k] = a[2 * k] + re;
            near[2 * k + 1] = a[2 * k + 1] + im;
            far[2 * k] = a[2 * k] - re;
            far[2 * k + 1] = a[2 * k + 1] - im;
        }
    }
}

/* A table for each byte of a number, so that equal bytes beside each other do not wait. */
static void histogram(const struct limit_launch *launch, size_t first, size_t end)
{
    uint32_t own[4][256] = {0};
    const uint32_t *numbers = launch->memory[0]->data;
    for (size_t i = 0; i < launch->value[2].number; i++)
        for (size_t at = i * launch->width + first; at < i * launch->width + end; at++)
            for (unsigned byte = 0; byte < 4; byte++)
                own[byte][numbers[at] >> 8 * byte & 255]++;
    _Atomic uint32_t *counts = launch->memory[1]->data;
    for (size_t bin = 0; bin < 256; bin++)
        atomic_fetch_add(&counts[bin], own[0][bin] + own[1][bin] + own[2][bin] + own[3][bin]);
}

/* Numbers that are less than a vector apart: each lane takes the lesser or the greater of its own
 * and its partner's. */
#define WITHIN(name, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                               \
    static void within_##name(uint32_t *numbers, size_t first, size_t end, uint32_t run)           \
    {                                                                                              \
        for (size_t at = first; at < end; at += LANES) {                                           \
            uint16 own;                                                                            \
            memcpy(&own, numbers + at, sizeof own);                                                \
            const uint16 other =                                                                   \
                __builtin_shufflevector(own, own, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); \
            const int16 up = ((lane_numbers + (uint32_t)at) & run) == 0,                           \
                        low = (lane_numbers & name) == 0;                                          \
            own = (up == low) ? __builtin_elementwise_min(own, other)                              \
                              : __builtin_elementwise_max(own, other);                             \
            memcpy(numbers + at, &own, sizeof own);                                                \
        }                                                                                          \
    }
WITHIN(1, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
WITHIN(2, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)
WITHIN(4, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11)
WITHIN(8, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)

static void bitonic(const struct limit_launch *launch, size_t first, size_t end)
{
    uint32_t *numbers = launch->memory[0]->data;
    const uint32_t apart = launch->value[1].number, run = launch->value[2].number;
    static void (*const within[])(uint32_t *, size_t, size_t, uint32_t) = {within_1, within_2,
                                                                           within_4, within_8};
    if (apart < LANES) {
        within[__builtin_ctz(apart)](numbers, first * 2, end * 2, run);
        return;
    }
    for (size_t i = first; i < end; i += LANES) {
        const size_t low = i & (apart - 1), place = ((i - low) << 1) + low;
        uint16 a, b;
        memcpy(&a, numbers + place, sizeof a);
        memcpy(&b, numbers + place + apart, sizeof b);
        const uint16 least = __builtin_elementwise_min(a, b),
                     most = __builtin_elementwise_max(a, b);
        const int up = (place & run) == 0;
        memcpy(numbers + place, up ? &least : &most, sizeof a);
        memcpy(numbers + place + apart, up ? &most : &least, sizeof b);
    }
}

static void k_means(const struct limit_launch *launch, size_t first, size_t end)
{
    const float4 *points = launch->memory[0]->data, *centres = launch->memory[1]->data;
    uint32_t *nearest = launch->memory[2]->data;
    for (size_t at = first; at < end; at += LANES) {
        float16 own[4], least = INFINITY;
        int16 found = 0;
        for (size_t i = 0; i < LANES; i++)
            for (size_t c = 0; c < 4; c++)
                own[c][i] = points[at + i][c];
        for (size_t k = 0; k < launch->value[3].number; k++) {
            float16 distance = 0.0f;
            for (size_t c = 0; c < 4; c++)
                distance += (own[c] - centres[k][c]) * (own[c] - centres[k][c]);
            const int16 nearer = distance < least;
            found = nearer ? (int16)(int)k : found;
            least = nearer ? distance : least;
        }
        memcpy(nearest + at, &found, sizeof found);
    }
}

const struct limit_kernel limit_numbers[] = {
    {"copy_buffer", copy_buffer},
    {"matrix_multiply", matrix_multiply},
    {"alu_loop", alu_loop},
    {"xorshift", xorshift},
    {"fma_float", fma_float},
    {"fma_double", fma_double},
    {"fma_half", fma_half},
    {"n_body", n_body},
    {"reduce", reduce},
    {"sub_groups", reduce},
    {"fft", fft},
    {"histogram", histogram},
    {"bitonic", bitonic},
    {"k_means", k_means},
    {NULL, NULL},
};
