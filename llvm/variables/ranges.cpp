// SPDX-License-Identifier: MIT
// ranges.cpp: which numbers phis of loops may have.
//
// Passes make use of it that a counter is never negative, or ends somewhere. Inputs that are made
// up for it have to be such numbers, too.
#include "llvm/variables/passes.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

using namespace llvm;

std::map<const PHINode *, ConstantRange> variables_find_ranges(Function &function)
{
    std::map<const PHINode *, ConstantRange> found;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    if (loops.empty())
        return found;
    const TargetLibraryInfoImpl library(Triple(function.getParent()->getTargetTriple()));
    TargetLibraryInfo functions(library);
    AssumptionCache assumptions(function);
    ScalarEvolution evolution(function, functions, assumptions, dominators, loops);
    for (const Loop *loop : loops.getLoopsInPreorder())
        for (PHINode &phi : loop->getHeader()->phis())
            if (phi.getType()->isIntegerTy())
                found.emplace(&phi, evolution.getSignedRange(evolution.getSCEV(&phi)));
    return found;
}
