/* SPDX-License-Identifier: MIT */
/* select_compare.c: conditions. R500 has no truth values but the one that flow control takes: a
 * condition is a number that is compared with 0, by CMP where it makes a choice. As a value of its
 * own it is 1 or 0. */
#include "driver/hw/r500/r500.h"
#include "llvm/ir/ir.h"
#include "llvm/r500/select/select.h"

/* ---- comparisons ---- */

enum relation { EQ, NE, LT, LE, GT, GE };

struct comparison {
    enum relation relation;
    bool is_unsigned;
};

static bool float_relation(LLVMRealPredicate predicate, enum relation *relation)
{
    static const enum relation relations[] = {
        [LLVMRealOEQ] = EQ, [LLVMRealOGT] = GT, [LLVMRealOGE] = GE, [LLVMRealOLT] = LT,
        [LLVMRealOLE] = LE, [LLVMRealONE] = NE, [LLVMRealUEQ] = EQ, [LLVMRealUGT] = GT,
        [LLVMRealUGE] = GE, [LLVMRealULT] = LT, [LLVMRealULE] = LE, [LLVMRealUNE] = NE,
    };
    if (predicate < LLVMRealOEQ || predicate > LLVMRealUNE || predicate == LLVMRealORD ||
        predicate == LLVMRealUNO)
        return false;
    *relation = relations[predicate];
    return true;
}

static struct comparison int_comparison(LLVMIntPredicate predicate)
{
    static const struct comparison comparisons[] = {
        [LLVMIntEQ] = {EQ, false},  [LLVMIntNE] = {NE, false},  [LLVMIntUGT] = {GT, true},
        [LLVMIntUGE] = {GE, true},  [LLVMIntULT] = {LT, true},  [LLVMIntULE] = {LE, true},
        [LLVMIntSGT] = {GT, false}, [LLVMIntSGE] = {GE, false}, [LLVMIntSLT] = {LT, false},
        [LLVMIntSLE] = {LE, false},
    };
    return comparisons[predicate];
}

/* x - y, without an operation where one of them is 0. */
static struct fir_src difference(struct r500_select *s, struct fir_src x, struct fir_src y)
{
    if (fir_is_number(&y, 0.0f))
        return x;
    if (fir_is_number(&x, 0.0f))
        return fir_negated(y);
    return r500_add(s, x, fir_negated(y));
}

static struct r500_test test_relation(struct r500_select *s, enum relation relation,
                                      struct fir_src x, struct fir_src y)
{
    switch (relation) {
    case EQ:
        return (struct r500_test){difference(s, x, y), HW_R500_TEST_EQ};
    case NE:
        return (struct r500_test){difference(s, x, y), HW_R500_TEST_NE};
    case LT:
        return (struct r500_test){difference(s, x, y), HW_R500_TEST_LT};
    case GE:
        return (struct r500_test){difference(s, x, y), HW_R500_TEST_GE};
    case GT:
        return (struct r500_test){difference(s, y, x), HW_R500_TEST_LT};
    default:
        return (struct r500_test){difference(s, y, x), HW_R500_TEST_GE};
    }
}

/* ---- choices ---- */

static struct fir_src choose_by_test(struct r500_select *s, struct r500_test test, struct fir_src x,
                                     struct fir_src y)
{
    const bool swapped = test.op == HW_R500_TEST_LT || test.op == HW_R500_TEST_NE;
    if (fir_same_src(&x, &y))
        return x;
    if (test.op == HW_R500_TEST_EQ || test.op == HW_R500_TEST_NE)
        test.src = fir_negated(r500_absolute(s, test.src));
    return r500_emit(s, FIR_CMP, swapped ? y : x, swapped ? x : y, test.src);
}

/* x and y as they are compared: integers that may be below 0 are not as unsigned ones. */
static struct fir_src choose_unsigned(struct r500_select *s, enum relation relation,
                                      struct fir_src a, struct fir_src b, struct fir_src x,
                                      struct fir_src y)
{
    struct r500_test test = test_relation(s, relation, a, b);
    float limit;
    if (relation == EQ || relation == NE || !fir_is_literal(&b, &limit))
        return choose_by_test(s, test, x, y);
    const struct r500_test positive = {a, HW_R500_TEST_GE};
    const bool below = relation == LT || relation == LE;
    struct fir_src then = choose_by_test(s, test, x, y);
    return choose_by_test(s, positive, then, below ? y : x);
}

static bool is_bool_constant(LLVMValueRef value, bool *truth)
{
    if (!LLVMIsAConstantInt(value))
        return false;
    *truth = LLVMConstIntGetZExtValue(value) != 0;
    return true;
}

/* The two conditions of an `and` or `or`, in any of LLVM's forms. */
static bool is_pair(LLVMValueRef condition, LLVMValueRef pair[2], bool *is_and)
{
    bool truth;
    if (!LLVMIsAInstruction(condition))
        return false;
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    if (opcode == LLVMAnd || opcode == LLVMOr) {
        pair[0] = LLVMGetOperand(condition, 0);
        pair[1] = LLVMGetOperand(condition, 1);
        *is_and = opcode == LLVMAnd;
        return true;
    }
    if (opcode != LLVMSelect)
        return false;
    pair[0] = LLVMGetOperand(condition, 0);
    if (is_bool_constant(LLVMGetOperand(condition, 2), &truth) && !truth) {
        pair[1] = LLVMGetOperand(condition, 1);
        *is_and = true;
        return true;
    }
    pair[1] = LLVMGetOperand(condition, 2);
    *is_and = false;
    return is_bool_constant(LLVMGetOperand(condition, 1), &truth) && truth;
}

static bool is_not(LLVMValueRef condition)
{
    return LLVMIsAInstruction(condition) && LLVMGetInstructionOpcode(condition) == LLVMXor &&
           LLVMIsAConstantInt(LLVMGetOperand(condition, 1));
}

/* Conditions of scalars that other choices are made of, each time they are used. */
static bool is_made_again(LLVMValueRef condition)
{
    unsigned uses = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(condition); use; use = LLVMGetNextUse(use))
        uses++;
    return uses <= 2;
}

static bool is_comparison(LLVMValueRef condition)
{
    return LLVMIsAFCmpInst(condition) || LLVMIsAICmpInst(condition);
}

static struct fir_src choose_by_comparison(struct r500_select *s, LLVMValueRef condition,
                                           unsigned index, struct fir_src x, struct fir_src y)
{
    struct fir_src a = r500_element(s, LLVMGetOperand(condition, 0), index);
    struct fir_src b = r500_element(s, LLVMGetOperand(condition, 1), index);
    enum relation relation;
    if (LLVMIsAICmpInst(condition)) {
        struct comparison comparison = int_comparison(LLVMGetICmpPredicate(condition));
        if (comparison.is_unsigned)
            return choose_unsigned(s, comparison.relation, a, b, x, y);
        relation = comparison.relation;
    } else if (!float_relation(LLVMGetFCmpPredicate(condition), &relation)) {
        const LLVMRealPredicate predicate = LLVMGetFCmpPredicate(condition);
        return predicate == LLVMRealORD || predicate == LLVMRealPredicateTrue ? x : y;
    }
    return choose_by_test(s, test_relation(s, relation, a, b), x, y);
}

/* condition ? x : y; `index`: of the condition, where it is a vector. */
static struct fir_src choose(struct r500_select *s, LLVMValueRef condition, unsigned index,
                             struct fir_src x, struct fir_src y)
{
    LLVMValueRef pair[2];
    bool truth, is_and;
    if (is_bool_constant(condition, &truth))
        return truth ? x : y;
    if (LLVMIsAInstruction(condition) && is_comparison(condition))
        return choose_by_comparison(s, condition, index, x, y);
    if (is_not(condition))
        return choose(s, LLVMGetOperand(condition, 0), index, y, x);
    if (is_pair(condition, pair, &is_and) && is_made_again(condition)) {
        struct fir_src inner = choose(s, pair[1], index, x, y);
        return is_and ? choose(s, pair[0], index, inner, y) : choose(s, pair[0], index, x, inner);
    }
    if (fir_same_src(&x, &y))
        return x;
    return r500_emit(s, FIR_CND, x, y, r500_element(s, condition, index));
}

static struct fir_src as_number(struct r500_select *s, LLVMValueRef condition, unsigned index)
{
    return choose(s, condition, index, fir_literal(1.0f), fir_literal(0.0f));
}

struct r500_test r500_test_of(struct r500_select *s, LLVMValueRef condition, unsigned index)
{
    enum relation relation;
    if (LLVMIsAInstruction(condition) && is_comparison(condition)) {
        struct fir_src a = r500_element(s, LLVMGetOperand(condition, 0), index);
        struct fir_src b = r500_element(s, LLVMGetOperand(condition, 1), index);
        if (LLVMIsAFCmpInst(condition) &&
            float_relation(LLVMGetFCmpPredicate(condition), &relation))
            return test_relation(s, relation, a, b);
        if (LLVMIsAICmpInst(condition) &&
            !int_comparison(LLVMGetICmpPredicate(condition)).is_unsigned)
            return test_relation(s, int_comparison(LLVMGetICmpPredicate(condition)).relation, a, b);
    }
    if (is_not(condition)) {
        struct r500_test test = r500_test_of(s, LLVMGetOperand(condition, 0), index);
        test.op = (uint8_t)(HW_R500_TEST_NE - test.op);
        return test;
    }
    return (struct r500_test){as_number(s, condition, index), HW_R500_TEST_NE};
}

/* ---- instructions ---- */

static bool is_truth(LLVMTypeRef type)
{
    LLVMTypeRef scalar = ir_scalar_type(type);
    return LLVMGetTypeKind(scalar) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(scalar) == 1;
}

/* Comparisons are made where they are used, as choices; a value is left for what needs one. */
static bool wants_number(LLVMValueRef condition)
{
    for (LLVMUseRef use = LLVMGetFirstUse(condition); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMPHI:
        case LLVMFreeze:
        case LLVMInsertElement:
        case LLVMExtractElement:
        case LLVMShuffleVector:
            return true;
        default:
            break;
        }
    }
    return false;
}

static void select_truth(struct r500_select *s)
{
    LLVMValueRef pair[2];
    bool is_and;
    struct fir_src *element = r500_define(s);
    const bool made_again = is_comparison(s->inst) || is_not(s->inst) ||
                            (is_pair(s->inst, pair, &is_and) && is_made_again(s->inst));
    if (made_again && !wants_number(s->inst))
        return;
    for (unsigned i = 0; i < r500_elements(LLVMTypeOf(s->inst)); i++) {
        const struct fir_src one = fir_literal(1.0f), zero = fir_literal(0.0f);
        if (made_again) {
            element[i] = choose(s, s->inst, i, one, zero);
        } else if (is_pair(s->inst, pair, &is_and)) {
            struct fir_src inner = choose(s, pair[1], i, one, zero);
            element[i] =
                is_and ? choose(s, pair[0], i, inner, zero) : choose(s, pair[0], i, one, inner);
        } else {
            element[i] = LLVMGetInstructionOpcode(s->inst) == LLVMSelect
                             ? choose(s, LLVMGetOperand(s->inst, 0), i,
                                      as_number(s, LLVMGetOperand(s->inst, 1), i),
                                      as_number(s, LLVMGetOperand(s->inst, 2), i))
                             : r500_operand(s, 0, i);
        }
    }
}

static void select_choice(struct r500_select *s)
{
    LLVMValueRef condition = LLVMGetOperand(s->inst, 0);
    const bool by_element = r500_elements(LLVMTypeOf(condition)) > 1;
    struct fir_src *element = r500_define(s);
    for (unsigned i = 0; i < r500_elements(LLVMTypeOf(s->inst)); i++)
        element[i] =
            choose(s, condition, by_element ? i : 0, r500_operand(s, 1, i), r500_operand(s, 2, i));
}

static void select_widened(struct r500_select *s, float truth)
{
    struct fir_src *element = r500_define(s);
    for (unsigned i = 0; i < r500_elements(LLVMTypeOf(s->inst)); i++)
        element[i] =
            choose(s, LLVMGetOperand(s->inst, 0), i, fir_literal(truth), fir_literal(0.0f));
}

bool r500_select_compare(struct r500_select *s)
{
    const LLVMOpcode opcode = LLVMGetInstructionOpcode(s->inst);
    if (is_truth(LLVMTypeOf(s->inst)) &&
        (is_comparison(s->inst) || opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor ||
         opcode == LLVMSelect || opcode == LLVMFreeze)) {
        select_truth(s);
        return true;
    }
    if (opcode == LLVMSelect) {
        select_choice(s);
        return true;
    }
    if (!LLVMIsACastInst(s->inst) || !is_truth(LLVMTypeOf(LLVMGetOperand(s->inst, 0))))
        return false;
    select_widened(s, opcode == LLVMSExt || opcode == LLVMSIToFP ? -1.0f : 1.0f);
    return true;
}
