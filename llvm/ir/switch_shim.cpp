/* SPDX-License-Identifier: MIT */
/* switch_shim.cpp: long switches in the shape that structures well. */
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "llvm/ir/shim.h"

/* ---- switches behind each other ---- */

/* The switch that is all of the default of another one, of the same value, and of nothing else. */
static llvm::SwitchInst *switch_behind(const llvm::SwitchInst *first)
{
    llvm::BasicBlock *block = first->getDefaultDest();
    auto *second = llvm::dyn_cast<llvm::SwitchInst>(&block->front());
    return second && second->getCondition() == first->getCondition() &&
                   block->getSinglePredecessor() == first->getParent() && block->hasNPredecessors(1)
               ? second
               : nullptr;
}

/* Whether no value depends on by which of two switches a block is reached. */
static bool may_join(const llvm::SwitchInst *first, const llvm::SwitchInst *second)
{
    for (unsigned i = 0; i < second->getNumSuccessors(); i++)
        for (const llvm::PHINode &phi : second->getSuccessor(i)->phis())
            if (phi.getBasicBlockIndex(first->getParent()) >= 0)
                return false;
    return true;
}

/* Puts the cases of the second switch into the first. What the first has already is not reached. */
static void join_switches(llvm::SwitchInst *first, llvm::SwitchInst *second,
                          llvm::DenseSet<llvm::ConstantInt *> &values)
{
    llvm::BasicBlock *block = second->getParent();
    for (auto choice : second->cases()) {
        llvm::BasicBlock *target = choice.getCaseSuccessor();
        if (!values.insert(choice.getCaseValue()).second) {
            target->removePredecessor(block, /*KeepOneInputPHIs=*/true);
            continue;
        }
        first->addCase(choice.getCaseValue(), target);
        target->replacePhiUsesWith(block, first->getParent());
    }
    first->setDefaultDest(second->getDefaultDest());
    second->getDefaultDest()->replacePhiUsesWith(block, first->getParent());
    block->eraseFromParent();
}

void shim_join_switches(LLVMValueRef function)
{
    llvm::SmallVector<llvm::SwitchInst *> heads;
    for (llvm::BasicBlock &block : *llvm::unwrap<llvm::Function>(function))
        if (auto *found = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
            llvm::BasicBlock *before = block.getSinglePredecessor();
            auto *above =
                before ? llvm::dyn_cast<llvm::SwitchInst>(before->getTerminator()) : nullptr;
            if (!above || switch_behind(above) != found)
                heads.push_back(found);
        }
    for (llvm::SwitchInst *first : heads) {
        llvm::DenseSet<llvm::ConstantInt *> values;
        for (auto choice : first->cases())
            values.insert(choice.getCaseValue());
        llvm::SwitchInst *second;
        while ((second = switch_behind(first)) && may_join(first, second))
            join_switches(first, second, values);
    }
}

/* ---- defaults ---- */

/* A switch, what its cases lead to, and the block behind all of it. */
struct Cases {
    llvm::SwitchInst *choice;
    llvm::BasicBlock *head, *otherwise, *behind;
    llvm::SmallVector<llvm::BasicBlock *> ends; /* that jump to the block behind */
};

/* Finds the blocks of all cases. Returns whether they lead to each other and behind alone. */
static bool find_ends(Cases &cases)
{
    llvm::SmallVector<llvm::BasicBlock *> left;
    llvm::DenseSet<llvm::BasicBlock *> seen{cases.head, cases.behind};
    for (auto choice : cases.choice->cases()) {
        if (choice.getCaseSuccessor() == cases.behind ||
            choice.getCaseSuccessor() == cases.otherwise)
            return false;
        if (seen.insert(choice.getCaseSuccessor()).second)
            left.push_back(choice.getCaseSuccessor());
    }
    while (!left.empty()) {
        llvm::BasicBlock *block = left.pop_back_val();
        if (llvm::is_contained(llvm::successors(block), cases.behind))
            cases.ends.push_back(block);
        for (llvm::BasicBlock *next : llvm::successors(block)) {
            if (next == cases.otherwise || next == cases.head)
                return false;
            if (seen.insert(next).second)
                left.push_back(next);
        }
    }
    return true;
}

/* Values that the block behind had by the way that it was reached come by the join. */
static void move_phis(const Cases &cases, llvm::BasicBlock *join)
{
    const llvm::DenseSet<llvm::BasicBlock *> ends(cases.ends.begin(), cases.ends.end());
    for (llvm::PHINode &phi : cases.behind->phis()) {
        auto *moved = llvm::PHINode::Create(phi.getType(), (unsigned)ends.size() + 1, "", join);
        auto is_end = [&](unsigned i) { return ends.contains(phi.getIncomingBlock(i)); };
        for (unsigned i = 0; i < phi.getNumIncomingValues(); i++)
            if (is_end(i))
                moved->addIncoming(phi.getIncomingValue(i), phi.getIncomingBlock(i));
        moved->addIncoming(llvm::PoisonValue::get(phi.getType()), cases.head);
        phi.removeIncomingValueIf(is_end, /*DeletePHIIfEmpty=*/false);
        phi.addIncoming(moved, join);
    }
}

static void move_default(const Cases &cases)
{
    llvm::LLVMContext &context = cases.head->getContext();
    auto *join = llvm::BasicBlock::Create(context, "", cases.head->getParent(), cases.otherwise);
    move_phis(cases, join);
    auto *none = llvm::PHINode::Create(llvm::Type::getInt1Ty(context),
                                       (unsigned)cases.ends.size() + 1, "", join);
    for (llvm::BasicBlock *end : cases.ends) {
        for (unsigned i = 0; i < end->getTerminator()->getNumSuccessors(); i++)
            if (end->getTerminator()->getSuccessor(i) == cases.behind)
                none->addIncoming(llvm::ConstantInt::getFalse(context), end);
        end->getTerminator()->replaceSuccessorWith(cases.behind, join);
    }
    none->addIncoming(llvm::ConstantInt::getTrue(context), cases.head);
    cases.choice->setDefaultDest(join);
    cases.otherwise->replacePhiUsesWith(cases.head, join);
    llvm::BranchInst::Create(cases.otherwise, cases.behind, none, join)
        ->setDebugLoc(cases.choice->getDebugLoc());
}

void shim_move_defaults(LLVMValueRef function, unsigned many)
{
    llvm::Function &code = *llvm::unwrap<llvm::Function>(function);
    llvm::SmallVector<llvm::SwitchInst *> found;
    for (llvm::BasicBlock &block : code)
        if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator()))
            if (choice->getNumCases() >= many)
                found.push_back(choice);
    for (llvm::SwitchInst *choice : found) {
        const llvm::DominatorTree dominators(code);
        const llvm::PostDominatorTree behind(code);
        Cases cases{choice, choice->getParent(), choice->getDefaultDest(), nullptr, {}};
        const auto *node = behind.getNode(cases.head);
        cases.behind = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
        if (cases.behind && cases.behind != cases.otherwise &&
            cases.otherwise->getSinglePredecessor() &&
            !dominators.dominates(cases.behind, cases.head) && find_ends(cases))
            move_default(cases);
    }
}
