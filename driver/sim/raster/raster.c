/* SPDX-License-Identifier: MIT */
/* raster.c: which pixels a triangle covers: those whose centre lies inside, and of centres on an
 * edge those of top and left edges. Positions are fixed-point numbers, as PA_SU_VTX_CNTL says, so
 * that edges are exact. */
#include "driver/sim/raster/raster.h"

#include <math.h>
#include <string.h>

/* Values that are linear on the screen: 1/w, depth, weights by perspective (over w), linear
 * weights. */
enum { PLANE_W, PLANE_Z, PLANE_PERSP, PLANE_LINEAR = PLANE_PERSP + 2, PLANES = PLANE_LINEAR + 2 };

/* A triangle on the screen, its corners in the order that makes its area positive. */
struct shape {
    const struct draw_corner *corner[3];
    int64_t dx[3], dy[3]; /* of the edge opposite to a corner */
    int64_t area;
    bool front;
    double shift;            /* of depths */
    double plane[PLANES][3]; /* values at corners, by area */
};

static bool make_shape(const struct draw_state *state, const struct draw_corner *a,
                       const struct draw_corner *b, const struct draw_corner *c,
                       struct shape *shape)
{
    const int64_t area = (b->fixed[0] - a->fixed[0]) * (c->fixed[1] - a->fixed[1]) -
                         (c->fixed[0] - a->fixed[0]) * (b->fixed[1] - a->fixed[1]);
    if (!area)
        return false;
    shape->area = area < 0 ? -area : area;
    shape->front = (area > 0) == state->front_clockwise;
    shape->corner[0] = a;
    shape->corner[1] = area < 0 ? c : b;
    shape->corner[2] = area < 0 ? b : c;
    for (unsigned k = 0; k < 3; k++) {
        const struct draw_corner *from = shape->corner[(k + 1) % 3],
                                 *to = shape->corner[(k + 2) % 3];
        shape->dx[k] = to->fixed[0] - from->fixed[0];
        shape->dy[k] = to->fixed[1] - from->fixed[1];
    }
    return true;
}

/* Twice the area of a point and the edge opposite to corner k. */
static int64_t weight(const struct shape *shape, unsigned k, int64_t x, int64_t y)
{
    const struct draw_corner *from = shape->corner[(k + 1) % 3];
    return shape->dx[k] * (y - from->fixed[1]) - shape->dy[k] * (x - from->fixed[0]);
}

static bool is_inside(const struct shape *shape, const int64_t e[3])
{
    for (unsigned k = 0; k < 3; k++) {
        const bool top_left = shape->dy[k] < 0 || (!shape->dy[k] && shape->dx[k] > 0);
        if (e[k] < 0 || (!e[k] && !top_left))
            return false;
    }
    return true;
}

static void make_planes(struct shape *shape)
{
    for (unsigned k = 0; k < 3; k++) {
        const struct draw_corner *corner = shape->corner[k];
        const double part = 1.0 / (double)shape->area;
        shape->plane[PLANE_W][k] = part * corner->inverse_w;
        shape->plane[PLANE_Z][k] = part * corner->z;
        for (unsigned c = 0; c < 2; c++) {
            shape->plane[PLANE_PERSP + c][k] = part * corner->inverse_w * corner->persp[c];
            shape->plane[PLANE_LINEAR + c][k] = part * corner->linear[c];
        }
    }
}

/* A number for each pixel of a quad. */
typedef double pixels __attribute__((vector_size(32)));

static inline void keep(float to[4], pixels from)
{
    for (unsigned p = 0; p < 4; p++)
        to[p] = (float)from[p];
}

/* Weights, depths and w at places of a quad's pixels. */
static void interpolate(const struct shape *shape, int64_t e[4][3], struct draw_weights *weights,
                        float depth[4], float w[4])
{
    pixels at[3], value[PLANES];
    for (unsigned k = 0; k < 3; k++)
        at[k] = (pixels){(double)e[0][k], (double)e[1][k], (double)e[2][k], (double)e[3][k]};
    for (unsigned i = 0; i < PLANES; i++) {
        const double *plane = shape->plane[i];
        value[i] = at[0] * plane[0] + at[1] * plane[1] + at[2] * plane[2];
    }
    const pixels own = 1.0 / value[PLANE_W];
    keep(w, own);
    keep(depth, value[PLANE_Z] + shape->shift);
    for (unsigned c = 0; c < 2; c++) {
        keep(weights->persp[c], value[PLANE_PERSP + c] * own);
        keep(weights->linear[c], value[PLANE_LINEAR + c]);
    }
}

static const int8_t center[2] = {0, 0};

/* Edges at a place in a pixel of a quad, in sixteenths of one from its centre. */
static void measure(const struct draw_state *state, const struct shape *shape,
                    const struct draw_quad *quad, unsigned p, const int8_t at[2], int64_t e[3])
{
    const int64_t unit = 1ll << state->fraction_bits, half = state->center_half ? unit / 2 : 0;
    const int64_t x = quad->x + (int32_t)(p & 1u), y = quad->y + (int32_t)(p >> 1);
    for (unsigned k = 0; k < 3; k++)
        e[k] = weight(shape, k, x * unit + half + at[0] * unit / 16,
                      y * unit + half + at[1] * unit / 16);
}

static unsigned cover(const struct draw_state *state, const struct shape *shape,
                      const struct draw_quad *quad, unsigned p, const int64_t at_center[3])
{
    unsigned covered = 0;
    if (state->samples <= 1)
        return is_inside(shape, at_center);
    for (unsigned s = 0; s < state->samples; s++) {
        int64_t e[3];
        measure(state, shape, quad, p, state->sample_at[s], e);
        covered |= (unsigned)is_inside(shape, e) << s;
    }
    return covered & state->sample_mask;
}

/* Fills in weights and depths of pixels at a sample. */
static void fill_sample(const struct draw_state *state, const struct shape *shape,
                        struct draw_quad *quad, unsigned s)
{
    float w[4];
    int64_t e[4][3];
    for (unsigned p = 0; p < 4; p++)
        measure(state, shape, quad, p, state->sample_at[s], e[p]);
    interpolate(shape, e, &quad->sample, quad->sample_z[s], w);
}

/* The centroid is the first sample that is covered; the centre, where all are, or none. */
static void fill_centroids(const struct draw_state *state, const struct shape *shape,
                           struct draw_quad *quad)
{
    const unsigned all = (1u << quad->count) - 1u;
    float z[4], w[4];
    int64_t e[4][3];
    for (unsigned p = 0; p < 4; p++) {
        const unsigned samples = quad->samples[p];
        const bool whole = !samples || samples == all;
        measure(state, shape, quad, p, whole ? center : state->sample_at[__builtin_ctz(samples)],
                e[p]);
    }
    interpolate(shape, e, &quad->centroid, z, w);
}

bool draw_by_samples(struct draw_raster *r, const struct draw_quad *quad)
{
    struct draw_quad one = *quad;
    one.covered = 0;
    for (unsigned p = 0; p < 4; p++) {
        one.samples[p] = (uint8_t)(quad->samples[p] & 1u << quad->number);
        one.covered |= (unsigned)(one.samples[p] != 0) << p;
    }
    return !one.covered || r->sink->add(r->sink, &one);
}

static bool add_samples(struct draw_raster *r, const struct shape *shape, struct draw_quad *quad)
{
    const struct draw_state *state = r->state;
    quad->count = state->samples;
    for (unsigned s = 0; s < quad->count; s++)
        fill_sample(state, shape, quad, s);
    fill_centroids(state, shape, quad);
    if (!state->by_sample)
        return r->sink->add(r->sink, quad);
    for (quad->number = 0; quad->number < quad->count; quad->number++) {
        fill_sample(state, shape, quad, quad->number);
        quad->centroid = quad->sample;
        if (!draw_by_samples(r, quad))
            return false;
    }
    return true;
}

/* Edges grow alike from pixel to pixel. */
static void step_centers(const struct draw_state *state, const struct shape *shape,
                         const int64_t first[3], int64_t e[4][3])
{
    const int64_t unit = 1ll << state->fraction_bits;
    for (unsigned k = 0; k < 3; k++) {
        e[0][k] = first[k];
        e[1][k] = e[0][k] - shape->dy[k] * unit;
        e[2][k] = e[0][k] + shape->dx[k] * unit;
        e[3][k] = e[1][k] + shape->dx[k] * unit;
    }
}

/* Leaves alone what only pixels of several samples have. */
static void begin_quad(struct draw_quad *quad, int32_t x, int32_t y, bool front)
{
    quad->x = x;
    quad->y = y;
    quad->front = front;
    quad->covered = quad->count = quad->number = 0;
    memset(quad->samples, 0, sizeof(quad->samples));
}

static bool is_within(const struct draw_rect *rect, int32_t x, int32_t y)
{
    return x >= rect->left && x < rect->right && y >= rect->top && y < rect->bottom;
}

bool draw_is_shown(const struct draw_state *state, int32_t x, int32_t y)
{
    unsigned windows = 0;
    for (unsigned i = 0; state->hidden && i < DRAW_WINDOWS; i++)
        windows |= (unsigned)is_within(&state->window[i], x, y) << i;
    return is_within(&state->scissor, x, y) && !(state->hidden >> windows & 1u);
}

/* `first` has the edges at the centre of its first pixel. */
static bool draw_quad_at(struct draw_raster *r, const struct shape *shape, int32_t x, int32_t y,
                         const int64_t first[3])
{
    struct draw_quad quad;
    int64_t e[4][3];
    begin_quad(&quad, x, y, shape->front);
    step_centers(r->state, shape, first, e);
    for (unsigned p = 0; p < 4; p++) {
        if (draw_is_shown(r->state, x + (int32_t)(p & 1u), y + (int32_t)(p >> 1)))
            quad.samples[p] = (uint8_t)cover(r->state, shape, &quad, p, e[p]);
        quad.covered |= (unsigned)(quad.samples[p] != 0) << p;
    }
    if (!quad.covered)
        return true;
    interpolate(shape, e, &quad.center, quad.z, quad.w);
    return r->state->samples > 1 ? add_samples(r, shape, &quad) : r->sink->add(r->sink, &quad);
}

static int32_t least(const struct shape *shape, unsigned c, unsigned bits)
{
    int64_t v = shape->corner[0]->fixed[c];
    for (unsigned k = 1; k < 3; k++)
        v = shape->corner[k]->fixed[c] < v ? shape->corner[k]->fixed[c] : v;
    return (int32_t)(v >> bits);
}

static int32_t most(const struct shape *shape, unsigned c, unsigned bits)
{
    int64_t v = shape->corner[0]->fixed[c];
    for (unsigned k = 1; k < 3; k++)
        v = shape->corner[k]->fixed[c] > v ? shape->corner[k]->fixed[c] : v;
    return (int32_t)(v >> bits) + 1;
}

static double offset_unit(const struct draw_state *state, const struct shape *shape)
{
    double most = 0;
    int exponent;
    if (state->shift_unit > 0)
        return state->shift_unit;
    for (unsigned k = 0; k < 3; k++)
        most = fmax(most, fabs(shape->corner[k]->z));
    frexp(most, &exponent);
    return ldexp(1, exponent - 1 - state->shift_bits);
}

/* OpenGL 4.6, 14.6.5. */
static void shift_depths(const struct draw_state *state, struct shape *shape)
{
    const struct draw_corner *a = shape->corner[0], *b = shape->corner[1], *c = shape->corner[2];
    const float slope = state->slope[!shape->front], shift = state->shift[!shape->front];
    const float limit = state->shift_limit;
    const double area = (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
    if (slope == 0 && shift == 0)
        return;
    const double dx = ((b->z - a->z) * (c->y - a->y) - (c->z - a->z) * (b->y - a->y)) / area;
    const double dy = ((c->z - a->z) * (b->x - a->x) - (b->z - a->z) * (c->x - a->x)) / area;
    const double sum =
        (double)slope * fmax(fabs(dx), fabs(dy)) + (double)shift * offset_unit(state, shape);
    if (!isfinite(sum))
        return;
    shape->shift = limit > 0   ? fmin(sum, (double)limit)
                   : limit < 0 ? fmax(sum, (double)limit)
                               : sum;
}

static bool rasterise(struct draw_raster *r, const struct draw_corner *a,
                      const struct draw_corner *b, const struct draw_corner *c, bool cull)
{
    const struct draw_rect *s = &r->state->scissor;
    const unsigned bits = r->state->fraction_bits;
    struct shape shape;
    if (!make_shape(r->state, a, b, c, &shape))
        return true;
    if (!cull)
        shape.front = !r->back;
    if ((cull && (shape.front ? r->state->cull_front : r->state->cull_back)))
        return true;
    shape.shift = 0;
    if (cull)
        shift_depths(r->state, &shape);
    make_planes(&shape);
    int32_t left = least(&shape, 0, bits), right = most(&shape, 0, bits);
    int32_t top = least(&shape, 1, bits), bottom = most(&shape, 1, bits);
    left = (left > s->left ? left : s->left) & ~1;
    top = (top > s->top ? top : s->top) & ~1;
    right = right < s->right ? right : s->right;
    bottom = bottom < s->bottom ? bottom : s->bottom;
    for (int32_t y = top; y < bottom; y += 2) {
        int64_t e[3];
        measure(r->state, &shape, &(struct draw_quad){.x = left, .y = y}, 0, center, e);
        if (!r->sink->may_go_on(r->sink))
            return false;
        for (int32_t x = left; x < right; x += 2) {
            if (!draw_quad_at(r, &shape, x, y, e))
                return false;
            for (unsigned k = 0; k < 3; k++)
                e[k] -= shape.dy[k] * 2 * (1ll << bits);
        }
    }
    return true;
}

/* A rectangle's fourth corner lies opposite to its first. */
static struct draw_corner fourth(const struct draw_state *state, const struct draw_corner c[3])
{
    struct draw_corner corner = c[0];
    const double unit = (double)(1u << state->fraction_bits);
    corner.x = c[1].x + c[2].x - c[0].x;
    corner.y = c[1].y + c[2].y - c[0].y;
    corner.z = c[1].z + c[2].z - c[0].z;
    corner.inverse_w = c[1].inverse_w + c[2].inverse_w - c[0].inverse_w;
    corner.fixed[0] = llrint(corner.x * unit);
    corner.fixed[1] = llrint(corner.y * unit);
    for (unsigned i = 0; i < 2; i++)
        corner.persp[i] = corner.linear[i] = 1;
    return corner;
}

bool draw_is_on_screen(const struct draw_corner *corners, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!(fabs(corners[i].x) < 65536.0 && fabs(corners[i].y) < 65536.0))
            return false;
    return true;
}

bool draw_is_culled(const struct draw_state *state, const struct draw_corner *corners,
                    unsigned count)
{
    for (unsigned k = 0; k < DRAW_DISTANCES; k++) {
        bool beyond = state->cull_distances >> k & 1u;
        for (unsigned i = 0; i < count; i++)
            beyond = beyond && corners[i].distance[k] < 0;
        if (beyond)
            return true;
    }
    return false;
}

bool draw_area(struct draw_raster *r, const struct draw_corner *a, const struct draw_corner *b,
               const struct draw_corner *c)
{
    return rasterise(r, a, b, c, false);
}

void draw_corner_at(const struct draw_raster *r, uint32_t vertex, struct draw_corner *corner)
{
    memset(corner, 0, sizeof(*corner));
    for (unsigned c = 0; c < 4; c++)
        corner->clip[c] = (double)r->vertices->position[vertex][c];
    for (unsigned k = 0; r->vertices->distance && k < DRAW_DISTANCES; k++)
        corner->distance[k] = (double)r->vertices->distance[vertex][k];
}

/* Whether a vertex begins an edge that is drawn. */
static bool begins_edge(const struct draw_raster *r, uint32_t vertex)
{
    return !r->state->vertex_edge || !r->vertices->misc || r->vertices->misc[vertex][1];
}

/* Draws the edges of a triangle, or its corners. Lines are clipped one by one: none comes about
 * where the area is cut. */
static bool draw_outline(struct draw_raster *r, const uint32_t vertices[3], unsigned edges,
                         const struct draw_corner corners[3], unsigned fill)
{
    bool sound = true;
    for (unsigned i = 0; sound && i < 3; i++) {
        struct draw_corner ends[2] = {corners[i], corners[(i + 1) % 3]};
        if (!(edges >> i & 1u) || !begins_edge(r, vertices[i]))
            continue;
        if (fill == DRAW_FILL_POINTS) {
            sound = draw_point(r, vertices[i], vertices[0]);
            continue;
        }
        r->sink->begin(r->sink, r->vertices, vertices);
        sound = draw_edge(r, ends, false);
    }
    return sound;
}

/* A triangle whose faces are not all filled: `corners` as it was, and what is left of it on the
 * screen, where neighbours may be at one place. */
static bool draw_by_mode(struct draw_raster *r, const uint32_t vertices[3], unsigned edges,
                         const struct draw_corner corners[3], const struct draw_corner *left,
                         unsigned count, bool *done)
{
    struct shape shape = {0};
    unsigned i = 1;
    *done = true;
    while (i + 1 < count && !make_shape(r->state, &left[0], &left[i], &left[i + 1], &shape))
        i++;
    if (i + 1 >= count || (shape.front ? r->state->cull_front : r->state->cull_back))
        return true;
    const unsigned fill = r->state->fill[!shape.front];
    *done = fill != DRAW_FILL_AREA;
    if (!*done)
        return true;
    shift_depths(r->state, &shape);
    r->back = !shape.front;
    r->shift = shape.shift;
    const bool sound = draw_outline(r, vertices, edges, corners, fill);
    r->back = false;
    r->shift = 0;
    return sound;
}

static bool draw_triangle(struct draw_raster *r, const uint32_t vertices[3], unsigned edges,
                          bool rectangle)
{
    struct draw_corner corners[DRAW_MOST_CORNERS], whole[3];
    unsigned count = 3;
    bool done = false;
    for (unsigned i = 0; i < 3; i++) {
        draw_corner_at(r, vertices[i], &corners[i]);
        if (i)
            corners[i].persp[i - 1] = corners[i].linear[i - 1] = 1;
    }
    if (draw_is_culled(r->state, corners, 3))
        return true;
    memcpy(whole, corners, sizeof(whole));
    if (r->state->clip && !rectangle)
        count = draw_clip(r->state, corners);
    r->seen = count >= 3;
    for (unsigned i = 0; i < count; i++)
        draw_project(r->state, &corners[i]);
    if (!draw_is_on_screen(corners, count))
        return true; /* what is no number, or far beyond what is clipped */
    if (!rectangle && count >= 3 && (r->state->fill[0] || r->state->fill[1]) &&
        (!draw_by_mode(r, vertices, edges, whole, corners, count, &done) || done))
        return done;
    r->sink->begin(r->sink, r->vertices, vertices);
    for (unsigned i = 1; i + 1 < count; i++)
        if (!rasterise(r, &corners[0], &corners[i], &corners[i + 1], !rectangle))
            return false;
    if (!rectangle)
        return true;
    const struct draw_corner last = fourth(r->state, corners);
    return rasterise(r, &corners[2], &corners[1], &last, false);
}

/* The vertices of a triangle without adjacent ones, the provoking one first, and its edges. */
static unsigned turn(const struct draw_primitive *primitive, uint32_t vertices[3])
{
    const unsigned step = primitive->count == 6 ? 2 : 1, first = primitive->provoking / step;
    for (unsigned i = 0; i < 3; i++)
        vertices[i] = primitive->vertex[(first + i) % 3 * step];
    return (primitive->edges | primitive->edges << 3) >> first & 7u;
}

static bool draw_by_corners(struct draw_raster *r, const struct draw_primitive *primitive)
{
    const bool adjacent = primitive->count == 4;
    uint32_t vertices[3];
    if (primitive->count == 1)
        return draw_point(r, primitive->vertex[0], primitive->vertex[0]);
    if (primitive->count == 2 || adjacent) {
        const uint32_t *ends = primitive->vertex + adjacent;
        const unsigned provoking = primitive->provoking - adjacent;
        return draw_line(r, ends[provoking], ends[!provoking], provoking);
    }
    const unsigned edges = turn(primitive, vertices);
    return draw_triangle(r, vertices, edges, primitive->rectangle);
}

bool draw_primitive(void *data, const struct draw_primitive *primitive)
{
    struct draw_raster *r = data;
    if (r->vertices->misc && r->sink->select &&
        !r->sink->select(r, primitive->vertex[primitive->provoking]))
        return false;
    r->seen = false;
    const bool sound = draw_by_corners(r, primitive);
    r->taken++;
    r->left += r->seen;
    return sound;
}
