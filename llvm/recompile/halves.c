/* SPDX-License-Identifier: MIT */
/* halves.c: sums of products of halves, as floats. A float has all bits of such a product. So it is
 * the same whether it is rounded by itself or fused with what is added.
 *
 * So that the sum is rounded once in all when it becomes a half, fma of libclc/half/math.cl makes
 * it odd where it is not exact, of what rounding to nearest has left over:
 *
 *     part = sum - a, rest = (a - (sum - part)) + (b - part)
 *     rest is 0 or a NaN ? sum : sum's bits + (rest ^ sum's bits) >> 31 | 1
 *
 * AVX-512 rounds each operation as it is told. The sums that are rounded down and up are
 * neighbours, of which one is odd, or the same. So the odd one is that rounded down, or where this
 * is even that rounded up. Where they differ in other ways, the half is still the same: a zero that
 * is rounded down is a negative one, and even; beyond the range one of them is the largest float,
 * which as a half is infinity, too.
 *
 * Other hosts find sooner what is left over, without a sum of both parts. Of p and c, with s for
 * their sum, it has the sign of
 *
 *     (c - (s - p)) + (p - (s - c))
 *
 * and is 0 where that is. Of both differences, that from the larger of p and c is exact. The other
 * one is zero, or has its sign, as rounding keeps order. So it has the sign of their sum, too,
 * which is no negative zero unless s is one.
 *
 * An even sum becomes odd by the next number on that side, and odd ones stay. VPSIGND finds the
 * step. Infinities and NaN, whose rest is a NaN, step nowhere: the largest negative number, which
 * stands for negative infinity and NaN there, is odd. Infinity becomes the largest float, which as
 * a half is infinity. */
#include "llvm/recompile/halves.h"

#include <assert.h>
#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "driver/base/bits.h"
#include "driver/base/count.h"
#include "driver/base/float16.h"
#include "llvm/ir/ir.h"

/* Immediates of AVX-512's operations: no exceptions, and the mode. */
enum { ROUND_DOWN = 8 | 1, ROUND_UP = 8 | 2 };

enum { LANES = 16, NO_PRODUCT = 2 };

static bool is_op(LLVMValueRef value, LLVMOpcode op)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == op;
}

static bool is_lanes(LLVMValueRef value, LLVMTypeKind element)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == LANES &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == element;
}

/* The other operand of an operation on a value that may be either; NULL: it is none. */
static LLVMValueRef other_than(LLVMValueRef value, LLVMOpcode op, LLVMValueRef operand)
{
    for (unsigned i = 0; is_op(value, op) && i < 2; i++)
        if (LLVMGetOperand(value, i) == operand)
            return LLVMGetOperand(value, 1 - i);
    return NULL;
}

static bool is_all(LLVMValueRef constant, uint32_t value)
{
    return LLVMIsConstant(constant) && constant == ir_splat(LLVMTypeOf(constant), value);
}

/* The value whose bits another one has. */
static LLVMValueRef from_cast(LLVMValueRef value)
{
    return LLVMIsABitCastInst(value) ? LLVMGetOperand(value, 0) : NULL;
}

/* A value, or its opposite. */
struct term {
    LLVMValueRef value;
    bool minus;
};

static struct term opposite(struct term term)
{
    return (struct term){term.value, !term.minus};
}

static bool is_same(struct term a, struct term b)
{
    return a.value == b.value && a.minus == b.minus;
}

/* The two terms that an addition or a subtraction adds. */
static bool has_terms(LLVMValueRef value, struct term term[2])
{
    if (!is_op(value, LLVMFAdd) && !is_op(value, LLVMFSub))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        term[i] = (struct term){LLVMGetOperand(value, i), i && is_op(value, LLVMFSub)};
        while (is_op(term[i].value, LLVMFNeg))
            term[i] = (struct term){LLVMGetOperand(term[i].value, 0), !term[i].minus};
    }
    return true;
}

/* Whether a term is the sum of two others. The opposite of a sum is that of the opposites, but for
 * the sign of a zero, which nothing here depends on. */
static bool is_sum(struct term term, struct term a, struct term b)
{
    struct term of[2];
    if (!has_terms(term.value, of))
        return false;
    for (unsigned i = 0; term.minus && i < 2; i++)
        of[i] = opposite(of[i]);
    return (is_same(of[0], a) && is_same(of[1], b)) || (is_same(of[0], b) && is_same(of[1], a));
}

/* The term that another one is added to, as a term makes it; without a value: to none. */
static struct term added_to(struct term sum, struct term to)
{
    struct term of[2];
    for (unsigned i = 0; has_terms(sum.value, of) && i < 2; i++) {
        of[0].minus ^= sum.minus;
        of[1].minus ^= sum.minus;
        if (is_same(of[i], to))
            return of[1 - i];
    }
    return (struct term){NULL, false};
}

/* Whether a value is what is left over of the sum of two terms. */
static bool is_rest(LLVMValueRef rest, struct term sum, struct term a, struct term b)
{
    struct term of[2];
    for (unsigned i = 0; has_terms(rest, of) && i < 2; i++) {
        const struct term back = opposite(added_to(of[i], a)),
                          part = opposite(added_to(of[1 - i], b));
        if (back.value && part.value && is_sum(part, sum, opposite(a)) &&
            is_sum(back, sum, opposite(part)))
            return true;
    }
    return false;
}

/* Whether bits are those of a sum, made odd by what is left over. */
static bool is_odd(LLVMValueRef odd, LLVMValueRef bits, LLVMValueRef rest)
{
    if (!is_op(odd, LLVMOr) || !is_all(LLVMGetOperand(odd, 1), 1))
        return false;
    LLVMValueRef toward = other_than(LLVMGetOperand(odd, 0), LLVMAdd, bits);
    if (!toward || !is_op(toward, LLVMAShr) || !is_all(LLVMGetOperand(toward, 1), 31))
        return false;
    LLVMValueRef rest_bits = other_than(LLVMGetOperand(toward, 0), LLVMXor, bits);
    return rest_bits && from_cast(rest_bits) == rest;
}

/* The sum of floats that is made odd before it becomes halves; NULL: it is something else. */
static LLVMValueRef find_odd(LLVMValueRef halves)
{
    if (!is_op(halves, LLVMFPTrunc) || !is_lanes(halves, LLVMHalfTypeKind))
        return NULL;
    LLVMValueRef choice = from_cast(LLVMGetOperand(halves, 0));
    if (!choice || !LLVMIsASelectInst(choice))
        return NULL;
    LLVMValueRef none = LLVMGetOperand(choice, 0), bits = LLVMGetOperand(choice, 1),
                 sum = from_cast(bits);
    struct term of[2];
    if (!sum || !has_terms(sum, of) || !is_op(none, LLVMFCmp) ||
        LLVMGetFCmpPredicate(none) != LLVMRealUEQ || !LLVMIsNull(LLVMGetOperand(none, 1)))
        return NULL;
    const struct term all = {sum, false};
    LLVMValueRef rest = LLVMGetOperand(none, 0);
    return (is_rest(rest, all, of[0], of[1]) || is_rest(rest, all, of[1], of[0])) &&
                   is_odd(LLVMGetOperand(choice, 2), bits, rest)
               ? sum
               : NULL;
}

static bool is_half_number(double number)
{
    const uint32_t bits = float_bits((float)number);
    return float16_to_bits(float16_from_bits(bits)) == bits;
}

/* Whether all lanes of a value are numbers that halves have. */
static bool is_of_halves(LLVMValueRef value)
{
    while (is_op(value, LLVMFNeg))
        value = LLVMGetOperand(value, 0);
    if (ir_is_spread(value) && LLVMIsAInsertElementInst(LLVMGetOperand(value, 0)))
        value = LLVMGetOperand(LLVMGetOperand(value, 0), 1);
    if (is_op(value, LLVMFPExt))
        return ir_is_half(LLVMTypeOf(LLVMGetOperand(value, 0)));
    LLVMBool lost;
    bool all = LLVMIsAConstantDataVector(value);
    for (unsigned i = 0; all && i < LANES; i++)
        all = is_half_number(LLVMConstRealGetDouble(LLVMGetAggregateElement(value, i), &lost));
    return all;
}

/* The number of the term, of two, that is a product of halves; NO_PRODUCT: there is none. */
static unsigned find_product(const struct term of[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (is_op(of[i].value, LLVMFMul) && is_of_halves(LLVMGetOperand(of[i].value, 0)) &&
            is_of_halves(LLVMGetOperand(of[i].value, 1)))
            return i;
    return NO_PRODUCT;
}

static LLVMValueRef as_value(LLVMBuilderRef builder, struct term term)
{
    return term.minus ? LLVMBuildFNeg(builder, term.value, "") : term.value;
}

/* Two factors and what is added to their product, where two terms are added. If none of these is a
 * product of halves, one factor is 1. */
static void build_factors(LLVMBuilderRef builder, const struct term of[2], LLVMValueRef args[3])
{
    const unsigned product = find_product(of);
    const struct term *first = &of[product == NO_PRODUCT ? 0 : product],
                      *other = &of[first == &of[0]];
    args[0] = first->value;
    args[1] = LLVMConstReal(LLVMTypeOf(first->value), 1.0);
    if (product != NO_PRODUCT) {
        args[0] = LLVMGetOperand(first->value, 0);
        args[1] = LLVMGetOperand(first->value, 1);
    }
    args[0] = as_value(builder, (struct term){args[0], first->minus});
    args[2] = as_value(builder, *other);
}

/* An operation of LLVM's; `over`: there is one for each type, of which this is that of `args`. */
static LLVMValueRef build_intrinsic(LLVMBuilderRef builder, const char *name, bool over,
                                    LLVMValueRef *args, unsigned count)
{
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &type, over);
    assert(id);
    return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, count, "");
}

/* One on floats; `last`: the mode of rounding of one that has it. */
static LLVMValueRef build_fused_of(LLVMBuilderRef builder, const char *name,
                                   const LLVMValueRef factors[3], LLVMValueRef last)
{
    LLVMValueRef args[] = {factors[0], factors[1], factors[2], last};
    return build_intrinsic(builder, name, !last, args, last ? 4 : 3);
}

static void find_factors(LLVMBuilderRef builder, LLVMValueRef sum, LLVMValueRef factors[3])
{
    struct term of[2];
    const bool sound = has_terms(sum, of);
    assert(sound);
    (void)sound;
    build_factors(builder, of, factors);
}

struct fused {
    LLVMBuilderRef builder;
    bool by_mode; /* the host rounds as it is told */
    unsigned count;
};

/* By two operations of AVX-512 that round as they are told. */
static LLVMValueRef build_by_mode(LLVMBuilderRef builder, LLVMValueRef sum, LLVMTypeRef bits)
{
    static const char rounded[] = "llvm.x86.avx512.vfmadd.ps.512";
    LLVMContextRef context = LLVMGetTypeContext(bits);
    LLVMValueRef of[3];
    find_factors(builder, sum, of);
    LLVMValueRef down = build_fused_of(builder, rounded, of, ir_i32(context, ROUND_DOWN)),
                 up = build_fused_of(builder, rounded, of, ir_i32(context, ROUND_UP)),
                 last = LLVMBuildAnd(builder, LLVMBuildBitCast(builder, down, bits, ""),
                                     ir_splat(bits, 1), ""),
                 even = LLVMBuildICmp(builder, LLVMIntEQ, last, LLVMConstNull(bits), "");
    return LLVMBuildSelect(builder, even, up, down, "");
}

/* The rest of a sum that was rounded to nearest, or a number of its sign. */
static LLVMValueRef build_rest(LLVMBuilderRef builder, const LLVMValueRef of[3], LLVMValueRef near)
{
    static const char fma[] = "llvm.fma";
    LLVMValueRef back[] = {LLVMBuildFNeg(builder, of[0], ""), of[1], near},
                 rest = LLVMBuildFSub(builder, of[2], build_fused_of(builder, fma, back, NULL), ""),
                 part = LLVMBuildFSub(builder, near, of[2], ""),
                 over[] = {of[0], of[1], LLVMBuildFNeg(builder, part, "")};
    return LLVMBuildFAdd(builder, rest, build_fused_of(builder, fma, over, NULL), "");
}

/* Numbers with the signs of both others, and 0 where one of these is. VPSIGND takes eight lanes. */
static LLVMValueRef build_signs(LLVMBuilderRef builder, LLVMValueRef numbers,
                                const LLVMValueRef others[2])
{
    LLVMTypeRef i32 = LLVMGetElementType(LLVMTypeOf(numbers));
    LLVMValueRef place[LANES], part[2];
    for (unsigned i = 0; i < LANES; i++)
        place[i] = LLVMConstInt(i32, i, false);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef own = LLVMConstVector(place + i * LANES / 2, LANES / 2);
        part[i] = LLVMBuildShuffleVector(builder, numbers, numbers, own, "");
        for (unsigned k = 0; k < 2; k++) {
            LLVMValueRef args[] = {part[i],
                                   LLVMBuildShuffleVector(builder, others[k], others[k], own, "")};
            part[i] = build_intrinsic(builder, "llvm.x86.avx2.psign.d", false, args, 2);
        }
    }
    return LLVMBuildShuffleVector(builder, part[0], part[1], LLVMConstVector(place, LANES), "");
}

/* By a step to where the rest is. */
static LLVMValueRef build_from_rest(LLVMBuilderRef builder, LLVMValueRef sum, LLVMTypeRef bits)
{
    LLVMTypeRef type = LLVMTypeOf(sum);
    LLVMValueRef of[3];
    find_factors(builder, sum, of);
    LLVMValueRef near = build_fused_of(builder, "llvm.fma", of, NULL),
                 near_bits = LLVMBuildBitCast(builder, near, bits, ""),
                 rest = build_rest(builder, of, near),
                 least = LLVMBuildBitCast(builder, ir_splat(bits, float_bits(-FLT_MAX)), type, ""),
                 above = LLVMBuildFCmp(builder, LLVMRealOGT, near, least, ""),
                 known = LLVMBuildSelect(builder, above, near, least, ""),
                 even = LLVMBuildAnd(
                     builder, LLVMBuildNot(builder, LLVMBuildBitCast(builder, known, bits, ""), ""),
                     ir_splat(bits, 1), ""),
                 signs[] = {LLVMBuildBitCast(builder, rest, bits, ""), near_bits};
    return LLVMBuildAdd(builder, near_bits, build_signs(builder, even, signs), "");
}

static int round_to_odd(LLVMValueRef halves, void *data)
{
    struct fused *fused = data;
    LLVMValueRef sum = find_odd(halves);
    if (!sum)
        return 0;
    LLVMPositionBuilderBefore(fused->builder, halves);
    LLVMTypeRef type = LLVMTypeOf(sum),
                bits = LLVMTypeOf(LLVMGetOperand(LLVMGetOperand(halves, 0), 0));
    LLVMValueRef odd =
        (fused->by_mode ? build_by_mode : build_from_rest)(fused->builder, sum, bits);
    LLVMSetOperand(halves, 0, LLVMBuildBitCast(fused->builder, odd, type, ""));
    fused->count++;
    return 0;
}

static int fuse_plain(LLVMValueRef sum, void *data)
{
    struct fused *fused = data;
    struct term of[2];
    if (!is_lanes(sum, LLVMFloatTypeKind) || !has_terms(sum, of) || find_product(of) == NO_PRODUCT)
        return 0;
    LLVMPositionBuilderBefore(fused->builder, sum);
    LLVMValueRef factors[3];
    find_factors(fused->builder, sum, factors);
    ir_replace(sum, build_fused_of(fused->builder, "llvm.fma", factors, NULL));
    fused->count++;
    return 0;
}

static unsigned visit(LLVMModuleRef module, ir_visitor *visitor, bool by_mode)
{
    struct fused fused = {LLVMCreateBuilderInContext(LLVMGetModuleContext(module)), by_mode, 0};
    ir_visit_module(module, visitor, &fused);
    LLVMDisposeBuilder(fused.builder);
    return fused.count;
}

unsigned halves_round_to_odd(LLVMModuleRef module, bool by_mode)
{
    return visit(module, round_to_odd, by_mode);
}

unsigned halves_fuse(LLVMModuleRef module)
{
    return visit(module, fuse_plain, false);
}

/* ---- around loops ---- */

/* A vector's lower or upper lanes, made where it is: else it is put together first. */
static LLVMValueRef build_part(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef lanes,
                               LLVMBasicBlockRef from)
{
    LLVMValueRef next = LLVMIsAInstruction(value) && !LLVMIsAPHINode(value)
                            ? LLVMGetNextInstruction(value)
                            : LLVMGetBasicBlockTerminator(from);
    LLVMPositionBuilderBefore(builder, next);
    return LLVMBuildShuffleVector(builder, value, LLVMGetPoison(LLVMTypeOf(value)), lanes, "");
}

static bool is_only_widened(LLVMValueRef halves)
{
    bool only = LLVMGetFirstUse(halves);
    for (LLVMUseRef use = LLVMGetFirstUse(halves); use && only; use = LLVMGetNextUse(use))
        only = is_op(LLVMGetUser(use), LLVMFPExt);
    return only;
}

static LLVMValueRef build_phi(LLVMBuilderRef builder, LLVMValueRef phi, LLVMValueRef lanes)
{
    const unsigned count = LLVMCountIncoming(phi);
    LLVMPositionBuilderBefore(builder, phi);
    LLVMTypeRef type = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(phi)), LANES / 2);
    LLVMValueRef part = LLVMBuildPhi(builder, type, "");
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = ir_from_block(part, from);
        if (!value)
            value = build_part(builder, LLVMGetIncomingValue(phi, i), lanes, from);
        LLVMAddIncoming(part, &value, &from, 1);
    }
    return part;
}

/* Each turn would put eight and eight together, and take them apart to convert them. */
static int divide(LLVMValueRef phi, void *data)
{
    struct fused *fused = data;
    LLVMBuilderRef builder = fused->builder;
    if (!LLVMIsAPHINode(phi) || !is_lanes(phi, LLVMHalfTypeKind) || !is_only_widened(phi))
        return 0;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(phi)));
    LLVMValueRef place[LANES], part[2];
    for (unsigned i = 0; i < LANES; i++)
        place[i] = LLVMConstInt(i32, i, false);
    for (unsigned i = 0; i < 2; i++)
        part[i] = build_phi(builder, phi, LLVMConstVector(place + i * LANES / 2, LANES / 2));
    for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef wide = LLVMGetUser(use), own[2];
        LLVMTypeRef type = LLVMVectorType(LLVMGetElementType(LLVMTypeOf(wide)), LANES / 2);
        LLVMPositionBuilderBefore(builder, wide);
        for (unsigned i = 0; i < 2; i++)
            own[i] = LLVMBuildFPExt(builder, part[i], type, "");
        LLVMReplaceAllUsesWith(wide, LLVMBuildShuffleVector(builder, own[0], own[1],
                                                            LLVMConstVector(place, LANES), ""));
    }
    fused->count++;
    return 0;
}

unsigned halves_divide(LLVMModuleRef module)
{
    return visit(module, divide, false);
}
