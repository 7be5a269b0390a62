/* SPDX-License-Identifier: MIT */
/* inline_all.c: leaves nothing but kernels, each with everything it calls inside it.
 *
 * Requires: builtins are linked. Leaves: kernels and declarations. A cycle of calls is an error, as
 * is code that would be too much. */
#include <stdlib.h>
#include <string.h>

#include "llvm/ir/ir.h"
#include "llvm/ir/shim.h"
#include "llvm/ir/variables.h"
#include "llvm/passes/passes.h"

/* ---- what is called: recursion, limits ---- */

/* Limits of a kernel after inlining: more would take minutes, and as many gigabytes. Blocks of one
 * function may be of one construct, which takes more than as many in small ones that are called. */
enum { MAX_DEPTH = 256, MAX_INSTRUCTIONS = 1000000, MAX_OWN_BLOCKS = 16384, MAX_BLOCKS = 262144 };

/* The exits of one loop become as many ifs within each other, in the square of their number. */
enum { MAX_EXITS = 1024 };

enum color { WHITE, GREY, BLACK };

/* Numbers are those of the function with all that it calls inside it. */
struct node {
    LLVMValueRef function;
    enum color color;
    unsigned depth;
    uint64_t instructions, blocks;
};

struct call_graph {
    struct pass_state *state;
    struct node *nodes;
    size_t count;
    struct node *caller;
};

static struct node *find_node(struct call_graph *graph, LLVMValueRef function)
{
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i].function == function)
            return &graph->nodes[i];
    return NULL;
}

/* An error at the first sum above a limit, so that none overflows. */
static int add_call(struct call_graph *graph, LLVMValueRef call, const struct node *callee)
{
    struct node *caller = graph->caller;
    caller->instructions += callee->instructions;
    caller->blocks += callee->blocks;
    if (caller->depth <= callee->depth)
        caller->depth = callee->depth + 1;
    if (caller->depth > MAX_DEPTH)
        return pass_error(graph->state, call, "calls are nested more than %d deep", MAX_DEPTH);
    if (caller->instructions > MAX_INSTRUCTIONS)
        return pass_error(graph->state, call,
                          "too much code: more than %d instructions with what is called",
                          MAX_INSTRUCTIONS);
    return 0;
}

static int check_blocks(struct pass_state *state, const struct node *node)
{
    const unsigned own = LLVMCountBasicBlocks(node->function);
    if (own > MAX_OWN_BLOCKS)
        return pass_error(state, node->function, "too much control flow: %u blocks, of at most %d",
                          own, MAX_OWN_BLOCKS);
    if (node->blocks > MAX_BLOCKS)
        return pass_error(state, node->function,
                          "too much control flow: %llu blocks with what is called, of at most %d",
                          (unsigned long long)node->blocks, MAX_BLOCKS);
    return 0;
}

static int check_exits(struct pass_state *state, LLVMValueRef function)
{
    unsigned exits = LLVMCountBasicBlocks(function) > MAX_EXITS ? shim_count_exits(function) : 0;
    return exits <= MAX_EXITS
               ? 0
               : pass_error(state, function,
                            "too many breaks: a loop is left in %u places, of at most %d", exits,
                            MAX_EXITS);
}

static int visit_function(struct call_graph *graph, struct node *node);

/* Variables become values before there are copies of them (see pass_inline_all): what makes them,
 * and stores and loads them, is gone then. Clang makes one of every parameter. */
static bool is_of_variable(LLVMValueRef instruction)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAlloca:
        return true;
    case LLVMLoad:
        return LLVMIsAAllocaInst(LLVMGetOperand(instruction, 0));
    case LLVMStore:
        return LLVMIsAAllocaInst(LLVMGetOperand(instruction, 1));
    default:
        return false;
    }
}

static int visit_instruction(LLVMValueRef instruction, void *data)
{
    struct call_graph *graph = data;
    LLVMValueRef callee = ir_callee(instruction);
    graph->caller->instructions += !is_of_variable(instruction);
    if (LLVMIsACallInst(instruction) && !callee)
        return pass_error(graph->state, instruction, "a call through a pointer is not supported");
    struct node *node = callee ? find_node(graph, callee) : NULL;
    if (!node)
        return 0;
    if (node->color == GREY)
        return pass_error(graph->state, instruction,
                          "'%s' is recursive, which OpenCL C does not allow", ir_name(callee));
    if (node->color == WHITE && visit_function(graph, node))
        return -1;
    return add_call(graph, instruction, node);
}

/* Functions come to lie in front of those that they call: so they are inlined into kernels, and
 * each instruction is copied once for each time that it is there in the end. The other way round it
 * would be copied once for each level of calls above it. */
static int visit_function(struct call_graph *graph, struct node *node)
{
    struct node *caller = graph->caller;
    node->color = GREY;
    node->blocks = LLVMCountBasicBlocks(node->function);
    graph->caller = node;
    int result = ir_visit_instructions(node->function, visit_instruction, graph);
    graph->caller = caller;
    node->color = BLACK;
    if (!ir_is_kernel(node->function))
        shim_move_to_front(node->function);
    if (!result)
        result = check_blocks(graph->state, node);
    return result ? result : check_exits(graph->state, node->function);
}

/* Checks the calls of kernels. Functions that no kernel calls are not checked, as they are
 * removed. */
static int check_calls(struct pass_state *state)
{
    struct call_graph graph = {.state = state};
    size_t capacity = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        capacity++;
    graph.nodes = calloc(capacity + 1, sizeof(*graph.nodes));
    if (!graph.nodes) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            graph.nodes[graph.count++].function = f;
    int result = 0;
    for (size_t i = 0; i < graph.count && !result; i++)
        if (graph.nodes[i].color == WHITE && ir_is_kernel(graph.nodes[i].function))
            result = visit_function(&graph, &graph.nodes[i]);
    free(graph.nodes);
    return result;
}

/* ---- kernels that are called ---- */

static LLVMValueRef call_with_own_parameters(LLVMBuilderRef builder, LLVMValueRef callee,
                                             LLVMValueRef caller)
{
    unsigned count = LLVMCountParams(caller);
    LLVMValueRef *arguments = calloc(count + 1, sizeof(*arguments));
    if (!arguments)
        return NULL;
    LLVMGetParams(caller, arguments);
    LLVMValueRef call =
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(callee), callee, arguments, count, "");
    free(arguments);
    return call;
}

/* A kernel called by another becomes a function that both share: a new kernel of its name only
 * calls it. */
static int split_called_kernel(struct pass_state *state, LLVMValueRef kernel)
{
    LLVMValueRef body = ir_recreate_function(kernel, LLVMGlobalGetValueType(kernel));
    for (unsigned i = 0; i < LLVMCountParams(body); i++) {
        LLVMReplaceAllUsesWith(LLVMGetParam(kernel, i), LLVMGetParam(body, i));
        ir_copy_parameter_attributes(body, i, kernel, i);
    }
    /* `kernel`, empty now, is the new entry; body has name and metadata, which go back. */
    char *name = strdup(ir_name(body));
    if (!name) {
        fprintf(state->log, "error: out of memory\n");
        return -1;
    }
    LLVMReplaceAllUsesWith(kernel, body);
    LLVMSetValueName2(body, "", 0);
    LLVMSetValueName2(kernel, name, strlen(name));
    free(name);

    size_t count;
    unsigned dbg = LLVMGetMDKindIDInContext(state->context, "dbg", 3);
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(body, &count);
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
        if (kind == dbg)
            continue;
        LLVMGlobalSetMetadata(kernel, kind, LLVMValueMetadataEntriesGetMetadata(entries, i));
        LLVMGlobalEraseMetadata(body, kind);
    }
    LLVMDisposeValueMetadataEntries(entries);

    LLVMBuilderRef builder = LLVMCreateBuilderInContext(state->context);
    LLVMPositionBuilderAtEnd(builder,
                             LLVMAppendBasicBlockInContext(state->context, kernel, "entry"));
    LLVMValueRef call = call_with_own_parameters(builder, body, kernel);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    LLVMSetFunctionCallConv(body, LLVMCCallConv);
    for (LLVMUseRef use = LLVMGetFirstUse(body); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)))
            LLVMSetInstructionCallConv(LLVMGetUser(use), LLVMCCallConv);
    if (!call)
        fprintf(state->log, "error: out of memory\n");
    return call ? 0 : -1;
}

static int split_called_kernels(struct pass_state *state)
{
    LLVMValueRef next, f = LLVMGetFirstFunction(state->module);
    for (; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (ir_is_kernel(f) && LLVMGetFirstUse(f) && split_called_kernel(state, f))
            return -1;
    }
    return 0;
}

/* ---- inlining ---- */

static void remove_function_attribute(LLVMValueRef function, const char *name)
{
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static int allow_inlining(LLVMValueRef instruction, void *data)
{
    (void)data;
    if (LLVMIsACallInst(instruction))
        LLVMRemoveCallSiteEnumAttribute(instruction, LLVMAttributeFunctionIndex,
                                        LLVMGetEnumAttributeKindForName("noinline", 8));
    return 0;
}

static void demand_inlining(LLVMValueRef function)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(function));
    remove_function_attribute(function, "noinline");
    remove_function_attribute(function, "optnone");
    ir_visit_instructions(function, allow_inlining, NULL);
    if (ir_is_kernel(function))
        return;
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context, kind, 0));
}

static bool is_convergent(LLVMValueRef function)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
    return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind) != NULL;
}

/* Texture operations and reads of ids need no company of other lanes; OpenCL C makes every unknown
 * call convergent, which keeps equal ones of several blocks apart. What a guarded program asks may
 * need it. */
static int relax_operation(LLVMValueRef instruction, void *data)
{
    const struct pass_state *state = data;
    LLVMValueRef callee = ir_callee(instruction);
    if (state->guard && ir_calls_prefix(instruction, "__rootle_check_"))
        return 0;
    if (ir_calls_prefix(instruction, "__rootle_") || ir_calls_prefix(instruction, "llvm.OpenCL.") ||
        ir_calls(instruction, "__translate_sampler_initializer") ||
        (callee && LLVMGetIntrinsicID(callee) && !is_convergent(callee)))
        ir_remove_convergent(instruction);
    return 0;
}

static void relax_declaration(const struct pass_state *state, LLVMValueRef function)
{
    const char *name = ir_name(function);
    if (state->guard && !strncmp(name, "__rootle_check_", 15))
        return;
    if (!strncmp(name, "__rootle_", 9) || !strncmp(name, "llvm.OpenCL.", 12))
        remove_function_attribute(function, "convergent");
}

int pass_inline_all(struct pass_state *state)
{
    if (state->variables)
        state->variables->mark_assignments(state->module, state->noopt);
    if (check_calls(state) || split_called_kernels(state))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            relax_declaration(state, f);
        else
            demand_inlining(f);
    }
    /* Functions that no kernel calls are removed first. Variables become values before there are
     * copies of them: promoting is what takes longest in long functions. */
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        shim_skip_chains(f);
    if (pass_run_llvm(state, "globaldce,function(sroa<modify-cfg>,early-cse)"))
        return -1;
    pass_mark_jumps(state);
    if (pass_run_llvm(state, "function(simplifycfg),always-inline,globaldce"))
        return -1;
    for (LLVMValueRef f = LLVMGetFirstFunction(state->module); f; f = LLVMGetNextFunction(f))
        ir_visit_instructions(f, relax_operation, state);
    return 0;
}
