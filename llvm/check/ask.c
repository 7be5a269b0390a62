/* SPDX-License-Identifier: MIT */
/* ask.c: what a guarded program asks the simulator to check, or to note, as it passes by. */
#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

LLVMValueRef check_ask(struct pass_state *state, LLVMBuilderRef builder, uint32_t what)
{
    return check_ask_at(state, builder, ir_i32(state->context, 0), what);
}

LLVMValueRef check_ask_at(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef address,
                          uint32_t what)
{
    static const char name[] = "__rootle_check_address";
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(state->context), (LLVMTypeRef[]){i32, i32}, 2, 0);
    LLVMValueRef check = LLVMGetNamedFunction(state->module, name);
    if (!check)
        check = LLVMAddFunction(state->module, name, type);
    return LLVMBuildCall2(builder, type, check,
                          (LLVMValueRef[]){address, ir_i32(state->context, what)}, 2, "");
}

void check_ask_of(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef first,
                  LLVMValueRef second, uint32_t what)
{
    static const char name[] = "__rootle_check_selected";
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(state->context),
                                        (LLVMTypeRef[]){i32, i32, i32}, 3, 0);
    LLVMBuildCall2(builder, type, pass_declare_hidden(state, name, type),
                   (LLVMValueRef[]){first, second, ir_i32(state->context, what)}, 3, "");
}
