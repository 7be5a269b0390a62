// SPDX-License-Identifier: MIT
// assigned.cpp: assignments that a pass has dropped, or put behind others.
//
// SimplifyCFG takes away blocks without code, and the records in them: variables would keep the
// value from before. InstCombine sinks operations to where they are used, and takes their records
// along, behind what has been assigned to the variable since.
#include "llvm/variables/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

using namespace llvm;

// Blocks that may run: not those behind a condition that is known.
static std::set<const BasicBlock *> running(Function &function)
{
    std::set<const BasicBlock *> seen = {&function.getEntryBlock()};
    std::vector<const BasicBlock *> open(seen.begin(), seen.end());
    while (!open.empty()) {
        const BasicBlock *block = open.back();
        open.pop_back();
        auto *branch = dyn_cast<BranchInst>(block->getTerminator());
        auto *condition = branch && branch->isConditional()
                              ? dyn_cast<ConstantInt>(branch->getCondition())
                              : nullptr;
        for (const BasicBlock *next : successors(block))
            if (!condition || branch->getSuccessor(condition->isZero()) == next)
                if (seen.insert(next).second)
                    open.push_back(next);
    }
    return seen;
}

static bool overlap(const DbgVariableRecord &a, const DILocalVariable *variable,
                    const DebugLoc &location, const DIExpression *expression)
{
    return a.getVariable() == variable &&
           a.getDebugLoc().getInlinedAt() == location.getInlinedAt() &&
           DIExpression::fragmentsOverlap(
               a.getFragmentOrEntireVariable(),
               expression->getFragmentInfo().value_or(a.getFragmentOrEntireVariable()));
}

void variables_assigned::add_block(BasicBlock &home, bool runs)
{
    code_block &made = blocks[&home];
    made.runs = runs;
    made.number = 0;
    for (Instruction &instruction : home) {
        for (DbgRecord &known : instruction.getDbgRecordRange()) {
            if (auto *from = dyn_cast<DbgVariableRecord>(&known); from && from->isDbgValue())
                records.emplace(variables_assignment_of(*from),
                                assigned{from, &home, made.code.size(), records.size(),
                                         from->getRawLocation(), from->getExpression(),
                                         from->getVariable(), from->getDebugLoc()});
            if (variables_is_iteration(known))
                marks.push_back({&known, cast<DbgLabelRecord>(&known)->getLabel(), &home,
                                 made.code.size(), known.getDebugLoc()});
        }
        made.code.emplace_back(&instruction);
    }
    made.next.assign(succ_begin(&home), succ_end(&home));
}

void variables_assigned::look(Function &function)
{
    const std::set<const BasicBlock *> runs = running(function);
    blocks.clear();
    records.clear();
    marks.clear();
    graph = variables_graph_of(function);
    for (BasicBlock &home : function)
        add_block(home, runs.count(&home));
    size_t number = 0;
    for (const BasicBlock *home : ReversePostOrderTraversal<Function *>(&function))
        blocks[home].number = ++number;
}

// The instructions in front of which what an assignment was in front of now begins.
void variables_assigned::find_places(const BasicBlock *home, size_t at,
                                     std::set<const BasicBlock *> &seen,
                                     std::vector<Instruction *> &found) const
{
    const code_block &was = blocks.at(home);
    const bool stays = any_of(was.code, [&](const WeakVH &code) {
        return code && cast<Instruction>(code)->getParent() == home;
    });
    for (size_t i = at; i < was.code.size(); i++) {
        auto *code = cast_or_null<Instruction>(was.code[i]);
        if (code && !isa<PHINode>(code) && code->getParent() &&
            (!stays || code->getParent() == home))
            return found.push_back(code);
    }
    for (const BasicBlock *next : was.next)
        if (seen.insert(next).second)
            find_places(next, 0, seen, found);
}

// Whether an assignment came behind another one, on a way that goes around no loop again.
bool variables_assigned::came_behind(const assigned &a, const assigned &b) const
{
    if (a.home == b.home)
        return a.order > b.order;
    std::set<const BasicBlock *> seen;
    std::vector<const BasicBlock *> open = {b.home};
    while (!open.empty()) {
        const code_block &block = blocks.at(open.back());
        open.pop_back();
        for (const BasicBlock *next : block.next) {
            if (blocks.at(next).number <= block.number)
                continue;
            if (next == a.home)
                return true;
            if (seen.insert(next).second)
                open.push_back(next);
        }
    }
    return false;
}

// Whether one that is still there may have come before one that is gone.
bool variables_assigned::came_before(const DbgVariableRecord &record, const assigned &was) const
{
    const auto [from, to] = records.equal_range(variables_assignment_of(record));
    const auto itself =
        std::find_if(from, to, [&](auto &pair) { return pair.second.record == &record; });
    if (itself != to)
        return !came_behind(itself->second, was);
    return any_of(make_range(from, to), [&](auto &pair) { return !came_behind(pair.second, was); });
}

// A record right behind one that is gone comes no earlier in the source: that of a loop's phi
// stands where the body ends.
void variables_assigned::pass_turn_on(const assigned &was, const DbgRecord &kill,
                                      Instruction &place)
{
    const unsigned turn = was.location.getCol(), line = was.location.getLine();
    bool behind = false;
    for (DbgRecord &at : place.getDbgRecordRange()) {
        auto *next = behind ? dyn_cast<DbgVariableRecord>(&at) : nullptr;
        const DILocation *old = next ? next->getDebugLoc().get() : nullptr;
        behind |= &at == &kill;
        if (old && old->getColumn() < turn &&
            overlap(*next, was.variable, was.location, was.expression))
            next->setDebugLoc(DILocation::get(old->getContext(), line, turn, old->getScope(),
                                              old->getInlinedAt()));
    }
}

// The variable is not known from there on; what was assigned behind it holds. What was assigned on
// other ways, or before it in blocks that have become one, does not.
void variables_assigned::put_kills(const assigned &was) const
{
    std::set<const BasicBlock *> seen = {was.home};
    std::vector<Instruction *> places;
    find_places(was.home, was.at, seen, places);
    for (Instruction *place : places) {
        DbgRecord *last = nullptr;
        for (DbgRecord &at : place->getDbgRecordRange()) {
            auto *other = dyn_cast<DbgVariableRecord>(&at);
            if (!other || !overlap(*other, was.variable, was.location, was.expression))
                continue;
            if (came_before(*other, was))
                last = &at;
        }
        auto *none = ValueAsMetadata::get(PoisonValue::get(Type::getInt32Ty(place->getContext())));
        auto *kill =
            new DbgVariableRecord(none, const_cast<DILocalVariable *>(was.variable),
                                  const_cast<DIExpression *>(was.expression), was.location.get());
        kill->setKillLocation();
        BasicBlock::iterator head = place->getIterator();
        head.setHeadBit(true);
        if (last)
            kill->insertAfter(last);
        else
            place->getParent()->insertDbgRecordBefore(kill, head);
        pass_turn_on(was, *kill, *place);
    }
}

bool variables_assigned::leads(const BasicBlock *from, const BasicBlock *to) const
{
    std::set<const BasicBlock *> seen;
    std::vector<const BasicBlock *> open = {from};
    while (!open.empty()) {
        const BasicBlock *block = open.back();
        open.pop_back();
        for (const BasicBlock *next : successors(block)) {
            if (next == to)
                return true;
            if (seen.insert(next).second)
                open.push_back(next);
        }
    }
    return false;
}

// Whether another assignment to the variable comes between a record's old place and its new one: of
// the same line, too, where another iteration has made it of another value.
bool variables_assigned::is_overtaken(const DbgVariableRecord &moved, const BasicBlock &home) const
{
    const auto key = variables_assignment_of(moved);
    const auto [from, to] = records.equal_range(key);
    if (from == to ||
        any_of(make_range(from, to), [&](auto &pair) { return pair.second.home == &home; }))
        return false;
    const auto is_of_value = [&](auto &pair) {
        return pair.second.value == moved.getRawLocation();
    };
    const bool is_known = any_of(make_range(from, to), is_of_value);
    const auto may_be = [&](auto &pair) { return !is_known || is_of_value(pair); };
    for (const auto &pair : records)
        for (auto old = from; old != to; old++)
            if (const assigned &other = pair.second;
                may_be(*old) && (pair.first != key || other.value != old->second.value) &&
                overlap(moved, other.variable, other.location, other.expression) &&
                (other.home == old->second.home ? other.order > old->second.order
                                                : leads(old->second.home, other.home)) &&
                (other.home == &home || leads(other.home, &home)))
                return true;
    return false;
}

// Where the code behind a mark is gone, the mark comes behind the code that was before it.
std::vector<Instruction *> variables_assigned::places_of_mark(const iteration &was) const
{
    const std::vector<WeakVH> &code = blocks.at(was.home).code;
    const auto is_left = [](const WeakVH &value) {
        auto *left = cast_or_null<Instruction>(value);
        return left && left->getParent() && !isa<PHINode>(left);
    };
    const auto at = code.begin() + std::ptrdiff_t(was.at);
    const auto before = std::find_if(std::make_reverse_iterator(at), code.rend(), is_left);
    if (before != code.rend() && std::none_of(at, code.end(), is_left))
        if (Instruction *next = cast<Instruction>(*before)->getNextNode())
            return {next};
    std::set<const BasicBlock *> seen = {was.home};
    std::vector<Instruction *> places;
    find_places(was.home, was.at, seen, places);
    return places;
}

// Marks of iterations that are gone with a block come back. Copies are counted.
void variables_assigned::mend_marks(Function &function) const
{
    using key = std::pair<const DILabel *, const DILocation *>;
    std::map<key, int> missing;
    std::set<const DbgRecord *> left;
    for (const iteration &was : marks)
        missing[{was.label, was.location.getInlinedAt()}]++;
    for (BasicBlock &block : function)
        for (Instruction &instruction : block)
            for (DbgRecord &record : instruction.getDbgRecordRange())
                if (variables_is_iteration(record)) {
                    left.insert(&record);
                    missing[{cast<DbgLabelRecord>(&record)->getLabel(),
                             record.getDebugLoc().getInlinedAt()}]--;
                }
    for (const iteration &was : reverse(marks)) {
        if (left.count(was.record) || missing[{was.label, was.location.getInlinedAt()}] <= 0 ||
            !blocks.at(was.home).runs)
            continue;
        for (Instruction *place : places_of_mark(was)) {
            BasicBlock::iterator head = place->getIterator();
            head.setHeadBit(true);
            place->getParent()->insertDbgRecordBefore(new DbgLabelRecord(was.label, was.location),
                                                      head);
        }
    }
}

// Copies of a block have the same assignment each: one that is gone is missed where there are fewer
// of them than before.
void variables_assigned::mend(Function &function)
{
    std::map<variables_assignment, size_t> counts;
    std::set<const DbgVariableRecord *> left;
    std::vector<DbgVariableRecord *> overtaken;
    const bool same = graph == variables_graph_of(function);
    variables_each_record(function, [&](BasicBlock &home, DbgVariableRecord &record) {
        counts[variables_assignment_of(record)]++;
        left.insert(&record);
        if (same && is_overtaken(record, home))
            overtaken.push_back(&record);
    });
    for (DbgVariableRecord *record : overtaken)
        record->eraseFromParent();
    for (const auto &[key, was] : records)
        if (!left.count(was.record) && counts[key] < records.count(key) && blocks.at(was.home).runs)
            put_kills(was);
    mend_marks(function);
}
