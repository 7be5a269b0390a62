// SPDX-License-Identifier: MIT
// names.cpp: which variable, or which part of one, each value is while the code runs, for those who
// print registers: the trace and the explorer.
#include "llvm/variables/describe.h"

#include <string>

#include "llvm/types/types.h"

using namespace debug_types;
using namespace llvm;

namespace
{
// A component of a vector as OpenCL C writes it.
std::string component(const DICompositeType *vector, uint64_t index)
{
    static const char few[] = "xyzw", many[] = "0123456789abcdef";
    const uint64_t bits = bare(vector->getBaseType())->getSizeInBits();
    const bool is_wide = bits && vector->getSizeInBits() / bits > 4;
    if (index > 15)
        return "";
    return is_wide ? std::string(".s") + many[index]
                   : std::string(".") + (index < 4 ? few[index] : '?');
}

// The steps from a variable to its part at a bit, of some size; a half of a long is marked.
std::string steps_to(const DIType *type, uint64_t bit, uint64_t bits)
{
    if (auto *array = array_of(type)) {
        auto *element = bare(array->getBaseType());
        const uint64_t size = element ? element->getSizeInBits() : 0;
        if (!size)
            return "";
        const std::string step = array->isVector() ? component(array, bit / size)
                                                   : "[" + std::to_string(bit / size) + "]";
        return step + steps_to(element, bit % size, bits);
    }
    type = bare(type);
    std::string steps;
    if (auto *composite = dyn_cast_or_null<DICompositeType>(type)) {
        each_member(composite, [&](const DIDerivedType *member) {
            const uint64_t at = member->getOffsetInBits();
            if (steps.empty() && bit >= at && bit < at + member->getSizeInBits())
                steps =
                    "." + member->getName().str() + steps_to(member->getBaseType(), bit - at, bits);
        });
        return steps;
    }
    const bool is_half = type && type->getSizeInBits() == 64 && bits == 32;
    return is_half ? (bit ? "/hi" : "/lo") : "";
}

// Whether a place's value is the variable's: no operation changes it.
bool is_plain(const ir_place &place)
{
    const uint64_t *at = place.record->expression, *end = at + place.record->expression_length;
    bool does = false;
    for (DIExpression::ExprOperand op(at); at < end; at += op.getSize()) {
        op = DIExpression::ExprOperand(at);
        does |= op.getOp() != dwarf::DW_OP_LLVM_fragment && op.getOp() != dwarf::DW_OP_stack_value;
    }
    return !place.record->is_address && place.record->value_count == 1 && !does;
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
