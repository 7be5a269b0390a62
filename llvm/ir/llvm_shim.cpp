/* SPDX-License-Identifier: MIT */
/* llvm_shim.cpp: lazy bitcode, expansion of divisions, questions about loops, and options of
 * passes. */
#include "llvm/ir/shim.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CycleAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalValue.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/IntegerDivision.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

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

bool shim_materialize(LLVMValueRef function)
{
    llvm::Error error = llvm::unwrap<llvm::Function>(function)->materialize();
    const bool sound = !error;
    llvm::consumeError(std::move(error));
    return sound;
}

LLVMValueRef shim_constant_target(LLVMModuleRef module, LLVMValueRef pointer, int64_t *offset)
{
    LLVMValueRef base = shim_strip_offsets(module, pointer, offset);
    return llvm::isa<llvm::GlobalVariable>(llvm::unwrap(base)) ? base : nullptr;
}

bool shim_expand_division(LLVMValueRef division)
{
    auto *operation = llvm::cast<llvm::BinaryOperator>(llvm::unwrap(division));
    bool remainder = operation->getOpcode() == llvm::Instruction::URem ||
                     operation->getOpcode() == llvm::Instruction::SRem;
    return remainder ? llvm::expandRemainderUpTo64Bits(operation)
                     : llvm::expandDivisionUpTo64Bits(operation);
}

unsigned shim_count_loops(LLVMValueRef function)
{
    llvm::DominatorTree dominators(*llvm::unwrap<llvm::Function>(function));
    llvm::LoopInfo loops(dominators);
    return (unsigned)loops.getLoopsInPreorder().size();
}

void shim_keep_loops_with_breaks(LLVMValueRef function)
{
    llvm::DominatorTree dominators(*llvm::unwrap<llvm::Function>(function));
    llvm::LoopInfo loops(dominators);
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
        if (!loop->getExitingBlock())
            loop->setLoopAlreadyUnrolled();
}

unsigned shim_most_turns(LLVMBasicBlockRef header)
{
    llvm::BasicBlock *block = llvm::unwrap(header);
    llvm::Function &function = *block->getParent();
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    llvm::AssumptionCache assumptions(function);
    llvm::TargetLibraryInfoImpl names;
    llvm::TargetLibraryInfo library(names);
    llvm::ScalarEvolution evolution(function, library, assumptions, dominators, loops);
    const llvm::Loop *loop = loops.getLoopFor(block);
    return loop ? evolution.getSmallConstantMaxTripCount(loop) : 0;
}

unsigned shim_loop_depth(LLVMValueRef function)
{
    llvm::DominatorTree dominators(*llvm::unwrap<llvm::Function>(function));
    llvm::LoopInfo loops(dominators);
    unsigned most = 0;
    for (const llvm::Loop *loop : loops.getLoopsInPreorder())
        most = std::max(most, loop->getLoopDepth());
    return most;
}

unsigned shim_count_exits(LLVMValueRef function)
{
    llvm::DominatorTree dominators(*llvm::unwrap<llvm::Function>(function));
    llvm::LoopInfo loops(dominators);
    size_t most = 0;
    for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
        llvm::SmallVector<llvm::BasicBlock *, 16> exiting;
        loop->getExitingBlocks(exiting);
        most = std::max(most, exiting.size());
    }
    return (unsigned)most;
}

/* Blocks that do nothing but jump to `target`, each with the one block before it, which jumps to no
 * other way there; none if `target` is the head of a loop that they are in. */
static llvm::MapVector<llvm::BasicBlock *, llvm::BasicBlock *>
forwarders_to(llvm::BasicBlock &target, const llvm::DominatorTree &dominators)
{
    llvm::MapVector<llvm::BasicBlock *, llvm::BasicBlock *> found;
    const llvm::SmallVector<llvm::BasicBlock *> sources(llvm::predecessors(&target));
    llvm::SmallPtrSet<llvm::BasicBlock *, 32> before(sources.begin(), sources.end());
    for (llvm::BasicBlock *block : sources) {
        const auto *jump = llvm::dyn_cast<llvm::BranchInst>(&block->front());
        llvm::BasicBlock *source = block->getSinglePredecessor();
        if (source && jump && jump->isUnconditional() && !jump->hasDbgRecords() &&
            !dominators.dominates(&target, block) && before.insert(source).second)
            found[block] = source;
    }
    return found;
}

void shim_skip_forwarders(LLVMValueRef function, unsigned many)
{
    llvm::Function &code = *llvm::unwrap<llvm::Function>(function);
    llvm::SmallVector<llvm::BasicBlock *> popular;
    for (llvm::BasicBlock &block : code)
        if (block.hasNPredecessorsOrMore(many))
            popular.push_back(&block);
    if (popular.empty())
        return;
    const llvm::DominatorTree dominators(code);
    for (llvm::BasicBlock *target : popular) {
        auto forwarders = forwarders_to(*target, dominators);
        for (llvm::PHINode &phi : target->phis())
            for (unsigned i = 0; i < phi.getNumIncomingValues(); i++)
                if (forwarders.contains(phi.getIncomingBlock(i)))
                    phi.setIncomingBlock(i, forwarders[phi.getIncomingBlock(i)]);
        for (auto [block, source] : forwarders) {
            source->getTerminator()->replaceSuccessorWith(block, target);
            block->eraseFromParent();
        }
    }
}

/* Where a block that does nothing else jumps, if no value depends on the way; NULL: it is none. */
static llvm::BasicBlock *forwarded(llvm::BasicBlock *block)
{
    const auto *jump = llvm::dyn_cast<llvm::BranchInst>(&block->front());
    if (!jump || !jump->isUnconditional() || jump->hasMetadata(llvm::LLVMContext::MD_loop) ||
        block->isEntryBlock())
        return nullptr;
    return llvm::isa<llvm::PHINode>(jump->getSuccessor(0)->front()) ? nullptr
                                                                    : jump->getSuccessor(0);
}

void shim_skip_chains(LLVMValueRef function)
{
    llvm::Function &code = *llvm::unwrap<llvm::Function>(function);
    llvm::MapVector<llvm::BasicBlock *, llvm::BasicBlock *> ends;
    llvm::SmallVector<llvm::BasicBlock *, 16> chain;
    for (llvm::BasicBlock &block : code) {
        llvm::BasicBlock *at = &block;
        chain.clear();
        while (!ends.contains(at) && forwarded(at)) {
            ends[at] = nullptr; /* an endless loop of jumps ends here */
            chain.push_back(at);
            at = forwarded(at);
        }
        llvm::BasicBlock *end = ends.contains(at) ? ends[at] : at;
        for (llvm::BasicBlock *link : chain)
            ends[link] = end;
    }
    for (auto [block, end] : ends)
        if (end)
            block->replaceAllUsesWith(end);
    for (auto [block, end] : ends)
        if (end)
            block->eraseFromParent();
}

/* Whether a block ends in a switch, or in what simplifycfg makes one of. */
static bool compares_with_constant(const llvm::BasicBlock *block)
{
    const auto *jump = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!jump)
        return llvm::isa<llvm::SwitchInst>(block->getTerminator());
    const auto *test =
        jump->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(jump->getCondition()) : nullptr;
    return test && test->isEquality() && llvm::isa<llvm::ConstantInt>(test->getOperand(1));
}

void shim_mark_forwarders(LLVMValueRef function, unsigned many, LLVMValueRef mark)
{
    llvm::Function &code = *llvm::unwrap<llvm::Function>(function);
    auto *callee = llvm::unwrap<llvm::Function>(mark);
    const llvm::DominatorTree dominators(code);
    const llvm::LoopInfo loops(dominators);
    for (llvm::BasicBlock &target : code)
        if (target.hasNPredecessorsOrMore(many) && !loops.getLoopFor(&target))
            for (llvm::BasicBlock *block : llvm::predecessors(&target))
                if (llvm::isa<llvm::BranchInst>(block->front()) && block->getSinglePredecessor() &&
                    compares_with_constant(block->getSinglePredecessor()))
                    llvm::CallInst::Create(callee->getFunctionType(), callee, "",
                                           block->front().getIterator());
}

static unsigned count_entries(const llvm::Cycle &cycle)
{
    unsigned count = cycle.isReducible() ? 0 : (unsigned)cycle.getEntries().size();
    for (const llvm::Cycle *inner : cycle.children())
        count += count_entries(*inner);
    return count;
}

unsigned shim_count_entries(LLVMValueRef function)
{
    unsigned most = 0;
    llvm::CycleInfo cycles;
    cycles.compute(*llvm::unwrap<llvm::Function>(function));
    for (const llvm::Cycle *cycle : cycles.toplevel_cycles())
        most = std::max(most, count_entries(*cycle));
    return most;
}

void shim_move_to_front(LLVMValueRef function)
{
    auto *moved = llvm::unwrap<llvm::Function>(function);
    auto &functions = moved->getParent()->getFunctionList();
    functions.splice(functions.begin(), functions, moved->getIterator());
}

static void promote(llvm::AllocaInst *variable)
{
    llvm::SmallVector<llvm::Instruction *, 16> accesses;
    for (llvm::User *user : variable->users())
        accesses.push_back(llvm::cast<llvm::Instruction>(user));
    llvm::SSAUpdater updater;
    llvm::LoadAndStorePromoter(accesses, updater).run(accesses);
    variable->eraseFromParent();
}

void shim_promote_variables(LLVMValueRef function)
{
    llvm::SmallVector<llvm::AllocaInst *, 64> variables;
    for (llvm::Instruction &instruction : llvm::unwrap<llvm::Function>(function)->getEntryBlock())
        if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
            if (llvm::isAllocaPromotable(variable))
                variables.push_back(variable);
    for (llvm::AllocaInst *variable : variables)
        promote(variable);
}

/* The blocks of `from`, a clone, become those of `function` again. */
static void take_back(llvm::Function *function, llvm::Function *from)
{
    for (auto &block : *function)
        block.dropAllReferences();
    while (!function->empty())
        function->begin()->eraseFromParent();
    function->splice(function->end(), from);
    for (unsigned i = 0; i < function->arg_size(); i++)
        from->getArg(i)->replaceAllUsesWith(function->getArg(i));
}

bool shim_shrink_function(LLVMValueRef function, const char *pipeline,
                          const struct shim_pass_watch *watch, FILE *log)
{
    auto *changed = llvm::unwrap<llvm::Function>(function);
    llvm::ValueToValueMapTy map;
    if (auto *subprogram = changed->getSubprogram())
        map.MD()[subprogram].reset(subprogram); /* line numbers stay those of the function */
    auto *kept = llvm::CloneFunction(changed, map);
    bool done = shim_run_function_passes(function, pipeline, watch, log);
    if (changed->getInstructionCount() >= kept->getInstructionCount())
        take_back(changed, kept);
    kept->eraseFromParent();
    return done;
}

bool shim_may_write(LLVMValueRef instruction)
{
    return llvm::cast<llvm::Instruction>(llvm::unwrap(instruction))->mayWriteToMemory();
}

bool shim_may_access(LLVMValueRef instruction)
{
    return llvm::cast<llvm::Instruction>(llvm::unwrap(instruction))->mayReadOrWriteMemory();
}

LLVMValueRef shim_strip_offsets(LLVMModuleRef module, LLVMValueRef pointer, int64_t *bytes)
{
    const llvm::DataLayout &layout = llvm::unwrap(module)->getDataLayout();
    auto *value = llvm::unwrap(pointer);
    llvm::APInt offset(layout.getIndexTypeSizeInBits(value->getType()), 0);
    auto *base = value->stripAndAccumulateConstantOffsets(layout, offset, true);
    *bytes = offset.getSExtValue();
    return llvm::wrap(base);
}

bool shim_set_option(const char *name, const char *value)
{
    auto &options = llvm::cl::getRegisteredOptions();
    auto found = options.find(name);
    if (found == options.end())
        return false;
    found->second->reset();
    return !value || !found->second->addOccurrence(0, name, value);
}

LLVMValueRef shim_build_loop(LLVMValueRef before, LLVMValueRef count, LLVMValueRef *index)
{
    auto *instruction = llvm::cast<llvm::Instruction>(llvm::unwrap(before));
    auto [body, number] = llvm::SplitBlockAndInsertSimpleForLoop(llvm::unwrap(count), instruction);
    *index = llvm::wrap(number);
    return llvm::wrap(body);
}
