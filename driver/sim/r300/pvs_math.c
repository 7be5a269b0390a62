/* SPDX-License-Identifier: MIT */
/* pvs_math.c: what operations of vertex programs give. Predicates keep a counter in a register: 0
 * where instructions run, else how many branches are left until then. */
#include <float.h>
#include <math.h>

#include "driver/sim/r300/pvs.h"

static bool compares(unsigned how, float a)
{
    return how == 0 ? a == 0 : how == 1 ? a > 0 : how == 2 ? a >= 0 : a != 0;
}

static void fill(float result[4], float value)
{
    for (unsigned c = 0; c < 4; c++)
        result[c] = value;
}

/* A counter and its predicate. */
static float set(bool *predicate, bool value, float otherwise)
{
    *predicate = value;
    return value ? 0.0f : otherwise;
}

static float count(unsigned op, float a, bool *predicate)
{
    switch (op) {
    case PVS_PRED_CLR:
        return set(predicate, false, FLT_MAX);
    case PVS_PRED_INV: /* one branch deep: the other half */
        return set(predicate, a == 1, a == 0 ? 1 : a);
    case PVS_PRED_POP:
        return set(predicate, a - 1 <= 0, a - 1);
    case PVS_PRED_RESTORE:
        return set(predicate, a == 0, a);
    default:
        return set(predicate, compares(op - PVS_PRED_EQ, a), 1);
    }
}

static float power(float a, float b)
{
    return b == 0 ? 1.0f : powf(fabsf(a), b);
}

static float logarithm(float a)
{
    return log2f(fabsf(a));
}

/* Lights: D3D's and OpenGL's LIT. Mesa's operands are (x, w, 0, y) and turns of that. */
static void light(const float a[4], float result[4])
{
    const float diffuse = a[0] > 0 ? a[0] : 0, specular = a[3] > 0 ? a[3] : 0;
    const float shine = a[1] > 128 ? 128 : a[1] < -128 ? -128 : a[1];

    result[0] = result[3] = 1;
    result[1] = diffuse;
    result[2] = a[0] > 0 ? power(specular, shine) : 0;
}

static void exponents(unsigned op, float a, float result[4])
{
    const float whole = floorf(op == PVS_EXP ? a : logarithm(a));

    result[0] = op == PVS_EXP ? exp2f(whole) : whole;
    result[1] = op == PVS_EXP ? a - whole : fabsf(a) / exp2f(whole);
    result[2] = op == PVS_EXP ? exp2f(a) : logarithm(a);
    result[3] = 1;
}

static float scalar(unsigned op, float a, float c, bool *predicate)
{
    switch (op) {
    case PVS_POW:
        return power(a, c);
    case PVS_RCP:
    case PVS_RCP_FF:
    case PVS_RCP_IEEE:
        return 1.0f / a;
    case PVS_RSQ:
    case PVS_RSQ_FF:
    case PVS_RSQ_IEEE:
        return 1.0f / sqrtf(fabsf(a));
    case PVS_EX2:
        return exp2f(a);
    case PVS_LG2:
    case PVS_LG2_IEEE:
        return logarithm(a);
    case PVS_SIN:
        return sinf(a);
    case PVS_COS:
        return cosf(a);
    default:
        return count(op, a, predicate);
    }
}

/* Products with 0 are 0, as D3D wants it. */
static float product(float a, float b)
{
    return a == 0 || b == 0 ? 0.0f : a * b;
}

static float component(unsigned op, float a, float b, float c)
{
    switch (op) {
    case PVS_MUL:
        return product(a, b);
    case PVS_ADD:
        return a + b;
    case PVS_MAD:
        return product(a, b) + c;
    case PVS_FRC:
        return a - floorf(a);
    case PVS_MAX:
        return a > b ? a : b;
    case PVS_MIN:
        return a < b ? a : b;
    case PVS_SGE:
        return a >= b;
    case PVS_SLT:
        return a < b;
    case PVS_SGT:
        return a > b;
    case PVS_SEQ:
        return a == b;
    case PVS_SNE:
        return a != b;
    case PVS_FLOOR:
        return floorf(a);
    default: /* PVS_ROUND */
        return rintf(a);
    }
}

void pvs_compute(const struct pvs_instruction *instruction, const float a[4], const float b[4],
                 const float c[4], bool *predicate, float result[4])
{
    const unsigned op = instruction->op;

    if (op >= PVS_PUSH_EQ && op <= PVS_PUSH_NEQ) {
        fill(result, set(predicate, a[3] == 0 && compares(op - PVS_PUSH_EQ, b[3]), a[3] + 1));
    } else if (op == PVS_DOT) {
        float sum = 0;
        for (unsigned i = 0; i < 4; i++)
            sum += product(a[i], b[i]);
        fill(result, sum);
    } else if (op == PVS_DST) {
        result[0] = 1;
        result[1] = product(a[1], b[1]);
        result[2] = a[2];
        result[3] = b[3];
    } else if (op == PVS_LIT) {
        light(a, result);
    } else if (op == PVS_EXP || op == PVS_LOG) {
        exponents(op, a[0], result);
    } else if (op >= PVS_MATH) {
        fill(result, scalar(op, a[0], c[0], predicate));
    } else {
        for (unsigned i = 0; i < 4; i++)
            result[i] = component(op, a[i], b[i], c[i]);
    }
}
