/* SPDX-License-Identifier: MIT */
/* select_objects.c: the variables that accesses are of: notes on LLVM's instructions, and numbers
 * that machine instructions get. */
#include "llvm/evergreen/select/objects.h"

#include "driver/abi/kernel_abi.h"
#include "llvm/evergreen/select/select.h"

LLVMValueRef objects_pointer(LLVMValueRef instruction)
{
    if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
        LLVMIsAAtomicCmpXchgInst(instruction))
        return LLVMGetOperand(instruction, 0);
    return LLVMIsAStoreInst(instruction) ? LLVMGetOperand(instruction, 1) : NULL;
}

static unsigned kind_in(LLVMContextRef context)
{
    static const char name[] = "rootle.object";
    return LLVMGetMDKindIDInContext(context, name, sizeof(name) - 1);
}

void objects_note(LLVMValueRef access, uint32_t offset)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(context), offset + 1ull, 0);
    LLVMMetadataRef operand = LLVMValueAsMetadata(number);
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, &operand, 1);
    LLVMSetMetadata(access, kind_in(context), LLVMMetadataAsValue(context, node));
}

/* Returns the object noted on an access: 1 + the offset; 0: none. */
static uint32_t noted(LLVMValueRef access)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef node = LLVMHasMetadata(access) ? LLVMGetMetadata(access, kind_in(context)) : NULL;
    LLVMValueRef number = NULL;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return 0;
    LLVMGetMDNodeOperands(node, &number);
    return number && LLVMIsAConstantInt(number) ? (uint32_t)LLVMConstIntGetZExtValue(number) : 0;
}

uint32_t select_object(struct select *s, LLVMValueRef inst)
{
    LLVMValueRef pointer = objects_pointer(inst);
    if (!pointer)
        return 0;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != ABI_SPACE_PRIVATE)
        return noted(inst);
    LLVMValueRef object = select_only_object(pointer);
    if (!object || !LLVMIsAAllocaInst(object))
        return 0;
    const struct mir_operand place = select_value(s, object)[0];
    return place.kind == MIR_LITERAL ? place.value + 1 : 0;
}
