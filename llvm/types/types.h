// SPDX-License-Identifier: MIT
// types.h: types of debug information, for those who print them: the debugger's description, names
// of registers, and the checker's layouts.
#pragma once

#include <cstdint>
#include <vector>

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace debug_types
{
// A type without the names and qualifiers that it has; NULL: void.
inline const llvm::DIType *bare(const llvm::DIType *type)
{
    while (auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
        if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type)
            break;
        type = derived->getBaseType();
    }
    return type;
}

// The array or vector that a type is; NULL: it is none.
inline const llvm::DICompositeType *array_of(const llvm::DIType *type)
{
    auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type));
    return composite && composite->getTag() == llvm::dwarf::DW_TAG_array_type ? composite : nullptr;
}

// How many elements it has in each dimension; 0: nobody knows.
inline std::vector<uint64_t> counts_of(const llvm::DICompositeType *array)
{
    std::vector<uint64_t> counts;
    for (const llvm::DINode *element : array->getElements())
        if (auto *range = llvm::dyn_cast_or_null<llvm::DISubrange>(element)) {
            auto *count = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount());
            counts.push_back(count ? count->getZExtValue() : 0);
        }
    return counts;
}

// Calls `visit` for each member of a structure or union.
template <typename Visit> void each_member(const llvm::DICompositeType *type, Visit visit)
{
    for (const llvm::DINode *element : type->getElements()) {
        auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
        if (member && member->getTag() == llvm::dwarf::DW_TAG_member)
            visit(member);
    }
}
} // namespace debug_types
