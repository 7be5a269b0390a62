// SPDX-License-Identifier: MIT
// read.cpp: LLVM's debug records, which its C API does not show.
#include "llvm/variables/describe.h"
#include "llvm/variables/passes.h"

extern "C" {
#include "llvm/evergreen/variables/variables.h"
}

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>
#include <vector>

using namespace llvm;

// The module says whether its variables were kept in memory.
static const char kept_name[] = "rootle.kept";

static bool keeps(const Module &module)
{
    return module.getNamedMetadata(kept_name);
}

// Memory of a variable that was not kept: stores to it may have been left out or moved.
static bool is_unsure(const DbgVariableRecord &record)
{
    return record.isAddressOfVariable() && !keeps(*record.getModule()) &&
           !variables_has_stores(record.getAddress());
}

// Numbers of the records of the one function that is read.
static struct {
    const Function *function;
    variables_restated numbers;
} restated;

static uint32_t number_of(const DbgVariableRecord &record)
{
    const Function *function = record.getFunction();
    if (restated.function != function)
        restated = {function, variables_find_restated(const_cast<Function &>(*function))};
    const auto found = restated.numbers.find(&record);
    return found == restated.numbers.end() ? 0 : found->second;
}

// `turn`: of a store to where the variable lies, if it is not 0.
static void read_record(const DbgVariableRecord &from, uint32_t turn, ir_variable_visit *visit,
                        void *data)
{
    ir_variable_record record = {};
    const DIExpression *expression = from.getExpression();
    record.variable = from.getVariable();
    record.inlined_at = from.getDebugLoc() ? from.getDebugLoc().getInlinedAt() : nullptr;
    record.is_address = from.isAddressOfVariable();
    record.by_stores = record.is_address && !keeps(*from.getModule());
    record.turn = from.getDebugLoc() && !record.is_address ? from.getDebugLoc().getCol() : turn;
    if (record.turn % 2 == 0 && !record.is_address) // not of a phi
        record.line = from.getDebugLoc() ? from.getDebugLoc().getLine() : 0;
    if (auto fragment = expression->getFragmentInfo()) {
        record.fragment_start = uint32_t(fragment->OffsetInBits);
        record.fragment_bits = uint32_t(fragment->SizeInBits);
    }
    record.expression = expression->getElements().data();
    record.expression_length = uint32_t(expression->getNumElements());
    record.same = number_of(from);
    if (!from.isKillLocation() && !is_unsure(from) &&
        from.getNumVariableLocationOps() <= IR_VARIABLE_VALUES)
        for (Value *value : from.location_ops())
            record.values[record.value_count++] = wrap(value);
    visit(data, &record);
}

static void read(LLVMValueRef instruction, ir_variable_visit *visit, void *data)
{
    ir_variable_record iteration;
    for (DbgRecord &record : unwrap<Instruction>(instruction)->getDbgRecordRange())
        if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
            read_record(*variable, 0, visit, data);
        else if (variables_is_iteration(record)) {
            variables_read_iteration(record, &iteration);
            visit(data, &iteration);
        }
    uint32_t turn = 0;
    if (const DbgVariableRecord *declared =
            variables_stored_by(*unwrap<Instruction>(instruction), &turn))
        read_record(*declared, turn, visit, data);
}

// ---- the order of the source ----

// Clang makes code in the order in which it is to run, a loop's increment behind its body. So the
// number of the first instruction with a location says when it comes, whatever passes do later.
// The module keeps the numbers, which are even: what a phi gives is had before the code behind it.
static const char turns_name[] = "rootle.turns";

using place = std::tuple<const Metadata *, const Metadata *, unsigned, unsigned>;
static std::map<place, uint32_t> turns; // of the one module that is compiled

// Copies of loops and of functions have scopes of their own, in the function of the source.
static place place_of(const DILocation *location)
{
    return {location->getScope()->getSubprogram(), location->getFile(), location->getLine(),
            location->getColumn()};
}

static void number(Function &function, NamedMDNode *list)
{
    std::map<place, uint32_t> known;
    LLVMContext &context = function.getContext();
    for (BasicBlock &block : function)
        for (Instruction &instruction : block) {
            const DILocation *location = instruction.getDebugLoc();
            if (!location || !known.emplace(place_of(location), known.size() + 1).second)
                continue;
            auto *turn = ConstantInt::get(Type::getInt32Ty(context), 2 * known.size());
            list->addOperand(MDNode::get(
                context, {const_cast<DILocation *>(location), ConstantAsMetadata::get(turn)}));
        }
}

// A location that a pass has merged of several has a line, and no column: it may be any of them,
// the first one as well.
static void add_turn(const DILocation *location, uint32_t turn)
{
    place at = place_of(location);
    turns.emplace(at, turn);
    std::get<3>(at) = 0;
    turns.emplace(at, turn);
}

static void begin(LLVMModuleRef module)
{
    turns.clear();
    restated = {};
    if (auto *list = unwrap(module)->getNamedMetadata(turns_name))
        for (const MDNode *node : list->operands()) {
            auto *location = dyn_cast_or_null<DILocation>(node->getOperand(0));
            if (location && node->getNumOperands() == 2)
                add_turn(location,
                         mdconst::extract<ConstantInt>(node->getOperand(1))->getZExtValue());
        }
    for (Function &function : *unwrap(module))
        variables_check_stores(function);
}

uint32_t variables_turn_of(const DILocation *location)
{
    const auto found = location ? turns.find(place_of(location)) : turns.end();
    return found == turns.end() ? 0 : found->second;
}

static uint32_t turn_of(const void *reference)
{
    auto *metadata = unwrap(reinterpret_cast<LLVMMetadataRef>(const_cast<void *>(reference)));
    return variables_turn_of(reference ? dyn_cast<DILocation>(metadata) : nullptr);
}

// Takes away in which memory a variable lies, which is always the private one: SROA drops records
// of structures that say it.
static void forget_space(DbgVariableRecord &record)
{
    const ArrayRef<uint64_t> does = record.getExpression()->getElements();
    if (does.size() >= 4 && does.back() == dwarf::DW_OP_xderef)
        record.setExpression(DIExpression::get(record.getContext(), does.drop_back(4)));
}

// Records of values have no place of their own. So a label, which no pass looks at, goes in front
// of each store to a variable; where the store becomes a record, the label is just before that.
static void mark_assignments(LLVMModuleRef module, bool keeps)
{
    NamedMDNode *list = unwrap(module)->getOrInsertNamedMetadata(turns_name);
    variables_forget_stores();
    if (keeps)
        unwrap(module)->getOrInsertNamedMetadata(kept_name);
    for (Function &function : *unwrap(module))
        number(function, list);
    begin(module);
    for (Function &function : *unwrap(module)) {
        if (keeps)
            variables_keep(wrap(&function));
        else
            variables_mark_iterations(function);
        variables_each_record(
            function, [](BasicBlock &, DbgVariableRecord &record) { forget_space(record); });
        for (BasicBlock &block : function)
            for (Instruction &instruction : block) {
                const DebugLoc &location = instruction.getDebugLoc();
                auto *store = dyn_cast<StoreInst>(&instruction);
                if (store && location)
                    block.insertDbgRecordBefore(
                        new DbgLabelRecord(variables_label_assignment(*store), location),
                        instruction.getIterator());
            }
    }
}

// The first location from an instruction on that is of the function, as inlined, that a record is
// of.
static const DILocation *next_location(const Instruction &instruction, const DILocation *of)
{
    for (const Instruction *i = &instruction; i; i = i->getNextNode()) {
        const DILocation *location = i->getDebugLoc();
        if (location && location->getLine() && location->getInlinedAt() == of->getInlinedAt() &&
            location->getScope()->getSubprogram() == of->getScope()->getSubprogram())
            return location;
    }
    return nullptr;
}

// Gives records the turns of the labels before them, in the place of columns, and takes the labels
// away. Those without a label are of phis: they hold for the code that follows.
static void take_turns(Instruction &instruction)
{
    enum { MOST = 65535 }; // of a column
    unsigned line = 0;
    uint32_t turn = 0;
    for (DbgRecord &record : make_early_inc_range(instruction.getDbgRecordRange())) {
        if (variables_is_iteration(record) || variables_is_store(record))
            continue;
        if (auto *label = dyn_cast<DbgLabelRecord>(&record)) {
            line = label->getDebugLoc().getLine();
            turn = variables_turn_of(label->getDebugLoc().get());
            label->eraseFromParent();
            continue;
        }
        const DebugLoc &old = record.getDebugLoc();
        const DILocation *next =
            !line && old && !old.getLine() ? next_location(instruction, old.get()) : nullptr;
        if (const uint32_t phi = next ? variables_turn_of(next) : 0; phi && phi <= MOST)
            record.setDebugLoc(DILocation::get(instruction.getContext(), next->getLine(), phi - 1,
                                               old.getScope(), old.getInlinedAt()));
        if (line && old && !old.getLine() && turn <= MOST)
            record.setDebugLoc(DILocation::get(instruction.getContext(), line, turn, old.getScope(),
                                               old.getInlinedAt()));
    }
}

// ---- vectors ----

// The value of an element, if it is one, or a constant.
static Value *element_of(Value *vector, unsigned index)
{
    for (unsigned depth = 0; depth < 64; depth++) {
        if (auto *constant = dyn_cast<Constant>(vector))
            return constant->getAggregateElement(index);
        if (auto *insert = dyn_cast<InsertElementInst>(vector)) {
            auto *at = dyn_cast<ConstantInt>(insert->getOperand(2));
            if (!at)
                return nullptr;
            if (at->getZExtValue() == index)
                return insert->getOperand(1);
            vector = insert->getOperand(0);
        } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(vector)) {
            const int from = shuffle->getMaskValue(index);
            auto *type = dyn_cast<FixedVectorType>(shuffle->getOperand(0)->getType());
            if (from < 0 || !type)
                return nullptr;
            const unsigned count = type->getNumElements();
            vector = shuffle->getOperand(unsigned(from) < count ? 0 : 1);
            index = unsigned(from) % count;
        } else {
            return nullptr;
        }
    }
    return nullptr;
}

// Puts a record for each element in the place of one of the vector. Elements that nobody has given
// a value have none.
static void split_record(DbgVariableRecord &record, const DataLayout &layout)
{
    if (record.isKillLocation() || record.isAddressOfVariable() ||
        record.getNumVariableLocationOps() != 1)
        return;
    Value *vector = record.getVariableLocationOp(0);
    auto *type = dyn_cast<FixedVectorType>(vector->getType());
    if (!type || isa<Constant>(vector))
        return;
    const unsigned bits = unsigned(layout.getTypeSizeInBits(type->getElementType()));
    std::vector<Value *> elements;
    for (unsigned i = 0; i < type->getNumElements(); i++)
        elements.push_back(element_of(vector, i));
    for (Value *element : elements)
        if (!element)
            return;
    for (unsigned i = 0; i < elements.size(); i++) {
        auto part = DIExpression::createFragmentExpression(record.getExpression(), i * bits, bits);
        if (!part)
            return;
        DbgVariableRecord *copy = record.clone();
        copy->replaceVariableLocationOp(vector, elements[i]);
        copy->setExpression(*part);
        copy->insertBefore(&record);
    }
    record.eraseFromParent();
}

static void split_vectors(LLVMModuleRef module)
{
    begin(module);
    variables_forget_marks(module);
    for (Function &function : *unwrap(module)) {
        variables_find_lost_stores(function);
        for (BasicBlock &block : function) {
            variables_lead_iteration(block);
            for (Instruction &instruction : block) {
                take_turns(instruction);
                for (DbgRecord &record : make_early_inc_range(instruction.getDbgRecordRange()))
                    if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
                        split_record(*variable, unwrap(module)->getDataLayout());
            }
        }
    }
    if (!keeps(*unwrap(module)))
        variables_mark_stores(*unwrap(module));
}

extern "C" const ir_variable_reader variable_reader = {
    mark_assignments, split_vectors, &variables_watch, begin,
    turn_of,          read,          variables_print,  &evg_variables};
