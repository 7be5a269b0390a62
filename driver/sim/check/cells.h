/* SPDX-License-Identifier: MIT */
/* cells.h: who accessed a dword last, in 40 bits; and races, which follow from that. For files of
 * races alone. */
#pragma once

#include "driver/sim/check/check.h"

/* A cell, of 40 bits. How many there are for barriers passed, work-item and group depends on the
 * launch (check_cells_init). Groups beyond those that fit share their numbers, and so do
 * instructions of long programs: conflicts may be missed, or have no line, but none is made up. */
enum {
    BYTES_LO = 0, /* which bytes of the dword; no cell in use has none */
    BYTES = 15,
    ATOMIC_LO = 4, /* it was atomic */
    OTHERS_LO = 5, /* others of the group did the same since the same barrier */
    GROUPS_LO = 6, /* another group did */
    NUMBER_LO = 7, /* 1 + the number of the instruction; 0: not known */
    NUMBER_BITS = 8,
    EPOCH_LO = NUMBER_LO + NUMBER_BITS,
    CELL_BITS = 40
};

static inline uint64_t cell_at(const struct check_cells *cells, size_t dword)
{
    return cells ? cells->low[dword] | (uint64_t)cells->high[dword] << 32 : 0;
}

static inline void cell_set(struct check_cells *cells, size_t dword, uint64_t cell)
{
    cells->low[dword] = (uint32_t)cell;
    cells->high[dword] = (uint8_t)(cell >> 32);
}

static inline uint64_t cell_part(uint64_t cell, unsigned lo, unsigned bits)
{
    return cell >> lo & ((1ull << bits) - 1);
}

static inline uint64_t cell_epoch(const struct sim_check *check, uint64_t cell)
{
    return cell_part(cell, check->cells.epoch_at, check->cells.epoch_bits);
}

static inline bool cell_same_group(const struct sim_check *check, uint64_t a, uint64_t b)
{
    return a >> check->cells.group_at == b >> check->cells.group_at;
}

static inline bool cell_same_item(const struct sim_check *check, uint64_t a, uint64_t b)
{
    return a >> check->cells.item_at == b >> check->cells.item_at;
}

static inline uint32_t cell_item(const struct sim_check *check, uint64_t cell)
{
    return (uint32_t)cell_part(cell, check->cells.item_at, check->cells.item_bits);
}

/* Whether a cell is of an asynchronous copy (copies.c). */
static inline bool cell_is_copy(const struct sim_check *check, uint64_t cell)
{
    return check->copies && cell_item(check, cell) >= check->launch->local_size;
}

static inline uint32_t cell_global_item(const struct sim_check *check, uint64_t cell)
{
    return (uint32_t)(cell >> check->cells.item_at);
}

/* cells.c: the cell of an access. */
uint64_t cell_make(struct sim_check *check, const struct sim_wave *wave,
                   const struct check_access *access);
/* Whether nothing orders two accesses. Behind more barriers than can be counted, everything is
 * taken for ordered. */
bool cell_is_concurrent(const struct sim_check *check, uint64_t a, uint64_t b);
/* The last group that had this number in cells, or has it now. */
uint64_t cell_group(const struct sim_check *check, uint64_t cell);
/* Whether an access comes behind that of a cell by fences and atomic operations. */
bool cell_is_ordered(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, uint64_t now);
/* The cell of readers, or of atomic operations, behind another one; and that of writers. */
uint64_t cell_add(const struct sim_check *check, const struct check_access *access, uint64_t cell,
                  uint64_t now, uint64_t bytes);
uint64_t cell_add_writer(const struct sim_check *check, uint64_t writer, uint64_t now,
                         uint64_t bytes);

/* race_report.c: tells of two accesses that conflict, or waits whether an atomic operation of the
 * work-item excuses the first. */
void race_report(struct sim_check *check, const struct sim_wave *wave,
                 const struct check_access *access, uint64_t cell, uint64_t now, bool wrote);
/* The work-item changes the dword by an atomic operation. */
void race_drop_doubt(struct sim_check *check, uint64_t address, uint32_t item);
