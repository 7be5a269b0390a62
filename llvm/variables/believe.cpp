// SPDX-License-Identifier: MIT
// believe.cpp: records that a pass has given another value are taken away.
//
// InstCombine changes operations as their users need them, and leaves records with what has become
// of their value: a sum without its upper bits, or moved to the left, a phi of what was computed
// from it. So each record is evaluated before and behind a pass that leaves the blocks as they are.
//
// The phi of a loop is an input of the evaluation. It is the same behind a pass if it gets the same
// from each block, as long as all phis are the same. Where some of its bits are not, these become
// other inputs, and what is computed from them another value.
#include "llvm/variables/passes.h"

#include <llvm/IR/DataLayout.h>

using namespace llvm;

variables_assignment variables_assignment_of(const DbgVariableRecord &record)
{
    const auto part = record.getExpression()->getFragmentInfo();
    return {record.getVariable(), record.getDebugLoc().get(), part ? part->OffsetInBits : 0,
            part ? part->SizeInBits : 0};
}

std::vector<const BasicBlock *> variables_graph_of(Function &function)
{
    std::vector<const BasicBlock *> graph;
    for (BasicBlock &block : function) {
        graph.push_back(&block);
        const std::set<const BasicBlock *> next(succ_begin(&block), succ_end(&block));
        graph.insert(graph.end(), next.begin(), next.end());
        graph.push_back(nullptr);
    }
    return graph;
}

std::vector<variables_evaluation> variables_beliefs::try_all(Function &function)
{
    std::vector<variables_evaluation> trials;
    names.loaded = variables_find_loaded(function);
    trials.reserve(variables_evaluation::TRIALS);
    for (unsigned i = 0; i < variables_evaluation::TRIALS; i++)
        trials.emplace_back(function, i, names);
    return trials;
}

variables_beliefs::results
variables_beliefs::of_record(const std::vector<variables_evaluation> &trials,
                             const DbgVariableRecord &record)
{
    results all;
    for (const variables_evaluation &trial : trials)
        all.push_back(trial.shown(record));
    return all;
}

// Bits beyond its size do not matter.
unsigned variables_size_of(const DbgVariableRecord &record)
{
    const auto part = record.getExpression()->getFragmentInfo();
    const auto whole = record.getVariable()->getSizeInBits();
    return part ? unsigned(part->SizeInBits) : whole ? unsigned(*whole) : 64;
}

// The bits that a trial has others of now, or that were known in one and are in none seen to be the
// same: what cannot be evaluated any more is not believed.
static APInt changed_bits(const std::vector<variables_bits> &was,
                          const std::vector<variables_bits> &now, unsigned size)
{
    APInt had = APInt::getZero(size), seen = had, differs = had;
    assert(was.size() == now.size());
    for (size_t i = 0; i < was.size(); i++) {
        const APInt both = was[i].known.zextOrTrunc(size) & now[i].known.zextOrTrunc(size);
        differs |= both & (was[i].value.zextOrTrunc(size) ^ now[i].value.zextOrTrunc(size));
        had |= was[i].known.zextOrTrunc(size);
        seen |= both;
    }
    return differs | (had ^ seen);
}

static bool agree(const std::vector<variables_bits> &was, const std::vector<variables_bits> &now,
                  unsigned size)
{
    return changed_bits(was, now, size).isZero();
}

variables_beliefs::incoming
variables_beliefs::of_phi(const std::vector<variables_evaluation> &trials, const PHINode &phi)
{
    incoming all;
    for (const BasicBlock *from : phi.blocks())
        for (const variables_evaluation &trial : trials)
            all[from].push_back(trial.incoming(phi, *from));
    return all;
}

// Finds more bits of phis that come from a block other than they did. `whole`: or all of them.
bool variables_beliefs::find_changed(const std::vector<variables_evaluation> &trials, bool whole)
{
    bool any = false;
    for (const PHINode *phi : trials[0].loop_phis) {
        const auto found = phis.find(phi);
        if (found == phis.end())
            continue;
        incoming now = of_phi(trials, *phi);
        const unsigned size = unsigned(phi->getDataLayout().getTypeSizeInBits(phi->getType()));
        APInt changed = APInt::getZero(size);
        for (const auto &[from, was] : found->second)
            changed |= now.count(from) ? changed_bits(was, now[from], size)
                                       : APInt::getAllOnes(size); /* another phi at its address */
        if (changed.isZero())
            continue;
        APInt &known = names.changed.emplace(phi, APInt::getZero(size)).first->second;
        const APInt bits = whole ? APInt::getAllOnes(size) : known | changed;
        any |= bits != known;
        known = bits;
    }
    return any;
}

// A phi that has other bits may hand them to another one.
std::vector<variables_evaluation> variables_beliefs::try_again(Function &function)
{
    enum { ROUNDS = 8 };
    std::vector<variables_evaluation> trials = try_all(function);
    for (unsigned round = 0; find_changed(trials, round >= ROUNDS); round++)
        trials = try_all(function);
    return trials;
}

void variables_beliefs::look(Function &function)
{
    names = {};
    names.ranges = variables_find_ranges(function);
    const std::vector<variables_evaluation> trials = try_all(function);
    graph = variables_graph_of(function);
    before.clear();
    phis.clear();
    for (const PHINode *phi : trials[0].loop_phis)
        phis[phi] = of_phi(trials, *phi);
    variables_each_record(function, [&](BasicBlock &, DbgVariableRecord &record) {
        if (!record.isKillLocation())
            before[variables_assignment_of(record)][&record] = of_record(trials, record);
    });
}

void variables_beliefs::mend(Function &function)
{
    if (graph != variables_graph_of(function))
        return;
    const std::vector<variables_evaluation> trials = try_again(function);
    variables_each_record(function, [&](BasicBlock &, DbgVariableRecord &record) {
        const auto found = before.find(variables_assignment_of(record));
        if (found == before.end() || record.isKillLocation())
            return;
        const results now = of_record(trials, record);
        const auto same = found->second.find(&record);
        if (same != found->second.end()
                ? !agree(same->second, now, variables_size_of(record))
                : none_of(found->second, [&](const auto &was) {
                      return agree(was.second, now, variables_size_of(record));
                  }))
            record.setKillLocation();
    });
}
