// SPDX-License-Identifier: MIT
// restated.cpp: records that say once more what an assignment has made.
//
// LLVM leaves a record of an assignment where it moves the value from, and one more where it moves
// it to, step by step. They are no other assignment as long as all of them have the same value.
#include "llvm/variables/passes.h"

using namespace llvm;

namespace
{
using results = std::vector<variables_bits>; // of each trial

// Whether two values are the same wherever both are known, which has to be in many trials.
bool same_value(const results &a, const results &b, unsigned size)
{
    enum { ENOUGH = variables_evaluation::TRIALS / 2 };
    unsigned seen = 0;
    assert(a.size() == b.size());
    for (size_t i = 0; i < a.size(); i++) {
        if (!a[i].known.zextOrTrunc(size).isAllOnes() || !b[i].known.zextOrTrunc(size).isAllOnes())
            continue;
        if (a[i].value.zextOrTrunc(size) != b[i].value.zextOrTrunc(size))
            return false;
        seen++;
    }
    return seen >= ENOUGH;
}
} // namespace

// A load has what memory has by then, so each has a value of its own.
variables_restated variables_find_restated(Function &function)
{
    struct group {
        results shown;
        uint32_t number;
    };
    variables_names names;
    names.loads_differ = true;
    std::vector<variables_evaluation> trials;
    for (unsigned i = 0; i < variables_evaluation::TRIALS; i++)
        trials.emplace_back(function, i, names);
    std::map<variables_assignment, std::vector<group>> groups;
    variables_restated found;
    uint32_t count = 0;
    variables_each_record(function, [&](BasicBlock &, DbgVariableRecord &record) {
        if (record.isKillLocation() || record.isAddressOfVariable())
            return;
        results shown;
        for (const variables_evaluation &trial : trials)
            shown.push_back(trial.shown(record));
        std::vector<group> &known = groups[variables_assignment_of(record)];
        const auto same = find_if(known, [&](const group &other) {
            return same_value(other.shown, shown, variables_size_of(record));
        });
        found[&record] = same == known.end() ? ++count : same->number;
        if (same == known.end())
            known.push_back({shown, count});
    });
    return found;
}
