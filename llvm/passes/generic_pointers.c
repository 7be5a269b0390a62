/* SPDX-License-Identifier: MIT */
/* generic_pointers.c: pointers into memory that is not known before the program runs.
 *
 * Where what a generic pointer was made of can be seen, LLVM's inference puts that in its place. Of
 * those that are left, the number says which memory it is: those to local and private memory have a
 * tag in their upper half, behind all addresses of the pool, and null is 0. Each access by such a
 * pointer becomes a choice among three.
 *
 *     __rootle_points_to(pointer, space)       whether it points into that space
 *     __to_global, __to_local, __to_private    the pointer if it does, else null
 *     get_fence                                the flag of the memory
 *
 * Requires: everything is inlined and promoted. */
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "driver/base/count.h"
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

static const char points_to[] = "__rootle_points_to";
static const char get_fence[] = "_Z9get_fencePU3AS0";

enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 }; /* CLK_*_MEM_FENCE */

LLVMValueRef pass_points_to(LLVMModuleRef module)
{
    static const char *const attributes[] = {"nounwind", "willreturn"};
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(context, ABI_SPACE_GENERIC),
                                LLVMInt32TypeInContext(context)};
    LLVMValueRef found = LLVMGetNamedFunction(module, points_to);
    if (found)
        return found;
    found = LLVMAddFunction(module, points_to,
                            LLVMFunctionType(LLVMInt1TypeInContext(context), parameters, 2, false));
    for (size_t i = 0; i < COUNT(attributes); i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));
        LLVMAddAttributeAtIndex(found, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(context, kind, 0));
    }
    /* memory(none) */
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAddAttributeAtIndex(found, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
    return found;
}

static bool is_generic(LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
           LLVMGetPointerAddressSpace(type) == ABI_SPACE_GENERIC;
}

/* An instruction or a constant expression of that kind. */
static bool is_a(LLVMValueRef value, LLVMOpcode opcode)
{
    return (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode) ||
           (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == opcode);
}

/* Returns the pointer that a generic pointer was cast from, which is not generic, or NULL. */
static LLVMValueRef origin_of(LLVMValueRef pointer)
{
    while (is_a(pointer, LLVMGetElementPtr))
        pointer = LLVMGetOperand(pointer, 0);
    if (!is_a(pointer, LLVMAddrSpaceCast) || is_generic(LLVMGetOperand(pointer, 0)))
        return NULL;
    return LLVMGetOperand(pointer, 0);
}

/* ---- tags ---- */

static uint32_t tag_of(unsigned space)
{
    return space == ABI_SPACE_PRIVATE ? ABI_GENERIC_PRIVATE
           : space == ABI_SPACE_LOCAL ? ABI_GENERIC_LOCAL
                                      : 0;
}

static LLVMValueRef number_of(LLVMBuilderRef builder, LLVMContextRef context, LLVMValueRef pointer)
{
    return LLVMBuildPtrToInt(builder, pointer, LLVMInt32TypeInContext(context), "");
}

/* Whether a kernel has variables in private memory: without them no pointer points there, and there
 * is nothing that an access could be of. */
static bool has_private(LLVMValueRef function)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i))
            return true;
    return false;
}

static LLVMValueRef build_points_to(LLVMBuilderRef builder, LLVMContextRef context,
                                    LLVMValueRef pointer, unsigned space)
{
    LLVMValueRef origin = origin_of(pointer);
    if (origin)
        return LLVMConstInt(LLVMInt1TypeInContext(context), ir_pointer_space(origin) == space,
                            false);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder));
    if (space == ABI_SPACE_PRIVATE && !has_private(function))
        return LLVMConstInt(LLVMInt1TypeInContext(context), 0, false);
    LLVMValueRef number = number_of(builder, context, pointer);
    if (space == ABI_SPACE_GLOBAL)
        return LLVMBuildICmp(builder, LLVMIntULT, number, ir_i32(context, ABI_GENERIC_LOCAL), "");
    LLVMValueRef tag = LLVMBuildAnd(builder, number, ir_i32(context, ABI_GENERIC_TAG), "");
    return LLVMBuildICmp(builder, LLVMIntEQ, tag, ir_i32(context, tag_of(space)), "");
}

/* All ones in local and private memory, where 0 is a place. */
static LLVMValueRef null_of(LLVMContextRef context, unsigned space)
{
    LLVMTypeRef type = LLVMPointerTypeInContext(context, space);
    return tag_of(space) ? LLVMConstIntToPtr(ir_i32(context, UINT32_MAX), type)
                         : LLVMConstNull(type);
}

/* From one memory to another, by way of generic: null stays null, and what else there is points
 * nowhere. */
static LLVMValueRef build_other(LLVMBuilderRef builder, LLVMContextRef context,
                                LLVMValueRef pointer, unsigned space)
{
    LLVMTypeRef type = LLVMPointerTypeInContext(context, space);
    LLVMValueRef null =
        LLVMBuildICmp(builder, LLVMIntEQ, pointer, null_of(context, ir_pointer_space(pointer)), "");
    LLVMValueRef number =
        LLVMBuildIntToPtr(builder, number_of(builder, context, pointer), type, "");
    return LLVMBuildSelect(builder, null, null_of(context, space), number, "");
}

/* From generic to one memory. */
static LLVMValueRef build_named(LLVMBuilderRef builder, LLVMContextRef context,
                                LLVMValueRef pointer, unsigned space)
{
    LLVMTypeRef type = LLVMPointerTypeInContext(context, space);
    LLVMValueRef number = number_of(builder, context, pointer);
    if (space == ABI_SPACE_GLOBAL)
        return LLVMBuildIntToPtr(builder, number, type, "");
    LLVMValueRef inside = LLVMBuildAnd(builder, number, ir_i32(context, ~ABI_GENERIC_TAG), "");
    LLVMValueRef null =
        LLVMBuildICmp(builder, LLVMIntEQ, number, ir_i32(context, 0), "generic.null");
    LLVMValueRef address = LLVMBuildSelect(builder, null, ir_i32(context, UINT32_MAX), inside, "");
    return LLVMBuildIntToPtr(builder, address, type, "");
}

static LLVMValueRef build_generic(LLVMBuilderRef builder, LLVMContextRef context,
                                  LLVMValueRef pointer)
{
    unsigned space = ir_pointer_space(pointer);
    LLVMTypeRef type = LLVMPointerTypeInContext(context, ABI_SPACE_GENERIC);
    LLVMValueRef number = number_of(builder, context, pointer);
    if (tag_of(space)) {
        LLVMValueRef null =
            LLVMBuildICmp(builder, LLVMIntEQ, number, ir_i32(context, UINT32_MAX), "");
        LLVMValueRef tagged = LLVMBuildOr(builder, number, ir_i32(context, tag_of(space)), "");
        number = LLVMBuildSelect(builder, null, ir_i32(context, 0), tagged, "");
    }
    return LLVMBuildIntToPtr(builder, number, type, "");
}

/* ---- questions ---- */

static void answer(struct pass_state *state, LLVMValueRef call, unsigned space)
{
    LLVMBuilderRef builder = ir_builder_before(call);
    LLVMValueRef value = build_points_to(builder, state->context, LLVMGetOperand(call, 0), space);
    ir_replace(call, value);
    LLVMDisposeBuilder(builder);
}

static void convert(struct pass_state *state, LLVMValueRef call, unsigned space)
{
    LLVMContextRef context = state->context;
    LLVMBuilderRef builder = ir_builder_before(call);
    LLVMValueRef pointer = LLVMGetOperand(call, 0);
    LLVMValueRef fits = build_points_to(builder, context, pointer, space);
    LLVMValueRef named = LLVMBuildAddrSpaceCast(builder, pointer, LLVMTypeOf(call), "");
    ir_replace(call, LLVMBuildSelect(builder, fits, named, null_of(context, space), ""));
    LLVMDisposeBuilder(builder);
}

static void give_fence(struct pass_state *state, LLVMValueRef call)
{
    LLVMContextRef context = state->context;
    LLVMBuilderRef builder = ir_builder_before(call);
    LLVMValueRef local =
        build_points_to(builder, context, LLVMGetOperand(call, 0), ABI_SPACE_LOCAL);
    ir_replace(call, LLVMBuildSelect(builder, local, ir_i32(context, LOCAL_FENCE),
                                     ir_i32(context, GLOBAL_FENCE), ""));
    LLVMDisposeBuilder(builder);
}

static int lower_question(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    if (ir_calls(instruction, points_to))
        answer(state, instruction,
               (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)));
    else if (ir_calls(instruction, "__to_global"))
        convert(state, instruction, ABI_SPACE_GLOBAL);
    else if (ir_calls(instruction, "__to_local"))
        convert(state, instruction, ABI_SPACE_LOCAL);
    else if (ir_calls(instruction, "__to_private"))
        convert(state, instruction, ABI_SPACE_PRIVATE);
    else if (ir_calls_prefix(instruction, get_fence))
        give_fence(state, instruction);
    return 0;
}

/* ---- accesses ---- */

static const unsigned spaces[] = {ABI_SPACE_LOCAL, ABI_SPACE_PRIVATE, ABI_SPACE_GLOBAL};

/* The generic pointer by which an instruction accesses memory: the number of the operand, or -1. */
static int access_operand(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return is_generic(LLVMGetOperand(instruction, 0)) ? 0 : -1;
    case LLVMStore:
        return is_generic(LLVMGetOperand(instruction, 1)) ? 1 : -1;
    case LLVMCall:
        if (!ir_calls_prefix(instruction, "llvm.mem"))
            return -1;
        if (is_generic(LLVMGetOperand(instruction, 0)))
            return 0;
        return !ir_calls_prefix(instruction, "llvm.memset") &&
                       is_generic(LLVMGetOperand(instruction, 1))
                   ? 1
                   : -1;
    default:
        return -1;
    }
}

/* A copy or a fill of a block with one pointer another. */
static void build_block(LLVMBuilderRef builder, LLVMValueRef call, unsigned index,
                        LLVMValueRef pointer)
{
    LLVMValueRef operands[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    unsigned to = ir_argument_align(call, 0);
    operands[index] = pointer;
    if (ir_calls_prefix(call, "llvm.memset"))
        LLVMBuildMemSet(builder, operands[0], operands[1], LLVMGetOperand(call, 2), to);
    else if (ir_calls_prefix(call, "llvm.memcpy"))
        LLVMBuildMemCpy(builder, operands[0], to, operands[1], ir_argument_align(call, 1),
                        LLVMGetOperand(call, 2));
    else
        LLVMBuildMemMove(builder, operands[0], to, operands[1], ir_argument_align(call, 1),
                         LLVMGetOperand(call, 2));
}

/* The access by the pointer as one into a space, in front of `before`. Its value, or NULL. */
static LLVMValueRef build_access(LLVMContextRef context, LLVMValueRef access, unsigned index,
                                 unsigned space, LLVMValueRef before)
{
    LLVMBuilderRef builder = ir_builder_before(before);
    LLVMValueRef pointer = build_named(builder, context, LLVMGetOperand(access, index), space),
                 copy = NULL;
    if (LLVMIsACallInst(access)) {
        build_block(builder, access, index, pointer);
    } else {
        copy = LLVMInstructionClone(access);
        LLVMSetOperand(copy, index, pointer);
        LLVMInsertIntoBuilder(builder, copy);
    }
    LLVMDisposeBuilder(builder);
    return copy;
}

static void join(LLVMValueRef access, LLVMValueRef values[COUNT(spaces)])
{
    LLVMBasicBlockRef blocks[COUNT(spaces)];
    if (LLVMGetTypeKind(LLVMTypeOf(access)) == LLVMVoidTypeKind) {
        LLVMInstructionEraseFromParent(access);
        return;
    }
    for (size_t i = 0; i < COUNT(spaces); i++)
        blocks[i] = LLVMGetInstructionParent(values[i]);
    LLVMBuilderRef builder = ir_builder_before(access);
    LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(access), "");
    LLVMAddIncoming(phi, values, blocks, COUNT(spaces));
    ir_replace(access, phi);
    LLVMDisposeBuilder(builder);
}

static void choose(struct pass_state *state, LLVMValueRef access, unsigned index)
{
    LLVMContextRef context = state->context;
    LLVMValueRef ways[COUNT(spaces)], values[COUNT(spaces)];
    LLVMValueRef pointer = LLVMGetOperand(access, index);
    LLVMBuilderRef builder = ir_builder_before(access);
    LLVMValueRef first = build_points_to(builder, context, pointer, spaces[0]);
    LLVMValueRef second = build_points_to(builder, context, pointer, spaces[1]);
    LLVMDisposeBuilder(builder);
    bool is_private = has_private(ir_function_of(access));
    shim_build_choice(access, first, second, ways);
    for (size_t i = 0; i < COUNT(spaces); i++) {
        bool never = spaces[i] == ABI_SPACE_PRIVATE && !is_private;
        values[i] =
            build_access(context, access, index, never ? ABI_SPACE_GLOBAL : spaces[i], ways[i]);
    }
    join(access, values);
}

/* The next access by a generic pointer, from the start: choices make blocks. */
static LLVMValueRef find_access(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (access_operand(i) >= 0)
                return i;
    return NULL;
}

static void lower_accesses(struct pass_state *state, LLVMValueRef function)
{
    for (LLVMValueRef access; (access = find_access(function));)
        choose(state, access, (unsigned)access_operand(access));
}

/* ---- casts ---- */

/* Whether one space's null is not the other one's. Other casts keep the number. */
static bool between_memories(unsigned from, unsigned to)
{
    return (from == ABI_SPACE_GLOBAL || tag_of(from)) && (to == ABI_SPACE_GLOBAL || tag_of(to));
}

static int lower_cast(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    if (LLVMGetInstructionOpcode(instruction) != LLVMAddrSpaceCast)
        return 0;
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    unsigned space = ir_pointer_space(instruction);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    if (is_generic(pointer))
        ir_replace(instruction, build_named(builder, state->context, pointer, space));
    else if (is_generic(instruction))
        ir_replace(instruction, build_generic(builder, state->context, pointer));
    else if (between_memories(ir_pointer_space(pointer), space))
        ir_replace(instruction, build_other(builder, state->context, pointer, space));
    LLVMDisposeBuilder(builder);
    return 0;
}

static bool uses_generic(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (is_generic(i))
                    return true;
                for (int o = 0; o < LLVMGetNumOperands(i); o++)
                    if (!LLVMIsAFunction(LLVMGetOperand(i, (unsigned)o)) &&
                        is_generic(LLVMGetOperand(i, (unsigned)o)))
                        return true;
            }
    return false;
}

static int infer(LLVMValueRef kernel, void *data)
{
    shim_infer_address_spaces(kernel, ABI_SPACE_GENERIC);
    return pass_null_pointers(
        data); /* what is compared with null is compared with one of a memory */
}

static int ask(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, lower_question, data);
}

static int lower(LLVMValueRef kernel, void *data)
{
    shim_expand_generic_constants(kernel, ABI_SPACE_GENERIC);
    lower_accesses(data, kernel);
    return ir_visit_instructions(kernel, lower_cast, data);
}

/* Null of one memory is null of any other, which LLVM need not know: it makes one cast of two, from
 * one memory to another, too. */
static void fold_nulls(LLVMContextRef context)
{
    static const unsigned all[] = {ABI_SPACE_GENERIC, ABI_SPACE_GLOBAL, ABI_SPACE_LOCAL,
                                   ABI_SPACE_PRIVATE};
    for (size_t from = 0; from < COUNT(all); from++)
        for (size_t to = 0; to < COUNT(all); to++) {
            LLVMTypeRef type = LLVMPointerTypeInContext(context, all[to]);
            if (from != to)
                LLVMReplaceAllUsesWith(LLVMConstAddrSpaceCast(null_of(context, all[from]), type),
                                       null_of(context, all[to]));
        }
}

int pass_generic_pointers(struct pass_state *state)
{
    fold_nulls(state->context);
    if (!uses_generic(state->module)) /* what was generic may have become casts between memories */
        return ir_visit_kernels(state->module, lower, state);
    /* Knowledge about a function's pointer removes ways that it does not go, and with them other
     * uses of other pointers: a second turn finds more. */
    for (int turn = 0; turn < 2; turn++)
        if (ir_visit_kernels(state->module, infer, state) ||
            ir_visit_kernels(state->module, ask, state) ||
            pass_run_llvm(state, "function(instsimplify,simplifycfg,sroa<modify-cfg>)"))
            return -1;
    if (ir_visit_kernels(state->module, infer, state))
        return -1;
    fold_nulls(state->context);
    return ir_visit_kernels(state->module, lower, state);
}
