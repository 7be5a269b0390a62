// SPDX-License-Identifier: MIT
// iterations.cpp: marks where each iteration of a loop begins, and where the loop is left, so that
// copies of its body are told apart once it is unrolled.
//
// A mark is a label in front of the loop's test, or at the beginning of what follows the loop. Its
// lines are the first and the last turn of the code that may come behind it; its name has the turn
// of the branch that leaves the loop, behind an `x` where it is left. Passes look at no labels;
// where they copy code the mark is copied, too, and stays in order with records of variables.
#include "llvm/variables/passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include <string>

using namespace llvm;

static const char name[] = "rootle.iteration ";

bool variables_is_iteration(const DbgRecord &record)
{
    auto *label = dyn_cast<DbgLabelRecord>(&record);
    return label && label->getLabel()->getName().starts_with(name);
}

void variables_read_iteration(const DbgRecord &record, ir_variable_record *read)
{
    auto *label = cast<DbgLabelRecord>(&record);
    *read = {};
    read->inlined_at = label->getDebugLoc().getInlinedAt();
    read->turn = label->getDebugLoc().getLine();
    read->last = label->getLabel()->getLine();
    StringRef leaves = label->getLabel()->getName().substr(sizeof(name) - 1);
    read->is_address = !leaves.consume_front("x");
    leaves.getAsInteger(10, read->leaves);
}

static void mark(BasicBlock &block, uint32_t first, uint32_t last, const std::string &leaves)
{
    LLVMContext &context = block.getContext();
    DISubprogram *scope = block.getParent()->getSubprogram();
    auto *label = DILabel::get(context, scope, name + leaves, scope->getFile(), last);
    block.insertDbgRecordBefore(
        new DbgLabelRecord(label, DebugLoc(DILocation::get(context, first, 0, scope))),
        block.getFirstInsertionPt());
}

// Adds the turns of a block to a first and a last one.
static void add_turns(const BasicBlock &block, uint32_t *first, uint32_t *last)
{
    for (const Instruction &instruction : block)
        if (const uint32_t turn = variables_turn_of(instruction.getDebugLoc().get())) {
            *first = std::min(*first, turn);
            *last = std::max(*last, turn);
        }
}

static void turns_of(const Loop &loop, uint32_t *first, uint32_t *last)
{
    *first = UINT32_MAX, *last = 0;
    for (const BasicBlock *block : loop.blocks())
        add_turns(*block, first, last);
}

void variables_mark_iterations(Function &function)
{
    if (!function.getSubprogram() || function.empty())
        return;
    DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    struct leaving {
        uint32_t last, leaves; // turns: of the loop, and of the branch that leaves it
    };
    std::map<BasicBlock *, leaving> left;
    uint32_t first = 0, last = 0;
    for (const Loop *loop : loops.getLoopsInPreorder()) {
        turns_of(*loop, &first, &last);
        uint32_t earliest = last;
        SmallVector<Loop::Edge, 4> exits;
        loop->getExitEdges(exits);
        for (const auto &[from, to] : exits) {
            const uint32_t turn = variables_turn_of(from->getTerminator()->getDebugLoc().get());
            left[to].last = std::max(left[to].last, last);
            left[to].leaves = std::max(left[to].leaves, turn);
            earliest = std::min(earliest, turn);
        }
        mark(*loop->getHeader(), first, last, std::to_string(earliest));
    }
    for (const auto &[block, turn] : left) {
        uint32_t begin = UINT32_MAX, end = 0;
        add_turns(*block, &begin, &end);
        last = UINT32_MAX;
        if (const Loop *around = loops.getLoopFor(block))
            turns_of(*around, &first, &last);
        mark(*block, end ? begin : turn.last + 1, last, "x" + std::to_string(turn.leaves));
    }
}

// Records of a block's phis come behind its marks. SROA puts them in front.
void variables_lead_iteration(BasicBlock &block)
{
    const BasicBlock::iterator first = block.getFirstInsertionPt();
    if (first == block.end())
        return;
    SmallVector<DbgRecord *, 4> marks;
    for (DbgRecord &record : first->getDbgRecordRange())
        if (variables_is_iteration(record))
            marks.push_back(&record);
    for (DbgRecord *record : reverse(marks)) {
        record->removeFromParent();
        block.insertDbgRecordBefore(record, block.getFirstInsertionPt());
    }
}
