/* SPDX-License-Identifier: MIT */
/* narrow_loads.c: a load of a vector of which only some components are used loads these.
 *
 * Clang loads all of a vector for `v.x`, which reads what other work-items may write meanwhile. A
 * load stays one load: it becomes one of the power of two of components around those that are used,
 * whose bytes lie in a dword or fill some. What is chosen by a variable is loaded by its address.
 *
 * A part of optimise, behind the passes that make loads of one vector one load. Volatile loads stay
 * as many as they are: store_parts narrows them. In a guarded program it does all, as only Clang's
 * IR tells a component of a vector from one of a vload3, which is checked whole. */
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

enum { MAX_BETWEEN = 64, MAX_COMPONENTS = 32, DWORD = 4 };

/* The components that a shuffle takes of a vector, as a bit mask. */
static uint32_t shuffled_components(LLVMValueRef shuffle, LLVMValueRef vector)
{
    const unsigned size = LLVMGetVectorSize(LLVMTypeOf(vector));
    uint32_t used = 0;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
        const int from = LLVMGetMaskValue(shuffle, i);
        if (from >= 0 && LLVMGetOperand(shuffle, (unsigned)from / size) == vector)
            used |= 1u << (unsigned)from % size;
    }
    return used;
}

/* The components that a use takes; all, where that is not known. */
static uint32_t used_components(LLVMValueRef user, LLVMValueRef vector)
{
    if (LLVMIsAShuffleVectorInst(user))
        return shuffled_components(user, vector);
    if (!LLVMIsAExtractElementInst(user) || !LLVMIsAConstantInt(LLVMGetOperand(user, 1)))
        return ~0u;
    const uint64_t index = LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
    return index < LLVMGetVectorSize(LLVMTypeOf(vector)) ? 1u << index : 0;
}

/* Finds `count` components from `first` on that hold all that are used; false: that takes all. */
static bool find_range(uint32_t used, unsigned size, bool in_dword, unsigned *first,
                       unsigned *count)
{
    const unsigned lowest = (unsigned)__builtin_ctz(used), end = 32 - (unsigned)__builtin_clz(used);
    for (*count = 1; *count < size; *count *= 2) {
        *first = in_dword ? lowest / *count * *count : lowest;
        if (*first + *count > size)
            *first = size - *count;
        if (*first + *count >= end && *first <= lowest && (!in_dword || *first % *count == 0))
            return true;
    }
    return false;
}

static LLVMValueRef load_at(LLVMBuilderRef b, LLVMValueRef whole, LLVMTypeRef type,
                            LLVMValueRef pointer, uint64_t offset)
{
    LLVMValueRef load = LLVMBuildLoad2(b, type, pointer, "");
    unsigned align = LLVMGetAlignment(whole);
    while (offset % align)
        align /= 2;
    LLVMSetAlignment(load, align);
    LLVMSetVolatile(load, LLVMGetVolatile(whole));
    return load;
}

/* The vector of all components, where others than those loaded have any value. */
static LLVMValueRef widen(LLVMBuilderRef b, LLVMValueRef part, LLVMTypeRef type, unsigned first,
                          unsigned count)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
    LLVMValueRef mask[MAX_COMPONENTS];
    if (count == 1)
        return LLVMBuildInsertElement(b, LLVMGetPoison(type), part, LLVMConstInt(i32, first, false),
                                      "");
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++)
        mask[i] = i >= first && i < first + count ? LLVMConstInt(i32, i - first, false)
                                                  : LLVMGetPoison(i32);
    return LLVMBuildShuffleVector(b, part, LLVMGetPoison(LLVMTypeOf(part)),
                                  LLVMConstVector(mask, LLVMGetVectorSize(type)), "");
}

static void load_range(LLVMTargetDataRef layout, LLVMValueRef whole, unsigned first, unsigned count)
{
    LLVMTypeRef type = LLVMTypeOf(whole), element = LLVMGetElementType(type);
    const uint64_t offset = first * LLVMABISizeOfType(layout, element);
    LLVMBuilderRef b = ir_builder_before(whole);
    LLVMValueRef pointer = ir_byte_address(b, LLVMGetOperand(whole, 0), offset);
    LLVMValueRef part =
        load_at(b, whole, count == 1 ? element : LLVMVectorType(element, count), pointer, offset);
    ir_replace(whole, widen(b, part, type, first, count));
    LLVMDisposeBuilder(b);
}

/* ---- components that variables choose ---- */

/* The one use of a load, if that takes a component by a variable before memory may change. */
static LLVMValueRef choice_of(LLVMValueRef load)
{
    LLVMValueRef user = ir_only_user(load);
    if (!user || !LLVMIsAExtractElementInst(user) || LLVMGetOperand(user, 0) != load ||
        LLVMIsAConstant(LLVMGetOperand(user, 1)))
        return NULL;
    LLVMValueRef at = LLVMGetNextInstruction(load);
    for (unsigned i = 0; at && i < MAX_BETWEEN; i++, at = LLVMGetNextInstruction(at)) {
        if (at == user)
            return user;
        if (shim_may_write(at))
            return NULL;
    }
    return NULL;
}

static void load_choice(LLVMTargetDataRef layout, LLVMValueRef whole, LLVMValueRef choice)
{
    LLVMTypeRef type = LLVMTypeOf(whole), element = LLVMTypeOf(choice);
    LLVMBuilderRef b = ir_builder_before(choice);
    LLVMValueRef pointer =
        ir_component_address(b, LLVMGetOperand(whole, 0), type, LLVMGetOperand(choice, 1));
    ir_replace(choice, load_at(b, whole, element, pointer, LLVMABISizeOfType(layout, element)));
    LLVMDisposeBuilder(b);
    LLVMInstructionEraseFromParent(whole);
}

/* ---- loads ---- */

struct narrowing {
    LLVMTargetDataRef layout;
    bool volatiles, others;
};

/* A vector that does not lie at its alignment is that of a vload: bounds of memory are checked for
 * all of it. */
static bool is_narrowed(LLVMValueRef load, const struct narrowing *n)
{
    return LLVMIsALoadInst(load) && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMVectorTypeKind &&
           LLVMGetVectorSize(LLVMTypeOf(load)) <= MAX_COMPONENTS &&
           LLVMGetAlignment(load) >= LLVMABIAlignmentOfType(n->layout, LLVMTypeOf(load)) &&
           (LLVMGetVolatile(load) ? n->volatiles : n->others) && LLVMGetFirstUse(load) &&
           ir_pointer_space(LLVMGetOperand(load, 0)) != ABI_SPACE_PRIVATE;
}

static int narrow_load(LLVMValueRef load, void *data)
{
    const struct narrowing *n = data;
    unsigned first, count;
    if (!is_narrowed(load, n))
        return 0;
    LLVMValueRef choice = choice_of(load);
    if (choice) {
        load_choice(n->layout, load, choice);
        return 0;
    }
    uint32_t used = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
        used |= used_components(LLVMGetUser(use), load);
    const uint64_t size = LLVMABISizeOfType(n->layout, LLVMGetElementType(LLVMTypeOf(load)));
    if (used && find_range(used, LLVMGetVectorSize(LLVMTypeOf(load)), size < DWORD, &first, &count))
        load_range(n->layout, load, first, count);
    return 0;
}

void pass_narrow_first(struct pass_state *state, LLVMValueRef function)
{
    struct narrowing n = {LLVMGetModuleDataLayout(state->module), true, state->guard};
    ir_visit_instructions(function, narrow_load, &n);
}

int pass_narrow_loads(LLVMValueRef kernel, void *data)
{
    const struct pass_state *state = data;
    struct narrowing n = {LLVMGetModuleDataLayout(state->module), false, !state->guard};
    return ir_visit_instructions(kernel, narrow_load, &n);
}
