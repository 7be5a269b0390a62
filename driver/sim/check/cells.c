/* SPDX-License-Identifier: MIT */
/* cells.c: cells of accesses: which come first, and what becomes of a cell behind another one. */
#include "driver/sim/check/cells.h"

#include <assert.h>
#include <stdlib.h>

static unsigned bits_for(uint64_t count)
{
    return count > 1 ? 64u - (unsigned)__builtin_clzll(count - 1) : 1;
}

bool check_cells_init(struct sim_check *check)
{
    const struct sim_launch *launch = check->launch;
    struct check_cell_layout *cells = &check->cells;
    const unsigned agents = check->copies ? CHECK_AGENTS + 1 : 0;
    const unsigned items = bits_for(launch->local_size + agents),
                   left = CELL_BITS - EPOCH_LO - items;
    const unsigned groups = bits_for(launch->group_count);
    assert(items < CELL_BITS - EPOCH_LO); /* some bits are left for barriers and groups */
    cells->epoch_at = EPOCH_LO;
    cells->epoch_bits = (uint8_t)(left - (groups < left / 2 ? groups : left / 2));
    cells->item_at = EPOCH_LO + cells->epoch_bits;
    cells->item_bits = (uint8_t)items;
    cells->group_at = cells->item_at + cells->item_bits;
    cells->numbers = calloc(launch->program->dwords / 2 + 1u, sizeof(*cells->numbers));
    return cells->numbers;
}

/* The source line that an instruction is of, where numbers get scarce; 0: it is not asked for. */
static uint32_t line_of(const struct sim_check *check, uint32_t word)
{
    const struct guide *guide = check->launch->guide;
    char text[GUIDE_TEXT_SIZE];
    return check->cells.count >= CHECK_NUMBERS / 2 && guide->place
               ? guide->place(guide, word * 4, text)
               : 0;
}

/* Instructions of one line, as those of a loop that is unrolled, share a number at last. */
static uint8_t number_of(struct sim_check *check, uint32_t word)
{
    struct check_cell_layout *cells = &check->cells;
    uint8_t *number = &cells->numbers[word / 2];
    if (*number)
        return *number;
    const uint32_t line = line_of(check, word);
    for (uint8_t i = 0; line && i < cells->count && !*number; i++)
        if (cells->lines[i] == line)
            *number = i + 1;
    if (!*number && cells->count < CHECK_NUMBERS) {
        cells->words[cells->count] = word;
        cells->lines[cells->count] = line;
        *number = ++cells->count;
    }
    return *number;
}

static uint32_t passed(const struct sim_check *check, const struct check_access *access)
{
    return access->image                  ? check->image_epoch
           : access->space == GUIDE_LOCAL ? check->local_epoch
                                          : check->epoch;
}

uint64_t cell_make(struct sim_check *check, const struct sim_wave *wave,
                   const struct check_access *access)
{
    const struct check_cell_layout *cells = &check->cells;
    const unsigned agent = check->copies ? check_wave_of(check, wave)->agent : 0;
    const uint64_t item = agent
                              ? wave->launch->local_size + agent - 1
                              : wave->index * wave->launch->wave_size + wave->first + access->lane;
    const uint64_t last = (1ull << cells->epoch_bits) - 1, epoch = passed(check, access);
    const uint64_t group = check->group & ((1ull << (CELL_BITS - cells->group_at)) - 1);
    const uint64_t number = number_of(check, access->word);
    return (uint64_t)access->atomic << ATOMIC_LO | number << NUMBER_LO |
           (epoch < last ? epoch : last) << cells->epoch_at | item << cells->item_at |
           group << cells->group_at;
}

bool cell_is_concurrent(const struct sim_check *check, uint64_t a, uint64_t b)
{
    const uint64_t epoch = cell_epoch(check, a), last = (1ull << check->cells.epoch_bits) - 1;
    if (cell_same_group(check, a, b) && cell_is_copy(check, a))
        return epoch != last &&
               check_copy_is_pending(check, cell_item(check, a), epoch, check->in_local);
    return !cell_same_group(check, a, b) || (epoch == cell_epoch(check, b) && epoch != last);
}

uint64_t cell_group(const struct sim_check *check, uint64_t cell)
{
    const uint64_t low = cell >> check->cells.group_at;
    const uint64_t mask = (1ull << (CELL_BITS - check->cells.group_at)) - 1;
    return check->group - ((check->group - low) & mask);
}

bool cell_is_ordered(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, uint64_t now)
{
    const struct check_past past = {.group = cell_group(check, cell),
                                    .item = cell_item(check, cell),
                                    .epoch = (uint32_t)cell_epoch(check, cell),
                                    .local = access->space == GUIDE_LOCAL};
    if (cell_same_group(check, cell, now) &&
        (cell_is_copy(check, cell) || cell_is_copy(check, now)))
        return false;
    return check->order && check_order_has(check, cell_item(check, now), &past);
}

/* The cell of readers, or of atomic operations, behind another one. Flags that speak of others hold
 * for all bytes of the cell: those that only one of two has read are forgotten, so that no conflict
 * is made up. */
uint64_t cell_add(const struct sim_check *check, const struct check_access *access, uint64_t cell,
                  uint64_t now, uint64_t bytes)
{
    const uint64_t flags = cell & (1u << OTHERS_LO | 1u << GROUPS_LO), both = cell & bytes;
    if (!(cell & BYTES) ||
        (!cell_same_item(check, cell, now) && cell_is_ordered(check, access, cell, now)))
        return now | bytes; /* who comes behind both comes behind that of now */
    if (cell_is_copy(check, cell) && cell_same_group(check, cell, now) &&
        cell_is_concurrent(check, cell, now) && !cell_same_item(check, cell, now))
        return cell; /* it goes on reading behind barriers */
    if (cell_same_group(check, cell, now) && !cell_is_concurrent(check, cell, now))
        return cell >> GROUPS_LO & 1u ? (both ? now | both | 1u << GROUPS_LO : cell) : now | bytes;
    if (cell_same_item(check, cell, now))
        return flags ? (both ? now | both | flags : cell) : now | bytes | (cell & BYTES);
    if (!both)
        return flags ? cell : now | bytes;
    return now | both | flags | 1u << (cell_same_group(check, cell, now) ? OTHERS_LO : GROUPS_LO);
}

uint64_t cell_add_writer(const struct sim_check *check, uint64_t writer, uint64_t now,
                         uint64_t bytes)
{
    const bool goes_on = (writer & BYTES) && cell_same_item(check, writer, now) &&
                         cell_epoch(check, writer) == cell_epoch(check, now);
    return now | bytes | (goes_on ? writer & BYTES : 0);
}
