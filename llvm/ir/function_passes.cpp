/* SPDX-License-Identifier: MIT */
/* function_passes.cpp: LLVM's passes over one function, or over a module while somebody looks on.
 * No other file includes PassBuilder.h, which takes longer to compile than all else of LLVM's. */
#include "llvm/ir/shim.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>

namespace
{
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

/* The analyses that passes ask for. */
struct Analyses {
    llvm::PassInstrumentationCallbacks callbacks;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;

    explicit Analyses(const struct shim_pass_watch *watch)
        : builder(nullptr, llvm::PipelineTuningOptions(), std::nullopt, &callbacks)
    {
        if (watch)
            look_on(watch);
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
    }

    void look_on(const struct shim_pass_watch *watch)
    {
        callbacks.registerBeforeNonSkippedPassCallback(
            [watch](llvm::StringRef pass, llvm::Any unit) {
                if (LLVMValueRef function = function_of(unit))
                    watch->before(watch->user, pass.str().c_str(), function);
            });
        callbacks.registerAfterPassCallback(
            [watch](llvm::StringRef pass, llvm::Any unit, const llvm::PreservedAnalyses &) {
                if (LLVMValueRef function = function_of(unit))
                    watch->after(watch->user, pass.str().c_str(), function);
            });
    }
};
} // namespace

void shim_infer_address_spaces(LLVMValueRef function, unsigned generic)
{
    Analyses run(nullptr);
    llvm::InferAddressSpacesPass(generic).run(*llvm::unwrap<llvm::Function>(function),
                                              run.functions);
}

/* Runs them over a module, or a function. */
template <typename Passes, typename Unit, typename Manager>
static bool run_passes(Analyses &run, Unit *unit, Manager &manager, const char *pipeline, FILE *log)
{
    Passes passes;
    if (auto error = run.builder.parsePassPipeline(passes, pipeline)) {
        fprintf(log, "internal error: passes '%s': %s\n", pipeline,
                llvm::toString(std::move(error)).c_str());
        return false;
    }
    passes.run(*unit, manager);
    return true;
}

bool shim_run_function_passes(LLVMValueRef function, const char *pipeline,
                              const struct shim_pass_watch *watch, FILE *log)
{
    Analyses run(watch);
    return run_passes<llvm::FunctionPassManager>(run, llvm::unwrap<llvm::Function>(function),
                                                 run.functions, pipeline, log);
}

bool shim_run_passes(LLVMModuleRef module, const char *pipeline,
                     const struct shim_pass_watch *watch, FILE *log)
{
    Analyses run(watch);
    return run_passes<llvm::ModulePassManager>(run, llvm::unwrap(module), run.modules, pipeline,
                                               log);
}
