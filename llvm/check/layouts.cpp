// SPDX-License-Identifier: MIT
// layouts.cpp: debug information of variables, and of what arguments point to, as rows: each is a
// member that is no structure, with the dimensions of the arrays that it is in. The driver finds
// the name of a byte in them (driver/clover/explain/layout.c).
#include "llvm/check/layouts.h"

#include <cinttypes>
#include <cstdio>
#include <string>

#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "llvm/types/types.h"

using namespace debug_types;
using namespace llvm;

namespace
{
enum { MOST_ROWS = 64 }; // of a variable

std::string name_of(const DIType *type)
{
    if (!type)
        return "void";
    if (type->getTag() == dwarf::DW_TAG_const_type)
        return "const " + name_of(cast<DIDerivedType>(type)->getBaseType());
    if (type->getTag() == dwarf::DW_TAG_volatile_type)
        return "volatile " + name_of(cast<DIDerivedType>(type)->getBaseType());
    if (type->getTag() == dwarf::DW_TAG_pointer_type)
        return name_of(cast<DIDerivedType>(type)->getBaseType()) + " *";
    const std::string name = type->getName().str();
    if (type->getTag() == dwarf::DW_TAG_structure_type)
        return name.empty() ? "struct" : "struct " + name;
    if (type->getTag() == dwarf::DW_TAG_union_type)
        return name.empty() ? "union" : "union " + name;
    return name;
}

struct rows {
    FILE *out;
    unsigned printed;

    void print(uint64_t offset, uint64_t bytes, const std::string &dimensions,
               const std::string &path)
    {
        if (bytes && printed++ < MOST_ROWS)
            fprintf(out, " %" PRIu64 " %" PRIu64 " %s %s\n", offset, bytes,
                    dimensions.empty() ? "-" : dimensions.c_str(),
                    path.empty() ? "-" : path.c_str());
    }

    void print_array(const DICompositeType *array, uint64_t offset, std::string dimensions,
                     const std::string &path)
    {
        const DIType *element = bare(array->getBaseType());
        uint64_t step = array->getSizeInBits() / 8;
        for (uint64_t count : counts_of(array)) {
            step = array->isVector() ? element->getSizeInBits() / 8 : count ? step / count : 0;
            dimensions += std::to_string(count) + "x" + std::to_string(step) + ",";
        }
        std::string steps = path;
        for (size_t i = 0; i < counts_of(array).size(); i++)
            steps += array->isVector() ? "." : "[]";
        print_type(element, offset, dimensions, steps);
    }

    void print_type(const DIType *type, uint64_t offset, const std::string &dimensions,
                    const std::string &path)
    {
        type = bare(type);
        auto *composite = dyn_cast_or_null<DICompositeType>(type);
        if (array_of(type))
            return print_array(composite, offset, dimensions, path);
        if (!composite || composite->getTag() == dwarf::DW_TAG_enumeration_type)
            return print(offset, type ? type->getSizeInBits() / 8 : 0, dimensions, path);
        each_member(composite, [&](const DIDerivedType *member) {
            const std::string name = member->getName().str();
            if (!member->isBitField())
                print_type(member->getBaseType(), offset + member->getOffsetInBits() / 8,
                           dimensions, name.empty() ? path : path + "." + name);
        });
    }
};

std::string function_of(const DIScope *scope)
{
    auto *local = dyn_cast_or_null<DILocalScope>(scope);
    return local ? local->getSubprogram()->getName().str() : "-";
}

// The line that its rows follow: kind, function, name, bytes, dimensions, type of an element.
void print_variable(FILE *out, const DIVariable *variable)
{
    const DIType *type = variable->getType(), *element = type;
    const DICompositeType *array = array_of(type);
    std::string dimensions;
    rows rows = {out, 0};
    if (!type || variable->getName().empty())
        return;
    for (; array && !array->isVector(); array = array_of(element)) {
        for (uint64_t count : counts_of(array))
            dimensions += "[" + std::to_string(count) + "]";
        element = array->getBaseType();
    }
    fprintf(out, "v %s %s %" PRIu64 " %s %s\n", function_of(variable->getScope()).c_str(),
            variable->getName().str().c_str(), type->getSizeInBits() / 8,
            dimensions.empty() ? "-" : dimensions.c_str(), name_of(element).c_str());
    rows.print_type(type, 0, "", "");
}

// A pointer's argument is an array of as many elements as its object has.
void print_argument(FILE *out, const DILocalVariable *argument)
{
    auto *pointer = dyn_cast_or_null<DIDerivedType>(bare(argument->getType()));
    const DIType *element = pointer ? pointer->getBaseType() : nullptr;
    const uint64_t bytes = element && bare(element) ? bare(element)->getSizeInBits() / 8 : 0;
    rows rows = {out, 0};
    if (!bytes)
        return;
    fprintf(out, "a %s %s %" PRIu64 " - %s\n", function_of(argument->getScope()).c_str(),
            argument->getName().str().c_str(), bytes, name_of(element).c_str());
    rows.print_type(element, 0, "0x" + std::to_string(bytes) + ",", "[]");
}

void print_function(FILE *out, Function &function, bool keeps)
{
    for (BasicBlock &block : function)
        for (Instruction &instruction : block)
            for (DbgRecord &record : make_early_inc_range(instruction.getDbgRecordRange())) {
                auto *from = dyn_cast<DbgVariableRecord>(&record);
                const DILocalVariable *variable = from ? from->getVariable() : nullptr;
                if (!variable)
                    continue;
                if (variable->getArg())
                    print_argument(out, variable);
                else
                    print_variable(out, variable);
                if (!keeps)
                    record.eraseFromParent();
            }
}
} // namespace

char *check_layouts(LLVMModuleRef module, int keeps, size_t *bytes)
{
    char *text = nullptr;
    FILE *out = open_memstream(&text, bytes);
    if (!out)
        return nullptr;
    if (auto *units = unwrap(module)->getNamedMetadata("llvm.dbg.cu"))
        for (auto *unit : units->operands())
            for (auto *global : cast<DICompileUnit>(unit)->getGlobalVariables())
                print_variable(out, global->getVariable());
    for (Function &function : *unwrap(module))
        print_function(out, function, keeps);
    return fclose(out) ? nullptr : text;
}
