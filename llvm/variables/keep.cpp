// SPDX-License-Identifier: MIT
// keep.cpp: variables stay in memory, as builds without optimisation that are debugged have them:
// each has a place as long as the kernel runs, and each assignment has code.
#include "llvm/variables/describe.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

// Pointers, images and samplers become values: whom they point to has to be seen at their use.
static bool has_pointer(const Type *type)
{
    if (auto *array = dyn_cast<ArrayType>(type))
        return has_pointer(array->getElementType());
    if (auto *record = dyn_cast<StructType>(type))
        return any_of(record->elements(), has_pointer);
    return type->isPtrOrPtrVectorTy() || type->isTargetExtTy();
}

// No pass takes a volatile access away.
static void make_volatile(Value &pointer)
{
    for (User *user : pointer.users()) {
        auto *store = dyn_cast<StoreInst>(user);
        if (auto *load = dyn_cast<LoadInst>(user))
            load->setVolatile(true);
        else if (store && store->getPointerOperand() == &pointer)
            store->setVolatile(true);
        else if (auto *copy = dyn_cast<MemIntrinsic>(user))
            copy->setVolatile(ConstantInt::getTrue(copy->getContext()));
        else if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user))
            make_volatile(*user);
    }
}

// Nor is one split that something unknown knows the address of.
static void mark(AllocaInst &home)
{
    LLVMContext &context = home.getContext();
    auto *text = PointerType::get(context, 0);
    Value *none = PoisonValue::get(text);
    Function *known = Intrinsic::getDeclaration(home.getModule(), Intrinsic::var_annotation,
                                                {home.getType(), text});
    CallInst::Create(known, {&home, none, none, PoisonValue::get(Type::getInt32Ty(context)), none},
                     "", std::next(home.getIterator()));
}

void variables_keep(LLVMValueRef function)
{
    SmallSetVector<AllocaInst *, 16> homes;
    for (BasicBlock &block : *unwrap<Function>(function))
        for (Instruction &instruction : block)
            for (DbgRecord &record : instruction.getDbgRecordRange()) {
                auto *variable = dyn_cast<DbgVariableRecord>(&record);
                auto *home = variable && variable->isDbgDeclare()
                                 ? dyn_cast_or_null<AllocaInst>(variable->getAddress())
                                 : nullptr;
                if (home && !has_pointer(home->getAllocatedType()))
                    homes.insert(home);
            }
    for (AllocaInst *home : homes) {
        make_volatile(*home);
        mark(*home);
    }
}

void variables_forget_marks(LLVMModuleRef module)
{
    for (Function &function : make_early_inc_range(*unwrap(module)))
        if (function.getIntrinsicID() == Intrinsic::var_annotation) {
            for (User *call : make_early_inc_range(function.users()))
                cast<Instruction>(call)->eraseFromParent();
            function.eraseFromParent();
        }
}
