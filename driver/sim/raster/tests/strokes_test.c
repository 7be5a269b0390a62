/* SPDX-License-Identifier: MIT */
/* strokes_test.c: which pixels of lines are drawn: of stippled ones (OpenGL 4.6, compatibility
 * profile, 14.5.2), and beside rectangles of the window. */
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/sim/raster/raster.h"

enum { WIDTH = 48, HEIGHT = 4 };

/* Rows of pixels, '#' where one was drawn. */
struct paper {
    struct draw_sink sink;
    char row[HEIGHT][WIDTH + 1];
};

static void begin(struct draw_sink *sink, const struct draw_vertices *vertices,
                  const uint32_t triangle[3])
{
    (void)sink;
    (void)vertices;
    (void)triangle;
}

static bool add(struct draw_sink *sink, const struct draw_quad *quad)
{
    struct paper *paper = (struct paper *)sink;
    for (int i = 0; i < 4; i++)
        if (quad->covered >> i & 1u)
            paper->row[quad->y + i / 2][quad->x + i % 2] = '#';
    return true;
}

static bool may_go_on(struct draw_sink *sink)
{
    (void)sink;
    return true;
}

/* Lines between places on the screen, as a draw of that type has them. */
static void draw(struct paper *paper, const struct draw_state *changes, const int (*places)[2],
                 uint32_t count)
{
    float position[8][4];
    bool cut[8] = {false};
    struct draw_state state = *changes;
    struct draw_vertices vertices = {.count = count, .position = position, .cut = cut};
    struct draw_raster raster = {&state, &vertices, &paper->sink, .viewport = 0};
    for (uint32_t i = 0; i < count; i++)
        memcpy(position[i],
               (const float[4]){(float)places[i][0] + 0.5f, (float)places[i][1] + 0.5f, 0, 1},
               sizeof(position[i]));
    *paper = (struct paper){.sink = {.begin = begin, .add = add, .may_go_on = may_go_on}};
    for (int y = 0; y < HEIGHT; y++)
        memset(paper->row[y], '.', WIDTH);
    for (int c = 0; c < 3; c++)
        state.scale[c] = 1;
    state.center_half = true;
    state.fraction_bits = 8;
    state.line_width = state.line_width ? state.line_width : 1;
    if (!state.scissor.right)
        state.scissor = (struct draw_rect){0, 0, WIDTH, HEIGHT};
    assert_true(draw_assemble(&state, cut, count, draw_primitive, &raster));
}

#define DRAW(paper, state, ...)                                                                    \
    do {                                                                                           \
        static const int places[][2] = {__VA_ARGS__};                                              \
        draw(paper, state, places, sizeof(places) / sizeof(places[0]));                            \
    } while (0)

/* Bits count from the lowest one, each for as many fragments as the factor says. */
static void test_pattern(void **none)
{
    (void)none;
    struct paper paper;
    struct draw_state state = {.primitive = DRAW_LINES, .stipple = 0x0f0d, .stipple_factor = 1};
    DRAW(&paper, &state, {0, 0}, {40, 0});
    assert_string_equal(paper.row[0], "#.##....####....#.##....####....#.##............");
    state.stipple_factor = 2;
    DRAW(&paper, &state, {0, 0}, {40, 0});
    assert_string_equal(paper.row[0], "##..####........########........##..####........");
    state.stipple_factor = 0;
    DRAW(&paper, &state, {0, 0}, {4, 0});
    assert_string_equal(paper.row[0], "####............................................");
}

/* The first fragment is that of the first vertex, whichever provokes. */
static void test_direction(void **none)
{
    (void)none;
    struct paper paper;
    struct draw_state state = {.primitive = DRAW_LINES, .stipple = 0x000d, .stipple_factor = 1};
    for (int last = 0; last < 2; last++) {
        state.last_vertex_provokes = last;
        DRAW(&paper, &state, {10, 1}, {0, 1});
        assert_string_equal(paper.row[1], ".......##.#.....................................");
    }
}

/* Lines of a strip go on, lines alone begin anew; and all do where the state says so. */
static void test_rows(void **none)
{
    (void)none;
    struct paper paper;
    struct draw_state state = {
        .primitive = DRAW_LINE_STRIP, .stipple = 0x0111, .stipple_factor = 1};
    DRAW(&paper, &state, {0, 0}, {6, 0}, {12, 0}, {18, 0});
    assert_string_equal(paper.row[0], "#...#...#.......#...............................");
    state.stipple_restarts = true;
    DRAW(&paper, &state, {0, 0}, {6, 0}, {12, 0}, {18, 0});
    assert_string_equal(paper.row[0], "#...#.#...#.#...#...............................");
    state.stipple_restarts = false;
    state.primitive = DRAW_LINES;
    DRAW(&paper, &state, {0, 2}, {6, 2}, {6, 3}, {12, 3});
    assert_string_equal(paper.row[2], "#...#...........................................");
    assert_string_equal(paper.row[3], "......#...#.....................................");
}

/* Fragments beside the scissor count, and each column of a wide line is one. */
static void test_scissor(void **none)
{
    (void)none;
    struct paper paper;
    struct draw_state state = {.primitive = DRAW_LINE_STRIP,
                               .stipple = 0x0111,
                               .stipple_factor = 1,
                               .line_width = 2,
                               .scissor = {6, 0, 14, HEIGHT}};
    DRAW(&paper, &state, {0, 1}, {19, 1}, {0, 1});
    for (int y = 1; y < 3; y++)
        assert_string_equal(paper.row[y], "......#.#.......................................");
}

/* Pixels that lie in the first rectangle and in no other, or in none, are hidden. */
static void test_windows(void **none)
{
    (void)none;
    struct paper paper;
    struct draw_state state = {.primitive = DRAW_LINES,
                               .window = {{4, 0, 20, HEIGHT}, {10, 0, 30, HEIGHT}},
                               .hidden = 1 << 1};
    DRAW(&paper, &state, {0, 0}, {40, 0});
    assert_string_equal(paper.row[0], "####......##############################........");
    state.hidden |= 1 << 0;
    DRAW(&paper, &state, {0, 0}, {40, 0});
    assert_string_equal(paper.row[0], "..........####################..................");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, test_pattern, test_direction, test_rows, test_scissor,
                     test_windows);
}
