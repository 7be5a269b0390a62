/* SPDX-License-Identifier: MIT */
/* numbers.c: see numbers.h. A minimum of machine code takes the other operand where one is a NaN.
 * So the least of a loop's values begins with a number, and another one replaces it where it is not
 * above it: that is a number, too. The proof goes from what is tested to all that it may come from,
 * and takes for granted what it has met: each value is made of earlier ones. */
#include "llvm/recompile/numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "llvm/ir/ir.h"

enum { MOST_MET = 32 };

/* A proof, with what it has met. Once failed it stays so, as it may have met what is no number. */
struct proof {
    LLVMValueRef met[MOST_MET];
    unsigned count;
    bool failed;
};

static bool is_number(struct proof *proof, LLVMValueRef value);

static bool is_constant_number(LLVMValueRef value)
{
    LLVMBool lost;
    bool all = LLVMIsAConstantDataVector(value);
    for (unsigned i = 0; all && i < LLVMGetVectorSize(LLVMTypeOf(value)); i++)
        all = !isnan(LLVMConstRealGetDouble(LLVMGetAggregateElement(value, i), &lost));
    return all || LLVMIsAConstantAggregateZero(value);
}

static bool is_ordered(LLVMRealPredicate predicate)
{
    return predicate >= LLVMRealOEQ && predicate <= LLVMRealORD;
}

/* Whether where a test holds a value is a number. */
static bool tells(struct proof *proof, LLVMValueRef test, LLVMValueRef value)
{
    if (LLVMIsABinaryOperator(test) && LLVMGetInstructionOpcode(test) == LLVMOr)
        return tells(proof, LLVMGetOperand(test, 0), value) &&
               tells(proof, LLVMGetOperand(test, 1), value);
    if (!LLVMIsAFCmpInst(test))
        return LLVMIsAConstantAggregateZero(test); /* it holds nowhere */
    if (is_ordered(LLVMGetFCmpPredicate(test)))
        return LLVMGetOperand(test, 0) == value || LLVMGetOperand(test, 1) == value;
    return LLVMGetFCmpPredicate(test) == LLVMRealUNO && is_number(proof, LLVMGetOperand(test, 0)) &&
           is_number(proof, LLVMGetOperand(test, 1));
}

static bool is_met(const struct proof *proof, LLVMValueRef value)
{
    for (unsigned i = 0; i < proof->count; i++)
        if (proof->met[i] == value)
            return true;
    return false;
}

static bool makes_numbers(struct proof *proof, LLVMValueRef value)
{
    if (LLVMIsASelectInst(value)) {
        LLVMValueRef chosen = LLVMGetOperand(value, 1);
        return is_number(proof, LLVMGetOperand(value, 2)) &&
               (tells(proof, LLVMGetOperand(value, 0), chosen) || is_number(proof, chosen));
    }
    bool all = LLVMIsAPHINode(value);
    for (unsigned i = 0; all && i < LLVMCountIncoming(value); i++)
        all = is_number(proof, LLVMGetIncomingValue(value, i));
    return all;
}

static bool is_number(struct proof *proof, LLVMValueRef value)
{
    if (is_constant_number(value) || is_met(proof, value))
        return true;
    proof->failed |= proof->count == MOST_MET;
    if (!proof->failed) {
        proof->met[proof->count++] = value;
        proof->failed = !makes_numbers(proof, value);
    }
    return !proof->failed;
}

static int remove_test(LLVMValueRef test, void *count)
{
    struct proof proof = {.count = 0};
    if (!LLVMIsAFCmpInst(test) || LLVMGetFCmpPredicate(test) != LLVMRealUNO ||
        !LLVMIsAPHINode(LLVMGetOperand(test, 0)) || !is_number(&proof, LLVMGetOperand(test, 0)) ||
        !is_number(&proof, LLVMGetOperand(test, 1)))
        return 0;
    LLVMReplaceAllUsesWith(test, LLVMConstNull(LLVMTypeOf(test)));
    ++*(unsigned *)count;
    return 0;
}

unsigned numbers_need_no_test(LLVMModuleRef module)
{
    unsigned count = 0;
    ir_visit_module(module, remove_test, &count);
    return count;
}
