/* SPDX-License-Identifier: MIT */
/* cases.c: what each kernel of the corpus must compute. Written from the kernels' meaning in OpenCL
 * C. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corpus.h"

#include "driver/base/count.h"

typedef struct corpus_data data;
typedef const struct corpus_case kase;

/* Work-items of a one-dimensional launch. */
static uint32_t items(kase *c)
{
    return c->local[0] * c->groups[0];
}

#define EACH(c, i) for (uint32_t i = 0; i < items(c); i++)

static void add(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].u = d->a[i].u + d->b[i].u;
}

static void multiply_add(kase *c, data *d)
{
    float factor;
    memcpy(&factor, &c->scalars[0], sizeof(factor));
    EACH(c, i)
    {
        float product = d->a[i].f * factor; /* two roundings: nothing lets a compiler fuse them */
        d->out[i].f = product - d->b[i].f;
    }
}

static void bits(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t x = d->a[i].u, y = d->b[i].u;
        d->out[i].u = (x << (y & 31) ^ x >> (y & 31)) + (uint32_t)(d->a[i].i >> (y & 31)) +
                      (x & ~y) + (x | y) + (x >> 5 & 0x3f);
    }
}

static void divide_signed(kase *c, data *d)
{
    EACH(c, i)
    {
        int32_t divisor = d->b[i].i >> 20;
        divisor = divisor == 0 ? 3 : divisor;
        d->out[i].u = (uint32_t)(d->a[i].i / divisor) * 7 + (uint32_t)(d->a[i].i % divisor);
    }
}

static void divide_unsigned(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t divisor = d->b[i].u >> (i & 31) | 1;
        d->out[i].u = d->a[i].u / divisor + 3 * (d->a[i].u % divisor);
    }
}

static void divide_float(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].f = (float)((double)d->a[i].f / (double)(d->b[i].f + 200.0f));
}

static void square_root(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].f = sqrtf(fabsf(d->a[i].f)) + 1.0f;
}

static void vectors(kase *c, data *d)
{
    EACH(c, i)
    {
        const union word *x = d->a + 4 * i, *y = d->b + 4 * i;
        for (unsigned k = 0; k < 4; k++) {
            float product = x[3 - k].f * y[k].f;
            d->out[4 * i + k].f = product + x[k / 2].f;
        }
        d->out[4 * i + 1].f = x[2].f - y[3].f;
    }
}

static void vectors_int(kase *c, data *d)
{
    EACH(c, i)
    {
        const union word *x = d->a + 4 * i, *y = d->b + 4 * i;
        for (unsigned k = 0; k < 4; k++)
            d->out[4 * i + k].u = (x[k].u + y[k ^ 1].u) * (k + 1) ^ (uint32_t)(x[k].i >> 3);
    }
}

static void loop_sum(kase *c, data *d)
{
    EACH(c, i)
    {
        d->out[i].u = 0;
        for (uint32_t j = 0; j < c->scalars[0] + (i & 7); j++)
            d->out[i].u += d->a[j].u * (j + 1);
    }
}

static int32_t nested_sum(const union word *a, int32_t i, int32_t n)
{
    int32_t sum = 0;
    for (int32_t j = 0; j < n; j++) {
        if ((j ^ i) & 1)
            continue;
        for (int32_t k = 0; k < j; k++) {
            if (a[k].i > 900 + i)
                break;
            sum += a[(k + j) & 31].i + k;
        }
        if (sum > 30000)
            break;
    }
    return sum;
}

static void nested_loops(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].i = nested_sum(d->a, (int32_t)i, (int32_t)c->scalars[0]);
}

static void branches(kase *c, data *d)
{
    EACH(c, i)
    {
        int32_t x = d->a[i].i, y = d->b[i].i;
        uint32_t r = 1;
        if (x > 0)
            r = y > x ? d->a[i ^ 1].u - (uint32_t)y : d->b[i ^ 1].u * 3;
        else if (y < -100)
            r = d->a[i ^ 2].u ^ d->b[i ^ 3].u;
        d->out[i].u = r + i;
    }
}

static void collatz(kase *c, data *d)
{
    EACH(c, i)
    {
        d->out[i].u = 0;
        for (uint32_t n = i + 1; n != 1; n = n & 1 ? 3 * n + 1 : n / 2)
            d->out[i].u++;
    }
}

static void lds_reverse(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t l = i % c->local[0];
        d->out[i] = d->a[i - l + c->local[0] - 1 - l];
    }
}

static void lds_reduce(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t l = i % c->local[0];
        d->out[i].u = l;
        for (uint32_t k = 0; k < c->local[0]; k++)
            d->out[i].u += d->a[i - l + k].u;
    }
}

static void lds_atomic(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t l = i % c->local[0];
        d->out[i].u = 0;
        for (uint32_t k = 0; k < c->local[0]; k++)
            d->out[i].u += (d->a[i - l + k].u & 15) == (l & 15) ? k : 0;
    }
}

static void private_array(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t p[8];
        for (unsigned k = 0; k < 8; k++)
            p[k] = d->a[k].u + i;
        p[i & 3] = d->a[i].u;
        d->out[i].u = p[i >> 2 & 7] - p[(i + 1) & 7];
    }
}

static void byte_store(kase *c, data *d)
{
    EACH(c, i)
    for (unsigned k = 0; k < 4; k++)
        ((uint8_t *)d->out)[4 * i + (k ^ 2)] = (uint8_t)(d->a[i].i >> 7 * k);
}

static void short_store(kase *c, data *d)
{
    EACH(c, i)
    {
        ((uint16_t *)d->out)[2 * i + 1] = (uint16_t)d->a[i].u;
        ((uint16_t *)d->out)[2 * i] = (uint16_t)(d->a[i].u >> 16);
    }
}

static void narrow_loads(kase *c, data *d)
{
    const int8_t *a = (const int8_t *)d->a;
    const uint16_t *b = (const uint16_t *)d->b;
    EACH(c, i)
    d->out[i].i = a[4 * i + 1] * 1000 + a[i] - b[2 * i + 1] + (int16_t)b[i];
}

static void conversions(kase *c, data *d)
{
    EACH(c, i)
    {
        union word f = {.f = (float)d->b[i].i + (float)d->b[i].u};
        d->out[i].u = (uint32_t)(int32_t)d->a[i].f + (uint32_t)fabsf(d->a[i].f) + f.u;
    }
}

static void rounding(kase *c, data *d)
{
    EACH(c, i)
    {
        float x = d->a[i].f * 0.25f;
        d->out[i].f = floorf(x) + 2.0f * ceilf(x) + 4.0f * truncf(x) + 8.0f * rintf(x) +
                      fminf(x, 3.0f) + fmaxf(x, -x);
    }
}

static void exponential(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].f = (float)exp((double)(d->a[i].f * 0.125f));
}

static void logarithm(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].f = (float)log((double)(fabsf(d->a[i].f) + 2.0f));
}

static void sine(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].f = (float)sin((double)d->a[i].f);
}

static void multiply_high(kase *c, data *d)
{
    EACH(c, i)
    {
        int64_t product = (int64_t)d->a[i].i * d->b[i].i;
        uint64_t unsigned_product = (uint64_t)d->a[i].u * d->b[i].u;
        uint32_t low = (uint32_t)(d->a[i].i >> 9) * (uint32_t)(d->b[i].i >> 9) + i;
        d->out[i].u = (uint32_t)(product >> 32) ^ (uint32_t)(unsigned_product >> 32) ^ low;
    }
}

static void count_bits(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t x = d->a[i].u >> (i & 31), r = i & 31;
        uint32_t zeros = x ? (uint32_t)__builtin_clz(x) : 32;
        d->out[i].u = (uint32_t)__builtin_popcount(x) + 100 * zeros +
                      (d->a[i].u << r | d->a[i].u >> (-r & 31));
    }
}

static void ids_3d(kase *c, data *d)
{
    uint32_t size[3], at = 0;
    for (unsigned k = 0; k < 3; k++)
        size[k] = c->local[k] * c->groups[k];
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            for (uint32_t x = 0; x < size[0]; x++)
                d->out[at++].u = x % c->local[0] + 10 * (y % c->local[1]) +
                                 100 * (z % c->local[2]) + 1000 * (x / c->local[0]) +
                                 10000 * (y / c->local[1]) + 100000 * (z / c->local[2]) +
                                 1000000 * c->groups[2];
}

static void switches(kase *c, data *d)
{
    EACH(c, i)
    {
        uint32_t r = d->a[i].u;
        static const enum {
            NEGATE,
            ADD,
            TRIPLE,
            FLIP,
            NEIGHBOUR
        } kinds[8] = {ADD, TRIPLE, FLIP, NEGATE, NEGATE, NEIGHBOUR, NEGATE, NEGATE};
        const uint32_t results[] = {[NEGATE] = 0u - r,
                                    [ADD] = r + 5,
                                    [TRIPLE] = r * 3 ^ 0x55,
                                    [FLIP] = r ^ 0x55,
                                    [NEIGHBOUR] = d->a[i ^ 1].u};
        d->out[i].u = results[kinds[r & 7]];
    }
}

static void early_return(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].i = i >= c->scalars[0] ? -1 : d->a[i].i & 1 ? d->a[i].i : d->a[i].i / 2;
}

static void matrix_multiply(kase *c, data *d)
{
    uint32_t n = c->scalars[0];
    for (uint32_t at = 0; at < n * n; at++) {
        float sum = 0;
        for (uint32_t k = 0; k < n; k++) {
            float product = d->a[at / n * n + k].f * d->b[k * n + at % n].f;
            sum = product + sum;
        }
        d->out[at].f = sum;
    }
}

static void mixed_pointers(kase *c, data *d)
{
    EACH(c, i)
    {
        const union word *p = i & 1 ? d->a : d->b;
        const union word *q = i & 1 ? d->b + 3 : d->a + 1;
        d->out[i].u = p[i].u - q[i & 15].u;
    }
}

static void constant_table(kase *c, data *d)
{
    static const uint32_t table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    EACH(c, i)
    d->out[i].u = table[d->a[i].u & 7] + i;
}

static void comparisons(kase *c, data *d)
{
    EACH(c, i)
    {
        float x = d->a[i].f, y = i % 5 == 0 ? NAN : i % 7 == 0 ? x : d->b[i].f;
        d->out[i].i = (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 |
                      (x != y) << 5 | (isnan(y) ? 1 : 0) << 6 | (x < y ? 128 : 256);
    }
}

static void long_arithmetic(kase *c, data *d)
{
    EACH(c, i)
    {
        int64_t x = (int64_t)((uint64_t)(int64_t)d->a[i].i << 20) + d->b[i].i;
        int64_t y = (int64_t)d->b[i].i * d->a[i].i;
        uint64_t difference = (uint64_t)x - (uint64_t)y, sum = (uint64_t)x + (uint64_t)y;
        d->out[i].u = (uint32_t)difference ^ (uint32_t)(sum >> 32) ^
                      (uint32_t)((uint64_t)x >> (i & 31)) ^ (uint32_t)(x < y);
    }
}

static void char_vectors(kase *c, data *d)
{
    EACH(c, i)
    {
        const uint8_t *a = (const uint8_t *)&d->a[i], *b = (const uint8_t *)&d->b[i];
        const uint8_t result[4] = {(uint8_t)((a[0] + b[3]) >> 1), a[1] ^ b[2], a[2],
                                   (uint8_t)(255 - b[0])};
        memcpy(&d->out[i], result, sizeof(result));
    }
}

static void global_atomic(kase *c, data *d)
{
    EACH(c, i)
    d->out[i].u -= d->a[i].u;
}

static void vload_vstore(kase *c, data *d)
{
    EACH(c, i)
    for (unsigned k = 0; k < 3; k++)
        d->out[3 * i + k].f = d->a[3 * i + (k + 2) % 3].f * 2.0f;
}

static void fused(kase *c, data *d)
{
    EACH(c, i)
    {
        float product = -d->a[i].f * d->b[i].f;
        d->out[i].f = fmaf(d->a[i].f, d->b[i].f, product);
    }
}

static void dot_product(kase *c, data *d)
{
    EACH(c, i)
    {
        double dot = 0, squares = 0;
        for (unsigned k = 0; k < 4; k++) {
            double x = d->a[4 * i + k].f, y = d->b[4 * i + k].f;
            dot += fabs(x) * fabs(y);
            squares += x * x;
        }
        d->out[i].f = (float)(dot + sqrt(squares));
    }
}

static void prefix_sum(kase *c, data *d)
{
    uint32_t sum = 0;
    EACH(c, i)
    {
        sum = i % c->local[0] ? sum + d->a[i].u : d->a[i].u;
        d->out[i].u = sum;
    }
}

#define LINE .local = {64, 1, 1}, .groups = {4, 1, 1}
#define CASE(kernel, arguments, ...)                                                               \
    {.name = #kernel, .args = (arguments), .expect = (kernel), __VA_ARGS__}

/* 2.5f and the like, as the kernel's argument has it. */
enum { FLOAT_2_5 = 0x40200000 };

const struct corpus_case corpus_cases[] = {
    CASE(add, "oii", .local = {50, 1, 1}, .groups = {5, 1, 1}),
    CASE(multiply_add, "offn", LINE, .scalars = {FLOAT_2_5}),
    CASE(bits, "oii", LINE),
    CASE(divide_signed, "oii", LINE),
    CASE(divide_unsigned, "oii", LINE),
    CASE(divide_float, "off", LINE, .ulp = 2.5f),
    CASE(square_root, "of", LINE, .ulp = 3),
    CASE(vectors, "off", LINE),
    CASE(vectors_int, "oii", LINE),
    CASE(loop_sum, "oin", LINE, .scalars = {20}),
    CASE(nested_loops, "osn", LINE, .scalars = {32}),
    CASE(branches, "oii", LINE),
    CASE(collatz, "o", .local = {128, 1, 1}, .groups = {3, 1, 1}),
    CASE(lds_reverse, "oil", .local = {200, 1, 1}, .groups = {3, 1, 1}, .dynamic_lds = 800),
    CASE(lds_reduce, "oi", .local = {256, 1, 1}, .groups = {4, 1, 1}),
    CASE(lds_atomic, "oi", .local = {256, 1, 1}, .groups = {2, 1, 1}),
    CASE(private_array, "oi", LINE),
    CASE(byte_store, "oi", LINE),
    CASE(short_store, "oi", LINE),
    CASE(narrow_loads, "oii", LINE),
    CASE(conversions, "ofi", LINE),
    CASE(rounding, "of", LINE),
    CASE(exponential, "of", LINE, .ulp = 3),
    CASE(logarithm, "of", LINE, .ulp = 3),
    CASE(sine, "of", LINE, .ulp = 4),
    CASE(multiply_high, "oii", LINE),
    CASE(count_bits, "oi", LINE),
    CASE(ids_3d, "o", .local = {4, 3, 2}, .groups = {3, 2, 5}),
    CASE(switches, "oi", LINE),
    CASE(early_return, "oin", LINE, .scalars = {100}),
    /* Sums of whole numbers are exact, whether mad() rounds the product or not. */
    CASE(matrix_multiply, "owwn", .local = {8, 4, 1}, .groups = {3, 6, 1}, .scalars = {24}),
    CASE(mixed_pointers, "oii", LINE),
    CASE(constant_table, "oi", LINE),
    CASE(comparisons, "off", LINE),
    CASE(long_arithmetic, "oii", LINE),
    CASE(char_vectors, "oii", LINE),
    CASE(global_atomic, "oi", LINE),
    CASE(vload_vstore, "of", LINE),
    CASE(fused, "off", LINE),
    CASE(dot_product, "off", LINE,
         .ulp = 8), /* 7 roundings of sums of positive numbers, and a root */
    CASE(prefix_sum, "oilm", .local = {192, 1, 1}, .groups = {2, 1, 1}, .dynamic_lds = 2 * 768),
};

const size_t corpus_case_count = COUNT(corpus_cases);
