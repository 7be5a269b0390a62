/* SPDX-License-Identifier: MIT */
/* objects.c: the notes at accesses, as metadata of LLVM's. */
#include "llvm/ir/objects.h"

#include <stddef.h>

LLVMValueRef ir_access_pointer(LLVMValueRef instruction)
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

void ir_note_object(LLVMValueRef access, uint32_t offset)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(context), offset + 1ull, 0);
    LLVMMetadataRef operand = LLVMValueAsMetadata(number);
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, &operand, 1);
    LLVMSetMetadata(access, kind_in(context), LLVMMetadataAsValue(context, node));
}

uint32_t ir_noted_object(LLVMValueRef access)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef node = LLVMHasMetadata(access) ? LLVMGetMetadata(access, kind_in(context)) : NULL;
    LLVMValueRef number = NULL;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return 0;
    LLVMGetMDNodeOperands(node, &number);
    return number && LLVMIsAConstantInt(number) ? (uint32_t)LLVMConstIntGetZExtValue(number) : 0;
}
