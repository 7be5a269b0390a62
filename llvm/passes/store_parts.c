/* SPDX-License-Identifier: MIT */
/* store_parts.c: a store to some components of a vector stores these, and nothing else.
 *
 * Clang makes `v.x = 1` of a vector in memory a load of the whole, an insertelement and a store of
 * the whole. The source reads nothing there, and another work-item may write the other components
 * at the same time. So the store becomes one for each run of components that change, and the load
 * goes away when nothing else uses it. A vector that becomes a value is left as it is.
 *
 * Requires: mark_assumptions, which holds the pointer of the whole against its alignment. It runs
 * before any optimisation, which would make loads and stores of different statements one. Not
 * optional. */
#include <assert.h>
#include <llvm-c/Target.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

/* Instructions between a load and its store, and steps that change components: Clang makes few. */
enum { MAX_BETWEEN = 64, MAX_STEPS = 32 };

/* An instruction that changes some components of a vector: an insertelement or a shuffle. */
struct step {
    LLVMValueRef value;
    unsigned kept; /* the operand that is the vector before */
};

struct parts {
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMValueRef load, store;
    struct step steps[MAX_STEPS]; /* between them, the last first */
    unsigned count;
    LLVMTypeRef type; /* of the vector */
    uint64_t size;    /* of a component, bytes */
};

/* Whether a private variable is only loaded and stored whole: it becomes a value. */
static bool becomes_value(LLVMValueRef pointer)
{
    if (!LLVMIsAAllocaInst(pointer))
        return false;
    LLVMTypeRef type = LLVMGetAllocatedType(pointer);
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const bool whole = LLVMIsALoadInst(user)
                               ? LLVMTypeOf(user) == type
                               : LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer &&
                                     LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
        if (!whole && !ir_calls_prefix(user, "llvm.lifetime."))
            return false;
    }
    return true;
}

/* Whether a value is what the pointer of the store held before. */
static bool is_old_value(const struct parts *p, LLVMValueRef value)
{
    return LLVMIsALoadInst(value) && LLVMGetOperand(value, 0) == LLVMGetOperand(p->store, 1) &&
           LLVMGetVolatile(value) == LLVMGetVolatile(p->store) &&
           LLVMGetInstructionParent(value) == LLVMGetInstructionParent(p->store);
}

/* Returns the operand of a shuffle that is the vector before: its components stay where they are
 * but for those that change. -1: neither is. */
static int kept_operand(const struct parts *p, LLVMValueRef shuffle)
{
    const int size = (int)LLVMGetVectorSize(p->type);
    if (LLVMTypeOf(LLVMGetOperand(shuffle, 0)) != p->type)
        return -1;
    const int kept = is_old_value(p, LLVMGetOperand(shuffle, 1));
    for (int i = 0; i < size; i++)
        if (LLVMGetMaskValue(shuffle, (unsigned)i) == kept * size + i)
            return kept;
    return -1;
}

static bool read_step(const struct parts *p, LLVMValueRef value, struct step *step)
{
    const int kept = LLVMIsAInsertElementInst(value)   ? 0
                     : LLVMIsAShuffleVectorInst(value) ? kept_operand(p, value)
                                                       : -1;
    *step = (struct step){.value = value, .kept = (unsigned)kept};
    return kept >= 0;
}

/* Follows what is stored back to a load from the same place. */
static bool find_steps(struct parts *p)
{
    LLVMValueRef value = LLVMGetOperand(p->store, 0);
    for (p->count = 0; !is_old_value(p, value); p->count++) {
        struct step *step = &p->steps[p->count];
        if (p->count == MAX_STEPS || !read_step(p, value, step))
            return false;
        value = LLVMGetOperand(value, step->kept);
    }
    p->load = value;
    return p->count > 0;
}

/* Whether the memory has at the store what the load found. */
static bool is_unchanged_between(const struct parts *p)
{
    LLVMValueRef at = LLVMGetPreviousInstruction(p->store);
    for (unsigned i = 0; at && i < MAX_BETWEEN; i++, at = LLVMGetPreviousInstruction(at)) {
        if (at == p->load)
            return true;
        if (shim_may_write(at) && !ir_calls(at, PASS_ASSUMED_ALIGNMENT))
            return false;
    }
    return false;
}

/* ---- stores ---- */

static unsigned align_at(unsigned align, uint64_t offset)
{
    assert(align > 0);
    while (offset % align)
        align /= 2;
    return align;
}

static void store_at(const struct parts *p, LLVMValueRef value, LLVMValueRef pointer,
                     uint64_t offset)
{
    LLVMValueRef store = LLVMBuildStore(p->builder, value, pointer);
    LLVMSetAlignment(store, align_at(LLVMGetAlignment(p->store), offset));
    LLVMSetVolatile(store, LLVMGetVolatile(p->store));
}

static void store_component(const struct parts *p, LLVMValueRef value, unsigned index)
{
    const uint64_t offset = index * p->size;
    store_at(p, value, ir_byte_address(p->builder, LLVMGetOperand(p->store, 1), offset), offset);
}

/* `count` results of a shuffle from `first` on: of the operand that is not kept, if that suffices.
 */
static LLVMValueRef build_run(const struct parts *p, const struct step *step, unsigned first,
                              unsigned count)
{
    enum { MAX_COMPONENTS = 16 };
    assert(count > 0 && count <= MAX_COMPONENTS);
    const unsigned size = LLVMGetVectorSize(p->type);
    LLVMValueRef mask[MAX_COMPONENTS], operand[2];
    bool needs_kept = false;
    for (unsigned i = 0; i < count; i++) {
        const unsigned from = (unsigned)LLVMGetMaskValue(step->value, first + i);
        needs_kept |= from / size == step->kept;
        mask[i] = ir_i32(p->context, from);
    }
    for (unsigned i = 0; i < 2; i++)
        operand[i] = !needs_kept && i == step->kept ? LLVMGetPoison(p->type)
                                                    : LLVMGetOperand(step->value, i);
    return LLVMBuildShuffleVector(p->builder, operand[0], operand[1], LLVMConstVector(mask, count),
                                  "");
}

static void store_run(const struct parts *p, const struct step *step, unsigned first,
                      unsigned count)
{
    LLVMValueRef run = build_run(p, step, first, count);
    if (count == 1)
        run = LLVMBuildExtractElement(p->builder, run, ir_i32(p->context, 0), "");
    store_component(p, run, first);
}

static bool is_changed_by(const struct parts *p, const struct step *step, unsigned index)
{
    const int from = LLVMGetMaskValue(step->value, index);
    return from != LLVMGetUndefMaskElem() &&
           from != (int)(step->kept * LLVMGetVectorSize(p->type) + index);
}

/* One store for each run of components that a shuffle changes. */
static void store_shuffled(const struct parts *p, const struct step *step)
{
    const unsigned size = LLVMGetVectorSize(p->type);
    for (unsigned first = 0, end; first < size; first = end + 1) {
        for (end = first; end < size && is_changed_by(p, step, end);)
            end++;
        if (end > first)
            store_run(p, step, first, end - first);
    }
}

static void store_inserted(const struct parts *p, LLVMValueRef insert)
{
    LLVMValueRef value = LLVMGetOperand(insert, 1), index = LLVMGetOperand(insert, 2);
    if (!LLVMIsAConstantInt(index))
        store_at(p, value,
                 ir_component_address(p->builder, LLVMGetOperand(p->store, 1), p->type, index),
                 p->size);
    else if (LLVMConstIntGetZExtValue(index) < LLVMGetVectorSize(p->type))
        store_component(p, value, (unsigned)LLVMConstIntGetZExtValue(index));
}

/* Stores what the steps change, in their order. */
static void store_steps(struct parts *p)
{
    p->size = LLVMABISizeOfType(p->layout, LLVMGetElementType(p->type));
    p->builder = ir_builder_before(p->store);
    for (unsigned i = p->count; i-- > 0;)
        if (LLVMIsAShuffleVectorInst(p->steps[i].value))
            store_shuffled(p, &p->steps[i]);
        else
            store_inserted(p, p->steps[i].value);
    LLVMDisposeBuilder(p->builder);
}

/* ---- what is left ---- */

/* The mark of an access that is no more. */
static void erase_mark(LLVMValueRef access)
{
    LLVMValueRef mark = LLVMGetPreviousInstruction(access);
    if (!mark || !ir_calls(mark, PASS_ASSUMED_ALIGNMENT))
        return;
    LLVMValueRef address = LLVMGetOperand(mark, 0);
    LLVMInstructionEraseFromParent(mark);
    if (LLVMIsAInstruction(address) && !LLVMGetFirstUse(address))
        LLVMInstructionEraseFromParent(address);
}

static void erase_load(LLVMValueRef load)
{
    if (LLVMGetFirstUse(load))
        return;
    erase_mark(load);
    LLVMInstructionEraseFromParent(load);
}

static void erase_steps(const struct parts *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (!LLVMGetFirstUse(p->steps[i].value))
            LLVMInstructionEraseFromParent(p->steps[i].value);
    erase_load(p->load);
}

/* For a store to all components in another order, too, Clang loads the vector, which only a
 * volatile load shows. */
static void erase_unused_load(const struct parts *p)
{
    LLVMValueRef at = LLVMGetPreviousInstruction(p->store);
    for (unsigned i = 0; at && i < MAX_BETWEEN; i++, at = LLVMGetPreviousInstruction(at)) {
        if (is_old_value(p, at) && LLVMTypeOf(at) == p->type && !LLVMGetFirstUse(at)) {
            erase_load(at);
            return;
        }
        if (shim_may_write(at) && !ir_calls(at, PASS_ASSUMED_ALIGNMENT))
            return;
    }
}

static int split_store(LLVMValueRef store, void *data)
{
    struct parts *p = data;
    if (!LLVMIsAStoreInst(store))
        return 0;
    p->store = store;
    p->type = LLVMTypeOf(LLVMGetOperand(store, 0));
    if (LLVMGetTypeKind(p->type) != LLVMVectorTypeKind || becomes_value(LLVMGetOperand(store, 1)))
        return 0;
    if (!find_steps(p)) {
        erase_unused_load(p);
        return 0;
    }
    if (!is_unchanged_between(p))
        return 0;
    store_steps(p);
    LLVMInstructionEraseFromParent(store);
    erase_steps(p);
    return 0;
}

int pass_store_parts(struct pass_state *state)
{
    struct parts parts = {.context = state->context,
                          .layout = LLVMGetModuleDataLayout(state->module)};
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        ir_visit_instructions(f, split_store, &parts);
        pass_narrow_first(state, f);
    }
    return 0;
}
