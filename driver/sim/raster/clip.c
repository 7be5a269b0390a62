/* SPDX-License-Identifier: MIT */
/* clip.c: clips triangles by planes, and projects corners. Near and far planes are those of
 * PA_CL_CLIP_CNTL. To the sides there is a guard band, as wide as the state says, or as positions
 * on the screen may be: scissors do the rest, and triangles inside of it keep their edges. */
#include <math.h>
#include <string.h>

#include "driver/sim/raster/raster.h"

static const double least_w = 1e-12, guard = 30000.0;

typedef double (*distance_fn)(const struct draw_state *state, const double p[4]);

/* A plane of the volume that is seen, or a distance that vertices have. */
struct plane {
    distance_fn from; /* NULL: a distance */
    unsigned number;
};

static double from_eye(const struct draw_state *state, const double p[4])
{
    (void)state;
    return p[3] - least_w;
}

static double from_near(const struct draw_state *state, const double p[4])
{
    return state->half_z ? p[2] : p[2] + p[3];
}

static double from_far(const struct draw_state *state, const double p[4])
{
    (void)state;
    return p[3] - p[2];
}

/* From a side of an axis; `to`: 1, the one where positions are greatest, or -1. */
static double from_side(const struct draw_state *state, const double p[4], unsigned axis, double to)
{
    if (state->band[axis] > 0)
        return state->band[axis] * p[3] - to * p[axis];
    return (guard - to * state->offset[axis]) * p[3] - to * p[axis] * state->scale[axis];
}

static double from_right(const struct draw_state *state, const double p[4])
{
    return from_side(state, p, 0, 1);
}

static double from_left(const struct draw_state *state, const double p[4])
{
    return from_side(state, p, 0, -1);
}

static double from_bottom(const struct draw_state *state, const double p[4])
{
    return from_side(state, p, 1, 1);
}

static double from_top(const struct draw_state *state, const double p[4])
{
    return from_side(state, p, 1, -1);
}

/* The corner where an edge meets a plane, at `t` of its way. */
static struct draw_corner between(const struct draw_corner *a, const struct draw_corner *b,
                                  double t)
{
    struct draw_corner corner = *a;
    for (unsigned c = 0; c < 4; c++)
        corner.clip[c] = a->clip[c] + t * (b->clip[c] - a->clip[c]);
    for (unsigned k = 0; k < DRAW_DISTANCES; k++)
        corner.distance[k] = a->distance[k] + t * (b->distance[k] - a->distance[k]);
    const double way = t * b->clip[3] / corner.clip[3]; /* on the screen */
    for (unsigned c = 0; c < 2; c++) {
        corner.persp[c] = a->persp[c] + t * (b->persp[c] - a->persp[c]);
        corner.linear[c] = a->linear[c] + way * (b->linear[c] - a->linear[c]);
    }
    return corner;
}

static double distance(const struct draw_state *state, const struct plane *plane,
                       const struct draw_corner *corner)
{
    return plane->from ? plane->from(state, corner->clip) : corner->distance[plane->number];
}

static unsigned clip_by(const struct draw_state *state, const struct plane *plane,
                        struct draw_corner corners[DRAW_MOST_CORNERS], unsigned count)
{
    struct draw_corner kept[DRAW_MOST_CORNERS];
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct draw_corner *a = &corners[i], *b = &corners[(i + 1) % count];
        const double da = distance(state, plane, a), db = distance(state, plane, b);
        if (da >= 0 && n < DRAW_MOST_CORNERS)
            kept[n++] = *a;
        if ((da >= 0) != (db >= 0) && n < DRAW_MOST_CORNERS)
            /* From the same side each time, so that neighbours have the same corner. */
            kept[n++] = da >= 0 ? between(a, b, da / (da - db)) : between(b, a, db / (db - da));
    }
    memcpy(corners, kept, n * sizeof(*kept));
    return n;
}

enum { CLIP_PLANES = 7 };

static void list_planes(const struct draw_state *state, distance_fn planes[CLIP_PLANES])
{
    planes[0] = from_eye;
    planes[1] = state->clip_near ? from_near : from_eye;
    planes[2] = state->clip_far ? from_far : from_eye;
    planes[3] = from_right;
    planes[4] = from_left;
    planes[5] = from_bottom;
    planes[6] = from_top;
}

static bool is_finite(const struct draw_corner *corners, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned c = 0; c < 4; c++)
            if (!isfinite(corners[i].clip[c]))
                return false;
    return true;
}

unsigned draw_clip(const struct draw_state *state, struct draw_corner corners[DRAW_MOST_CORNERS])
{
    distance_fn planes[CLIP_PLANES];
    unsigned count = 3;
    list_planes(state, planes);
    if (!is_finite(corners, 3))
        return 0;
    for (unsigned i = 0; count >= 3 && i < CLIP_PLANES; i++)
        count = clip_by(state, &(struct plane){planes[i], 0}, corners, count);
    for (unsigned k = 0; count >= 3 && k < DRAW_DISTANCES; k++)
        if (state->clip_distances >> k & 1u)
            count = clip_by(state, &(struct plane){NULL, k}, corners, count);
    return count;
}

static bool clip_line_by(const struct draw_state *state, const struct plane *plane,
                         struct draw_corner corners[2])
{
    const double a = distance(state, plane, &corners[0]), b = distance(state, plane, &corners[1]);
    if (a < 0 && b < 0)
        return false;
    if (a < 0)
        corners[0] = between(&corners[1], &corners[0], b / (b - a));
    else if (b < 0)
        corners[1] = between(&corners[0], &corners[1], a / (a - b));
    return true;
}

bool draw_clip_line(const struct draw_state *state, struct draw_corner corners[2])
{
    distance_fn planes[CLIP_PLANES];
    bool left = is_finite(corners, 2);
    list_planes(state, planes);
    for (unsigned i = 0; left && i < CLIP_PLANES; i++)
        left = clip_line_by(state, &(struct plane){planes[i], 0}, corners);
    for (unsigned k = 0; left && k < DRAW_DISTANCES; k++)
        if (state->clip_distances >> k & 1u)
            left = clip_line_by(state, &(struct plane){NULL, k}, corners);
    return left;
}

bool draw_clip_point(const struct draw_state *state, const struct draw_corner *corner)
{
    distance_fn planes[CLIP_PLANES];
    bool inside = is_finite(corner, 1);
    list_planes(state, planes);
    for (unsigned i = 0; inside && i < CLIP_PLANES; i++)
        inside = planes[i](state, corner->clip) >= 0;
    for (unsigned k = 0; inside && k < DRAW_DISTANCES; k++)
        inside = !(state->clip_distances >> k & 1u) || corner->distance[k] >= 0;
    return inside;
}

void draw_project(const struct draw_state *state, struct draw_corner *corner)
{
    const double unit = (double)(1u << state->fraction_bits);
    const double w = state->window_space ? 1.0 : corner->clip[3];
    corner->inverse_w = state->window_space && state->inverse_given ? corner->clip[3] : 1.0 / w;
    corner->x = corner->clip[0] / w * state->scale[0] + state->offset[0];
    corner->y = corner->clip[1] / w * state->scale[1] + state->offset[1];
    corner->z = corner->clip[2] / w * state->scale[2] + state->offset[2];
    corner->fixed[0] = llrint(corner->x * unit);
    corner->fixed[1] = llrint(corner->y * unit);
}
