/* SPDX-License-Identifier: MIT */
/* function_passes.cpp: LLVM's passes over one function. No other file includes PassBuilder.h, which
 * takes seconds to compile. */
#include "llvm/ir/shim.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace
{

/* Passes, with the analyses that they ask for. */
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

} // namespace

void shim_infer_address_spaces(LLVMValueRef function, unsigned generic)
{
    FunctionPasses run;
    run.passes.addPass(llvm::InferAddressSpacesPass(generic));
    run.run(function);
}

bool shim_run_function_passes(LLVMValueRef function, const char *pipeline, FILE *log)
{
    FunctionPasses run;
    if (auto error = run.builder.parsePassPipeline(run.passes, pipeline)) {
        fprintf(log, "internal error: passes '%s': %s\n", pipeline,
                llvm::toString(std::move(error)).c_str());
        return false;
    }
    run.run(function);
    return true;
}
