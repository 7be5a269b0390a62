/* SPDX-License-Identifier: MIT */
/* spirv_types.h: types and null pointers of SPIR as r600 has them. */
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

/* Types of SPIR to types of r600. */
class SpirSpaces : public llvm::ValueMapTypeRemapper
{
  public:
    llvm::Type *remapType(llvm::Type *type) override;

    static unsigned space(unsigned of_spir);

  private:
    llvm::Type *make(llvm::Type *type);

    llvm::Type *make_structure(llvm::StructType *structure);

    llvm::SmallVector<llvm::Type *> all(llvm::ArrayRef<llvm::Type *> from);

    llvm::DenseMap<llvm::Type *, llvm::Type *> types;
};

/* SPIR's null pointers to private and local memory are address 0, r600's are not: Clang writes
 * those as casts of the generic one, which a later pass knows. Other constants are mapped as they
 * are. */
class SpirNulls : public llvm::ValueMaterializer
{
  public:
    explicit SpirNulls(SpirSpaces &mapped) : spaces(mapped)
    {
    }

    llvm::Value *materialize(llvm::Value *value) override;

  private:
    static bool is_special(const llvm::Type *type);

    static bool holds_pointers(llvm::Type *type);

    llvm::Constant *make(llvm::Type *type);

    SpirSpaces &spaces;
};
