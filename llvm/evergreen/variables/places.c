/* SPDX-License-Identifier: MIT */
/* places.c: from what is known of variables at points of the LLVM IR to where they are at words of
 * the code.
 *
 * At a word a variable is what it is where the line begins that the word was selected for. Its
 * value can be had if the instruction that makes it has run by then, and has not run once more:
 * within a block instructions run in another order than they were written in. */
#include "llvm/evergreen/variables/variables.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>

#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/sched/code.h"
#include "llvm/evergreen/variables/notes.h"
#include "llvm/ir/variables.h"

static const char early[] = "not computed yet: instructions of this line run before it";
static const char late[] = "computed anew already, for what comes behind this line";
static const char out_of_order[] = "code was moved: other iterations or lines have changed it";
static const char left_out[] = "the compiler has left it out";

/* An instruction, or the beginning of a block, that makes a value. */
struct maker {
    struct maker *next;
    uint32_t home, order, point;
    bool enters; /* where a block begins */
};

struct finder {
    const struct mir_function *f;
    struct maker *stores; /* to private memory */
    const struct evg_words *words;
    struct maker **makers; /* by value */
    uint32_t *slots;       /* by value: 1 + its slot; 0: it has none yet */
    uint32_t slot_count;
    uint32_t *place_of; /* by what is shown: 1 + the number of its place */
    struct ir_places places;
    size_t place_room, capture_room;
};

static void add_store(struct finder *x, const struct maker *store)
{
    struct maker *made = arena_alloc(x->f->arena, sizeof(*made));
    *made = *store;
    made->next = x->stores;
    x->stores = made;
}

static void add_maker(struct finder *x, uint32_t value, const struct maker *maker)
{
    struct maker *made = arena_alloc(x->f->arena, sizeof(*made));
    assert(value < x->f->vreg_count);
    *made = *maker;
    made->next = x->makers[value];
    x->makers[value] = made;
}

/* The word of a block that runs first; UINT32_MAX: the block has none. */
static uint32_t first_word(const struct finder *x, uint32_t home)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t w = 0; w < x->words->count; w++)
        if (x->words->order[w] && x->words->home[w] == home &&
            (first == UINT32_MAX || x->words->order[w] < x->words->order[first]))
            first = w;
    return first;
}

static void add_capture(struct finder *x, const struct ir_capture *capture)
{
    x->places.captures = arena_grow(x->f->arena, x->places.captures, x->places.capture_count,
                                    &x->capture_room, sizeof(*x->places.captures));
    x->places.captures[x->places.capture_count++] = *capture;
}

static uint32_t slot_of(struct finder *x, uint32_t value)
{
    if (!x->slots[value])
        x->slots[value] = ++x->slot_count;
    return x->slots[value] - 1;
}

/* A value that is in a register where a block begins. */
static void add_entry(struct finder *x, const struct mir_block *block, uint32_t value,
                      const struct mir_vreg *vreg)
{
    const uint32_t home = block->index + 1, word = first_word(x, home);
    if (word == UINT32_MAX)
        return;
    add_maker(x, value, &(struct maker){.home = home, .enters = true});
    add_capture(
        x, &(struct ir_capture){true, word, slot_of(x, value), vreg->gpr, vreg->assigned_channel});
}

/* Ids of work-items and groups are in registers from the start, which is where the code begins. */
static void add_inputs(struct finder *x)
{
    const struct mir_block *block = x->f->blocks[0];
    uint32_t first = UINT32_MAX;
    for (uint32_t w = 0; w < x->words->count; w++)
        if (x->words->order[w] == 1)
            first = first == UINT32_MAX ? w : first;
    for (const struct mir_inst *inst = block->first; inst && first != UINT32_MAX; inst = inst->next)
        if (inst->kind == MIR_INPUT && inst->kept[0]) {
            const struct mir_vreg *vreg = &x->f->vregs[inst->dst[0]];
            add_maker(x, inst->kept[0], &(struct maker){.home = 0, .enters = true});
            add_capture(x, &(struct ir_capture){true, first, slot_of(x, inst->kept[0]), vreg->gpr,
                                                vreg->assigned_channel});
        }
}

static void find_makers(struct finder *x)
{
    const struct evg_words *words = x->words;
    add_inputs(x);
    for (uint32_t i = 0; i < words->kept_count; i++) {
        const struct evg_kept *kept = &words->kept[i];
        if (kept->value == MIR_KEPT_STORE) {
            add_store(x, &(struct maker){.home = words->home[kept->word],
                                         .order = words->order[kept->word],
                                         .point = words->point[kept->word]});
            continue;
        }
        add_maker(x, kept->value,
                  &(struct maker){.home = words->home[kept->word],
                                  .order = words->order[kept->word],
                                  .point = words->point[kept->word]});
        add_capture(x, &(struct ir_capture){false, kept->word, slot_of(x, kept->value), kept->gpr,
                                            kept->channel});
    }
    for (uint32_t i = 0; i < x->f->carrier_count; i++) {
        const struct mir_carrier *carrier = &x->f->carriers[i];
        if (carrier->vreg)
            add_entry(x, carrier->block, carrier->value, &x->f->vregs[carrier->vreg]);
    }
}

/* Why what an instruction in front of a point does has not been done at a word, or what one behind
 * it does has; NULL: neither. */
static const char *maker_fault(const struct finder *x, const struct maker *maker, uint32_t word,
                               uint32_t point)
{
    const struct evg_words *words = x->words;
    if (maker->enters || maker->home != words->home[word])
        return NULL;
    if (maker->point < point && maker->order >= words->order[word])
        return early;
    return maker->point >= point && maker->order < words->order[word] ? late : NULL;
}

/* NULL: the value that a word's point means can be had there. Else why not. */
static const char *value_fault(const struct finder *x, uint32_t value, uint32_t word)
{
    if (!x->makers[value])
        return left_out;
    for (const struct maker *m = x->makers[value]; m; m = m->next)
        if (m->enters)
            return NULL; /* others are copies of it */
    const uint32_t point = x->f->values->line_begin[x->words->point[word]];
    const char *fault = NULL;
    for (const struct maker *m = x->makers[value]; m && !fault; m = m->next)
        fault = maker_fault(x, m, word, point);
    return fault;
}

/* Likewise, of private memory up to a point. */
static const char *memory_fault(const struct finder *x, uint32_t word, uint32_t point)
{
    const char *fault = NULL;
    for (const struct maker *m = x->stores; m && !fault; m = m->next)
        fault = maker_fault(x, m, word, point);
    return fault;
}

static const char *shown_fault(const struct finder *x, const struct mir_shown *shown, uint32_t word)
{
    const struct ir_variable_record *record = shown->record;
    if (!record)
        return shown->why;
    const uint32_t point = x->f->values->line_begin[x->words->point[word]];
    const bool in_part = !(x->f->values->moved[point] & MOVED_PART);
    if (shown->repeated & (in_part ? REPEATED_IN_PART : REPEATED_IN_BLOCK))
        return out_of_order;
    /* Without optimisation memory has what a line has stored of it so far. */
    const char *stored = NULL;
    if (record->is_address)
        stored = memory_fault(x, word, record->by_stores ? point : x->words->point[word]);
    if (stored)
        return stored;
    for (uint32_t i = 0, count = variables_words_of(shown); i < count; i++) {
        const struct mir_operand *operand = &shown->words[i].operand;
        if (operand->neg || operand->abs)
            return left_out;
        if (operand->kind == MIR_LITERAL || operand->kind == MIR_KCACHE)
            continue;
        const char *fault =
            operand->kind == MIR_VREG ? value_fault(x, operand->value, word) : left_out;
        if (fault)
            return fault;
    }
    return NULL;
}

/* The number of the place of what is shown. */
static uint32_t place_of(struct finder *x, uint32_t number)
{
    const struct mir_shown *shown = &x->f->values->shown[number];
    if (x->place_of[number])
        return x->place_of[number] - 1;
    const uint32_t count = variables_words_of(shown);
    struct ir_word *words = arena_array(x->f->arena, count, sizeof(*words));
    for (uint32_t i = 0; i < count; i++) {
        const struct mir_operand *operand = &shown->words[i].operand;
        words[i] = (struct ir_word){.kind = operand->kind == MIR_LITERAL  ? IR_WORD_LITERAL
                                            : operand->kind == MIR_KCACHE ? IR_WORD_INPUT
                                                                          : IR_WORD_SLOT,
                                    .bits = shown->words[i].bits,
                                    .value = operand->kind == MIR_VREG ? slot_of(x, operand->value)
                                                                       : operand->value};
    }
    struct ir_place place = {.record = shown->record, .words = words};
    for (unsigned v = 0; v < MIR_SHOWN_VALUES; v++)
        place.counts[v] = shown->counts[v];
    x->places.places = arena_grow(x->f->arena, x->places.places, x->places.place_count,
                                  &x->place_room, sizeof(*x->places.places));
    x->places.places[x->places.place_count++] = place;
    return (x->place_of[number] = x->places.place_count) - 1;
}

/* The last change of a variable up to a point; NULL: there is none. */
static const struct mir_change *change_at(const struct mir_variable *variable, uint32_t point)
{
    uint32_t low = 0, high = variable->change_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (variable->changes[middle].point <= point)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &variable->changes[low - 1] : NULL;
}

static void add_range(struct finder *x, struct ir_placed_variable *placed, size_t *room,
                      const struct ir_place_range *range)
{
    struct ir_place_range *last =
        placed->range_count ? &placed->ranges[placed->range_count - 1] : NULL;
    if (last && last->place == range->place && last->why == range->why && last->to == range->from) {
        last->to = range->to;
        return;
    }
    placed->ranges =
        arena_grow(x->f->arena, placed->ranges, placed->range_count, room, sizeof(*placed->ranges));
    placed->ranges[placed->range_count++] = *range;
}

/* Words that are no instructions, literals among them, have the ranges before them go on. */
static void place_variable(struct finder *x, const uint32_t *turns,
                           const struct mir_variable *variable, struct ir_placed_variable *placed)
{
    const struct mir_values *values = x->f->values;
    size_t room = 0;
    uint32_t from = 0;
    *placed = (struct ir_placed_variable){.variable = variable->variable,
                                          .inlined_at = variable->inlined_at,
                                          .fragment_start = variable->fragment_start,
                                          .fragment_bits = variable->fragment_bits};
    for (uint32_t w = 0; w < x->words->count; w++) {
        if (!x->words->order[w])
            continue;
        uint32_t end = w + 1;
        while (end < x->words->count && !x->words->order[end])
            end++;
        const uint32_t point = values->line_begin[x->words->point[w]];
        const struct mir_change *change = change_at(variable, point);
        const uint32_t shown = change ? change->shown : MIR_UNKNOWN;
        from = w;
        if (shown == MIR_UNKNOWN)
            continue;
        const char *why = variables_out_of_order(values, turns, variable, change, point)
                              ? out_of_order
                              : shown_fault(x, &values->shown[shown], w);
        add_range(x, placed, &room,
                  &(struct ir_place_range){from, end, why ? 0 : place_of(x, shown), why});
    }
}

static void fill_words(struct finder *x)
{
    struct ir_places *places = &x->places;
    places->words = x->words->count;
    places->order = x->words->order;
    places->points = x->words->point;
    places->block = x->words->home;
    places->locations = arena_array(x->f->arena, places->words, sizeof(const void *));
    places->moved = arena_array(x->f->arena, places->words, sizeof(*places->moved));
    for (uint32_t w = 0; w < places->words; w++) {
        places->locations[w] = x->f->values->locations[x->words->point[w]];
        places->moved[w] =
            x->f->values->moved && (x->f->values->moved[x->words->point[w]] & MOVED_LINE);
    }
}

static int by_word(const void *a, const void *b)
{
    const struct ir_capture *first = a, *second = b;
    return (first->word > second->word) - (first->word < second->word);
}

char *evg_find_places(LLVMValueRef kernel, const struct mir_function *f,
                      const struct evg_words *words, uint32_t *bytes)
{
    struct finder x = {.f = f, .words = words};
    const struct ir_variable_reader *reader = f->values->reader;
    x.makers = arena_array(f->arena, f->vreg_count, sizeof(struct maker *));
    x.slots = arena_array(f->arena, f->vreg_count, sizeof(*x.slots));
    x.place_of = arena_array(f->arena, f->values->shown_count, sizeof(*x.place_of));
    find_makers(&x);
    const uint32_t *turns = variables_turns(f->values);
    fill_words(&x);
    x.places.variable_count = f->values->variable_count;
    x.places.variables =
        arena_array(f->arena, f->values->variable_count, sizeof(*x.places.variables));
    for (uint32_t i = 0; i < f->values->variable_count; i++)
        place_variable(&x, turns, &f->values->variables[i], &x.places.variables[i]);
    if (x.places.capture_count)
        qsort(x.places.captures, x.places.capture_count, sizeof(*x.places.captures), by_word);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    reader->print(kernel, &x.places, out);
    if (fclose(out) || size > UINT32_MAX) {
        free(text);
        return NULL;
    }
    *bytes = (uint32_t)size;
    return text;
}
