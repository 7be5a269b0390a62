/* SPDX-License-Identifier: MIT */
/* double_operations.c: operations on doubles that have no instruction become calls of functions in
 * libclc/double/arithmetic.cl.
 *
 * Two passes. pass_declare_double comes before the builtins are linked and declares those functions
 * in programs that use double precision. pass_double_operations comes before inlining, and leaves:
 * sums, products, comparisons, conversions from integers, from and to float, fused multiply-adds,
 * signs. */
#include <math.h>
#include <string.h>

#include "driver/base/count.h"
#include "driver/hw/chips.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

#define PREFIX "__rootle_double_"

/* Functions and their types, the result's first: d double, f float, i 32 bits, l 64 bits. */
static const struct function {
    const char *name, *types;
} functions[] = {
    {PREFIX "divide", "ddd"},  {PREFIX "sqrt", "dd"},         {PREFIX "rsqrt", "dd"},
    {PREFIX "ldexp", "ddi"},   {PREFIX "trunc", "dd"},        {PREFIX "floor", "dd"},
    {PREFIX "ceil", "dd"},     {PREFIX "rint", "dd"},         {PREFIX "round", "dd"},
    {PREFIX "min", "ddd"},     {PREFIX "max", "ddd"},         {PREFIX "class", "idi"},
    {PREFIX "to_int", "id"},   {PREFIX "to_uint", "id"},      {PREFIX "to_long", "ld"},
    {PREFIX "to_ulong", "ld"}, {PREFIX "to_odd_float", "fd"},
};

enum { FUNCTION_COUNT = COUNT(functions), MAX_OPERANDS = 2 };

/* ---- declarations ---- */

static int find_double(LLVMValueRef instruction, void *data)
{
    (void)data;
    bool found = ir_is_double(LLVMTypeOf(instruction));
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        found |= ir_is_double(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i)));
    return found;
}

/* Whether a mangled name has a parameter that points to doubles in some address space: the function
 * may copy them without a value that is one. U3AS<space>, qualifiers, Dv<elements>_, d. */
static bool has_pointer_to_double(const char *name)
{
    while ((name = strstr(name, "U3AS"))) {
        name += strlen("U3AS");
        name += strspn(name, "0123456789");
        name += strspn(name, "rVK");
        if (!strncmp(name, "Dv", 2))
            name += 2 + strspn(name + 2, "0123456789") + 1;
        if (*name == 'd')
            return true;
    }
    return false;
}

static bool uses_double(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (ir_visit_instructions(f, find_double, NULL) ||
            (LLVMIsDeclaration(f) && has_pointer_to_double(ir_name(f))))
            return true;
    return false;
}

static LLVMTypeRef type_of_letter(LLVMContextRef context, char letter)
{
    switch (letter) {
    case 'd':
        return LLVMDoubleTypeInContext(context);
    case 'f':
        return LLVMFloatTypeInContext(context);
    default:
        return LLVMIntTypeInContext(context, letter == 'l' ? 64 : 32);
    }
}

static void declare(struct pass_state *state, const struct function *function)
{
    LLVMTypeRef parameters[MAX_OPERANDS];
    unsigned count = 0;
    for (const char *letter = function->types + 1; *letter; letter++)
        parameters[count++] = type_of_letter(state->context, *letter);
    LLVMTypeRef result = type_of_letter(state->context, function->types[0]);
    LLVMAddFunction(state->module, function->name,
                    LLVMFunctionType(result, parameters, count, false));
}

int pass_declare_double(struct pass_state *state)
{
    if (!state->chip->fp64 || !uses_double(state->module))
        return 0;
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (!LLVMGetNamedFunction(state->module, functions[i].name))
            declare(state, &functions[i]);
    return 0;
}

bool pass_uses_double(LLVMModuleRef module)
{
    return LLVMGetNamedFunction(module, functions[0].name) != NULL;
}

/* ---- calls ---- */

struct expansion {
    struct pass_state *state;
    LLVMBuilderRef builder;
    LLVMValueRef instruction;
};

static LLVMValueRef call(struct expansion *x, const char *name, LLVMValueRef *operands,
                         unsigned count)
{
    LLVMValueRef function = LLVMGetNamedFunction(x->state->module, name);
    return LLVMBuildCall2(x->builder, LLVMGlobalGetValueType(function), function, operands, count,
                          "");
}

static LLVMValueRef to_integer(struct expansion *x, LLVMValueRef value, LLVMTypeRef type,
                               bool is_signed)
{
    bool wide = LLVMGetIntTypeWidth(type) > 32;
    const char *name = wide        ? is_signed ? PREFIX "to_long" : PREFIX "to_ulong"
                       : is_signed ? PREFIX "to_int"
                                   : PREFIX "to_uint";
    return LLVMBuildIntCast2(x->builder, call(x, name, &value, 1), type, is_signed, "");
}

/* A product with the inverse of a power of two is the quotient, and as exact. */
static LLVMValueRef quotient(struct expansion *x, LLVMValueRef operands[2])
{
    int exponent;
    LLVMBool lost;
    const double y =
        LLVMIsAConstantFP(operands[1]) ? LLVMConstRealGetDouble(operands[1], &lost) : 0;
    if (fabs(frexp(y, &exponent)) != 0.5 || isinf(1 / y))
        return call(x, PREFIX "divide", operands, 2);
    return LLVMBuildFMul(x->builder, operands[0], LLVMConstReal(LLVMTypeOf(operands[1]), 1 / y),
                         "");
}

/* llvm.is.fpclass gives one bit. */
static LLVMValueRef class_of(struct expansion *x, LLVMValueRef value)
{
    LLVMValueRef operands[] = {value, LLVMGetOperand(x->instruction, 1)};
    LLVMValueRef bit = call(x, PREFIX "class", operands, 2);
    return LLVMBuildTrunc(x->builder, bit, LLVMInt1TypeInContext(x->state->context), "");
}

/* ---- which operation ---- */

static const struct {
    const char *intrinsic, *function;
} intrinsics[] = {
    {"llvm.sqrt.", PREFIX "sqrt"},        {"llvm.amdgcn.rsq.", PREFIX "rsqrt"},
    {"llvm.ldexp.", PREFIX "ldexp"},      {"llvm.trunc.", PREFIX "trunc"},
    {"llvm.floor.", PREFIX "floor"},      {"llvm.ceil.", PREFIX "ceil"},
    {"llvm.rint.", PREFIX "rint"},        {"llvm.nearbyint.", PREFIX "rint"},
    {"llvm.roundeven.", PREFIX "rint"},   {"llvm.round.", PREFIX "round"},
    {"llvm.minnum.", PREFIX "min"},       {"llvm.maxnum.", PREFIX "max"},
    {"llvm.is.fpclass.", PREFIX "class"},
};

static const char *intrinsic_function(LLVMValueRef instruction)
{
    for (size_t i = 0; i < COUNT(intrinsics); i++)
        if (ir_calls_prefix(instruction, intrinsics[i].intrinsic))
            return intrinsics[i].function;
    return NULL;
}

static bool is_expanded(LLVMValueRef instruction)
{
    LLVMTypeRef result = LLVMTypeOf(instruction);
    LLVMTypeRef operand =
        LLVMGetNumOperands(instruction) > 0 ? LLVMTypeOf(LLVMGetOperand(instruction, 0)) : result;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMFDiv:
        return ir_is_double(operand);
    case LLVMFPTrunc:
        return ir_is_double(operand) && ir_is_half(result);
    case LLVMCall:
        return ir_is_double(operand) && intrinsic_function(instruction);
    default:
        return false;
    }
}

/* One element. */
static LLVMValueRef expand(struct expansion *x, LLVMValueRef *operands, unsigned count)
{
    LLVMTypeRef type = ir_scalar_type(LLVMTypeOf(x->instruction));
    LLVMOpcode opcode = LLVMGetInstructionOpcode(x->instruction);
    switch (opcode) {
    case LLVMFPToSI:
    case LLVMFPToUI:
        return to_integer(x, operands[0], type, opcode == LLVMFPToSI);
    case LLVMFPTrunc:
        return LLVMBuildFPTrunc(x->builder, call(x, PREFIX "to_odd_float", operands, 1), type, "");
    case LLVMFDiv:
        return quotient(x, operands);
    default:
        break;
    }
    if (ir_calls_prefix(x->instruction, "llvm.is.fpclass."))
        return class_of(x, operands[0]);
    return call(x, intrinsic_function(x->instruction), operands, count);
}

static LLVMValueRef expand_vector(struct expansion *x, unsigned count)
{
    LLVMTypeRef type = LLVMTypeOf(x->instruction);
    LLVMValueRef result = LLVMGetPoison(type), operands[MAX_OPERANDS];
    for (unsigned element = 0; element < LLVMGetVectorSize(type); element++) {
        LLVMValueRef index = ir_i32(x->state->context, element);
        for (unsigned i = 0; i < count; i++) {
            operands[i] = LLVMGetOperand(x->instruction, i);
            if (LLVMGetTypeKind(LLVMTypeOf(operands[i])) == LLVMVectorTypeKind)
                operands[i] = LLVMBuildExtractElement(x->builder, operands[i], index, "");
        }
        result = LLVMBuildInsertElement(x->builder, result, expand(x, operands, count), index, "");
    }
    return result;
}

static int replace_operation(LLVMValueRef instruction, void *data)
{
    LLVMValueRef result, operands[MAX_OPERANDS];
    struct expansion x = {.state = data, .instruction = instruction};
    if (!is_expanded(instruction))
        return 0;
    x.builder = ir_builder_before(instruction);
    const unsigned count = LLVMIsACallInst(instruction) ? LLVMGetNumArgOperands(instruction)
                                                        : (unsigned)LLVMGetNumOperands(instruction);
    if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind) {
        result = expand_vector(&x, count);
    } else {
        for (unsigned i = 0; i < count; i++)
            operands[i] = LLVMGetOperand(instruction, i);
        result = expand(&x, operands, count);
    }
    LLVMDisposeBuilder(x.builder);
    ir_replace(instruction, result);
    return 0;
}

int pass_double_operations(struct pass_state *state)
{
    if (!pass_uses_double(state->module))
        return 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        ir_visit_instructions(f, replace_operation, state);
    return 0;
}
