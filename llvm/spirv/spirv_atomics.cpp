/* SPDX-License-Identifier: MIT */
/* spirv_atomics.cpp: atomic operations as llvm-spirv gives them, in the form of OpenCL 1.2 but with
 * generic pointers, become calls of functions that there are. */
#include "llvm/spirv/spir.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace
{

/* Has another function called, with another first argument and otherwise the same. */
void call_instead(llvm::CallBase &call, const std::string &name, llvm::Value *first)
{
    llvm::Function *callee = call.getCalledFunction();
    llvm::SmallVector<llvm::Type *> parameters(callee->getFunctionType()->params());
    parameters[0] = first->getType();
    auto made = call.getModule()->getOrInsertFunction(
        name, llvm::FunctionType::get(callee->getReturnType(), parameters, false),
        callee->getAttributes());
    llvm::cast<llvm::Function>(made.getCallee())->setCallingConv(callee->getCallingConv());
    call.setArgOperand(0, first);
    call.setCalledFunction(made);
}

/* An atomic operation on a generic pointer, where what was made generic is at hand: the operation
 * on that memory, as those of OpenCL C 3.0 without generic pointers are. */
void name_memory(llvm::CallBase &call)
{
    const llvm::StringRef generic = "PU3AS4";
    llvm::Function *callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !callee->getName().contains("atomic_") ||
        !callee->getName().contains(generic))
        return;
    const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(call.getArgOperand(0));
    if (!cast ||
        (cast->getSrcAddressSpace() != SPIR_GLOBAL && cast->getSrcAddressSpace() != SPIR_LOCAL))
        return;
    std::string name = callee->getName().str();
    name[name.find(generic) + generic.size() - 1] = (char)('0' + cast->getSrcAddressSpace());
    call_instead(call, name, cast->getOperand(0));
}

/* llvm-spirv reads an atomic float by adding 0, for which there is no operation, and which would
 * make 0 of -0. */
void read_float(llvm::CallBase &call)
{
    static const char prefix[] = "_Z10atomic_addPU3AS";
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee || !callee->isDeclaration() || !callee->getName().starts_with(prefix) ||
        !call.getType()->isFloatTy() || !llvm::isa<llvm::ConstantFP>(call.getArgOperand(1)) ||
        !llvm::cast<llvm::ConstantFP>(call.getArgOperand(1))->isZero())
        return;
    const char space = callee->getName()[sizeof(prefix) - 1];
    const auto load = call.getModule()->getOrInsertFunction(
        std::string("_Z11atomic_loadPU3AS") + space + "VU7_Atomicf",
        llvm::FunctionType::get(call.getType(), {call.getArgOperand(0)->getType()}, false));
    auto *made = llvm::CallInst::Create(load, {call.getArgOperand(0)}, "", call.getIterator());
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
}

} // namespace

void spir_name_memories(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::BasicBlock &block : function)
            for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
                if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
                    name_memory(*call);
                    read_float(*call);
                }
}
