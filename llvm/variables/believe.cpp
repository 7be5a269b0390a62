// SPDX-License-Identifier: MIT
// believe.cpp: records that a pass has given another value are taken away.
//
// InstCombine changes operations as their users need them, and leaves records with what has become
// of their value: a sum without its upper bits, or moved to the left, a phi of what was computed
// from it. So each record is evaluated before and behind a pass that leaves the blocks as they are.
#include "llvm/variables/passes.h"

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

// The bits of the variable, or of its part, that a record is of; those beyond do not matter.
static unsigned size_of(const DbgVariableRecord &record)
{
    const auto part = record.getExpression()->getFragmentInfo();
    const auto whole = record.getVariable()->getSizeInBits();
    return part ? unsigned(part->SizeInBits) : whole ? unsigned(*whole) : 64;
}

// Whether no trial has another value now, and each bit that was known in one is seen to be the same
// in one: what cannot be evaluated any more is not believed.
static bool agree(const std::vector<variables_bits> &was, const std::vector<variables_bits> &now,
                  unsigned size)
{
    APInt had = APInt::getZero(size), seen = had;
    for (size_t i = 0; i < was.size(); i++) {
        const APInt both = was[i].known.zextOrTrunc(size) & now[i].known.zextOrTrunc(size);
        const APInt differs = was[i].value.zextOrTrunc(size) ^ now[i].value.zextOrTrunc(size);
        if (both.intersects(differs))
            return false;
        had |= was[i].known.zextOrTrunc(size);
        seen |= both;
    }
    return had == seen;
}

void variables_beliefs::look(Function &function)
{
    names.clear();
    const std::vector<variables_evaluation> trials = try_all(function);
    graph = variables_graph_of(function);
    before.clear();
    variables_each_record(function, [&](BasicBlock &, DbgVariableRecord &record) {
        if (!record.isKillLocation())
            before[variables_assignment_of(record)][&record] = of_record(trials, record);
    });
}

void variables_beliefs::mend(Function &function)
{
    if (graph != variables_graph_of(function))
        return;
    const std::vector<variables_evaluation> trials = try_all(function);
    variables_each_record(function, [&](BasicBlock &, DbgVariableRecord &record) {
        const auto found = before.find(variables_assignment_of(record));
        if (found == before.end() || record.isKillLocation())
            return;
        const results now = of_record(trials, record);
        const auto same = found->second.find(&record);
        if (same != found->second.end() ? !agree(same->second, now, size_of(record))
                                        : none_of(found->second, [&](const auto &was) {
                                              return agree(was.second, now, size_of(record));
                                          }))
            record.setKillLocation();
    });
}
