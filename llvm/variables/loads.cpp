// SPDX-License-Identifier: MIT
// loads.cpp: which value a load of a variable in memory gets, where one store before it says so.
#include "llvm/variables/passes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace
{
// Bytes of a variable. `base` is the variable itself, or what a computed index has made of it.
struct extent {
    const Value *base;
    int64_t first, end;
};

extent extent_of(const Value *pointer, Type *type, const DataLayout &layout)
{
    APInt offset = APInt::getZero(layout.getIndexTypeSizeInBits(pointer->getType()));
    const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
    const int64_t first = offset.getSExtValue();
    return {base, first, first + int64_t(layout.getTypeStoreSize(type).getFixedValue())};
}

bool are_apart(const extent &a, const extent &b)
{
    return a.base == b.base && (a.end <= b.first || b.end <= a.first);
}

// The instruction that runs before another one, whatever way is taken; NULL: that is not known.
const Instruction *before(const Instruction &instruction)
{
    if (const Instruction *last = instruction.getPrevNode())
        return last;
    const BasicBlock *from = instruction.getParent()->getSinglePredecessor();
    return from ? from->getTerminator() : nullptr;
}
} // namespace

static Value *loaded_by(const LoadInst &load, const AllocaInst &home, const DataLayout &layout)
{
    enum { MOST = 500 };
    const extent wanted = extent_of(load.getPointerOperand(), load.getType(), layout);
    const Instruction *at = before(load);
    for (unsigned steps = 0; at && steps < MOST; at = before(*at), steps++) {
        auto *store = dyn_cast<StoreInst>(at);
        if (!store || getUnderlyingObject(store->getPointerOperand(), 0) != &home)
            continue;
        Value *value = const_cast<StoreInst *>(store)->getValueOperand();
        const extent stored = extent_of(store->getPointerOperand(), value->getType(), layout);
        if (are_apart(wanted, stored))
            continue;
        const bool same = stored.base == wanted.base && stored.first == wanted.first;
        return same && value->getType() == load.getType() ? value : nullptr;
    }
    return nullptr;
}

std::map<const LoadInst *, Value *> variables_find_loaded(Function &function)
{
    std::map<const LoadInst *, Value *> found;
    std::map<const AllocaInst *, bool> known; // by variable: whether all of its stores are
    for (Instruction &instruction : instructions(function)) {
        auto *load = dyn_cast<LoadInst>(&instruction);
        const Value *object = load ? getUnderlyingObject(load->getPointerOperand(), 0) : nullptr;
        auto *home = dyn_cast_or_null<AllocaInst>(object);
        if (!home || load->isVolatile())
            continue;
        const auto [at, is_new] = known.emplace(home, false);
        if (is_new) {
            std::vector<const StoreInst *> stores;
            at->second = variables_find_stores(*home, stores);
        }
        if (!at->second)
            continue;
        if (Value *value = loaded_by(*load, *home, function.getParent()->getDataLayout()))
            found[load] = value;
    }
    return found;
}
