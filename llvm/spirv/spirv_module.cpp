/* SPDX-License-Identifier: MIT */
/* spirv_module.cpp: a module as llvm-spirv writes it, for SPIR, becomes one as Clang writes it for
 * r600.
 *
 * Pointers get r600's address spaces. Images, which SPIR has as pointers to global memory, and
 * which are found by the metadata of kernels and the names of built-in functions, become pointers
 * to constant memory, as Clang has them. Structures that kernels take by value come as values. All
 * functions are re-created, since no type of a function can be changed. */
#include "llvm/spirv/spirv.h"

#include "driver/abi/kernel_abi.h"
#include "llvm/ir/shim.h"
#include "llvm/spirv/image_parameters.h"
#include "llvm/spirv/mangled_spaces.h"
#include "llvm/spirv/spir.h"
#include "llvm/spirv/spirv_types.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace
{

class Conversion
{
  public:
    Conversion(llvm::Module &converted, bool exact)
        : module(converted), images(converted), exact_division(exact)
    {
    }

    void run();

  private:
    static bool is_kernel(const llvm::Function &function)
    {
        return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    }

    static llvm::CallingConv::ID convention(const llvm::Function &function)
    {
        return is_kernel(function) ? llvm::CallingConv::AMDGPU_KERNEL : llvm::CallingConv::C;
    }

    /* The structure that a kernel takes by value in a parameter. */
    static llvm::Type *by_value(const llvm::Function &function, unsigned index)
    {
        return is_kernel(function) ? function.getParamByValType(index) : nullptr;
    }

    llvm::FunctionType *type_of(const llvm::Function &function);
    llvm::Function *declare_intrinsic(llvm::Function &function);
    void declare(llvm::Function &function);
    void declare(llvm::GlobalVariable &variable);

    /* A place for each structure that comes by value. */
    llvm::AllocaInst *make_place(llvm::Function &made, unsigned index, llvm::Type *structure,
                                 llvm::Align align)
    {
        return new llvm::AllocaInst(spaces.remapType(structure), ABI_SPACE_PRIVATE, nullptr, align,
                                    made.getArg(index)->getName());
    }

    void define(llvm::Function &function);

    void fill(llvm::Function &made,
              llvm::ArrayRef<std::pair<llvm::AllocaInst *, llvm::Argument *>> places);

    /* Finishes a cloned function: cloning copies some attributes too many, and cannot know
     * others. */
    void finish(llvm::Function &made, const llvm::Function &old,
                const llvm::AttributeList &attributes);
    void adjust(llvm::Instruction &instruction);
    void remove_old();
    llvm::Module &module;
    const SpirImages images;
    const bool exact_division;
    SpirSpaces spaces;
    SpirNulls nulls{spaces};
    llvm::ValueToValueMapTy values;
    llvm::SmallVector<llvm::Function *> old_functions;
    llvm::SmallVector<llvm::GlobalVariable *> old_variables;
};

void Conversion::run()
{
    for (llvm::Function &function : module)
        old_functions.push_back(&function);
    for (llvm::GlobalVariable &variable : module.globals())
        old_variables.push_back(&variable);
    for (llvm::Function *function : old_functions)
        declare(*function);
    for (llvm::GlobalVariable *variable : old_variables)
        declare(*variable);
    for (llvm::GlobalVariable *variable : old_variables)
        if (variable->hasInitializer())
            llvm::cast<llvm::GlobalVariable>(values[variable])
                ->setInitializer(llvm::MapValue(variable->getInitializer(), values, llvm::RF_None,
                                                &spaces, &nulls));
    for (llvm::Function *function : old_functions)
        if (!function->isDeclaration())
            define(*function);
    remove_old();
}

llvm::FunctionType *Conversion::type_of(const llvm::Function &function)
{
    llvm::SmallVector<llvm::Type *> parameters;
    for (const llvm::Argument &argument : function.args()) {
        const unsigned index = argument.getArgNo();
        if (images.is(&function, index))
            parameters.push_back(llvm::PointerType::get(module.getContext(), ABI_SPACE_CONSTANT));
        else if (llvm::Type *structure = by_value(function, index))
            parameters.push_back(spaces.remapType(structure));
        else
            parameters.push_back(spaces.remapType(argument.getType()));
    }
    return llvm::FunctionType::get(spaces.remapType(function.getReturnType()), parameters,
                                   function.isVarArg());
}

llvm::Function *Conversion::declare_intrinsic(llvm::Function &function)
{
    llvm::SmallVector<llvm::Type *> overloaded;
    llvm::Intrinsic::getIntrinsicSignature(&function, overloaded);
    for (llvm::Type *&type : overloaded)
        type = spaces.remapType(type);
    return llvm::Intrinsic::getDeclaration(&module, function.getIntrinsicID(), overloaded);
}

void Conversion::declare(llvm::Function &function)
{
    if (function.isIntrinsic()) {
        values[&function] = declare_intrinsic(function);
        return;
    }
    std::vector<bool> unused;
    const std::string name = function.getName().str();
    auto *made = llvm::Function::Create(type_of(function), function.getLinkage(), "", &module);
    function.setName("");
    made->setName(function.isDeclaration() ? respell_builtin(name, unused) : name);
    made->setCallingConv(convention(function));
    made->addFnAttrs(llvm::AttrBuilder(module.getContext(), function.getAttributes().getFnAttrs()));
    values[&function] = made;
}

void Conversion::declare(llvm::GlobalVariable &variable)
{
    auto *made = new llvm::GlobalVariable(module, spaces.remapType(variable.getValueType()),
                                          variable.isConstant(), variable.getLinkage(), nullptr, "",
                                          nullptr, llvm::GlobalValue::NotThreadLocal,
                                          SpirSpaces::space(variable.getAddressSpace()));
    made->copyAttributesFrom(&variable);
    made->takeName(&variable);
    values[&variable] = made;
}

void Conversion::define(llvm::Function &function)
{
    auto *made = llvm::cast<llvm::Function>(values[&function]);
    llvm::SmallVector<std::pair<llvm::AllocaInst *, llvm::Argument *>> places;
    for (llvm::Argument &argument : function.args()) {
        const unsigned index = argument.getArgNo();
        llvm::Argument *target = made->getArg(index);
        target->setName(argument.getName());
        values[&argument] = target;
        if (llvm::Type *structure = by_value(function, index)) {
            places.push_back(
                {make_place(*made, index, structure, argument.getParamAlign().valueOrOne()),
                 target});
            values[&argument] = places.back().first;
        }
    }
    if (auto *subprogram = function.getSubprogram())
        values.MD()[subprogram].reset(subprogram);
    llvm::SmallVector<llvm::ReturnInst *> returns;
    const llvm::AttributeList attributes = made->getAttributes();
    llvm::CloneFunctionInto(made, &function, values,
                            llvm::CloneFunctionChangeType::LocalChangesOnly, returns, "", nullptr,
                            &spaces, &nulls);
    finish(*made, function, attributes);
    fill(*made, places);
}

void Conversion::fill(llvm::Function &made,
                      llvm::ArrayRef<std::pair<llvm::AllocaInst *, llvm::Argument *>> places)
{
    for (auto [place, argument] : places) {
        place->insertBefore(made.getEntryBlock().begin());
        (new llvm::StoreInst(argument, place, false, place->getAlign()))->insertAfter(place);
    }
}

void Conversion::finish(llvm::Function &made, const llvm::Function &old,
                        const llvm::AttributeList &attributes)
{
    made.setAttributes(attributes);
    made.setCallingConv(convention(old));
    for (const llvm::Argument &argument : old.args()) {
        const unsigned index = argument.getArgNo();
        if (images.is(&old, index) || by_value(old, index))
            continue;
        llvm::AttrBuilder kept(module.getContext(), old.getAttributes().getParamAttrs(index));
        if (llvm::Type *structure = old.getParamByValType(index))
            kept.addByValAttr(spaces.remapType(structure));
        if (llvm::Type *structure = old.getParamStructRetType(index))
            kept.addStructRetAttr(spaces.remapType(structure));
        made.addParamAttrs(index, kept);
    }
    for (llvm::BasicBlock &block : made)
        for (llvm::Instruction &instruction : block)
            adjust(instruction);
}

void Conversion::adjust(llvm::Instruction &instruction)
{
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        if (auto *callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand())) {
            call->mutateFunctionType(callee->getFunctionType());
            call->setCallingConv(callee->getCallingConv());
        }
    }
    /* Section 7.4 of OpenCL C: a quotient of floats may be off by 2.5 ulp, as Clang writes it.
     */
    if (instruction.getOpcode() == llvm::Instruction::FDiv && !exact_division &&
        instruction.getType()->getScalarType()->isFloatTy() &&
        !instruction.hasMetadata(llvm::LLVMContext::MD_fpmath))
        instruction.setMetadata(llvm::LLVMContext::MD_fpmath,
                                llvm::MDBuilder(module.getContext()).createFPMath(2.5));
}

void Conversion::remove_old()
{
    for (llvm::Function *function : old_functions)
        function->dropAllReferences();
    for (llvm::GlobalVariable *variable : old_variables)
        variable->dropAllReferences();
    for (llvm::Function *function : old_functions) {
        if (values[function] == function)
            continue;
        function->replaceAllUsesWith(llvm::PoisonValue::get(function->getType()));
        function->eraseFromParent();
    }
    for (llvm::GlobalVariable *variable : old_variables) {
        variable->replaceAllUsesWith(llvm::PoisonValue::get(variable->getType()));
        variable->eraseFromParent();
    }
}

/* Checks a module that came from outside before anything looks at it. */
bool is_sound(llvm::Module &module, const char *when, FILE *log)
{
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (!llvm::verifyModule(module, &stream))
        return true;
    fprintf(log, "error: the translated module is not valid %s: %s\n", when, text.c_str());
    return false;
}

/* 32-bit programs alone: pointers are offsets into one pool. */
bool fits(const llvm::Module &module, FILE *log)
{
    if (llvm::Triple(module.getTargetTriple()).getArch() == llvm::Triple::spir)
        return true;
    fprintf(log, "error: the module's addresses have %u bits; the device's have 32\n",
            module.getDataLayout().getPointerSizeInBits());
    return false;
}

bool run_passes(llvm::Module &module, const char *passes, FILE *log)
{
    for (llvm::Function &function : module)
        if (!function.isDeclaration() &&
            !shim_run_function_passes(llvm::wrap(&function), passes, nullptr, log))
            return false;
    return true;
}

} // namespace

LLVMModuleRef spirv_read_spir(LLVMContextRef context, const void *bitcode, size_t size,
                              LLVMModuleRef target, bool exact_division, FILE *log)
{
    const llvm::StringRef bytes(static_cast<const char *>(bitcode), size);
    auto read =
        llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "SPIR-V"), *llvm::unwrap(context));
    if (!read) {
        fprintf(log, "error: the translated module cannot be read: %s\n",
                llvm::toString(read.takeError()).c_str());
        return nullptr;
    }
    llvm::Module &module = **read;
    if (!is_sound(module, "as it came", log) || !fits(module, log))
        return nullptr;
    llvm::StripDebugInfo(module);
    /* Variables that hold images become values. No constants are folded while null is address 0. */
    if (!run_passes(module, "sroa", log))
        return nullptr;
    spir_name_memories(module);
    spir_read_first_levels(module);
    module.setTargetTriple(llvm::unwrap(target)->getTargetTriple());
    module.setDataLayout(llvm::unwrap(target)->getDataLayout());
    Conversion(module, exact_division).run();
    /* Addresses of printf's texts become constants. */
    if (!is_sound(module, "for the device", log) || !run_passes(module, "instsimplify", log))
        return nullptr;
    return llvm::wrap(read->release());
}
