/* SPDX-License-Identifier: MIT */
/* mir.c: making and editing machine IR. */
#include "llvm/evergreen/mir/mir.h"

#include <assert.h>

#include "driver/base/count.h"

static const uint8_t kind_flags[MIR_KIND_COUNT] = {
#define MIR(name, text, flags) [MIR_##name] = flags,
    MIR_KINDS(MIR)
#undef MIR
};

uint32_t mir_new_vreg(struct mir_function *f)
{
    if (!f->vreg_count)
        f->vreg_count = 1;
    f->vregs = arena_grow(f->arena, f->vregs, f->vreg_count, &f->vreg_capacity, sizeof(*f->vregs));
    f->vregs[f->vreg_count] =
        (struct mir_vreg){.channel = MIR_ANY_CHANNEL, .pinned = MIR_NO_GPR, .gpr = MIR_NO_GPR};
    return f->vreg_count++;
}

uint32_t mir_new_tuple(struct mir_function *f)
{
    return ++f->tuple_count;
}

struct mir_block *mir_new_block(struct mir_function *f)
{
    struct mir_block *block = arena_alloc(f->arena, sizeof(*block));
    f->blocks =
        arena_grow(f->arena, f->blocks, f->block_count, &f->block_capacity, sizeof(*f->blocks));
    block->index = f->block_count;
    f->blocks[f->block_count++] = block;
    return block;
}

struct mir_inst *mir_new_inst(struct mir_function *f, enum mir_kind kind, unsigned op,
                              unsigned src_count)
{
    assert(kind < MIR_KIND_COUNT && op <= UINT16_MAX);
    struct mir_inst *inst = arena_alloc(f->arena, sizeof(*inst));
    inst->kind = kind;
    inst->op = (uint16_t)op;
    inst->src_count = src_count;
    inst->src = arena_array(f->arena, src_count, sizeof(*inst->src));
    return inst;
}

/* Whether the links of its neighbours, or the ends of its block, point at the instruction. */
static inline bool is_in(const struct mir_block *block, const struct mir_inst *inst)
{
    return (inst->prev ? inst->prev->next : block->first) == inst &&
           (inst->next ? inst->next->prev : block->last) == inst;
}

void mir_insert_before(struct mir_block *block, struct mir_inst *before, struct mir_inst *inst)
{
    assert(inst->dst_count <= MIR_MAX_DST && (!before || is_in(block, before)));
    const struct mir_inst *beside = before ? before : block->last;
    if (!inst->line && beside)
        inst->line = beside->line;
    if (!inst->point && beside)
        inst->point = beside->point;
    inst->next = before;
    inst->prev = before ? before->prev : block->last;
    *(inst->prev ? &inst->prev->next : &block->first) = inst;
    *(before ? &before->prev : &block->last) = inst;
}

void mir_append(struct mir_block *block, struct mir_inst *inst)
{
    mir_insert_before(block, NULL, inst);
}

void mir_remove(struct mir_block *block, struct mir_inst *inst)
{
    assert(is_in(block, inst));
    *(inst->prev ? &inst->prev->next : &block->first) = inst->next;
    *(inst->next ? &inst->next->prev : &block->last) = inst->prev;
}

struct mir_inst *mir_insert_copy(struct mir_function *f, struct mir_block *block,
                                 struct mir_inst *before, uint32_t dst, struct mir_operand src)
{
    assert(dst > 0 && dst < f->vreg_count);
    struct mir_inst *copy = mir_new_inst(f, MIR_ALU, HW_ALU_OP_MOV, 1);
    copy->dst_count = 1;
    copy->dst[0] = dst;
    copy->src[0] = src;
    mir_insert_before(block, before, copy);
    return copy;
}

bool mir_has_effect(const struct mir_inst *inst)
{
    return kind_flags[inst->kind] & MIR_FLAG_EFFECT;
}

bool mir_gives_float(const struct mir_inst *inst)
{
    const struct hw_alu_info *info = &hw_alu_info[inst->op];
    return (inst->kind == MIR_ALU || inst->kind == MIR_DOT) &&
           (info->types == HW_TYPES_FF || info->types == HW_TYPES_IF) &&
           !(info->flags & (HW_ALU_PRED | HW_ALU_KILL));
}

/* Returns the instruction that defines an operand, if neither changes the value by a modifier. */
static struct mir_inst *defining_plain(struct mir_inst *const *definition,
                                       const struct mir_operand *operand)
{
    struct mir_inst *inst = operand->kind == MIR_VREG && !operand->neg && !operand->abs
                                ? definition[operand->value]
                                : NULL;
    return inst && !inst->clamp && !inst->omod ? inst : NULL;
}

struct mir_inst *mir_defining_float(struct mir_inst *const *definition,
                                    const struct mir_operand *operand)
{
    struct mir_inst *inst = defining_plain(definition, operand);
    return inst && mir_gives_float(inst) ? inst : NULL;
}

bool mir_gives_mask(unsigned op)
{
    switch (op) {
    case HW_ALU_OP_SETE_INT:
    case HW_ALU_OP_SETNE_INT:
    case HW_ALU_OP_SETGT_INT:
    case HW_ALU_OP_SETGE_INT:
    case HW_ALU_OP_SETGT_UINT:
    case HW_ALU_OP_SETGE_UINT:
    case HW_ALU_OP_SETE_DX10:
    case HW_ALU_OP_SETNE_DX10:
    case HW_ALU_OP_SETGT_DX10:
    case HW_ALU_OP_SETGE_DX10:
        return true;
    default:
        return false;
    }
}

bool mir_is_copy(const struct mir_inst *inst)
{
    return inst->kind == MIR_ALU && inst->op == HW_ALU_OP_MOV && !inst->clamp && !inst->omod &&
           !inst->src[0].neg && !inst->src[0].abs;
}

const struct mir_test *mir_test_find(unsigned compare)
{
    static const struct mir_test tests[] = {
        {HW_ALU_OP_SETE_INT, HW_ALU_OP_PRED_SETE_INT, HW_ALU_OP_PRED_SETNE_INT, false},
        {HW_ALU_OP_SETNE_INT, HW_ALU_OP_PRED_SETNE_INT, HW_ALU_OP_PRED_SETE_INT, false},
        {HW_ALU_OP_SETGT_INT, HW_ALU_OP_PRED_SETGT_INT, HW_ALU_OP_PRED_SETGE_INT, true},
        {HW_ALU_OP_SETGE_INT, HW_ALU_OP_PRED_SETGE_INT, HW_ALU_OP_PRED_SETGT_INT, true},
        {HW_ALU_OP_SETGT_UINT, HW_ALU_OP_PRED_SETGT_UINT, HW_ALU_OP_PRED_SETGE_UINT, true},
        {HW_ALU_OP_SETGE_UINT, HW_ALU_OP_PRED_SETGE_UINT, HW_ALU_OP_PRED_SETGT_UINT, true},
        {HW_ALU_OP_SETE_DX10, HW_ALU_OP_PRED_SETE, HW_ALU_OP_PRED_SETNE, false},
        {HW_ALU_OP_SETNE_DX10, HW_ALU_OP_PRED_SETNE, HW_ALU_OP_PRED_SETE, false},
        /* Both fail when a NaN is compared. */
        {HW_ALU_OP_SETGT_DX10, HW_ALU_OP_PRED_SETGT, 0, false},
        {HW_ALU_OP_SETGE_DX10, HW_ALU_OP_PRED_SETGE, 0, false},
    };
    for (size_t i = 0; i < COUNT(tests); i++)
        if (tests[i].compare == compare)
            return &tests[i];
    return NULL;
}

struct mir_inst **mir_definitions(struct mir_function *f)
{
    assert(f->ssa);
    struct mir_inst **definition = arena_array(f->arena, f->vreg_count, sizeof(struct mir_inst *));
    for (uint32_t b = 0; b < f->block_count; b++)
        for (struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            for (unsigned d = 0; d < inst->dst_count; d++) {
                assert(inst->dst[d] < f->vreg_count);
                assert(!inst->dst[d] || !definition[inst->dst[d]]);
                definition[inst->dst[d]] = inst;
            }
    definition[0] = NULL; /* stands for components that are not wanted */
    return definition;
}

static void count_use(uint32_t *uses, uint32_t vreg_count, const struct mir_operand *operand)
{
    assert(operand->kind <= MIR_SPECIAL);
    assert(operand->kind != MIR_VREG || (operand->value > 0 && operand->value < vreg_count));
    if (operand->kind == MIR_VREG)
        uses[operand->value]++;
    (void)vreg_count;
}

uint32_t *mir_count_uses(const struct mir_function *f)
{
    uint32_t *uses = arena_array(f->arena, f->vreg_count, sizeof(*uses));
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (const struct mir_inst *inst = f->blocks[b]->first; inst; inst = inst->next)
            for (uint32_t i = 0; i < inst->src_count; i++)
                count_use(uses, f->vreg_count, &inst->src[i]);
        count_use(uses, f->vreg_count, &f->blocks[b]->cond);
        count_use(uses, f->vreg_count, &f->blocks[b]->cond_other);
    }
    return uses;
}

struct mir_inst *mir_defining_alu(struct mir_inst *const *definition,
                                  const struct mir_operand *operand)
{
    struct mir_inst *inst = defining_plain(definition, operand);
    return inst && inst->kind == MIR_ALU ? inst : NULL;
}

uint32_t mir_number(struct mir_function *f)
{
    uint32_t position = 0;
    for (uint32_t i = 0; i < f->block_count; i++) {
        struct mir_block *block = f->blocks[i];
        assert(block->index == i); /* positions rise with the order of emission */
        block->begin = position;
        for (struct mir_inst *inst = block->first; inst; inst = inst->next) {
            inst->position = position;
            position += 2;
        }
        block->end = position;
        position += 2;
    }
    return position;
}

enum hw_alu_src mir_inline_constant(uint32_t bits)
{
    static const struct {
        uint32_t bits;
        enum hw_alu_src select;
    } inline_constants[] = {{0, HW_SRC_0},
                            {1, HW_SRC_1_INT},
                            {0xffffffff, HW_SRC_M_1_INT},
                            {0x3f800000, HW_SRC_1},
                            {0x3f000000, HW_SRC_0_5}};
    for (size_t i = 0; i < COUNT(inline_constants); i++)
        if (inline_constants[i].bits == bits)
            return inline_constants[i].select;
    return 0;
}

enum hw_alu_slots mir_slots(const struct mir_function *f, const struct mir_inst *inst)
{
    return hw_alu_slots(inst->kind == MIR_ALU ? inst->op : HW_ALU_OP_MOV, f->chip->vliw);
}
