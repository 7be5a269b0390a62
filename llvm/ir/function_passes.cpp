/* SPDX-License-Identifier: MIT */
/* function_passes.cpp: LLVM's passes over one function, or over a module while somebody looks on.
 * No other file includes PassBuilder.h, which takes longer to compile than all else of LLVM's. */
#include "llvm/ir/shim.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace
{

/* The analyses that passes ask for. */
struct Analyses {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;

    explicit Analyses(llvm::PassInstrumentationCallbacks *callbacks = nullptr)
        : builder(nullptr, llvm::PipelineTuningOptions(), std::nullopt, callbacks)
    {
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
    }
};

struct FunctionPasses : Analyses {
    llvm::FunctionPassManager passes; /* that run() runs */

    void run(LLVMValueRef function)
    {
        passes.run(*llvm::unwrap<llvm::Function>(function), functions);
    }
};

/* The function that a pass has run over, or whose loop; NULL for other units. */
LLVMValueRef function_of(llvm::Any &unit)
{
    const llvm::Function *function = nullptr;
    if (auto *whole = llvm::any_cast<const llvm::Function *>(&unit))
        function = *whole;
    else if (auto *loop = llvm::any_cast<const llvm::Loop *>(&unit))
        function = (*loop)->getHeader()->getParent();
    return llvm::wrap(function);
}

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

LLVMErrorRef shim_run_watched_passes(LLVMModuleRef module, const char *pipeline,
                                     const struct shim_pass_watch *watch)
{
    llvm::PassInstrumentationCallbacks callbacks;
    callbacks.registerBeforeNonSkippedPassCallback([&](llvm::StringRef pass, llvm::Any unit) {
        if (LLVMValueRef function = function_of(unit))
            watch->before(watch->user, pass.str().c_str(), function);
    });
    callbacks.registerAfterPassCallback(
        [&](llvm::StringRef pass, llvm::Any unit, const llvm::PreservedAnalyses &) {
            if (LLVMValueRef function = function_of(unit))
                watch->after(watch->user, pass.str().c_str(), function);
        });
    Analyses run(&callbacks);
    llvm::ModulePassManager passes;
    if (llvm::Error error = run.builder.parsePassPipeline(passes, pipeline))
        return llvm::wrap(std::move(error));
    passes.run(*llvm::unwrap(module), run.modules);
    return LLVMErrorSuccess;
}
