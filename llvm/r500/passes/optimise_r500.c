/* SPDX-License-Identifier: MIT */
/* optimise_r500.c: LLVM's optimisation for a GPU of 512 instructions without caches, stacks and
 * integers: loops become straight code where they fit, and short branches become choices.
 *
 * Requires: image and sampler lowering are done, vectors are split. */
#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/r500/passes/passes.h"

/* The limit of an arm that runs whether it is wanted or not, in instructions of LLVM, which are of
 * scalars: about three make one of R500, where a branch costs three. */
enum { MAX_ARM = 160 };

/* Likewise, of what the second condition of an `and` or `or` needs. */
enum { MAX_CONDITION = 24 };

/* Scalars that a loop may become: 512 instructions of R500 hold some three times as many. */
#define UNROLLED "900"

/* `and` and `or` of conditions are joined where the second costs some instructions. */
#define SHORT_CIRCUITS "simplifycfg<bonus-inst-threshold=24>"

static const char first_round[] =
    "function(early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,"
    "reassociate,loop-simplify,lcssa,loop-mssa(loop-instsimplify,loop-simplifycfg,"
    "licm<allowspeculation>),"
    "loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,"
    "instcombine<no-verify-fixpoint>,gvn<no-pre;no-load-pre;memdep>,sccp,bdce,"
    "instcombine<no-verify-fixpoint>,dse,simplifycfg,adce,instcombine<no-verify-fixpoint>"
    "," SHORT_CIRCUITS "),globaldce";
static const char after_flattening[] =
    "function(simplifycfg,instcombine<no-verify-fixpoint>,early-cse,gvn<no-pre;no-load-pre;memdep>,"
    "adce)";

/* ---- what R500's arithmetic allows ---- */

/* It knows no NaN and no difference of zeros. */
static int relax(LLVMValueRef instruction, void *data)
{
    (void)data;
    if (LLVMCanValueUseFastMathFlags(instruction))
        LLVMSetFastMathFlags(instruction, LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros |
                                              LLVMFastMathAllowReciprocal |
                                              LLVMFastMathAllowContract | LLVMFastMathApproxFunc);
    return 0;
}

/* Returns the value that a value is a constant multiple of, or itself. Sums are multiples where
 * they are marked. */
static LLVMValueRef multiple_of(LLVMValueRef value)
{
    while (LLVMIsAInstruction(value)) {
        const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
        const bool is_sum =
            opcode == LLVMFAdd && LLVMGetFastMathFlags(value) & LLVMFastMathAllowReassoc;
        if (!is_sum && !(opcode == LLVMFMul && LLVMIsConstant(LLVMGetOperand(value, 1))))
            break;
        value = LLVMGetOperand(value, 0);
    }
    return value;
}

/* Sums of multiples of one value become one multiple, which is rounded once. */
static int join_multiples(LLVMValueRef instruction, void *data)
{
    (void)data;
    if (LLVMGetInstructionOpcode(instruction) != LLVMFAdd ||
        multiple_of(LLVMGetOperand(instruction, 0)) != multiple_of(LLVMGetOperand(instruction, 1)))
        return 0;
    LLVMSetFastMathFlags(instruction, LLVMGetFastMathFlags(instruction) | LLVMFastMathAllowReassoc);
    return 0;
}

/* ---- arms that run always ---- */

static bool may_run_always(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return ir_calls_prefix(instruction, "llvm.") ||
               (ir_calls_prefix(instruction, "__rootle_") &&
                !ir_calls_prefix(instruction, "__rootle_look_up") &&
                !ir_calls_prefix(instruction, "__rootle_write"));
    case LLVMPHI:
    case LLVMStore:
    case LLVMAlloca:
        return false;
    default:
        return true;
    }
}

static bool runs_only_behind(LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
    unsigned uses = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
         use = LLVMGetNextUse(use))
        uses += LLVMIsABranchInst(LLVMGetUser(use)) != NULL;
    return uses == 1 && block != from;
}

/* Whether a block does nothing that may not be done in vain, with at most `most` instructions. */
static bool may_all_run(LLVMBasicBlockRef block, unsigned most)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    unsigned count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != last; i = LLVMGetNextInstruction(i))
        if (!may_run_always(i) || ++count > most)
            return false;
    return true;
}

/* A block that is run from `from` alone, may always run, and ends in a jump to `to`. */
static bool is_arm(LLVMBasicBlockRef block, LLVMBasicBlockRef from, LLVMBasicBlockRef *to)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (!runs_only_behind(block, from) || LLVMGetInstructionOpcode(last) != LLVMBr ||
        LLVMIsConditional(last) || !may_all_run(block, MAX_ARM))
        return false;
    *to = LLVMGetSuccessor(last, 0);
    return true;
}

static void hoist(LLVMBasicBlockRef arm, LLVMValueRef before)
{
    LLVMBuilderRef builder = ir_builder_before(before);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(arm), next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(arm); i != last; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(builder, i);
    }
    LLVMDisposeBuilder(builder);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* The join's phis get one edge instead of two. */
static void choose(LLVMBasicBlockRef join, LLVMValueRef branch, LLVMBasicBlockRef yes,
                   LLVMBasicBlockRef no)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
    LLVMBuilderRef builder = ir_builder_before(branch);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(join), next; LLVMIsAPHINode(phi); phi = next) {
        next = LLVMGetNextInstruction(phi);
        LLVMValueRef chosen = LLVMBuildSelect(builder, LLVMGetCondition(branch), incoming(phi, yes),
                                              incoming(phi, no), "");
        LLVMValueRef whole = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
        LLVMInstructionRemoveFromParent(whole);
        LLVMBuilderRef at = ir_builder_before(phi);
        LLVMInsertIntoBuilder(at, whole);
        LLVMDisposeBuilder(at);
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
            LLVMValueRef value = LLVMGetIncomingValue(phi, i);
            if (block != yes && block != no)
                LLVMAddIncoming(whole, &value, &block, 1);
        }
        LLVMAddIncoming(whole, &chosen, &from, 1);
        ir_replace(phi, whole);
    }
    LLVMDisposeBuilder(builder);
}

/* An if whose arms may both run: its branch goes, and choices stay. */
static bool flatten_branch(LLVMValueRef branch)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch), yes = LLVMGetSuccessor(branch, 0);
    LLVMBasicBlockRef no = LLVMGetSuccessor(branch, 1), after_yes = NULL, after_no = NULL;
    if (yes == no)
        return false;
    const bool yes_arm = is_arm(yes, from, &after_yes), no_arm = is_arm(no, from, &after_no);
    LLVMBasicBlockRef join;
    if (yes_arm && no_arm && after_yes == after_no)
        join = after_yes;
    else if (yes_arm && after_yes == no)
        join = no;
    else if (no_arm && after_no == yes)
        join = yes;
    else
        return false;
    if (join == from)
        return false;
    const bool has_yes = join != yes, has_no = join != no;
    if (has_yes)
        hoist(yes, branch);
    if (has_no)
        hoist(no, branch);
    choose(join, branch, has_yes ? yes : from, has_no ? no : from);
    LLVMBuilderRef builder = ir_builder_before(branch);
    LLVMBuildBr(builder, join);
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(branch);
    if (has_yes)
        LLVMDeleteBasicBlock(yes);
    if (has_no)
        LLVMDeleteBasicBlock(no);
    return true;
}

/* Hoists the operands of a second condition in front of the first, where both branch to one block:
 * their `and` or `or` can be joined then. */
static bool hoist_condition(LLVMValueRef branch)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
    for (unsigned s = 0; s < 2; s++) {
        LLVMBasicBlockRef second = LLVMGetSuccessor(branch, s);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(second);
        if (LLVMGetFirstInstruction(second) == last || !runs_only_behind(second, from) ||
            LLVMGetInstructionOpcode(last) != LLVMBr || !LLVMIsConditional(last) ||
            (LLVMGetSuccessor(last, 0) != LLVMGetSuccessor(branch, !s) &&
             LLVMGetSuccessor(last, 1) != LLVMGetSuccessor(branch, !s)) ||
            !may_all_run(second, MAX_CONDITION))
            continue;
        hoist(second, branch);
        return true;
    }
    return false;
}

static bool flatten_once(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel); block;
         block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetInstructionOpcode(last) == LLVMBr && LLVMIsConditional(last) &&
            (flatten_branch(last) || hoist_condition(last)))
            return true;
    }
    return false;
}

static int flatten_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    while (flatten_once(kernel))
        if (!shim_run_function_passes(kernel, SHORT_CIRCUITS, state->watch, state->log))
            return -1;
    return 0;
}

static int mark_multiples(LLVMValueRef kernel, void *data)
{
    return ir_visit_instructions(kernel, join_multiples, data);
}

/* Keeps loops with a break: unrolled, each turn would keep a branch for it. */
static int keep_breaks(LLVMValueRef kernel, void *data)
{
    (void)data;
    shim_keep_loops_with_breaks(kernel);
    return 0;
}

int pass_optimise_r500(struct pass_state *state)
{
    if (!shim_set_option("unroll-threshold", UNROLLED) ||
        !shim_set_option("replexitval", "never") ||
        !shim_set_option("indvars-widen-indvars", "false") ||
        !shim_set_option("disable-lftr", "true"))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        ir_visit_instructions(f, relax, state);
    ir_visit_kernels(state->module, keep_breaks, state);
    if (pass_run_llvm(state, first_round) || ir_visit_kernels(state->module, flatten_kernel, state))
        return -1;
    ir_visit_kernels(state->module, mark_multiples, state);
    return pass_run_llvm(state, after_flattening);
}
