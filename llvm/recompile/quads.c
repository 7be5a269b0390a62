/* SPDX-License-Identifier: MIT */
/* quads.c: see quads.h. A row is a vector of four quads. Of elements of n dwords, row j has each
 * quad number j of n, so that a quad of a channel's lanes is made of one quad of each row. */
#include "llvm/recompile/quads.h"

#include <stdbool.h>

#include "llvm/ir/ir.h"

enum { LANES = 16, QUAD = 4, QUAD_BYTES = 16, MOST_DWORDS = 4, MOST_LOADS = 64 };

/* Loads that are divided. */
struct loads {
    LLVMValueRef load[MOST_LOADS];
    unsigned count;
};

/* The dword of each element that a shuffle takes of a value; n where it does something else. */
static unsigned channel_of(LLVMValueRef shuffle, LLVMValueRef value, unsigned n)
{
    if (!LLVMIsAShuffleVectorInst(shuffle) || LLVMGetOperand(shuffle, 0) != value ||
        LLVMGetNumMaskElements(shuffle) != LANES)
        return n;
    const int first = LLVMGetMaskValue(shuffle, 0);
    for (unsigned i = 0; i < LANES; i++)
        if (LLVMGetMaskValue(shuffle, i) != first + (int)(i * n))
            return n;
    return first < 0 || first >= (int)n ? n : (unsigned)first;
}

/* How many dwords an element has, if all that is done with a load is to divide it; or 0. */
static unsigned divided_by(LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
        LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
        LLVMGetElementType(type) != LLVMInt32TypeInContext(LLVMGetTypeContext(type)))
        return 0;
    const unsigned n = LLVMGetVectorSize(type) / LANES;
    if ((n != 2 && n != MOST_DWORDS) || LLVMGetVectorSize(type) % LANES || !LLVMGetFirstUse(load))
        return 0;
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use))
        if (channel_of(LLVMGetUser(use), load, n) == n)
            return 0;
    return n;
}

/* Lanes of two values, quad by quad: digits 0 to 3 name the first one's, 4 to 7 the second one's.
 */
static LLVMValueRef pick(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b, const char *digits)
{
    LLVMTypeRef i32 = LLVMGetElementType(LLVMTypeOf(a));
    LLVMValueRef lanes[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned digit = (unsigned)(digits[i % QUAD] - '0'), behind = digit / QUAD * LANES;
        lanes[i] = LLVMConstInt(i32, i / QUAD * QUAD + digit % QUAD + behind, false);
    }
    return LLVMBuildShuffleVector(builder, a, b, LLVMConstVector(lanes, LANES), "");
}

static LLVMValueRef join(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b)
{
    LLVMTypeRef i32 = LLVMGetElementType(LLVMTypeOf(a));
    LLVMValueRef lanes[LANES];
    const unsigned count = 2 * LLVMGetVectorSize(LLVMTypeOf(a));
    for (unsigned i = 0; i < count; i++)
        lanes[i] = LLVMConstInt(i32, i, false);
    return LLVMBuildShuffleVector(builder, a, b, LLVMConstVector(lanes, count), "");
}

static LLVMValueRef load_row(LLVMBuilderRef builder, LLVMValueRef load, unsigned n, unsigned j)
{
    LLVMTypeRef i32 = LLVMGetElementType(LLVMTypeOf(load)),
                i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(i32));
    LLVMValueRef quad[LANES / QUAD];
    for (unsigned i = 0; i < LANES / QUAD; i++) {
        LLVMValueRef behind = LLVMConstInt(i32, QUAD_BYTES * (j + i * n), false),
                     at = LLVMBuildGEP2(builder, i8, LLVMGetOperand(load, 0), &behind, 1, "");
        quad[i] = LLVMBuildLoad2(builder, LLVMVectorType(i32, QUAD), at, "");
        LLVMSetAlignment(quad[i], 1);
    }
    return join(builder, join(builder, quad[0], quad[1]), join(builder, quad[2], quad[3]));
}

void quads_turn(LLVMBuilderRef builder, const LLVMValueRef row[4], LLVMValueRef column[4])
{
    for (unsigned high = 0; high < 2; high++) {
        const char *const two = high ? "2637" : "0415";
        LLVMValueRef a = pick(builder, row[0], row[1], two), b = pick(builder, row[2], row[3], two);
        column[2 * high] = pick(builder, a, b, "0145");
        column[2 * high + 1] = pick(builder, a, b, "2367");
    }
}

static void divide(LLVMBuilderRef builder, LLVMValueRef load)
{
    LLVMValueRef row[MOST_DWORDS], channel[MOST_DWORDS];
    const unsigned n = divided_by(load);
    LLVMPositionBuilderBefore(builder, load);
    for (unsigned j = 0; j < n; j++)
        row[j] = load_row(builder, load, n, j);
    if (n == 2) {
        channel[0] = pick(builder, row[0], row[1], "0246");
        channel[1] = pick(builder, row[0], row[1], "1357");
    } else {
        quads_turn(builder, row, channel);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetFirstUse(load)) {
        LLVMValueRef shuffle = LLVMGetUser(use);
        ir_replace(shuffle, channel[channel_of(shuffle, load, n)]);
    }
    LLVMInstructionEraseFromParent(load);
}

static int keep(LLVMValueRef instruction, void *data)
{
    struct loads *loads = data;
    if (loads->count < MOST_LOADS && divided_by(instruction))
        loads->load[loads->count++] = instruction;
    return 0;
}

void quads_divide(LLVMModuleRef module)
{
    struct loads loads = {.count = 0};
    ir_visit_module(module, keep, &loads);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (unsigned i = 0; i < loads.count; i++)
        divide(builder, loads.load[i]);
    LLVMDisposeBuilder(builder);
}
