/* SPDX-License-Identifier: MIT */
/* pieces.h: the dispatches that a grid of work-groups is run in. A dispatch counts 16 bits of
 * groups in each dimension, and a command stream has room for some dispatches: a grid is several
 * dispatches, each with the number of its first group, and these are one or several streams. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct r600_limits {
    uint32_t groups;     /* of a dispatch, in each dimension */
    uint32_t dispatches; /* of a command stream */
};

/* The rest of a grid that is not yet dispatched. */
struct r600_pieces {
    uint32_t groups[3]; /* of the grid */
    uint32_t limit;     /* of a piece, in each dimension */
    uint32_t start[3];  /* of the next piece */
    bool done;          /* there is none */
};

struct r600_piece {
    uint32_t start[3]; /* its first group */
    uint32_t groups[3];
};

/* The hardware's and the kernel interface's, or ROOTLE_MAX_GROUPS of both. */
struct r600_limits r600_limits(void);
/* No dimension of the grid, and no limit, is 0. */
struct r600_pieces r600_pieces(const uint32_t groups[3], uint32_t limit);
/* Takes the next piece, x first; there must be one. Every group is in one piece. */
struct r600_piece r600_pieces_take(struct r600_pieces *pieces);
