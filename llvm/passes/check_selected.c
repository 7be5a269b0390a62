/* SPDX-License-Identifier: MIT */
/* check_selected.c: an access by a pointer that the program chose among several arguments is
 * preceded by a check that it lies in the one that was selected.
 *
 * Whose pointer an address is made of the simulator finds in machine code before a launch, but for
 * these (driver/sim/decode/pointers.c). So beside each choice among pointers there is one among
 * their arguments, without what was added to them; where nothing was, it is the same. Anything that
 * is no argument has the base 0, at which no buffer begins: of that nothing is said. Guarded
 * programs have none of this, as the shadow knows. Requires: argument_layout, legalise_memory.
 * Leaves: calls of __rootle_check_selected, which does nothing on hardware (docs/kernel-abi.md). */
#include <llvm-c/Target.h>

#include "driver/abi/kernel_abi.h"
#include "driver/hw/isa.h"
#include "llvm/ir/ir.h"
#include "llvm/passes/passes.h"

enum { MOST_KNOWN = 128, MOST_SEEN = 64, MOST_BYTES = 128 };

struct checking {
    struct pass_state *state;
    LLVMTargetDataRef layout;
    struct {
        LLVMValueRef pointer, base;
    } known[MOST_KNOWN];
    unsigned count;
};

/* ---- what a pointer may be made of ---- */

static LLVMValueRef without_steps(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* The load of an argument that is a pointer, NULL for anything else. */
static LLVMValueRef argument_of(LLVMValueRef pointer)
{
    LLVMValueRef load = LLVMIsAIntToPtrInst(pointer) ? LLVMGetOperand(pointer, 0) : pointer;
    return LLVMIsALoadInst(load) && ir_pointer_space(LLVMGetOperand(load, 0)) == ABI_SPACE_INPUTS
               ? load
               : NULL;
}

static bool is_choice(LLVMValueRef pointer)
{
    return LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer);
}

static unsigned choice_count(LLVMValueRef choice)
{
    return LLVMIsAPHINode(choice) ? LLVMCountIncoming(choice) : 2;
}

static LLVMValueRef selected(LLVMValueRef choice, unsigned i)
{
    return LLVMIsAPHINode(choice) ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i + 1);
}

struct search {
    LLVMValueRef seen[MOST_SEEN], argument; /* its place among the inputs */
    unsigned count;
    bool several; /* arguments */
    bool plain;   /* choices are among arguments as they are */
};

static void note_leaf(struct search *s, LLVMValueRef pointer)
{
    LLVMValueRef load = argument_of(pointer), place = load ? LLVMGetOperand(load, 0) : NULL;
    s->plain &= load || LLVMIsNull(pointer) || LLVMIsUndef(pointer);
    s->several |= load && s->argument && s->argument != place;
    if (load)
        s->argument = place;
}

static void search(struct search *s, LLVMValueRef pointer)
{
    if (!is_choice(pointer)) {
        note_leaf(s, pointer);
        return;
    }
    for (unsigned i = 0; i < s->count; i++)
        if (s->seen[i] == pointer)
            return;
    if (s->count == MOST_SEEN) {
        s->plain = false;
        return;
    }
    s->seen[s->count++] = pointer;
    for (unsigned i = 0; i < choice_count(pointer); i++) {
        LLVMValueRef next = without_steps(selected(pointer, i));
        s->plain &= next == selected(pointer, i);
        search(s, next);
    }
}

/* ---- their bases ---- */

static LLVMValueRef find_base(struct checking *c, LLVMValueRef pointer);

static void know(struct checking *c, LLVMValueRef pointer, LLVMValueRef base)
{
    c->known[c->count].pointer = pointer;
    c->known[c->count++].base = base;
}

/* A loop's phi is among the bases of its own operands: it is known before they are looked at. */
static LLVMValueRef base_of_phi(struct checking *c, LLVMValueRef phi)
{
    LLVMBuilderRef builder = ir_builder_before(phi);
    LLVMValueRef result = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    LLVMDisposeBuilder(builder);
    know(c, phi, result);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef base = find_base(c, LLVMGetIncomingValue(phi, i));
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(result, &base, &block, 1);
    }
    return result;
}

static LLVMValueRef base_of_select(struct checking *c, LLVMValueRef select)
{
    LLVMValueRef first = LLVMGetOperand(select, 1), second = LLVMGetOperand(select, 2);
    LLVMValueRef first_base = find_base(c, first), second_base = find_base(c, second);
    LLVMValueRef result = select;
    if (first != first_base || second != second_base) {
        LLVMBuilderRef builder = ir_builder_before(select);
        result = LLVMBuildSelect(builder, LLVMGetOperand(select, 0), first_base, second_base, "");
        LLVMDisposeBuilder(builder);
    }
    if (c->count < MOST_KNOWN)
        know(c, select, result);
    return result;
}

static LLVMValueRef find_base(struct checking *c, LLVMValueRef pointer)
{
    pointer = without_steps(pointer);
    for (unsigned i = 0; i < c->count; i++)
        if (c->known[i].pointer == pointer)
            return c->known[i].base;
    if (is_choice(pointer) && c->count < MOST_KNOWN)
        return LLVMIsAPHINode(pointer) ? base_of_phi(c, pointer) : base_of_select(c, pointer);
    return argument_of(pointer) ? pointer : LLVMConstNull(LLVMTypeOf(pointer));
}

/* ---- accesses ---- */

struct access {
    LLVMValueRef pointer;
    uint64_t bytes;
    bool load;
};

static struct access access_of(const struct checking *c, LLVMValueRef instruction)
{
    struct access access = {.pointer = NULL};
    LLVMTypeRef type = NULL;
    if (LLVMIsALoadInst(instruction)) {
        access = (struct access){.pointer = LLVMGetOperand(instruction, 0), .load = true};
        type = LLVMTypeOf(instruction);
    } else if (LLVMIsAStoreInst(instruction)) {
        access.pointer = LLVMGetOperand(instruction, 1);
        type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
    } else if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
        access.pointer = LLVMGetOperand(instruction, 0);
        type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    }
    access.bytes = type ? LLVMStoreSizeOfType(c->layout, type) : 0;
    return access;
}

static void insert_check(struct checking *c, LLVMBuilderRef builder, LLVMValueRef address,
                         LLVMValueRef base, uint32_t what)
{
    LLVMContextRef context = c->state->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(context), (LLVMTypeRef[]){i32, i32, i32}, 3, 0);
    LLVMValueRef check = LLVMGetNamedFunction(c->state->module, "__rootle_check_selected");
    if (!check)
        check = LLVMAddFunction(c->state->module, "__rootle_check_selected", type);
    LLVMBuildCall2(builder, type, check, (LLVMValueRef[]){address, base, ir_i32(context, what)}, 3,
                   "");
}

/* One check for each power of two among the access's bytes. */
static void insert_checks(struct checking *c, LLVMValueRef instruction, const struct access *access,
                          LLVMValueRef base)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c->state->context);
    LLVMBuilderRef builder = ir_builder_before(instruction);
    LLVMValueRef start = LLVMBuildPtrToInt(builder, access->pointer, i32, "");
    LLVMValueRef object = LLVMBuildPtrToInt(builder, base, i32, "");
    uint32_t at = 0;
    for (uint32_t bytes = MOST_BYTES; bytes; bytes /= 2) {
        const uint32_t rat =
            (uint32_t)__builtin_ctz(bytes) | (access->load ? HW_CHECK_RAT_LOAD : 0);
        if (!(access->bytes & bytes))
            continue;
        insert_check(c, builder,
                     at ? LLVMBuildAdd(builder, start, ir_i32(c->state->context, at), "") : start,
                     object, HW_CHECK_SELECTED | rat << PASS_CHECK_RAT);
        at += bytes;
    }
    LLVMDisposeBuilder(builder);
}

static int check_access(LLVMValueRef instruction, void *data)
{
    struct checking *c = data;
    const struct access access = access_of(c, instruction);
    const unsigned space = access.pointer ? ir_pointer_space(access.pointer) : ABI_SPACE_PRIVATE;
    struct search s = {.plain = true};
    if (!access.bytes || access.bytes >= 2 * MOST_BYTES ||
        (space != ABI_SPACE_GLOBAL && space != ABI_SPACE_CONSTANT))
        return 0;
    search(&s, without_steps(access.pointer));
    if (s.several)
        insert_checks(c, instruction, &access,
                      s.plain ? without_steps(access.pointer) : find_base(c, access.pointer));
    return 0;
}

static int check_kernel(LLVMValueRef kernel, void *data)
{
    struct pass_state *state = data;
    struct checking c = {.state = state, .layout = LLVMGetModuleDataLayout(state->module)};
    return ir_visit_instructions(kernel, check_access, &c);
}

int pass_check_selected(struct pass_state *state)
{
    return state->guard ? 0 : ir_visit_kernels(state->module, check_kernel, state);
}
