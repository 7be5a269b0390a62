/* SPDX-License-Identifier: MIT */
/* image_parameters.cpp: finds the parameters that are images. Metadata says it of kernels, and
 * mangled names of built-in functions; calls spread it to other functions. */
#include "llvm/spirv/image_parameters.h"

#include "llvm/spirv/mangled_spaces.h"

#include <llvm/IR/InstrTypes.h>

SpirImages::SpirImages(llvm::Module &module)
{
    for (llvm::Function &function : module)
        read(function);
    while (spread(module))
        continue;
}

void SpirImages::read(llvm::Function &function)
{
    std::vector<bool> row;
    if (function.isDeclaration())
        respell_builtin(function.getName().str(), row);
    row.resize(function.arg_size());
    if (const llvm::MDNode *node = function.getMetadata("kernel_arg_base_type"))
        for (unsigned i = 0; i < node->getNumOperands() && i < row.size(); i++)
            if (const auto *text = llvm::dyn_cast<llvm::MDString>(node->getOperand(i)))
                row[i] = text->getString().starts_with("image");
    rows[&function] = row;
}

bool SpirImages::spread(llvm::Module &module)
{
    bool changed = false;
    for (llvm::Function &function : module)
        for (llvm::Argument &argument : function.args())
            for (llvm::Use &use : argument.uses())
                changed |= join(function, argument, use);
    return changed;
}

bool SpirImages::join(const llvm::Function &function, const llvm::Argument &argument,
                      llvm::Use &use)
{
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isArgOperand(&use))
        return false;
    const unsigned index = call->getArgOperandNo(&use);
    const llvm::Function *callee = call->getCalledFunction();
    if (!callee || index >= callee->arg_size() ||
        is(&function, argument.getArgNo()) == is(callee, index))
        return false;
    rows[&function][argument.getArgNo()] = rows[callee][index] = true;
    return true;
}
