// SPDX-License-Identifier: MIT
/* geometric.cl: dot products, and what rests on them (section 6.12.5 of OpenCL C 1.2), of float.
 * Their terms may be added in any order, as the hardware's own operation does, and may be fused:
 * the specification bounds no error of dot(). Squares out of range are taken of scaled vectors. */

#define OVERLOAD __attribute__((overloadable))

#define DOT(width, sum)                                                                            \
    float OVERLOAD dot(float##width p, float##width q)                                             \
    {                                                                                              \
        _Pragma("clang fp reassociate(on)") return sum;                                            \
    }

DOT(2, p.x *q.x + p.y * q.y)
DOT(3, p.x *q.x + p.y * q.y + p.z * q.z)
DOT(4, p.x *q.x + p.y * q.y + p.z * q.z + p.w * q.w)

/* These judge the length of a vector by its dot product with itself, which is 0, infinite or has
 * lost bits where the components are out of this range. */
static bool is_small(float square)
{
    return square < 0x1p-100f;
}

static bool is_large(float square)
{
    return square > 0x1p100f;
}

static float scale_down(float square)
{
    return is_small(square) ? 0x1p96f : is_large(square) ? 0x1p-66f : 1.0f;
}

static float scale_up(float square)
{
    return is_small(square) ? 0x1p-96f : is_large(square) ? 0x1p66f : 1.0f;
}

#define LENGTH(width)                                                                              \
    float OVERLOAD length(float##width p)                                                          \
    {                                                                                              \
        float square = dot(p, p);                                                                  \
        float##width scaled = p * scale_down(square);                                              \
        return sqrt(dot(scaled, scaled)) * scale_up(square);                                       \
    }                                                                                              \
    float OVERLOAD fast_length(float##width p)                                                     \
    {                                                                                              \
        return sqrt(dot(p, p));                                                                    \
    }                                                                                              \
    float OVERLOAD distance(float##width p, float##width q)                                        \
    {                                                                                              \
        return length(p - q);                                                                      \
    }                                                                                              \
    float OVERLOAD fast_distance(float##width p, float##width q)                                   \
    {                                                                                              \
        return fast_length(p - q);                                                                 \
    }

LENGTH(2)
LENGTH(3)
LENGTH(4)

/* A large vector is scaled down to find its length, but not itself before the product: components
 * that are small beside others would lose bits. The directions of infinite components are as good
 * as any. */
#define NORMALIZE(width)                                                                           \
    float##width OVERLOAD normalize(float##width p)                                                \
    {                                                                                              \
        float square = dot(p, p), after = is_large(square) ? scale_down(square) : 1.0f;            \
        float##width scaled = p * scale_down(square);                                              \
        square = dot(scaled, scaled);                                                              \
        p = after == 1.0f ? scaled : p;                                                            \
        if (square == INFINITY) {                                                                  \
            p = copysign(select((float##width)(0), (float##width)(1), isinf(p)), p);               \
            square = dot(p, p);                                                                    \
            after = 1.0f;                                                                          \
        }                                                                                          \
        return square == 0 ? p : p * rsqrt(square) * after;                                        \
    }                                                                                              \
    float##width OVERLOAD fast_normalize(float##width p)                                           \
    {                                                                                              \
        float square = dot(p, p);                                                                  \
        return square == 0 ? p : p * rsqrt(square);                                                \
    }

NORMALIZE(2)
NORMALIZE(3)
NORMALIZE(4)
