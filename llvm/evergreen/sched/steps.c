/* SPDX-License-Identifier: MIT */
/* steps.c: turns machine instructions into the steps of a block: ALU groups, fetches, stores,
 * barriers. */
#include "llvm/evergreen/mir/values.h"
#include "llvm/evergreen/sched/code.h"

#include <assert.h>

static struct evg_source source_of(const struct mir_function *f, const struct mir_operand *operand)
{
    struct evg_source source = {.kind = SOURCE_SELECT, .neg = operand->neg, .abs = operand->abs};
    switch (operand->kind) {
    case MIR_VREG:
        assert(f->vregs[operand->value].gpr < MIR_USABLE_GPRS);
        source.value = f->vregs[operand->value].gpr;
        source.channel = f->vregs[operand->value].assigned_channel;
        break;
    case MIR_KCACHE:
        source.kind = SOURCE_KCACHE;
        source.value = operand->value / 4;
        source.channel = operand->value % 4;
        break;
    case MIR_LITERAL:
        source.kind = SOURCE_LITERAL;
        source.value = operand->value;
        break;
    case MIR_SPECIAL:
        source.value = operand->value;
        break;
    default:
        source.value = HW_SRC_0;
    }
    return source;
}

/* Gives a literal one of the group's places, or turns it into the inline constant it equals. */
static void place_literal(struct evg_group *group, struct evg_source *source)
{
    enum hw_alu_src select = mir_inline_constant(source->value);
    if (select) {
        source->kind = SOURCE_SELECT;
        source->value = select;
        return;
    }
    unsigned n = 0;
    while (n < group->literal_count && group->literal[n] != source->value)
        n++;
    assert(n < EVG_LITERALS);
    if (n == group->literal_count)
        group->literal[group->literal_count++] = source->value;
    source->channel = (uint8_t)n;
}

unsigned evg_group_slots(const struct evg_group *group)
{
    unsigned slots = (group->literal_count + 1) / 2;
    for (unsigned i = 0; i < EVG_SLOTS; i++)
        slots += group->slot[i].used;
    return slots;
}

/* A group of one operation, in all the slots that it takes; the one of its channel writes. */
static struct evg_group *single(const struct mir_function *f, const struct evg_slot *operation)
{
    struct evg_group *group = arena_alloc(f->arena, sizeof(*group));
    struct evg_slot slot = *operation;
    slot.used = true;
    slot.slots = hw_alu_slots(slot.op, f->chip->vliw);
    for (unsigned i = 0; i < hw_alu_info[slot.op].nsrc; i++)
        if (slot.src[i].kind == SOURCE_LITERAL)
            place_literal(group, &slot.src[i]);
    unsigned mask = hw_alu_slot_mask(slot.slots, slot.channel & 3);
    for (unsigned n = 0; n < EVG_SLOTS; n++) {
        if (!(mask >> n & 1))
            continue;
        group->slot[n] = slot;
        if (!hw_alu_is_shared(slot.slots))
            continue;
        group->slot[n].channel = (uint8_t)n;
        group->slot[n].write = slot.write && n == slot.channel;
    }
    return group;
}

static struct evg_item *new_item(const struct mir_function *f, struct evg_items *items,
                                 enum evg_item_kind kind)
{
    items->item =
        arena_grow(f->arena, items->item, items->count, &items->capacity, sizeof(*items->item));
    struct evg_item *item = &items->item[items->count++];
    *item = (struct evg_item){.kind = kind};
    return item;
}

static struct evg_item *add_operation(const struct mir_function *f, struct evg_items *items,
                                      const struct evg_slot *operation)
{
    struct evg_item *item = new_item(f, items, ITEM_ALU);
    item->group = single(f, operation);
    return item;
}

static void set_destination(const struct mir_function *f, struct evg_slot *slot, uint32_t vreg)
{
    assert(f->vregs[vreg].gpr < MIR_USABLE_GPRS);
    slot->gpr = f->vregs[vreg].gpr;
    slot->channel = f->vregs[vreg].assigned_channel;
    slot->write = true;
}

enum { MAX_SOURCES = 3 };

static void set_sources(const struct mir_function *f, struct evg_slot *slot,
                        const struct mir_inst *inst)
{
    for (uint32_t i = 0; i < MAX_SOURCES && i < inst->src_count; i++)
        slot->src[i] = source_of(f, &inst->src[i]);
}

static bool is_identity(const struct mir_function *f, const struct mir_inst *inst)
{
    if (!mir_is_copy(inst) || inst->src[0].kind != MIR_VREG)
        return false;
    const struct mir_vreg *to = &f->vregs[inst->dst[0]], *from = &f->vregs[inst->src[0].value];
    return to->gpr == from->gpr && to->assigned_channel == from->assigned_channel;
}

static void schedule_alu(const struct mir_function *f, const struct mir_inst *inst,
                         struct evg_items *items)
{
    struct evg_slot slot = {.op = inst->op, .clamp = inst->clamp, .omod = inst->omod};
    if (is_identity(f, inst))
        return;
    set_sources(f, &slot, inst);
    set_destination(f, &slot, inst->dst[0]);
    add_operation(f, items, &slot);
}

/* An operation on doubles is a group of its own. The first slots read the high words and the last
 * one the low words, all with bank swizzle 0, which reads each source in a cycle of its own.
 * Instructions of three sources have no write mask: results that nothing reads go to a clause
 * temporary. */
static void schedule_double(const struct mir_function *f, const struct mir_inst *inst,
                            struct evg_items *items)
{
    struct evg_group *group = arena_alloc(f->arena, sizeof(*group));
    unsigned units = hw_alu_slots(inst->op, f->chip->vliw) == HW_SLOTS_V4 ? 4 : 2;
    for (unsigned n = 0; n < units; n++) {
        struct evg_slot *slot = &group->slot[n];
        *slot = (struct evg_slot){
            .used = true, .op = inst->op, .gpr = HW_GPRS - 1, .channel = (uint8_t)n};
        for (uint32_t i = 0; i < inst->src_count / 2; i++) {
            slot->src[i] = source_of(f, &inst->src[2 * i + (n + 1 < units)]);
            if (slot->src[i].kind == SOURCE_LITERAL)
                place_literal(group, &slot->src[i]);
        }
        if (n < inst->dst_count && inst->dst[n])
            set_destination(f, slot, inst->dst[n]);
    }
    new_item(f, items, ITEM_DOUBLE)->group = group;
}

/* Takes the four vector slots; the one of the result's channel writes. */
static void schedule_dot(const struct mir_function *f, const struct mir_inst *inst,
                         struct evg_items *items)
{
    struct evg_group *group = arena_alloc(f->arena, sizeof(*group));
    const struct mir_vreg *result = &f->vregs[inst->dst[0]];
    for (unsigned n = 0; n < EVG_TRANS; n++) {
        struct evg_slot *slot = &group->slot[n];
        *slot = (struct evg_slot){.used = true,
                                  .op = inst->op,
                                  .slots = HW_SLOTS_V4,
                                  .gpr = result->gpr,
                                  .channel = (uint8_t)n,
                                  .write = n == result->assigned_channel,
                                  .clamp = inst->clamp,
                                  .omod = inst->omod};
        for (unsigned i = 0; i < 2; i++) {
            slot->src[i] = source_of(f, &inst->src[2 * n + i]);
            if (slot->src[i].kind == SOURCE_LITERAL)
                place_literal(group, &slot->src[i]);
        }
    }
    const bool readable = evg_group_find_ports(group);
    assert(readable); /* constrain.c gave its sources channels */
    (void)readable;
    new_item(f, items, ITEM_ALU)->group = group;
}

/* Issues the operation in slot x; a second operation takes the result from the queue at once. */
static void schedule_lds(const struct mir_function *f, const struct mir_inst *inst,
                         struct evg_items *items)
{
    struct evg_slot slot = {.op = HW_ALU_OP_LDS_IDX_OP, .lds_op = (uint8_t)inst->op};
    set_sources(f, &slot, inst);
    add_operation(f, items, &slot)->glued = inst->dst_count != 0;
    if (!inst->dst_count)
        return;
    struct evg_slot pop = {.op = HW_ALU_OP_MOV};
    pop.src[0] = (struct evg_source){.kind = SOURCE_SELECT, .value = HW_SRC_LDS_OQ_A_POP};
    set_destination(f, &pop, inst->dst[0]);
    add_operation(f, items, &pop);
}

/* A move from or to the register array, through the address register unless the index is constant.
 */
static void schedule_array(const struct mir_function *f, const struct mir_inst *inst,
                           struct evg_items *items)
{
    struct evg_slot move = {.op = HW_ALU_OP_MOV, .write = true};
    bool relative = inst->src[0].kind != MIR_LITERAL;
    uint32_t index = inst->offset + (relative ? 0 : inst->src[0].value);
    /* Keeps a constant index past the end, which has no meaning, within the array's registers. */
    uint32_t gpr = f->array_gpr + (index < f->array_dwords ? index : 0);
    if (relative) {
        struct evg_slot mova = {.op = HW_ALU_OP_MOVA_INT};
        mova.src[0] = source_of(f, &inst->src[0]);
        add_operation(f, items, &mova)->glued = true;
    }
    if (inst->kind == MIR_ARRAY_LOAD) {
        move.src[0] = (struct evg_source){.kind = SOURCE_SELECT,
                                          .value = gpr,
                                          .channel = (uint8_t)f->array_channel,
                                          .rel = relative};
        set_destination(f, &move, inst->dst[0]);
    } else {
        move.src[0] = source_of(f, &inst->src[1]);
        move.gpr = (uint8_t)gpr;
        move.channel = (uint8_t)f->array_channel;
        move.dst_rel = relative;
    }
    add_operation(f, items, &move);
}

static void schedule_barrier(const struct mir_function *f, const struct mir_inst *inst,
                             struct evg_items *items)
{
    struct evg_slot slot = {.op = HW_ALU_OP_GROUP_BARRIER};
    (void)inst;
    new_item(f, items, ITEM_BARRIER)->group = single(f, &slot);
}

static void schedule_fetch(const struct mir_function *f, const struct mir_inst *inst,
                           struct evg_items *items)
{
    new_item(f, items, ITEM_FETCH)->inst = inst;
}

static void schedule_store(const struct mir_function *f, const struct mir_inst *inst,
                           struct evg_items *items)
{
    new_item(f, items, ITEM_STORE)->inst = inst;
}

/* Functions by kind of instruction. A kind without a row emits nothing: inputs are there when the
 * wave starts. */
static void (*const schedulers[MIR_KIND_COUNT])(const struct mir_function *f,
                                                const struct mir_inst *inst,
                                                struct evg_items *items) = {
    [MIR_ALU] = schedule_alu,          [MIR_DOUBLE] = schedule_double,
    [MIR_DOT] = schedule_dot,          [MIR_LDS] = schedule_lds,
    [MIR_ARRAY_LOAD] = schedule_array, [MIR_ARRAY_STORE] = schedule_array,
    [MIR_BARRIER] = schedule_barrier,  [MIR_VTX] = schedule_fetch,
    [MIR_TEX] = schedule_fetch,        [MIR_SCRATCH_LOAD] = schedule_fetch,
    [MIR_RAT] = schedule_store,        [MIR_SCRATCH_STORE] = schedule_store};

static void set_kept(const struct mir_function *f, struct evg_slot *slot,
                     const struct mir_inst *inst)
{
    slot->point = inst->point;
    slot->home = inst->home;
    for (unsigned d = 0; d < inst->dst_count && slot->used && slot->write; d++) {
        const struct mir_vreg *to = &f->vregs[inst->dst[d]];
        if (inst->dst[d] && to->gpr == slot->gpr && to->assigned_channel == slot->channel)
            slot->kept = inst->kept[d];
    }
    if (inst->kind == MIR_ARRAY_STORE && slot->used && slot->write)
        slot->kept = MIR_KEPT_STORE;
}

static void set_source(const struct mir_function *f, struct evg_group *group,
                       const struct mir_inst *inst)
{
    for (unsigned n = 0; group && n < EVG_SLOTS; n++) {
        group->slot[n].line = inst->line;
        group->slot[n].object = inst->object;
        if (f->values)
            set_kept(f, &group->slot[n], inst);
    }
}

static void schedule_inst(const struct mir_function *f, const struct mir_inst *inst,
                          struct evg_items *items)
{
    assert(schedulers[inst->kind] || inst->kind == MIR_INPUT);
    uint32_t first = items->count;
    if (schedulers[inst->kind])
        schedulers[inst->kind](f, inst, items);
    for (uint32_t i = first; i < items->count; i++) {
        items->item[i].planned = inst->group;
        set_source(f, items->item[i].group, inst);
    }
}

bool evg_is_empty(const struct mir_function *f, const struct mir_block *block)
{
    const struct mir_inst *inst = block->first;
    while (inst && (inst->kind == MIR_INPUT || is_identity(f, inst)))
        inst = inst->next;
    return !inst;
}

void evg_steps(const struct mir_function *f, const struct mir_block *block, struct evg_items *items)
{
    for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
        schedule_inst(f, inst, items);
}

void evg_steps_of_test(const struct mir_function *f, const struct mir_block *block, bool invert,
                       bool mask, struct evg_items *items)
{
    const struct mir_test *test = mir_test_find(block->test ? block->test : HW_ALU_OP_SETNE_INT);
    struct mir_operand other = block->test ? block->cond_other : mir_literal(0);
    assert(block->cond.kind != MIR_NONE && test && (!invert || test->inverted));
    struct evg_slot slot = {.op = invert ? test->inverted : test->predicate,
                            .update_pred = true,
                            .update_exec = mask,
                            .line = block->line,
                            .point = block->point,
                            .home = block->index + 1};
    bool swap = invert && test->swap;
    slot.src[swap] = source_of(f, &block->cond);
    slot.src[!swap] = source_of(f, &other);
    add_operation(f, items, &slot);
}
