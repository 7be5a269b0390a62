/* SPDX-License-Identifier: MIT */
/* undefined_values.c: variables without a value, for programs whose memory is checked.
 *
 * LLVM takes what a variable holds that nobody wrote for whatever suits it. In a guarded program
 * each begins with the value of a call that it knows nothing of (check_mark_undefined), which
 * behind the optimisation becomes a load from private memory that nobody writes
 * (check_give_undefined): the simulator sees it. Requires: no library is linked, whose variables
 * need no mark. The attribute "rootle-guarded" of kernels tells the code generator to leave gaps
 * between private arrays. */
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

#define PREFIX "__rootle_undefined."
enum { MAX_LEAVES = 16, MAX_NAME = 64 };

/* A variable that is being marked. */
struct marking {
    struct pass_state *state;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    LLVMValueRef variable;
    unsigned leaves;
    unsigned *count; /* of calls in the program: each has a number of its own */
};

static bool is_plain(LLVMTypeRef type)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(ir_scalar_type(type));
    if (kind == LLVMIntegerTypeKind) {
        const unsigned width = LLVMGetIntTypeWidth(ir_scalar_type(type));
        return width == 8 || width == 16 || width == 32 || width == 64;
    }
    return kind == LLVMFloatTypeKind;
}

static void add_attribute(LLVMContextRef context, LLVMValueRef function, const char *name)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
}

/* The function that gives a value of a type, named by the variable, and by the byte of it if it is
 * an aggregate. It reads nothing and does nothing, so that calls whose value nobody needs go away.
 */
static LLVMValueRef source_of(const struct marking *m, LLVMTypeRef type, LLVMTypeRef signature,
                              uint64_t offset)
{
    size_t length;
    const char *variable = LLVMGetValueName2(m->variable, &length);
    char *text = LLVMPrintTypeToString(type), name[sizeof(PREFIX) + MAX_NAME + 64], at[24] = "";
    length = strcspn(variable, ".") < length ? strcspn(variable, ".") : length;
    if (ir_is_aggregate(LLVMGetAllocatedType(m->variable)))
        snprintf(at, sizeof(at), "+%llu", (unsigned long long)offset);
    snprintf(name, sizeof(name), PREFIX "%.*s%s.%s",
             (int)(length < MAX_NAME - sizeof(at) ? length : MAX_NAME - sizeof(at)), variable, at,
             text);
    LLVMDisposeMessage(text);
    LLVMValueRef function = LLVMGetNamedFunction(m->state->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(m->state->module, name, signature);
    add_attribute(m->state->context, function, "memory"); /* 0: none */
    add_attribute(m->state->context, function, "nounwind");
    add_attribute(m->state->context, function, "willreturn");
    return function;
}

static void mark_leaf(struct marking *m, LLVMTypeRef type, uint64_t offset)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->state->context);
    LLVMTypeRef signature = LLVMFunctionType(type, &i32, 1, 0);
    LLVMValueRef number = ir_i32(m->state->context, (*m->count)++);
    LLVMValueRef value = LLVMBuildCall2(m->builder, signature,
                                        source_of(m, type, signature, offset), &number, 1, "");
    LLVMBuildStore(m->builder, value, ir_byte_address(m->builder, m->variable, offset));
}

static uint64_t count_of(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                       : LLVMGetArrayLength2(type);
}

/* How many plain values a type has; more than MAX_LEAVES: too many, or others. */
static uint64_t count_leaves(LLVMTypeRef type)
{
    uint64_t leaves = 0;
    if (!ir_is_aggregate(type))
        return is_plain(type) ? 1 : MAX_LEAVES + 1;
    if (count_of(type) > MAX_LEAVES)
        return MAX_LEAVES + 1;
    for (unsigned i = 0; i < count_of(type); i++)
        leaves += count_leaves(LLVMGetTypeKind(type) == LLVMStructTypeKind
                                   ? LLVMStructGetTypeAtIndex(type, i)
                                   : LLVMGetElementType(type));
    return leaves;
}

static void mark_type(struct marking *m, LLVMTypeRef type, uint64_t offset)
{
    if (!ir_is_aggregate(type)) {
        mark_leaf(m, type, offset);
        return;
    }
    const bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned i = 0; i < count_of(type); i++) {
        LLVMTypeRef element =
            is_struct ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
        mark_type(m, element,
                  offset + (is_struct ? LLVMOffsetOfElement(m->layout, type, i)
                                      : i * LLVMABISizeOfType(m->layout, element)));
    }
}

/* Marks a variable where its life begins: in front of an instruction. */
static void mark_before(struct marking *m, LLVMValueRef instruction)
{
    m->builder = ir_builder_before(instruction);
    mark_type(m, LLVMGetAllocatedType(m->variable), 0);
    LLVMDisposeBuilder(m->builder);
}

static void mark_variable(struct marking *m)
{
    bool found = false;
    if (count_leaves(LLVMGetAllocatedType(m->variable)) > MAX_LEAVES)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(m->variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsACallInst(user) || !ir_calls_prefix(user, "llvm.lifetime.start"))
            continue;
        mark_before(m, LLVMGetNextInstruction(user));
        found = true;
    }
    if (!found)
        mark_before(m, LLVMGetNextInstruction(m->variable));
}

static void mark_function(struct marking *m, LLVMValueRef function)
{
    static const char guarded[] = "rootle-guarded";
    if (ir_is_kernel(function))
        LLVMAddAttributeAtIndex(
            function, LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(m->state->context, guarded, sizeof(guarded) - 1, "", 0));
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        m->variable = i;
        if (LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) &&
            LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == 1)
            mark_variable(m);
    }
}

int check_mark_undefined(struct pass_state *state)
{
    unsigned count = 0;
    struct marking m = {
        .state = state, .layout = LLVMGetModuleDataLayout(state->module), .count = &count};
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            mark_function(&m, f);
    return 0;
}

static int give_value(LLVMValueRef instruction, void *data)
{
    (void)data;
    if (!LLVMIsACallInst(instruction) || !ir_calls_prefix(instruction, PREFIX))
        return 0;
    char name[MAX_NAME + 1];
    snprintf(name, sizeof(name), "%s", ir_name(ir_callee(instruction)) + sizeof(PREFIX) - 1);
    name[strcspn(name, ".")] = '\0';
    LLVMBuilderRef entry = ir_builder_at_entry(ir_function_of(instruction));
    LLVMValueRef memory = LLVMBuildAlloca(entry, LLVMTypeOf(instruction), name);
    LLVMDisposeBuilder(entry);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef value = LLVMBuildLoad2(builder, LLVMTypeOf(instruction), memory, "");
    LLVMSetVolatile(value, 1);
    LLVMDisposeBuilder(builder);
    ir_replace(instruction, value);
    return 0;
}

static int give_to_kernel(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, give_value, data);
}

int check_give_undefined(struct pass_state *state)
{
    return ir_visit_kernels(state->module, give_to_kernel, state);
}
