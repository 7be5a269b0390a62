/* SPDX-License-Identifier: MIT */
/* strokes.c: which pixels points and lines cover. A point is a square around its place. A line has
 * the pixels whose diamonds it leaves (OpenGL 4.6, 14.5.1); a wide one has a row of pixels across
 * for each of them. */
#include <math.h>
#include <string.h>

#include "driver/sim/raster/raster.h"

/* A line on the screen, in pixels. Positions are moved by next to nothing, so that no diamond is
 * met at its edge (14.5.1). */
struct stroke {
    const struct draw_corner *a, *b;
    double from[2], to[2];
    bool steep; /* goes along y */
    struct draw_quad quad;
};

static double span(double from, double to, double at)
{
    const double t = to == from ? 0 : (at - from) / (to - from);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static double diamond(const struct stroke *s, double t, const double center[2])
{
    double sum = 0;
    for (unsigned c = 0; c < 2; c++)
        sum += fabs(s->from[c] + t * (s->to[c] - s->from[c]) - center[c]);
    return sum;
}

/* Whether the line meets the diamond of a pixel, and does not end in it. */
static bool leaves(const struct stroke *s, const double center[2])
{
    const double x = diamond(s, span(s->from[0], s->to[0], center[0]), center);
    const double y = diamond(s, span(s->from[1], s->to[1], center[1]), center);
    return (x < 0.5 || y < 0.5 || diamond(s, 0, center) < 0.5) && diamond(s, 1, center) >= 0.5;
}

/* Values of a pixel at its place along the line. */
static void fill_pixel(const struct stroke *s, struct draw_quad *quad, unsigned p, double half)
{
    const struct draw_corner *a = s->a, *b = s->b;
    const double dx = b->x - a->x, dy = b->y - a->y;
    const double x = quad->x + (int32_t)(p & 1u) + half, y = quad->y + (int32_t)(p >> 1) + half;
    const double t = ((x - a->x) * dx + (y - a->y) * dy) / (dx * dx + dy * dy);
    const double inverse_w = a->inverse_w + t * (b->inverse_w - a->inverse_w);
    for (unsigned c = 0; c < 2; c++) {
        const double first = a->persp[c] * a->inverse_w, second = b->persp[c] * b->inverse_w;
        quad->center.persp[c][p] = (float)((first + t * (second - first)) / inverse_w);
        quad->center.linear[c][p] = (float)(a->linear[c] + t * (b->linear[c] - a->linear[c]));
    }
    quad->z[p] = (float)(a->z + t * (b->z - a->z));
    quad->w[p] = (float)(1.0 / inverse_w);
}

/* All samples of a pixel are as its centre is. */
static void fill_samples(const struct draw_state *state, struct draw_quad *quad)
{
    quad->sample = quad->centroid = quad->center;
    for (unsigned p = 0; p < 4; p++) {
        quad->samples[p] = !(quad->covered >> p & 1u) ? 0 : quad->count ? state->sample_mask : 1;
        for (unsigned i = 0; i < quad->count; i++)
            quad->sample_z[i][p] = quad->z[p];
    }
}

static bool flush(struct draw_raster *r, struct stroke *s)
{
    const struct draw_state *state = r->state;
    const unsigned covered = s->quad.covered;
    if (!covered)
        return true;
    s->quad.count = state->samples > 1 ? state->samples : 0;
    for (unsigned p = 0; p < 4; p++)
        fill_pixel(s, &s->quad, p, state->center_half ? 0.5 : 0.0);
    fill_samples(state, &s->quad);
    s->quad.covered = 0;
    struct draw_quad quad = s->quad;
    quad.covered = covered;
    if (!state->by_sample || !quad.count)
        return r->sink->add(r->sink, &quad);
    for (; quad.number < quad.count; quad.number++)
        if (!draw_by_samples(r, &quad))
            return false;
    return true;
}

static bool add_pixel(struct draw_raster *r, struct stroke *s, int32_t x, int32_t y)
{
    if (!draw_is_shown(r->state, x, y))
        return true;
    if (((x & ~1) != s->quad.x || (y & ~1) != s->quad.y) && !flush(r, s))
        return false;
    s->quad.x = x & ~1;
    s->quad.y = y & ~1;
    s->quad.covered |= 1u << ((x & 1) | (y & 1) << 1);
    return true;
}

/* Whether the next fragment of a line is drawn (OpenGL 4.6, compatibility profile, 14.5.2). */
static bool is_dotted(struct draw_raster *r)
{
    const struct draw_state *state = r->state;
    if (!state->stipple_factor)
        return true;
    return state->stipple >> r->stippled++ / state->stipple_factor % 16 & 1u;
}

/* Counts fragments beside the scissor, one a step. */
static void skip_steps(struct draw_raster *r, double from, double to)
{
    if (to > from)
        r->stippled += (uint32_t)(floor(to) - floor(from));
}

/* The pixels of a step along the longer axis. */
static bool add_step(struct draw_raster *r, struct stroke *s, int32_t step)
{
    const double half = r->state->center_half ? 0.5 : 0.0;
    const unsigned along = s->steep, across = !s->steep;
    const double t = span(s->from[along], s->to[along], step + half);
    const double middle = s->from[across] + t * (s->to[across] - s->from[across]);
    const int32_t row = (int32_t)floor(middle - half + 0.5);
    for (int32_t i = row - 1; i <= row + 1; i++) {
        double center[2];
        center[along] = step + half;
        center[across] = i + half;
        if (!leaves(s, center))
            continue;
        if (!is_dotted(r))
            return true;
        for (int32_t k = 0; k < (int32_t)r->state->line_width; k++)
            if (!(s->steep ? add_pixel(r, s, i + k, step) : add_pixel(r, s, step, i + k)))
                return false;
        return true;
    }
    return true;
}

static bool draw_stroke(struct draw_raster *r, const struct draw_corner *a,
                        const struct draw_corner *b)
{
    static const double nudge[2] = {1e-6, 1e-9};
    const struct draw_rect *scissor = &r->state->scissor;
    const double unit = (double)(1u << r->state->fraction_bits);
    struct stroke s = {.a = a, .b = b, .quad = {.x = -2, .front = !r->back}};
    for (unsigned c = 0; c < 2; c++) {
        s.from[c] = (double)a->fixed[c] / unit + nudge[c];
        s.to[c] = (double)b->fixed[c] / unit + nudge[c];
    }
    s.steep = fabs(s.to[1] - s.from[1]) > fabs(s.to[0] - s.from[0]);
    s.from[!s.steep] -= (r->state->line_width - 1) / 2.0;
    s.to[!s.steep] -= (r->state->line_width - 1) / 2.0;
    const double low = fmin(s.from[s.steep], s.to[s.steep]),
                 high = fmax(s.from[s.steep], s.to[s.steep]);
    const int32_t least = s.steep ? scissor->top : scissor->left,
                  most = s.steep ? scissor->bottom : scissor->right;
    const int32_t first = low - 1 > least ? (int32_t)floor(low) - 1 : least;
    const int32_t last = high + 1 < most ? (int32_t)floor(high) + 1 : most - 1;
    if (a->x == b->x && a->y == b->y)
        return true;
    const double begin = s.from[s.steep], end = s.to[s.steep];
    const bool down = end < begin;
    skip_steps(r, down ? last : begin, down ? begin : first);
    for (int32_t i = first; i <= last; i++)
        if (!add_step(r, &s, down ? first + last - i : i))
            return false;
    skip_steps(r, down ? end + 1 : last + 1, down ? first : end); /* the last one is not drawn */
    return flush(r, &s);
}

/* A line that is a rectangle along it (OpenGL 4.6, 14.5.4). */
static bool draw_along(struct draw_raster *r, const struct draw_corner *a,
                       const struct draw_corner *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y, length = sqrt(dx * dx + dy * dy);
    const double unit = (double)(1u << r->state->fraction_bits);
    struct draw_corner corner[4];
    if (!(length > 0))
        return true;
    for (unsigned i = 0; i < 4; i++) {
        const double side = (i & 1u ? 0.5 : -0.5) * (double)r->state->rectangle_width / length;
        corner[i] = i < 2 ? *a : *b;
        corner[i].x -= side * dy;
        corner[i].y += side * dx;
        corner[i].fixed[0] = llrint(corner[i].x * unit);
        corner[i].fixed[1] = llrint(corner[i].y * unit);
    }
    return !draw_is_on_screen(corner, 4) || (draw_area(r, &corner[0], &corner[1], &corner[2]) &&
                                             draw_area(r, &corner[3], &corner[2], &corner[1]));
}

bool draw_edge(struct draw_raster *r, struct draw_corner corners[2], bool turned)
{
    if (r->state->clip && !draw_clip_line(r->state, corners))
        return true;
    r->seen = true;
    for (unsigned i = 0; i < 2; i++) {
        draw_project(r->state, &corners[i]);
        corners[i].z += r->shift;
    }
    if (!draw_is_on_screen(corners, 2))
        return true;
    if (r->state->rectangular_lines)
        return draw_along(r, &corners[0], &corners[1]);
    return turned ? draw_stroke(r, &corners[1], &corners[0])
                  : draw_stroke(r, &corners[0], &corners[1]);
}

bool draw_line(struct draw_raster *r, uint32_t first, uint32_t second, bool turned)
{
    const uint32_t begin = turned ? second : first;
    struct draw_corner corners[2];
    if (r->state->stipple_restarts || begin != r->line_end)
        r->stippled = 0;
    r->line_end = turned ? first : second;
    draw_corner_at(r, first, &corners[0]);
    draw_corner_at(r, second, &corners[1]);
    corners[1].persp[0] = corners[1].linear[0] = 1;
    if (!r->sink->may_go_on(r->sink))
        return false;
    if (draw_is_culled(r->state, corners, 2))
        return true;
    r->sink->begin(r->sink, r->vertices, (const uint32_t[3]){first, second, first});
    return draw_edge(r, corners, turned);
}

static void move(const struct draw_state *state, struct draw_corner *corner, double dx, double dy)
{
    const double unit = (double)(1u << state->fraction_bits);
    corner->x += dx;
    corner->y += dy;
    corner->fixed[0] = llrint(corner->x * unit);
    corner->fixed[1] = llrint(corner->y * unit);
    corner->persp[0] = corner->linear[0] = dx > 0;
    corner->persp[1] = corner->linear[1] = dy > 0;
}

bool draw_point(struct draw_raster *r, uint32_t vertex, uint32_t provoking)
{
    const struct draw_state *state = r->state;
    struct draw_corner corner, square[4];
    float size = state->point_size;
    draw_corner_at(r, vertex, &corner);
    if (draw_is_culled(state, &corner, 1) || (state->clip && !draw_clip_point(state, &corner)))
        return true;
    r->seen = true;
    if (r->vertices->misc && state->vertex_point_size)
        memcpy(&size, &r->vertices->misc[vertex][0], sizeof(size));
    size = !(size > state->point_least) ? state->point_least
           : size > state->point_most   ? state->point_most
                                        : size;
    const float height = state->point_height > 0 ? state->point_height : size;
    draw_project(state, &corner);
    corner.z += r->shift;
    for (unsigned i = 0; i < 4; i++) {
        square[i] = corner;
        move(state, &square[i], (i & 1u ? 0.5 : -0.5) * (double)size,
             (i >> 1 ? 0.5 : -0.5) * (double)height);
    }
    if (!draw_is_on_screen(square, 4))
        return true;
    r->sink->begin_point(r->sink, r->vertices, vertex, provoking);
    return draw_area(r, &square[0], &square[1], &square[2]) &&
           draw_area(r, &square[3], &square[2], &square[1]);
}
