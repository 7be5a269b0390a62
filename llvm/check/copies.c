/* SPDX-License-Identifier: MIT */
/* copies.c: in a guarded program, the simulator is told of asynchronous copies of work-groups
 * (OpenCL C 3.0, 6.15.11).
 *
 * A copy becomes accesses of the work-items when the library is linked. Checks of HW_CHECK_COPY and
 * HW_CHECK_COPY_ENDS around the call say which accesses these are, and no access is moved across
 * them; those of HW_CHECK_COPY_VALUES in front have its arguments. The library hands on the event
 * that a copy is given; one that is given none gets the number of its call. Waiting becomes a call
 * of a function that names the events.
 * accesses.c calls this for each instruction. */
#include "driver/hw/isa.h"
#include "llvm/check/check.h"
#include "llvm/ir/ir.h"

enum { TO, FROM, COUNT };
enum { MOST_CALLS = 255 }; /* those behind share a number */

static LLVMValueRef as_number(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef value)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(state->context);
    const bool pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    return pointer ? LLVMBuildPtrToInt(builder, value, i32, "")
                   : LLVMBuildIntCast2(builder, value, i32, 0, "");
}

/* All work-items come to the ends of a copy together: LLVM would merge them with branches beside
 * them, unless calls and function say so. */
static void keep_together(struct pass_state *state, LLVMValueRef ask)
{
    static const char name[] = "convergent";
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);
    LLVMAttributeRef convergent = LLVMCreateEnumAttribute(state->context, kind, 0);
    LLVMAddCallSiteAttribute(ask, LLVMAttributeFunctionIndex, convergent);
    LLVMAddAttributeAtIndex(ir_callee(ask), LLVMAttributeFunctionIndex, convergent);
}

static void give_values(struct pass_state *state, LLVMBuilderRef builder, LLVMValueRef first,
                        LLVMValueRef second)
{
    check_ask_of(state, builder, as_number(state, builder, first),
                 as_number(state, builder, second),
                 HW_CHECK_LOCKSTEP | HW_CHECK_COPY_VALUES << PASS_CHECK_RAT);
}

/* Puts the number of the call in the place of an event that is 0. */
static void name_event(struct pass_state *state, LLVMValueRef call, LLVMValueRef given,
                       LLVMValueRef number)
{
    LLVMBuilderRef builder = ir_builder_before(LLVMGetNextInstruction(call));
    LLVMValueRef zero = ir_i32(state->context, 0);
    keep_together(
        state, check_ask(state, builder, HW_CHECK_LOCKSTEP | HW_CHECK_COPY_ENDS << PASS_CHECK_RAT));
    LLVMValueRef none = LLVMBuildICmp(builder, LLVMIntEQ, given, zero, "");
    LLVMValueRef event = LLVMBuildSelect(builder, none, number, given, "");
    event = LLVMBuildIntToPtr(builder, event, LLVMTypeOf(call), "");
    for (LLVMUseRef use = LLVMGetFirstUse(call), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
            if (LLVMGetOperand(user, i) == call)
                LLVMSetOperand(user, i, event);
    }
    LLVMDisposeBuilder(builder);
}

/* `calls` is how many copies of the program have been numbered. */
static void check_copy(struct pass_state *state, LLVMValueRef call, uint32_t *calls)
{
    LLVMValueRef argument[5];
    const unsigned count = LLVMGetNumArgOperands(call);
    if (count < 4 || count > 5 || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
        return;
    LLVMBuilderRef builder = ir_builder_before(call);
    for (unsigned i = 0; i < count; i++)
        argument[i] = LLVMGetOperand(call, i);
    *calls += *calls < MOST_CALLS;
    LLVMValueRef number = ir_i32(state->context, *calls);
    LLVMValueRef stride = count == 5 ? argument[3] : ir_i32(state->context, 1);
    LLVMValueRef given = as_number(state, builder, argument[count - 1]);
    give_values(state, builder, given, number);
    give_values(state, builder, argument[TO], argument[FROM]);
    give_values(state, builder, argument[COUNT], stride);
    keep_together(state, check_ask_at(state, builder, as_number(state, builder, argument[TO]),
                                      HW_CHECK_LOCKSTEP | HW_CHECK_COPY << PASS_CHECK_RAT));
    LLVMDisposeBuilder(builder);
    name_event(state, call, given, number);
}

/* Calls the function of libclc/memory.cl that names each event, too. */
static void check_wait(struct pass_state *state, LLVMValueRef call)
{
    static const char name[] = "__rootle_wait_for_events";
    LLVMTypeRef type = LLVMGlobalGetValueType(ir_callee(call));
    LLVMValueRef function = LLVMGetNamedFunction(state->module, name);
    if (!function)
        function = LLVMAddFunction(state->module, name, type);
    LLVMBuilderRef builder = ir_builder_before(call);
    LLVMBuildCall2(builder, type, function,
                   (LLVMValueRef[]){LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)}, 2, "");
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(call);
}

void check_copies(struct pass_state *state, LLVMValueRef instruction, uint32_t *calls)
{
    if (!LLVMIsACallInst(instruction))
        return;
    if (ir_calls_prefix(instruction, "_Z21async_work_group_copy") ||
        ir_calls_prefix(instruction, "_Z29async_work_group_strided_copy"))
        check_copy(state, instruction, calls);
    else if (ir_calls_prefix(instruction, "_Z17wait_group_events"))
        check_wait(state, instruction);
}
