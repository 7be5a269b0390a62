/* SPDX-License-Identifier: MIT */
/* pieces.c: a grid of work-groups in dispatches that the hardware can count. */
#include "driver/r600/pieces.h"

#include <assert.h>
#include <string.h>

#include "driver/base/env.h"

enum {
    DISPATCH_GROUPS = 65535,
    /* Dispatches of a stream, 12 dwords each: with the state in front of them they fit the 16,384
     * dwords that the kernel takes. */
    STREAM_DISPATCHES = 1000,
};

struct r600_limits r600_limits(void)
{
    const uint32_t forced = (uint32_t)env_number(ENV_MAX_GROUPS);
    struct r600_limits limits = {DISPATCH_GROUPS, STREAM_DISPATCHES};

    if (forced && forced < limits.groups)
        limits.groups = forced;
    if (forced && forced < limits.dispatches)
        limits.dispatches = forced;
    return limits;
}

struct r600_pieces r600_pieces(const uint32_t groups[3], uint32_t limit)
{
    struct r600_pieces pieces = {.limit = limit};

    assert(groups[0] && groups[1] && groups[2] && limit);
    memcpy(pieces.groups, groups, sizeof(pieces.groups));
    return pieces;
}

/* The next start: of the next column, or of the first one in the next row, and so on. */
static void advance(struct r600_pieces *pieces, const struct r600_piece *piece)
{
    for (unsigned d = 0; d < 3; d++) {
        if (piece->groups[d] < pieces->groups[d] - piece->start[d]) {
            pieces->start[d] += piece->groups[d];
            return;
        }
        pieces->start[d] = 0;
    }
    pieces->done = true;
}

struct r600_piece r600_pieces_take(struct r600_pieces *pieces)
{
    struct r600_piece piece;

    assert(!pieces->done);
    memcpy(piece.start, pieces->start, sizeof(piece.start));
    for (unsigned d = 0; d < 3; d++) {
        const uint32_t left = pieces->groups[d] - piece.start[d];
        piece.groups[d] = left < pieces->limit ? left : pieces->limit;
    }
    advance(pieces, &piece);
    return piece;
}
