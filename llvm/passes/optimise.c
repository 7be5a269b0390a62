/* SPDX-License-Identifier: MIT */
/* optimise.c: LLVM's target-independent optimisation, as far as the hardware can carry the result.
 *
 * Requires: image and sampler lowering are done. Left out on purpose: vectorizers (the code
 * generator packs scalars), loop-idiom (makes calls of memset), jump threading and unswitching
 * (make control flow that structurising must duplicate), sinking of common instructions (makes
 * resource numbers variable); and of indvars what makes odd-width arithmetic, which is closed forms
 * of what loops compute, and counters of 64 bits, which take two registers. */
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/ir/variables.h"
#include "llvm/passes/passes.h"

/* A first round, behind which loads of components of one vector are one load. */
static const char first_round[] =
    "function(early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>)";

/* The pipeline: passes that make loops canonical, passes over loops, and a second round on the
 * result. */
#define PIPELINE(loops)                                                                            \
    "function("                                                                                    \
    "reassociate," loops                                                                           \
    "sroa<modify-cfg>,instcombine<no-verify-fixpoint>,gvn<no-pre;no-load-pre;memdep>,sccp,bdce,"   \
    "instcombine<no-verify-fixpoint>,dse,simplifycfg,adce,instcombine<no-verify-fixpoint>,"        \
    "simplifycfg"                                                                                  \
    "),globaldce"
#define LOOPS(passes) "loop-simplify,lcssa," passes
#define CHANGES(rotate, licm)                                                                      \
    LOOPS("loop-mssa(loop-instsimplify,loop-simplifycfg" rotate licm "),"                          \
          "loop(indvars,loop-deletion,loop-unroll-full),")

/* Limits of the passes over loops. licm spends more on a load than the number of loops before it.
 * loop-rotate takes the square of the number of a loop's exits, and behind each of them licm finds
 * more to hoist than there are registers. Any pass over a loop looks at all that is in it: in
 * nested loops it visits the innermost block as often as they are deep. */
enum { MANY_LOOPS = 64, MANY_EXITS = 64, MANY_LEVELS = 64 };
#define ROTATE "loop-rotate<header-duplication>"
static const char pipeline[] = PIPELINE(CHANGES("," ROTATE, ",licm<allowspeculation>"));
static const char pipeline_of_many_loops[] = PIPELINE(CHANGES("," ROTATE, ""));
static const char pipeline_of_many_exits[] = PIPELINE(CHANGES("", ""));
static const char pipeline_of_many_levels[] = PIPELINE(LOOPS("loop(" ROTATE "),"));

static int has_many_loops(LLVMValueRef kernel, void *data)
{
    (void)data;
    return shim_count_loops(kernel) > MANY_LOOPS;
}

static int has_many_exits(LLVMValueRef kernel, void *data)
{
    (void)data;
    return shim_count_exits(kernel) > MANY_EXITS;
}

static int has_many_levels(LLVMValueRef kernel, void *data)
{
    (void)data;
    return shim_loop_depth(kernel) > MANY_LEVELS;
}

static const char *choose_pipeline(LLVMModuleRef module)
{
    if (ir_visit_kernels(module, has_many_levels, NULL))
        return pipeline_of_many_levels;
    if (ir_visit_kernels(module, has_many_exits, NULL))
        return pipeline_of_many_exits;
    return ir_visit_kernels(module, has_many_loops, NULL) ? pipeline_of_many_loops : pipeline;
}

/* ---- addresses in variables ---- */

/* Bytes that a getelementptr adds, if they are constant. */
static bool constant_step(LLVMTargetDataRef layout, LLVMValueRef gep, int64_t *bytes)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    *bytes = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t at = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *bytes += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)at);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)at);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        *bytes += at * (int64_t)LLVMABISizeOfType(layout, type);
    }
    return true;
}

/* instcombine makes steps of bytes of all, and looks at every use of the variable again after each
 * that it has to change. */
static int step_by_bytes(LLVMValueRef instruction, void *data)
{
    struct pass_state *state = data;
    LLVMTypeRef i8 = LLVMInt8TypeInContext(state->context);
    int64_t bytes;
    if (!LLVMIsAGetElementPtrInst(instruction) ||
        !LLVMIsAAllocaInst(LLVMGetOperand(instruction, 0)) ||
        LLVMGetGEPSourceElementType(instruction) == i8 ||
        !constant_step(LLVMGetModuleDataLayout(state->module), instruction, &bytes))
        return 0;
    LLVMValueRef step =
        LLVMConstInt(LLVMInt32TypeInContext(state->context), (unsigned long long)bytes, true);
    LLVMValueRef variable = LLVMGetOperand(instruction, 0);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    ir_replace(instruction, LLVMIsInBounds(instruction)
                                ? LLVMBuildInBoundsGEP2(builder, i8, variable, &step, 1, "")
                                : LLVMBuildGEP2(builder, i8, variable, &step, 1, ""));
    LLVMDisposeBuilder(builder);
    return 0;
}

/* ---- accuracy of division ---- */

/* Clang marks divisions with the error that OpenCL C allows (!fpmath); passes may lose the mark
 * when they rewrite one, which would make it a correctly rounded one. So those that are not marked
 * are held as constrained intrinsics meanwhile, and afterwards every other division is a marked
 * one. */
static const char held_name[] = "llvm.experimental.constrained.fdiv";

static bool is_single(LLVMTypeRef type)
{
    return LLVMGetTypeKind(ir_scalar_type(type)) == LLVMFloatTypeKind;
}

static bool is_division(LLVMValueRef instruction)
{
    return LLVMGetInstructionOpcode(instruction) == LLVMFDiv && is_single(LLVMTypeOf(instruction));
}

static LLVMValueRef string_operand(LLVMContextRef context, const char *text)
{
    return LLVMMetadataAsValue(context, LLVMMDStringInContext2(context, text, strlen(text)));
}

static int hold_exact(LLVMValueRef instruction, void *data)
{
    const struct pass_state *state = data;
    LLVMTypeRef type = LLVMTypeOf(instruction);
    unsigned mark = LLVMGetMDKindIDInContext(state->context, "fpmath", 6);
    if (!is_division(instruction) || LLVMGetMetadata(instruction, mark) ||
        LLVMGetFastMathFlags(instruction) & LLVMFastMathAllowReciprocal)
        return 0;
    unsigned id = LLVMLookupIntrinsicID(held_name, strlen(held_name));
    LLVMValueRef callee = LLVMGetIntrinsicDeclaration(state->module, id, &type, 1);
    LLVMValueRef arguments[] = {LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1),
                                string_operand(state->context, "round.tonearest"),
                                string_operand(state->context, "fpexcept.ignore")};
    LLVMBuilderRef builder = ir_builder_before(instruction);
    ir_replace(instruction,
               LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, arguments, 4, ""));
    LLVMDisposeBuilder(builder);
    return 0;
}

static LLVMValueRef fpmath_mark(LLVMContextRef context)
{
    LLVMValueRef error = LLVMConstReal(LLVMFloatTypeInContext(context), 2.5);
    LLVMMetadataRef node = LLVMValueAsMetadata(error);
    return LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, &node, 1));
}

static int release_exact(LLVMValueRef instruction, void *data)
{
    const struct pass_state *state = data;
    if (is_division(instruction)) {
        LLVMSetMetadata(instruction, LLVMGetMDKindIDInContext(state->context, "fpmath", 6),
                        fpmath_mark(state->context));
    } else if (ir_calls_prefix(instruction, held_name)) {
        LLVMBuilderRef builder = ir_builder_before(instruction);
        ir_replace(instruction, LLVMBuildFDiv(builder, LLVMGetOperand(instruction, 0),
                                              LLVMGetOperand(instruction, 1), ""));
        LLVMDisposeBuilder(builder);
    }
    return 0;
}

int pass_optimise(struct pass_state *state)
{
    if (state->variables)
        state->variables->split_vectors(state->module);
    if (state->noopt)
        return pass_run_llvm(state, "function(instsimplify,simplifycfg),globaldce") ||
                       ir_visit_kernels(state->module, pass_narrow_loads, state)
                   ? -1
                   : 0;
    if (!shim_set_option("replexitval", "never") ||
        !shim_set_option("indvars-widen-indvars", "false"))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        ir_visit_instructions(f, step_by_bytes, state);
        ir_visit_instructions(f, hold_exact, state);
    }
    const char *rounds = choose_pipeline(state->module);
    if (pass_run_llvm(state, first_round) ||
        ir_visit_kernels(state->module, pass_narrow_loads, state) || pass_run_llvm(state, rounds) ||
        ir_visit_kernels(state->module, pass_narrow_loads, state) ||
        ir_visit_kernels(state->module, pass_join_stores, state) ||
        ir_visit_kernels(state->module, pass_run_loops, state) ||
        ir_visit_kernels(state->module, pass_sink_bases, state))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        ir_visit_instructions(f, release_exact, state);
    return 0;
}
