/* SPDX-License-Identifier: MIT */
/* copy_loops.c: large copies and fills become loops of small ones, and a rest: as single loads and
 * stores they would make programs and compiles long.
 *
 * Requires: optimise has run. Leaves the small ones to legalise_memory. Changes control flow. */
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/passes/passes.h"

enum { STEP_BYTES = 64 };

/* A call of llvm.memcpy and its kin while it is taken apart. */
struct block_operation {
    LLVMValueRef call;
    LLVMContextRef context;
    uint64_t bytes;
    bool fills, overlaps;
};

static bool is_block_operation(LLVMValueRef instruction)
{
    return ir_calls_prefix(instruction, "llvm.memcpy.") ||
           ir_calls_prefix(instruction, "llvm.memmove.") ||
           ir_calls_prefix(instruction, "llvm.memset.");
}

static int find_large(LLVMValueRef instruction, void *data)
{
    if (!is_block_operation(instruction))
        return 0;
    LLVMValueRef length = LLVMGetOperand(instruction, 2);
    if (LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) <= COPY_LOOP_BYTES)
        return 0;
    *(LLVMValueRef *)data = instruction;
    return 1;
}

static LLVMValueRef address_at(LLVMBuilderRef builder, LLVMValueRef base, LLVMValueRef offset)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(base));
    return LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), base, &offset, 1, "");
}

/* The alignment that is left at multiples of a step. */
static unsigned step_align(unsigned align)
{
    return align > STEP_BYTES ? STEP_BYTES : align ? align : 1;
}

/* The same operation on `bytes` bytes behind `offset`. */
static void build_piece(const struct block_operation *o, LLVMBuilderRef builder,
                        LLVMValueRef offset, uint64_t bytes)
{
    LLVMValueRef target = LLVMGetOperand(o->call, 0), source = LLVMGetOperand(o->call, 1);
    LLVMValueRef size = LLVMConstInt(LLVMTypeOf(LLVMGetOperand(o->call, 2)), bytes, false);
    unsigned align = step_align(ir_argument_align(o->call, 0));
    LLVMValueRef to = address_at(builder, target, offset);
    if (o->fills) {
        LLVMBuildMemSet(builder, to, source, size, align);
        return;
    }
    LLVMValueRef from = address_at(builder, source, offset);
    unsigned from_align = step_align(ir_argument_align(o->call, 1));
    if (o->overlaps)
        LLVMBuildMemMove(builder, to, align, from, from_align, size);
    else
        LLVMBuildMemCpy(builder, to, align, from, from_align, size);
}

/* Pieces of what overlaps are moved from the end that the target lies behind. */
static LLVMValueRef piece_number(const struct block_operation *o, LLVMBuilderRef builder,
                                 LLVMValueRef turn, uint64_t count)
{
    LLVMValueRef target = LLVMGetOperand(o->call, 0), source = LLVMGetOperand(o->call, 1);
    if (!o->overlaps || ir_pointer_space(target) != ir_pointer_space(source))
        return turn;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(o->context);
    LLVMValueRef behind =
        LLVMBuildICmp(builder, LLVMIntUGT, LLVMBuildPtrToInt(builder, target, i32, ""),
                      LLVMBuildPtrToInt(builder, source, i32, ""), "");
    LLVMValueRef last = ir_i32(o->context, (uint32_t)count - 1);
    return LLVMBuildSelect(builder, behind, LLVMBuildSub(builder, last, turn, ""), turn, "");
}

static void build_loop(const struct block_operation *o, uint64_t count)
{
    LLVMValueRef turn;
    LLVMValueRef body = shim_build_loop(o->call, ir_i32(o->context, (uint32_t)count), &turn);
    LLVMBuilderRef builder = ir_builder_before(body);
    LLVMValueRef step = ir_i32(o->context, STEP_BYTES);
    build_piece(o, builder, LLVMBuildMul(builder, piece_number(o, builder, turn, count), step, ""),
                STEP_BYTES);
    LLVMDisposeBuilder(builder);
}

/* Splits a move of memory that may overlap: the rest, at the end, is read before the loop writes
 * and written after it has read, which is right in both directions. */
static void split_move(const struct block_operation *o, uint64_t count, uint64_t rest)
{
    LLVMValueRef size = LLVMConstInt(LLVMTypeOf(LLVMGetOperand(o->call, 2)), rest, false);
    LLVMValueRef offset = ir_i32(o->context, (uint32_t)(o->bytes - rest));
    LLVMBuilderRef builder = ir_builder_at_entry(ir_function_of(o->call));
    LLVMTypeRef i8 = LLVMInt8TypeInContext(o->context);
    LLVMValueRef kept = LLVMBuildAlloca(builder, LLVMArrayType2(i8, STEP_BYTES), "");
    LLVMSetAlignment(kept, 4);
    LLVMDisposeBuilder(builder);
    builder = ir_builder_before(o->call);
    LLVMBuildMemCpy(builder, kept, 4, address_at(builder, LLVMGetOperand(o->call, 1), offset),
                    step_align(ir_argument_align(o->call, 1)), size);
    build_loop(o, count);
    LLVMPositionBuilderBefore(builder, o->call);
    LLVMBuildMemCpy(builder, address_at(builder, LLVMGetOperand(o->call, 0), offset),
                    step_align(ir_argument_align(o->call, 0)), kept, 4, size);
    LLVMDisposeBuilder(builder);
}

static void split(const struct block_operation *o)
{
    uint64_t count = o->bytes / STEP_BYTES, rest = o->bytes % STEP_BYTES;
    if (rest && o->overlaps) {
        split_move(o, count, rest);
        return;
    }
    build_loop(o, count);
    if (!rest)
        return;
    LLVMBuilderRef builder = ir_builder_before(o->call);
    build_piece(o, builder, ir_i32(o->context, (uint32_t)(o->bytes - rest)), rest);
    LLVMDisposeBuilder(builder);
}

static int split_large(LLVMValueRef function, void *data)
{
    struct pass_state *state = data;
    LLVMValueRef call;
    while (ir_visit_instructions(function, find_large, &call)) {
        LLVMValueRef length = LLVMGetOperand(call, 2);
        struct block_operation o = {.call = call,
                                    .context = state->context,
                                    .fills = ir_calls_prefix(call, "llvm.memset."),
                                    .overlaps = ir_calls_prefix(call, "llvm.memmove.")};
        if (!LLVMIsAConstantInt(length))
            return pass_error(state, call,
                              "a copy of a size that is not constant is not supported");
        o.bytes = LLVMConstIntGetZExtValue(length);
        split(&o);
        LLVMInstructionEraseFromParent(call);
    }
    return 0;
}

int pass_copy_loops(struct pass_state *state)
{
    return ir_visit_kernels(state->module, split_large, state);
}
