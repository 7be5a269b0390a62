/* SPDX-License-Identifier: MIT */
/* select_variables.c: what variables are at each point of the LLVM IR, from its debug information.
 *
 * A block's variables are at its beginning what they are at the end of all blocks before it, if
 * these agree. No instruction is made here. */
#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/select/select.h"
#include "llvm/evergreen/variables/variables.h"
#include "llvm/ir/variables.h"

enum { DIFFERS = 1 /* the first of all that is shown */, NOT_REACHED = UINT32_MAX };

/* A block's changes, in order. */
struct select_change {
    struct select_change *next;
    uint32_t point, variable, shown, turn;
};

/* A record of the first block whose values are defined behind it: arguments, which passes load in
 * front of what was the first instruction. */
struct select_waiting {
    struct select_waiting *next;
    const struct ir_variable_record *record;
    uint32_t variable;
};

struct select_variables {
    struct mir_values *values;
    struct select_waiting *waiting;
    struct select_change **first, **last; /* by block of machine IR */
    uint32_t *begin;                      /* by block: its first point */
    size_t room;
};

static uint32_t new_shown(struct mir_values *values, const struct mir_shown *shown)
{
    values->shown = arena_grow(values->arena, values->shown, values->shown_count,
                               &values->shown_room, sizeof(*values->shown));
    values->shown[values->shown_count] = *shown;
    return values->shown_count++;
}

static uint32_t new_point(struct mir_values *values, const void *location)
{
    values->locations = arena_grow(values->arena, values->locations, values->point_count,
                                   &values->point_room, sizeof(*values->locations));
    if (!location && values->point_count > 1)
        location = values->locations[values->point_count - 1];
    values->locations[values->point_count] = location;
    return values->point_count++;
}

static void begin(struct select *s, const struct ir_variable_reader *reader, LLVMModuleRef module)
{
    struct mir_values *values = arena_alloc(s->f->arena, sizeof(*values));
    values->arena = s->f->arena;
    values->reader = reader;
    reader->begin(module);
    new_point(values, NULL); /* 0 is none */
    s->point = new_point(values, NULL);
    new_shown(values, &(struct mir_shown){.why = ""});
    new_shown(values, &(struct mir_shown){.why = "it depends on the way that led here"});
    s->f->values = values;
    s->variables = arena_alloc(s->f->arena, sizeof(*s->variables));
    s->variables->values = values;
}

static void grow_blocks(struct select *s)
{
    struct select_variables *v = s->variables;
    const size_t room = 2 * (size_t)s->f->block_count + 16;
    struct select_change **first = arena_array(s->f->arena, room, sizeof(struct select_change *));
    struct select_change **last = arena_array(s->f->arena, room, sizeof(struct select_change *));
    uint32_t *begin = arena_array(s->f->arena, room, sizeof(*begin));
    if (v->room) {
        memcpy(first, v->first, v->room * sizeof(struct select_change *));
        memcpy(last, v->last, v->room * sizeof(struct select_change *));
        memcpy(begin, v->begin, v->room * sizeof(*begin));
    }
    v->first = first;
    v->last = last;
    v->begin = begin;
    v->room = room;
}

static uint32_t find_variable(struct mir_values *values, const struct ir_variable_record *record)
{
    for (uint32_t i = 0; i < values->variable_count; i++) {
        const struct mir_variable *v = &values->variables[i];
        if (v->variable == record->variable && v->inlined_at == record->inlined_at &&
            v->fragment_start == record->fragment_start &&
            v->fragment_bits == record->fragment_bits)
            return i;
    }
    values->variables = arena_grow(values->arena, values->variables, values->variable_count,
                                   &values->variable_room, sizeof(*values->variables));
    values->variables[values->variable_count] =
        (struct mir_variable){.variable = record->variable,
                              .inlined_at = record->inlined_at,
                              .fragment_start = record->fragment_start,
                              .fragment_bits = record->fragment_bits};
    return values->variable_count++;
}

/* Whether two parts of one variable have a bit in common. */
static bool overlap(const struct mir_variable *a, const struct mir_variable *b)
{
    if (a->variable != b->variable || a->inlined_at != b->inlined_at)
        return false;
    if (!a->fragment_bits || !b->fragment_bits)
        return true;
    return a->fragment_start < b->fragment_start + b->fragment_bits &&
           b->fragment_start < a->fragment_start + a->fragment_bits;
}

static void add_change(struct select *s, uint32_t variable, uint32_t shown, uint32_t turn)
{
    struct select_variables *v = s->variables;
    const uint32_t block = s->block->index;
    struct select_change *change = arena_alloc(s->f->arena, sizeof(*change));
    *change = (struct select_change){
        .point = s->point, .variable = variable, .shown = shown, .turn = turn};
    *(v->last[block] ? &v->last[block]->next : &v->first[block]) = change;
    v->last[block] = change;
}

/* ---- values ---- */

/* The words of a value that has been selected, or is a simple constant; NULL: it is neither, and
 * nothing may be selected for it. */
static const struct mir_operand *known_words(struct select *s, LLVMValueRef value, uint32_t *count)
{
    const struct mir_operand *words = select_find(s, value, count);
    if (words)
        return words;
    if (!LLVMIsAConstantInt(value) && !LLVMIsAConstantFP(value) && !LLVMIsNull(value) &&
        !LLVMIsAConstantDataVector(value))
        return NULL;
    *count = select_words(s, LLVMTypeOf(value));
    return select_value(s, value);
}

static bool is_simple_type(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        type = LLVMGetElementType(type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) <= 64;
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
    case LLVMPointerTypeKind:
        return true;
    default:
        return false; /* doubles, too: a chip may have none, which is another's error */
    }
}

/* Appends the words of a value. False: it is not known. */
static bool show_value(struct select *s, struct mir_shown *shown, unsigned number,
                       LLVMValueRef value)
{
    enum { MOST = 32 };
    const bool is_double = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMDoubleTypeKind;
    uint32_t count = 0, before = 0;
    if (!value || (!is_simple_type(LLVMTypeOf(value)) && !(is_double && s->f->chip->fp64)))
        return false;
    const struct mir_operand *words = known_words(s, value, &count);
    if (!words || count > MOST)
        return false;
    for (unsigned v = 0; v < number; v++)
        before += shown->counts[v];
    const struct evg_type type = select_type(s, LLVMTypeOf(value));
    struct mir_word *all = arena_array(s->f->arena, before + count, sizeof(*all));
    if (before)
        memcpy(all, shown->words, before * sizeof(*all));
    for (uint32_t w = 0; w < count; w++)
        all[before + w] = (struct mir_word){
            words[w], (uint8_t)(type.bits > 32 ? (w % 2 ? type.bits - 32 : 32) : type.bits)};
    shown->words = all;
    shown->counts[number] = count;
    return true;
}

/* Finds what a record shows; its `record` is NULL where a value is not known. */
static struct mir_shown show(struct select *s, const struct ir_variable_record *record,
                             uint32_t variable)
{
    struct mir_shown shown = {.variable = variable};
    bool known = record->value_count > 0;
    for (uint32_t v = 0; known && v < record->value_count; v++)
        known = show_value(s, &shown, v, record->values[v]);
    if (known)
        return (shown.record = record), shown;
    return (struct mir_shown){.variable = variable, .why = "optimised away"};
}

static void change(struct select *s, const struct mir_shown *shown, uint32_t turn)
{
    struct mir_values *values = s->variables->values;
    add_change(s, shown->variable, new_shown(values, shown), turn);
    for (uint32_t i = 0; i < values->variable_count; i++)
        if (i != shown->variable &&
            overlap(&values->variables[i], &values->variables[shown->variable]))
            add_change(s, i, MIR_UNKNOWN, turn);
}

static bool is_first_block(const struct select *s)
{
    return s->block->index == s->inputs->index + 1;
}

static void visit(void *data, const struct ir_variable_record *record)
{
    struct select *s = data;
    struct select_variables *v = s->variables;
    struct ir_variable_record *copy = arena_alloc(s->f->arena, sizeof(*copy));
    *copy = *record;
    const uint32_t variable = find_variable(v->values, copy);
    const struct mir_shown shown = show(s, copy, variable);
    change(s, &shown, copy->turn);
    if (shown.record || !record->value_count || !is_first_block(s))
        return;
    struct select_waiting *waiting = arena_alloc(s->f->arena, sizeof(*waiting));
    *waiting = (struct select_waiting){v->waiting, copy, variable};
    v->waiting = waiting;
}

/* Looks whether values that were waited for are defined by now. */
static void look_at_waiting(struct select *s)
{
    struct select_waiting **link = &s->variables->waiting;
    if (!is_first_block(s))
        *link = NULL;
    while (*link) {
        const struct mir_shown shown = show(s, (*link)->record, (*link)->variable);
        if (shown.record) {
            change(s, &shown, 0);
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
}

static void note(struct select *s, LLVMValueRef inst)
{
    struct select_variables *v = s->variables;
    if (!v)
        return;
    const struct ir_variable_reader *reader = v->values->reader;
    if (s->block->index >= v->room)
        grow_blocks(s);
    s->point = new_point(v->values, LLVMInstructionGetDebugLoc(inst));
    if (!v->begin[s->block->index])
        v->begin[s->block->index] = s->point;
    look_at_waiting(s);
    reader->read(inst, visit, s);
}

/* ---- from block to block ---- */

static uint32_t meet(uint32_t a, uint32_t b)
{
    if (a == NOT_REACHED || a == b)
        return b;
    return b == NOT_REACHED ? a : DIFFERS;
}

static uint32_t words_of(const struct mir_shown *shown)
{
    uint32_t count = 0;
    for (unsigned v = 0; v < MIR_SHOWN_VALUES; v++)
        count += shown->counts[v];
    return count;
}

/* Whether two things that are shown differ in their words alone. */
static bool same_kind(const struct mir_shown *a, const struct mir_shown *b)
{
    const struct ir_variable_record *x = a->record, *y = b->record;
    return x && y && x->is_address == y->is_address && x->expression == y->expression &&
           !memcmp(a->counts, b->counts, sizeof(a->counts));
}

/* The phi of a block that has, from each block before it, that word of what is shown at its end. */
static const struct mir_inst *find_phi(const struct mir_values *values,
                                       const struct mir_block *block, const uint32_t *from,
                                       uint32_t word)
{
    for (const struct mir_inst *phi = block->first; phi && phi->kind == MIR_PHI; phi = phi->next) {
        uint32_t p = 0;
        while (p < block->pred_count &&
               mir_same_operand(&phi->src[p], &values->shown[from[p]].words[word].operand))
            p++;
        if (p == block->pred_count)
            return phi;
    }
    return NULL;
}

/* A variable that differs from block to block is what a phi is that chooses among just these
 * values; DIFFERS: there is none. `from`: what it is at the end of each block before. */
static uint32_t join_by_phi(struct select *s, const struct mir_block *block, const uint32_t *from)
{
    struct mir_values *values = s->variables->values;
    for (uint32_t p = 0; p < block->pred_count; p++)
        if (from[p] == NOT_REACHED || !same_kind(&values->shown[from[p]], &values->shown[from[0]]))
            return DIFFERS;
    struct mir_shown shown = values->shown[from[0]];
    const uint32_t count = words_of(&shown);
    struct mir_word *words = arena_array(s->f->arena, count, sizeof(*words));
    for (uint32_t w = 0; w < count; w++) {
        words[w] = shown.words[w];
        bool same = true;
        for (uint32_t p = 1; p < block->pred_count; p++)
            same &= mir_same_operand(&words[w].operand, &values->shown[from[p]].words[w].operand);
        const struct mir_inst *phi = same ? NULL : find_phi(values, block, from, w);
        if (!same && !phi)
            return DIFFERS;
        if (phi)
            words[w].operand = mir_vreg_operand(phi->dst[0]);
    }
    shown.words = words;
    for (uint32_t i = values->shown_count - 1; i > DIFFERS; i--) { /* found in an earlier round */
        const struct mir_shown *old = &values->shown[i];
        uint32_t w = 0;
        while (old->variable == shown.variable && same_kind(old, &shown) && w < count &&
               mir_same_operand(&old->words[w].operand, &words[w].operand))
            w++;
        if (old->variable == shown.variable && same_kind(old, &shown) && w == count)
            return i;
    }
    return new_shown(values, &shown);
}

/* Finds what variables are at the end of a block; `at` has what they are at its beginning. */
static void apply(const struct select_variables *v, uint32_t block, uint32_t *at)
{
    const struct select_change *change = block < v->room ? v->first[block] : NULL;
    for (; change; change = change->next)
        at[change->variable] = change->shown;
}

/* Finds what a variable is at the beginning of a block. */
static uint32_t enter(struct select *s, const struct mir_block *block, uint32_t variable,
                      const uint32_t *out, bool by_phi, uint32_t *from)
{
    const size_t count = s->variables->values->variable_count;
    uint32_t now = block->pred_count ? NOT_REACHED : MIR_UNKNOWN;
    for (uint32_t p = 0; p < block->pred_count; p++) {
        from[p] = out[block->preds[p]->index * count + variable];
        now = meet(now, from[p]);
    }
    return now == DIFFERS && by_phi ? join_by_phi(s, block, from) : now;
}

/* Fills what variables are at the beginning of each block, until nothing changes. False: it changes
 * for ever. */
static bool flow(struct select *s, uint32_t *in, uint32_t *out, bool by_phi)
{
    enum { ROUNDS = 200 };
    const uint32_t count = s->variables->values->variable_count, blocks = s->f->block_count;
    const size_t bytes = count * sizeof(*out);
    uint32_t *now = arena_array(s->f->arena, count, sizeof(*now)), round = 0;
    uint32_t *from = arena_array(s->f->arena, blocks, sizeof(*from));
    memset(out, 0xff, blocks * bytes);
    for (bool changed = true; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t b = 0; b < blocks; b++) {
            for (uint32_t i = 0; i < count; i++)
                now[i] = enter(s, s->f->blocks[b], i, out, by_phi, from);
            memcpy(in + b * (size_t)count, now, bytes);
            apply(s->variables, b, now);
            changed |= memcmp(out + b * (size_t)count, now, bytes) != 0;
            memcpy(out + b * (size_t)count, now, bytes);
        }
    }
    return round < ROUNDS;
}

static void append(struct mir_values *values, uint32_t variable, const struct mir_change *change)
{
    struct mir_variable *v = &values->variables[variable];
    const struct mir_change *last = v->change_count ? &v->changes[v->change_count - 1] : NULL;
    if (last && last->shown == change->shown && last->turn == change->turn)
        return;
    v->changes = arena_grow(values->arena, v->changes, v->change_count, &v->change_room,
                            sizeof(*v->changes));
    v->changes[v->change_count++] = *change;
}

/* ---- instructions that were moved ---- */

/* When code of a location comes in the kernel: of a function that is inlined, its call. */
static uint32_t outer_turn(const struct mir_values *values, const void *location)
{
    const struct ir_variable_reader *reader = values->reader;
    LLVMMetadataRef at = (LLVMMetadataRef)location;
    for (LLVMMetadataRef call; at && (call = LLVMDILocationGetInlinedAt(at));)
        at = call;
    return at ? reader->turn_of(at) : 0;
}

/* The nearest common dominator of two blocks, both reached. */
static uint32_t common(const uint32_t *dominator, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = dominator[a];
        else
            b = dominator[b];
    return a;
}

/* By block: the one that all ways to it lead through. Dominators have smaller numbers. */
static uint32_t *find_dominators(struct select *s)
{
    uint32_t *dominator = arena_array(s->f->arena, s->f->block_count, sizeof(*dominator));
    for (uint32_t b = 1; b < s->f->block_count; b++) {
        const struct mir_block *block = s->f->blocks[b];
        bool any = false;
        for (uint32_t p = 0; p < block->pred_count; p++) {
            const uint32_t from = block->preds[p]->index;
            if (from >= b)
                continue; /* a backward edge */
            dominator[b] = any ? common(dominator, dominator[b], from) : from;
            any = true;
        }
    }
    return dominator;
}

/* The last turn of the blocks from one to another. */
static uint32_t last_turn(struct select *s, uint32_t from, uint32_t to)
{
    const struct select_variables *v = s->variables;
    uint32_t last = 0;
    for (uint32_t b = from; b <= to && b < v->room; b++)
        for (uint32_t p = v->begin[b]; p && p <= s->f->blocks[b]->point; p++) {
            const uint32_t turn = outer_turn(s->f->values, s->f->values->locations[p]);
            last = turn > last ? turn : last;
        }
    return last;
}

/* The first turn that code of a block may have: that of the branch that leads to it, or behind a
 * loop that is left for it. Blocks of a loop follow each other. */
static uint32_t earliest_turn(struct select *s, const uint32_t *dominator, uint32_t block)
{
    const struct mir_block *const *blocks = (const struct mir_block *const *)s->f->blocks;
    uint32_t d = dominator[block];
    uint32_t turn = 0;
    for (uint32_t latch = dominator[block]; latch < block; latch++)
        for (unsigned i = 0; i < 2; i++) {
            const struct mir_block *head = blocks[latch]->succ[i];
            if (!head || head->index > latch || head->index > dominator[block])
                continue;
            const uint32_t last = last_turn(s, head->index, latch) + 1;
            turn = last > turn ? last : turn;
        }
    while (d && blocks[d]->cond.kind == MIR_NONE)
        d = dominator[d];
    uint32_t branch = 0;
    if (blocks[d]->cond.kind != MIR_NONE)
        branch = outer_turn(s->f->values, s->f->values->locations[blocks[d]->point]);
    if (blocks[d]->cond.kind != MIR_NONE && !branch) /* a branch that a pass has made */
        branch = last_turn(s, d, d);
    return branch > turn ? branch : turn;
}

/* LLVM sinks instructions to where their results are used: to the beginning of a block behind a
 * branch or a loop, which comes later in the source than they do. There, variables are not what
 * they are at the instructions' line. */
static void find_moved(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    const uint32_t *dominator = find_dominators(s);
    values->moved = arena_array(s->f->arena, values->point_count, sizeof(*values->moved));
    for (uint32_t b = 1; b < s->f->block_count && b < v->room; b++) {
        const uint32_t earliest = earliest_turn(s, dominator, b);
        for (uint32_t p = v->begin[b]; p && p < s->f->blocks[b]->point; p++) {
            const uint32_t turn = outer_turn(values, values->locations[p]);
            if (turn >= earliest)
                break;
            values->moved[p] = turn != 0;
        }
    }
}

/* LLVM may leave an assignment too many of a loop that was unrolled, behind the last iteration. */
static void find_repeated(struct select *s)
{
    enum { MOST = 4096 };
    const struct select_variables *v = s->variables;
    struct mir_shown *shown = s->f->values->shown;
    for (uint32_t b = 0; b < s->f->block_count && b < v->room; b++) {
        uint32_t count = 0;
        for (const struct select_change *c = v->first[b]; c && count < MOST; c = c->next, count++)
            for (const struct select_change *d = v->first[b]; c->turn && d != c; d = d->next)
                if (d->turn == c->turn && d->variable == c->variable && c->shown > DIFFERS &&
                    d->shown > DIFFERS)
                    shown[c->shown].repeated = shown[d->shown].repeated = true;
    }
}

static bool same_line(const void *a, const void *b)
{
    LLVMMetadataRef x = (LLVMMetadataRef)a, y = (LLVMMetadataRef)b;
    return a == b || (a && b && LLVMDILocationGetLine(x) == LLVMDILocationGetLine(y) &&
                      LLVMDILocationGetInlinedAt(x) == LLVMDILocationGetInlinedAt(y));
}

/* Notes, by point, where its block and its line begin. */
static void find_extents(struct select *s)
{
    struct mir_values *values = s->f->values;
    const struct select_variables *v = s->variables;
    const uint32_t count = values->point_count;
    values->line_begin = arena_array(s->f->arena, count, sizeof(uint32_t));
    values->block_begin = arena_array(s->f->arena, count, sizeof(uint32_t));
    values->block_end = arena_array(s->f->arena, count, sizeof(uint32_t));
    for (uint32_t p = 0; p < count; p++)
        values->line_begin[p] = values->block_begin[p] = values->block_end[p] = p;
    for (uint32_t b = 0; b < s->f->block_count && b < v->room; b++) {
        const uint32_t begin = v->begin[b], end = s->f->blocks[b]->point;
        for (uint32_t p = begin; begin && p <= end; p++) {
            values->block_begin[p] = begin;
            values->block_end[p] = end + 1;
            if (p > begin && same_line(values->locations[p - 1], values->locations[p]))
                values->line_begin[p] = values->line_begin[p - 1];
        }
    }
}

static void end(struct select *s)
{
    struct select_variables *v = s->variables;
    const uint32_t count = v ? v->values->variable_count : 0, blocks = s->f->block_count;
    if (!v || s->failed)
        return;
    find_moved(s);
    find_extents(s);
    find_repeated(s);
    if (!count)
        return;
    uint32_t *in = arena_array(s->f->arena, (size_t)blocks * count, sizeof(*in));
    uint32_t *out = arena_array(s->f->arena, (size_t)blocks * count, sizeof(*out));
    if (!flow(s, in, out, true))
        flow(s, in, out, false);
    for (uint32_t b = 0; b < blocks && b < v->room; b++) { /* selected in this order */
        for (uint32_t i = 0; v->begin[b] && i < count; i++)
            append(v->values, i, &(struct mir_change){v->begin[b], in[b * (size_t)count + i], 0});
        for (const struct select_change *c = v->first[b]; c; c = c->next)
            append(v->values, c->variable, &(struct mir_change){c->point, c->shown, c->turn});
    }
}

const struct evg_variables evg_variables = {
    .begin = begin, .note = note, .end = end, .places = evg_find_places};
