/* SPDX-License-Identifier: MIT */
/* select_variables.c: notes what LLVM's debug information says of variables at each point of the
 * LLVM IR. No instruction is made here. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "llvm/evergreen/variables/notes.h"
#include "llvm/evergreen/variables/variables.h"
#include "llvm/ir/variables.h"

/* A record of the first block whose values are defined behind it: arguments, which passes load in
 * front of what was the first instruction. */
struct select_waiting {
    struct select_waiting *next;
    const struct ir_variable_record *record;
    uint32_t variable;
};

uint32_t variables_new_shown(struct mir_values *values, const struct mir_shown *shown)
{
    values->shown = arena_grow(values->arena, values->shown, values->shown_count,
                               &values->shown_room, sizeof(*values->shown));
    values->shown[values->shown_count] = *shown;
    return values->shown_count++;
}

/* Without a location, it has that of the point before, if there is one in its block. */
static uint32_t new_point(struct mir_values *values, const void *location, bool begins)
{
    values->locations = arena_grow(values->arena, values->locations, values->point_count,
                                   &values->point_room, sizeof(*values->locations));
    if (!location && !begins)
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
    new_point(values, NULL, true); /* 0 is none */
    s->point = new_point(values, NULL, true);
    variables_new_shown(values, &(struct mir_shown){.why = ""});
    variables_new_shown(values, &(struct mir_shown){.why = "it depends on the way that led here"});
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
    /* Nobody orders stores to scratch memory by points. */
    bool known = record->value_count > 0 && !(record->by_stores && s->private_in_scratch);
    for (uint32_t v = 0; known && v < record->value_count; v++)
        known = show_value(s, &shown, v, record->values[v]);
    if (known)
        return (shown.record = record), shown;
    return (struct mir_shown){.variable = variable, .why = "optimised away"};
}

static void change(struct select *s, const struct mir_shown *shown, uint32_t turn)
{
    struct mir_values *values = s->variables->values;
    add_change(s, shown->variable, variables_new_shown(values, shown), turn);
    for (uint32_t i = 0; i < values->variable_count; i++)
        if (i != shown->variable &&
            overlap(&values->variables[i], &values->variables[shown->variable]))
            add_change(s, i, MIR_UNKNOWN, turn);
}

static bool is_first_block(const struct select *s)
{
    return s->block->index == s->inputs->index + 1;
}

/* A variable that was assigned since is not waited for. */
static void wait_no_more(struct select_variables *v, uint32_t variable)
{
    const struct mir_variable *all = v->values->variables;
    for (struct select_waiting **link = &v->waiting; *link;)
        if (overlap(&all[(*link)->variable], &all[variable]))
            *link = (*link)->next;
        else
            link = &(*link)->next;
}

/* The instruction has another point in the part that begins. */
static void begin_part(struct select *s, const struct ir_variable_record *record)
{
    struct select_variables *v = s->variables;
    struct select_part *part = arena_alloc(s->f->arena, sizeof(*part));
    s->point = new_point(v->values, NULL, true);
    *part = (struct select_part){.before = v->last_part,
                                 .point = s->point,
                                 .first = record->turn,
                                 .last = record->last,
                                 .leaves = record->leaves,
                                 .is_iteration = record->is_address,
                                 .inlined_at = record->inlined_at};
    v->last_part = part;
}

static void visit(void *data, const struct ir_variable_record *record)
{
    struct select *s = data;
    struct select_variables *v = s->variables;
    if (!record->variable) {
        begin_part(s, record);
        return;
    }
    struct ir_variable_record *copy = arena_alloc(s->f->arena, sizeof(*copy));
    *copy = *record;
    const uint32_t variable = find_variable(v->values, copy);
    const struct mir_shown shown = show(s, copy, variable);
    change(s, &shown, copy->turn);
    wait_no_more(v, variable);
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
            change(s, &shown, (*link)->record->turn);
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
}

/* Whether a branch only goes on where branches before it have chosen to, or joins ways alone:
 * structurising makes such ones, at the end of an `if`, and gives them its line. */
static bool only_joins(LLVMValueRef inst)
{
    if (LLVMGetInstructionOpcode(inst) != LLVMBr)
        return false;
    if (!LLVMIsConditional(inst))
        return LLVMGetFirstInstruction(LLVMGetInstructionParent(inst)) == inst;
    LLVMValueRef phi = LLVMGetCondition(inst);
    return LLVMIsAPHINode(phi) && LLVMGetInstructionParent(phi) == LLVMGetInstructionParent(inst);
}

static void note(struct select *s, LLVMValueRef inst)
{
    struct select_variables *v = s->variables;
    if (!v)
        return;
    const struct ir_variable_reader *reader = v->values->reader;
    if (s->block->index >= v->room)
        grow_blocks(s);
    s->point = new_point(v->values, LLVMInstructionGetDebugLoc(inst), !v->begin[s->block->index]);
    if (!v->begin[s->block->index])
        v->begin[s->block->index] = s->point;
    look_at_waiting(s);
    const uint32_t first = s->point;
    reader->read(inst, visit, s);
    if (s->point != first) /* another part's location is not its own */
        v->values->locations[s->point] = LLVMInstructionGetDebugLoc(inst);
    if (LLVMIsAPHINode(inst) || only_joins(inst)) {
        struct select_join *join = arena_alloc(s->f->arena, sizeof(*join));
        *join = (struct select_join){v->joins, s->point};
        v->joins = join;
    }
}

static void end(struct select *s)
{
    struct select_variables *v = s->variables;
    if (!v || s->failed)
        return;
    variables_find_moved(s);
    variables_flow(s);
}

const struct evg_variables evg_variables = {
    .begin = begin, .note = note, .end = end, .places = evg_find_places};
