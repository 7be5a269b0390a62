/* SPDX-License-Identifier: MIT */
/* select_objects.c: the variables that accesses are of, as numbers that machine instructions get.
 */
#include "driver/abi/kernel_abi.h"
#include "llvm/evergreen/select/select.h"
#include "llvm/ir/objects.h"

uint32_t select_object(struct select *s, LLVMValueRef inst)
{
    LLVMValueRef pointer = ir_access_pointer(inst);
    if (!pointer)
        return 0;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != ABI_SPACE_PRIVATE)
        return ir_noted_object(inst);
    LLVMValueRef object = ir_only_object(pointer);
    if (!object || !LLVMIsAAllocaInst(object))
        return 0;
    const struct mir_operand place = select_value(s, object)[0];
    return place.kind == MIR_LITERAL ? place.value + 1 : 0;
}
