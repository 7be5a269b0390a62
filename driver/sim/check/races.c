/* SPDX-License-Identifier: MIT */
/* races.c: accesses of different work-items that conflict.
 *
 * Each dword has three cells: who wrote last, who read last, and who changed it last by an atomic
 * operation. Two accesses of a group are ordered by a barrier between them, those of two groups by
 * nothing. A cell that is replaced forgets who was there before, but for the bits that say that
 * there were others. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static uint64_t cell_at(const struct check_cells *cells, size_t dword)
{
    return cells ? cells->low[dword] | (uint64_t)cells->high[dword] << 32 : 0;
}

static void set_cell(struct check_cells *cells, size_t dword, uint64_t cell)
{
    cells->low[dword] = (uint32_t)cell;
    cells->high[dword] = (uint8_t)(cell >> 32);
}

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

static uint64_t part(uint64_t cell, unsigned lo, unsigned bits)
{
    return cell >> lo & ((1ull << bits) - 1);
}

static uint64_t epoch_of(const struct sim_check *check, uint64_t cell)
{
    return part(cell, check->cells.epoch_at, check->cells.epoch_bits);
}

static uint32_t passed(const struct sim_check *check, const struct check_access *access)
{
    return access->image                  ? check->image_epoch
           : access->space == GUIDE_LOCAL ? check->local_epoch
                                          : check->epoch;
}

static uint64_t cell_of(struct sim_check *check, const struct sim_wave *wave,
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

static bool same_group(const struct sim_check *check, uint64_t a, uint64_t b)
{
    return a >> check->cells.group_at == b >> check->cells.group_at;
}

static bool same_item(const struct sim_check *check, uint64_t a, uint64_t b)
{
    return a >> check->cells.item_at == b >> check->cells.item_at;
}

static uint32_t item_of(const struct sim_check *check, uint64_t cell)
{
    return (uint32_t)part(cell, check->cells.item_at, check->cells.item_bits);
}

/* Whether a cell is of an asynchronous copy (copies.c). */
static bool is_copy(const struct sim_check *check, uint64_t cell)
{
    return check->copies && item_of(check, cell) >= check->launch->local_size;
}

/* Whether nothing orders two accesses. Behind more barriers than can be counted, everything is
 * taken for ordered. */
static bool concurrent(const struct sim_check *check, uint64_t a, uint64_t b)
{
    const uint64_t epoch = epoch_of(check, a), last = (1ull << check->cells.epoch_bits) - 1;
    if (same_group(check, a, b) && is_copy(check, a))
        return epoch != last &&
               check_copy_is_pending(check, item_of(check, a), epoch, check->in_local);
    return !same_group(check, a, b) || (epoch == epoch_of(check, b) && epoch != last);
}

/* The last group that had this number in cells, or has it now. */
static uint64_t group_of(const struct sim_check *check, uint64_t cell)
{
    const uint64_t low = cell >> check->cells.group_at;
    const uint64_t mask = (1ull << (CELL_BITS - check->cells.group_at)) - 1;
    return check->group - ((check->group - low) & mask);
}

/* Whether an access comes behind that of a cell by fences and atomic operations. */
static bool is_ordered(const struct sim_check *check, const struct check_access *access,
                       uint64_t cell, uint64_t now)
{
    const struct check_past past = {.group = group_of(check, cell),
                                    .item = item_of(check, cell),
                                    .epoch = (uint32_t)epoch_of(check, cell),
                                    .local = access->space == GUIDE_LOCAL};
    if (same_group(check, cell, now) && (is_copy(check, cell) || is_copy(check, now)))
        return false;
    return check->order && check_order_has(check, item_of(check, now), &past);
}

static bool conflicts_with_writer(const struct sim_check *check, uint64_t writer, uint64_t now,
                                  uint64_t bytes)
{
    return (writer & bytes) && !same_item(check, writer, now) && concurrent(check, writer, now);
}

/* The cell of readers, or of atomic operations, which may stand for several. */
static bool conflicts_with_any(const struct sim_check *check, uint64_t cell, uint64_t now,
                               uint64_t bytes)
{
    if (!(cell & bytes) || (cell & now & 1u << ATOMIC_LO))
        return false;
    if (cell >> GROUPS_LO & 1u)
        return true;
    return concurrent(check, cell, now) &&
           (!same_item(check, cell, now) || (cell >> OTHERS_LO & 1u));
}

/* The cell of readers, or of atomic operations, behind another one. Flags that speak of others hold
 * for all bytes of the cell: those that only one of two has read are forgotten, so that no conflict
 * is made up. */
static uint64_t add_to(const struct sim_check *check, const struct check_access *access,
                       uint64_t cell, uint64_t now, uint64_t bytes)
{
    const uint64_t flags = cell & (1u << OTHERS_LO | 1u << GROUPS_LO), both = cell & bytes;
    if (!(cell & BYTES) || (!same_item(check, cell, now) && is_ordered(check, access, cell, now)))
        return now | bytes; /* who comes behind both comes behind that of now */
    if (is_copy(check, cell) && same_group(check, cell, now) && concurrent(check, cell, now) &&
        !same_item(check, cell, now))
        return cell; /* it goes on reading behind barriers */
    if (same_group(check, cell, now) && !concurrent(check, cell, now))
        return cell >> GROUPS_LO & 1u ? (both ? now | both | 1u << GROUPS_LO : cell) : now | bytes;
    if (same_item(check, cell, now))
        return flags ? (both ? now | both | flags : cell) : now | bytes | (cell & BYTES);
    if (!both)
        return flags ? cell : now | bytes;
    return now | both | flags | 1u << (same_group(check, cell, now) ? OTHERS_LO : GROUPS_LO);
}

static uint64_t add_writer(const struct sim_check *check, uint64_t writer, uint64_t now,
                           uint64_t bytes)
{
    const bool goes_on = (writer & BYTES) && same_item(check, writer, now) &&
                         epoch_of(check, writer) == epoch_of(check, now);
    return now | bytes | (goes_on ? writer & BYTES : 0);
}

static void describe(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, bool wrote, struct guide_fault *other)
{
    const struct sim_launch *launch = check->launch;
    const struct check_cell_layout *cells = &check->cells;
    const uint32_t item = item_of(check, cell);
    const uint64_t group = group_of(check, cell), row = group / launch->groups[0];
    const uint64_t number = part(cell, NUMBER_LO, NUMBER_BITS);
    *other = (struct guide_fault){.byte = number ? cells->words[number - 1] * 4 : UINT32_MAX,
                                  .has_item = true,
                                  .store = wrote,
                                  .bytes = access->bytes};
    other->local[0] = item % launch->local[0];
    other->local[1] = item / launch->local[0] % launch->local[1];
    other->local[2] = item / launch->local[0] / launch->local[1];
    other->group[0] = (uint32_t)(group % launch->groups[0]) + launch->start[0];
    other->group[1] = (uint32_t)(row % launch->groups[1]) + launch->start[1];
    other->group[2] = (uint32_t)(row / launch->groups[1]) + launch->start[2];
}

/* The doubt about a work-item's load of a dword, or a place for it; NULL: there is neither. */
static struct check_doubt *find_doubt(struct sim_check *check, uint64_t address, uint32_t item,
                                      bool place)
{
    const size_t start = (size_t)((address * 2654435761u + item * 40503u) >> 7);
    struct check_doubt *free_place = NULL;
    for (size_t i = start; i < start + 32; i++) {
        struct check_doubt *doubt = &check->doubts[i % CHECK_DOUBTS];
        if (doubt->used && doubt->address == address && doubt->item == item)
            return doubt;
        if (!doubt->used && !free_place)
            free_place = doubt;
    }
    return place ? free_place : NULL;
}

static uint32_t global_item(const struct sim_check *check, uint64_t cell)
{
    return (uint32_t)(cell >> check->cells.item_at);
}

/* Reports a doubtful pair of accesses. Of two pairs in one place only the first is reported. */
static void report_doubt(struct sim_check *check, struct check_doubt *doubt)
{
    if (doubt->used)
        check_report(check, CHECK_races, &doubt->fault, &doubt->other, doubt->other_what, "%s",
                     doubt->what);
    doubt->used = false;
}

void check_doubts_end(struct sim_check *check)
{
    for (unsigned i = 0; check->doubtful && i < CHECK_DOUBTS; i++)
        report_doubt(check, &check->doubts[i]);
    check->doubtful = false;
}

/* The work-item changes the dword by an atomic operation. */
static void drop_doubt(struct sim_check *check, uint64_t address, uint32_t item)
{
    struct check_doubt *doubt = find_doubt(check, address, item, false);
    if (doubt)
        doubt->used = false;
}

/* Where there are too many, some are not reported. */
static void add_doubt(struct sim_check *check, const struct check_doubt *doubt)
{
    struct check_doubt *place = find_doubt(check, doubt->address, doubt->item, true);
    if (!place || place->used)
        return;
    *place = *doubt;
    check->doubtful = true;
}

/* True for a write to the place that takes records which do not fit the buffer of printf: nobody
 * reads it. */
static bool is_given_away(const struct sim_check *check, const struct check_access *access)
{
    for (unsigned i = 0; access->space == GUIDE_POOL && i < check->object_count; i++) {
        const struct guide_object *is = &check->objects[i].is;
        if (is->library && is->space == GUIDE_POOL && access->address >= is->start &&
            access->address < is->end)
            return true;
    }
    return false;
}

/* Within a wavefront built-in functions know how its lanes run. So do programs that use sub-groups,
 * which are wavefronts: their barriers leave no instruction. Wavefronts know nothing of each other.
 */
static bool is_excused(const struct sim_check *check, const struct sim_wave *wave,
                       const struct check_access *access, uint64_t cell, uint64_t now)
{
    const uint32_t size = wave->launch->wave_size;
    const unsigned at = check->cells.item_at, bits = check->cells.item_bits;
    if (is_copy(check, cell) || is_copy(check, now))
        return false;
    if (!same_group(check, cell, now) || part(cell, at, bits) / size != part(now, at, bits) / size)
        return false;
    if (check->has_sub_groups)
        return true;
    for (unsigned i = 0; access->space == GUIDE_LOCAL && i < check->variable_count; i++) {
        const struct guide_object *is = &check->variables[i].is;
        if (is->library && is->space == GUIDE_LOCAL && access->address >= is->start &&
            access->address < is->end)
            return true;
    }
    return false;
}

static void report(struct sim_check *check, const struct sim_wave *wave,
                   const struct check_access *access, uint64_t cell, uint64_t now, bool wrote)
{
    if (is_given_away(check, access) || is_excused(check, wave, access, cell, now))
        return;
    const bool atomic = cell >> ATOMIC_LO & 1u, copies = is_copy(check, cell);
    struct check_doubt doubt = {.used = true, .address = access->address / 4};
    char what[CHECK_ACCESS_TEXT];
    check_fault(wave, access, &doubt.fault);
    check_access_text(access, what);
    snprintf(doubt.what, sizeof(doubt.what), "race: %s%s conflicts", what,
             is_copy(check, now) ? ", of an asynchronous copy," : "");
    describe(check, access, cell, wrote, &doubt.other);
    doubt.other.has_item = !same_item(check, cell, now) && !copies;
    snprintf(doubt.other_what, sizeof(doubt.other_what), "%s%s, %s",
             copies                 ? "an asynchronous copy, whose "
             : doubt.other.has_item ? ""
                                    : "another work-item, whose ",
             atomic  ? "atomic operation"
             : wrote ? "store"
                     : "load",
             copies && same_group(check, cell, now) ? "before its event has been waited for"
             : same_group(check, cell, now)
                 ? check->epoch == check->local_epoch
                       ? "without a barrier between them"
                       : "without a barrier with a fence of that memory between them"
                 : "which no barrier orders, as it is of another group");
    doubt.item = global_item(check, access->atomic ? cell : now);
    if (access->atomic != atomic && (access->atomic ? !wrote : !access->store))
        add_doubt(check, &doubt);
    else
        check_report(check, CHECK_races, &doubt.fault, &doubt.other, doubt.other_what, "%s",
                     doubt.what);
}

/* Notes an access in the cells of its dword. */
static void note(struct sim_check *check, const struct check_access *access,
                 struct check_page *page, size_t dword, uint64_t now, uint64_t bytes)
{
    const uint64_t writer = cell_at(page->writers, dword), reader = cell_at(page->readers, dword);
    const uint64_t changer = cell_at(page->changers, dword);
    if (access->atomic && (reader & bytes) && same_item(check, reader, now))
        set_cell(page->readers, dword, /* its load began a loop of exchanges */
                 reader | 1u << ATOMIC_LO);
    if (!access->store && CHECK_CELLS(page, readers))
        set_cell(page->readers, dword, add_to(check, access, reader, now, bytes));
    else if (access->store && access->atomic && CHECK_CELLS(page, changers))
        set_cell(page->changers, dword, add_to(check, access, changer, now, bytes));
    else if (access->store && !access->atomic && CHECK_CELLS(page, writers))
        set_cell(page->writers, dword, add_writer(check, writer, now, bytes));
}

/* Whether an access is a store of what is there already, which conflicts with nothing before it;
 * but an asynchronous copy does with its own group. */
static bool is_quiet(const struct sim_check *check, const struct check_access *access,
                     uint64_t cell, uint64_t now)
{
    return access->store && access->same && !(is_copy(check, now) && same_group(check, cell, now));
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
             !is_ordered(check, access, stored->writer, now))
        report(check, wave, access, stored->writer, now, true);
}

/* One dword. */
static void check_dword(struct sim_check *check, const struct sim_wave *wave,
                        const struct check_access *access, struct check_page *page, size_t dword,
                        uint64_t bytes)
{
    const uint64_t now = cell_of(check, wave, access);
    const uint64_t writer = cell_at(page->writers, dword), reader = cell_at(page->readers, dword);
    const uint64_t changer = cell_at(page->changers, dword);
    check_beside(check, wave, access, writer, now, bytes);
    if (!is_quiet(check, access, writer, now) && conflicts_with_writer(check, writer, now, bytes) &&
        !is_ordered(check, access, writer, now))
        report(check, wave, access, writer, now, true);
    else if (!is_quiet(check, access, changer, now) &&
             conflicts_with_any(check, changer, now, bytes) &&
             !is_ordered(check, access, changer, now))
        report(check, wave, access, changer, now, true);
    else if (access->store && !is_quiet(check, access, reader, now) &&
             conflicts_with_any(check, reader, now, bytes) &&
             !is_ordered(check, access, reader, now))
        report(check, wave, access, reader, now, false);
    if (access->atomic && check->doubtful)
        drop_doubt(check, access->address / 4, global_item(check, now));
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
    set_cell(page->readers, dword,
             add_to(check, access, cell_at(page->readers, dword), now, BYTES));
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
    const uint64_t first = cell_of(check, wave, &access);
    const uint64_t next_item = is_copy(check, first) ? 0 : 1ull << check->cells.item_at;
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

void check_stores_begin(struct sim_check *check)
{
    check->instant++;
}

int check_stored_by(struct sim_check *check, uint64_t address, unsigned lane)
{
    for (size_t i = address / 4;; i++) {
        struct check_stored *entry = &check->stored[i % CHECK_STORED];
        if (entry->instant != check->instant) {
            *entry = (struct check_stored){check->instant, address, lane, 0, 0};
            return -1;
        }
        if (entry->address == address) {
            const unsigned before = entry->lane;
            entry->lane = lane;
            return (int)before;
        }
    }
}

struct check_stored *check_stored_at(struct sim_check *check, uint64_t address)
{
    for (size_t i = 0; i < CHECK_STORED; i++) {
        struct check_stored *entry = &check->stored[(address / 4 + i) % CHECK_STORED];
        if (entry->instant != check->instant)
            return NULL;
        if (entry->address == address)
            return entry;
    }
    return NULL;
}

uint32_t *check_value_at(struct sim_check *check, uint64_t address, uint32_t before)
{
    for (size_t i = address / 4;; i++) {
        struct check_stored *entry = &check->stored[i % CHECK_STORED];
        if (entry->instant != check->instant)
            *entry = (struct check_stored){check->instant, address, 0, before, 0};
        if (entry->address == address)
            return &entry->value;
    }
}
