/* SPDX-License-Identifier: MIT */
/* objects.cpp: what LLVM's C API does not say of pointers. */
#include "llvm/ir/objects.h"

#include <llvm/Analysis/ValueTracking.h>

LLVMValueRef ir_only_object(LLVMValueRef pointer)
{
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(llvm::unwrap(pointer), objects);
    return objects.size() == 1 ? llvm::wrap(objects.front()) : nullptr;
}
