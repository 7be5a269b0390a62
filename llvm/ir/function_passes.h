/* SPDX-License-Identifier: MIT */
/* function_passes.h: passes over a function, with the analyses that they ask for. C++. */
#ifndef ROOTLE_LLVM_FUNCTION_PASSES_H
#define ROOTLE_LLVM_FUNCTION_PASSES_H

#include <llvm/IR/Function.h>
#include <llvm/Passes/PassBuilder.h>

struct FunctionPasses {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;
    llvm::FunctionPassManager passes; /* that run() runs */

    FunctionPasses()
    {
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
    }

    void run(LLVMValueRef function)
    {
        passes.run(*llvm::unwrap<llvm::Function>(function), functions);
    }
};

#endif
