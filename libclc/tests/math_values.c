/* SPDX-License-Identifier: MIT */
/* math_values.c: see math_values.h. */
#include "libclc/tests/math_values.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "driver/base/count.h"

const struct type math_types[MATH_TYPES] = {
    [MATH_FLOAT] = {"float", "uint", sizeof(float), 24, -149, 128, FLT_MAX, FLT_MIN, 160},
    [MATH_DOUBLE] = {"double", "ulong", sizeof(double), 53, -1074, 1024, DBL_MAX, DBL_MIN, 1100},
    [MATH_HALF] = {"half", "ushort", sizeof(_Float16), 11, -24, 16, 65504, 0x1p-14, 20}};

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* A number as one of the types has it in memory. */
union stored {
    uint64_t bits;
    double wide;
    float narrow;
    _Float16 half;
};

static double value_of(const struct type *type, union stored number)
{
    return type->size == sizeof(double)  ? number.wide
           : type->size == sizeof(float) ? (double)number.narrow
                                         : (double)number.half;
}

static union stored stored_as(const struct type *type, double x)
{
    return type->size == sizeof(double)  ? (union stored){.wide = x}
           : type->size == sizeof(float) ? (union stored){.narrow = (float)x}
                                         : (union stored){.half = (_Float16)x};
}

void math_store(const struct type *type, const double *values, int count, void *data)
{
    for (int i = 0; i < count; i++) {
        const union stored number = stored_as(type, values[i]);
        memcpy((char *)data + (size_t)i * type->size, &number, type->size);
    }
}

void math_load(const struct type *type, const void *data, int count, double *values)
{
    union stored number = {0};

    for (int i = 0; i < count; i++) {
        memcpy(&number, (const char *)data + (size_t)i * type->size, type->size);
        values[i] = value_of(type, number);
    }
}

/* Rounded to the type. */
static double of_type(const struct type *type, double x)
{
    return value_of(type, stored_as(type, x));
}

static double any_bits(const struct type *type, uint64_t bits)
{
    return value_of(type, (union stored){.bits = bits});
}

static double random_value(const struct type *type, uint64_t *state, enum math_range range)
{
    uint64_t bits = next_random(state);
    double fraction = of_type(type, (double)(int64_t)next_random(state) * 0x1p-63);

    switch (range) {
    case SMALL:
        return of_type(type, fraction * (bits & 1 ? type->small : bits & 2 ? 8 : 1));
    case UNIT:
        return bits & 1 ? fraction : ldexp(fraction, -(int)(bits >> 1 & 31));
    case INTEGER:
        return (double)((int)(bits % 301) - 150);
    case TURNS:
        return ldexp(fraction, (int)(bits % 25));
    case POSITIVE:
        return fabs(any_bits(type, bits));
    case TIES:
        return (double)(int16_t)bits / 2;
    case ANY:
    case QUOTIENT:
        break;
    }
    return any_bits(type, bits);
}

/* Both signs of these. */
static void add_specials(const struct type *type, double *values, int *count)
{
    const double unit = ldexp(1, type->digits - 1);
    /* clang-format off */
    const double sizes[] = {
        0, 1, 0.5, 1.5, 2, 2.5, 3, INFINITY, NAN, type->largest, type->least,
        ldexp(1, type->min_exponent), type->least - ldexp(1, type->min_exponent),
        1 - 0.5 / unit, 1 + 1 / unit, unit, unit + 1, 2 * unit, 0x1p31, M_PI / 2, M_PI, 88.75, 103.9,
        128, 149, 35.05, 171.5, 709.75, 745.5, 1024, 1074.5,
    };
    /* clang-format on */

    *count = 0;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        values[(*count)++] = of_type(type, sizes[i]);
        values[(*count)++] = -of_type(type, sizes[i]);
    }
}

/* Numbers are mantissa * 2^exponent; of the largest this is the exponent. */
static int most_exponent(const struct type *type)
{
    return type->max_exponent - type->digits;
}

static int between(uint64_t *state, int low, int high)
{
    return low + (int)(next_random(state) % (uint64_t)(high - low + 1));
}

static double any_number(uint64_t *state, const struct type *type, int low, int high)
{
    uint64_t mantissa = next_random(state) >> between(state, 64 - type->digits, 63);
    return ldexp((double)mantissa, between(state, low, high));
}

/* Some units of the last place more or less, if the type has that number. */
static double beside(uint64_t *state, const struct type *type, double x)
{
    const double unit =
        ldexp(1, ilogb(x) < type->min_exponent + type->digits - 1 ? type->min_exponent
                                                                  : ilogb(x) - type->digits + 1);
    return of_type(type, next_random(state) & 1 ? x + unit : x - unit);
}

/* A multiple of half of the divisor, which has less than half of the mantissa's bits. */
static void fill_halves(uint64_t *state, const struct type *type, double *x, double *y)
{
    int half = type->digits / 2;
    double divisor = (double)(next_random(state) >> (65 - half));
    double twice = (double)(next_random(state) >> between(state, 64 - half, 63));
    int exponent = between(state, type->min_exponent + 1, most_exponent(type) - 1);

    *y = ldexp(divisor, exponent);
    *x = ldexp(divisor * twice, exponent - 1);
}

/* Quotients half way between integers and beside, divisors that are denormal, exponents as far
 * apart as they can be, numbers at the limits of the type. */
static void fill_pair(uint64_t *state, const struct type *type, double *x, double *y)
{
    int low = type->min_exponent, high = most_exponent(type);

    switch (next_random(state) % 6) {
    case 0:
        *x = any_number(state, type, low, high);
        *y = any_number(state, type, low, high);
        break;
    case 1:
        fill_halves(state, type, x, y);
        break;
    case 2:
        fill_halves(state, type, x, y);
        *x = beside(state, type, *x);
        break;
    case 3:
        *x = any_number(state, type, low, high);
        *y = any_number(state, type, low, low);
        break;
    case 4: /* quotients of about 1/2, 1 and 2 */
        *y = any_number(state, type, low + 1, high - 1);
        *x = beside(state, type, ldexp(*y, between(state, -1, 1)));
        break;
    default:
        *x = any_number(state, type, high - 2, high);
        *y = any_number(state, type, low, low + 20);
        break;
    }
}

static void fill_signed_pair(uint64_t *state, const struct type *type, double *x, double *y)
{
    const uint64_t signs = next_random(state);

    fill_pair(state, type, x, y);
    *x = signs & 1 ? -*x : *x;
    *y = signs & 2 ? -*y : *y;
}

void math_fill(const struct type *type, const struct math_function *f, uint64_t *state, int round,
               int count, double *x, double *y)
{
    double specials[64];
    int n;

    add_specials(type, specials, &n);
    for (int i = 0; i < count; i++) {
        const bool special = round == 0 && i < n * n;
        x[i] = special ? specials[i / n] : random_value(type, state, f->x);
        y[i] = special && f->y != INTEGER ? specials[i % n] : random_value(type, state, f->y);
        if (!special && f->x == QUOTIENT)
            fill_signed_pair(state, type, &x[i], &y[i]);
        else if (type == &math_types[MATH_HALF])
            x[i] = any_bits(type, (uint64_t)round * (uint64_t)count + (uint64_t)i);
    }
}
