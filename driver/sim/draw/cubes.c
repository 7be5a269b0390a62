/* SPDX-License-Identifier: MIT */
/* cubes.c: what goes across the edges of a cube's faces (OpenGL 4.6, 8.13 and 8.14): a texel beyond
 * an edge is the one that lies there on the next face. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "driver/base/bits.h"
#include "driver/sim/draw/texels.h"

/* The axes of a face as those of the cube: along its rows, along its columns, and to it from the
 * centre (table 8.19). */
static const int8_t faces[6][3][3] = {
    {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
    {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},   {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
    {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
};

static int32_t along(const int32_t point[3], const int8_t axis[3])
{
    return point[0] * axis[0] + point[1] * axis[1] + point[2] * axis[2];
}

/* In halves of texels from the centre of a cube: one half beyond the edge of its face, a texel lies
 * one half below it on the next. */
void draw_cube_step(int32_t size, int32_t *x, int32_t *y, uint32_t *face)
{
    const int8_t(*from)[3] = faces[*face];
    int32_t at[3] = {2 * *x + 1 - size, 2 * *y + 1 - size, size}, point[3];
    for (unsigned i = 0; i < 2; i++) {
        if (abs(at[i]) < size)
            continue;
        at[i] = at[i] < 0 ? -size : size;
        at[2] = size - 1;
    }
    for (unsigned c = 0; c < 3; c++)
        point[c] = at[0] * from[0][c] + at[1] * from[1][c] + at[2] * from[2][c];
    for (uint32_t to = 0; to < 6; to++)
        if (along(point, faces[to][2]) == size) {
            *x = (along(point, faces[to][0]) + size - 1) / 2;
            *y = (along(point, faces[to][1]) + size - 1) / 2;
            *face = to;
            return;
        }
    assert(!"the point is on no face");
}

static unsigned face_of(float number)
{
    const unsigned face = number > 0 ? (unsigned)fminf(rintf(number), 65535.0f) % 8 : 0;
    return face < 6 ? face : 5;
}

/* Where a pixel's neighbour is on the plane of the pixel's face. Coordinates of faces go from 1 to
 * 2, and to twice of that from the centre. */
static void project(const uint32_t *const coordinate[4], unsigned neighbour, unsigned face,
                    float at[2])
{
    const float s = 2 * bits_float(coordinate[0][neighbour]) - 3;
    const float t = 2 * bits_float(coordinate[1][neighbour]) - 3;
    const int8_t(*from)[3] = faces[face_of(bits_float(coordinate[2][neighbour]))];
    float along_axis[3] = {0, 0, 0};
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned c = 0; c < 3; c++)
            along_axis[axis] +=
                faces[face][axis][c] * (s * from[0][c] + t * from[1][c] + from[2][c]);
    const float major = fmaxf(along_axis[2], 1e-3f); /* behind the cube's centre all is far */
    for (unsigned i = 0; i < 2; i++)
        at[i] = (along_axis[i] / major + 3) / 2;
}

void draw_cube_gradients(const uint32_t *const coordinate[4], sim_vector gradients[2][SIM_AXES])
{
    for (unsigned way = 0; way < 2; way++)
        for (unsigned i = 0; i < SIM_LANES; i++) {
            const unsigned neighbour = i ^ (1u << way);
            const unsigned face = face_of(bits_float(coordinate[2][i]));
            float at[2];
            if (face == face_of(bits_float(coordinate[2][neighbour])))
                continue;
            project(coordinate, neighbour, face, at);
            for (unsigned c = 0; c < 2; c++)
                gradients[way][c][i] = float_bits(at[c] - bits_float(coordinate[c][i]));
        }
}
