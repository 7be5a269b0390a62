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
#include "llvm/spirv/mangled_spaces.h"
#include "llvm/spirv/spir.h"

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

/* Types of SPIR to types of r600. */
class Spaces : public llvm::ValueMapTypeRemapper
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

llvm::Type *Spaces::remapType(llvm::Type *type)
{
    llvm::Type *&known = types[type];
    if (!known) {
        llvm::Type *made = make(type);
        return types[type] = made;
    }
    return known;
}

unsigned Spaces::space(unsigned of_spir)
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

llvm::Type *Spaces::make(llvm::Type *type)
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

llvm::Type *Spaces::make_structure(llvm::StructType *structure)
{
    const auto members = all(structure->elements());
    if (structure->isOpaque() || llvm::ArrayRef(members) == structure->elements())
        return structure;
    if (structure->isLiteral())
        return llvm::StructType::get(structure->getContext(), members, structure->isPacked());
    return llvm::StructType::create(structure->getContext(), members, structure->getName(),
                                    structure->isPacked());
}

llvm::SmallVector<llvm::Type *> Spaces::all(llvm::ArrayRef<llvm::Type *> from)
{
    llvm::SmallVector<llvm::Type *> to;
    for (llvm::Type *type : from)
        to.push_back(remapType(type));
    return to;
}

/* SPIR's null pointers to private and local memory are address 0, r600's are not: Clang writes
 * those as casts of the generic one, which a later pass knows. Other constants are mapped as they
 * are. */
class Nulls : public llvm::ValueMaterializer
{
  public:
    explicit Nulls(Spaces &mapped) : spaces(mapped)
    {
    }

    llvm::Value *materialize(llvm::Value *value) override;

  private:
    static bool is_special(const llvm::Type *type);

    static bool holds_pointers(llvm::Type *type);

    llvm::Constant *make(llvm::Type *type);

    Spaces &spaces;
};

llvm::Value *Nulls::materialize(llvm::Value *value)
{
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isNullValue() && holds_pointers(constant->getType())
               ? make(constant->getType())
               : nullptr;
}

bool Nulls::is_special(const llvm::Type *type)
{
    const auto *pointer = llvm::dyn_cast<llvm::PointerType>(type);
    return pointer &&
           (pointer->getAddressSpace() == SPIR_PRIVATE || pointer->getAddressSpace() == SPIR_LOCAL);
}

bool Nulls::holds_pointers(llvm::Type *type)
{
    if (is_special(type))
        return true;
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
        return holds_pointers(array->getElementType());
    return llvm::isa<llvm::StructType>(type) &&
           llvm::any_of(llvm::cast<llvm::StructType>(type)->elements(), holds_pointers);
}

llvm::Constant *Nulls::make(llvm::Type *type)
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

/* The parameters of functions that are images. */
class Images
{
  public:
    explicit Images(llvm::Module &module);

    bool is(const llvm::Function *function, unsigned index) const
    {
        auto found = rows.find(function);
        return found != rows.end() && index < found->second.size() && found->second[index];
    }

  private:
    void read(llvm::Function &function);

    /* A parameter is an image where it is given to one, or gets one. */
    bool spread(llvm::Module &module);

    bool join(const llvm::Function &function, const llvm::Argument &argument, llvm::Use &use);

    llvm::DenseMap<const llvm::Function *, std::vector<bool>> rows;
};

Images::Images(llvm::Module &module)
{
    for (llvm::Function &function : module)
        read(function);
    while (spread(module))
        continue;
}

void Images::read(llvm::Function &function)
{
    std::vector<bool> row;
    if (function.isDeclaration())
        respell_builtin(function.getName().str(), row);
    row.resize(function.arg_size());
    if (const llvm::MDNode *node = function.getMetadata("kernel_arg_base_type"))
        for (unsigned i = 0; i < node->getNumOperands() && i < row.size(); i++)
            if (const auto *text = llvm::dyn_cast<llvm::MDString>(node->getOperand(i)))
                row[i] = text->getString().starts_with("image");
    rows[&function] = row;
}

bool Images::spread(llvm::Module &module)
{
    bool changed = false;
    for (llvm::Function &function : module)
        for (llvm::Argument &argument : function.args())
            for (llvm::Use &use : argument.uses())
                changed |= join(function, argument, use);
    return changed;
}

bool Images::join(const llvm::Function &function, const llvm::Argument &argument, llvm::Use &use)
{
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isArgOperand(&use))
        return false;
    const unsigned index = call->getArgOperandNo(&use);
    const llvm::Function *callee = call->getCalledFunction();
    if (!callee || index >= callee->arg_size() ||
        is(&function, argument.getArgNo()) == is(callee, index))
        return false;
    rows[&function][argument.getArgNo()] = rows[callee][index] = true;
    return true;
}

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
    const Images images;
    const bool exact_division;
    Spaces spaces;
    Nulls nulls{spaces};
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
                                          Spaces::space(variable.getAddressSpace()));
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
            !shim_run_function_passes(llvm::wrap(&function), passes, log))
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
