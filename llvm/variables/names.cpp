// SPDX-License-Identifier: MIT
// names.cpp: which variable, or which part of one, each value is while the code runs, for those who
// print registers: the trace and the explorer.
#include "llvm/variables/describe.h"

#include <string>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

using namespace llvm;

namespace
{
// A type without the names and qualifiers that it has.
const DIType *bare_type(const DIType *type)
{
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
        if (derived->getTag() == dwarf::DW_TAG_pointer_type)
            break;
        type = derived->getBaseType();
    }
    return type;
}

// A component of a vector as OpenCL C writes it.
std::string component(const DICompositeType *vector, uint64_t index)
{
    static const char few[] = "xyzw", many[] = "0123456789abcdef";
    const uint64_t bits = bare_type(vector->getBaseType())->getSizeInBits();
    const bool is_wide = bits && vector->getSizeInBits() / bits > 4;
    if (index > 15)
        return "";
    return is_wide ? std::string(".s") + many[index]
                   : std::string(".") + (index < 4 ? few[index] : '?');
}

// The steps from a variable to its part at a bit, of some size; a half of a long is marked.
std::string steps_to(const DIType *type, uint64_t bit, uint64_t bits)
{
    type = bare_type(type);
    auto *composite = dyn_cast_or_null<DICompositeType>(type);
    if (composite && composite->getTag() == dwarf::DW_TAG_array_type) {
        auto *element = bare_type(composite->getBaseType());
        const uint64_t size = element ? element->getSizeInBits() : 0;
        if (!size)
            return "";
        const std::string step = composite->isVector() ? component(composite, bit / size)
                                                       : "[" + std::to_string(bit / size) + "]";
        return step + steps_to(element, bit % size, bits);
    }
    if (composite)
        for (const DINode *node : composite->getElements()) {
            auto *member = dyn_cast_or_null<DIDerivedType>(node);
            if (!member || member->getTag() != dwarf::DW_TAG_member)
                continue;
            const uint64_t at = member->getOffsetInBits();
            if (bit >= at && bit < at + member->getSizeInBits())
                return "." + member->getName().str() +
                       steps_to(member->getBaseType(), bit - at, bits);
        }
    const bool is_half = !composite && type && type->getSizeInBits() == 64 && bits == 32;
    return is_half ? (bit ? "/hi" : "/lo") : "";
}

// Whether a place's value is the variable's: no operation changes it.
bool is_plain(const ir_place &place)
{
    const uint64_t *at = place.record->expression, *end = at + place.record->expression_length;
    std::string does;
    for (DIExpression::ExprOperand op(at); at < end; at += op.getSize()) {
        op = DIExpression::ExprOperand(at);
        if (op.getOp() == dwarf::DW_OP_LLVM_fragment || op.getOp() == dwarf::DW_OP_stack_value)
            continue;
        does += op.getOp() == dwarf::DW_OP_constu   ? 'c'
                : op.getOp() == dwarf::DW_OP_swap   ? 's'
                : op.getOp() == dwarf::DW_OP_xderef ? 'x'
                                                    : '?';
    }
    return !place.record->is_address && place.record->value_count == 1 &&
           (does.empty() || does == "csx"); // the latter only say an address space
}

void print_range(FILE *out, const ir_placed_variable &from, const ir_place_range &range,
                 const ir_place &place, bool &any)
{
    auto *variable = static_cast<const DILocalVariable *>(from.variable);
    uint64_t bit = from.fragment_start;
    for (uint32_t i = 0; i < place.counts[0]; bit += place.words[i++].bits) {
        if (place.words[i].kind != IR_WORD_SLOT)
            continue;
        const std::string name =
            variable->getName().str() + steps_to(variable->getType(), bit, place.words[i].bits);
        fprintf(out, "%s[%u,%u,%u,", any ? "," : "", range.from, range.to, place.words[i].value);
        variables_print_string(out, name.data(), name.size());
        fputs("]", out);
        any = true;
    }
}
} // namespace

void variables_print_names(const ir_places *places, FILE *out)
{
    bool any = false;
    fputs(",\"names\":[", out);
    for (uint32_t v = 0; v < places->variable_count; v++) {
        const ir_placed_variable &variable = places->variables[v];
        for (uint32_t i = 0; i < variable.range_count; i++) {
            const ir_place_range &range = variable.ranges[i];
            if (!range.why && is_plain(places->places[range.place]))
                print_range(out, variable, range, places->places[range.place], any);
        }
    }
    fputs("]", out);
}
