/* SPDX-License-Identifier: MIT */
/* spirv_types.cpp: types and null pointers of SPIR as r600 has them. */
#include "llvm/spirv/spirv_types.h"

#include "driver/abi/kernel_abi.h"
#include "llvm/spirv/spir.h"

llvm::Type *SpirSpaces::remapType(llvm::Type *type)
{
    llvm::Type *&known = types[type];
    if (!known) {
        llvm::Type *made = make(type);
        return types[type] = made;
    }
    return known;
}

unsigned SpirSpaces::space(unsigned of_spir)
{
    switch (of_spir) {
    case SPIR_PRIVATE:
        return ABI_SPACE_PRIVATE;
    case SPIR_CONSTANT:
        return ABI_SPACE_CONSTANT;
    case SPIR_GENERIC:
        return ABI_SPACE_GENERIC;
    default:
        return of_spir;
    }
}

llvm::Type *SpirSpaces::make(llvm::Type *type)
{
    auto &context = type->getContext();
    if (const auto *pointer = llvm::dyn_cast<llvm::PointerType>(type))
        return llvm::PointerType::get(context, space(pointer->getAddressSpace()));
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
        return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
        return llvm::FixedVectorType::get(remapType(vector->getElementType()),
                                          vector->getNumElements());
    if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type))
        return llvm::FunctionType::get(remapType(function->getReturnType()),
                                       all(function->params()), function->isVarArg());
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
        return make_structure(structure);
    return type;
}

llvm::Type *SpirSpaces::make_structure(llvm::StructType *structure)
{
    const auto members = all(structure->elements());
    if (structure->isOpaque() || llvm::ArrayRef(members) == structure->elements())
        return structure;
    if (structure->isLiteral())
        return llvm::StructType::get(structure->getContext(), members, structure->isPacked());
    return llvm::StructType::create(structure->getContext(), members, structure->getName(),
                                    structure->isPacked());
}

llvm::SmallVector<llvm::Type *> SpirSpaces::all(llvm::ArrayRef<llvm::Type *> from)
{
    llvm::SmallVector<llvm::Type *> to;
    for (llvm::Type *type : from)
        to.push_back(remapType(type));
    return to;
}

llvm::Value *SpirNulls::materialize(llvm::Value *value)
{
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isNullValue() && holds_pointers(constant->getType())
               ? make(constant->getType())
               : nullptr;
}

bool SpirNulls::is_special(const llvm::Type *type)
{
    const auto *pointer = llvm::dyn_cast<llvm::PointerType>(type);
    return pointer &&
           (pointer->getAddressSpace() == SPIR_PRIVATE || pointer->getAddressSpace() == SPIR_LOCAL);
}

bool SpirNulls::holds_pointers(llvm::Type *type)
{
    if (is_special(type))
        return true;
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
        return holds_pointers(array->getElementType());
    return llvm::isa<llvm::StructType>(type) &&
           llvm::any_of(llvm::cast<llvm::StructType>(type)->elements(), holds_pointers);
}

llvm::Constant *SpirNulls::make(llvm::Type *type)
{
    llvm::Type *target = spaces.remapType(type);
    if (is_special(type))
        return llvm::ConstantExpr::getAddrSpaceCast(
            llvm::ConstantPointerNull::get(
                llvm::PointerType::get(type->getContext(), ABI_SPACE_GENERIC)),
            target);
    if (!holds_pointers(type))
        return llvm::Constant::getNullValue(target);
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
        return llvm::ConstantArray::get(
            llvm::cast<llvm::ArrayType>(target),
            llvm::SmallVector<llvm::Constant *>(array->getNumElements(),
                                                make(array->getElementType())));
    llvm::SmallVector<llvm::Constant *> members;
    for (llvm::Type *member : llvm::cast<llvm::StructType>(type)->elements())
        members.push_back(make(member));
    return llvm::ConstantStruct::get(llvm::cast<llvm::StructType>(target), members);
}
