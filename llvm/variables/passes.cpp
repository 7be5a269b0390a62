// SPDX-License-Identifier: MIT
// passes.cpp: looks on at LLVM's passes, and sees to it that records of values stay true.
//
// A pass may run code of a branch ahead of it, where it does no harm, and take records of
// assignments along (loop-rotate: the end of a loop's body goes in front of the test that leaves
// the loop). The assignment then seems to happen whatever way is taken. Such records are taken
// away; behind the branch variables are what they were before.
//
// Behind each pass, records are held against what they were: believe.cpp, assigned.cpp.
#include "llvm/variables/passes.h"
#include "llvm/variables/describe.h"

#include "llvm/ir/shim.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <string>

using namespace llvm;

namespace
{
struct watched {
    std::map<const DbgRecord *, BasicBlock *> home;
    std::map<const Instruction *, BasicBlock *> home_of_code;
    // Blocks, by others that are run only on some of the ways from them.
    std::map<const BasicBlock *, std::set<const BasicBlock *>> above;

    void look(Function &function);
    void mend(Function &function, bool rotates);
};

struct watch_of_passes {
    watched branches;
    variables_beliefs beliefs;
    variables_assigned assigned;
    std::string open; // the pass that runs
};

void watched::look(Function &function)
{
    home.clear();
    home_of_code.clear();
    above.clear();
    DominatorTree dominators(function);
    PostDominatorTree post(function);
    variables_each_record(
        function, [&](BasicBlock &block, DbgVariableRecord &record) { home[&record] = &block; });
    for (BasicBlock &block : function) {
        for (Instruction &instruction : block)
            if (!instruction.isTerminator())
                home_of_code[&instruction] = &block;
        const DomTreeNode *node = dominators.getNode(&block);
        while (node && (node = node->getIDom()))
            if (!post.dominates(&block, node->getBlock()))
                above[&block].insert(node->getBlock());
    }
}

template <typename Thing>
bool is_ahead(const watched &watch, const std::map<const Thing *, BasicBlock *> &homes,
              const Thing &thing, BasicBlock &block)
{
    const auto from = homes.find(&thing);
    const auto above = from == homes.end() ? watch.above.end() : watch.above.find(from->second);
    return above != watch.above.end() && from->second != &block && above->second.count(&block);
}

bool same_part(const DbgVariableRecord &a, const DbgVariableRecord &b)
{
    return DebugVariable(&a) == DebugVariable(&b);
}

// A value of a block as one behind it has it: loops hand theirs on by phis. NULL: it has not.
Value *handed_on(Value *value, BasicBlock &from, BasicBlock &to)
{
    if (!isa<Instruction>(value))
        return value;
    for (PHINode &phi : to.phis())
        if (phi.getBasicBlockIndex(&from) >= 0 && phi.getIncomingValueForBlock(&from) == value)
            return &phi;
    return nullptr;
}

// Where a loop is left, a variable is what it was in front of the record.
void restore(BasicBlock &block, const std::vector<DbgVariableRecord *> &before,
             const DbgVariableRecord &moved)
{
    DbgVariableRecord *last = nullptr;
    for (DbgVariableRecord *record : before)
        if (same_part(*record, moved))
            last = record;
    if (!last || last->isKillLocation() || last->getNumVariableLocationOps() != 1)
        return;
    for (BasicBlock *next : successors(&block)) {
        Value *old = last->getVariableLocationOp(0), *value = handed_on(old, block, *next);
        if (!value || next == &block || next->getSinglePredecessor() != &block)
            continue;
        DbgVariableRecord *copy = last->clone();
        copy->replaceVariableLocationOp(old, value);
        next->insertDbgRecordBefore(copy, next->getFirstInsertionPt());
    }
}

// Only a loop that is rotated still has the branch, behind the code that was ahead of it.
void watched::mend(Function &function, bool rotates)
{
    std::map<BasicBlock *, std::vector<DbgVariableRecord *>> before;
    std::vector<DbgVariableRecord *> moved;
    variables_each_record(function, [&](BasicBlock &block, DbgVariableRecord &record) {
        /* A variable lies where it does whatever way is taken. */
        if (record.isKillLocation() || record.isDbgDeclare() ||
            !is_ahead<DbgRecord>(*this, home, record, block)) {
            before[&block].push_back(&record);
            return;
        }
        if (rotates)
            restore(block, before[&block], record);
        moved.push_back(&record);
    });
    for (DbgVariableRecord *record : moved)
        record->setKillLocation();
    for (BasicBlock &block :
         function) /* No line begins at code that runs for those who leave, too. */
        for (Instruction &instruction : block)
            if (is_ahead<Instruction>(*this, home_of_code, instruction, block))
                instruction.dropLocation();
}

bool rotates(const char *pass)
{
    return StringRef(pass) == "LoopRotatePass";
}

bool moves_records(const char *pass)
{
    return rotates(pass) || StringRef(pass) == "SimplifyCFGPass";
}

// A pass manager is no pass; what it runs is.
bool is_manager(const char *pass)
{
    return StringRef(pass).contains("PassManager");
}

void look(void *watch, const char *pass, LLVMValueRef function)
{
    auto *passes = static_cast<watch_of_passes *>(watch);
    if (moves_records(pass))
        passes->branches.look(*unwrap<Function>(function));
    if (!passes->open.empty() || is_manager(pass))
        return;
    passes->open = pass; // loop passes are part of the one that runs them
    passes->beliefs.look(*unwrap<Function>(function));
    passes->assigned.look(*unwrap<Function>(function));
}

void mend(void *watch, const char *pass, LLVMValueRef function)
{
    auto *passes = static_cast<watch_of_passes *>(watch);
    if (moves_records(pass))
        passes->branches.mend(*unwrap<Function>(function), rotates(pass));
    variables_check_stores(*unwrap<Function>(function));
    if (passes->open != pass)
        return;
    passes->open.clear();
    passes->beliefs.mend(*unwrap<Function>(function));
    passes->assigned.mend(*unwrap<Function>(function));
    *passes = watch_of_passes(); // nothing outlives the context that places in the source belong to
}

watch_of_passes watching;
} // namespace

const shim_pass_watch variables_watch = {look, mend, &watching};
