/* SPDX-License-Identifier: MIT */
/* spirv_images.cpp: reads of images as SPIR-V has them and OpenCL C has not become calls of
 * functions that there are. */
#include "llvm/spirv/spir.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace
{

enum { IMAGE, COORDINATE, LEVEL, ARGUMENTS };

bool is_read_of_first_level(const llvm::CallInst &call)
{
    const llvm::Function *callee = call.getCalledFunction();
    return callee && callee->isDeclaration() && callee->getName().starts_with("_Z") &&
           callee->getName().contains("read_image") && !callee->getName().contains("ocl_sampler") &&
           callee->arg_size() == ARGUMENTS && callee->getName().ends_with("i") &&
           llvm::isa<llvm::ConstantInt>(call.getArgOperand(LEVEL)) &&
           llvm::cast<llvm::ConstantInt>(call.getArgOperand(LEVEL))->isZero();
}

/* The name of a function that takes an int ends with its letter. */
void leave_out_level(llvm::CallInst &call)
{
    const llvm::Function *callee = call.getCalledFunction();
    llvm::Value *const arguments[] = {call.getArgOperand(IMAGE), call.getArgOperand(COORDINATE)};
    llvm::FunctionCallee read = call.getModule()->getOrInsertFunction(
        callee->getName().drop_back().str(),
        llvm::FunctionType::get(
            call.getType(), {arguments[IMAGE]->getType(), arguments[COORDINATE]->getType()}, false),
        callee->getAttributes());
    auto *made = llvm::CallInst::Create(read, arguments, "", call.getIterator());
    made->setCallingConv(call.getCallingConv());
    llvm::cast<llvm::Function>(read.getCallee())->setCallingConv(callee->getCallingConv());
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
}

} // namespace

void spir_read_first_levels(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::BasicBlock &block : function)
            for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
                if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    if (is_read_of_first_level(*call))
                        leave_out_level(*call);
}
