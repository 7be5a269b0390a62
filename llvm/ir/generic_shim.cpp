/* SPDX-License-Identifier: MIT */
/* generic_shim.cpp: constants that are generic pointers, and choices among three ways. */
#include "llvm/ir/shim.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace
{

/* Whether a cast to generic pointers is within a constant expression. */
bool makes_generic(const llvm::Value *value, unsigned generic)
{
    const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
    if (!expression)
        return false;
    if (expression->getOpcode() == llvm::Instruction::AddrSpaceCast &&
        expression->getType()->getPointerAddressSpace() == generic)
        return true;
    return llvm::any_of(expression->operands(), [generic](const llvm::Use &operand) {
        return makes_generic(operand.get(), generic);
    });
}

void expand(llvm::Instruction &user, unsigned generic)
{
    for (llvm::Use &operand : user.operands()) {
        if (!makes_generic(operand.get(), generic))
            continue;
        auto *phi = llvm::dyn_cast<llvm::PHINode>(&user);
        llvm::Instruction *before = phi ? phi->getIncomingBlock(operand)->getTerminator() : &user;
        llvm::Instruction *made = llvm::cast<llvm::ConstantExpr>(operand.get())->getAsInstruction();
        made->insertBefore(before->getIterator());
        operand.set(made);
        expand(*made, generic);
    }
}

} // namespace

void shim_expand_generic_constants(LLVMValueRef function, unsigned generic)
{
    llvm::SmallVector<llvm::Instruction *> all;
    for (llvm::BasicBlock &block : *llvm::unwrap<llvm::Function>(function))
        for (llvm::Instruction &instruction : block)
            all.push_back(&instruction);
    for (llvm::Instruction *instruction : all)
        expand(*instruction, generic);
}

void shim_build_choice(LLVMValueRef before, LLVMValueRef first, LLVMValueRef second,
                       LLVMValueRef ways[3])
{
    auto *instruction = llvm::cast<llvm::Instruction>(llvm::unwrap(before));
    llvm::Instruction *one, *others, *two, *three;
    llvm::SplitBlockAndInsertIfThenElse(llvm::unwrap(first), instruction->getIterator(), &one,
                                        &others);
    llvm::SplitBlockAndInsertIfThenElse(llvm::unwrap(second), others->getIterator(), &two, &three);
    llvm::BasicBlock *end = instruction->getParent(), *between = others->getParent();
    two->setSuccessor(0, end);
    three->setSuccessor(0, end);
    between->eraseFromParent();
    ways[0] = llvm::wrap(one);
    ways[1] = llvm::wrap(two);
    ways[2] = llvm::wrap(three);
}
