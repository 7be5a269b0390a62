/* SPDX-License-Identifier: MIT */
/* llvm_shim.cpp: lazy bitcode, linking of only what is needed, expansion of divisions,
 * passes over one function. */
#include "llvm/shim.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>

LLVMModuleRef shim_open_bitcode(LLVMContextRef context, const char *path, FILE *log)
{
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer) {
        fprintf(log, "error: cannot read '%s': %s\n", path, buffer.getError().message().c_str());
        return nullptr;
    }
    auto module = llvm::getOwningLazyBitcodeModule(std::move(*buffer), *llvm::unwrap(context),
                                                   /*ShouldLazyLoadMetadata=*/true);
    if (!module) {
        fprintf(log, "error: '%s' is no bitcode that this compiler can read: %s\n", path,
                llvm::toString(module.takeError()).c_str());
        return nullptr;
    }
    return llvm::wrap(module->release());
}

bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library, FILE *log)
{
    auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&names](const llvm::GlobalValue &value) {
            return !value.hasName() || !names.contains(value.getName());
        });
    };
    bool failed = llvm::Linker::linkModules(*llvm::unwrap(module),
                                            std::unique_ptr<llvm::Module>(llvm::unwrap(library)),
                                            llvm::Linker::LinkOnlyNeeded, internalize);
    if (failed)
        fprintf(log, "error: the builtins could not be linked\n");
    return !failed;
}

LLVMValueRef shim_constant_target(LLVMModuleRef module, LLVMValueRef pointer, int64_t *offset)
{
    const llvm::DataLayout &layout = llvm::unwrap(module)->getDataLayout();
    auto *value = llvm::unwrap(pointer);
    llvm::APInt bytes(layout.getIndexTypeSizeInBits(value->getType()), 0);
    auto *base = value->stripAndAccumulateConstantOffsets(layout, bytes, true);
    *offset = bytes.getSExtValue();
    return llvm::isa<llvm::GlobalVariable>(base) ? llvm::wrap(base) : nullptr;
}

bool shim_expand_division(LLVMValueRef division)
{
    auto *operation = llvm::cast<llvm::BinaryOperator>(llvm::unwrap(division));
    bool remainder = operation->getOpcode() == llvm::Instruction::URem ||
                     operation->getOpcode() == llvm::Instruction::SRem;
    return remainder ? llvm::expandRemainderUpTo64Bits(operation)
                     : llvm::expandDivisionUpTo64Bits(operation);
}

bool shim_run_function_passes(LLVMValueRef function, const char *pipeline, FILE *log)
{
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::FunctionPassManager passes;
    if (auto error = builder.parsePassPipeline(passes, pipeline)) {
        fprintf(log, "internal error: passes '%s': %s\n", pipeline,
                llvm::toString(std::move(error)).c_str());
        return false;
    }
    passes.run(*llvm::unwrap<llvm::Function>(function), functions);
    return true;
}

LLVMValueRef shim_build_loop(LLVMValueRef before, LLVMValueRef count, LLVMValueRef *index)
{
    auto *instruction = llvm::cast<llvm::Instruction>(llvm::unwrap(before));
    auto [body, number] =
        llvm::SplitBlockAndInsertSimpleForLoop(llvm::unwrap(count), instruction);
    *index = llvm::wrap(number);
    return llvm::wrap(body);
}
