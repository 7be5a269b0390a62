/* SPDX-License-Identifier: MIT */
/* generic_builtins.c: in a mangled name, a generic pointer is PU3AS0, others have another number.
 */
#include "llvm/frontend/generic_builtins.h"

#include <stdlib.h>
#include <string.h>

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

static const char generic[] = "PU3AS0";

/* Where in the name the first generic pointer of a built-in function is; NULL: it takes none.
 * Events are always passed so, and get_fence is a pass's. */
static const char *generic_in(LLVMValueRef function)
{
    const char *name = ir_name(function);
    if (!LLVMIsDeclaration(function) || strncmp(name, "_Z", 2) || strstr(name, "ocl_event") ||
        strstr(name, "get_fence"))
        return NULL;
    return strstr(name, generic);
}

/* The parameter that the first generic pointer is. */
static unsigned generic_parameter(LLVMValueRef function)
{
    unsigned index = 0;
    while (index + 1 < LLVMCountParams(function)) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
        if (LLVMGetTypeKind(type) == LLVMPointerTypeKind &&
            LLVMGetPointerAddressSpace(type) == ABI_SPACE_GENERIC)
            break;
        index++;
    }
    return index;
}

/* The type that a function has with one parameter another. NULL when memory is short. */
static LLVMTypeRef type_with(LLVMValueRef function, unsigned index, LLVMTypeRef parameter)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned count = LLVMCountParamTypes(type);
    LLVMTypeRef *types = calloc(count + 1, sizeof(*types));
    if (!types)
        return NULL;
    LLVMGetParamTypes(type, types);
    types[index] = parameter;
    type = LLVMFunctionType(LLVMGetReturnType(type), types, count, false);
    free(types);
    return type;
}

/* The function for pointers into one space, declared if it is not yet. */
static LLVMValueRef variant(LLVMModuleRef module, LLVMValueRef function, unsigned index,
                            unsigned space)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), space);
    char *name = strdup(ir_name(function));
    LLVMTypeRef type = name ? type_with(function, index, pointer) : NULL;
    LLVMValueRef found = NULL;
    if (type) {
        strstr(name, generic)[strlen(generic) - 1] = (char)('0' + space);
        found = LLVMGetNamedFunction(module, name);
        if (!found)
            found = LLVMAddFunction(module, name, type);
    }
    free(name);
    return found;
}

/* A block that calls the function for one space and returns what it does. */
static LLVMBasicBlockRef build_call(LLVMModuleRef module, LLVMValueRef function, unsigned index,
                                    unsigned space)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, function, "");
    LLVMValueRef callee = variant(module, function, index, space);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    unsigned count = LLVMCountParams(function);
    LLVMValueRef *arguments = calloc(count + 1, sizeof(*arguments));
    LLVMPositionBuilderAtEnd(builder, block);
    if (callee && arguments) {
        LLVMGetParams(function, arguments);
        arguments[index] = LLVMBuildAddrSpaceCast(builder, arguments[index],
                                                  LLVMTypeOf(LLVMGetParam(callee, index)), "");
        LLVMTypeRef type = LLVMGlobalGetValueType(callee);
        LLVMValueRef result = LLVMBuildCall2(builder, type, callee, arguments, count, "");
        if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
            LLVMBuildRetVoid(builder);
        else
            LLVMBuildRet(builder, result);
    } else {
        LLVMBuildUnreachable(builder);
    }
    free(arguments);
    LLVMDisposeBuilder(builder);
    return block;
}

/* Behind `block`: goes on at `there` if the pointer is into that space, else at the block returned.
 */
static LLVMBasicBlockRef build_question(LLVMModuleRef module, LLVMValueRef function,
                                        LLVMBasicBlockRef block, unsigned index, unsigned space)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef ask = pass_points_to(module);
    LLVMValueRef arguments[] = {LLVMGetParam(function, index), ir_i32(context, space)};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMValueRef answer =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(ask), ask, arguments, 2, "");
    LLVMBasicBlockRef there = build_call(module, function, index, space);
    LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(context, function, "");
    LLVMBuildCondBr(builder, answer, there, next);
    LLVMDisposeBuilder(builder);
    return next;
}

/* No atomic object is in private memory; atomic objects are the volatile ones. */
static void define(LLVMModuleRef module, LLVMValueRef function, bool is_atomic)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    unsigned index = generic_parameter(function);
    LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, function, "entry");
    block = build_question(module, function, block, index, ABI_SPACE_LOCAL);
    if (!is_atomic)
        block = build_question(module, function, block, index, ABI_SPACE_PRIVATE);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, block);
    LLVMBuildBr(builder, build_call(module, function, index, ABI_SPACE_GLOBAL));
    LLVMDisposeBuilder(builder);
    LLVMSetLinkage(function, LLVMInternalLinkage);
}

void generic_define_builtins(LLVMModuleRef module)
{
    /* Functions that come to be meanwhile stand behind, and are looked at in their turn. */
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        const char *at = generic_in(f);
        if (at && LLVMCountParams(f))
            define(module, f, at[strlen(generic)] == 'V');
    }
}
