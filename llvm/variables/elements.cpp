// SPDX-License-Identifier: MIT
// elements.cpp: arrays that stay in memory are believed as long as each of their stores stays where
// it was.
//
// LLVM has no records of such stores, and leaves some out or moves them. So a label is put in front
// of each, which no pass looks at: it stays when its store goes. Where a label has lost its store,
// or a store has none, nobody knows what the variable is. Copies of a block have copies of both.
//
// That begins once other variables have become values. Passes before leave out stores, too: what
// the labels of assignments have lost by then says of which variables. What is not believed loses
// its declaration: LLVM would make records of values of it once the variable leaves memory.
#include "llvm/variables/passes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

static const char label_name[] = "rootle.store";
// The module says whether its stores have labels.
static const char marked_name[] = "rootle.stores";

// The variables of the one module that is compiled, by their labels; NULL: it is gone.
static std::map<const DILabel *, WeakVH> believed;
static unsigned labels;

// The variables that assignments store to, by their labels; NULL: it is not known which. Those of
// other memory are not in there.
static std::map<const DILabel *, const DILocalVariable *> assigned;
// Variables, by function, that have lost stores before they got labels; NULL: any.
static std::set<std::pair<const Function *, const DILocalVariable *>> lost;

bool variables_is_store(const DbgRecord &record)
{
    auto *label = dyn_cast<DbgLabelRecord>(&record);
    return label && label->getLabel()->getName().starts_with(label_name);
}

// The variable that lies there; NULL: there is none, or it is in doubt.
static DbgVariableRecord *declared_at(const AllocaInst &home)
{
    const auto records = findDVRDeclares(const_cast<AllocaInst *>(&home));
    return records.size() == 1 && !records[0]->isKillLocation() ? records[0] : nullptr;
}

bool variables_find_stores(const Value &pointer, std::vector<const StoreInst *> &found)
{
    for (const User *user : pointer.users()) {
        auto *store = dyn_cast<StoreInst>(user);
        if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user)) {
            if (!variables_find_stores(*user, found))
                return false;
        } else if (store && store->getValueOperand() != &pointer) {
            found.push_back(store);
        } else if (!isa<LoadInst>(user) && !isa<LifetimeIntrinsic>(user)) {
            return false;
        }
    }
    return true;
}

DILabel *variables_label_assignment(const StoreInst &store)
{
    const Function &function = *store.getFunction();
    auto *scope = cast<DILocalScope>(store.getDebugLoc().getScope());
    auto *label = DILabel::get(function.getContext(), scope, "", scope->getFile(), ++labels);
    auto *home = dyn_cast<AllocaInst>(getUnderlyingObject(store.getPointerOperand(), 0));
    const DbgVariableRecord *declared = home ? declared_at(*home) : nullptr;
    const unsigned space = store.getPointerAddressSpace();
    if (declared)
        assigned[label] = declared->getVariable();
    else if (!home && (!space || space == function.getDataLayout().getAllocaAddrSpace()))
        assigned[label] = nullptr;
    return label;
}

// Whether the store of an assignment stays behind its label, or is a value now, if it may be.
static bool is_there(const Instruction &instruction, const DbgRecord &label, bool may_be_value)
{
    bool behind = false;
    for (const DbgRecord &record : instruction.getDbgRecordRange()) {
        if (behind && may_be_value && isa<DbgVariableRecord>(record))
            return true;
        auto *next = behind ? dyn_cast<DbgLabelRecord>(&record) : nullptr;
        if (next && assigned.count(next->getLabel()))
            return false;
        behind |= &record == &label;
    }
    return isa<StoreInst>(instruction) && instruction.getDebugLoc() == label.getDebugLoc();
}

void variables_find_lost_stores(Function &function)
{
    for (Instruction &instruction : instructions(function))
        for (DbgRecord &record : instruction.getDbgRecordRange()) {
            auto *label = dyn_cast<DbgLabelRecord>(&record);
            const auto known = label ? assigned.find(label->getLabel()) : assigned.end();
            if (known != assigned.end() && !is_there(instruction, record, !known->second))
                lost.insert({&function, known->second});
        }
}

static bool may_have_lost(const Function &function, const DILocalVariable *variable)
{
    return lost.count({&function, variable}) || lost.count({&function, nullptr});
}

static const Value *home_of(const DbgRecord &record)
{
    auto *label = dyn_cast<DbgLabelRecord>(&record);
    const auto known = label ? believed.find(label->getLabel()) : believed.end();
    return known != believed.end() ? static_cast<Value *>(known->second) : nullptr;
}

static bool has_label(const StoreInst &store, const AllocaInst &home)
{
    return any_of(store.getDbgRecordRange(), [&](const DbgRecord &record) {
        return home_of(record) == &home && record.getDebugLoc() == store.getDebugLoc();
    });
}

// Where a label stands, its store stands behind it.
static bool has_store(const Instruction &instruction, const DbgRecord &label)
{
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && label.getDebugLoc() == store->getDebugLoc() &&
           getUnderlyingObject(store->getPointerOperand(), 0) == home_of(label);
}

bool variables_has_stores(const Value *home)
{
    return home && any_of(believed, [&](auto &pair) { return pair.second == home; });
}

// When the source stores, in the function of the variable; 0: that is not known.
static uint32_t turn_of(const StoreInst &store, const DbgVariableRecord &declared)
{
    const DILocation *at = store.getDebugLoc().get();
    while (at && at->getInlinedAt() != declared.getDebugLoc().getInlinedAt())
        at = at->getInlinedAt();
    return variables_turn_of(at);
}

const DbgVariableRecord *variables_stored_by(const Instruction &instruction, uint32_t *turn)
{
    auto *store = dyn_cast<StoreInst>(&instruction);
    auto *home =
        store ? dyn_cast<AllocaInst>(getUnderlyingObject(store->getPointerOperand(), 0)) : nullptr;
    const DbgVariableRecord *declared = variables_has_stores(home) ? declared_at(*home) : nullptr;
    *turn = declared ? turn_of(*store, *declared) : 0;
    return declared;
}

static void mark(Function &function, AllocaInst &home)
{
    std::vector<const StoreInst *> stores;
    const DbgVariableRecord *declared = declared_at(home);
    if (!declared || may_have_lost(function, declared->getVariable()) ||
        !variables_find_stores(home, stores) ||
        any_of(stores, [&](auto *store) { return !turn_of(*store, *declared); }))
        return;
    DISubprogram *scope = function.getSubprogram();
    auto *label =
        DILabel::get(function.getContext(), scope, label_name, scope->getFile(), ++labels);
    believed[label] = &home;
    for (const StoreInst *store : stores)
        const_cast<BasicBlock *>(store->getParent())
            ->insertDbgRecordBefore(new DbgLabelRecord(label, store->getDebugLoc()),
                                    const_cast<StoreInst *>(store)->getIterator());
}

void variables_forget_stores()
{
    believed.clear();
    assigned.clear();
    lost.clear();
    labels = 0;
}

void variables_mark_stores(Module &module)
{
    if (module.getNamedMetadata(marked_name))
        return;
    module.getOrInsertNamedMetadata(marked_name);
    for (Function &function : module)
        if (!function.isDeclaration() && function.getSubprogram())
            for (Instruction &instruction : instructions(function))
                if (auto *home = dyn_cast<AllocaInst>(&instruction))
                    mark(function, *home);
}

static bool keeps_stores(const AllocaInst &home)
{
    std::vector<const StoreInst *> stores;
    return variables_find_stores(home, stores) &&
           all_of(stores, [&](auto *store) { return has_label(*store, home); });
}

static void forget_doubted(Function &function)
{
    for (Instruction &instruction : instructions(function))
        if (auto *home = dyn_cast<AllocaInst>(&instruction); home && !variables_has_stores(home))
            for (DbgVariableRecord *declared : findDVRDeclares(home))
                declared->setKillLocation();
}

void variables_check_stores(Function &function)
{
    std::set<const Value *> doubted;
    for (Instruction &instruction : instructions(function)) {
        auto *home = dyn_cast<AllocaInst>(&instruction);
        if (home && variables_has_stores(home) && !keeps_stores(*home))
            doubted.insert(home);
        std::set<const Value *> labelled; /* of two labels one has lost its store */
        for (DbgRecord &record : instruction.getDbgRecordRange())
            if (const Value *of = home_of(record))
                if (!has_store(instruction, record) || !labelled.insert(of).second)
                    doubted.insert(of);
    }
    for (auto at = believed.begin(); at != believed.end();)
        at = !at->second || doubted.count(at->second) ? believed.erase(at) : std::next(at);
    if (function.getParent()->getNamedMetadata(marked_name))
        forget_doubted(function);
}
