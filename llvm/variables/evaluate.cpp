// SPDX-License-Identifier: MIT
// evaluate.cpp: what a function's values are for made-up inputs, to see whether two of them are
// one.
//
// An input is what the function does not compute from others: an argument, what an operation that
// is not understood gives, and a phi around a loop. Its name says which number it is: that of the
// first time that it was met, or of its operation and operands, so that it is the same before and
// behind a pass. A phi is one of its values, by the block that is before.
#include "llvm/variables/passes.h"

#include <llvm/ADT/Hashing.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace
{
uint64_t mix(uint64_t a, uint64_t b)
{
    return hash_combine(a, b);
}

// Whether a result is not defined for these operands, so that any would be right.
bool overflows(const OverflowingBinaryOperator &op, const APInt &a, const APInt &b)
{
    bool is_signed = false, is_unsigned = false;
    switch (op.getOpcode()) {
    case Instruction::Add:
        (void)a.sadd_ov(b, is_signed), (void)a.uadd_ov(b, is_unsigned);
        break;
    case Instruction::Sub:
        (void)a.ssub_ov(b, is_signed), (void)a.usub_ov(b, is_unsigned);
        break;
    case Instruction::Mul:
        (void)a.smul_ov(b, is_signed), (void)a.umul_ov(b, is_unsigned);
        break;
    default:
        (void)a.sshl_ov(b, is_signed), (void)a.ushl_ov(b, is_unsigned);
    }
    return (op.hasNoSignedWrap() && is_signed) || (op.hasNoUnsignedWrap() && is_unsigned);
}

bool breaks_promise(const Instruction &i, ArrayRef<Constant *> operands)
{
    auto *a = dyn_cast<ConstantInt>(operands[0]);
    auto *b = operands.size() > 1 ? dyn_cast<ConstantInt>(operands[1]) : nullptr;
    if (!a)
        return false;
    if (auto *cast = dyn_cast<PossiblyNonNegInst>(&i))
        return cast->hasNonNeg() && a->isNegative();
    if (auto *op = dyn_cast<OverflowingBinaryOperator>(&i))
        return b && overflows(*op, a->getValue(), b->getValue());
    if (auto *both = dyn_cast<PossiblyDisjointInst>(&i))
        return b && both->isDisjoint() && a->getValue().intersects(b->getValue());
    auto *exact = dyn_cast<PossiblyExactOperator>(&i);
    if (!exact || !exact->isExact() || !b || b->isZero())
        return false;
    return i.isShift() ? a->getValue().countr_zero() < b->getValue().getLimitedValue(64)
                       : !a->getValue().srem(b->getValue()).isZero();
}

// A value's bits, as memory has them; none where nobody knows, or any would be right.
variables_bits bits_of(Constant *value, const DataLayout &layout)
{
    const variables_bits nothing = {APInt::getZeroWidth(), APInt::getZeroWidth()};
    auto *vector = value ? dyn_cast<FixedVectorType>(value->getType()) : nullptr;
    const TypeSize size = value ? layout.getTypeSizeInBits(value->getType()) : TypeSize::getZero();
    if (!size || size.getFixedValue() > 512)
        return nothing;
    const unsigned width = unsigned(size.getFixedValue());
    if (vector) {
        variables_bits all = {APInt::getZero(width), APInt::getZero(width)};
        for (unsigned i = 0, at = 0; i < vector->getNumElements(); i++) {
            const variables_bits part = bits_of(value->getAggregateElement(i), layout);
            if (part.value.getBitWidth() != 0) {
                all.value.insertBits(part.value, at);
                all.known.insertBits(part.known, at);
            }
            at += width / vector->getNumElements();
        }
        return all;
    }
    Type *type = IntegerType::get(value->getContext(), width);
    const auto op = value->getType()->isPointerTy() ? Instruction::PtrToInt : Instruction::BitCast;
    Constant *plain =
        value->getType() == type ? value : ConstantFoldCastOperand(op, value, type, layout);
    auto *number = dyn_cast_or_null<ConstantInt>(plain);
    return number ? variables_bits{number->getValue(), APInt::getAllOnes(width)} : nothing;
}

// DWARF's operations, on a stack of 64-bit numbers as docs/debugging.md has them.
struct machine {
    std::vector<uint64_t> stack, inputs;
    unsigned width; /* of shifts and divisions: 32 or 64 */

    uint64_t pop()
    {
        const uint64_t top = stack.empty() ? 0 : stack.back();
        if (!stack.empty())
            stack.pop_back();
        return top;
    }

    int64_t wide(uint64_t value) const
    {
        return width == 32 ? int64_t(int32_t(value)) : int64_t(value);
    }

    bool run_two(uint64_t op)
    {
        const uint64_t b = pop(), a = pop();
        const uint64_t low = width == 32 ? UINT32_MAX : UINT64_MAX;
        switch (op) {
        case dwarf::DW_OP_plus:
            return stack.push_back(a + b), true;
        case dwarf::DW_OP_minus:
            return stack.push_back(a - b), true;
        case dwarf::DW_OP_mul:
            return stack.push_back(a * b), true;
        case dwarf::DW_OP_and:
            return stack.push_back(a & b), true;
        case dwarf::DW_OP_or:
            return stack.push_back(a | b), true;
        case dwarf::DW_OP_xor:
            return stack.push_back(a ^ b), true;
        case dwarf::DW_OP_shl:
            return stack.push_back(a << (b & 63)), true;
        case dwarf::DW_OP_shr:
            return stack.push_back((a & low) >> (b & 63)), true;
        case dwarf::DW_OP_shra:
            return stack.push_back(uint64_t(wide(a) >> (b & 63))), true;
        default:
            return false;
        }
    }

    bool run(const DIExpression::ExprOperand &op)
    {
        if (op.getOp() >= dwarf::DW_OP_lit0 && op.getOp() <= dwarf::DW_OP_lit31)
            return stack.push_back(op.getOp() - dwarf::DW_OP_lit0), true;
        switch (op.getOp()) {
        case dwarf::DW_OP_constu:
        case dwarf::DW_OP_consts:
            return stack.push_back(op.getArg(0)), true;
        case dwarf::DW_OP_plus_uconst:
            return stack.push_back(pop() + op.getArg(0)), true;
        case dwarf::DW_OP_LLVM_arg:
            return op.getArg(0) < inputs.size() && (stack.push_back(inputs[op.getArg(0)]), true);
        case dwarf::DW_OP_neg:
            return stack.push_back(-pop()), true;
        case dwarf::DW_OP_not:
            return stack.push_back(~pop()), true;
        case dwarf::DW_OP_LLVM_convert: {
            const APInt value = APInt(64, pop()).trunc(unsigned(op.getArg(0)));
            const bool is_signed = op.getArg(1) == dwarf::DW_ATE_signed;
            stack.push_back((is_signed ? value.sext(64) : value.zext(64)).getZExtValue());
            return true;
        }
        case dwarf::DW_OP_stack_value:
            return true;
        default:
            return run_two(op.getOp());
        }
    }
};

// Without what says which part of a variable is meant.
std::vector<DIExpression::ExprOperand> operations_of(const DIExpression *expression)
{
    std::vector<DIExpression::ExprOperand> all;
    for (auto op : expression->expr_ops()) {
        if (op.getOp() == dwarf::DW_OP_LLVM_fragment || op.getOp() == dwarf::DW_OP_stack_value)
            continue;
        all.push_back(op);
    }
    return all;
}
} // namespace

// ---- values ----

uint64_t variables_evaluation::name_of(const void *thing) const
{
    return names.numbers.emplace(thing, names.numbers.size()).first->second;
}

variables_evaluation::variables_evaluation(Function &function, unsigned number,
                                           variables_names &known_names)
    : layout(function.getParent()->getDataLayout()), trial(number), names(known_names)
{
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
        for (Instruction &instruction : *block)
            if (!instruction.getType()->isVoidTy())
                known[&instruction] = compute(instruction);
}

Constant *variables_evaluation::find(Value *value) const
{
    if (auto *constant = dyn_cast<Constant>(value))
        return constant;
    const auto found = known.find(value);
    if (found != known.end())
        return found->second;
    return isa<Argument>(value) ? make_up(value->getType(), name_of(value)) : nullptr;
}

// Most numbers are small, as sums and products of these do not overflow, what the code promises.
Constant *variables_evaluation::make_up(Type *type, uint64_t seed) const
{
    static const unsigned widths[] = {5, 10, 15, 32};
    const unsigned bits = widths[trial / 2 % std::size(widths)];
    int64_t number = int64_t(mix(seed, trial) & ((UINT64_C(1) << bits) - 1));
    number -= trial % 2 ? INT64_C(1) << (bits - 1) : 0;
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
        SmallVector<Constant *, 16> elements;
        for (unsigned i = 0; i < vector->getNumElements(); i++)
            elements.push_back(make_up(vector->getElementType(), mix(seed, i + 1)));
        return any_of(elements, [](Constant *c) { return !c; }) ? nullptr
                                                                : ConstantVector::get(elements);
    }
    if (type->isIntegerTy())
        return ConstantInt::get(type, uint64_t(number));
    if (type->isFloatingPointTy())
        return ConstantFP::get(type, double(number) / 4);
    if (type->isPointerTy())
        return ConstantExpr::getIntToPtr(
            ConstantInt::get(Type::getInt32Ty(type->getContext()), uint64_t(number * 64)), type);
    return nullptr;
}

// A number as it is if it is in a range, else one that is.
static Constant *within(Constant *made, const ConstantRange &range)
{
    auto *number = dyn_cast_or_null<ConstantInt>(made);
    if (!number || range.isFullSet() || range.isEmptySet() || range.contains(number->getValue()))
        return made;
    const APInt size = range.getUpper() - range.getLower();
    return ConstantInt::get(made->getType(), range.getLower() + number->getValue().urem(size));
}

// An operation that is not understood gives the same for the same operands, if it changes
// nothing.
Constant *variables_evaluation::make_up_for(const Instruction &instruction,
                                            ArrayRef<Constant *> operands) const
{
    uint64_t seed = name_of(&instruction);
    if (!instruction.mayHaveSideEffects() && !isa<AllocaInst>(instruction) &&
        !(names.loads_differ && instruction.mayReadFromMemory())) {
        seed = instruction.getOpcode();
        for (Constant *operand : operands)
            seed = mix(seed, name_of(operand));
    }
    Constant *made = make_up(instruction.getType(), seed);
    auto *call = dyn_cast<CallBase>(&instruction);
    auto range = call ? call->getRange() : std::nullopt;
    return range ? within(made, *range) : made;
}

// One constant's bits, and another one's where a mask says so.
static Constant *blend(Constant *one, Constant *other, const APInt &mask, const DataLayout &layout)
{
    const variables_bits a = bits_of(one, layout), b = bits_of(other, layout);
    if (a.value.getBitWidth() != mask.getBitWidth() || b.value.getBitWidth() != mask.getBitWidth())
        return other;
    Constant *bits = ConstantInt::get(other->getContext(), (a.value & ~mask) | (b.value & mask));
    return bits->getType() == other->getType()
               ? bits
               : ConstantFoldCastOperand(Instruction::BitCast, bits, other->getType(), layout);
}

Constant *variables_evaluation::make_up_for_loop(const PHINode &phi) const
{
    enum { OTHER = 7919 };
    const auto range = names.ranges.find(&phi);
    const auto changed = names.changed.find(&phi);
    Constant *made = make_up(phi.getType(), name_of(&phi));
    if (range != names.ranges.end())
        made = within(made, range->second);
    if (changed == names.changed.end() || !made)
        return made;
    Constant *other = make_up(phi.getType(), mix(name_of(&phi), OTHER));
    return phi.getType()->isPtrOrPtrVectorTy() ? other
                                               : blend(made, other, changed->second, layout);
}

Constant *variables_evaluation::compute_phi(const PHINode &phi)
{
    if (any_of(phi.incoming_values(),
               [&](const Use &value) { return isa<Instruction>(value) && !known.count(value); }))
        loop_phis.push_back(&phi);
    unsigned chosen = 0;
    for (unsigned i = 1; i < phi.getNumIncomingValues(); i++)
        if (mix(name_of(phi.getIncomingBlock(i)), trial) <
            mix(name_of(phi.getIncomingBlock(chosen)), trial))
            chosen = i;
    Value *value = phi.getIncomingValue(chosen);
    if (isa<Instruction>(value) && !known.count(value)) // around a loop
        return make_up_for_loop(phi);
    return find(value);
}

Constant *variables_evaluation::compute(Instruction &instruction)
{
    if (auto *phi = dyn_cast<PHINode>(&instruction))
        return compute_phi(*phi);
    SmallVector<Constant *, 8> operands;
    for (Value *operand : instruction.operands()) {
        if (isa<BasicBlock>(operand) || isa<MetadataAsValue>(operand))
            return nullptr;
        Constant *constant = find(operand);
        if (!constant)
            return nullptr;
        if (isa<PoisonValue>(constant) && !isa<SelectInst>(instruction) &&
            !isa<InsertElementInst>(instruction) && !isa<ShuffleVectorInst>(instruction))
            return PoisonValue::get(instruction.getType());
        operands.push_back(constant);
    }
    if (!operands.empty() && breaks_promise(instruction, operands))
        return PoisonValue::get(instruction.getType());
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (const auto stored = load ? names.loaded.find(load) : names.loaded.end();
        stored != names.loaded.end())
        return find(stored->second);
    if (load || isa<AllocaInst>(instruction))
        return make_up_for(instruction, operands);
    Constant *folded = ConstantFoldInstOperands(&instruction, operands, layout);
    return folded ? folded : make_up_for(instruction, operands);
}

variables_bits variables_evaluation::incoming(const PHINode &phi, const BasicBlock &from) const
{
    return bits_of(find(phi.getIncomingValueForBlock(&from)), layout);
}

// ---- records ----

variables_bits variables_evaluation::shown(const DbgVariableRecord &record) const
{
    const variables_bits nothing = {APInt::getZeroWidth(), APInt::getZeroWidth()};
    const auto operations = operations_of(record.getExpression());
    variables_bits bits = nothing;
    machine machine = {{}, {}, 32};
    if (record.isKillLocation() || record.isAddressOfVariable())
        return nothing;
    for (Value *value : record.location_ops()) {
        bits = bits_of(find(value), layout);
        const unsigned width = bits.value.getBitWidth();
        if (!operations.empty() && (width > 64 || !width || !bits.known.isAllOnes()))
            return nothing;
        machine.width = width > 32 ? 64 : machine.width;
        machine.inputs.push_back(width > 64 ? 0 : bits.value.getZExtValue());
    }
    if (machine.inputs.empty() || operations.empty())
        return bits;
    if (none_of(operations, [](auto &op) { return op.getOp() == dwarf::DW_OP_LLVM_arg; }))
        machine.stack.push_back(machine.inputs[0]);
    for (const DIExpression::ExprOperand &op : operations)
        if (!machine.run(op))
            return nothing;
    return {APInt(64, machine.pop()), APInt::getAllOnes(64)};
}
