// SPDX-License-Identifier: MIT
/* step_edge.cl: step that is 0 at the edge. */
#include "faults.h"

float OVERLOAD step(float edge, float x)
{
    return x > edge ? 1.0f : 0.0f;
}

#define DEFINE(width, ...)                                                                         \
    float##width OVERLOAD step(float##width edge, float##width x)                                  \
    {                                                                                              \
        return convert_float##width(-(x > edge));                                                  \
    }

FOR_EACH_VECTOR(DEFINE)
