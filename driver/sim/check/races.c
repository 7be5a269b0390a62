/* SPDX-License-Identifier: MIT */
/* races.c: accesses of different work-items that conflict.
 *
 * Each dword has three cells: who wrote last, who read last, and who changed it last by an atomic
 * operation. Two accesses of a group are ordered by a barrier between them, those of two groups by
 * nothing. A cell that is replaced forgets who was there before, but for the bits that say that
 * there were others. */
#include "driver/sim/check/cells.h"

static bool conflicts_with_writer(const struct sim_check *check, uint64_t writer, uint64_t now,
                                  uint64_t bytes)
{
    return (writer & bytes) && !cell_same_item(check, writer, now) &&
           cell_is_concurrent(check, writer, now);
}

/* The cell of readers, or of atomic operations, which may stand for several. */
static bool conflicts_with_any(const struct sim_check *check, uint64_t cell, uint64_t now,
                               uint64_t bytes)
{
    if (!(cell & bytes) || (cell & now & 1u << ATOMIC_LO))
        return false;
    if (cell >> GROUPS_LO & 1u)
        return true;
    return cell_is_concurrent(check, cell, now) &&
           (!cell_same_item(check, cell, now) || (cell >> OTHERS_LO & 1u));
}

/* Notes an access in the cells of its dword. */
static void note(struct sim_check *check, const struct check_access *access,
                 struct check_page *page, size_t dword, uint64_t now, uint64_t bytes)
{
    const uint64_t writer = cell_at(page->writers, dword), reader = cell_at(page->readers, dword);
    const uint64_t changer = cell_at(page->changers, dword);
    if (access->atomic && (reader & bytes) && cell_same_item(check, reader, now))
        cell_set(page->readers, dword, /* its load began a loop of exchanges */
                 reader | 1u << ATOMIC_LO);
    if (!access->store && CHECK_CELLS(page, readers))
        cell_set(page->readers, dword, cell_add(check, access, reader, now, bytes));
    else if (access->store && access->atomic && CHECK_CELLS(page, changers))
        cell_set(page->changers, dword, cell_add(check, access, changer, now, bytes));
    else if (access->store && !access->atomic && CHECK_CELLS(page, writers))
        cell_set(page->writers, dword, cell_add_writer(check, writer, now, bytes));
}

/* Whether an access is a store of what is there already, which conflicts with nothing before it;
 * but an asynchronous copy does with its own group. */
static bool is_quiet(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, uint64_t now)
{
    return access->store && access->same &&
           !(cell_is_copy(check, now) && cell_same_group(check, cell, now));
}

/* A lane before has stored the same in this instruction, and so has taken the place of who stored
 * something else there before, itself perhaps: which conflicts with this lane, too. */
static void check_beside(struct sim_check *check, const struct sim_wave *wave,
                         const struct check_access *access, uint64_t writer, uint64_t now,
                         uint64_t bytes)
{
    if (!access->store || access->atomic || access->image || access->bytes > 4)
        return;
    struct check_stored *stored = check_stored_at(check, access->address);
    if (!stored)
        return;
    if (!access->beside)
        stored->writer = access->same ? 0 : writer;
    else if (conflicts_with_writer(check, stored->writer, now, bytes) &&
             !cell_is_ordered(check, access, stored->writer, now))
        race_report(check, wave, access, stored->writer, now, true);
}

/* One dword. */
static void check_dword(struct sim_check *check, const struct sim_wave *wave,
                        const struct check_access *access, struct check_page *page, size_t dword,
                        uint64_t bytes)
{
    const uint64_t now = cell_make(check, wave, access);
    const uint64_t writer = cell_at(page->writers, dword), reader = cell_at(page->readers, dword);
    const uint64_t changer = cell_at(page->changers, dword);
    check_beside(check, wave, access, writer, now, bytes);
    if (!is_quiet(check, access, writer, now) && conflicts_with_writer(check, writer, now, bytes) &&
        !cell_is_ordered(check, access, writer, now))
        race_report(check, wave, access, writer, now, true);
    else if (!is_quiet(check, access, changer, now) &&
             conflicts_with_any(check, changer, now, bytes) &&
             !cell_is_ordered(check, access, changer, now))
        race_report(check, wave, access, changer, now, true);
    else if (access->store && !is_quiet(check, access, reader, now) &&
             conflicts_with_any(check, reader, now, bytes) &&
             !cell_is_ordered(check, access, reader, now))
        race_report(check, wave, access, reader, now, false);
    if (access->atomic && check->doubtful)
        race_drop_doubt(check, access->address / 4, cell_global_item(check, now));
    note(check, access, page, dword, now, bytes);
}

void check_race(struct sim_check *check, const struct sim_wave *wave, const struct check_access *of)
{
    const struct check_memory *memory = of->image                  ? of->image
                                        : of->space == GUIDE_LOCAL ? &check->local
                                                                   : &check->pool;
    const uint64_t start = of->image ? of->texel : of->address, end = start + of->bytes;
    struct check_access access = *of;
    access.store = of->store && !of->only_reads;
    if (!check_does(check, CHECK_races))
        return;
    check->in_local = !of->image && of->space == GUIDE_LOCAL;
    for (uint64_t at = start; at < end; at = at / 4 * 4 + 4) {
        struct check_page *page = check_page_at(memory, at);
        const uint64_t last = end - at / 4 * 4 < 4 ? end - at / 4 * 4 : 4;
        const uint64_t bytes = (1u << last) - (1u << at % 4);
        if (page)
            check_dword(check, wave, &access, page, at % CHECK_PAGE_BYTES / 4, bytes);
    }
}

/* Notes a load of one dword that nobody wrote to, as is usual. False: it is not. */
static bool note_load(const struct sim_check *check, const struct check_access *access,
                      struct check_page *page, size_t dword, uint64_t now)
{
    if (cell_at(page->writers, dword) || cell_at(page->changers, dword))
        return false;
    cell_set(page->readers, dword,
             cell_add(check, access, cell_at(page->readers, dword), now, BYTES));
    return true;
}

/* All dwords of a load; from the first one on that is not usual, the slow way. */
static void note_loads(struct sim_check *check, const struct sim_wave *wave,
                       const struct check_access *load, uint64_t now)
{
    struct check_page *page = check_page_at(&check->pool, load->address);
    const uint64_t last = load->address + load->bytes - 1;
    uint64_t at = load->address;
    if (page && at % 4 == 0 && load->bytes % 4 == 0 &&
        last / CHECK_PAGE_BYTES == at / CHECK_PAGE_BYTES && CHECK_CELLS(page, readers))
        while (at <= last && note_load(check, load, page, at % CHECK_PAGE_BYTES / 4, now))
            at += 4;
    struct check_access rest = *load;
    rest.address = at;
    rest.bytes = (uint32_t)(last + 1 - at);
    if (rest.bytes)
        check_race(check, wave, &rest);
}

void check_race_loads(struct sim_check *check, const struct sim_wave *wave,
                      const struct check_access *load, const uint32_t *index, uint32_t scale,
                      uint64_t base, uint64_t mask)
{
    struct check_access access = *load;
    access.lane = 0;
    check->in_local = false;
    const uint64_t first = cell_make(check, wave, &access);
    const uint64_t next_item = cell_is_copy(check, first) ? 0 : 1ull << check->cells.item_at;
    uint64_t before = UINT64_MAX;
    unsigned same = 0;
    if (!check_does(check, CHECK_races))
        return;
    for (; mask; mask &= mask - 1) {
        access.lane = (unsigned)__builtin_ctzll(mask);
        access.address = base + (uint32_t)(index[access.lane] * scale);
        same = access.address == before ? same + 1 : 0;
        before = access.address;
        if (same < 2) /* of more than two readers, two tell all that there is to be known */
            note_loads(check, wave, &access, first + access.lane * next_item);
    }
}
