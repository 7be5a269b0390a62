/* SPDX-License-Identifier: MIT */
/* null_pointers.c: null pointers to private and local memory become address -1.
 *
 * Both begin at address 0, where variables lie. Clang knows that of AMD's targets, and writes such
 * a null pointer as an addrspacecast of the generic one. */
#include "driver/abi/kernel_abi.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

static void give_address(LLVMContextRef context, unsigned space)
{
    LLVMTypeRef type = LLVMPointerTypeInContext(context, space);
    LLVMValueRef generic = LLVMConstNull(LLVMPointerTypeInContext(context, ABI_SPACE_GENERIC));
    /* Constants are unique: this one is the one that everybody uses. */
    LLVMReplaceAllUsesWith(LLVMConstAddrSpaceCast(generic, type),
                           LLVMConstIntToPtr(ir_i32(context, UINT32_MAX), type));
}

int pass_null_pointers(struct pass_state *state)
{
    give_address(state->context, ABI_SPACE_PRIVATE);
    give_address(state->context, ABI_SPACE_LOCAL);
    return 0;
}
