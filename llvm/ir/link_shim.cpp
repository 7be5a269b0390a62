/* SPDX-License-Identifier: MIT */
/* link_shim.cpp: what a module lacks is moved into it out of a library. LLVM's linker looks at each
 * of a library's thousands of functions, and destroys them: that took half of a compile's time. */
#include "llvm/ir/shim.h"

#include <cassert>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace
{

/* Asks for a definition in place of each value of the library that a moved one names. */
class Mover : public llvm::ValueMaterializer
{
  public:
    Mover(llvm::Module &to, llvm::Module &from)
        : into(to), library(from),
          mapper(map, llvm::RF_ReuseAndMutateDistinctMDs | llvm::RF_IgnoreMissingLocals, nullptr,
                 this)
    {
    }

    llvm::Error move_needed();
    llvm::Value *materialize(llvm::Value *value) override;

  private:
    llvm::GlobalObject *make(const llvm::GlobalObject &from);
    llvm::Error move(llvm::GlobalObject &from);

    llvm::Module &into, &library;
    llvm::ValueToValueMapTy map;
    llvm::ValueMapper mapper;
    llvm::SmallVector<llvm::GlobalObject *, 32>
        found; /* of the library, whose content is to be moved */
};

/* A function or variable of the library's type and attributes, without content. */
llvm::GlobalObject *Mover::make(const llvm::GlobalObject &from)
{
    auto linkage = from.isDeclaration() ? llvm::GlobalValue::ExternalLinkage
                                        : llvm::GlobalValue::InternalLinkage;
    if (auto *function = llvm::dyn_cast<llvm::Function>(&from)) {
        auto *made = llvm::Function::Create(function->getFunctionType(), linkage,
                                            from.getAddressSpace(), "", &into);
        made->copyAttributesFrom(function);
        made->setLinkage(linkage); /* and what goes with it */
        return made;
    }
    auto *variable = llvm::cast<llvm::GlobalVariable>(&from);
    auto *made = new llvm::GlobalVariable(into, from.getValueType(), variable->isConstant(),
                                          linkage, nullptr, "", nullptr,
                                          variable->getThreadLocalMode(), from.getAddressSpace());
    made->copyAttributesFrom(variable);
    made->setLinkage(linkage);
    return made;
}

/* The module's value for one of the library. Names of the module's own functions are no other's. */
llvm::Value *Mover::materialize(llvm::Value *value)
{
    auto *from = llvm::dyn_cast<llvm::GlobalObject>(value);
    if (!from || from->getParent() != &library)
        return nullptr;
    assert(!llvm::isa<llvm::GlobalIFunc>(from));
    llvm::GlobalValue *there =
        from->hasLocalLinkage() ? nullptr : into.getNamedValue(from->getName());
    if (there && there->hasLocalLinkage())
        there = nullptr;
    if (there && (from->isDeclaration() || !there->isDeclaration()))
        return there;
    llvm::GlobalObject *made = make(*from);
    if (there) {
        made->takeName(there);
        there->replaceAllUsesWith(made);
        there->eraseFromParent();
    } else {
        made->setName(from->getName());
    }
    if (!from->isDeclaration())
        found.push_back(from);
    return made;
}

/* The content of one that was found: the blocks themselves, which the library has no more. */
llvm::Error Mover::move(llvm::GlobalObject &from)
{
    auto *made = llvm::cast<llvm::GlobalObject>(&*map[&from]);
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&from)) {
        llvm::cast<llvm::GlobalVariable>(made)->setInitializer(
            mapper.mapConstant(*variable->getInitializer()));
        return llvm::Error::success();
    }
    auto &source = llvm::cast<llvm::Function>(from), &function = llvm::cast<llvm::Function>(*made);
    if (llvm::Error error = source.materialize())
        return error;
    assert(!source.hasPersonalityFn() && !source.hasPrefixData() && !source.hasPrologueData());
    function.copyMetadata(&source, 0);
    function.stealArgumentListFrom(source);
    function.splice(function.end(), &source);
    mapper.remapFunction(function);
    return llvm::Error::success();
}

llvm::Error Mover::move_needed()
{
    llvm::SmallVector<llvm::GlobalObject *, 32> needed;
    for (llvm::GlobalObject &value : into.global_objects())
        if (value.isDeclaration() && value.hasName())
            if (auto *from = llvm::dyn_cast_or_null<llvm::GlobalObject>(
                    library.getNamedValue(value.getName())))
                if (!from->isDeclaration() && !from->hasLocalLinkage())
                    needed.push_back(from);
    for (llvm::GlobalObject *from : needed)
        mapper.mapValue(*from);
    while (!found.empty())
        if (llvm::Error error = move(*found.pop_back_val()))
            return error;
    return llvm::Error::success();
}

} // namespace

bool shim_link_needed(LLVMModuleRef module, LLVMModuleRef library, FILE *log)
{
    llvm::Error error = Mover(*llvm::unwrap(module), *llvm::unwrap(library)).move_needed();
    if (!error)
        return true;
    fprintf(log, "error: the builtins could not be linked: %s\n",
            llvm::toString(std::move(error)).c_str());
    return false;
}
