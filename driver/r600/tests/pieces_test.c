/* SPDX-License-Identifier: MIT */
/* Tests of how grids are cut into dispatches. */
#include "driver/r600/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "ci/tests/run_tests.h"
#include "driver/base/count.h"

enum { MOST = 9 }; /* groups in a dimension of a small grid */

static uint32_t random_below(uint32_t limit)
{
    static uint64_t state = 32;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % limit;
}

/* Counts in `seen` how often each group is in a piece. */
static void mark(const struct r600_piece *piece, const uint32_t grid[3], uint8_t *seen)
{
    for (uint32_t z = 0; z < piece->groups[2]; z++)
        for (uint32_t y = 0; y < piece->groups[1]; y++)
            for (uint32_t x = 0; x < piece->groups[0]; x++)
                seen[((piece->start[2] + z) * grid[1] + piece->start[1] + y) * grid[0] +
                     piece->start[0] + x]++;
}

static void check_piece(const struct r600_piece *piece, const uint32_t grid[3], uint32_t limit)
{
    for (unsigned d = 0; d < 3; d++) {
        assert_in_range(piece->groups[d], 1, limit);
        assert_true((uint64_t)piece->start[d] + piece->groups[d] <= grid[d]);
    }
}

static void every_group_is_in_one_piece(void **state)
{
    for (unsigned round = 0; round < 5000; round++) {
        const uint32_t limit = 1 + random_below(MOST + 1);
        const uint32_t grid[3] = {1 + random_below(MOST), 1 + random_below(MOST),
                                  1 + random_below(MOST)};
        struct r600_pieces pieces = r600_pieces(grid, limit);
        uint8_t seen[MOST * MOST * MOST] = {0};
        while (!pieces.done) {
            const struct r600_piece piece = r600_pieces_take(&pieces);
            check_piece(&piece, grid, limit);
            mark(&piece, grid, seen);
        }
        for (uint32_t i = 0; i < grid[0] * grid[1] * grid[2]; i++)
            assert_int_equal(seen[i], 1);
    }
}

static bool begins_before(const struct r600_piece *a, const struct r600_piece *b)
{
    for (int d = 2; d >= 0; d--)
        if (a->start[d] != b->start[d])
            return a->start[d] < b->start[d];
    return false;
}

/* Grids too large to be marked group by group: their pieces follow each other and have as many
 * groups. */
static void numbers_of_32_bits_do_not_wrap(void **state)
{
    static const uint32_t grids[][3] = {
        {UINT32_MAX, 1, 1},    {1, UINT32_MAX, 1},         {1, 1, UINT32_MAX},
        {65535 * 3, 65536, 7}, {(1u << 24) + 1, 2, 65537}, {UINT32_MAX - 1, 1, 2},
    };
    for (size_t g = 0; g < COUNT(grids); g++) {
        struct r600_pieces pieces = r600_pieces(grids[g], 65535);
        struct r600_piece before = {0};
        uint64_t covered = 0;
        while (!pieces.done) {
            const struct r600_piece piece = r600_pieces_take(&pieces);
            check_piece(&piece, grids[g], 65535);
            assert_true(!covered || begins_before(&before, &piece));
            covered += (uint64_t)piece.groups[0] * piece.groups[1] * piece.groups[2];
            before = piece;
        }
        assert_int_equal(covered, (uint64_t)grids[g][0] * grids[g][1] * grids[g][2]);
    }
}

/* A grid that nobody can wait for: its pieces take no memory and no time before they are asked for.
 */
static void largest_grid_begins(void **state)
{
    const uint32_t all[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    struct r600_pieces pieces = r600_pieces(all, 65535);
    for (uint32_t i = 0; i < 65537; i++) /* 65535 times 65537 is UINT32_MAX: a row */
        assert_int_equal(r600_pieces_take(&pieces).start[0], i * 65535);
    const struct r600_piece next = r600_pieces_take(&pieces);
    assert_int_equal(next.start[0], 0);
    assert_int_equal(next.start[1], 65535);
    assert_false(pieces.done);
}

static void limits_are_forced(void **state)
{
    static const struct {
        const char *text;
        struct r600_limits limits;
    } rows[] = {
        {"0", {65535, 1000}},     {"7", {7, 7}}, {"1", {1, 1}}, {"2000", {2000, 1000}},
        {"70000", {65535, 1000}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        setenv("ROOTLE_MAX_GROUPS", rows[i].text, 1);
        const struct r600_limits limits = r600_limits();
        assert_int_equal(limits.groups, rows[i].limits.groups);
        assert_int_equal(limits.dispatches, rows[i].limits.dispatches);
    }
    unsetenv("ROOTLE_MAX_GROUPS");
}

int main(void)
{
    return RUN_TESTS(cmocka_unit_test, every_group_is_in_one_piece, numbers_of_32_bits_do_not_wrap,
                     largest_grid_begins, limits_are_forced);
}
