/* SPDX-License-Identifier: MIT */
/* ir.c: small questions about LLVM IR, and the edits that several passes make. */
#include "llvm/ir/ir.h"

#include "driver/abi/kernel_abi.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

bool ir_is_kernel(LLVMValueRef function)
{
    return LLVMGetFunctionCallConv(function) == LLVMAMDGPUKERNELCallConv &&
           !LLVMIsDeclaration(function);
}

const char *ir_name(LLVMValueRef value)
{
    size_t length;
    return LLVMGetValueName2(value, &length);
}

LLVMValueRef ir_function_of(LLVMValueRef instruction)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    return block ? LLVMGetBasicBlockParent(block) : NULL;
}

LLVMValueRef ir_callee(LLVMValueRef instruction)
{
    return LLVMIsACallInst(instruction) ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
}

bool ir_calls(LLVMValueRef instruction, const char *name)
{
    LLVMValueRef callee = ir_callee(instruction);
    return callee && !strcmp(ir_name(callee), name);
}

bool ir_calls_prefix(LLVMValueRef instruction, const char *prefix)
{
    LLVMValueRef callee = ir_callee(instruction);
    return callee && !strncmp(ir_name(callee), prefix, strlen(prefix));
}

LLVMValueRef ir_only_user(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

LLVMValueRef ir_from_block(LLVMValueRef phi, LLVMBasicBlockRef block)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == block)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

unsigned ir_pointer_space(LLVMValueRef pointer)
{
    return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
}

bool ir_is_aggregate(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ||
           LLVMGetTypeKind(type) == LLVMArrayTypeKind;
}

LLVMTypeRef ir_scalar_type(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

bool ir_is_half(LLVMTypeRef type)
{
    return LLVMGetTypeKind(ir_scalar_type(type)) == LLVMHalfTypeKind;
}

bool ir_is_double(LLVMTypeRef type)
{
    return LLVMGetTypeKind(ir_scalar_type(type)) == LLVMDoubleTypeKind;
}

bool ir_is_half_to_double(LLVMValueRef instruction)
{
    return LLVMGetInstructionOpcode(instruction) == LLVMFPExt &&
           ir_is_half(LLVMTypeOf(LLVMGetOperand(instruction, 0))) &&
           ir_is_double(LLVMTypeOf(instruction));
}

bool ir_is_spread(LLVMValueRef value)
{
    bool spread = LLVMIsAShuffleVectorInst(value);
    for (unsigned i = 0; spread && i < LLVMGetNumMaskElements(value); i++)
        spread = LLVMGetMaskValue(value, i) == 0;
    return spread;
}

LLVMValueRef ir_byte_address(LLVMBuilderRef builder, LLVMValueRef base, uint64_t offset)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(base));
    LLVMTypeRef byte = LLVMInt8TypeInContext(context);
    LLVMValueRef index = ir_i32(context, (uint32_t)offset);
    return offset ? LLVMBuildInBoundsGEP2(builder, byte, base, &index, 1, "") : base;
}

LLVMValueRef ir_component_address(LLVMBuilderRef builder, LLVMValueRef base, LLVMTypeRef type,
                                  LLVMValueRef index)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    uint32_t most = 1;
    while (most + 1 < LLVMGetVectorSize(type))
        most = most * 2 + 1;
    index = LLVMBuildIntCast2(builder, index, LLVMInt32TypeInContext(context), false, "");
    index = LLVMBuildAnd(builder, index, ir_i32(context, most), "");
    return LLVMBuildInBoundsGEP2(builder, LLVMGetElementType(type), base, &index, 1, "");
}

LLVMValueRef ir_i32(LLVMContextRef context, uint32_t value)
{
    return LLVMConstInt(LLVMInt32TypeInContext(context), value, false);
}

void ir_bound(LLVMValueRef number, uint32_t limit)
{
    static const char range[] = "range";
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(number));
    LLVMMetadataRef ends[] = {LLVMValueAsMetadata(ir_i32(context, 0)),
                              LLVMValueAsMetadata(ir_i32(context, limit))};
    assert(limit);
    LLVMSetMetadata(number, LLVMGetMDKindIDInContext(context, range, sizeof(range) - 1),
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, ends, 2)));
}

LLVMValueRef ir_splat(LLVMTypeRef type, uint64_t value)
{
    enum { MAX_ELEMENTS = 16 };
    LLVMValueRef elements[MAX_ELEMENTS];
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return LLVMConstInt(type, value, false);
    unsigned count = LLVMGetVectorSize(type);
    if (count > MAX_ELEMENTS)
        count = MAX_ELEMENTS;
    for (unsigned i = 0; i < count; i++)
        elements[i] = LLVMConstInt(LLVMGetElementType(type), value, false);
    return LLVMConstVector(elements, count);
}

LLVMValueRef ir_load_input(LLVMBuilderRef builder, LLVMTypeRef type, uint32_t offset,
                           unsigned align)
{
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMValueRef address = LLVMConstIntToPtr(ir_i32(context, offset),
                                             LLVMPointerTypeInContext(context, ABI_SPACE_INPUTS));
    LLVMValueRef load = LLVMBuildLoad2(builder, type, address, "");
    LLVMSetAlignment(load, align);
    unsigned invariant = LLVMGetMDKindIDInContext(context, "invariant.load", 14);
    LLVMSetMetadata(load, invariant,
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
    return load;
}

LLVMBuilderRef ir_builder_at_entry(LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    if (first)
        LLVMPositionBuilderBefore(builder, first);
    else
        LLVMPositionBuilderAtEnd(builder, entry);
    LLVMSetCurrentDebugLocation2(builder, NULL);
    return builder;
}

LLVMBuilderRef ir_builder_before(LLVMValueRef instruction)
{
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)));
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
    return builder;
}

void ir_replace(LLVMValueRef instruction, LLVMValueRef value)
{
    LLVMReplaceAllUsesWith(instruction, value);
    LLVMInstructionEraseFromParent(instruction);
}

void ir_remove_convergent(LLVMValueRef call)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
}

int ir_visit_instructions(LLVMValueRef function, ir_visitor *visit, void *data)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef next, at = LLVMGetFirstInstruction(block);
        for (; at; at = next) {
            next = LLVMGetNextInstruction(at);
            int result = visit(at, data);
            if (result)
                return result;
        }
    }
    return 0;
}

int ir_visit_module(LLVMModuleRef module, ir_visitor *visit, void *data)
{
    int result = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !result; f = LLVMGetNextFunction(f))
        result = ir_visit_instructions(f, visit, data);
    return result;
}

int ir_visit_kernels(LLVMModuleRef module, ir_visitor *visit, void *data)
{
    size_t count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        count += ir_is_kernel(f);
    LLVMValueRef *kernels = calloc(count + 1, sizeof(*kernels));
    if (!kernels)
        return -1;
    count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (ir_is_kernel(f))
            kernels[count++] = f;
    int result = 0;
    for (size_t i = 0; i < count && !result; i++)
        result = visit(kernels[i], data);
    free(kernels);
    return result;
}

/* ---- functions ---- */

static void copy_attributes(LLVMValueRef target, LLVMAttributeIndex to, LLVMValueRef source,
                            LLVMAttributeIndex from)
{
    unsigned count = LLVMGetAttributeCountAtIndex(source, from);
    if (!count)
        return;
    LLVMAttributeRef *attributes = malloc(count * sizeof(*attributes));
    if (!attributes)
        return;
    LLVMGetAttributesAtIndex(source, from, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(target, to, attributes[i]);
    free(attributes);
}

void ir_copy_parameter_attributes(LLVMValueRef target, unsigned to, LLVMValueRef source,
                                  unsigned from)
{
    copy_attributes(target, to + 1, source, from + 1);
}

static void move_metadata(LLVMValueRef target, LLVMValueRef source)
{
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(source, &count);
    for (unsigned i = 0; i < count; i++)
        LLVMGlobalSetMetadata(target, LLVMValueMetadataEntriesGetKind(entries, i),
                              LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    LLVMGlobalClearMetadata(source);
}

static void move_blocks(LLVMValueRef target, LLVMValueRef source)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(target));
    LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(context, target, "");
    LLVMBasicBlockRef last = anchor;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(source); block;
         block = LLVMGetFirstBasicBlock(source)) {
        LLVMMoveBasicBlockAfter(block, last);
        last = block;
    }
    LLVMDeleteBasicBlock(anchor);
}

LLVMValueRef ir_recreate_function(LLVMValueRef old, LLVMTypeRef type)
{
    LLVMModuleRef module = LLVMGetGlobalParent(old);
    assert(!LLVMIsDeclaration(old));
    LLVMValueRef new = LLVMAddFunction(module, "", type);
    size_t length;
    const char *name = LLVMGetValueName2(old, &length);
    char *copy = strndup(name, length);
    LLVMSetValueName2(old, "", 0);
    if (copy)
        LLVMSetValueName2(new, copy, length);
    free(copy);
    LLVMSetLinkage(new, LLVMGetLinkage(old));
    LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(old));
    copy_attributes(new, LLVMAttributeFunctionIndex, old, LLVMAttributeFunctionIndex);
    move_metadata(new, old);
    move_blocks(new, old);
    return new;
}

/* ---- metadata ---- */

LLVMValueRef ir_function_node(LLVMValueRef function, const char *kind)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    unsigned wanted = LLVMGetMDKindIDInContext(context, kind, (unsigned)strlen(kind));
    LLVMValueRef node = NULL;
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &count);
    for (unsigned i = 0; i < count; i++)
        if (LLVMValueMetadataEntriesGetKind(entries, i) == wanted)
            node = LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, i));
    LLVMDisposeValueMetadataEntries(entries);
    return node;
}

const char *ir_node_string(LLVMValueRef node, unsigned index)
{
    if (!node || index >= LLVMGetMDNodeNumOperands(node))
        return "";
    LLVMValueRef *operands = calloc((size_t)LLVMGetMDNodeNumOperands(node), sizeof(*operands));
    if (!operands)
        return "";
    LLVMGetMDNodeOperands(node, operands);
    unsigned length;
    const char *text = operands[index] ? LLVMGetMDString(operands[index], &length) : NULL;
    free(operands);
    return text ? text : "";
}

void ir_set_function_node(LLVMValueRef function, const char *kind, LLVMMetadataRef *operands,
                          unsigned count)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    LLVMGlobalSetMetadata(function, LLVMGetMDKindIDInContext(context, kind, (unsigned)strlen(kind)),
                          LLVMMDNodeInContext2(context, operands, count));
}

unsigned ir_argument_align(LLVMValueRef call, unsigned index)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
    return attribute ? (unsigned)LLVMGetEnumAttributeValue(attribute) : 1;
}
