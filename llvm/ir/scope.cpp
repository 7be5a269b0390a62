/* SPDX-License-Identifier: MIT */
/* scope.cpp: what debug information says of a scope and LLVM's C API does not. */
#include <llvm-c/Types.h>
#include <llvm/IR/DebugInfoMetadata.h>

extern "C" const char *ir_scope_function(LLVMMetadataRef scope, size_t *length)
{
    auto *local = llvm::dyn_cast<llvm::DILocalScope>(llvm::unwrap(scope));
    auto *function = local ? local->getSubprogram() : nullptr;
    llvm::StringRef name = function ? function->getName() : "";
    *length = name.size();
    return name.data();
}
