/* SPDX-License-Identifier: MIT */
/* scope.cpp: what LLVM's C API does not say: of a scope of debug information, and of pointers. */
#include "llvm/evergreen/select/objects.h"

#include <llvm-c/Types.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>

extern "C" const char *select_scope_function(LLVMMetadataRef scope, size_t *length)
{
    auto *local = llvm::dyn_cast<llvm::DILocalScope>(llvm::unwrap(scope));
    auto *function = local ? local->getSubprogram() : nullptr;
    llvm::StringRef name = function ? function->getName() : "";
    *length = name.size();
    return name.data();
}

LLVMValueRef select_only_object(LLVMValueRef pointer)
{
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(llvm::unwrap(pointer), objects);
    return objects.size() == 1 ? llvm::wrap(objects.front()) : nullptr;
}
